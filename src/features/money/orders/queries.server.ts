import { and, asc, desc, eq, inArray, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { nextSerial } from '#club/fans/serials.queries.server.ts'
import type { English } from '#kit/english.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { entriesOf, isNamed, withNames } from '#server/db/directory.ts'
import { namesIn } from '#server/db/names.ts'
import { prepared, rowBy } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import { sendTogether, type Write } from '#server/db/together.ts'
import type { Db, Fan } from '#server/proven.ts'
import { mayMove, type OrderKind, orderNumberOf, type PaymentState } from './order'
import { konbiniPayments, latePayments, orderBuyers, orderEvents, orderLines, orders } from './tables.server'

const arg = sql.placeholder

export type OrderRow = typeof orders.$inferSelect
export type OrderLine = typeof orderLines.$inferSelect
export type KonbiniRow = typeof konbiniPayments.$inferSelect
export type LateRow = typeof latePayments.$inferSelect

/** The brand of a fan's own order, for `access.ts`. */
export const brandOfOrder = async (db: Db, orderId: string, uid: string) => {
  const [row] = await db
    .select({ tenantId: orders.tenantId, brandId: orders.brandId })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), eq(orders.uid, uid)))
  return row ?? null
}

/**
 * Everything that moves a fan's money is done one at a time: purchases, what the provider tells, jobs. Held until the
 * transaction ends; taken before any row of that fan.
 */
export const lockFan = (db: Db, uid: string) => db.execute(sql`select ${fanLock(sql`${uid}::text`)}`)
export const fanLock = (uid: SQLWrapper) => sql`pg_advisory_xact_lock(hashtextextended('fan:' || ${uid}, 0))`

// --- Orders ----------------------------------------------------------------------------------------------------------------

type BrandIds = { tenantId: string; brandId: string }

type Changes = Partial<Omit<typeof orders.$inferInsert, 'tenantId' | 'orderId' | 'paymentState'>>
type NewOrder = Omit<typeof orders.$inferInsert, 'orderNumber'>
export type NewLine = Pick<OrderLine, 'lineId' | 'name' | 'unitPrice' | 'quantity'> & Partial<OrderLine>

/** What the provider names an order by. */
const namesOf = ({ sessionId, intentId, invoiceId }: Pick<Changes, 'sessionId' | 'intentId' | 'invoiceId'>) =>
  [
    [orders.sessionId, sessionId],
    [orders.intentId, intentId],
    [orders.invoiceId, invoiceId],
  ] as const

export const insertOrder = async (db: Db, order: NewOrder, lines: readonly NewLine[]): Promise<OrderRow> => {
  const { tenantId, orderId } = order
  const orderNumber = orderNumberOf(await nextSerial(order, 'order'))
  const [row] = await withNames(db, tenantId, [[orders.orderId, orderId], ...namesOf(order)])
    .insert(orders)
    .values({ ...order, orderNumber })
    .returning()
  if (!row) throw new Error('An insert answers its row.')
  await db.insert(orderLines).values(lines.map((line, position) => ({ ...line, tenantId, orderId, position })))
  return row
}

export const orderById = rowBy<OrderRow>(orders, orders.orderId, isNamed)
export const orderBySession = rowBy<OrderRow>(orders, orders.sessionId, isNamed)
export const orderByIntent = rowBy<OrderRow>(orders, orders.intentId, isNamed)
export const orderByInvoice = rowBy<OrderRow>(orders, orders.invoiceId, isNamed)

export const orderOfFan = async (db: Db, fan: Fan, orderId: string): Promise<OrderRow | undefined> => {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orderId, orderId), eq(orders.uid, fan.uid)))
  return row
}

const linesQuery = prepared((db) =>
  db
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.tenantId, arg('tenantId')), eq(orderLines.orderId, arg('orderId'))))
    .orderBy(asc(orderLines.position))
    .prepare(''),
)
export const linesOf = (db: Db, { tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>): Promise<OrderLine[]> =>
  linesQuery(db).execute({ tenantId, orderId })

/** The order that waits to be paid for this thing; there is one at most. */
export const openOrderOf = async (db: Db, uid: string, openKey: string): Promise<OrderRow | undefined> => {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.uid, uid), eq(orders.openKey, openKey), eq(orders.paymentState, 'awaitingPayment')))
  return row
}

/** Those that wait to be paid for other versions of a cart. */
export const openOrdersOfCart = (db: Db, uid: string, cartId: string, openKey: string): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.uid, uid),
        eq(orders.paymentState, 'awaitingPayment'),
        sql`starts_with(${orders.openKey}, ${`cart:${cartId}:`})`,
        ne(orders.openKey, openKey),
      ),
    )

/** Those of a fan that wait to be paid at a store for joining: no membership exists yet. */
export const awaitedFirstOrders = (db: Db, fan: Fan): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.uid, fan.uid),
        eq(orders.paymentState, 'awaitingPayment'),
        eq(orders.paymentMethod, 'konbini'),
        isNull(orders.subscriptionId),
        sql`${orders.openKey} = 'plan:' || ${orders.planId}`,
      ),
    )
    .orderBy(desc(orders.placedAt))
    .limit(100)

