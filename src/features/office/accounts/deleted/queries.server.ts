import { and, asc, eq, getTableColumns, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { accountDeletions } from '#club/identity/tables.server.ts'
import type { Instant } from '#kit/time.ts'
import type { SubscriptionRow } from '#membership/subscriptions/queries.server.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { anyAccount } from '#money/orders/payments/queries.server.ts'
import { customers } from '#money/orders/payments/tables.server.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import { latePayments, orderBuyers, orderEvents, orderLines, orders, refunds } from '#money/orders/tables.server.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import { fulfillments, parcelReturns } from '#shop/parcels/tables.server.ts'

type Whose = { uid: string }

export const markDeleted = async (db: Db, { uid }: Whose, deletedAt: Instant) => {
  await db.insert(accountDeletions).values({ uid, deletedAt }).onConflictDoNothing()
}
export const markFinished = async (db: Db, uid: string, finishedAt: Instant) => {
  await db.update(accountDeletions).set({ finishedAt }).where(eq(accountDeletions.uid, uid))
}

/** The customers of deleted people, in this account of the provider, that still name them, the oldest first. */
export const customersToForget = (db: Db, account: string) =>
  db
    .select({ uid: customers.uid, customerId: customers.customerId })
    .from(customers)
    .innerJoin(accountDeletions, eq(accountDeletions.uid, customers.uid))
    .where(and(isNull(customers.forgottenAt), inArray(customers.account, [account, anyAccount])))
    .orderBy(asc(accountDeletions.deletedAt))
    .limit(1000)
export const customerForgotten = async (db: Db, customerId: string, forgottenAt: Instant) => {
  await db.update(customers).set({ forgottenAt }).where(eq(customers.customerId, customerId))
}

// --- Orders -----------------------------------------------------------------------------------------------------------

/* Conditions on an order, by its name in the query. */
type Condition = (order: SQL) => SQL
const [aRow, o] = [sql`${orders}`, sql`o`]

const isUndecided: Condition = (
  of,
) => subquery`(${of}.payment_state = 'paidLate' and exists (select 1 from ${latePayments} w
  where w.tenant_id = ${of}.tenant_id and w.order_id = ${of}.order_id and w.resolution is null))`
const isRefunding: Condition = (of) => subquery`exists (select 1 from ${refunds} r
  where r.tenant_id = ${of}.tenant_id and r.order_id = ${of}.order_id and r.state in ('requested', 'requiresCustomerAction'))`
const isToBeSent: Condition = (of) =>
  sql`(${of}.fulfillment_state in ('unfulfilled', 'preparing', 'partiallyShipped', 'onHold')
  and ${of}.payment_state in ('paid', 'partiallyRefunded'))`
/** Goods that are all sent to an address, which outlives the account (`isPaidInVain`). */
const isSent: Condition = (
  of,
) => subquery`(${of}.kind in ('goods', 'eventGoods') and not exists (select 1 from ${orderLines} l
  where l.tenant_id = ${of}.tenant_id and l.order_id = ${of}.order_id and (l.delivery_method <> 'physical' or l.is_pick_up)))`

// --- Money ------------------------------------------------------------------------------------------------------------

const isLiving = isNull(subscriptions.endedAt)
const isAwaited = eq(orders.paymentState, 'awaitingPayment')

export const livingMemberships = (db: Db, { uid }: Whose): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.uid, uid), isLiving))
    .orderBy(asc(subscriptions.subscriptionId))
    .limit(1000)

export const awaitedOrders = (db: Db, { uid }: Whose) =>
  db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.uid, uid), isAwaited))
    .limit(1000)

export const undecidedOrders = (db: Db, { uid }: Whose): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.uid, uid), isUndecided(aRow)))
    .limit(1000)

/**
 * The row of `orders` was delivered after the account (a row of `account_deletions`) was deleted, and no refund of it
 * was tried. Goods that are sent reach their buyer, and so did what was handed over.
 */
