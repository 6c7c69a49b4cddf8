import { and, asc, count, desc, eq, gt, inArray, isNull, lt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Sort } from '#kit/list.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { isOnSale } from '#membership/plans/queries.server.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { namesIn } from '#server/db/names.ts'
import { prepared, preparedFor, rowBy } from '#server/db/prepared.ts'
import { oneContains, patternOf } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Owner } from '#server/jobDefinition.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { type GoodsTab, goodsTabs } from './contract'
import { type GoodsType, lowStock, type SalesStatus } from './goods'
import { goods, goodsVariations } from './tables.server'

export type GoodsRow = typeof goods.$inferSelect
export type VariationRow = typeof goodsVariations.$inferSelect

type Ids = { tenantId: string; brandId: string } | { tenantId: Placeholder; brandId: Placeholder }
const arg = sql.placeholder
const named = { tenantId: arg('tenantId'), brandId: arg('brandId') }
const ofBrand = (brand: Ids) =>
  and(eq(goods.tenantId, brand.tenantId), eq(goods.brandId, brand.brandId), isNull(goods.deletedAt))
const isGoods = (brand: Brand | PublicBrand, goodsId: string) => and(ofBrand(brand), eq(goods.goodsId, goodsId))

/** `salesStatusAt` of goods.ts as SQL; a test compares the two. */
export const hasStatus = (status: SalesStatus, now: SQL): SQL => {
  const begun = sql`${goods.saleStartAt} <= ${now}`
  const notOver = sql`(${goods.saleEndAt} is null or ${goods.saleEndAt} > ${now})`
  const isOpen = sql`(${goods.saleWindows} is null or jsonb_path_exists(${goods.saleWindows},
    '$[*] ? (@.startAt <= $now && @.endAt > $now)', jsonb_build_object('now', extract(epoch from ${now}) * 1000)))`
  const running = sql`${begun} and ${notOver} and ${isOpen}`
  // A scalar subquery: as an `exists` PostgreSQL makes it a join of all goods with all variations, whatever the page.
  const canBeBought = subquery`coalesce((select true from ${goodsVariations} v where v.tenant_id = ${goods.tenantId}
    and v.goods_id = ${goods.goodsId} and not v.is_hidden and not v.is_stopped and (v.is_unlimited or v.available > 0) limit 1), false)`
  switch (status) {
    case 'beforeSale':
      return sql`(${goods.saleStartAt} > ${now} or (${notOver} and not ${isOpen}))`
    case 'endOfSale':
      return sql`${begun} and ${goods.saleEndAt} <= ${now}`
    case 'soldOut':
      return sql`${running} and not ${canBeBought}`
    case 'onSale':
      return sql`${running} and ${canBeBought}`
  }
}
const at = (now: Instant) => sql`${toTimestamp(now)}::timestamptz`
const atArg = sql`${arg('now')}::timestamptz`

const variationColumns = {
  variationId: goodsVariations.variationId,
  name: goodsVariations.name,
  english: goodsVariations.english,
  sku: goodsVariations.sku,
  maxQuantity: goodsVariations.maxQuantity,
  isStopped: goodsVariations.isStopped,
  isHidden: goodsVariations.isHidden,
  isUnlimited: goodsVariations.isUnlimited,
  initial: goodsVariations.initial,
  adjusted: goodsVariations.adjusted,
  available: goodsVariations.available,
  reserved: goodsVariations.reserved,
  sold: goodsVariations.sold,
}
/** Variations of each row of goods in the surrounding query. */
export const variationsIn = (db: Db) =>
  db
    .select({
      list: jsonList(variationColumns, sql`${goodsVariations.position}, ${goodsVariations.variationId}`).as(
        'variations',
      ),
    })
    .from(goodsVariations)
    .where(and(eq(goodsVariations.tenantId, goods.tenantId), eq(goodsVariations.goodsId, goods.goodsId)))
    .as('variations_of')

