import { afterEach, describe, expect, test } from 'vitest'
import { brands } from '#club/brands/contract.ts'
import { day } from '#kit/time.ts'
import { orders } from '#money/orders/contract.ts'
import { now, setClock } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { addresses } from '#shop/carts/addresses/contract.ts'
import { carts } from '#shop/carts/contract.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { ask, club, type Person, person, refused } from '../support/club'
import { addPlan, addTerm } from '../support/fan'
import {
  checkOut,
  home,
  type Made,
  makeGoods,
  newBuyer,
  payCart,
  put,
  stockOf,
  stockProblems,
  towel,
  variation,
  voucherOf,
  wallpaper,
} from '../support/goods'
import { told } from '../support/payments'
import { ledger, ordersIn, sessionIn, settled } from '../support/shop'

afterEach(async () => expect(await stockProblems()).toEqual([]))

describe('a fan buys goods', () => {
  test('by card: reserved from the checkout on, sold when it is paid, to be sent, earned later', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of)
    const cart = await put(of, fan, made, 2)
    expect(cart).toMatchObject({
      brandSlug: of.slug,
      goodsList: [{ goodsId: made.goodsId, quantity: 2, price: 2000, remainingStocks: 10 }],
      cartNotifications: [],
      orderSummary: { subtotal: 4000, shippingFee: 500, totalFee: 4500 },
    })
    await checkOut(cart.cartId, fan)
    expect(await stockOf(made.variationId)).toMatchObject({ available: 8, reserved: 2, sold: 0 })
    await payCart(cart.cartId, fan)
    expect(await stockOf(made.variationId)).toMatchObject({ available: 8, reserved: 0, sold: 2 })
    expect(await ordersIn(of.tenantId)).toMatchObject([{ kind: 'goods', payment_state: 'paid', total: 4500 }])
    expect(await ledger(of.tenantId)).toEqual({ cash: 4500, deferred: -4500, brandPayable: 162, paymentFee: -162 })
    const { rows } = await pool().query(
      `select o.fulfillment_state, b.recipient_name, b.postal_code, l.delivery_method, l.variation_id, l.quantity
      from orders o join order_buyers b using (tenant_id, order_id) join order_lines l using (tenant_id, order_id) where o.tenant_id = $1`,
      [of.tenantId],
    )
    expect(rows).toMatchObject([
      {
        fulfillment_state: 'unfulfilled',
        recipient_name: '佐藤 葵',
        postal_code: '1500041',
        delivery_method: 'physical',
        variation_id: made.variationId,
        quantity: 2,
      },
    ])
    expect((await ask(carts.getCarts, {}, fan)).carts).toEqual([])
    expect(await ask(carts.getGoodsCountInCarts, { userId: fan.uid }, fan)).toEqual({ goodsCount: 0 })
    const history = await ask(orders.getFanClubOrderHistory, { filterOption: { orderItemType: 'goods' } }, fan)
    expect(history.historyItems).toMatchObject([{ status: 'active', totalPrice: 4500, hasOrderDetail: true }])
  })

  test('a digital product without a file is not shown, however it is asked for', async () => {
    const of = await club()
    const said = { ...of.ids, ...wallpaper() }
    expect(await refused(goods.createGoods, said, of.owner)).toMatchObject({
      status: 400,
      fields: [{ field: 'files', rule: 'noFile' }],
    })
    const { goodsId } = await ask(goods.createGoods, { ...said, visibility: 'hidden' }, of.owner)
    expect(
      await refused(goods.setGoodsVisibility, { ...of.ids, goodsId, visibility: 'visible' }, of.owner),
    ).toMatchObject({
      code: 'incomplete',
    })
  })

  test('goods whose kinds fans could not tell apart are not shown, however they are asked for', async () => {
    const of = await club()
    const said = { ...of.ids, ...towel({ variations: [variation(1, 'S'), variation(1, 'S')] }) }
    const fields = [{ field: 'variations.1.variationName', rule: 'sameName' }]
    expect(await refused(goods.createGoods, said, of.owner)).toMatchObject({ status: 400, fields })
    const { goodsId } = await ask(goods.createGoods, { ...said, visibility: 'hidden' }, of.owner)
    const show = { ...of.ids, goodsId, visibility: 'visible' as const }
    expect(await refused(goods.setGoodsVisibility, show, of.owner)).toMatchObject({ code: 'incomplete', fields })
  })

  test('digital goods need no address, are one of a kind and are earned at once', async () => {
    const [of, fan] = [await club(), await person()]
    const made = await makeGoods(of, wallpaper())
    const cart = await put(of, fan, made)
    expect(await refused(carts.addGoodsToCart, { ...of.ids, ...made, quantity: 1 }, fan)).toMatchObject({
      code: 'tooMany',
    })
    await payCart(cart.cartId, fan)
    expect(await ledger(of.tenantId)).toEqual({ cash: 800, brandPayable: -692, paymentFee: -28, platformFee: -80 })
    const { goods: seen } = await ask(goods.getPublicGoods, { ...of.ids, goodsId: made.goodsId }, fan)
    expect(seen).toMatchObject({ purchaseInfo: { isPurchased: true } })
    expect(await refused(carts.addGoodsToCart, { ...of.ids, ...made, quantity: 1 }, fan)).toMatchObject({
      code: 'alreadyOwned',
    })
  })

  test('at a store: held until the deadline, out of the cart once there is a voucher', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of)
    const { cartId } = await put(of, fan, made, 3)
    const { intentId, issued } = await voucherOf(cartId, fan)
    expect(issued).toMatchObject({ state: 'issued', total: 6700, shippingFee: 500 })
    expect((await ask(carts.getCarts, {}, fan)).carts).toEqual([])
    expect(await stockOf(made.variationId)).toMatchObject({ available: 7, reserved: 3 })
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    expect(await stockOf(made.variationId)).toMatchObject({ available: 7, reserved: 0, sold: 3 })
  })

  test('what is put into the cart after a voucher stays there when the store is paid, and so does its own payment', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of)
    const { intentId } = await voucherOf((await put(of, fan, made, 3)).cartId, fan)
    const next = await put(of, fan, made, 2)
    const page = await checkOut(next.cartId, fan)
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    expect((await ask(carts.getCarts, {}, fan)).carts).toMatchObject([{ goodsList: [{ quantity: 2 }] }])
    expect(await checkOut(next.cartId, fan)).toEqual(page)
    await payCart(next.cartId, fan)
    expect((await ask(carts.getCarts, {}, fan)).carts).toEqual([])
    expect(await stockOf(made.variationId)).toMatchObject({ available: 5, reserved: 0, sold: 5 })
  })

  test('the last piece is sold out to everybody but the fan whose own checkout holds it: it goes on from their cart', async () => {
    const [of, fan, other] = [await club(), await newBuyer(), await newBuyer()]
    const made = await makeGoods(of, towel({ variations: [variation(1, 'S'), variation(5, 'M')] }))
    const shownTo = async (reader: Person | null) =>
      (await ask(goods.getPublicGoods, { ...of.ids, goodsId: made.goodsId }, reader)).goods
    const { cartId } = await put(of, fan, made)
    const firstOf = async (reader: Person | null) => (await shownTo(reader)).variations[0]
    await checkOut(cartId, fan)
    for (const reader of [null, other]) expect(await firstOf(reader)).toMatchObject({ isSoldOut: true })
    expect(await firstOf(fan)).toMatchObject({ isSoldOut: false, isInCheckout: true, maxQuantity: 1 })
    // What was taken out of the cart can be put there again.
    await ask(carts.removeGoodsFromCart, { cartId, goodsId: made.goodsId }, fan)
    expect(await firstOf(fan)).toEqual({
      variationId: made.variationId,
      variationName: 'S',
      isSoldOut: false,
      maxQuantity: 1,
      remainingStocks: 1,
    })
    await put(of, fan, made)
    expect(await firstOf(fan)).toMatchObject({ isInCheckout: true })
    await pool().query('update goods_variations set is_hidden = true where goods_id = $1 and name = $2', [
      made.goodsId,
      'M',
    ])
    expect((await shownTo(other)).goodsStatus.salesStatus).toBe('soldOut')
    expect((await shownTo(fan)).goodsStatus.salesStatus).toBe('onSale')
    // The list says the same as the page.
    const listedTo = async (reader: Person | null) => {
      const { goodsList } = await ask(goods.getPublicGoodsList, { ...of.ids, filterOption: null }, reader)
      const { goodsStatus, variations } = goodsList.find(({ goodsId }) => goodsId === made.goodsId) ?? {}
      return { goodsStatus, variations }
    }
    const pageOf = async (reader: Person | null) => {
      const { goodsStatus, variations } = await shownTo(reader)
      return { goodsStatus, variations }
    }
    for (const reader of [null, other, fan]) expect(await listedTo(reader)).toEqual(await pageOf(reader))
    await payCart(cartId, fan)
    expect((await shownTo(fan)).goodsStatus.salesStatus).toBe('soldOut')
    expect(await firstOf(fan)).not.toHaveProperty('isInCheckout')
    expect(await listedTo(fan)).toEqual(await pageOf(fan))
  })

  test('an item of the cart says what its page says of the goods: the text, the fee, the sale, the file', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const sent = await makeGoods(of, towel({ description: 'Soft.' }))
    const file = await makeGoods(of, wallpaper({ description: 'Wide.' }))
    for (const made of [sent, file]) await put(of, fan, made)
    const [cart] = (await ask(carts.getCarts, {}, fan)).carts
    for (const { goodsId } of [sent, file]) {
      const page = (await ask(goods.getPublicGoods, { ...of.ids, goodsId }, fan)).goods
      const { description, saleStartDateTime } = page
      const own =
        page.goodsType === 'physicalGoods'
          ? { shippingFee: page.shippingFee, shippingTimeText: page.shippingTimeText }
          : { purchaseInfo: page.purchaseInfo }
      expect(cart?.goodsList.find((one) => one.goodsId === goodsId)).toMatchObject({
        description,
        saleStartDateTime,
        ...own,
      })
    }
    // Bought meanwhile, and in the cart all the same: the item says where the file is.
    const { cartId = '' } = cart ?? {}
    await payCart(cartId, fan)
    await put(of, fan, sent)
    await pool().query(
      `insert into cart_items (tenant_id, cart_id, goods_id, variation_id, quantity, price_seen, added_at)
      select tenant_id, cart_id, $1, $2, 1, 800, added_at from cart_items where cart_id = $3`,
      [file.goodsId, file.variationId, cartId],
    )
    const [later] = (await ask(carts.getCarts, {}, fan)).carts
    expect(later?.goodsList.find((one) => one.goodsId === file.goodsId)?.purchaseInfo).toEqual({
      isPurchased: true,
      downloadUrl: expect.stringContaining('/downloads/'),
    })
  })

  test('what was paid in the moment of a block waits for the staff, by card as well, and says why', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of)
    // Known to the club by an earlier order.
    await payCart((await put(of, fan, made)).cartId, fan)
    const { cartId } = await put(of, fan, made, 2)
    const { sessionUrl } = await checkOut(cartId, fan)
    const { rows } = await pool().query('select fan_id as id from fans where uid = $1', [fan.uid])
    await pool().query('update fans set blocked_at = $2 where fan_id = $1', [rows[0].id, new Date(now())])
    await told({ action: 'paySession', session: sessionIn(sessionUrl) })
    await settled()
    const [order] = (await ask(staffOrders.getOrders, of.ids, of.owner)).orders
    const named = { ...of.ids, orderId: order?.orderId ?? '' }
    expect(order).toMatchObject({ paymentState: 'paidLate', total: 4500 })
    const { timeline } = (await ask(staffOrders.getOrder, named, of.owner)).order
    expect(timeline.find(({ what }) => what === 'paidLate')?.detail).toBe('buyerBlocked')
    await pool().query('update fans set blocked_at = null where fan_id = $1', [rows[0].id])
    await ask(staffOrders.resolveLatePayment, { ...named, action: 'accept' }, of.owner)
    expect(await stockOf(made.variationId)).toMatchObject({ available: 7, reserved: 0, sold: 3 })
  })

  test('a voucher that is cancelled gives everything back', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of)
    const { cartId } = await put(of, fan, made, 3)
    const { orderId } = await voucherOf(cartId, fan)
    await ask(orders.cancelPaymentKonbini, { orderId }, fan)
    expect(await stockOf(made.variationId)).toMatchObject({ available: 10, reserved: 0, sold: 0 })
  })

  test('a whole refund of what was not sent puts it on sale again, and nothing was earned', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of)
    const { cartId } = await put(of, fan, made, 2)
    await payCart(cartId, fan)
    const [order] = (await ask(staffOrders.getOrders, of.ids, of.owner)).orders
    const refund = { ...of.ids, orderId: order?.orderId ?? '', amount: 4500, reason: 'damaged' }
    await ask(staffOrders.refundOrder, refund, of.owner)
    await settled()
    expect(await stockOf(made.variationId)).toMatchObject({ available: 10, sold: 0 })
    expect(await ledger(of.tenantId)).toEqual({ cash: 0, deferred: 0, brandPayable: 162, paymentFee: -162 })
  })

  test('an address is needed for what is sent, and it is the fan’s own', async () => {
    const [of, fan, other] = [await club(), await person(), await newBuyer()]
    const made = await makeGoods(of)
    const { cartId } = await put(of, fan, made)
    const buy = (addressId?: string) => ({ cartId, returnPath: null, ...(addressId && { addressId }) })
    expect(await refused(carts.purchaseGoodsByCart, buy(), fan)).toMatchObject({ code: 'addressRequired' })
    const [foreign] = (await ask(addresses.getShippingAddressList, { userId: other.uid }, other)).shippingAddressList
    expect(await refused(carts.purchaseGoodsByCart, buy(foreign?.addressId), fan)).toMatchObject({ status: 404 })
    const { addressId } = await ask(addresses.saveShippingAddress, home, fan)
    expect(await ask(carts.getPrePurchaseByCart, { cartId }, fan)).toMatchObject({
      isShippingRequired: true,
      konbiniPaymentFee: 200,
      defaultShippingAddress: { addressId, address: '東京都渋谷区神南1-2-3 星ビル 101', postalCode: '1500041' },
      alternativeShippingAddresses: [],
    })
    await ask(carts.purchaseGoodsByCart, buy(addressId), fan)
  })
})

