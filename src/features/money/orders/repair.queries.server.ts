import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import { isOfClubs, rowsOfAllClubs } from '#club/tenants/clubs.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import type { Db } from '#server/proven.ts'
import type { OrderRow } from './queries.server'
import type { RefundRow } from './refunds.queries.server'
import { orders, refunds } from './tables.server'

/* What the nightly look finds unfinished: everything, however much of it has been waiting for longer; of each batch of clubs the oldest first. */

/** Orders that should have been paid or have lapsed by now. */
export const overdueOrders = (db: Db, before: Instant) =>
  rowsOfAllClubs(db, (clubs) =>
    batchesOf<OrderRow>(
      db
        .select()
        .from(orders)
        .where(
          and(
            isOfClubs(orders.tenantId, clubs),
            eq(orders.paymentState, 'awaitingPayment'),
            lt(orders.expiresAt, before),
            isAfterLast(orders.expiresAt, orders.orderId),
          ),
        )
        .orderBy(asc(orders.expiresAt), asc(orders.orderId))
        .limit(batchSize)
        .prepare(''),
      ({ expiresAt, orderId }) => ({ at: expiresAt ?? before, id: orderId }),
    ),
  )

/** Refunds without a final result from the provider. */
export const unansweredRefunds = (db: Db) =>
  rowsOfAllClubs(db, (clubs) =>
    batchesOf<RefundRow>(
      db
        .select()
        .from(refunds)
        .where(
          and(
            isOfClubs(refunds.tenantId, clubs),
            inArray(refunds.state, ['requested', 'requiresCustomerAction']),
            isAfterLast(refunds.requestedAt, refunds.refundId),
          ),
        )
        .orderBy(asc(refunds.requestedAt), asc(refunds.refundId))
        .limit(batchSize)
        .prepare(''),
      ({ requestedAt, refundId }) => ({ at: requestedAt, id: refundId }),
    ),
  )
