import { z } from 'zod'
import { id } from '../../../kit/text'
import { job, jobs } from '../../../server/jobDefinition'
import { attemptFolder, mediaFolder, posterCount } from './conversion'
import {
  beginAttempt,
  endAttempt,
  forgetVideo,
  giveUpVideo,
  insertPosters,
  noteProgress,
  postersAreReady,
} from './queries.server'

export const videoJobs = jobs({
  /**
   * From the uploaded file to what browsers play. Every run has its own folder, which nobody sees until the row names it:
   * a run that was killed, cancelled or overtaken leaves nothing that counts, and the next one takes its files away.
   */
  convertVideo: job(
    { data: z.object({ mediaId: id }), isLong: true, retryLimit: 10, retryDelay: 5 },
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
        return endAttempt(one.db, media, attempt, { ...outcome, status: 'completed', finishedAt: now })
      })
      if (!counts) await storage.removeFolder(folder)
    },
  ),
  /** The files of a video that no content and no streaming uses any more: what was sent, and what was made of it. */
  removeVideo: job({ data: z.object({ mediaId: id }) }, async ({ storage, transaction }, { mediaId }) => {
    const upload = await transaction(({ db }) => giveUpVideo(db, mediaId))
    if (!upload) return
    await storage.removeFolder(mediaFolder(upload))
    await storage.remove(upload.key)
    await transaction(({ db }) => forgetVideo(db, mediaId))
  }),
})
