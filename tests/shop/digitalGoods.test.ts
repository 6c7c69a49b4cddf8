import { describe, expect, test } from 'vitest'
import { orders } from '#money/orders/contract.ts'
import { pool } from '#server/db.ts'
import { carts } from '#shop/carts/contract.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { ask, club, type Person, person, refused } from '../support/club'
import {
  type Club,
  type Made,
  makeGoods,
  newBuyer,
  payCart,
  put,
  variation,
  voucherOf,
  wallpaper,
} from '../support/goods'
import { told } from '../support/payments'
import { ledger, moveTo, settled } from '../support/shop'

const latestOf = async (of: Club) => {
  const [row] = (await ask(staffOrders.getOrders, of.ids, of.owner)).orders
  if (!row) throw new Error('Nothing was ordered.')
  return (await ask(staffOrders.getOrder, { ...of.ids, orderId: row.orderId }, of.owner)).order
}
/** Staff give the money of these goods back, by their pieces, and keep the rest of the order. */
const giveBack = async (of: Club, goodsId: string, quantity = 1) => {
  const { orderId, lines } = await latestOf(of)
  const line = lines.find((one) => one.goodsId === goodsId)
  const said = { ...of.ids, orderId, reason: 'Broken.', lines: [{ lineId: line?.lineId ?? '', quantity }] }
  await ask(staffOrders.refundOrder, said, of.owner)
  await settled()
  return orderId
}
const payAtStore = async (intentId: string) => {
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
}
const stateOf = async (orderId: string, fan: Person) =>
  (await ask(goodsOrders.getOrderDetail, { orderId }, fan)).orderDetail.paymentState
const shown = async (of: Club, { goodsId }: Made, fan: Person) => {
  const { goods: seen } = await ask(goods.getPublicGoods, { ...of.ids, goodsId }, fan)
  return seen.goodsType === 'digitalGoods' ? seen.purchaseInfo : expect.fail('It is digital.')
}
const add = (of: Club, made: Made) => ({ ...of.ids, goodsId: made.goodsId, variationId: made.variationId, quantity: 1 })

describe('digital goods whose money went back', () => {
  test('paid at a store are bought again, although the order keeps the fee of the store', async () => {
    const [of, fan] = [await club(), await person()]
    const made = await makeGoods(of, wallpaper())
    const { cartId } = await put(of, fan, made)
    const { intentId, orderId } = await voucherOf(cartId, fan)
    await payAtStore(intentId)
    expect(await shown(of, made, fan)).toMatchObject({ isPurchased: true })
    await giveBack(of, made.goodsId)
    expect(await shown(of, made, fan)).toEqual({ isPurchased: false })
    await payCart((await put(of, fan, made)).cartId, fan)
    const info = await shown(of, made, fan)
    expect(info).toMatchObject({ isPurchased: true })
    const again = await latestOf(of)
    expect(info.isPurchased && info.downloadUrl).toContain(again.orderId)
    const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId: again.orderId }, fan)
    expect([again.orderId === orderId, orderDetail.downloads.map(({ state }) => state)]).toEqual([false, ['active']])
  })

  test('of an order that holds something else are bought again, and what was kept is not', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const [song, film] = [await makeGoods(of, wallpaper({ name: 'Song' })), await makeGoods(of, wallpaper())]
    await put(of, fan, song)
    await payCart((await put(of, fan, film)).cartId, fan)
    await giveBack(of, song.goodsId)
    await put(of, fan, song)
    expect(await refused(carts.addGoodsToCart, add(of, film), fan)).toMatchObject({ code: 'alreadyOwned' })
  })

  test('after a dispute that was lost are bought again, while it is open they are not', async () => {
    const [of, fan] = [await club(), await person()]
    const made = await makeGoods(of, wallpaper())
    const { cartId } = await put(of, fan, made)
    await payCart(cartId, fan)
    const { orderId } = await latestOf(of)
    const dispute = await disputeOf(orderId)
    expect(await refused(carts.addGoodsToCart, add(of, made), fan)).toMatchObject({ code: 'alreadyOwned' })
    await told({ action: 'closeDispute', dispute, status: 'lost' })
    await settled()
    await put(of, fan, made)
  })

  test('are sold once to a person, whichever of their variations lie in the cart', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of, {
      ...wallpaper(),
      variations: [variation(null, 'Large'), variation(null, 'Small')],
    })
    const { goods: seen } = await ask(goods.getPublicGoods, { ...of.ids, goodsId: made.goodsId }, fan)
    const [one, other] = seen.variations.map(({ variationId }) => ({ ...add(of, made), variationId }))
    if (!one || !other) return expect.fail('There are two.')
    const { cart } = await ask(carts.addGoodsToCart, one, fan)
    expect(await refused(carts.addGoodsToCart, other, fan)).toMatchObject({ status: 409, code: 'tooMany' })
    // As it may lie there from before.
    await pool().query(
      `insert into cart_items (tenant_id, cart_id, goods_id, variation_id, quantity, price_seen, added_at)
       select tenant_id, cart_id, goods_id, $3, 1, price_seen, added_at from cart_items where tenant_id = $1 and cart_id = $2`,
      [of.tenantId, cart.cartId, other.variationId],
    )
    const bought = { cartId: cart.cartId, returnPath: null }
    expect(await refused(carts.purchaseGoodsByCart, bought, fan)).toMatchObject({ code: 'tooMany' })
  })

  test('leave room for as many pieces as a person may have', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of, { maxPerPerson: 2 })
    await payCart((await put(of, fan, made, 2)).cartId, fan)
    expect(await refused(carts.addGoodsToCart, add(of, made), fan)).toMatchObject({ code: 'tooMany' })
    await giveBack(of, made.goodsId)
    const { cartId } = await put(of, fan, made)
    expect(await refused(carts.addGoodsToCart, add(of, made), fan)).toMatchObject({ code: 'tooMany' })
    await payCart(cartId, fan)
  })
})
const disputeOf = async (orderId: string) => {
  const { rows } = await pool().query('select intent_id from orders where order_id = $1', [orderId])
  const { id } = await told<{ id: string }>({ action: 'createDispute', intent: rows[0].intent_id })
  await settled()
  return id
}