test('an address whose postal code is another prefecture’s is saved only once the fan has confirmed it', async () => {
  const fan = await person()
  const elsewhere = { ...home, prefecture: '大阪府' }
  expect(await refused(addresses.saveShippingAddress, elsewhere, fan)).toMatchObject({ code: 'prefectureMismatch' })
  expect((await ask(addresses.getShippingAddressList, { userId: fan.uid }, fan)).shippingAddressList).toEqual([])
  await ask(addresses.saveShippingAddress, { ...elsewhere, isPrefectureConfirmed: true }, fan)
  // A code that the directory does not know says nothing.
  await ask(addresses.saveShippingAddress, { ...elsewhere, postalCode: '000-0000' }, fan)
  expect((await ask(addresses.getShippingAddressList, { userId: fan.uid }, fan)).shippingAddressList).toHaveLength(2)
})

test('whether a store can take the money is told before it is chosen, and until when', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made)
  expect(await ask(carts.getPrePurchaseByCart, { cartId }, fan)).toMatchObject({
    isKonbiniOffered: true,
    payableUntil: null,
  })
  const ends = now() + 3_600_000
  await pool().query('update goods set sale_end_at = $2 where goods_id = $1', [made.goodsId, new Date(ends)])
  const shown = await ask(carts.getPrePurchaseByCart, { cartId }, fan)
  expect(shown).toMatchObject({ isKonbiniOffered: true, payableUntil: ends + day })
  // What is shown is what is kept with the order.
  const { orderId } = await voucherOf(cartId, fan)
  const { rows } = await pool().query('select expires_at from konbini_payments where order_id = $1', [orderId])
  // The provider counts seconds.
  expect(Math.abs(new Date(rows[0].expires_at).getTime() - (shown.payableUntil ?? 0))).toBeLessThan(1000)

  const other = await newBuyer()
  const dear = await makeGoods(of, { price: 320_000 })
  const { cartId: dearCart } = await put(of, other, dear)
  expect(await ask(carts.getPrePurchaseByCart, { cartId: dearCart }, other)).toMatchObject({ isKonbiniOffered: false })
  expect(await refused(carts.purchaseGoodsByCartByKonbini, { cartId: dearCart }, other)).toMatchObject({
    code: 'konbiniUnavailable',
  })
})