/** Those of a fan that wait to be paid for memberships and months of a brand. */
export const openOrdersOfFan = (db: Db, { tenantId, brandId }: BrandIds, uid: string): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.uid, uid),
        eq(orders.tenantId, tenantId),
        eq(orders.brandId, brandId),
        eq(orders.paymentState, 'awaitingPayment'),
        inArray(orders.kind, kindsOf.plan),
      ),
    )
    .limit(5000)

export const setOrder = async (
  db: Db,
  { tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>,
  changes: Changes,
) => {
  await withNames(db, tenantId, namesOf(changes))
    .update(orders)
    .set(changes)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.orderId, orderId)))
}

/** Kept once, by whoever is first; as they are kept. */
export const keepReceiptParties = async (
  db: Db,
  { tenantId, orderId }: { tenantId: string; orderId: string },
  parties: NonNullable<OrderRow['receiptParties']>,
) => {
  const isOrder = and(eq(orders.tenantId, tenantId), eq(orders.orderId, orderId))
  await db
    .update(orders)
    .set({ receiptParties: parties })
    .where(and(isOrder, isNull(orders.receiptParties)))
  const [row] = await db.select({ kept: orders.receiptParties }).from(orders).where(isOrder)
  return row?.kept ?? parties
}

/**
 * Saves a move only over the state that it started from; throws where the move does not exist or somebody was first. `beside`: what is
 * written in the same statement. The order as it has become.
 */
export const moveOrder = async <Moved extends Pick<OrderRow, 'tenantId' | 'orderId' | 'paymentState'>>(
  db: Db,
  order: Moved,
  to: PaymentState,
  changes: Partial<Omit<OrderRow, 'tenantId' | 'orderId' | 'paymentState'>> & { editedAt: Instant },
  beside: readonly Write[] = [],
): Promise<Moved> => {
  if (!mayMove(order.paymentState, to)) throw new Error(`An order does not move from ${order.paymentState} to ${to}.`)
  const { tenantId, orderId, paymentState } = order
  const move = db
    .update(orders)
    .set({ ...changes, paymentState: to })
    .where(and(eq(orders.tenantId, tenantId), eq(orders.orderId, orderId), eq(orders.paymentState, paymentState)))
    .returning({ orderId: orders.orderId })
  const rows = await sendTogether(db, [...beside, ...entriesOf(tenantId, namesOf(changes)), move.getSQL()])
  if (rows.length === 0) throw new Error(`Order ${order.orderId} was moved by somebody else.`)
  return { ...order, ...changes, paymentState: to }
}

/** An entry of the order's history, sent by itself (`await`) or together with other writes (`getSQL`). */
export const addOrderEvent = (
  db: Db,
  { tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>,
  event: { eventId: string; at: Instant; what: string; actorUid?: string; detail?: string },
) => db.insert(orderEvents).values({ ...event, tenantId, orderId })

/** Whether the history has this entry; optionally at a moment, or by somebody other than the order's fan. */
export const hasHappened = async (
  db: Db,
  { tenantId, orderId, uid }: Pick<OrderRow, 'tenantId' | 'orderId' | 'uid'>,
  what: string,
  { at, byOthers = false }: { at?: Instant; byOthers?: boolean } = {},
): Promise<boolean> => {
  const rows = await db
    .select({ eventId: orderEvents.eventId })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.tenantId, tenantId),
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.what, what),
        at === undefined ? undefined : eq(orderEvents.at, at),
        byOthers ? ne(orderEvents.actorUid, uid) : undefined,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** How often the history has this entry. */
