import { noticeOf } from '#club/brands/notice.ts'
import { allInLanguage } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import { offersKonbini } from '#money/orders/purchase.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Db, Fan } from '#server/proven.ts'
import { plansHeldBy } from '../eventGoods/queries.server'
import { openAt, windowProblem } from '../eventGoods/windows'
import { isSent, isSoldOut, left, maxQuantityOf, mostQuantity, salesStatusAt } from '../goods/goods'
import { heldGoods, purchaseInfoOf } from '../goods/owned.queries.server'
import { plansOfGoods } from '../goods/queries.server'
import { shownAddress } from './addresses/address'
import { addressesOf } from './addresses/queries.server'
import { lastPaymentOf, mostCartLines, namesOf, problemOf, quantityProblem, summaryOf } from './cart'
import { orderedOf } from './checkouts.queries.server'
import type { Cart, CartError, carts as contract } from './contract'
import { purchaseCart } from './purchase.server'
import {
  addPieces,
  type CartItem,
  cartsOf,
  countInCarts,
  type FilledCart,
  filled,
  filledCart,
  isMemberOf,
  lockCart,
  putItem,
  removeGoods,
  removeItem,
  touchCart,
} from './queries.server'

const lineOf = (item: CartItem) => ({
  goods: item,
  variation: item,
  quantity: item.quantity,
  priceSeen: item.priceSeen,
})

type Shown = { now: Instant; origin: string; locale: 'ja' | 'en' }
const shownItem = (
  item: CartItem,
  { held, now, origin, locale }: Shown & Pick<FilledCart, 'held'>,
): Cart['goodsList'][number] => {
  const { name, description, variationName } = namesOf(item, locale)
  const stock = left(item)
  const most = Math.min(maxQuantityOf(item, item), stock || mostQuantity)
  return {
    goodsId: item.goodsId,
    name,
    price: item.price,
    goodsType: item.goodsType,
    salesType: item.salesType,
    goodsStatus: { visibility: 'visible', salesStatus: salesStatusAt(item, [item], now) },
    variation: {
      variationId: item.variationId,
      variationName,
      isSoldOut: isSoldOut(item),
      ...(most < mostQuantity && { maxQuantity: most }),
    },
    thumbnail: item.thumbnails[0]?.url ?? '',
    ...(stock !== null && { remainingStocks: stock }),
    quantity: item.quantity,
    description,
    saleStartDateTime: item.saleStartAt,
    ...(item.goodsType === 'physicalGoods'
      ? { shippingFee: item.shippingFee, shippingTimeText: item.shippingTimeText }
      : { purchaseInfo: purchaseInfoOf(item.goodsId, held, origin) }),
    ...(item.isPickUp && { isPickUp: true }),
    ...(item.pickUpVenue !== undefined && { pickUpVenue: item.pickUpVenue }),
  }
}

/** Of all of it, and of what can be bought where something cannot; a new price is agreed to. */
const summariesOf = ({ items, freeShippingOver }: FilledCart, now: Instant) => {
  const lines = items.map(lineOf)
  const buyable = lines.filter((line) => ['priceChanged', null].includes(problemOf(line, now)))
  return {
    orderSummary: summaryOf(lines, freeShippingOver),
    ...(buyable.length < lines.length && { buyableSummary: summaryOf(buyable, freeShippingOver) }),
  }
}

const shownCart = (cart: FilledCart, { now, origin, locale }: Shown): Cart => ({
  cartId: cart.cartId,
  brandSlug: cart.brandSlug,
  goodsList: cart.items.map((item) => shownItem(item, { held: cart.held, now, origin, locale })),
  cartNotifications: cart.items.flatMap((item) => {
    const status = problemOf(lineOf(item), now)
    if (!status) return []
    const isForMembers =
      item.closed === 'membersOnly' && problemOf(lineOf({ ...item, closed: null }), now) !== 'outOfSalePeriod'
    const { goodsId, variationId } = item
    const { name: goodsName } = namesOf(item, locale)
    const opening = isForMembers && {
      isForMembers,
      ...(item.openedBy && { plans: allInLanguage(item.openedBy, locale) }),
    }
    return [{ status, goodsName, goodsId, variationId, ...opening }]
  }),
  ...summariesOf(cart, now),
  tenantId: cart.tenantId,
  brandId: cart.brandId,
  brandName: cart.brandName,
  freeShippingOver: cart.freeShippingOver,
  notice: noticeOf({ closesAt: null, isSuspended: cart.isSuspended }, locale),
})

type CartReading = Shown & { db: Db; fan: Fan }

/**
 * Marks items that this fan cannot buy now: goods for members of other plans, and event goods outside their sale
 * windows. Finds the digital goods that the fan has.
 */
