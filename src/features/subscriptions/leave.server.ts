import type { Payments } from '../../server/payments/payments'
import type { Work } from '../orders/work.server'
import { settleLater } from './jobs.server'
import { endMembership, scheduleCancel } from './membership.server'
import { type SubscriptionRow, setSubscription } from './queries.server'
import type { EndReason } from './subscription'

/*
 * How a membership is left, by its fan or by the club: the provider is told first, and then it is written down under the
 * fan's lock, where it may read otherwise than before.
 */

type How = { atPeriodEnd: boolean; key: string }
/** What the provider was told: its subscription runs to the end of what is paid, or has ended. */
export type Told = { providerSubscriptionId: string | null; runsOn: boolean }

/**
 * Nothing is charged again. Where nothing is paid any more (a refused renewal) the end is now: the provider would go on trying
 * the card.
 */
export const stopCharging = async (
  { payments, now }: { payments: Payments; now: number },
  { providerSubscriptionId: id, paidUntil }: SubscriptionRow,
  { atPeriodEnd, key }: How,
): Promise<Told> => {
  const runsOn = atPeriodEnd && paidUntil > now
  if (id !== null)
    await (runsOn ? payments.setCancelAtPeriodEnd(id, true, key) : payments.cancelSubscription(id, `end:${id}`))
  return { providerSubscriptionId: id, runsOn }
}

/** Writes it down; answers whether what is paid stays open until its end. */
export const leave = async (
  work: Work,
  current: SubscriptionRow,
  { told, atPeriodEnd, ...why }: { told: Told; atPeriodEnd: boolean; reason: string; endReason: EndReason },
): Promise<boolean> => {
  const { tx, now } = work
  const id = current.providerSubscriptionId
  if (!atPeriodEnd || current.paidUntil <= now) {
    await endMembership(work, current, { at: now, reason: why.endReason })
    // Moved to a card meanwhile.
    if (id !== null && id !== told.providerSubscriptionId) await work.later.endProviderSubscription(id)
    return false
  }
  await scheduleCancel(work, current, why.reason)
  // Renewed in the moment that it was ended at the provider for being unpaid: what is paid stays, and nothing follows.
  const hasEndedThere = id !== null && id === told.providerSubscriptionId && !told.runsOn
  if (hasEndedThere) await setSubscription(tx.db, current, { providerSubscriptionId: null }, now)
  else await settleLater(tx, current)
  return true
}
