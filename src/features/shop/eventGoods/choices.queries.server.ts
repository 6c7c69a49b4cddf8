import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { day, type Instant } from '#kit/time.ts'
import { isListedForStaff } from '#publishing/events/queries.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import type { Brand, Db, Member, Tenant } from '#server/proven.ts'
import { goods } from '../goods/tables.server'
import { deliveries, isPickedUpBy, mostChoices } from './eventGoods'
import { eventGoods } from './tables.server'

type Part = { which: SQL; order: (columns: Pick<typeof events, 'startAt' | 'eventId'>) => SQL[] }

/** Upcoming events, next one first; events without a date; past ones, latest first. */
const partsAt = (now: Instant): Part[] => {
  const backwards: Part['order'] = ({ startAt, eventId }) => [desc(startAt), asc(eventId)]
  return [
    { which: gte(events.startAt, now), order: ({ startAt, eventId }) => [asc(startAt), desc(eventId)] },
    { which: isNull(events.startAt), order: backwards },
    { which: lt(events.startAt, now), order: backwards },
  ]
}

type Brands = { tenantId: string; brandIds: readonly string[] | null }
/** The events of one part, read brand by brand to use the index; without cancelled ones. */
const read = (db: Db, { tenantId, brandIds }: Brands, { which, order }: Part, most: number) => {
  const ofBrand = db
    .select({ eventId: events.eventId, title: events.title, startAt: events.startAt })
    .from(events)
    .where(
      and(
        eq(events.tenantId, brands.tenantId),
        eq(events.brandId, brands.brandId),
        isNull(events.cancellation),
        isNull(events.deletedAt),
        isListedForStaff,
        which,
      ),
    )
    .orderBy(...order(events))
    .limit(most)
    .as('of_brand')
  return db
    .select({
      eventId: ofBrand.eventId,
      title: ofBrand.title,
      brandId: brands.brandId,
      brandName: brands.name,
      startAt: ofBrand.startAt,
    })
    .from(brands)
    .innerJoinLateral(ofBrand, sql`true`)
    .where(and(eq(brands.tenantId, tenantId), brandIds === null ? undefined : inArray(brands.brandId, [...brandIds])))
    .orderBy(...order(ofBrand as unknown as typeof events))
    .limit(most)
}
type Choice = Awaited<ReturnType<typeof read>>[number]

/** Events of all brands that this member may work for. Without cancelled events, for which no goods can be made. */
export const eventChoicesOf = async (db: Db, { tenantId }: Tenant, { brandIds }: Member, now: Instant) => {
  const found: Choice[] = []
  for (const part of partsAt(now))
    if (found.length < mostChoices)
      found.push(...(await read(db, { tenantId, brandIds }, part, mostChoices - found.length)))
  return found
}

/**
 * The club's events with goods of this member's brands to pick up, among the 50 next ones, the 50 last ones and 50
 * without a date. The nearest of those that are coming, or began in the last two days, is first; then those without a date.
 */
export const pickUpEventsOf = async (db: Db, { tenantId }: Tenant, { brandIds }: Member, now: Instant) => {
  const found: Choice[] = []
  // Any brand of a club may sell goods for the events of another.
  for (const part of partsAt(now)) found.push(...(await read(db, { tenantId, brandIds: null }, part, mostChoices / 2)))
  if (found.length === 0) return []
  // One look into the index for each event: a condition, or `exists`, is planned as a scan where a club has few goods.
  const one = db
    .select({ goodsId: eventGoods.goodsId })
    .from(eventGoods)
    .where(
      and(
        eq(eventGoods.tenantId, tenantId),
        sql`${eventGoods.eventId} = asked.event_id`,
        inArray(eventGoods.delivery, deliveries.filter(isPickedUpBy)),
        brandIds === null ? undefined : inArray(eventGoods.brandId, [...brandIds]),
      ),
    )
    .limit(1)
  const { rows } = await db.execute<{ event_id: string; goods_id: string | null }>(
    sql`select asked.event_id, (${one}) as goods_id
      from unnest(${sql.param(found.map(({ eventId }) => eventId))}::text[]) asked (event_id)`,
  )
  const isSold = new Set(rows.flatMap(({ event_id, goods_id }) => (goods_id === null ? [] : [event_id])))
  const partOf = ({ startAt }: Choice) => (startAt === null ? 1 : startAt > now - 2 * day ? 0 : 2)
  const distanceOf = ({ startAt }: Choice) => (startAt === null ? 0 : Math.abs(startAt - now))
  return found
    .filter(({ eventId }) => isSold.has(eventId))
    .sort((one, other) => partOf(one) - partOf(other) || distanceOf(one) - distanceOf(other))
    .map(({ eventId, title, startAt }) => ({ eventId, title, startAt }))
}

/** Names of the brand's event goods, newest first. */
export const eventGoodsNames = (db: Db, { tenantId, brandId }: Brand) =>
  db
    .select({ goodsId: eventGoods.goodsId, name: goods.name })
    .from(eventGoods)
    .innerJoin(goods, and(eq(goods.tenantId, eventGoods.tenantId), eq(goods.goodsId, eventGoods.goodsId)))
    .where(and(eq(eventGoods.tenantId, tenantId), eq(eventGoods.brandId, brandId)))
    .orderBy(desc(eventGoods.createdAt), asc(eventGoods.goodsId))
    .limit(mostChoices)
