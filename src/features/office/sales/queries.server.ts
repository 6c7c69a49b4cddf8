import { and, asc, desc, eq, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { dayOf } from '#money/ledger/ledger.ts'
import { waitingBackOf } from '#money/ledger/sales.queries.server.ts'
import { wholeShare } from '#money/ledger/shares.ts'
import { ledgerEntries, ledgerMovements, salesSums } from '#money/ledger/tables.server.ts'
import type { OrderKind } from '#money/orders/order.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { eventGoods } from '#shop/eventGoods/tables.server.ts'

export type SalesFilter = {
  from: Instant
  to: Instant
  kind?: OrderKind | undefined
  method?: 'card' | 'konbini' | undefined
  planId?: string | undefined
  goodsId?: string | undefined
  eventId?: string | undefined
  /** Something went back within the span, which is then about that and not about the payment. */
  isRefunded?: boolean | undefined
}

/**
 * Whether the list is narrowed to some goods of the orders: only their part of an amount counts then, and refunds
 * cannot be assigned to goods.
 */
export const isOfThings = ({ goodsId, eventId }: Pick<SalesFilter, 'goodsId' | 'eventId'>) =>
  goodsId !== undefined || eventId !== undefined

/** That goods (a column in SQL) are those of the event. */
const isOfEvent = (tenantId: SQL, goodsId: SQL, eventId: string) =>
  subquery`exists (select 1 from ${eventGoods} g where g.tenant_id = ${tenantId} and g.goods_id = ${goodsId} and g.event_id = ${eventId})`

/** That a line `l` is one of those that the list is narrowed to. */
const isAskedLine = ({ goodsId, eventId }: SalesFilter): SQL =>
  sql`${goodsId === undefined ? sql`true` : sql`l.goods_id = ${goodsId}`}
    and ${eventId === undefined ? sql`true` : isOfEvent(sql`l.tenant_id`, sql`l.goods_id`, eventId)}`

const ofOrder = sql`l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId}`

/** A month, or one that was bought with its plan. */
const isOfMonth = and(inArray(orders.kind, ['plan', 'backNumber']), isNotNull(orders.periodYear))

/** Of a plan and a month in one order only the asked part counts. */
const isAskedPart = (kind: OrderKind | undefined): SQL | undefined =>
  kind === 'plan' || kind === 'backNumber' ? sql`e.kind = ${kind}` : undefined

const passes = (filter: SalesFilter): SQL | undefined => {
  const { from, to, kind, method, planId } = filter
  return and(
    isNotNull(orders.paidAt),
    filter.isRefunded ? undefined : gte(orders.paidAt, from),
    filter.isRefunded ? undefined : lt(orders.paidAt, to),
    kind && (kind === 'backNumber' ? isOfMonth : eq(orders.kind, kind)),
    method && eq(orders.paymentMethod, method),
    planId === undefined ? undefined : eq(orders.planId, planId),
    isOfThings(filter)
      ? and(
          filter.eventId === undefined ? sql`${orders.kind} in ('goods', 'eventGoods')` : eq(orders.kind, 'eventGoods'),
          subquery`exists (select 1 from ${orderLines} l where ${ofOrder} and ${isAskedLine(filter)})`,
        )
      : undefined,
  )
}

/** The part of an event goods line `l` for a brand other than their home brand, computed like `shareOut`. */
const amountOf = sql`l.unit_price::bigint * l.quantity`
const shareOf = (which: SQL) =>
  subquery`coalesce((select sum(${amountOf} * (s.one->>'share')::int / ${sql.raw(String(wholeShare))}) from jsonb_array_elements(l.shares) s(one) where ${which}), 0)`
const isFor = (brand: Brand) => sql`s.one->>'brandId' = ${brand.brandId}`

const isInSpan = ({ from, to }: SalesFilter) =>
  sql`e.occurred_at >= ${toTimestamp(from)}::timestamptz and e.occurred_at < ${toTimestamp(to)}::timestamptz`

/**
 * Orders with a refund within the span, and when the last one was. Days without any are skipped by the daily sums; on
 * the others the refund entries of the brand's account and the deferred ones are read, those of other brands only where
 * event goods were refunded. Shipping alone may be refunded as well.
 */
const wentBack = (brand: Brand, filter: SalesFilter) => {
  const entry = (account: string) =>
    sql`e.tenant_id = ${brand.tenantId} and e.account = '${sql.raw(account)}' and ${and(isInSpan(filter), isAskedPart(filter.kind))}
      and e.occurred_at >= days.day::timestamp at time zone 'Asia/Tokyo'
      and e.occurred_at < (days.day::date + 1)::timestamp at time zone 'Asia/Tokyo'`
  return sql`select e.order_id, max(e.occurred_at) as at from (
      select day, bool_or(kind = 'eventGoods') as shares from ${salesSums} where ${daysPass(brand, filter)} and refunds <> 0 group by day
    ) days, lateral (
      select e.order_id, e.occurred_at from ${ledgerEntries} e where ${entry('brandPayable')} and e.brand_id = ${brand.brandId}
        and e.recognized_month = left(days.day, 7) and e.component in ('refund', 'chargeback')
      union all
      select e.order_id, e.occurred_at from ${brands} h join ${ledgerEntries} e on e.brand_id = h.brand_id and ${entry('deferred')}
          and e.recognized_month is null and (h.brand_id = ${brand.brandId} or (days.shares and e.kind = 'eventGoods'))
        where h.tenant_id = ${brand.tenantId} and (e.component in ('refund', 'chargeback') or (e.component = 'shippingFee'
          and (select m.kind from ${ledgerMovements} m where m.tenant_id = e.tenant_id and m.movement_id = e.movement_id) in ('refund', 'refundFailed', 'dispute', 'disputeWon')))
    ) e where e.order_id is not null group by e.order_id`
}

type Page = { limit: number; offset?: number }
type Way = 'newest' | 'next' | 'any'
const lastDay = sql`coalesce(to_char(${sql.placeholder('lastAt')}::timestamptz at time zone 'Asia/Tokyo', 'YYYY-MM-DD'), '')`

/**
 * Days on which other brands of the club sold goods that this brand has a share of, and those brands: its own daily
 * sums tell, and only there other brands' orders are searched. A day is left out once the days before it hold `most`
 * orders. Days at the ends of the span count 0, and days of a list narrowed to some goods count 1, because their number
 * is not known.
 */
const sharedDays = (brand: Brand, filter: SalesFilter, most: number, way: Way) => {
  const { day, kind, itemId } = salesSums
  const ends = [sql`${dayOf(filter.from)}`, sql`${dayOf(filter.to - 1)}`, ...(way === 'next' ? [lastDay] : [])]
  const count = sql`case when day in (${sql.join(ends, sql`, `)}) then 0 else ${isOfThings(filter) ? sql`1` : sql`sum(orders)`} end`
  const isAhead = way === 'next' ? sql`${day} >= ${lastDay}` : undefined
  const order = way === 'next' ? sql`day` : sql`day desc`
  // The home brand is looked up by key, once for each item: they are few among all goods of the club.
  return sql`with sold as materialized (
      select ${day} as day, ${itemId} as item_id, sum(${salesSums.orders}) as orders from ${salesSums}
      where ${and(daysPass(brand, filter), eq(kind, 'eventGoods'), isAhead)} group by ${day}, ${itemId}
    ), shared as materialized (
      select item_id, g.brand_id as home from (select distinct item_id from sold) items, lateral (
        select brand_id from ${eventGoods} g where g.tenant_id = ${brand.tenantId} and g.goods_id = items.item_id
          and g.brand_id <> ${brand.brandId} offset 0) g
    )
    select day, home from (
      select day, home, sum(orders) over (order by ${order} groups between unbounded preceding and 1 preceding) as before
      from (select day, home, ${count} as orders from sold join shared using (item_id) group by day, home) days
    ) days where coalesce(before, 0) < ${most}`
}

/**
 * Orders that are sales of the brand: its own, and those of other brands that give it a share. Each source is read in
 * index order, as many rows as the page needs.
 */
const found = (brand: Brand, filter: SalesFilter, { limit, offset = 0 }: Page, way: Way) => {
  const columns = sql`${orders.orderId}, ${orders.paidAt} as at`
  const [order, each] =
    way === 'newest'
      ? [sql`order by at desc, order_id desc`, sql`order by ${desc(orders.paidAt)}, ${desc(orders.orderId)}`]
      : way === 'next'
        ? [sql`order by at, order_id`, sql`order by ${asc(orders.paidAt)}, ${asc(orders.orderId)}`]
        : [sql``, sql``]
  const asked = and(
    eq(orders.tenantId, brand.tenantId),
    passes(filter),
    way === 'next' ? isAfterLast(orders.paidAt, orders.orderId) : undefined,
  )
  const most = limit + offset
  const isShared = and(
    eq(orders.kind, 'eventGoods'),
    subquery`exists (select 1 from ${orderLines} l where ${ofOrder} and ${isAskedLine(filter)}
      and l.shares @> ${JSON.stringify([{ brandId: brand.brandId }])}::jsonb)`,
  )
  if (filter.isRefunded) {
    const its = or(eq(orders.brandId, brand.brandId), isShared)
    // The newest refund first, whenever it was sold; a file goes on by the sale. Each by its key: there are few of them.
    const at = way === 'newest' ? sql`back.at` : sql`o.at`
    return sql`with back as materialized (${wentBack(brand, filter)})
      select order_id, at from (select o.order_id, ${at} as at from back, lateral (
        select ${columns} from ${orders} where ${and(asked, sql`${orders.orderId} = back.order_id`, its)} offset 0
      ) o) found ${order} limit ${limit} offset ${offset}`
  }
  const own = subquery`(select ${columns} from ${orders} where ${and(asked, eq(orders.brandId, brand.brandId))} ${each} limit ${most})`
  const mayBeShared = (filter.kind ?? 'eventGoods') === 'eventGoods' && filter.planId === undefined
  const shared = subquery`(select o.order_id, o.at from (${sharedDays(brand, filter, most, way)}) d, lateral (
      select ${columns} from ${orders} where ${and(
        asked,
        sql`${orders.brandId} = d.home`,
        sql`${orders.paidAt} >= d.day::timestamp at time zone 'Asia/Tokyo'`,
        sql`${orders.paidAt} < (d.day::date + 1)::timestamp at time zone 'Asia/Tokyo'`,
        isShared,
      )} ${each} limit ${most}) o)`
  const all = mayBeShared ? sql`${own} union all ${shared}` : own
  return sql`select order_id, at from (${all}) found ${order} limit ${limit} offset ${offset}`
}

/** The line `l` of a plan, or of the month that was bought with it. */
const part = (kind: 'plan' | 'backNumber') => sql`l.position = ${kind === 'plan' ? 0 : 1}`

const askedLines = (filter: SalesFilter) => sql`from ${orderLines} l where ${ofOrder} and ${isAskedLine(filter)}`
const isHomeOf = (brand: Brand) => sql`${orders.brandId} = ${brand.brandId}`
/** Entries of what went back of an order: within the span where the list is about that. */
const entriesBack = (filter: SalesFilter) =>
  sql`from ${ledgerEntries} e where e.tenant_id = ${orders.tenantId} and e.order_id = ${orders.orderId}
    and e.account in ('brandPayable', 'deferred') and ${and(sql`true`, filter.isRefunded ? isInSpan(filter) : undefined, isAskedPart(filter.kind))}`
const isLost = (brand: Brand) => sql`e.brand_id = ${brand.brandId} and e.component in ('refund', 'chargeback')`

/** A sale as the brand sees it: its own part of the order, and the parts that are shared with other brands. */
const shownSale = (brand: Brand, filter: SalesFilter) => {
  const [isHome, of, back] = [isHomeOf(brand), askedLines(filter), entriesBack(filter)]
  const given = subquery`case when ${orders.kind} <> 'eventGoods' then 0 else coalesce((select sum(${shareOf(sql`s.one->>'brandId' <> ${brand.brandId}`)}) ${of} and l.shares is not null), 0) end`
  const whole = isOfThings(filter)
    ? subquery`coalesce((select sum(${amountOf}) ${of}), 0)`
    : filter.kind === 'plan' || filter.kind === 'backNumber'
      ? subquery`case when ${orders.kind} = 'plan' and ${orders.periodYear} is not null
          then (select sum(${amountOf}) from ${orderLines} l where ${ofOrder} and ${part(filter.kind)}) else ${orders.subtotal} end`
      : sql`${orders.subtotal} + ${orders.shippingFee}`
  const lost = subquery`coalesce((select sum(e.amount) ${back} and ${isLost(brand)}), 0)`
  // Shipping that was booked and returned since; a shipment only moves it between accounts.
  const shipping = subquery`coalesce((select sum(e.amount) ${back} and e.component = 'shippingFee'
    and (select m.fact from ${ledgerMovements} m where m.tenant_id = e.tenant_id and m.movement_id = e.movement_id) <> 'paid:' || ${orders.orderId}), 0)`
  return {
    orderId: orders.orderId,
    orderNumber: orders.orderNumber,
    brandId: orders.brandId,
    paidAt: orders.paidAt,
    kind: filter.kind === 'backNumber' ? sql<OrderKind>`'backNumber'` : orders.kind,
    method: orders.paymentMethod,
    gross:
      subquery`case when ${isHome} then ${whole} - ${given} else (select sum(${shareOf(isFor(brand))}) ${of}) end`.mapWith(
        Number,
      ),
    given: sql`case when ${isHome} then ${given} else 0 end`.mapWith(Number),
    refunded: sql`${lost} + case when ${isHome} then ${shipping} else 0 end`.mapWith(Number),
    /** Refunded before shipment: the ledger does not name the brand that bears the refund. */
    hasWaitingBack: subquery<boolean>`${orders.kind} = 'eventGoods' and exists (select 1 ${back} and e.account = 'deferred' and e.component in ('refund', 'chargeback'))`,
    state: orders.paymentState,
    buyerName: sql<string>`case when ${isHome} then coalesce(${people.displayName}, '') else '' end`,
    /** Shared sales only: name of the brand that has the order. */
    sharedBy: subquery<string>`case when ${isHome} then '' else (select b.name from ${brands} b where b.tenant_id = ${orders.tenantId} and b.brand_id = ${orders.brandId}) end`,
    item: subquery<string>`coalesce((select l.name ${of} order by l.position ${filter.kind === 'backNumber' ? sql`desc` : sql``} limit 1), '')`,
  }
}

/** What of the brand's part, and of what went back of it, is at the reduced rate of the consumption tax: of goods alone. */
const shownReduced = (brand: Brand, filter: SalesFilter) => {
  const others = sql`coalesce(${shareOf(sql`s.one->>'brandId' <> ${brand.brandId}`)}, 0)`
  const own = sql`case when ${isHomeOf(brand)} then ${amountOf} - ${others} else ${shareOf(isFor(brand))} end`
  return {
    reduced:
      subquery`case when ${orders.kind} in ('goods', 'eventGoods') then coalesce((select sum(${own}) ${askedLines(filter)} and l.is_reduced_tax), 0) else 0 end`.mapWith(
        Number,
      ),
    reducedBack: subquery`coalesce((select sum(e.reduced) ${entriesBack(filter)} and ${isLost(brand)}), 0)`.mapWith(
      Number,
    ),
  }
}
type SalesColumns = {
  orderId: string
  brandId: string
  refunded: number
  reducedBack?: number
  hasWaitingBack: boolean
  paidAt: Instant | null
}

/** Adds refunds of unsent goods to the brands that bear them. */
const withBack = async <Row extends SalesColumns>(db: Db, brand: Brand, filter: SalesFilter, rows: readonly Row[]) => {
  const homes = new Map(rows.flatMap((row) => (row.hasWaitingBack ? [[row.orderId, row.brandId] as const] : [])))
  const back = await waitingBackOf(db, brand.tenantId, homes, filter.isRefunded ? filter : undefined)
  return rows.map((row) => {
    const parts = back.get(row.orderId) ?? []
    const mine = parts.filter(({ brandId }) => brandId === brand.brandId)
    // The home brand's own sum holds all of it.
    const before = row.brandId === brand.brandId ? parts : []
    const sum = (of: 'amount' | 'reduced') =>
      mine.reduce((all, part) => all + part[of], 0) - before.reduce((all, part) => all + part[of], 0)
    return {
      ...row,
      paidAt: row.paidAt ?? 0,
      refunded: isOfThings(filter) ? null : row.refunded + sum('amount'),
      reducedBack: (row.reducedBack ?? 0) + sum('reduced'),
    }
  })
}

/** Payments, newest first; with `isRefunded`, latest refund first. */
export const salesOf = async (db: Db, brand: Brand, filter: SalesFilter, page: PaginationRequest) => {
  const refundedAt = filter.isRefunded ? sql`found.at` : sql`null::timestamptz`
  const rows = await db
    .select({
      ...shownSale(brand, filter),
      refundedAt: refundedAt.mapWith(orders.paidAt) as SQL<Instant | null>,
    })
    .from(orders)
    .innerJoin(sql`(${found(brand, filter, page, 'newest')}) found`, sql`found.order_id = ${orders.orderId}`)
    .leftJoin(people, eq(people.uid, orders.uid))
    .where(eq(orders.tenantId, brand.tenantId))
    .orderBy(sql`found.at desc`, desc(orders.orderId))
  return withBack(db, brand, filter, rows)
}

/** The sales of a file, the oldest first. */
export const exportedSales = async function* (db: Db, brand: Brand, filter: SalesFilter) {
  const batches = batchesOf(
    db
      .select({ ...shownSale(brand, filter), ...shownReduced(brand, filter) })
      .from(orders)
      .leftJoin(people, eq(people.uid, orders.uid))
      .where(
        and(
          eq(orders.tenantId, brand.tenantId),
          subquery`${orders.orderId} = any(array(select order_id from (${found(brand, filter, { limit: batchSize }, 'next')}) batch))`,
        ),
      )
      .orderBy(asc(orders.paidAt), asc(orders.orderId))
      .prepare(''),
    ({ paidAt, orderId }) => ({ at: paidAt ?? 0, id: orderId }),
  )
  for await (const batch of batches) yield await withBack(db, brand, filter, batch)
}

type Batch =
  ReturnType<typeof exportedSales> extends AsyncGenerator<infer Rows extends readonly unknown[]> ? Rows : never
export type ExportedSale = Batch[number]

/** Days of the span on which something went back, the oldest first. */
export const daysOfRefunds = async (db: Db, brand: Brand, filter: SalesFilter): Promise<string[]> => {
  const rows = await salesByDay(db, brand, filter)
  return [...new Set(rows.flatMap(({ day, refunds }) => (refunds === 0 ? [] : [day])))].sort()
}

export const countSales = async (db: Db, brand: Brand, filter: SalesFilter): Promise<number> => {
  const some = found(brand, filter, { limit: mostCounted }, 'any')
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${some}) counted`)
  return rows[0]?.count ?? 0
}

const daysPass = (brand: Brand, { from, to, kind, method, planId, goodsId, eventId }: SalesFilter): SQL | undefined =>
  and(
    eq(salesSums.tenantId, brand.tenantId),
    eq(salesSums.brandId, brand.brandId),
    gte(salesSums.day, dayOf(from)),
    lte(salesSums.day, dayOf(to - 1)),
    kind && eq(salesSums.kind, kind),
    method && eq(salesSums.method, method),
    (planId ?? goodsId) === undefined ? undefined : eq(salesSums.itemId, planId ?? goodsId ?? ''),
    eventId === undefined ? undefined : eq(salesSums.kind, 'eventGoods'),
    eventId === undefined ? undefined : isOfEvent(sql`${salesSums.tenantId}`, sql`${salesSums.itemId}`, eventId),
  )

/** Sums of whole days by kind; a row a day and kind, whatever was sold. */
export const salesByDay = (db: Db, brand: Brand, filter: SalesFilter) =>
  db
    .select({
      day: salesSums.day,
      kind: salesSums.kind,
      orders: sql<number>`sum(${salesSums.orders})::int`,
      gross: sql`sum(${salesSums.gross})`.mapWith(Number),
      refunds: sql`sum(${salesSums.refunds})`.mapWith(Number),
    })
    .from(salesSums)
    .where(daysPass(brand, filter))
    .groupBy(salesSums.day, salesSums.kind)

/** Plans and goods by what was sold of them, the most first. */
export const topItems = (db: Db, brand: Brand, filter: SalesFilter, limit: number) => {
  const summed = db
    .select({
      tenantId: salesSums.tenantId,
      kind: salesSums.kind,
      itemId: salesSums.itemId,
      orders: sql<number>`sum(${salesSums.orders})::int`.as('sold'),
      gross: sql`sum(${salesSums.gross})`.mapWith(Number).as('amount'),
    })
    .from(salesSums)
    .where(and(daysPass(brand, filter), sql`${salesSums.itemId} <> ''`))
    .groupBy(salesSums.tenantId, salesSums.kind, salesSums.itemId)
    .having(sql`sum(${salesSums.gross}) <> 0`)
    .orderBy(sql`amount desc`, salesSums.itemId)
    .limit(limit)
    .as('summed')
  return db
    .select({
      kind: summed.kind,
      itemId: summed.itemId,
      // An order of several things is one sale: of goods alone nobody has counted them.
      orders: sql<number | null>`case when ${summed.kind} in ('plan', 'backNumber') then ${summed.orders} end`,
      gross: summed.gross,
      name: subquery<string>`coalesce(${plans.name}, (select l.name from ${orderLines} l where l.tenant_id = ${summed.tenantId} and l.goods_id = ${summed.itemId} limit 1), '')`,
    })
    .from(summed)
    .leftJoin(plans, and(eq(plans.tenantId, summed.tenantId), eq(plans.planId, summed.itemId)))
    .orderBy(desc(summed.gross), summed.itemId)
}

/** Events by what was sold of their goods, the most first. */
export const topEvents = (db: Db, brand: Brand, filter: SalesFilter, limit: number) =>
  db
    .select({
      eventId: events.eventId,
      title: events.title,
      gross: sql`sum(${salesSums.gross})`.mapWith(Number),
    })
    .from(salesSums)
    .innerJoin(eventGoods, and(eq(eventGoods.tenantId, salesSums.tenantId), eq(eventGoods.goodsId, salesSums.itemId)))
    .innerJoin(events, and(eq(events.tenantId, eventGoods.tenantId), eq(events.eventId, eventGoods.eventId)))
    .where(and(daysPass(brand, filter), eq(salesSums.kind, 'eventGoods')))
    .groupBy(events.eventId, events.title)
    .having(sql`sum(${salesSums.gross}) <> 0`)
    .orderBy(sql`3 desc`, events.eventId)
    .limit(limit)
