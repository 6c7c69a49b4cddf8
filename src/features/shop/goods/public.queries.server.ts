import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared } from '#server/db/prepared.ts'
import { bothTexts, containsAll, patternsOf } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, PublicBrand } from '#server/proven.ts'
import { eventGoods } from '../eventGoods/tables.server'
import type { GoodsType } from './goods'
import { type GoodsWithVariations, hasStatus, isShown, newestFirst, pageOf } from './queries.server'
import { goods } from './tables.server'

const arg = sql.placeholder
const publicOrders = {
  '-createdAt': newestFirst,
  createdAt: [asc(goods.createdAt), desc(goods.goodsId)],
  price: [asc(goods.price), asc(goods.goodsId)],
  '-price': [desc(goods.price), desc(goods.goodsId)],
}
export type PublicOrder = keyof typeof publicOrders
const passesPublic = (isPurchasableOnly: boolean) => {
  const now = sql`${arg('now')}::timestamptz`
  return and(
    eq(goods.tenantId, arg('tenantId')),
    eq(goods.brandId, arg('brandId')),
    isShown,
    sql`(${arg('goodsType')}::text is null or ${goods.goodsType} = ${arg('goodsType')})`,
    sql`(${arg('isEnded')}::boolean is null or coalesce(${hasStatus('endOfSale', now)}, false) = ${arg('isEnded')})`,
    subquery`(${arg('eventId')}::text is null or ${goods.goodsId} in (select ${eventGoods.goodsId} from ${eventGoods}
      where ${eventGoods.tenantId} = ${arg('tenantId')} and ${eventGoods.eventId} = ${arg('eventId')}))`,
    containsAll(bothTexts(goods.name, goods.english), sql`${arg('words')}`),
    isPurchasableOnly ? hasStatus('onSale', now) : undefined,
  )
}
const listOf = (isPurchasableOnly: boolean, order: PublicOrder) =>
  prepared((db) =>
    pageOf(db, {
      where: passesPublic(isPurchasableOnly),
      orderBy: publicOrders[order],
      limit: arg('limit'),
      offset: arg('offset'),
    }).prepare(''),
  )
const countOf = (isPurchasableOnly: boolean) =>
  prepared((db) =>
    db
      .select({ count: count() })
      .from(
        db
          .select({ one: sql`1`.as('one') })
          .from(goods)
          .where(passesPublic(isPurchasableOnly))
          .limit(mostCounted)
          .as('some'),
      )
      .prepare(''),
  )
const listsOf = (isPurchasableOnly: boolean) => ({
  '-createdAt': listOf(isPurchasableOnly, '-createdAt'),
  createdAt: listOf(isPurchasableOnly, 'createdAt'),
  price: listOf(isPurchasableOnly, 'price'),
  '-price': listOf(isPurchasableOnly, '-price'),
})
const lists = { all: listsOf(false), purchasable: listsOf(true) }
const counts = { all: countOf(false), purchasable: countOf(true) }

type PublicAsked = {
  goodsType: GoodsType | null
  isPurchasableOnly: boolean
  /** Only those whose sale has ended, or only the others; undefined: both. */
  isEnded: boolean | undefined
  eventId: string | undefined
  q: string | undefined
  order: PublicOrder
  page: PaginationRequest
  now: Instant
}

export const publicGoodsOf = async (
  db: Db,
  { tenantId, brandId }: PublicBrand,
  { goodsType, isPurchasableOnly, isEnded, eventId, q, order, page, now }: PublicAsked,
) => {
  const which = isPurchasableOnly ? 'purchasable' : 'all'
  const words = patternsOf(q)
  const named = {
    tenantId,
    brandId,
    goodsType,
    isEnded: isEnded ?? null,
    eventId: eventId ?? null,
    words,
    now: toTimestamp(now),
  }
  const [rows, [counted]] = await Promise.all([
    lists[which][order](db).execute({ ...named, limit: page.limit, offset: page.offset }),
    counts[which](db).execute(named),
  ])
  return { rows: rows as GoodsWithVariations[], total: counted?.count ?? 0 }
}
