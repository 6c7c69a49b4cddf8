import { type Binned, insertBinned } from '#club/bin/queries.server.ts'
import { fanOf } from '#club/fans/membership.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import type { Brand, Db } from '#server/proven.ts'
import { setPlanDeleted } from './bin.queries.server'
import type { ActivePlan } from './plan'
import { lockPlan, planById } from './queries.server'

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

type Binning = { db: Db; brand: Brand; user: { uid: string }; now: Instant }

/** Moves a draft to the bin. */
export const binPlan = async (
  { db, brand, user, now }: Binning,
  refuse: (code: 'planNotFound' | 'planNotDraft' | 'conflict') => never,
  { itemId: planId, expectedEditedAt }: { itemId: string; expectedEditedAt?: Instant | undefined },
): Promise<void> => {
  const plan = (await lockPlan(db, brand, planId)) ?? refuse('planNotFound')
  if (expectedEditedAt !== undefined && expectedEditedAt !== plan.editedAt) return refuse('conflict')
  if (plan.status !== 'draft') return refuse('planNotDraft')
  await setPlanDeleted(db, brand, planId, now)
  await insertBinned(db, brand, {
    kind: 'plan',
    itemId: planId,
    name: plan.name,
    deletedAt: now,
    deletedBy: user.uid,
    formerStatus: plan.status,
    formerAt: null,
  })
}

/** Brings a draft back from the bin, whose row the caller has taken. */
export const restorePlan = async (
  { db, brand }: Pick<Binning, 'db' | 'brand'>,
  { itemId }: Pick<Binned, 'itemId'>,
): Promise<boolean> => {
  await setPlanDeleted(db, brand, itemId, null)
  return false
}
