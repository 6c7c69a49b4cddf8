import { brandOfShop } from '#club/brands/queries.server.ts'
import { memberDescriptorOf } from '#money/orders/order.ts'
import { keepProviderPrice, providerPriceOf } from '#money/orders/payments/queries.server.ts'
import type { FanAtProvider } from '#money/orders/purchase.server.ts'
import { priceIdOf } from '../../plans/plan'

/** The provider's price of a plan, made at the first purchase. */
export const ensurePrice = async (
  { payments, transaction, now }: FanAtProvider,
  plan: {
    tenantId: string
    brandId: string
    planId: string
    name: string
    price: number
    subscriptionInterval: 'month' | 'year'
  },
) => {
  const priceId = priceIdOf(plan)
  const account = await payments.account()
  const known = await transaction(({ db }) => providerPriceOf(db, priceId, account))
  if (known) return known
  const { name, price: amount, subscriptionInterval: interval } = plan
  const { slug } = await transaction(({ db }) => brandOfShop(db, plan))
  const of = { priceId, name, amount, interval, descriptor: memberDescriptorOf(slug) }
  const made = await payments.ensurePrice(of, `price:${priceId}`)
  await transaction(({ db }) => keepProviderPrice(db, { priceId, account, providerPriceId: made, createdAt: now }))
  return made
}
