import type { AskAsVisitor } from '#server/rendering.ts'
import { events, type PublicEvent, type PublicEventListItem } from '../contract'

type Ids = { tenantId: string; brandId: string }
export type EventLists = {
  ahead: PublicEventListItem[]
  past: PublicEventListItem[]
  pastCount: number
}
/** Number of past events on the page, and per press on "more". */
const pastPage = 20

/** All upcoming events and the latest past ones; null where they cannot be read. */
export const loadEvents = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  locale: string | undefined,
): Promise<EventLists | null> => {
  const list = (period: 'ahead' | 'past', limit: number) =>
    ask(events.getPublicEvents, { tenantId, brandId, period, pagination: { limit, offset: 0 } }, locale)
  const [ahead, past] = await Promise.all([list('ahead', 100), list('past', pastPage)])
  if (!ahead.ok || !past.ok) return null
  return { ahead: ahead.data.events, past: past.data.events, pastCount: past.data.pagination.totalCount }
}

export const loadEvent = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  eventId: string,
  locale: string | undefined,
): Promise<PublicEvent | null> => {
  const answer = await ask(events.getPublicEvent, { tenantId, brandId, eventId }, locale)
  return answer.ok ? answer.data.event : null
}
