import { type ChangeContext, current, type EventVersion, saved } from './changes.server'
import { cancel, eventStatusAt } from './event'

/** Cancels a published event within the caller's transaction. What is sold for it is the caller's to end. */
export const cancelEvent = async (
  context: ChangeContext<'eventNotFound' | 'notPublished' | 'conflict'>,
  { reason, refundPolicy, ...version }: EventVersion & { reason: string; refundPolicy: string },
) => {
  const { now, refuse } = context
  const from = await current(context, version)
  const status = eventStatusAt(from, now)
  if (status !== 'published' && status !== 'postponed') return refuse('notPublished')
  return saved(context, cancel(from, { reason, refundPolicy }, now), from)
}