const isDeliveredInVain = and(
  eq(orders.uid, accountDeletions.uid),
  sql`${orders.paymentState} in ('paid', 'partiallyRefunded')`,
  gt(orders.total, orders.refunded),
  subquery`exists (select 1 from ${orderEvents} e where e.tenant_id = ${orders.tenantId} and e.order_id = ${orders.orderId}
    and e.what in ('paid', 'lateAccepted') and e.at >= ${accountDeletions.deletedAt})`,
  sql`not ${isSent(aRow)}`,
  subquery`not exists (select 1 from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId}
    and l.is_pick_up and l.fulfilled_quantity > 0)`,
  subquery`not exists (select 1 from ${refunds} r where r.tenant_id = ${orders.tenantId} and r.order_id = ${orders.orderId}
    and r.reason = 'accountDeleted')`,
)

export const deliveredInVain = (db: Db, { uid }: Whose): Promise<OrderRow[]> =>
  db
    .select(getTableColumns(orders))
    .from(orders)
    .innerJoin(accountDeletions, isDeliveredInVain)
    .where(eq(orders.uid, uid))
    .limit(1000)

/** Deleted people who still have a membership, an open payment, or money that was paid in vain. */
export const deletedWithMoney = (db: Db) =>
  batchesOf<{ uid: string; deletedAt: Instant }>(
    db
      .select({ uid: accountDeletions.uid, deletedAt: accountDeletions.deletedAt })
      .from(accountDeletions)
      .where(
        and(
          isAfterLast(accountDeletions.deletedAt, accountDeletions.uid),
          subquery`(exists (select 1 from ${subscriptions} where ${subscriptions.uid} = ${accountDeletions.uid} and ${isLiving})
            or exists (select 1 from ${orders} where ${orders.uid} = ${accountDeletions.uid} and (${isAwaited} or ${isUndecided(aRow)}))
            or exists (select 1 from ${orders} where ${isDeliveredInVain}))`,
        ),
      )
      .orderBy(asc(accountDeletions.deletedAt), asc(accountDeletions.uid))
      .limit(batchSize)
      .prepare(''),
    ({ uid, deletedAt }) => ({ at: deletedAt, id: uid }),
  )

// --- Buyers -----------------------------------------------------------------------------------------------------------

/**
 * Condition on an order `o`: its goods are still to be delivered, or its payment is still to come, to be decided or to
 * be given back. Money that could not be given back to somebody deleted is the platform's to settle.
 */
export const isOpenOrder = sql`(o.payment_state = 'awaitingPayment' or ${isUndecided(o)}
  or (o.payment_state = 'paidLate' and ${isRefunding(o)}) or ${isToBeSent(o)})`

const orderOfBuyer = subquery`select 1 from ${orders} o
  where o.tenant_id = ${orderBuyers.tenantId} and o.order_id = ${orderBuyers.orderId}`

/**
 * Removes the buyers of deleted accounts (or of one) whose goods have been handed over, and whose money, if any came,
 * has gone back or cannot. Until then only goods keep their address; otherwise the e-mail address is kept alone, to
 * which a store's customer is sent the question where the money should go.
 */
export const forgetBuyers = async (db: Db, whose?: Whose) => {
  const isOf = sql`d.uid = ${orderBuyers.uid}${whose === undefined ? sql`` : sql` and d.uid = ${whose.uid}`}`
  await db.execute(sql`delete from ${orderBuyers} using ${accountDeletions} d
    where ${isOf} and not exists (${orderOfBuyer} and (${isOpenOrder} or ${isRefunding(o)}))`)
  await db.execute(sql`update ${orderBuyers} set name = '', phone = '', recipient_name = '', recipient_phone = '',
      postal_code = '', prefecture = '', town = '', address = '', building = ''
    from ${accountDeletions} d
    where ${isOf} and (${orderBuyers.name} <> '' or ${orderBuyers.recipientName} <> '')
      and not exists (${orderOfBuyer} and (${isToBeSent(o)}
        or (${isSent(o)} and (o.payment_state = 'awaitingPayment' or ${isUndecided(o)}))))`)
  const isDeleted = sql`d.uid = ${orders.uid}${whose === undefined ? sql`` : sql` and d.uid = ${whose.uid}`}`
  for (const parcels of [fulfillments, parcelReturns])
    await db.execute(sql`update ${parcels} set went_to = null from ${orders} join ${accountDeletions} d on ${isDeleted}
      where ${orders.tenantId} = ${parcels.tenantId} and ${orders.orderId} = ${parcels.orderId}
        and ${parcels.wentTo} is not null and not ${isToBeSent(aRow)}`)
}
