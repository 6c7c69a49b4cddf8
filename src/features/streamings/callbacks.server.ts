import type { CallbackContext } from '../../server/jobDefinition'
import { memberNewsJobs } from '../fans/news/jobs.server'
import { lockStreamingById, setStreaming, streamingByKey } from './queries.server'
import { beginsByItself, healthAt, type LivePart, liveFolder, overAt } from './streaming'

/** Where what comes in with a key is to be written. */
export type Admission = { streamingId: string; folder: string }

/**
 * What the ingest tells of a publisher, every other second and when it has gone. Answers where its pictures belong at this
 * moment (apart while only staff see them), or null: the key is nobody's, has been changed, or its streaming is over.
 */
export const noteSignal = async (
  { db, now, transaction }: Pick<CallbackContext, 'db' | 'now' | 'transaction'>,
  streamKey: string,
  isThere: boolean,
): Promise<Admission | null> => {
  const found = await streamingByKey(db, streamKey)
  if (!found) return null
  const over = overAt(found)
  const isOver = (over !== null && over <= now) || (found.expiredAt !== null && over === null && found.expiredAt <= now)
  // Without a signal any more, whatever it still sends.
  if (!isThere || isOver) await setStreaming(db, found, { hasSignal: false, signalSince: null })
  if (isOver || found.eventCancellation) return null
  let { startedAt } = found
  if (isThere) {
    const signalSince = (healthAt(found, now) === 'ok' ? found.signalSince : null) ?? now
    const signal = { signalAt: now, hasSignal: true, signalSince }
    if (beginsByItself({ ...found, signalSince }, now)) {
      startedAt = now
      // Staff may press in this very moment: whoever is first has begun it.
      await transaction(async (tx) => {
        const row = await lockStreamingById(tx.db, found.streamingId)
        if (!row) return
        startedAt = row.startedAt ?? now
        if (row.startedAt === null) await tx.enqueue(memberNewsJobs.tellOfLive, { streamingId: row.streamingId })
        await setStreaming(tx.db, row, { ...signal, startedAt })
        await tx.renew(row)
      })
    } else await setStreaming(db, found, signal)
  }
  const part: LivePart = startedAt === null ? 'preview' : 'show'
  return { streamingId: found.streamingId, folder: `${liveFolder(found)}/${part}` }
}