test('a shop sends free of charge from the sum on that it has chosen', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const { brandThumbnail, brandIcon, description } = await ask(brands.getBrandProfile, of.ids, of.owner)
  const profile = { ...of.ids, name: 'Aoi', brandThumbnail, brandIcon, description }
  await ask(brands.updateBrandProfile, { ...profile, freeShippingOver: 4000 }, of.owner)
  const made = await makeGoods(of)
  const shown = async ({ goodsId }: { goodsId: string }) =>
    (await ask(goods.getPublicGoods, { ...of.ids, goodsId })).goods as { freeShippingOver?: number }
  expect((await shown(made)).freeShippingOver).toBe(4000)
  expect((await shown(await makeGoods(of, wallpaper()))).freeShippingOver).toBeUndefined()
  expect((await put(of, fan, made)).orderSummary).toEqual({ subtotal: 2000, shippingFee: 500, totalFee: 2500 })
  expect((await put(of, fan, made)).orderSummary).toEqual({ subtotal: 4000, shippingFee: 0, totalFee: 4000 })
  await ask(brands.updateBrandProfile, { ...profile, freeShippingOver: null }, of.owner)
  expect((await ask(carts.getCarts, {}, fan)).carts[0]?.orderSummary.shippingFee).toBe(500)
  expect((await shown(made)).freeShippingOver).toBeUndefined()
})

