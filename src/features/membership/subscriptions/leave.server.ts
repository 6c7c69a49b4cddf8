import { changeKey } from '#money/orders/order.ts'
import { openOrderOf } from '#money/orders/queries.server.ts'
import { cancelOpenOrder, type Work } from '#money/orders/work.server.ts'
import type { Payments } from '#server/payments/payments.ts'
import { enqueueSettlement } from './jobs.server'
import { endMembership, scheduleCancel } from './membership.server'
import { type SubscriptionRow, setSubscription } from './queries.server'
import type { EndReason } from './subscription'

/*
 * How a fan or the club ends a membership: first at the provider, then in the database under the
 * fan's lock, where the row may have changed meanwhile.
 */

type How = { atPeriodEnd: boolean; key: string }
/** Result at the provider: the subscription runs to the end of the paid period, or has ended. */
export type ProviderOutcome = { providerSubscriptionId: string | null; runsOn: boolean }

/**
 * Stops charges. Without any paid time left (a refused renewal) the subscription ends now: the provider would go on
 * trying the card.
 */
export const stopCharging = async (
  { payments, now }: { payments: Payments; now: number },
  { providerSubscriptionId: id, paidUntil }: SubscriptionRow,
  { atPeriodEnd, key }: How,
): Promise<ProviderOutcome> => {
  const runsOn = atPeriodEnd && paidUntil > now
  if (id !== null)
    await (runsOn ? payments.setCancelAtPeriodEnd(id, true, key) : payments.cancelSubscription(id, `end:${id}`))
  return { providerSubscriptionId: id, runsOn }
}

/** Stores the end; returns whether the paid period stays open. */
export const leave = async (
  work: Work,
  current: SubscriptionRow,
  { told, atPeriodEnd, ...why }: { told: ProviderOutcome; atPeriodEnd: boolean; reason: string; endReason: EndReason },
): Promise<boolean> => {
  const { tx, now } = work
  const id = current.providerSubscriptionId
  // Who leaves changes nothing any more.
  const change = await openOrderOf(tx.db, current.uid, changeKey(current.subscriptionId))
  if (change) await cancelOpenOrder(work, change)
  if (!atPeriodEnd || current.paidUntil <= now) {
    await endMembership(work, current, { at: now, reason: why.endReason })
    // Moved to a card meanwhile.
    if (id !== null && id !== told.providerSubscriptionId) await work.later.endProviderSubscription(id, current)
    return false
  }
  await scheduleCancel(work, current, why.reason)
  // Renewed just when it was ended at the provider as unpaid: the paid time stays, and no renewal follows.
  const hasEndedThere = id !== null && id === told.providerSubscriptionId && !told.runsOn
  if (hasEndedThere) await setSubscription(tx.db, current, { providerSubscriptionId: null }, now)
  else await enqueueSettlement(tx, current)
  return true
}