const withVariations = (db: Db) => {
  const variations = variationsIn(db)
  return { columns: { goods, variations: variations.list }, variations }
}
type Page = {
  where: SQL | undefined
  orderBy: readonly SQL[]
  limit: number | Placeholder
  offset: number | Placeholder
}
/** Reads the page's rows first and joins their variations, so that nothing is read for other pages. */
export const pageOf = (db: Db, { where, orderBy, limit, offset }: Page) => {
  const variations = variationsIn(db)
  // Named like the table, so that conditions on goods apply to the page.
  const page = db
    .select()
    .from(goods)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
    .as('goods')
  return db
    .select({ goods, variations: variations.list })
    .from(page)
    .innerJoinLateral(variations, sql`true`)
    .orderBy(...orderBy)
}
export type GoodsWithVariations = {
  goods: GoodsRow
  variations: Pick<VariationRow, keyof typeof variationColumns>[]
}

// --- What everybody sees ---------------------------------------------------------------------------------------------------

export const newestFirst = [desc(goods.createdAt), asc(goods.goodsId)]
export const isShown = sql`${goods.visibility} = 'visible'`

const oneGoods = prepared((db) => {
  const { columns, variations } = withVariations(db)
  return db
    .select(columns)
    .from(goods)
    .innerJoinLateral(variations, sql`true`)
    .where(
      and(
        eq(goods.tenantId, arg('tenantId')),
        eq(goods.brandId, arg('brandId')),
        eq(goods.goodsId, arg('goodsId')),
        isNull(goods.deletedAt),
      ),
    )
    .prepare('')
})

export const findGoods = async (
  db: Db,
  { tenantId, brandId }: Brand | PublicBrand,
  goodsId: string,
): Promise<GoodsWithVariations | undefined> => {
  const [row] = await oneGoods(db).execute({ tenantId, brandId, goodsId })
  return row as GoodsWithVariations | undefined
}

/** Name, picture and description of goods by id alone, if fans may see it. */
export const metadataOfGoods = async (db: Db, goodsId: string) => {
  const [row] = await db
    .select({ name: goods.name, thumbnails: goods.thumbnails, description: goods.description, english: goods.english })
    .from(goods)
    .where(and(isNamed(goods.goodsId, goodsId), isShown))
  return row
}

/** Plans on sale whose members may buy it. */
export const plansOfGoods = (db: Db, brand: Pick<PublicBrand, 'tenantId'>, planIds: readonly string[]) =>
  planIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          planId: plans.planId,
          name: plans.name,
          english: plans.english,
          price: plans.price,
          subscriptionInterval: plans.subscriptionInterval,
        })
        .from(plans)
        .where(and(eq(plans.tenantId, brand.tenantId), isOnSale(), inArray(plans.planId, [...planIds])))
        .orderBy(plans.price, plans.planId)

// --- What staff see --------------------------------------------------------------------------------------------------------

const sortable = {
  name: goods.name,
  price: goods.price,
  saleStartAt: goods.saleStartAt,
  createdAt: goods.createdAt,
}
/** Goods on sale with low stock. Starts from the variations, because an index contains only the low ones. */
const isLow = (brand: Ids, now: SQL): SQL => subquery`${goods.goodsId} in (select v.goods_id from ${goodsVariations} v
  where v.tenant_id = ${brand.tenantId} and not v.is_unlimited and not v.is_hidden and not v.is_stopped and v.available <= ${sql.raw(String(lowStock))})
  and ${goods.visibility} = 'visible' and (${goods.saleEndAt} is null or ${goods.saleEndAt} > ${now})`

/** Counted to 10,000. */
export const countLowStock = async (db: Db, brand: Brand, now: Instant): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(goods)
    .where(and(ofBrand(brand), isLow(brand, at(now))))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: count() }).from(some)
  return row?.count ?? 0
}

