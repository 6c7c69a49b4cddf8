import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../../kit/time'
import type { Brand, Db, Member, Tenant } from '../../../server/proven'
import { brands } from '../../brands/tables.server'
import { events } from '../../events/tables.server'
import { goods } from '../../goods/tables.server'
import { mostChoices } from '../eventGoods'
import { eventGoods } from '../tables.server'

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

/**
 * Events of all brands that this member may work for, read brand by brand to use the index. Without cancelled events,
 * for which no goods can be made.
 */
export const eventChoicesOf = async (db: Db, { tenantId }: Tenant, { brandIds }: Member, now: Instant) => {
  const read = ({ which, order }: Part, most: number) => {
    const ofBrand = db
      .select({ eventId: events.eventId, title: events.title, startAt: events.startAt })
      .from(events)
      .where(
        and(
          eq(events.tenantId, brands.tenantId),
          eq(events.brandId, brands.brandId),
          isNull(events.cancellation),
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
  const found: Awaited<ReturnType<typeof read>> = []
  for (const part of partsAt(now))
    if (found.length < mostChoices) found.push(...(await read(part, mostChoices - found.length)))
  return found
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
