import { z } from 'zod'
import { uploadByMedia } from '#club/uploads/queries.server.ts'
import { attemptFolder, clipLength, mediaFolder, posterCount } from '#kit/conversion.ts'
import { id } from '#kit/text.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { brandOfContent } from '../queries.server'
import {
  beginAttempt,
  contentsAwaitingClip,
  endAttempt,
  forgetVideo,
  giveUpVideo,
  insertPosters,
  keepClip,
  noteProgress,
  postersAreReady,
  wantedClip,
} from './queries.server'

export const videoJobs = jobs({
  /**
   * Converts the uploaded file to a format that browsers play. Each run writes to a folder of its own, which is unused
   * until the row refers to it: the files of a killed, cancelled or outdated run are not referenced, and the next run
   * deletes them.
   */
  convertVideo: job(
    {
      about: (db, { mediaId }) => uploadByMedia(db, mediaId),
      data: z.object({ mediaId: id }),
      isLong: true,
      retryLimit: 10,
      retryDelay: 5,
    },
    async ({ db, storage, transaction, video, now, newId }, { mediaId }) => {
      const attempt = newId('attempt')
      const posters = Array.from({ length: posterCount }, () => {
        const poster = newId('media')
        return { mediaId: poster, key: `public/pictures/${poster}.jpg` }
      })
      const begun = await transaction(async (one) => {
        const found = await beginAttempt(one.db, mediaId, attempt)
        if (found) await insertPosters(one.db, found.upload, posters, now)
        return found
      })
      if (!begun) return
      const media = { tenantId: begun.tenantId, mediaId }
      if (begun.earlier) await storage.removeFolder(attemptFolder(media, begun.earlier))
      const folder = attemptFolder(media, attempt)
      const outcome = begun.isLast
        ? ({ problem: 'failed' } as const)
        : await video.convert({
            source: begun.upload.key,
            contentType: begun.upload.contentType,
            folder,
            posters: posters.map(({ key }) => key),
            onProgress: (percent) => noteProgress(db, media, attempt, percent),
          })
      const counts = await transaction(async (one) => {
        if (outcome === 'stopped') return false
        if ('problem' in outcome) {
          await endAttempt(one.db, media, attempt, { status: 'error', reason: outcome.problem, finishedAt: now })
          return false
        }
        await postersAreReady(one.db, outcome.posters)
        const ended = { ...outcome, status: 'completed' as const, finishedAt: now }
        if (!(await endAttempt(one.db, media, attempt, ended))) return false
        for (const planContentId of await contentsAwaitingClip(one.db, media))
          await one.enqueue(videoJobs.cutClip, { planContentId })
        return true
      })
      if (!counts) await storage.removeFolder(folder)
    },
  ),
  /**
   * Cuts the clip that everybody may see from the uploaded file. Its content is asked again afterwards: a clip whose
   * start or video was changed meanwhile is nobody's.
   */
  cutClip: job(
    {
      about: (db, { planContentId }) => brandOfContent(db, planContentId),
      data: z.object({ planContentId: id }),
      isLong: true,
      retryDelay: 5,
    },
    async ({ storage, transaction, video, db, jobId }, { planContentId }) => {
      const owner = await brandOfContent(db, planContentId)
      const wanted = owner && (await wantedClip(db, owner, planContentId))
      if (!wanted) return
      // Of this job alone, so that a run that is repeated writes the same file.
      const key = `public/clips/${jobId}.mp4`
      const { upload, durationMs, clipFromMs: fromMs } = wanted
      const { key: source, contentType } = upload
      if (!(await video.cut({ source, contentType, durationMs, fromMs, lengthMs: clipLength, key }))) return
      const counts = await transaction(async (one) => {
        const isKept = await keepClip(one.db, wanted, storage.publicUrl(key))
        if (isKept) await one.renew(wanted)
        return isKept
      })
      if (!counts) await storage.remove(key)
    },
  ),
  /** Deletes a clip that no content shows any more. */
  removeClip: job(
    {
      about: async (_, { tenantId, brandId }) => ({ tenantId, brandId }),
      data: z.object({ tenantId: id, brandId: id, clip: z.string() }),
    },
    async ({ storage }, { clip }) => storage.remove(`public/clips/${clip.split('/').at(-1)}`),
  ),
  /** Deletes the files of an unused video: the upload and the conversion's results. */
  removeVideo: job(
    { about: (db, { mediaId }) => uploadByMedia(db, mediaId), data: z.object({ mediaId: id }) },
    async ({ storage, transaction }, { mediaId }) => {
      const upload = await transaction(({ db }) => giveUpVideo(db, mediaId))
      if (!upload) return
      await storage.removeFolder(mediaFolder(upload))
      await storage.remove(upload.key)
      await transaction(({ db }) => forgetVideo(db, mediaId))
    },
  ),
})
