import { confirmationOf } from '#money/orders/confirmation.ts'
import type { Buying } from '#money/orders/kinds.server.ts'
import { cartKey, type PaymentMethod } from '#money/orders/order.ts'
import { type Agreed, isAsShown, purchase, type Thing } from '#money/orders/purchase.server.ts'
import { linesOf, type Recipient } from '#money/orders/queries.server.ts'
import type { Work } from '#money/orders/work.server.ts'
import { atOnce } from '#server/db/together.ts'
import type { Fan } from '#server/proven.ts'
import { plansHeldBy } from '../eventGoods/queries.server'
import { windowProblem } from '../eventGoods/windows'
import { heldGoods } from '../goods/owned.queries.server'
import { lockVariationsOfCart } from '../goods/stock.queries.server'
import { reserve } from '../orders/settle.server'
import { addressesOf, addressOf } from './addresses/queries.server'
import { handingOf, lastPaymentOf, namesOf, problemOf, quantityProblem, summaryOf } from './cart'
import { orderedOf } from './checkouts.queries.server'
import type { carts } from './contract'
import { type CartItem, filledCart, isMemberOf, lockCart } from './queries.server'

type Refusal = (typeof carts)['purchaseGoodsByCart']['refusals'][number] | 'unauthenticated'
type Context = Buying & { fan: Fan; refuse: (code: Refusal) => never }
type PurchasePayload = { cartId: string; addressId?: string | undefined; expectedTotal?: number | undefined }

/** The payment provider accepts totals of up to eight digits. */
const mostTotal = 99_999_999

const lineOf = (item: CartItem) => ({
  goods: item,
  variation: item,
  quantity: item.quantity,
  priceSeen: item.priceSeen,
})

/** Refuses a changed total and items that cannot be bought. The stock is locked, so the result stays valid. */
const check = async (
  { refuse, brand, fan, now }: Context,
  { tx: { db } }: Work,
  items: readonly CartItem[],
): Promise<void> => {
  if (items.length === 0) return refuse('cartEmpty')
  for (const item of items) {
    const problem = problemOf(lineOf(item), now) ?? quantityProblem(item, item, item.quantity, now)
    if (problem) return refuse(problem)
  }
  const digital = items.filter(({ goodsType }) => goodsType === 'digitalGoods').map(({ goodsId }) => goodsId)
  const { owned, awaited } = await heldGoods(db, brand, fan.uid, digital, now)
  if (owned.size > 0) return refuse('alreadyOwned')
  if (awaited.size > 0) return refuse('awaitingPayment')
  // All variations of a digital product give the same files.
  if (new Set(digital).size < digital.length) return refuse('tooMany')
  const windows = items.flatMap(({ saleWindows }) => (saleWindows ? [saleWindows] : []))
  const held = windows.length > 0 ? await plansHeldBy(db, brand, fan, now) : new Set<string>()
  for (const ofGoods of windows) {
    const closed = windowProblem(ofGoods, held, now)
    if (closed) return refuse(closed)
  }
  for (const { planIds } of items.filter(({ audience, saleWindows }) => audience === 'plans' && !saleWindows))
    if (!(await isMemberOf(db, brand, fan, planIds, now))) return refuse('membersOnly')
  const limited = items.filter(({ maxPerPerson }) => maxPerPerson !== null)
  const ordered = await orderedOf(
    db,
    brand,
    fan,
    limited.map(({ goodsId }) => goodsId),
  )
  for (const [goodsId, lines] of Map.groupBy(limited, (item) => item.goodsId)) {
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, ordered.get(goodsId) ?? 0)
    if (pieces > (lines[0]?.maxPerPerson ?? Number.POSITIVE_INFINITY)) return refuse('tooMany')
  }
}

/** The chosen address, or the default one. */
const addressFor = async ({ fan }: Context, { tx: { db } }: Work, addressId: string | undefined) =>
  addressId === undefined ? (await addressesOf(db, fan))[0] : addressOf(db, fan, addressId)