/** Starts and ends of sales between two moments, soonest first. */
export const salesTurnsBetween = async (
  db: Db,
  brand: Brand,
  { from, to }: { from: Instant; to: Instant },
  limit: number,
) => {
  const turns = async (kind: 'saleStart' | 'saleEnd') => {
    const column = kind === 'saleStart' ? goods.saleStartAt : goods.saleEndAt
    const rows = await db
      .select({ goodsId: goods.goodsId, name: goods.name, at: column })
      .from(goods)
      .where(and(ofBrand(brand), isShown, gt(column, from), lt(column, to)))
      .orderBy(asc(column), asc(goods.goodsId))
      .limit(limit)
    return rows.map(({ goodsId, name, at }) => ({ kind, goodsId, name, at: at ?? from }))
  }
  return [...(await turns('saleStart')), ...(await turns('saleEnd'))]
}

type GoodsFilter = {
  tab: GoodsTab
  isLow: boolean
  goodsType: GoodsType | undefined
  q: string | undefined
  sort: Sort<keyof typeof sortable> | undefined
  page: PaginationRequest
  now: Instant
}
/** Which of a list's filters are asked, and in which order: the values are arguments. */
type ListShape = Pick<GoodsFilter, 'tab' | 'isLow'> & {
  hasType: boolean
  isSearched: boolean
  sort?: GoodsFilter['sort']
}
const inTab = (tab: GoodsTab): SQL | undefined => {
  if (tab === 'all') return undefined
  if (tab === 'hidden') return eq(goods.visibility, 'hidden')
  return and(isShown, hasStatus(tab, atArg))
}
const passes = ({ tab, isLow: onlyLow, hasType, isSearched }: ListShape) =>
  and(
    ofBrand(named),
    // Event goods are changed by reviewed drafts, and have a list of their own.
    isNull(goods.saleWindows),
    inTab(tab),
    onlyLow ? isLow(named, atArg) : undefined,
    hasType ? eq(goods.goodsType, arg('goodsType')) : undefined,
    isSearched ? oneContains([goods.name], arg('pattern')) : undefined,
  )

type Asked = Omit<GoodsFilter, 'page' | 'sort' | 'tab'>
const shapeOf = ({ isLow: onlyLow, goodsType, q }: Asked) => ({
  isLow: onlyLow,
  hasType: goodsType !== undefined,
  isSearched: Boolean(q),
})
const argumentsOf = ({ tenantId, brandId }: Brand, { goodsType, q = '', now }: Asked) => ({
  tenantId,
  brandId,
  goodsType,
  pattern: patternOf(q),
  now: toTimestamp(now),
})

const pageQuery = preparedFor((db, { sort, ...shape }: ListShape) => {
  const [name, direction] = sort?.startsWith('-') ? [sort.slice(1), desc] : [sort ?? 'createdAt', sort ? asc : desc]
  return pageOf(db, {
    where: passes(shape),
    orderBy: [direction(sortable[name as keyof typeof sortable]), asc(goods.goodsId)],
    limit: arg('limit'),
    offset: arg('offset'),
  }).prepare('')
})
export const goodsOf = async (db: Db, brand: Brand, asked: GoodsFilter): Promise<GoodsWithVariations[]> => {
  const { tab, sort, page } = asked
  const shape = { tab, ...shapeOf(asked), sort }
  return (await pageQuery(db, shape).execute({ ...argumentsOf(brand, asked), ...page })) as GoodsWithVariations[]
}

