import type { Instant } from '#kit/time.ts'
import type { Work } from '#money/orders/work.server.ts'
import { goesOn } from './membership.server'
import { insertTerm, type SubscriptionRow, setSubscription, voidGrace } from './queries.server'

type Given = { termId: string; from: Instant; to: Instant }

/** Days that the club gives: a term that nobody pays for, after what is paid. An end that was chosen moves with it. */
export const extendMembership = async (
  work: Work,
  subscription: SubscriptionRow,
  plan: { archivingAt: Instant | null },
  { termId, from, to }: Given,
): Promise<void> => {
  const { tx, now } = work
  const { tenantId, subscriptionId, planId, uid } = subscription
  await voidGrace(tx.db, subscription, now)
  const of = { tenantId, termId, subscriptionId, planId, uid }
  await insertTerm(tx.db, { ...of, from, to, amount: 0, source: 'extension' }, now)
  const leaves = subscription.cancelScheduledAt !== null
  const moved = { paidUntil: to, graceUntil: null, ...(leaves && { cancelScheduledAt: to }) }
  await setSubscription(tx.db, subscription, moved, now)
  // For a member with an expected payment, the grace period begins at the new end.
  const isAsked = subscription.method !== 'comp' && !leaves && plan.archivingAt === null
  if (isAsked)
    await goesOn(work, { ...subscription, paidUntil: to, editedAt: Math.max(now, subscription.editedAt + 1) })
}