const recipientOf = (
  { refuse }: Context,
  row: Awaited<ReturnType<typeof addressFor>>,
  addressId: string | undefined,
): Recipient => {
  if (!row) return refuse(addressId === undefined ? 'addressRequired' : 'addressNotFound')
  const { recipientName, recipientPhone, postalCode, prefecture, town, address, building } = row
  return { recipientName, recipientPhone, postalCode, prefecture, town, address, building }
}

const thingOf = (
  context: Context,
  { cartId, addressId, expectedTotal }: PurchasePayload,
  method: PaymentMethod,
): Thing => {
  const { refuse, brand, fan, now, locale } = context
  const cartIn = async ({ tx }: Work) => (await filledCart(tx.db, fan, cartId)) ?? refuse('cartNotFound')
  return {
    kind: 'goods',
    planId: null,
    period: null,
    expectedTotal,
    async openKeyOf({ tx }) {
      const cart = (await lockCart(tx.db, fan, cartId)) ?? refuse('cartNotFound')
      return cartKey(cartId, cart.version)
    },
    async agree(work, konbiniFee): Promise<Agreed> {
      const { db } = work.tx
      // What lies in it is read after the stock was locked.
      const [, { items, freeShippingOver }, address] = await atOnce([
        lockVariationsOfCart(db, { tenantId: brand.tenantId, cartId }),
        cartIn(work),
        addressFor(context, work, addressId),
      ])
      await check(context, work, items)
      const handing = handingOf(items)
      const { subtotal, shippingFee, totalFee } = summaryOf(items.map(lineOf), freeShippingOver)
      // A changed shipping fee or free shipping limit is not visible in any item, so the total is compared.
      if (!isAsShown(totalFee + (method === 'konbini' ? konbiniFee : 0), { expectedTotal }))
        return refuse('priceChanged')
      if (totalFee + konbiniFee > mostTotal) return refuse('totalTooLarge')
      const recipient = handing.isSent ? recipientOf(context, address, addressId) : null
      return {
        lines: items.map((item) => ({
          name: item.name,
          thumbnail: item.thumbnails[0]?.url ?? '',
          unitPrice: item.price,
          quantity: item.quantity,
          goodsId: item.goodsId,
          variationId: item.variationId,
          variationName: item.variationName,
          english: { name: item.english.name, variationName: item.variationEnglish.name },
          deliveryMethod: item.goodsType === 'physicalGoods' ? ('physical' as const) : ('digital' as const),
          isPickUp: item.isPickUp,
          shares: item.shares,
          isReducedTax: item.isReducedTax,
        })),
        kind: items.some(({ saleWindows }) => saleWindows) ? ('eventGoods' as const) : ('goods' as const),
        shippingFee,
        endsAt: lastPaymentOf(items),
        confirmation: confirmationOf({
          kind: 'goods',
          locale,
          now,
          name: items[0] ? namesOf(items[0], locale).name : '',
          pieces: items.reduce((sum, { quantity }) => sum + quantity, 0),
          lines: items.length,
          price: subtotal,
          shippingFee,
          ...handing,
          endsAt: lastPaymentOf(items),
          method,
          konbiniFee,
        }),
        recipient,
      }
    },
    // Whether an address is needed depends on the goods; fees do not depend on the address.
    recipientOf: async (work, order) =>
      (await linesOf(work.tx.db, order)).some((line) => line.deliveryMethod === 'physical' && !line.isPickUp)
        ? recipientOf(context, await addressFor(context, work, addressId), addressId)
        : null,
    hold: reserve,
  }
}

export const purchaseCart = async (
  context: Context,
  said: PurchasePayload,
  method: PaymentMethod,
  returnPath: string,
) => ({
  sessionUrl: await purchase(context, context.refuse, thingOf(context, said, method), method, returnPath),
})