const asFan = async (reading: CartReading, { items, ...cart }: FilledCart): Promise<FilledCart> => {
  const digital = items.filter(({ goodsType }) => goodsType === 'digitalGoods').map(({ goodsId }) => goodsId)
  const held = await heldGoods(reading.db, cart, reading.fan.uid, digital, reading.now)
  return withClosed(reading, { ...cart, items, held })
}
/** The plans by name whose members may buy it now; none where those of every plan may. */
const plansFor = ({ saleWindows, planIds }: CartItem, now: Instant): readonly string[] => {
  if (saleWindows === null) return planIds
  const open = openAt(saleWindows, now)
  return open.some(({ audience }) => audience !== 'plans') ? [] : open.flatMap((window) => window.planIds)
}
const withClosed = async ({ db, fan, now }: CartReading, cart: FilledCart): Promise<FilledCart> => {
  if (cart.items.every(({ saleWindows, audience }) => saleWindows === null && audience !== 'plans')) return cart
  const held = await plansHeldBy(db, cart, fan, now)
  const closedBy = ({ saleWindows, audience, planIds }: CartItem) => {
    if (saleWindows !== null) return windowProblem(saleWindows, held, now)
    return audience === 'plans' && !planIds.some((planId) => held.has(planId)) ? ('membersOnly' as const) : null
  }
  const items = cart.items.map((item) => ({ ...item, closed: closedBy(item) }))
  const forOthers = items.filter(({ closed }) => closed === 'membersOnly')
  if (forOthers.length === 0) return { ...cart, items }
  const plans = await plansOfGoods(db, cart, [...new Set(forOthers.flatMap((item) => plansFor(item, now)))])
  return {
    ...cart,
    items: items.map((item) => {
      const named = item.closed === 'membersOnly' ? plansFor(item, now) : []
      return named.length > 0 ? { ...item, openedBy: plans.filter(({ planId }) => named.includes(planId)) } : item
    }),
  }
}
const cartOf = async (asked: CartReading & { refuse: (code: 'cartNotFound') => never }, cartId: string) =>
  asFan(asked, (await filledCart(asked.db, asked.fan, cartId)) ?? asked.refuse('cartNotFound'))
const answerOf = async (asked: Parameters<typeof cartOf>[0], cartId: string) =>
  shownCart(await cartOf(asked, cartId), asked)