describe('digital goods that wait to be paid at a store', () => {
  const waiting = async () => {
    const [of, fan] = [await club(), await person()]
    const made = await makeGoods(of, wallpaper())
    const { cartId } = await put(of, fan, made)
    const voucher = await voucherOf(cartId, fan)
    return { of, fan, made, cartId, ...voucher }
  }

  test('are not put into the cart again, and their page leads to the voucher', async () => {
    const { of, fan, made, orderId, intentId } = await waiting()
    expect(await shown(of, made, fan)).toEqual({ isPurchased: false, awaitedOrderId: orderId })
    expect(await refused(carts.addGoodsToCart, add(of, made), fan)).toMatchObject({
      status: 409,
      code: 'awaitingPayment',
    })
    await put(of, await person(), made)
    await payAtStore(intentId)
    expect(await shown(of, made, fan)).toMatchObject({ isPurchased: true })
  })

  test('are not bought from a cart that they lay in already', async () => {
    const { of, fan, made, cartId, orderId } = await waiting()
    // As a second window does it, in the moment before the voucher is there.
    await pool().query(
      `insert into cart_items (tenant_id, cart_id, goods_id, variation_id, quantity, price_seen, added_at)
      values ($1, $2, $3, $4, 1, 800, now())`,
      [of.tenantId, cartId, made.goodsId, made.variationId],
    )
    expect(await refused(carts.purchaseGoodsByCart, { cartId, returnPath: null }, fan)).toMatchObject({
      code: 'awaitingPayment',
    })
    await ask(orders.cancelPaymentKonbini, { orderId }, fan)
    await payCart(cartId, fan)
    expect(await shown(of, made, fan)).toMatchObject({ isPurchased: true })
  })

  test('can be bought in another way once the voucher is given up or has lapsed', async () => {
    const one = await waiting()
    await ask(orders.cancelPaymentKonbini, { orderId: one.orderId }, one.fan)
    expect(await shown(one.of, one.made, one.fan)).toEqual({ isPurchased: false })
    await payCart((await put(one.of, one.fan, one.made)).cartId, one.fan)
    const other = await waiting()
    await moveTo(other.issued.expiresAt + 1)
    await put(other.of, other.fan, other.made)
  })

  test('are paid once: money of a voucher that comes after they were bought waits for the staff', async () => {
    const { of, fan, made, orderId, intentId } = await waiting()
    // As if the store reported the payment after the deadline: the order has lapsed here.
    await pool().query(
      `with lapsed as (update orders set payment_state = 'expired', closed_at = placed_at where order_id = $1 returning order_id),
      back as (update goods_variations set reserved = reserved - 1 where variation_id = $4)
      insert into stock_moves (tenant_id, move_id, goods_id, variation_id, at, reason, quantity, order_id)
      select $2, 'stock_' || order_id, $3, $4, now(), 'release', 1, order_id from lapsed`,
      [orderId, of.tenantId, made.goodsId, made.variationId],
    )
    await payCart((await put(of, fan, made)).cartId, fan)
    const before = await ledger(of.tenantId)
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    expect(await stateOf(orderId, fan)).toBe('paidLate')
    expect(await ledger(of.tenantId)).toEqual({ ...before, cash: (before.cash ?? 0) + 1000, unallocated: -1000 })
    const late = { ...of.ids, orderId }
    expect(
      await refused(staffOrders.resolveLatePayment, { ...late, action: 'accept' as const }, of.owner),
    ).toMatchObject({ code: 'cannotAccept' })
    await ask(staffOrders.resolveLatePayment, { ...late, action: 'refund' as const }, of.owner)
    expect((await ask(goodsOrders.getOrderDetail, { orderId }, fan)).orderDetail.downloads).toEqual([])
  })
})