test('shipping that has changed under an open checkout is told before it is charged, whichever way it is paid', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made)
  const shown = async () => {
    const { orderSummary, konbiniPaymentFee } = await ask(carts.getPrePurchaseByCart, { cartId }, fan)
    return { card: orderSummary.totalFee, konbini: orderSummary.totalFee + konbiniPaymentFee }
  }
  const byCard = (expectedTotal: number) => ({ cartId, returnPath: null, expectedTotal })
  const before = await shown()
  expect(before).toEqual({ card: 2500, konbini: 2700 })
  await pool().query('update goods set shipping_fee = 1500 where goods_id = $1', [made.goodsId])
  expect(await refused(carts.purchaseGoodsByCart, byCard(before.card), fan)).toMatchObject({ code: 'priceChanged' })
  const atStore = { cartId, expectedTotal: before.konbini }
  expect(await refused(carts.purchaseGoodsByCartByKonbini, atStore, fan)).toMatchObject({ code: 'priceChanged' })
  expect(await stockOf(made.variationId)).toMatchObject({ available: 10, reserved: 0 })
  expect(await ordersIn(of.tenantId)).toEqual([])
  // What is shown now is agreed to.
  const after = await shown()
  await ask(carts.purchaseGoodsByCartByKonbini, { cartId, expectedTotal: after.konbini }, fan)
  const first = await ask(carts.purchaseGoodsByCart, byCard(after.card), fan)
  expect(await ask(carts.purchaseGoodsByCart, byCard(after.card), fan)).toEqual(first)
  // It changes once more while the page of the card is open: the next press is another order, at what is shown then.
  await pool().query('update goods set shipping_fee = 700 where goods_id = $1', [made.goodsId])
  const later = await shown()
  const second = await ask(carts.purchaseGoodsByCart, byCard(later.card), fan)
  expect(second.sessionUrl).not.toBe(first.sessionUrl)
  expect((await ordersIn(of.tenantId)).map(({ payment_state, total }) => [payment_state, total])).toEqual([
    ['canceled', after.konbini],
    ['expired', after.card],
    ['awaitingPayment', 2700],
  ])
  expect(await stockOf(made.variationId)).toMatchObject({ available: 9, reserved: 1 })
})

