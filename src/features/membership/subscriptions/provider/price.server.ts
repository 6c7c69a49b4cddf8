import { brandOfShop } from '#club/brands/queries.server.ts'
import { memberDescriptorOf } from '#money/orders/order.ts'
import { keepProviderPrice, ourPricesOf, providerPriceOf } from '#money/orders/payments/queries.server.ts'
import type { FanAtProvider } from '#money/orders/purchase.server.ts'
import type { Db } from '#server/proven.ts'
import { planOfPriceId, priceIdOf } from '../../plans/plan'
import { planById } from '../../plans/queries.server'

/** The provider's price of a plan, made at the first purchase. */
export const ensurePrice = async (
  { payments, transaction, now }: Pick<FanAtProvider, 'payments' | 'transaction' | 'now'>,
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

/** The plan of a membership's brand that a price of the provider is for. */
export const planOfPrice = async (db: Db, of: { tenantId: string; brandId: string }, providerPriceId: string) => {
  const priceId = (await ourPricesOf(db, [providerPriceId])).get(providerPriceId)
  const planId = priceId === undefined ? null : planOfPriceId(priceId)
  const plan = planId === null ? undefined : await planById(db, planId)
  return plan?.tenantId === of.tenantId && plan.brandId === of.brandId && plan.status === 'active' ? plan : undefined
}
