import { z } from 'zod'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { id } from '#kit/text.ts'
import { day } from '#kit/time.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import type { Recording } from '#server/live/files.ts'
import { videoJobs } from '../contents/video/jobs.server'
import { insertConversion } from '../contents/video/queries.server'
import { placeMessages } from './chat/queries.server'
import {
  brandOfStreaming,
  insertRecording,
  lockStreamingById,
  lostStreamings,
  setStreaming,
  streamingById,
  unkeptStreamings,
} from './queries.server'
import { healthAt, longestAbsence, longestArrival, overAt, wasSent } from './streaming'
import { forgetViewers } from './viewers.queries.server'

export const streamingJobs = jobs({
  /** Joins the recorded pieces to one file, which is converted like any other video (rule: time.recording). */
  keepRecording: job(
    {
      about: (db, { streamingId }) => brandOfStreaming(db, streamingId),
      data: z.object({ streamingId: id }),
      retryLimit: 10,
      retryDelay: 5,
      // Hours of pictures are read and sent; one that died is known by its missing sign of life.
      expireInSeconds: 4 * 3600,
    },
    async ({ db, storage, transaction, live, now, newId }, { streamingId }) => {
      const found = await streamingById(db, streamingId)
      if (!found?.endedAt || found.vodMediaId !== null || found.hasNoVod) return
      const { tenantId, endedAt } = found
      // The encoder is being disconnected at this moment, or the last pieces are on their way.
      const isArriving = endedAt + longestArrival > now && (await live.isArriving(found))
      if (healthAt(found, now) === 'ok' || isArriving) {
        await transaction(({ enqueue }) => enqueue(streamingJobs.keepRecording, { streamingId }, { at: now + 3000 }))
        return
      }
      const mediaId = newId('media')
      const key = `private/${tenantId}/${mediaId}.mp4`
      const store = async (recording: Recording | null) => {
        if (recording) await storage.putFile(key, recording.path, 'video/mp4')
        return recording
      }
      const recording = found.recordingOn ? await live.joined(found, store) : null
      // endLostStreamings comes back to it.
      if (!recording && found.recordingOn && wasSent(found) && endedAt + longestAbsence > now) return
      const isTaken = await transaction(async ({ db: own, enqueue, renew }) => {
        const row = await lockStreamingById(own, streamingId)
        if (!row || row.vodMediaId !== null || row.hasNoVod) return false
        await renew(row)
        if (!recording) {
          await setStreaming(own, row, { hasNoVod: true })
          return true
        }
        await insertRecording(own, row, { mediaId, key, size: recording.size }, now)
        await setStreaming(own, row, { vodMediaId: mediaId })
        if (recording.parts) await placeMessages(own, row, recording.parts)
        await insertConversion(own, { tenantId, mediaId }, now)
        await enqueue(videoJobs.convertVideo, { mediaId })
        return true
      })
      if (isTaken) await live.remove(found)
      else if (recording) await storage.remove(key)
    },
  ),
  /** Ends streamings whose signal has been lost for too long; their recordings are kept from here. */
  endLostStreamings: job(
    { about: 'platform', data: z.object({}), cron: '*/5 * * * *' },
    async ({ db, transaction, now }) => {
      const { attempt, end } = eachOnItsOwn('endLostStreamings')
      for await (const clubs of clubsInBatches(db)) {
        for (const { streamingId } of await lostStreamings(db, clubs, now))
          await attempt(streamingId, () =>
            transaction(async ({ db: own, enqueue, renew }) => {
              const row = await lockStreamingById(own, streamingId)
              const over = row && overAt(row)
              if (!row || row.endedAt !== null || !over || over > now) return
              await setStreaming(own, row, { endedAt: over })
              await renew(row)
              await enqueue(streamingJobs.keepRecording, { streamingId })
            }),
          )
        await attempt('viewers', () => forgetViewers(db, clubs, now - day))
        await attempt('recordings', async () => {
          const unkept = await unkeptStreamings(db, clubs, now)
          if (unkept.length === 0) return
          await transaction(async ({ enqueue }) => {
            for (const { streamingId } of unkept) await enqueue(streamingJobs.keepRecording, { streamingId })
          })
        })
      }
      end()
    },
  ),
})