const countsQuery = preparedFor((db, shape: Omit<ListShape, 'tab' | 'sort'>) => {
  const flags = Object.fromEntries(
    goodsTabs.map((tab) => [tab, sql<boolean>`${inTab(tab) ?? sql`true`}`.as(`is_${tab}`)]),
  ) as Record<GoodsTab, SQL.Aliased<boolean>>
  const some = db
    .select(flags)
    .from(goods)
    .where(passes({ ...shape, tab: 'all' }))
    .orderBy(...newestFirst)
    .limit(mostCounted)
    .as('some')
  const figures = Object.fromEntries(
    goodsTabs.map((tab) => [tab, sql<number>`(count(*) filter (where ${some[tab]}))::int`]),
  ) as Record<GoodsTab, SQL<number>>
  return db.select(figures).from(some).prepare('')
})
/** Counts per tab under the same filter, among the newest 10,000. */
export const countsOfGoods = async (db: Db, brand: Brand, asked: Asked): Promise<Record<GoodsTab, number>> => {
  const [row] = await countsQuery(db, shapeOf(asked)).execute(argumentsOf(brand, asked))
  if (!row) throw new Error('A count answers one row.')
  return row
}

/** Locks the goods until the transaction ends, so that the checks are still true when they are saved. */
export const lockGoods = async (db: Db, brand: Brand, goodsId: string): Promise<GoodsRow | undefined> => {
  const [row] = await db.select().from(goods).where(isGoods(brand, goodsId)).for('update')
  return row
}

export const variationsOf = (db: Db, { tenantId }: Brand, goodsId: string): Promise<VariationRow[]> =>
  db
    .select()
    .from(goodsVariations)
    .where(and(eq(goodsVariations.tenantId, tenantId), eq(goodsVariations.goodsId, goodsId)))
    .orderBy(asc(goodsVariations.position), asc(goodsVariations.variationId))

/** The brand of goods, for jobs. */
export const brandOfGoods = rowBy<Owner>(goods, goods.goodsId, isNamed)

export const insertGoods = (db: Db, row: typeof goods.$inferInsert) =>
  withNames(db, row.tenantId, [[goods.goodsId, row.goodsId]])
    .insert(goods)
    .values(row)
type NewVariation = Omit<typeof goodsVariations.$inferInsert, 'available'>
export const insertVariations = async (db: Db, rows: readonly NewVariation[]) => {
  if (rows.length > 0) await db.insert(goodsVariations).values([...rows])
}
export const setVariation = (
  db: Db,
  { tenantId }: Brand,
  variationId: string,
  changes: Partial<
    Pick<
      VariationRow,
      'position' | 'name' | 'english' | 'sku' | 'maxQuantity' | 'isStopped' | 'isHidden' | 'isUnlimited'
    >
  >,
) =>
  db
    .update(goodsVariations)
    .set(changes)
    .where(and(eq(goodsVariations.tenantId, tenantId), eq(goodsVariations.variationId, variationId)))

export type Changes = Partial<Omit<GoodsRow, 'tenantId' | 'brandId' | 'goodsId' | 'createdAt' | 'goodsType'>>
/** The caller has locked the row with `lockGoods`. */
export const saveGoods = (db: Db, brand: Brand, goodsId: string, changes: Changes & { editedAt: Instant }) =>
  db.update(goods).set(changes).where(isGoods(brand, goodsId))

/** The shipping texts of these goods. */
export const shippingTextsOf = async (db: Db, { tenantId }: { tenantId: string }, goodsIds: readonly string[]) => {
  const rows =
    goodsIds.length === 0
      ? []
      : await db
          .select({ goodsId: goods.goodsId, text: goods.shippingTimeText })
          .from(goods)
          .where(and(eq(goods.tenantId, tenantId), inArray(goods.goodsId, [...goodsIds])))
  return new Map(rows.map(({ goodsId, text }) => [goodsId, text]))
}

/** Ends of sale of these goods. */
export const saleEndsOf = async (db: Db, { tenantId }: { tenantId: string }, goodsIds: readonly string[]) =>
  goodsIds.length === 0
    ? []
    : await db
        .select({ saleEndAt: goods.saleEndAt })
        .from(goods)
        .where(and(eq(goods.tenantId, tenantId), inArray(goods.goodsId, [...goodsIds])))

export const namesOfGoods = namesIn(goods, {
  tenantId: goods.tenantId,
  id: goods.goodsId,
  name: goods.name,
})
