import type { Instant } from '#kit/time.ts'
import { lockFan } from '#money/orders/queries.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import type { JobContext } from '#server/jobDefinition.ts'
import { PaymentRefused } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { planById } from '../plans/queries.server'
import { goesOn, resume, stopsAtPeriodEnd } from './membership.server'
import { applySubscription } from './provider/apply.server'
import { livingSubscription, type SubscriptionRow } from './queries.server'

/*
 * Whether the provider goes on charging a member: the decision that is stored here counts, not which call reached the
 * provider last.
 */

/**
 * Sets whether the provider charges this member again. A subscription that has ended there refuses; its end is then
 * applied here.
 */
const setCharges = async (
  context: JobContext,
  { providerSubscriptionId }: SubscriptionRow,
  isCharged: boolean,
  nth: number,
) => {
  const { payments, transaction, jobId, now } = context
  if (providerSubscriptionId === null) return
  try {
    // A key of its own for each call: the stored answer of an earlier one would be wrong.
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
 * Whether the member leaves on their own. A cancellation that the archive itself had set at the provider, and that is
 * reported after the archive was called off, does not count.
 */
const isLeaving = (seen: SubscriptionRow, since: Instant | undefined) => {
  const { cancelScheduledAt, cancelAppliedAt, cancelReason } = seen
  const isEcho = cancelReason === 'provider' && since !== undefined && (cancelAppliedAt ?? 0) >= since
  return cancelScheduledAt !== null && !isEcho
}

/** The present decision about a membership, read under the fan's lock; null where it has ended. */
const decisionOn = async (db: Db, { tenantId, planId, uid }: SubscriptionRow, since: Instant | undefined) => {
  await lockFan(db, uid)
  const [plan, current] = [await planById(db, planId), await livingSubscription(db, { tenantId, planId }, uid)]
  if (!plan || !current) return null
  const isArchiving = plan.archivingAt !== null
  const leaves = !isArchiving && isLeaving(current, since)
  return { current, leaves, isCharged: !isArchiving && !leaves }
}

type SettleOptions = {
  /** Cancellations that the provider has reported since then come from the archive, not from the member. */
  since?: Instant | undefined
  /** The decision that is to be sent; where another one holds by now, its own call sends that. */
  meant?: boolean
  /** An earlier call may have been overtaken by another: the provider's state is read first. */
  isAsked?: boolean
}

/**
 * Brings the provider in line with the decision. Another decision may be made during a call, and its own call may
 * arrive first: after each call the decision is read again, and sent again where it has changed.
 */
export const settleCharges = async (
  context: JobContext,
  member: SubscriptionRow,
  { since, meant, isAsked }: SettleOptions,
) => {
  const { payments, transaction } = context
  const id = member.providerSubscriptionId
  if (isAsked && id === null) return
  const known = isAsked && id !== null ? !(await payments.subscription(id)).cancelsAtPeriodEnd : null
  for (let [told, nth]: [boolean | null, number] = [known, 0]; ; nth++) {
    const wanted = await transaction(async (tx) => {
      const decided = await decisionOn(tx.db, member, since)
      if (!decided) return null
      const { current, leaves, isCharged } = decided
      // A cancellation by the member is sent to the provider by its own call.
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