export const timesHappened = (
  db: Db,
  { tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>,
  what: string,
): Promise<number> =>
  db.$count(
    orderEvents,
    and(eq(orderEvents.tenantId, tenantId), eq(orderEvents.orderId, orderId), eq(orderEvents.what, what)),
  )

// --- Buyers and vouchers ---------------------------------------------------------------------------------------------------

export const saveBuyer = async (
  db: Db,
  { tenantId, orderId, uid }: OrderRow,
  buyer: { name: string; email: string; phone: string },
) => {
  await db
    .insert(orderBuyers)
    .values({ ...buyer, tenantId, orderId, uid })
    .onConflictDoUpdate({ target: [orderBuyers.tenantId, orderBuyers.orderId], set: buyer })
}
export type Recipient = Pick<
  typeof orderBuyers.$inferSelect,
  'recipientName' | 'recipientPhone' | 'postalCode' | 'prefecture' | 'town' | 'address' | 'building'
>

/** Where goods go, as it was when the order was placed. */
export const saveRecipient = async (db: Db, { tenantId, orderId, uid }: OrderRow, recipient: Recipient) => {
  await db
    .insert(orderBuyers)
    .values({ ...recipient, tenantId, orderId, uid })
    .onConflictDoUpdate({ target: [orderBuyers.tenantId, orderBuyers.orderId], set: recipient })
}
const buyerQuery = prepared((db) =>
  db
    .select()
    .from(orderBuyers)
    .where(and(eq(orderBuyers.tenantId, arg('tenantId')), eq(orderBuyers.orderId, arg('orderId'))))
    .prepare(''),
)
export const buyerOf = async (db: Db, { tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>) => {
  const [row] = await buyerQuery(db).execute({ tenantId, orderId })
  return row
}

const isKonbiniOf = ({ tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>) =>
  and(eq(konbiniPayments.tenantId, tenantId), eq(konbiniPayments.orderId, orderId))

export const insertKonbini = (db: Db, { tenantId, orderId }: OrderRow, expiresAt: Instant) =>
  db.insert(konbiniPayments).values({ tenantId, orderId, state: 'creating', expiresAt })
const konbiniQuery = prepared((db) =>
  db
    .select()
    .from(konbiniPayments)
    .where(and(eq(konbiniPayments.tenantId, arg('tenantId')), eq(konbiniPayments.orderId, arg('orderId'))))
    .prepare(''),
)
export const konbiniOf = async (
  db: Db,
  order: Pick<OrderRow, 'tenantId' | 'orderId'>,
): Promise<KonbiniRow | undefined> => {
  const { tenantId, orderId } = order
  const [row] = await konbiniQuery(db).execute({ tenantId, orderId })
  return row
}
export const setKonbini = async (
  db: Db,
  order: Pick<OrderRow, 'tenantId' | 'orderId'>,
  changes: Partial<Omit<KonbiniRow, 'tenantId' | 'orderId'>>,
) => {
  await db.update(konbiniPayments).set(changes).where(isKonbiniOf(order))
}

// --- Late money ------------------------------------------------------------------------------------------------------------

export const insertLate = (
  db: Db,
  { tenantId, brandId, orderId }: OrderRow,
  late: { amount: number; arrivedAt: Instant },
) =>
  db
    .insert(latePayments)
    .values({ tenantId, brandId, orderId, ...late })
    .onConflictDoNothing()
const isLateOf = ({ tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>) =>
  and(eq(latePayments.tenantId, tenantId), eq(latePayments.orderId, orderId))
export const lateOf = async (db: Db, order: Pick<OrderRow, 'tenantId' | 'orderId'>): Promise<LateRow | undefined> => {
  const [row] = await db.select().from(latePayments).where(isLateOf(order))
  return row
}
type Resolution = { resolution: 'accepted' | 'refunded'; resolvedAt: Instant; resolvedBy: string }
export const resolveLate = (db: Db, order: Pick<OrderRow, 'tenantId' | 'orderId'>, how: Resolution) =>
  db
    .update(latePayments)
    .set(how)
    .where(and(isLateOf(order), isNull(latePayments.resolution)))

/** The refund of a late payment failed: staff decide again. */
export const reopenLate = (db: Db, order: Pick<OrderRow, 'tenantId' | 'orderId'>) =>
  db.update(latePayments).set({ resolution: null, resolvedAt: null, resolvedBy: null }).where(isLateOf(order))

// --- A fan's own history ---------------------------------------------------------------------------------------------------

const kindsOf: Record<'plan' | 'goods', OrderKind[]> = {
  plan: ['plan', 'backNumber'],
  goods: ['goods', 'eventGoods'],
}

/** Newest first, and how many there are (counted to 10,000). */
export const historyOf = async (db: Db, fan: Fan, type: 'plan' | 'goods' | null, page: PaginationRequest) => {
  const mine = and(eq(orders.uid, fan.uid), type ? inArray(orders.kind, kindsOf[type]) : undefined)
  const rows = await db
    .select({
      order: orders,
      brandName: brands.name,
      brandSlug: brands.slug,
      items: subquery<
        { name: string; english: English<'name'> }[]
      >`coalesce((select json_agg(json_build_object('name', l.name, 'english', l.english) order by l.position)
        from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId}), '[]')`,
      // A column of its own: its address is made where it is read, which nothing does inside of JSON.
      thumbnail: subquery`coalesce((select l.thumbnail from ${orderLines} l
        where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} order by l.position limit 1), '')`.mapWith(
        orderLines.thumbnail,
      ),
    })
    .from(orders)
    .innerJoin(brands, and(eq(brands.tenantId, orders.tenantId), eq(brands.brandId, orders.brandId)))
    .where(mine)
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(page.limit)
    .offset(page.offset)
  const counted = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(mine)
    .limit(mostCounted)
    .as('counted')
  const [total] = await db.select({ count: sql<number>`count(*)::int` }).from(counted)
  return { rows, totalCount: total?.count ?? 0 }
}

export const numbersOfOrders = namesIn(orders, {
  tenantId: orders.tenantId,
  id: orders.orderId,
  name: orders.orderNumber,
})
