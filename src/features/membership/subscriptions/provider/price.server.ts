import { keepProviderPrice, providerPriceOf } from '#money/orders/payments/queries.server.ts'
import type { FanAtProvider } from '#money/orders/purchase.server.ts'
import { priceIdOf } from '../../plans/plan'

/** The provider's price of a plan, made at the first purchase. */
export const ensurePrice = async (
  { payments, transaction, now }: FanAtProvider,
  plan: { planId: string; name: string; price: number; subscriptionInterval: 'month' | 'year' },
) => {
  const priceId = priceIdOf(plan)
  const account = await payments.account()
  const known = await transaction(({ db }) => providerPriceOf(db, priceId, account))
  if (known) return known
  const { name, price: amount, subscriptionInterval: interval } = plan
  const made = await payments.ensurePrice({ priceId, name, amount, interval }, `price:${priceId}`)
  await transaction(({ db }) => keepProviderPrice(db, { priceId, account, providerPriceId: made, createdAt: now }))
  return made
}
