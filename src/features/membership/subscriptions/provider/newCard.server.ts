import type { Named } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import { customerOf } from '#money/orders/payments/queries.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import type { JobContext } from '#server/jobDefinition.ts'
import type { Invoice } from '#server/payments/payments.ts'
import { planById } from '../../plans/queries.server'
import { nextOf } from '../change.server'
import { chargedSubscriptions } from '../living.queries.server'
import { applyInvoice, applySubscription } from './apply.server'

/*
 * A fan has changed the card on the provider's page, which makes it the customer's default and no more: a subscription goes on
 * with the card that it was joined with, and a renewal that was refused waits for its next day of trying. So each living
 * subscription is given the new card, and what was refused is paid with it at once.
 */

/** What handlers and jobs have in common. */
type Context = Pick<JobContext, 'payments' | 'transaction' | 'now' | 'newId' | 'fees' | 'origin'>

export type RenewalWithNewCard = {
  planId: string
  plan: Named
  total: number
  outcome: 'paid' | 'refused' | 'authentication'
}

/** A renewal that was paid so long ago is still news for who comes back from the provider's page: its callback may be faster. */
const newsFor = 10 * 60_000

/** What became of a renewal that had been refused; null where there was none. */
const outcomeOf = (invoice: Invoice | null, now: Instant): RenewalWithNewCard['outcome'] | null => {
  if (!invoice || invoice.attempts === 0) return null
  if (invoice.status === 'open') return invoice.authenticationUrl === null ? 'refused' : 'authentication'
  return invoice.status === 'paid' && (invoice.paidAt ?? 0) > now - newsFor ? 'paid' : null
}

/**
 * Tries a new card once, however often it is told: the subscription takes it over last, and with one that it has nothing is
 * tried. A repeated or concurrent call meets the same keys.
 */
const tryCard = async (
  context: Context,
  { providerId, wasRefused }: { providerId: string; wasRefused: boolean },
  cardId: string,
): Promise<Invoice | null> => {
  const { payments, transaction } = context
  const told = await payments.subscription(providerId)
  if (told.endedAt !== null) {
    await transaction((tx) => applySubscription(workOf(context, tx), told))
    return null
  }
  const due = told.latestInvoiceId === null ? null : await payments.invoice(told.latestInvoiceId)
  const isTaken = told.cardId === cardId
  const isRefused = !isTaken && due?.status === 'open' && due.attempts > 0
  const tried = isRefused ? await payments.payInvoice(due.id, cardId, `pay:${due.id}:${cardId}`) : null
  if (!isTaken) await payments.setCard(providerId, cardId, `card:${providerId}:${cardId}`)
  // The callback's job may have paid it just before its invoice was read here, and may neither have set the card nor written it down yet.
  const mended = tried ?? (wasRefused && due?.status === 'paid' ? due : null)
  if (mended) await transaction((tx) => applyInvoice(workOf(context, tx), mended))
  return isTaken ? due : mended
}

/** The fan's new card is charged from now on; answers what became of the renewals that had been refused. */
export const payWithNewCard = async (context: Context, uid: string): Promise<RenewalWithNewCard[]> => {
  const { payments, transaction, now } = context
  const account = await payments.account()
  const { customerId, charged } = await transaction(async ({ db }) => ({
    customerId: await customerOf(db, uid, account),
    charged: await chargedSubscriptions(db, uid),
  }))
  if (customerId === undefined || charged.length === 0) return []
  const { cardId } = await payments.customer(customerId)
  if (cardId === null) return []
  const renewals: RenewalWithNewCard[] = []
  for (const subscription of charged) {
    const { providerSubscriptionId: providerId, paymentFailedAt, planId } = subscription
    if (providerId === null) continue
    const wasRefused = paymentFailedAt !== null
    const outcome = outcomeOf(await tryCard(context, { providerId, wasRefused }, cardId), now)
    if (outcome === null) continue
    const { plan, price: total } = await transaction(async ({ db }) =>
      nextOf<Named>(db, subscription, (await planById(db, planId)) ?? { name: '', english: {} }),
    )
    renewals.push({ planId, plan, total, outcome })
  }
  return renewals
}
