import type { Instant } from '../../kit/time'
import type { JobContext } from '../../server/jobDefinition'
import { PaymentRefused } from '../../server/payments/payments'
import type { Db } from '../../server/proven'
import { workOf } from '../orders/jobs.server'
import { lockFan } from '../orders/queries.server'
import { applySubscription } from '../payments/apply.server'
import { planById } from '../plans/queries.server'
import { goesOn, resume, stopsAtPeriodEnd } from './membership.server'
import { livingSubscription, type SubscriptionRow } from './queries.server'

/*
 * Whether the provider charges a member again: what is decided here counts, not which call reached the provider last.
 */

/** Tells the provider whether it charges this member again. What has ended there refuses, and ends here, too. */
const setCharges = async (
  context: JobContext,
  { providerSubscriptionId }: SubscriptionRow,
  isCharged: boolean,
  nth: number,
) => {
  const { payments, transaction, jobId, now } = context
  if (providerSubscriptionId === null) return
  try {
    // One key for each time that it is told: the answer to an earlier one is no answer to this.
    const key = `${isCharged ? 'resume' : 'stop'}:${jobId}:${now}:${nth}:${providerSubscriptionId}`
    await payments.setCancelAtPeriodEnd(providerSubscriptionId, !isCharged, key)
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    const told = await payments.subscription(providerSubscriptionId)
    if (told.endedAt === null) throw error
    await transaction((tx) => applySubscription(workOf(context, tx), told))
  }
}

/**
 * Leaves by themselves. What the archive had set at the provider and is heard of only after it was called off reads like
 * that, too, and is none.
 */
const isLeaving = (seen: SubscriptionRow, since: Instant | undefined) => {
  const { cancelScheduledAt, cancelAppliedAt, cancelReason } = seen
  const isEcho = cancelReason === 'provider' && since !== undefined && (cancelAppliedAt ?? 0) >= since
  return cancelScheduledAt !== null && !isEcho
}

/** What is decided of a member now, under the fan's lock; none where the membership has ended. */
const decisionOn = async (db: Db, { tenantId, planId, uid }: SubscriptionRow, since: Instant | undefined) => {
  await lockFan(db, uid)
  const [plan, current] = [await planById(db, planId), await livingSubscription(db, { tenantId, planId }, uid)]
  if (!plan || !current) return null
  const isArchiving = plan.archivingAt !== null
  const leaves = !isArchiving && isLeaving(current, since)
  return { current, leaves, isCharged: !isArchiving && !leaves }
}

type Of = {
  /** What the provider says to have been told from then on is what the archive told it, and no leaving of the member. */
  since?: Instant | undefined
  /** What is to be told; where something else is decided by then, somebody else tells it. */
  meant?: boolean
  /** Whether the provider was told before by somebody who may have been overtaken: it is asked what it knows. */
  isAsked?: boolean
}

/**
 * Brings what the provider does to a member to what is decided. Another decision may come while a call is on its way, and
 * its own call arrive first: after each call it is looked at again, and told again where it has changed.
 */
export const settleCharges = async (context: JobContext, member: SubscriptionRow, { since, meant, isAsked }: Of) => {
  const { payments, transaction } = context
  const id = member.providerSubscriptionId
  if (isAsked && id === null) return
  const known = isAsked && id !== null ? !(await payments.subscription(id)).cancelsAtPeriodEnd : null
  for (let [told, nth]: [boolean | null, number] = [known, 0]; ; nth++) {
    const wanted = await transaction(async (tx) => {
      const decided = await decisionOn(tx.db, member, since)
      if (!decided) return null
      const { current, leaves, isCharged } = decided
      // Who leaves has told the provider already.
      if (told === null && (leaves || isCharged !== meant)) return null
      if (told !== isCharged) return decided
      if (nth === 0 || leaves) return null
      const again = current.cancelScheduledAt === null ? goesOn : resume
      await (isCharged ? again : stopsAtPeriodEnd)(workOf(context, tx), current)
      return null
    })
    if (!wanted) return
    await setCharges(context, wanted.current, wanted.isCharged, nth)
    told = wanted.isCharged
  }
}