export const cartHandlers: Handlers<typeof contract> = {
  async addGoodsToCart(context, { goodsId, variationId, quantity }) {
    const { db, brand, fan, now, newId, refuse } = context
    // Added first and checked afterwards: a refusal rolls back the transaction.
    const adding = { cartId: newId('cart'), goodsId, variationId, quantity }
    const found = (await addPieces(db, brand, fan, adding, now)) ?? refuse('goodsNotFound')
    const { goods, cart } = found
    if (goods.visibility === 'hidden') return refuse('goodsNotFound')
    const variation = found.variations.find((one) => one.variationId === variationId) ?? refuse('variationNotFound')
    if (goods.saleWindows) {
      const closed = windowProblem(goods.saleWindows, await plansHeldBy(db, brand, fan, now), now)
      if (closed) return refuse(closed)
    } else if (goods.audience === 'plans' && !(await isMemberOf(db, brand, fan, goods.planIds, now)))
      return refuse('membersOnly')
    if (goods.goodsType === 'digitalGoods') {
      const { owned, awaited } = await heldGoods(db, brand, fan.uid, [goodsId], now)
      if (owned.size > 0) return refuse('alreadyOwned')
      if (awaited.size > 0) return refuse('awaitingPayment')
    }
    const ordered =
      goods.maxPerPerson === null ? 0 : ((await orderedOf(db, brand, fan, [goodsId], cart)).get(goodsId) ?? 0)
    const held = cart.items.find((one) => one.variationId === variationId)
    const pieces = (held?.quantity ?? 0) + quantity
    if (cart.items.length + (held ? 0 : 1) > mostCartLines) return refuse('cartFull')
    const problem = quantityProblem(goods, variation, pieces, now)
    if (problem) return refuse(problem)
    const others = cart.items.filter((one) => one.goodsId === goodsId && one.variationId !== variationId)
    // All variations of a digital product contain the same files.
    if (goods.goodsType === 'digitalGoods' && others.length > 0) return refuse('tooMany')
    const all = others.reduce((sum, one) => sum + one.quantity, pieces + ordered)
    if (all > (goods.maxPerPerson ?? all)) return refuse('tooMany')
    const line = { quantity: found.quantity ?? refuse('tooMany'), priceSeen: goods.price }
    const items = held
      ? cart.items.map((one) => (one === held ? { ...held, ...line } : one))
      : [
          ...cart.items,
          {
            ...variation,
            ...goods,
            ...line,
            variationName: variation.name,
            variationEnglish: variation.english,
            isPickUpChosen: false,
          },
        ]
    return { cart: shownCart(await asFan(context, await filled(db, { ...cart, items })), context) }
  },

  async getCarts(context, { userId }) {
    const { db, fan, refuse } = context
    if (userId !== undefined && userId !== fan.uid) return refuse('userNotFound')
    const filled = await cartsOf(db, fan)
    return { carts: await Promise.all(filled.map(async (cart) => shownCart(await asFan(context, cart), context))) }
  },

  async getGoodsCountInCarts({ db, fan, refuse }, { userId }) {
    if (userId !== fan.uid) return refuse('userNotFound')
    return { goodsCount: await countInCarts(db, fan) }
  },

  async updateCart(context, { cartId, goodsList }) {
    const { db, fan, now, refuse } = context
    const cart = (await lockCart(db, fan, cartId)) ?? refuse('cartNotFound')
    const { items } = await cartOf(context, cartId)
    const lines = goodsList.map((wanted) => {
      const isNamed = ({ goodsId, variationId }: CartItem) =>
        goodsId === wanted.goodsId && (wanted.variationId === undefined || variationId === wanted.variationId)
      const matching = items.filter(isNamed)
      return { ...wanted, matching, grows: wanted.quantity > (matching[0]?.quantity ?? 0) }
    })
    const limited = lines.filter(({ matching: [item], grows }) => grows && item && item.maxPerPerson !== null)
    const goodsIds = [...new Set(limited.map(({ goodsId }) => goodsId))]
    const ordered = await orderedOf(db, cart, fan, goodsIds, cart)
    const lying = new Map(items.map(({ variationId, quantity }) => [variationId, quantity]))
    const errors: { goodsId: string; error: CartError }[] = []
    let changes = false
    // Decreases first: they may free stock or limits for another variation.
    for (const line of lines.toSorted((one, other) => Number(one.grows) - Number(other.grows))) {
      const { goodsId, quantity, isPickUp: chosen, matching, grows } = line
      const [item] = matching
      const others = items.filter((one) => one.goodsId === goodsId && one !== item)
      const all = others.reduce(
        (sum, { variationId }) => sum + (lying.get(variationId) ?? 0),
        quantity + (ordered.get(goodsId) ?? 0),
      )
      const error = !item
        ? ('goodsNotFound' as const)
        : matching.length > 1
          ? ('variationRequired' as const)
          : quantity === 0
            ? null
            : (quantityProblem(item, item, quantity, now) ??
              (grows && all > (item.maxPerPerson ?? all) ? ('tooMany' as const) : null))
      if (error) errors.push({ goodsId, error })
      if (error || !item) continue
      const isPickUp = chosen ?? item.isPickUpChosen
      const isSame = item.quantity === quantity && item.priceSeen === item.price && item.isPickUpChosen === isPickUp
      if (isSame) continue
      changes = true
      lying.set(item.variationId, quantity)
      if (quantity === 0) await removeItem(db, cart, item.variationId)
      else
        await putItem(db, {
          tenantId: cart.tenantId,
          cartId,
          goodsId,
          variationId: item.variationId,
          quantity,
          priceSeen: item.price,
          isPickUp,
          addedAt: now,
        })
    }
    if (changes) await touchCart(db, cart, now)
    return { cart: await answerOf(context, cartId), errors }
  },

  async removeGoodsFromCart(context, { cartId, goodsId }) {
    const { db, fan, now, refuse } = context
    const cart = (await lockCart(db, fan, cartId)) ?? refuse('cartNotFound')
    if (!(await removeGoods(db, cart, goodsId))) return refuse('goodsNotFound')
    await touchCart(db, cart, now)
    return { cart: await answerOf(context, cartId) }
  },

  async getPrePurchaseByCart(context, { cartId }) {
    const { db, fan, now, fees } = context
    const found = await cartOf(context, cartId)
    const cart = shownCart(found, context)
    const payableUntil = lastPaymentOf(found.items)
    const addresses = (await addressesOf(db, fan)).map(shownAddress)
    return {
      ...cart,
      konbiniPaymentFee: fees.konbini,
      isKonbiniOffered: await offersKonbini(db, fan.uid, now, {
        total: cart.orderSummary.totalFee + fees.konbini,
        endsAt: payableUntil,
      }),
      payableUntil,
      isShippingRequired: cart.goodsList.some(isSent),
      defaultShippingAddress: addresses.find(({ isDefaultAddress }) => isDefaultAddress) ?? null,
      alternativeShippingAddresses: addresses.filter(({ isDefaultAddress }) => !isDefaultAddress),
    }
  },

  purchaseGoodsByCart: (context, { returnPath, ...said }) => purchaseCart(context, said, 'card', returnPath ?? ''),
  purchaseGoodsByCartByKonbini: (context, said) => purchaseCart(context, said, 'konbini', ''),
}
