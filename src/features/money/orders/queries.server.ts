import { and, asc, desc, eq, inArray, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { nextSerial } from '#club/fans/serials.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { entriesOf, isNamed, withNames } from '#server/db/directory.ts'
import { namesIn } from '#server/db/names.ts'
import { prepared, preparedSql, rowBy } from '#server/db/prepared.ts'
import { atOnce, sendTogether, type Write } from '#server/db/together.ts'
import type { Db, Fan } from '#server/proven.ts'
import { kindsOf, mayMove, orderNumberOf, type PaymentState } from './order'
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
export const lockFan = (db: Db, uid: string) => lockQuery(db, { uid })
export const fanLock = (uid: SQLWrapper) => sql`pg_advisory_xact_lock(hashtextextended('fan:' || ${uid}, 0))`
const lockQuery = preparedSql(() => sql`select ${fanLock(sql`${arg('uid')}::text`)}`)

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

/** The order as it is stored, with its lines in their order. */
export const insertOrder = async (
  db: Db,
  order: NewOrder,
  lines: readonly NewLine[],
): Promise<{ order: OrderRow; lines: OrderLine[] }> => {
  const { tenantId, orderId } = order
  const orderNumber = orderNumberOf(await nextSerial(order, 'order'))
  const ofOrder = lines.map((line, position) => ({ ...line, tenantId, orderId, position }))
  const [[row], stored] = await atOnce([
    withNames(db, tenantId, [[orders.orderId, orderId], ...namesOf(order)])
      .insert(orders)
      .values({ ...order, orderNumber })
      .returning(),
    db.insert(orderLines).values(ofOrder).returning(),
  ])
  if (!row) throw new Error('An insert answers its row.')
  return { order: row, lines: stored.toSorted((a, b) => a.position - b.position) }
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

/** Written like the partial index, so that it is used. */
const isOpenOf = and(eq(orders.uid, arg('uid')), sql`${orders.paymentState} = 'awaitingPayment'`)
const openQuery = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(and(isOpenOf, eq(orders.openKey, arg('openKey'))))
    .prepare(''),
)
/** The order that waits to be paid for this thing; there is one at most. */
export const openOrderOf = async (db: Db, uid: string, openKey: string): Promise<OrderRow | undefined> => {
  const [row] = await openQuery(db).execute({ uid, openKey })
  return row
}

const openOfCartQuery = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(
      and(isOpenOf, sql`starts_with(${orders.openKey}, ${arg('ofCart')}::text)`, ne(orders.openKey, arg('openKey'))),
    )
    .prepare(''),
)
/** Those that wait to be paid for other versions of a cart. */
export const openOrdersOfCart = (db: Db, uid: string, cartId: string, openKey: string): Promise<OrderRow[]> =>
  openOfCartQuery(db).execute({ uid, openKey, ofCart: `cart:${cartId}:` })

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

export const numbersOfOrders = namesIn(orders, {
  tenantId: orders.tenantId,
  id: orders.orderId,
  name: orders.orderNumber,
})
