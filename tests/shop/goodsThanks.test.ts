import { expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { orders } from '#money/orders/contract.ts'
import { carts } from '#shop/carts/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { boughtIn, nextOfOrder } from '#shop/orders/thanks.ts'
import { ask, club, type Person } from '../support/club'
import { onSale, orderOf } from '../support/eventGoods'
import { makeGoods, newBuyer, payCart, put, variation, wallpaper } from '../support/goods'
import { lastMailTo } from '../support/mail'

/* Who has paid for goods is told at once what it was, how it comes, and the one thing to do next. */

const thankedFor = async (cartId: string, fan: Person, locale: 'ja' | 'en' = 'ja') => {
  await payCart(cartId, fan)
  const { order_id: orderId } = await orderOf(fan)
  const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId }, fan, { 'accept-language': locale })
  return { ...boughtIn(orderDetail), next: nextOfOrder(orderDetail) }
}

test('the first of what was bought is named in the language of its buyer, with how many more, and where and when it is sent', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const english = { name: 'Starry towel', description: '' }
  const variations = [{ ...variation(5), variationName: '紺', english: { name: 'Navy' } }]
  const { cartId } = await put(
    of,
    fan,
    await makeGoods(of, { name: '星空のタオル', english, variations, shippingTimeText: '1週間以内に発送' }),
    2,
  )
  await put(of, fan, await makeGoods(of, { shippingTimeText: '1週間以内に発送' }))
  await put(of, fan, await makeGoods(of, wallpaper()))
  const thanked = await thankedFor(cartId, fan, 'en')
  expect(thanked).toMatchObject({
    name: 'Starry towel (Navy)',
    quantity: 2,
    others: 2,
    // Said once, however many lines say it, and nothing of what is downloaded.
    sent: { times: ['1週間以内に発送'] },
    venues: [],
    next: 'sent',
  })
  expect(thanked.sent?.address).toContain('神南')
})

test('what is picked up names its venue and its hours, beside what is sent of the same order', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const { cartId } = await put(of, fan, await onSale(of))
  const alone = await thankedFor(cartId, fan)
  expect(alone).toMatchObject({ others: 0, sent: null, venues: [{ venueName: 'Star Hall' }], next: 'pickUp' })
  expect(alone.venues[0]?.windows.length).toBeGreaterThan(0)
  const { cartId: again } = await put(of, fan, await onSale(of))
  await put(of, fan, await makeGoods(of, { shippingTimeText: '来週' }))
  expect(await thankedFor(again, fan)).toMatchObject({
    others: 1,
    sent: { times: ['来週'] },
    venues: [{ venueName: 'Star Hall' }],
    next: 'pickUp',
  })
})

test('what is downloaded is neither sent nor picked up: the files come next', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const { cartId } = await put(of, fan, await makeGoods(of, wallpaper()))
  expect(await thankedFor(cartId, fan)).toMatchObject({
    name: 'Wallpaper',
    quantity: 1,
    others: 0,
    sent: null,
    venues: [],
    next: 'download',
  })
})

test('the list of orders has the picture of the first line of each, wherever it is kept', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const [ours, theirs] = [`${serverConfig().PUBLIC_STORAGE_URL}/tenants/towel.png`, 'https://example.com/a.png']
  const pictured = (url: string) => makeGoods(of, { thumbnails: [{ url, alt: '' }] })
  const bought = async (...all: Awaited<ReturnType<typeof makeGoods>>[]) => {
    for (const made of all) await put(of, fan, made)
    const [cart] = (await ask(carts.getCarts, {}, fan)).carts
    await payCart(cart?.cartId ?? '', fan)
  }
  await bought(await makeGoods(of))
  await bought(await pictured(theirs))
  await bought(await pictured(ours), await pictured(theirs))
  const { historyItems } = await ask(orders.getFanClubOrderHistory, {}, fan)
  expect(historyItems.map(({ thumbnail, items }) => [thumbnail, items.length])).toEqual([
    [ours, 2],
    [theirs, 1],
    ['', 1],
  ])
})

test('the mail about what is sent writes the postal code as letters do', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const { cartId } = await put(of, fan, await makeGoods(of))
  await payCart(cartId, fan)
  expect((await lastMailTo(fan.email)).text).toMatch(/〒\d{3}-\d{4} /)
})
