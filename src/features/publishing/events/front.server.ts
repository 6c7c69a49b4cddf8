import { type Binned, insertBinned } from '#club/bin/queries.server.ts'
import { mediaOfAddress } from '#club/uploads/media.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db } from '#server/proven.ts'
import { asDocument, mediaOf } from '../contents/document'
import { type ChangeContext, current, type EventVersion, saved } from './changes.server'
import { cancel, eventStatusAt, type FanEvent } from './event'
import { lockEvent, saveEvent, setEventDeleted } from './queries.server'

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

type Binning = { db: Db; brand: Brand; user: { uid: string }; now: Instant }

/** Moves an event, which the caller has locked, to the bin: a draft for everybody, and in no list of staff. */
export const binEvent = async ({ db, brand, user, now }: Binning, event: FanEvent): Promise<void> => {
  const { eventId, title, visibility, publishAt } = event
  const draft = { ...event, visibility: 'draft' as const, publishAt: null, editedBy: user.uid }
  if (visibility !== 'draft')
    await saveEvent(db, brand, { ...draft, editedAt: Math.max(now, event.editedAt + 1) }, event)
  await setEventDeleted(db, brand, eventId, now)
  await insertBinned(db, brand, {
    kind: 'event',
    itemId: eventId,
    name: title,
    deletedAt: now,
    deletedBy: user.uid,
    formerStatus: visibility,
    formerAt: publishAt,
  })
}

/**
 * Brings an event back from the bin, whose row the caller has taken: as it was where that is wanted and the moment of its announcement
 * has not passed meanwhile, else as a draft. Whether it can be read now or later.
 */
export const restoreEvent = async (
  { db, brand, user, now }: Binning,
  { itemId, formerStatus, formerAt, deletedAt }: Binned,
  asItWas: boolean,
): Promise<boolean> => {
  await setEventDeleted(db, brand, itemId, null)
  const from = await lockEvent(db, brand, itemId)
  if (!from) throw new Error('What is in the bin is there.')
  const isMissed = formerStatus === 'scheduled' && formerAt !== null && formerAt > deletedAt && formerAt <= now
  const isBack = asItWas && formerStatus !== 'draft' && !isMissed
  const edited = { editedAt: Math.max(now, from.editedAt + 1), editedBy: user.uid }
  const before = { visibility: formerStatus as FanEvent['visibility'], publishAt: formerAt }
  // A cancelled event is no draft that could be announced again: its page comes back without a place in the lists.
  const late = from.cancellation
    ? { visibility: 'unlisted' as const, publishAt: from.createdAt }
    : { postponement: null }
  const event = { ...from, ...edited, ...(isBack ? before : late) }
  await saveEvent(db, brand, event, from)
  return event.visibility !== 'draft'
}

/** The files of an event that is gone for good; others may name them. */
export const mediaOfEvent = ({ description, keyVisualUrl, performers }: FanEvent): string[] => [
  ...mediaOf(asDocument(description)),
  ...[keyVisualUrl, ...performers.map(({ imageUrl }) => imageUrl)].flatMap((url) => mediaOfAddress(url) ?? []),
]
