import { fanOf } from '#club/fans/membership.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import type { Db } from '#server/proven.ts'
import type { ActivePlan } from './plan'
import { planById } from './queries.server'

/**
 * The plan of a paid order, where its buyer may have something of it. A blocked fan gets nothing new, whenever it was paid;
 * a renewal that was paid before the block still counts.
 */
export const deliverablePlan = async (db: Db, order: OrderRow, madeAt: Instant): Promise<ActivePlan | null> => {
  if (order.planId === null) return null
  const blockedAt = (await fanOf(db, order, order.uid))?.blockedAt ?? null
  if (blockedAt !== null && (order.subscriptionId === null || madeAt >= blockedAt)) return null
  const plan = await planById(db, order.planId)
  return plan && plan.status !== 'draft' ? plan : null
}

/** When the plan of an order ends. */
export const endOfPlan = async (db: Db, { planId }: OrderRow): Promise<Instant | null> =>
  planId === null ? null : ((await planById(db, planId))?.archivingAt ?? null)
