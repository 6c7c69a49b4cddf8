import { and, eq, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import { prepared } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import type { OrderLine, OrderRow } from '../orders/queries.server'
import { orderLines, orders, refunds } from '../orders/tables.server'
import { type Component, dayOf, type Entry, type Movement, type SaleKind } from './ledger'
import { partsWithReduced } from './reduced'
import { distribute, type Part, shareOut, weightsOf, wholeShare } from './shares'
import { addedToDays } from './sums.queries.server'
import { ledgerEntries, ledgerMovements, salesDays, salesSums } from './tables.server'

/* What was sold and what went back, by day, kind, thing and brand: moved with the entries, for screens that sum it up. */

type SalesPeriod = { tenantId: string; brandId: string; orderId: string }
export type Sold = {
  uid: string
  kind: SaleKind
  method: 'card' | 'konbini'
  planId: string | null
  /** The price of the month that was bought with the plan, in yen; null without one. */
  monthPrice: number | null
  /** Of goods alone. */
  lines: readonly Line[]
}

const soldQuery = prepared((db) =>
  db
    .select({
      uid: orders.uid,
      kind: orders.kind,
      method: orders.paymentMethod,
      planId: orders.planId,
      monthPrice: orderLines.unitPrice,
      lines: subquery<
        Line[]
      >`coalesce((select json_agg(json_build_object('orderId', l.order_id, 'lineId', l.line_id, 'goodsId', l.goods_id,
          'unitPrice', l.unit_price, 'quantity', l.quantity, 'shares', l.shares) order by l.position)
        from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} and ${orders.planId} is null), '[]')`,
    })
    .from(orders)
    .leftJoin(
      orderLines,
      and(
        eq(orderLines.tenantId, orders.tenantId),
        eq(orderLines.orderId, orders.orderId),
        eq(orderLines.position, 1),
        eq(orders.kind, 'plan'),
        isNotNull(orders.periodYear),
      ),
    )
    .where(and(eq(orders.tenantId, sql.placeholder('tenantId')), eq(orders.orderId, sql.placeholder('orderId'))))
    .prepare(''),
)
export const soldOf = async (
  db: Db,
  { tenantId, orderId }: Omit<SalesPeriod, 'brandId'>,
): Promise<Sold | undefined> => {
  const [row] = await soldQuery(db).execute({ tenantId, orderId })
  return row
}

/** The same of an order that has been read with its lines. */
export const soldFrom = (
  { uid, kind, paymentMethod: method, planId, periodYear }: OrderRow,
  lines: readonly OrderLine[],
): Sold => ({
  uid,
  kind,
  method,
  planId,
  monthPrice: kind === 'plan' && periodYear !== null ? (lines[1]?.unitPrice ?? null) : null,
  lines: planId === null ? lines : [],
})

const lineColumns = {
  orderId: orderLines.orderId,
  lineId: orderLines.lineId,
  goodsId: orderLines.goodsId,
  unitPrice: orderLines.unitPrice,
  quantity: orderLines.quantity,
  shares: orderLines.shares,
  isReducedTax: orderLines.isReducedTax,
}
const linesOf = (db: Db, tenantId: string, orderIds: readonly string[]) =>
  db
    .select(lineColumns)
    .from(orderLines)
    .where(and(eq(orderLines.tenantId, tenantId), inArray(orderLines.orderId, [...orderIds])))
type Line = Omit<Awaited<ReturnType<typeof linesOf>>[number], 'isReducedTax'>

const owed = ['brandPayable', 'deferred'] as const
const isOwed = ({ account }: Entry) => owed.some((one) => one === account)
const sumOf = (entries: readonly Entry[], components: readonly Component[]) =>
  entries
    .filter((entry) => isOwed(entry) && components.includes(entry.component))
    .reduce((sum, { amount }) => sum + amount, 0)

type Kept = { kind: SaleKind; brandId: string; itemId: string; orders: number; gross: number; refunds: number }

/** Sales by brand and product; shipping, and amounts of no product, count for the home brand. */
const whatWasSold = (
  home: string,
  lines: readonly Line[],
  { kind, planId, monthPrice }: Sold,
  gross: number,
): Kept[] => {
  if (planId !== null) {
    const of = { brandId: home, itemId: planId, refunds: 0 }
    // A month that was bought with its plan is no sale of its own.
    const month = { ...of, kind: 'backNumber' as const, orders: 0, gross: monthPrice ?? 0 }
    return inOrder([{ ...of, kind, orders: 1, gross: gross - month.gross }, ...(monthPrice === null ? [] : [month])])
  }
  const sums = new Map<string, Kept>()
  const add = (brandId: string, itemId: string, amount: number) => {
    const key = `${brandId} ${itemId}`
    const kept = sums.get(key) ?? { kind, brandId, itemId, orders: 0, gross: 0, refunds: 0 }
    sums.set(key, { ...kept, gross: kept.gross + amount })
  }
  for (const { goodsId, unitPrice, quantity, shares } of lines)
    for (const part of shareOut(unitPrice * quantity, shares ?? [{ brandId: home, share: wholeShare }]))
      if (part.amount !== 0) add(part.brandId, goodsId ?? '', part.amount)
  const rest = gross - [...sums.values()].reduce((sum, one) => sum + one.gross, 0)
  if (rest !== 0) add(home, '', rest)
  const brandIds = new Set<string>()
  // An order is one sale of each brand, whatever it holds.
  return inOrder([...sums.values()]).map((one) => {
    const isFirst = !brandIds.has(one.brandId)
    brandIds.add(one.brandId)
    return { ...one, orders: isFirst ? 1 : 0 }
  })
}

/** In one order, so that two bookings cannot deadlock. */
const inOrder = (rows: readonly Kept[]) =>
  [...rows].sort((a, b) => (`${a.brandId} ${a.itemId} ${a.kind}` < `${b.brandId} ${b.itemId} ${b.kind}` ? -1 : 1))

/** A refund, or one that came back. */
const refundIdOf = (fact: string) => /^refund(?:Failed)?:(.+)$/.exec(fact)?.[1]

const piecesOf = async (db: Db, tenantId: string, facts: readonly string[]) => {
  const ids = facts.flatMap((fact) => refundIdOf(fact) ?? [])
  if (ids.length === 0) return new Map<string, { lineId: string; quantity: number }[]>()
  const rows = await db
    .select({ refundId: refunds.refundId, lines: refunds.lines })
    .from(refunds)
    .where(and(eq(refunds.tenantId, tenantId), inArray(refunds.refundId, ids)))
  const linesOfRefund = new Map(rows.map(({ refundId, lines }) => [refundId, lines]))
  return new Map(
    facts.flatMap((fact) => {
      // Goods that were never sent: no brand has earned anything from them.
      const pieces = (linesOfRefund.get(refundIdOf(fact) ?? '') ?? []).flatMap(
        ({ lineId, quantity, unsent = quantity }) => (unsent > 0 ? [{ lineId, quantity: unsent }] : []),
      )
      return pieces.length > 0 ? [[fact, pieces] as const] : []
    }),
  )
}

/**
 * Splits a refund of unsent goods by brand: the ledger shares recognised amounts only, but the day's sales had counted
 * each brand's part.
 */
const partsOfWaiting = (
  home: string,
  lines: readonly Line[],
  amount: number,
  pieces?: Parameters<typeof weightsOf>[2],
): Part[] => {
  const weights = weightsOf(home, lines, pieces)
  return weights.some(({ weight }) => weight > 0) ? distribute(amount, weights) : [{ brandId: home, amount }]
}

const whatWentBack = async (db: Db, of: SalesPeriod, { fact, entries }: Movement, order: Sold): Promise<Kept[]> => {
  const sums = new Map<string, Kept>()
  const add = ({ brandId, amount, kind = order.kind }: Part & { kind?: SaleKind }) => {
    const key = `${brandId} ${kind}`
    const kept = sums.get(key) ?? { kind, brandId, itemId: order.planId ?? '', orders: 0, gross: 0, refunds: 0 }
    sums.set(key, { ...kept, refunds: kept.refunds + amount })
  }
  const isBack = ({ component }: Entry) => component === 'refund' || component === 'chargeback'
  const waiting = entries.filter((entry) => entry.account === 'deferred' && isBack(entry))
  for (const entry of entries)
    if (isOwed(entry) && (isBack(entry) || entry.component === 'shippingFee') && !waiting.includes(entry))
      add({
        brandId: entry.brandId ?? of.brandId,
        amount: entry.amount,
        ...(entry.kind === 'backNumber' && { kind: entry.kind }),
      })
  const amount = waiting.reduce((sum, one) => sum + one.amount, 0)
  if (amount !== 0) {
    const lines = order.kind === 'eventGoods' ? await linesOf(db, of.tenantId, [of.orderId]) : []
    const pieces = (await piecesOf(db, of.tenantId, [fact])).get(fact)
    for (const part of partsOfWaiting(of.brandId, lines, amount, pieces)) add(part)
  }
  return inOrder([...sums.values()])
}

/**
 * What a movement of an order adds to the sales of the day, and to what the fan has paid. `slots`: of each brand's sums.
 */
export const saleOf = async (
  db: Db,
  movement: Movement,
  of: SalesPeriod & { slots: ReadonlyMap<string, number> },
  order: Sold,
) => {
  const isSale = movement.fact.startsWith('paid:')
  const sold = isSale ? -sumOf(movement.entries, ['gross', 'shippingFee']) : 0
  const rows = isSale ? whatWasSold(of.brandId, order.lines, order, sold) : await whatWentBack(db, of, movement, order)
  const { method } = order
  const day = dayOf(movement.occurredAt)
  const days = [...Map.groupBy(rows, (row) => row.brandId)].flatMap(([brandId, its]) => {
    const moved = its.filter(({ gross, refunds }) => gross !== 0 || refunds !== 0)
    return addedToDays(
      { tenantId: of.tenantId, brandId },
      of.slots.get(brandId) ?? 0,
      moved.map(({ itemId, brandId: _, ...one }) => ({ ...one, day, method, item_id: itemId })),
    )
  })
  const back = rows.reduce((sum, one) => sum + one.refunds, 0)
  const isGoods = order.kind === 'goods' || order.kind === 'eventGoods'
  const paid = sold === 0 && back === 0 ? null : { amount: sold - back, isGoods, isSale, at: movement.occurredAt }
  return { days, paid }
}

/** Refunds of unsent event goods, and what of them is at the reduced rate, by order and by the brand that bears them. */
export const waitingBackOf = async (
  db: Db,
  tenantId: string,
  homes: ReadonlyMap<string, string>,
  span?: { from: Instant; to: Instant },
) => {
  const orderIds = [...homes.keys()]
  const back = new Map<string, (Part & { reduced: Yen })[]>()
  if (orderIds.length === 0) return back
  const booked = await db
    .select({
      orderId: ledgerEntries.orderId,
      amount: ledgerEntries.amount,
      reduced: ledgerEntries.reduced,
      fact: ledgerMovements.fact,
    })
    .from(ledgerEntries)
    .innerJoin(
      ledgerMovements,
      and(
        eq(ledgerMovements.tenantId, ledgerEntries.tenantId),
        eq(ledgerMovements.movementId, ledgerEntries.movementId),
      ),
    )
    .where(
      and(
        eq(ledgerEntries.tenantId, tenantId),
        inArray(ledgerEntries.orderId, orderIds),
        eq(ledgerEntries.account, 'deferred'),
        span && gte(ledgerEntries.occurredAt, span.from),
        span && lt(ledgerEntries.occurredAt, span.to),
        or(eq(ledgerEntries.component, 'refund'), eq(ledgerEntries.component, 'chargeback')),
      ),
    )
  const lines = Map.groupBy(await linesOf(db, tenantId, orderIds), ({ orderId }) => orderId)
  const pieces = await piecesOf(
    db,
    tenantId,
    booked.map(({ fact }) => fact),
  )
  for (const { orderId, amount, reduced, fact } of booked) {
    if (orderId === null) continue
    const [home, sold] = [homes.get(orderId) ?? '', lines.get(orderId) ?? []]
    const ofReduced = sold.filter(({ isReducedTax }) => isReducedTax)
    const parts = partsWithReduced(
      partsOfWaiting(home, sold, amount, pieces.get(fact)),
      reduced,
      weightsOf(home, ofReduced, pieces.get(fact)),
    )
    back.set(orderId, [...(back.get(orderId) ?? []), ...parts])
  }
  return back
}

/** The sales of a club none of whose orders has been counted yet, as the bookings would have. */
export const fillSales = async (db: Db, tenantId: string) => {
  const price = sql`l.unit_price::bigint * l.quantity`
  const share = sql`${price} * (s.one->>'share')::int / ${sql.raw(String(wholeShare))}`
  const of = sql`o.order_id, o.payment_method, to_char(o.paid_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day`
  const paid = sql`o.tenant_id = ${tenantId} and o.paid_at is not null`
  const lines = sql`${orders} o join ${orderLines} l on l.tenant_id = o.tenant_id and l.order_id = o.order_id and ${paid} and o.plan_id is null`
  const isMonthBeside = sql`m.tenant_id = o.tenant_id and m.order_id = o.order_id and m.position = 1
    and o.kind = 'plan' and o.period_year is not null`
  await db.execute(sql`
    insert into ${salesDays} (tenant_id, brand_id, day, kind, method, item_id, orders, gross, refunds)
    select ${tenantId}, brand_id, day, kind, payment_method, item_id, count(*) filter (where n = 1), sum(amount), 0 from (
      select *, row_number() over (partition by brand_id, order_id order by item_id, kind desc) as n from (
        select ${of}, o.kind, o.brand_id, coalesce(o.plan_id, '') as item_id,
          case when o.plan_id is null then o.shipping_fee else o.subtotal + o.shipping_fee - coalesce(m.unit_price, 0) end as amount
        from ${orders} o left join ${orderLines} m on ${isMonthBeside}
        where ${paid} and (o.plan_id is not null or o.shipping_fee > 0)
        union all
        select ${of}, 'backNumber', o.brand_id, o.plan_id, m.unit_price
        from ${orders} o join ${orderLines} m on ${isMonthBeside} where ${paid}
        union all
        select ${of}, o.kind, o.brand_id, coalesce(l.goods_id, ''),
          ${price} - coalesce((select sum(${share}) from jsonb_array_elements(l.shares) s(one) where s.one->>'brandId' <> o.brand_id), 0)
        from ${lines}
        union all
        select ${of}, o.kind, s.one->>'brandId', coalesce(l.goods_id, ''), ${share}
        from ${lines}, jsonb_array_elements(l.shares) s(one) where s.one->>'brandId' <> o.brand_id
      ) parts
    ) sold group by 2, 3, 4, 5, 6`)
}

const paidFor = prepared((db) =>
  db
    .select({ goodsId: salesSums.itemId, gross: sql`sum(${salesSums.gross})`.mapWith(Number) })
    .from(salesSums)
    .where(
      and(
        eq(salesSums.tenantId, sql.placeholder('tenantId')),
        eq(salesSums.brandId, sql.placeholder('brandId')),
        eq(salesSums.kind, 'goods'),
        sql`${salesSums.itemId} = any(${sql.placeholder('goodsIds')}::text[])`,
      ),
    )
    .groupBy(salesSums.itemId)
    .prepare(''),
)
/**
 * Income in yen of each of these goods, from the daily sums. Refunds are not assigned to goods, so they are not
 * deducted.
 */
export const paidForGoods = async (
  db: Db,
  { tenantId, brandId }: Brand,
  goodsIds: readonly string[],
): Promise<Map<string, number>> => {
  if (goodsIds.length === 0) return new Map()
  const rows = await paidFor(db).execute({ tenantId, brandId, goodsIds: [...goodsIds] })
  return new Map(rows.map(({ goodsId, gross }) => [goodsId, gross]))
}
