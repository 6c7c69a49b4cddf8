import { type LivePart, liveFolder } from '#kit/live.ts'
import type { CallbackContext } from '#server/jobDefinition.ts'
import { memberNewsJobs } from '../news/jobs.server'
import { lockStreamingById, setStreaming, streamingById, streamingByKey } from './queries.server'
import { beginsByItself, healthAt, overAt } from './streaming'

/** Folder to write the pictures of an accepted stream key to. */
export type Admission = { streamingId: string; folder: string }

/**
 * Records the signal of a publisher, reported every two seconds and when it has gone, by the receiver that has its connection. Returns
 * the folder for its pictures (a separate one while only staff see them), or null: the key is unknown or was changed, its streaming is
 * over, or another receiver has a signal of it.
 */
export const noteSignal = async (
  { db, now, transaction }: Pick<CallbackContext, 'db' | 'now' | 'transaction'>,
  streamKey: string,
  isThere: boolean,
  receiver: string,
): Promise<Admission | null> => {
  const found = await streamingByKey(db, streamKey)
  if (!found) return null
  const isOthers = found.receiver !== null && found.receiver !== receiver
  if (isOthers && (!isThere || healthAt(found, now) === 'ok')) {
    if (isThere) await setStreaming(db, found, { refusedAt: now })
    return null
  }
  const over = overAt(found)
  const isOver = (over !== null && over <= now) || (found.expiredAt !== null && over === null && found.expiredAt <= now)
  // Counts as having no signal, whatever is still sent.
  if (!isThere || isOver) await setStreaming(db, found, { hasSignal: false, signalSince: null })
  if (isOver || found.eventCancellation) return null
  let { startedAt } = found
  if (isThere) {
    const signalSince = (healthAt(found, now) === 'ok' ? found.signalSince : null) ?? now
    const signal = { signalAt: now, hasSignal: true, signalSince, receiver }
    if (beginsByItself({ ...found, signalSince }, now)) {
      startedAt = now
      // Staff may start it at the same moment: the first one counts.
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

/** Records that a second publisher was turned away by the receiver that already has one, so that the staff are told. */
export const noteRefused = async ({ db, now }: Pick<CallbackContext, 'db' | 'now'>, streamKey: string) => {
  const found = await streamingByKey(db, streamKey)
  if (found) await setStreaming(db, found, { refusedAt: now })
}

/** Whether pictures that a receiver still has are wanted: they are part of a recording that is not made yet. */
export const awaitsPictures = async ({ db }: Pick<CallbackContext, 'db'>, folder: string) => {
  const [, streamingId = '', part] = /\/live\/([^/]+)\/(\w+)$/.exec(folder) ?? []
  const found = part === 'show' ? await streamingById(db, streamingId) : undefined
  return found?.recordingOn === true && found.vodMediaId === null && !found.hasNoVod
}
