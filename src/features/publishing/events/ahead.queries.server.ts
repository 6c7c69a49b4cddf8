import { and, asc, eq, gte, isNull, lt } from 'drizzle-orm'
import { isOfClubs, rowsOfAllClubs } from '#club/tenants/clubs.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import type { Db } from '#server/proven.ts'
import { hasStatus, isListed } from './queries.server'
import { events } from './tables.server'

/* Events that begin soon, of which members are told. */

const aheadColumns = {
  ...{ title: events.title, startAt: events.startAt, schedules: events.schedules },
  ...{ audience: events.audience, planIds: events.planIds },
}
type Ahead = { from: Instant; to: Instant; now: Instant }
/** Listed events that take place and begin in this time. */
const isAhead = ({ from, to, now }: Ahead) =>
  and(
    isNull(events.deletedAt),
    isListed(now),
    hasStatus('published', now),
    gte(events.startAt, from),
    lt(events.startAt, to),
  )

/** Of all brands, a batch at a time. */
export const eventsAhead = (db: Db, ahead: Ahead) =>
  rowsOfAllClubs(db, (clubs) =>
    batchesOf(
      db
        .select({
          ...{ tenantId: events.tenantId, brandId: events.brandId },
          ...{ eventId: events.eventId, startAt: events.startAt },
        })
        .from(events)
        .where(and(isOfClubs(events.tenantId, clubs), isAhead(ahead), isAfterLast(events.startAt, events.eventId)))
        .orderBy(asc(events.startAt), asc(events.eventId))
        .limit(batchSize)
        .prepare(''),
      ({ startAt, eventId }) => ({ at: startAt ?? ahead.from, id: eventId }),
    ),
  )

export const eventAhead = async (
  db: Db,
  { tenantId, brandId, eventId }: { tenantId: string; brandId: string; eventId: string },
  ahead: Ahead,
) => {
  const [found] = await db
    .select(aheadColumns)
    .from(events)
    .where(and(eq(events.tenantId, tenantId), eq(events.brandId, brandId), eq(events.eventId, eventId), isAhead(ahead)))
  return found?.startAt ? { ...found, startAt: found.startAt } : undefined
}