test('an order shows its buyer what was bought, and nobody else', async () => {
  const [of, fan, other] = [await club(), await newBuyer(), await newBuyer()]
  const [sent, digital] = [await makeGoods(of), await makeGoods(of, wallpaper())]
  await put(of, fan, sent)
  const { cartId } = await put(of, fan, digital)
  await payCart(cartId, fan)
  const { historyItems } = await ask(orders.getFanClubOrderHistory, {}, fan)
  const orderId = historyItems[0]?.orderId ?? ''
  const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId }, fan)
  expect(orderDetail).toMatchObject({
    orderedGoods: [
      { id: sent.goodsId, bransSlug: of.slug, price: 2000, quantity: 1, deliveryInfo: { type: 'physical' } },
      { id: digital.goodsId, deliveryInfo: { type: 'digital' } },
    ],
    shippingAddress: { postalCode: '1500041', recipientName: '佐藤 葵' },
    paymentInfo: { paymentMethod: 'card' },
    shippingProviderInfo: { shippingStatus: 'preparing' },
    orderSummary: { subtotal: 2800, shippingFee: 500, totalFee: 3300 },
  })
  expect(await refused(goodsOrders.getOrderDetail, { orderId }, other)).toMatchObject({ status: 404 })
  expect(await ask(orders.getOrderReceipt, { orderId }, fan)).toMatchObject({ total: 3300, shippingFee: 500 })
})

