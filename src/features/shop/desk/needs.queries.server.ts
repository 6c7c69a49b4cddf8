import { and, asc, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { mostCounted } from '#kit/pagination.ts'
import { day, type Instant } from '#kit/time.ts'
import { shippableStates } from '#money/orders/order.ts'
import { disputes, orderBuyers, orderLines, orders } from '#money/orders/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { changedAddresses, isAddressChanged } from '../parcels/queries.server'
import { cameBackOf, haveCameBack } from '../parcels/returns.queries.server'
import { fulfillmentLines, fulfillments } from '../parcels/tables.server'
import type { OrderNeed } from './contract'

/* What keeps an order in "needs you" beside its state: an unsent rest, a failed refund, an open dispute (rule: goods.needs). */

type Ids = { tenantId: string; brandId: string }
const ofBrand = ({ tenantId, brandId }: Ids) => and(eq(orders.tenantId, tenantId), eq(orders.brandId, brandId))

/** Conditions on a line `l` of what a carrier takes, and on a parcel `f` that is packed and has not left. */
const isCarried = sql`l.delivery_method = 'physical' and not l.is_pick_up`
const isPacked = sql`f.state = 'shipping'`
const ofOrder = (alias: 'l' | 'f') =>
  sql`${sql.raw(alias)}.tenant_id = ${orders.tenantId} and ${sql.raw(alias)}.order_id = ${orders.orderId}`

/** A part of it has left, and the rest is to leave. What waits at a venue is no rest. */
const isPartSent = and(
  eq(orders.fulfillmentState, 'partiallyShipped'),
  inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
  subquery`(exists (select 1 from ${orderLines} l where ${ofOrder('l')} and ${isCarried}
      and l.fulfilled_quantity + l.refunded_quantity < l.quantity)
    or exists (select 1 from ${fulfillments} f where ${ofOrder('f')} and ${isPacked}))`,
)

/** Something of it may still be sent. */
const openStates = [...shippableStates, 'onHold' as const]

/** Conditions on the orders of a club. Written like the partial indexes, so that these are used. */
const needs: Record<OrderNeed, (club: { tenantId: string }) => SQL | undefined> = {
  partSent: () => isPartSent,
  refundFailed: () => sql`${orders.isRefundFailed}`,
  disputed: () => sql`${orders.isDisputed}`,
  addressChanged: () =>
    and(
      inArray(orders.fulfillmentState, openStates),
      subquery`${orders.orderId} in (select ${orderBuyers.orderId} from ${orderBuyers}
        where ${orderBuyers.tenantId} = ${orders.tenantId} and ${isAddressChanged})`,
    ),
  cameBack: (club) => and(inArray(orders.fulfillmentState, openStates), haveCameBack(club)),
}
export const isNeeding = (club: { tenantId: string }, need: OrderNeed) => needs[need](club)

/** Orders with such a need, counted to 10,000. */
export const countNeeding = async (db: Db, brand: Brand, need: OrderNeed): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(and(ofBrand(brand), isNeeding(brand, need)))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

const disputesOfBrand = (brand: Brand, which: SQL | undefined) => and(ofBrand(brand), needs.disputed(brand), which)
const openDisputes = (db: Db) =>
  db
    .select({
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      amount: disputes.amount,
      state: disputes.state,
      openedAt: disputes.openedAt,
      evidenceDueAt: disputes.evidenceDueAt,
    })
    .from(orders)
    .innerJoin(
      disputes,
      and(
        eq(disputes.tenantId, orders.tenantId),
        eq(disputes.orderId, orders.orderId),
        inArray(disputes.state, ['inquiry', 'open']),
      ),
    )

/** Until when evidence counts in the dispute that ends first. */
export const firstEvidenceDue = async (db: Db, brand: Brand): Promise<Instant | null> => {
  const [row] = await openDisputes(db)
    .where(disputesOfBrand(brand, sql`${disputes.evidenceDueAt} is not null`))
    .orderBy(asc(disputes.evidenceDueAt))
    .limit(1)
  return row?.evidenceDueAt ?? null
}

/** Pieces that are to leave, and those that have left or are to: of `orders`, for a select. */
const pieces = {
  left: subquery<number>`(coalesce((select sum(greatest(0, l.quantity - l.fulfilled_quantity - l.refunded_quantity))
      from ${orderLines} l where ${ofOrder('l')} and ${isCarried}), 0)
    + coalesce((select sum(p.quantity) from ${fulfillments} f
      join ${fulfillmentLines} p on p.tenant_id = f.tenant_id and p.fulfillment_id = f.fulfillment_id
      where ${ofOrder('f')} and ${isPacked}), 0))::int`,
  of: subquery<number>`(select coalesce(sum(l.fulfilled_quantity + greatest(0, l.quantity - l.fulfilled_quantity - l.refunded_quantity)), 0)
    from ${orderLines} l where ${ofOrder('l')} and ${isCarried})::int`,
}

type Dispute = { state: 'inquiry' | 'open'; evidenceDueAt: Instant | null }
export type Needs = {
  partSent: { left: number; of: number } | null
  refundFailed: boolean
  dispute: Dispute | null
  addressChangedAt: Instant | null
  cameBackAt: Instant | null
}
type Row = { orderId: string; fulfillmentState: string; isRefundFailed: boolean; isDisputed: boolean }

/** What each of these orders needs; of several disputes the one that ends first. */
export const needsOf = async (db: Db, brand: Brand, rows: readonly Row[]): Promise<(orderId: string) => Needs> => {
  const sent = rows.filter(({ fulfillmentState }) => fulfillmentState === 'partiallyShipped')
  const disputed = rows.filter(({ isDisputed }) => isDisputed)
  const these = (some: readonly Row[]) =>
    inArray(
      orders.orderId,
      some.map(({ orderId }) => orderId),
    )
  const isOpen = ({ fulfillmentState }: Row) => openStates.some((state) => state === fulfillmentState)
  const toSend = rows.filter(isOpen).map(({ orderId }) => orderId)
  const [changed, cameBack, parts, open] = await Promise.all([
    changedAddresses(db, brand, toSend),
    cameBackOf(db, brand, toSend),
    sent.length === 0
      ? []
      : db
          .select({ orderId: orders.orderId, ...pieces })
          .from(orders)
          .where(and(ofBrand(brand), isPartSent, these(sent))),
    disputed.length === 0
      ? []
      : openDisputes(db)
          .where(disputesOfBrand(brand, these(disputed)))
          .orderBy(sql`${disputes.evidenceDueAt} desc nulls first`),
  ])
  const partOf = new Map(parts.map(({ orderId, left, of }) => [orderId, { left, of }]))
  const disputeOf = new Map(
    open.map(({ orderId, state, evidenceDueAt }) => [
      orderId,
      { state: state === 'inquiry' ? ('inquiry' as const) : ('open' as const), evidenceDueAt },
    ]),
  )
  const failed = new Set(rows.flatMap(({ orderId, isRefundFailed }) => (isRefundFailed ? [orderId] : [])))
  return (orderId) => ({
    partSent: partOf.get(orderId) ?? null,
    refundFailed: failed.has(orderId),
    dispute: disputeOf.get(orderId) ?? null,
    addressChangedAt: changed.get(orderId) ?? null,
    cameBackAt: cameBack.get(orderId) ?? null,
  })
}

// --- What is told of them --------------------------------------------------------------------------------------------------

/** The rest of an order lies still when no parcel has left for this long. */
export const restLiesStillAfter = 7 * day
/** How long before its end staff are reminded that evidence is due. */
export const evidenceReminder = 3 * day

type Span = { from: Instant; to: Instant }

/** Orders whose rest began to lie still in this span, the newest first. Those of half a year ago are not looked at. */
export const restsLyingStill = async (db: Db, brand: Brand, { from, to }: Span, limit: number) => {
  const lastLeft = db
    .select({ at: sql`max(${fulfillments.shippedAt})`.mapWith(fulfillments.shippedAt).as('last_left') })
    .from(fulfillments)
    .where(and(eq(fulfillments.tenantId, orders.tenantId), eq(fulfillments.orderId, orders.orderId)))
    .as('left_of')
  const rows = await db
    .select({ orderId: orders.orderId, orderNumber: orders.orderNumber, at: lastLeft.at, ...pieces })
    .from(orders)
    .innerJoinLateral(lastLeft, sql`true`)
    .where(
      and(
        ofBrand(brand),
        isPartSent,
        gt(orders.placedAt, from - 180 * day),
        sql`${lastLeft.at} > ${toTimestamp(from - restLiesStillAfter)}::timestamptz
          and ${lastLeft.at} <= ${toTimestamp(to - restLiesStillAfter)}::timestamptz`,
      ),
    )
    .orderBy(desc(lastLeft.at))
    .limit(limit)
  return rows.map(({ at, ...row }) => ({ ...row, at: (at ?? 0) + restLiesStillAfter }))
}

/** Disputes that were opened in this span, also such as are over. */
export const disputesOpened = (db: Db, { tenantId, brandId }: Brand, { from, to }: Span, limit: number) =>
  db
    .select({
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      amount: disputes.amount,
      at: disputes.openedAt,
    })
    .from(disputes)
    .innerJoin(orders, and(eq(orders.tenantId, disputes.tenantId), eq(orders.orderId, disputes.orderId)))
    .where(
      and(
        eq(disputes.tenantId, tenantId),
        eq(orders.brandId, brandId),
        gt(disputes.openedAt, from),
        lte(disputes.openedAt, to),
      ),
    )
    .orderBy(desc(disputes.openedAt))
    .limit(limit)

/** Open disputes whose evidence is due so soon that the reminder falls into this span; newer than the reminder says it itself. */
export const evidenceDueSoon = async (db: Db, brand: Brand, { from, to }: Span, limit: number) => {
  const rows = await openDisputes(db)
    .where(
      disputesOfBrand(
        brand,
        and(
          gt(disputes.evidenceDueAt, from + evidenceReminder),
          lte(disputes.evidenceDueAt, to + evidenceReminder),
          sql`${disputes.evidenceDueAt} - ${disputes.openedAt} > ${evidenceReminder / 1000} * interval '1 second'`,
        ),
      ),
    )
    .orderBy(desc(disputes.evidenceDueAt))
    .limit(limit)
  return rows.map(({ evidenceDueAt, ...row }) => ({ ...row, at: (evidenceDueAt ?? 0) - evidenceReminder }))
}
