import { day } from '#kit/time.ts'
import { subscriptions, subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { orders } from '#money/orders/tables.server.ts'
import { control } from '#sandbox/control.ts'
import { payments } from '#server/payments/provider.ts'
import { newId } from './club'
import type { Write } from './together'

type Plan = { tenantId: string; brandId: string; planId: string }

/** The provider's subscription of a member, which its card has begun. */
const begun = async (orderId: string, at: number) => {
  const provider = payments()
  const customerId = await provider.createCustomer({ uid: orderId, email: '', name: '' }, orderId)
  const price = { priceId: orderId, name: 'Constellation', amount: 1500, interval: 'month' as const }
  const session = await provider.openSession(
    {
      ...{ orderId, customerId, mode: 'subscription', locale: 'ja' },
      lines: [{ priceId: await provider.ensurePrice(price, `p${orderId}`) }],
      ...{ successUrl: 'http://localhost:3000/fc/me/plans', cancelUrl: 'http://localhost:3000/fc/aoi' },
      expiresAt: at + day / 24,
    },
    `s${orderId}`,
  )
  await control({ action: 'paySession', session: session.id, card: 'works' })
  const { subscriptionId } = await provider.session(session.id)
  const { chargesAt } = await provider.subscription(subscriptionId ?? '')
  return { providerSubscriptionId: subscriptionId ?? '', paidUntil: chargesAt }
}

/** A member of a plan by card; at the provider as well where the payments are for real. */
export const cardMember = async (
  write: Write,
  plan: Plan,
  at: number,
  { isPaidForReal }: { isPaidForReal: boolean },
) => {
  const { tenantId, brandId, planId } = plan
  const [uid, orderId, subscriptionId] = [newId('fan'), newId('order'), newId('subscription')]
  const { providerSubscriptionId, paidUntil } = isPaidForReal
    ? await begun(orderId, at)
    : { providerSubscriptionId: newId('sub'), paidUntil: at + 30 * day }
  const placed = {
    orderId,
    orderNumber: orderId.slice(6, 20),
    openKey: orderId,
    placedAt: at,
    paidAt: at,
    editedAt: at,
  }
  const sum = { subtotal: 1500, total: 1500, locale: 'ja' as const }
  const how = { kind: 'plan' as const, paymentMethod: 'card' as const, paymentState: 'paid' as const }
  write(orders, { tenantId, brandId, uid, planId, subscriptionId, ...how, ...placed, ...sum })
  write(subscriptions, {
    ...{ tenantId, brandId, subscriptionId, planId, uid, interval: 'month', price: 1500, method: 'card' },
    ...{ providerSubscriptionId, purchasedAt: at, paidUntil, latestOrderId: orderId, editedAt: at },
  })
  write(subscriptionTerms, {
    ...{ tenantId, termId: newId('term'), planId, uid, subscriptionId, orderId },
    ...{ from: at, to: paidUntil, amount: 1500, source: 'card' },
  })
  return { cardSubscription: subscriptionId, chargedAt: paidUntil }
}