test('two variations of one goods are two lines, and taking the goods away takes both', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of, { variations: [variation(5, 'S'), variation(5, 'L')] })
  await put(of, fan, made, 1)
  const cart = await put(of, fan, made, 2, made.variationIds[1])
  expect(cart.goodsList.map(({ variation: { variationName }, quantity }) => [variationName, quantity])).toEqual([
    ['S', 1],
    ['L', 2],
  ])
  const without = await ask(
    carts.updateCart,
    { cartId: cart.cartId, goodsList: [{ goodsId: made.goodsId, quantity: 3 }] },
    fan,
  )
  expect(without.errors).toEqual([{ goodsId: made.goodsId, error: 'variationRequired' }])
  const left = await ask(carts.removeGoodsFromCart, { cartId: cart.cartId, goodsId: made.goodsId }, fan)
  expect(left.cart.goodsList).toEqual([])
})

describe('how many one person may have', () => {
  const change = async (
    fan: Person,
    cartId: string,
    { goodsId, variationIds }: Made,
    quantities: (number | null)[],
  ) => {
    const goodsList = quantities.flatMap((quantity, n) =>
      quantity === null ? [] : [{ goodsId, variationId: variationIds[n] ?? '', quantity }],
    )
    const { cart, errors } = await ask(carts.updateCart, { cartId, goodsList }, fan)
    return [errors.map(({ error }) => error), cart.goodsList.map(({ quantity }) => quantity)]
  }

  test('is counted over all variations where the cart is changed as well; fewer are always taken', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const both = { maxPerPerson: 4, variations: [variation(9, 'S'), variation(9, 'L')] }
    const made = await makeGoods(of, both)
    await put(of, fan, made, 1)
    const { cartId } = await put(of, fan, made, 1, made.variationIds[1])
    expect(await change(fan, cartId, made, [null, 4])).toEqual([['tooMany'], [1, 1]])
    expect(await change(fan, cartId, made, [2, 3])).toEqual([['tooMany'], [2, 1]])
    expect(await change(fan, cartId, made, [null, 2])).toEqual([[], [2, 2]])
    // What becomes more of one is weighed against what is left of the other, whichever is named first.
    expect(await change(fan, cartId, made, [3, 1])).toEqual([[], [3, 1]])
    const { goods: before } = await ask(goods.getGoods, { ...of.ids, goodsId: made.goodsId }, of.owner)
    const kept = before.variations.map(({ variationId }, n) => ({ ...variation(0, n === 0 ? 'S' : 'L'), variationId }))
    const { goodsType: _, visibility: __, ...said } = towel({ maxPerPerson: 3 })
    await ask(goods.updateGoods, { ...of.ids, goodsId: made.goodsId, ...said, variations: kept }, of.owner)
    expect(await change(fan, cartId, made, [2, 2])).toEqual([['tooMany'], [2, 1]])
  })

  test('counts what they have ordered, where the cart is changed as well', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of, { maxPerPerson: 3, variations: [variation(9)] })
    await voucherOf((await put(of, fan, made, 2)).cartId, fan)
    const { cartId } = await put(of, fan, made)
    expect(await change(fan, cartId, made, [2])).toEqual([['tooMany'], [1]])
    expect(await change(fan, cartId, made, [1])).toEqual([[], [1]])
  })
})

