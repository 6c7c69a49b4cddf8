import { and, eq, gte, inArray, isNotNull, isNull, lt, lte, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { uidsOfEmail } from '#club/fans/queries.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { isAdmin, type Role } from '#kit/contract.ts'
import { mostCounted } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { type FulfillmentState, type OrderKind, orderNumberOf, type PaymentState } from '#money/orders/order.ts'
import { latePayments, orderBuyers, orderLines, orders } from '#money/orders/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { contains } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { eventGoods } from '../eventGoods/tables.server'
import { shippingRoles } from '../parcels/contract'
import { addressShownFor, type Provider, trackingNumberOf } from '../parcels/fulfillment'
import { isAddressShown } from '../parcels/queries.server'
import { fulfillments } from '../parcels/tables.server'
import type { OrderNeed, OrderTab } from './contract'
import { isNeeding } from './needs.queries.server'
import { isBehind, type OrderSort, orderedBy } from './sort.queries.server'

type Ids = { tenantId: string; brandId: string }
const arg = sql.placeholder
/** For what is asked alike of every brand: its ids are arguments. */
export const anyBrand = { tenantId: sql`${arg('tenantId')}`, brandId: sql`${arg('brandId')}` }
const ofBrand = (brand: Ids | typeof anyBrand) =>
  and(eq(orders.tenantId, brand.tenantId), eq(orders.brandId, brand.brandId))

export type OrderFilter = {
  kind?: OrderKind | undefined
  method?: 'card' | 'konbini' | undefined
  q?: string | undefined
  from?: Instant | undefined
  to?: Instant | undefined
  dateField?: 'placedAt' | 'paidAt' | undefined
  goodsId?: string | undefined
  eventId?: string | undefined
  /** The goods of that event, and the orders of the parcels that left between two times if they are few: `withWhatIsFew` finds them. */
  goodsOfEvent?: readonly string[] | undefined
  shippedOrders?: readonly string[] | undefined
  /** Those that `q` names, found once for the list and its counts: `withWhatIsFew` finds them. */
  foundOrders?: readonly string[] | undefined
  paymentState?: readonly PaymentState[] | undefined
  fulfillmentState?: readonly FulfillmentState[] | undefined
  uid?: string | undefined
  isPaid?: true | undefined
  prefecture?: string | undefined
  hasTracking?: boolean | undefined
  shippedFrom?: Instant | undefined
  shippedTo?: Instant | undefined
  carrier?: Provider | undefined
  amountFrom?: number | undefined
  amountTo?: number | undefined
  isLate?: boolean | undefined
  needs?: OrderNeed | undefined
  /**
   * Recipients are searched, too, where addresses are still shown: not of orders that were delivered or ended before
   * this.
   */
  recipientsSince?: Instant | undefined
  /** Buyers are found by their e-mail address, too. */
  findsByEmail?: true | undefined
}

/** What a text is looked for in, by what the reader may see: recipients' names, and buyers' e-mail addresses. */
export const searchedBy = (q: string | undefined, role: Role, now: Instant) => ({
  ...(q && shippingRoles.some((one) => one === role) && { recipientsSince: now - addressShownFor }),
  ...(q && isAdmin(role) && { findsByEmail: true as const }),
})

const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** In how many of the newest orders a name is looked for. */
const mostSearched = 10_000
const ofNewest = {
  tenantId: sql`n.tenant_id`,
  orderId: sql`n.order_id`,
  paymentState: sql`n.payment_state`,
  closedAt: sql`n.closed_at`,
  refundedAt: sql`n.refunded_at`,
}
const isNumber = (q: string) => /^[a-z]-\d{3,}$/i.test(q)

/** Names are written with spaces and without. */
const isNamed = (column: SQL, q: string) =>
  contains([sql`replace(normalize(${column}, NFKC), ' ', '')`], q.replace(/\s/g, ''))

/**
 * Orders by the beginning of their number, by its digits, or by a tracking number, however old they are; by what was bought and by whom, of
 * the newest. Text that can only be a number or an e-mail address is looked for as one. Of numbers that only begin with the digits the
 * highest 10,000 count. Ids are asked for once (`withWhatIsFew`), or are an array that is made once: of a small club beside a large one the
 * planner expects a single order, and would look for the text again for each that there is.
 */
const found = (
  { tenantId, brandId }: Ids,
  q: string,
  { recipientsSince, findsByEmail }: Pick<OrderFilter, 'recipientsSince' | 'findsByEmail'>,
): { where: SQL } | { ids: SQL } => {
  const text = q.normalize('NFKC').trim()
  // As it is read out: the digits alone, without the zeros before them.
  const [begins, whole] = /^\d{1,9}$/.test(text)
    ? [`A-${text}`, orderNumberOf(Number(text))]
    : [escaped(text.toUpperCase()), null]
  const begun = sql`${orders.orderNumber} like ${`${begins}%`}`
  if (isNumber(text)) return { where: begun }
  const uids = findsByEmail ? uidsOfEmail(text) : undefined
  if (uids) return { where: sql`${orders.uid} = any(array(${uids}))` }
  const numbered = (which: SQL) =>
    sql`select ${orders.orderId} from ${orders} where ${ofBrand({ tenantId, brandId })} and ${which}`
  const byNumber = sql`(${numbered(begun)} order by ${orders.orderNumber} desc limit ${mostSearched})
    union ${numbered(sql`${orders.orderNumber} = ${whole}`)}`
  const tracking = trackingNumberOf(text)
  const byTracking = sql`select f.order_id from ${fulfillments} f where f.tenant_id = ${tenantId}
    and f.tracking_number = ${tracking} and f.tracking_number <> ''`
  if (/^\d{10,}$/.test(tracking)) return { ids: byTracking }
  const newest = sql`select tenant_id, order_id, uid, kind, payment_state, closed_at, refunded_at from ${orders} where tenant_id = ${tenantId}
    and brand_id = ${brandId} order by placed_at desc limit ${mostSearched}`
  const byItem = sql`select l.order_id from newest n join ${orderLines} l on l.tenant_id = n.tenant_id and l.order_id = n.order_id
    where l.name ilike ${`%${escaped(q)}%`}`
  const byBuyer = sql`select n.order_id from newest n join ${people} p on p.uid = n.uid where ${isNamed(sql`p.display_name`, q)}`
  const byRecipient =
    recipientsSince === undefined
      ? sql``
      : sql`union select n.order_id from newest n join ${orderBuyers} b on b.tenant_id = n.tenant_id and b.order_id = n.order_id
          where n.kind in ('goods', 'eventGoods') and ${isNamed(sql`b.recipient_name`, q)} and ${isAddressShown(ofNewest, recipientsSince)}`
  const ids = sql`with newest as materialized (${newest})
    ${byNumber} union ${byTracking} union ${byItem} union ${byBuyer} ${byRecipient}`
  return { ids }
}
const isFound = (brand: Ids, q: string, filter: OrderFilter): SQL => {
  const asked = found(brand, q, filter)
  return 'where' in asked ? asked.where : sql`${orders.orderId} = any(array(${asked.ids}))`
}
const foundOrdersOf = async (db: Db, brand: Ids, filter: OrderFilter) => {
  const asked = filter.q ? found(brand, filter.q, filter) : undefined
  if (!asked || 'where' in asked) return undefined
  const { rows } = await db.execute<{ order_id: string }>(asked.ids)
  return rows.map(({ order_id }) => order_id)
}

const isOfLate = ({ tenantId, brandId }: Ids) =>
  and(eq(latePayments.tenantId, tenantId), eq(latePayments.brandId, brandId))
const isWaiting = isNull(latePayments.resolution)

/** Late payments without a decision. */
export const countLatePayments = async (db: Db, brand: Brand): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(latePayments)
    .where(and(isOfLate(brand), isWaiting))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

const ofOrder = sql`f.tenant_id = ${orders.tenantId} and f.order_id = ${orders.orderId}`
const hasParcel = (which: SQL) => subquery`exists (select 1 from ${fulfillments} f where ${ofOrder} and ${which})`

/** Nothing ships before it is ordered (but for a minute of clock skew): newer orders are not read. */
const orderedBefore = (shippedTo: Instant) => lt(orders.placedAt, shippedTo + 60_000)

/** All conditions have to hold for the same parcel. */
const parcelPasses = ({ shippedFrom, shippedTo, carrier }: OrderFilter): SQL | undefined => {
  const asked = [
    ...(carrier === undefined ? [] : [sql`f.provider = ${carrier}`]),
    ...(shippedFrom === undefined ? [] : [sql`f.shipped_at >= ${toTimestamp(shippedFrom)}::timestamptz`]),
    ...(shippedTo === undefined ? [] : [sql`f.shipped_at < ${toTimestamp(shippedTo)}::timestamptz`]),
  ]
  return asked.length === 0 ? undefined : hasParcel(sql.join(asked, sql` and `))
}

/** A page of a list: so many orders at most are looked up by their ids. */
const mostByIds = 20
/**
 * The orders of the parcels that left between two times, if they are few. How many they are PostgreSQL guesses by a hundredth of all
 * parcels: where it expects thousands of which there are none, it would look for them through every order.
 */
const shippedOrdersOf = async (db: Db, { tenantId }: Ids, { shippedFrom, shippedTo }: OrderFilter) => {
  if (shippedFrom === undefined && shippedTo === undefined) return undefined
  const rows = await db
    .select({ orderId: fulfillments.orderId })
    .from(fulfillments)
    .where(
      and(
        eq(fulfillments.tenantId, tenantId),
        shippedFrom === undefined ? isNotNull(fulfillments.shippedAt) : gte(fulfillments.shippedAt, shippedFrom),
        shippedTo === undefined ? undefined : lt(fulfillments.shippedAt, shippedTo),
      ),
    )
    .limit(mostByIds + 1)
  return rows.length > mostByIds ? undefined : [...new Set(rows.map(({ orderId }) => orderId))]
}

/** Goods of an event are few, and parcels of a short time are: their orders are found by them. So are those that a text names. */
export const withWhatIsFew = async (db: Db, ids: Ids, filter: OrderFilter): Promise<OrderFilter> => {
  const { eventId } = filter
  const [shippedOrders, foundOrders] = await Promise.all([
    shippedOrdersOf(db, ids, filter),
    foundOrdersOf(db, ids, filter),
  ])
  const few = { ...filter, shippedOrders, foundOrders }
  if (eventId === undefined) return few
  const rows = await db
    .select({ goodsId: eventGoods.goodsId })
    .from(eventGoods)
    .where(and(eq(eventGoods.tenantId, ids.tenantId), eq(eventGoods.eventId, eventId)))
  return { ...few, goodsOfEvent: rows.map(({ goodsId }) => goodsId) }
}

export const inTab = (brand: Ids | typeof anyBrand, tab: OrderTab) =>
  and(ofBrand(brand), tab === 'all' ? undefined : eq(orders.tab, tab))
/** Whether nothing but a tab is asked. */
export const isOfAll = (filter: OrderFilter) => Object.values(filter).every((value) => value === undefined)

const hasLine = (which: SQL) =>
  subquery`exists (select 1 from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} and ${which})`
const listOf = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
const isOneOf = (column: PgColumn, values: readonly string[] = []) =>
  values.length === 0 ? undefined : values.length === 1 ? eq(column, values[0]) : inArray(column, [...values])

/** Filters by values that may be common or rare: such reads are planned for their values (`planForValues`). */
export const isNarrowed = (filter: OrderFilter): boolean => {
  const { goodsId, eventId, prefecture, hasTracking, shippedFrom, shippedTo, carrier, amountFrom, amountTo } = filter
  const asked = [goodsId, eventId, prefecture, hasTracking, shippedFrom, shippedTo, carrier, amountFrom, amountTo]
  // One state alone is the beginning of an index: any plan takes that.
  return asked.some((value) => value !== undefined) || isOfSeveralStates(filter)
}

const isAnyOf = (orderIds: readonly string[]) => sql`${orders.orderId} = any(${sql.param(orderIds)}::text[])`

/** The rows of the list, and of the files that are made of it. */
export const passes = (
  brand: Ids,
  tab: OrderTab,
  { kind, method, q, from, to, dateField = 'placedAt', ...others }: OrderFilter,
): SQL | undefined => {
  const { goodsId, uid, isPaid, prefecture, hasTracking, shippedTo, amountFrom, amountTo, isLate, needs } = others
  const { goodsOfEvent, shippedOrders, foundOrders, paymentState, fulfillmentState } = others
  const moment = orders[dateField]
  // Only goods are shipped: orders of other kinds are excluded without looking for parcels.
  const isOfGoods = sql`${orders.kind} in ('goods', 'eventGoods')`
  const tracked = hasParcel(sql`f.tracking_number <> ''`)
  const parcel = parcelPasses(others)
  return and(
    inTab(brand, tab),
    kind && eq(orders.kind, kind),
    method && eq(orders.paymentMethod, method),
    uid === undefined ? undefined : eq(orders.uid, uid),
    isPaid && isNotNull(orders.paidAt),
    from === undefined ? undefined : gte(moment, from),
    to === undefined ? undefined : lt(moment, to),
    amountFrom === undefined ? undefined : gte(orders.total, amountFrom),
    amountTo === undefined ? undefined : lte(orders.total, amountTo),
    isOneOf(orders.paymentState, paymentState),
    isOneOf(orders.fulfillmentState, fulfillmentState),
    goodsId || goodsOfEvent || prefecture || hasTracking || parcel ? isOfGoods : undefined,
    goodsId ? hasLine(sql`l.goods_id = ${goodsId}`) : undefined,
    goodsOfEvent && (goodsOfEvent.length === 0 ? sql`false` : hasLine(sql`l.goods_id in (${listOf(goodsOfEvent)})`)),
    prefecture
      ? subquery`exists (select 1 from ${orderBuyers} b where b.tenant_id = ${orders.tenantId} and b.order_id = ${orders.orderId} and b.prefecture = ${prefecture})`
      : undefined,
    hasTracking === undefined ? undefined : hasTracking ? tracked : not(tracked),
    shippedTo === undefined ? undefined : orderedBefore(shippedTo),
    shippedOrders && isAnyOf(shippedOrders),
    parcel,
    isLate
      ? subquery`${orders.orderId} in (select order_id from ${latePayments} where ${and(isOfLate(brand), isWaiting)})`
      : undefined,
    needs && isNeeding(brand, needs),
    foundOrders ? isAnyOf(foundOrders) : q ? isFound(brand, q, others) : undefined,
  )
}

export const isOfSeveralStates = ({ paymentState = [], fulfillmentState = [] }: OrderFilter) =>
  paymentState.length > 1 || fulfillmentState.length > 1

/** Matching orders, newest first unless a `sort` says otherwise, after a given one (keyset paging by an index). */
export const someOrders = (
  db: Db,
  brand: Brand,
  {
    tab,
    filter,
    sort,
    after,
  }: {
    tab: OrderTab
    filter: OrderFilter
    sort?: OrderSort | undefined
    after?: { placedAt: Instant; total: number; orderId: string } | undefined
  },
  limit: number,
) =>
  db
    .select({
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      placedAt: orders.placedAt,
      total: orders.total,
    })
    .from(orders)
    .where(and(passes(brand, tab, filter), after && isBehind(after, sort)))
    .orderBy(...orderedBy(orders, sort))
    .limit(limit)
