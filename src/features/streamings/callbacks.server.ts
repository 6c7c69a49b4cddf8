import type { CallbackContext } from '../../server/jobDefinition'
import { setStreaming, streamingByKey } from './queries.server'
import { type LivePart, liveFolder, overAt } from './streaming'

/** Where what comes in with a key is to be written. */
export type Admission = { streamingId: string; folder: string }

/**
 * What the ingest tells of a publisher, every other second and when it has gone. Answers where its pictures belong at this
 * moment (apart while only staff see them), or null: the key is nobody's, has been changed, or its streaming is over.
 */
export const noteSignal = async (
  { db, now }: Pick<CallbackContext, 'db' | 'now'>,
  streamKey: string,
  isThere: boolean,
): Promise<Admission | null> => {
  const found = await streamingByKey(db, streamKey)
  if (!found) return null
  const over = overAt(found)
  const isOver = (over !== null && over <= now) || (found.expiredAt !== null && over === null && found.expiredAt <= now)
  // Without a signal any more, whatever it still sends.
  await setStreaming(db, found, isThere && !isOver ? { signalAt: now, hasSignal: true } : { hasSignal: false })
  if (isOver || found.eventCancellation) return null
  const part: LivePart = found.startedAt === null ? 'preview' : 'show'
  return { streamingId: found.streamingId, folder: `${liveFolder(found)}/${part}` }
}