describe('a fan who comes back from the payment without having paid', () => {
  test('and chooses another address has it sent there', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of)
    const { cartId } = await put(of, fan, made)
    const { shippingAddressList } = await ask(addresses.getShippingAddressList, { userId: fan.uid }, fan)
    const other = await ask(addresses.saveShippingAddress, { ...home, recipientName: '月島 ひかり' }, fan)
    const pay = (addressId = '') => ask(carts.purchaseGoodsByCart, { cartId, returnPath: null, addressId }, fan)
    const { sessionUrl } = await pay(shippingAddressList[0]?.addressId)
    expect(await pay(other.addressId)).toEqual({ sessionUrl })
    const { rows } = await pool().query('select recipient_name from order_buyers where uid = $1', [fan.uid])
    expect(rows).toEqual([{ recipient_name: '月島 ひかり' }])
  })

  test('finds the last piece in the cart as it was, and goes on where it is paid; for others it is sold out', async () => {
    const [of, fan, other] = [await club(), await newBuyer(), await newBuyer()]
    const made = await makeGoods(of, { variations: [variation(1)] })
    const cart = await put(of, fan, made)
    const first = await checkOut(cart.cartId, fan)
    expect((await ask(carts.getCarts, {}, fan)).carts).toEqual([cart])
    expect(await checkOut(cart.cartId, fan)).toEqual(first)
    expect(await refused(carts.addGoodsToCart, { ...of.ids, ...made, quantity: 1 }, other)).toMatchObject({
      code: 'soldOut',
    })
  })

  test('may change how many, up to what one person may have and what there is', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of, { maxPerPerson: 2, variations: [variation(2)] })
    const { cartId } = await put(of, fan, made, 2)
    const first = await checkOut(cartId, fan)
    const goodsList = [{ goodsId: made.goodsId, quantity: 1 }]
    const { cart, errors } = await ask(carts.updateCart, { cartId, goodsList }, fan)
    expect([errors, cart.goodsList[0]?.quantity, cart.cartNotifications]).toEqual([[], 1, []])
    await put(of, fan, made)
    expect(await refused(carts.addGoodsToCart, { ...of.ids, ...made, quantity: 1 }, fan)).toMatchObject({
      code: 'tooMany',
    })
    expect(await checkOut(cartId, fan)).not.toEqual(first)
    expect(await stockOf(made.variationId)).toMatchObject({ available: 0, reserved: 2 })
  })

  test('has what a voucher was issued for counted: that is an order of its own', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of, { maxPerPerson: 2, variations: [variation(3)] })
    const { cartId } = await put(of, fan, made, 2)
    await voucherOf(cartId, fan)
    expect(await refused(carts.addGoodsToCart, { ...of.ids, ...made, quantity: 1 }, fan)).toMatchObject({
      code: 'tooMany',
    })
    const free = await makeGoods(of, { variations: [variation(3)] })
    await voucherOf((await put(of, fan, free, 2)).cartId, fan)
    expect((await put(of, fan, free)).goodsList).toMatchObject([{ remainingStocks: 1 }])
  })
})

test('goods for members are named in the cart of who is none any more, and the rest can be bought', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const planId = await addPlan(of.ids)
  await addTerm(of.ids, planId, fan.uid, { from: now() - day, to: now() + day })
  const [forMembers, free] = [await makeGoods(of, { audience: 'plans', planIds: [planId] }), await makeGoods(of)]
  await put(of, fan, free)
  const { cartId, cartNotifications } = await put(of, fan, forMembers)
  expect(cartNotifications).toEqual([])
  setClock(now() + 2 * day)
  const { cartNotifications: named } = await ask(carts.getPrePurchaseByCart, { cartId }, fan)
  const plan = { planId, name: 'Galaxy', price: 1500, subscriptionInterval: 'month' }
  const told = { status: 'outOfSalePeriod', goodsId: forMembers.goodsId, isForMembers: true, plans: [plan] }
  expect(named).toMatchObject([told])
  // The sum without it, with the shipping of the rest.
  const [cart] = (await ask(carts.getCarts, {}, fan)).carts
  expect(cart).toMatchObject({
    cartNotifications: [told],
    orderSummary: { subtotal: 4000, totalFee: 4500 },
    buyableSummary: { subtotal: 2000, shippingFee: 500, totalFee: 2500 },
  })
  const goodsList = [{ goodsId: forMembers.goodsId, quantity: 0 }]
  const { cart: rest } = await ask(carts.updateCart, { cartId, goodsList }, fan)
  expect([rest.cartNotifications, rest.buyableSummary]).toEqual([[], undefined])
  await checkOut(cartId, fan)
})

test('the page of goods for members says to everybody what joining costs, and to each fan whether they may buy', async () => {
  const of = await club()
  const [fan, member] = [await newBuyer(), await newBuyer()]
  const [dear, cheap] = [await addPlan(of.ids, { price: 3000 }), await addPlan(of.ids, { price: 800 })]
  await addTerm(of.ids, dear, member.uid)
  const { goodsId } = await makeGoods(of, { audience: 'plans', planIds: [dear, cheap] })
  const seen = async (by: Person | null) => (await ask(goods.getPublicGoods, { ...of.ids, goodsId }, by)).goods
  const asVisitor = await seen(null)
  expect(asVisitor.plans.map(({ planId, price }) => [planId, price])).toEqual([
    [cheap, 800],
    [dear, 3000],
  ])
  expect(asVisitor.isYours).toBe(false)
  expect((await seen(fan)).isYours).toBe(false)
  expect((await seen(member)).isYours).toBe(true)
  const free = await makeGoods(of)
  expect((await ask(goods.getPublicGoods, { ...of.ids, goodsId: free.goodsId }, null)).goods.isYours).toBeUndefined()
})
