import { expect, test } from 'vitest'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import { addTokyoMonths, day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { carts } from '#shop/carts/contract.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { exampleGoods } from '#shop/goods/mock.ts'
import { goodsWaits } from '#shop/goods/waits/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, type Person } from '../support/club'
import { makeGoods, newBuyer, put, variation } from '../support/goods'
import { lastMailTo } from '../support/mail'
import { told } from '../support/payments'
import { joinAtStore, moveTo, newFan, sessionIn, settled, shop } from '../support/shop'

/* Who bought on the English site reads what they bought in English, as it was called then (rule: texts.english). */

const inEnglish = <O extends Operation>(operation: O, payload: PayloadOf<O>, by: Person) =>
  ask(operation, payload, by, { 'accept-language': 'en' })
const pay = async (sessionUrl: string) => {
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
}
/** What stands beside the button of the provider's page. */
const noteOf = async (sessionUrl: string) => {
  const { rows } = await pool().query(
    `select body -> 'custom_text' -> 'submit' ->> 'message' as note from sandbox_objects where id = $1`,
    [sessionIn(sessionUrl)],
  )
  return rows[0]?.note
}
const japanese = /[ぁ-んァ-ヶ一-龠]/

test('an order tells its buyer on the English site the English names of its day, in lists, on its page, on the receipt and in mails', async () => {
  const of = await club()
  const fan = await newBuyer()
  const english = { name: 'Starry towel', description: '' }
  const variations = [{ ...variation(5), variationName: '紺', english: { name: 'Navy' } }]
  const sold = await makeGoods(of, { name: '星空のタオル', english, variations })
  const plain = await makeGoods(of, { name: 'しおり', variations: [variation(5)] })
  await put(of, fan, plain)
  const { cartId } = await put(of, fan, sold, 2)
  const { sessionUrl } = await inEnglish(carts.purchaseGoodsByCart, { cartId, returnPath: null }, fan)
  await pay(sessionUrl)
  const receiptMail = await lastMailTo(fan.email)
  expect(receiptMail.text).toContain('Starry towel (Navy) × 2')
  expect(receiptMail.text).toContain('しおり × 1')
  expect(receiptMail.text).not.toContain('タオル')

  // What it is called later is another matter.
  const { goodsType: _, visibility: __, ...look } = exampleGoods(now(), { name: '冬のタオル' })
  const again = { ...of.ids, goodsId: sold.goodsId, ...look, english: { name: 'Winter towel', description: '' } }
  const kept = [{ ...variation(0), variationId: sold.variationId, variationName: '黒', english: { name: 'Black' } }]
  await ask(goods.updateGoods, { ...again, variations: kept }, of.owner)

  const names = (list: readonly { name: string }[] = []) => list.map(({ name }) => name).toSorted()
  const page = { pagination: { limit: 10, offset: 0 } }
  const [mine] = (await inEnglish(orders.getFanClubOrderHistory, page, fan)).historyItems
  expect(names(mine?.items)).toEqual(['Starry towel', 'しおり'])
  const [inJapanese] = (await ask(orders.getFanClubOrderHistory, page, fan)).historyItems
  expect(names(inJapanese?.items)).toEqual(['しおり', '星空のタオル'])

  const orderId = mine?.orderId ?? ''
  const shown = async (locale: string) => {
    const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId }, fan, { 'accept-language': locale })
    return orderDetail.orderedGoods
      .filter(({ id }) => id === sold.goodsId)
      .map(({ name, variation: { variationName } }) => [name, variationName])
  }
  expect(await shown('en')).toEqual([['Starry towel', 'Navy']])
  expect(await shown('ja')).toEqual([['星空のタオル', '紺']])
  expect(names((await inEnglish(orders.getOrderReceipt, { orderId }, fan)).lines)).toEqual([
    'Starry towel (Navy)',
    'しおり',
  ])
  expect(names((await ask(orders.getOrderReceipt, { orderId }, fan)).lines)).toEqual(['しおり', '星空のタオル (紺)'])

  // Staff see what their club wrote, and what the mail to the buyer will say.
  const { order } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
  const line = order.lines.find(({ goodsId }) => goodsId === sold.goodsId)
  expect(line).toMatchObject({ name: '星空のタオル', english: { name: 'Starry towel', variationName: 'Navy' } })
  const parcels = [{ orderId, trackingNumber: '123456789012' }]
  const by = { provider: 'yamato' as const, providerName: '' }
  await ask(fulfillments.shipOrders, { ...of.ids, ...by, parcels, notify: true }, of.owner)
  expect((await lastMailTo(fan.email)).text).toContain('Starry towel (Navy) × 2')
})

test('a membership that was bought on the English site is named in English, with the month beside it', async () => {
  const of = await shop({ name: '星座プラン', english: { name: 'Constellation' } })
  const fan = await newBuyer()
  const { sessionUrl } = await inEnglish(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await pay(sessionUrl)
  const mail = await lastMailTo(fan.email)
  expect(mail.text).toContain('Thank you for joining Constellation.')
  expect(mail.text).not.toMatch(japanese)
  const page = { pagination: { limit: 10, offset: 0 } }
  const [mine] = (await inEnglish(orders.getFanClubOrderHistory, page, fan)).historyItems
  expect(mine?.items).toEqual([{ name: 'Constellation' }])
  const [inJapanese] = (await ask(orders.getFanClubOrderHistory, page, fan)).historyItems
  expect(inJapanese?.items).toEqual([{ name: '星座プラン' }])
  expect((await ask(plans.getPublicPlan, of.pub, fan)).plan.name).toBe('星座プラン')
})

test("the provider's page, which knows a plan by one name, says beside its button what it is called in English", async () => {
  const of = await shop({ name: '星座プラン', english: { name: 'Constellation' } })
  const [reader, other, member] = [await newBuyer(), await newBuyer(), await newFan()]
  const join = { ...of.of, returnPath: null }
  const url = async (buying: Promise<{ sessionUrl: string }>) => (await buying).sessionUrl
  const note = 'You are buying: Constellation'
  expect(await noteOf(await url(inEnglish(subscriptions.purchasePlanSubscription, join, reader)))).toBe(note)
  expect(await noteOf(await url(ask(subscriptions.purchasePlanSubscription, join, other)))).toBeNull()
  await joinAtStore(of, member)
  const move = { planId: of.planId, returnPath: null }
  expect(await noteOf(await url(inEnglish(subscriptions.moveSubscriptionToCard, move, member)))).toBe(note)
  // Without an English name there is nothing to say.
  const plain = await shop({ name: '銀河プラン' })
  const bought = inEnglish(subscriptions.purchasePlanSubscription, { ...plain.of, returnPath: null }, await newBuyer())
  expect(await noteOf(await url(bought))).toBeNull()
})

test('a renewal that a card refused is told of in English alone', async () => {
  const of = await shop({ name: '星座プラン', english: { name: 'Constellation' } })
  const fan = await newBuyer()
  const { sessionUrl } = await inEnglish(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl), card: 'declinesLater' })
  await settled()
  await moveTo(addTokyoMonths(now(), 1) + day)
  const mail = await lastMailTo(fan.email)
  expect(mail.text).toContain('Constellation')
  expect(`${mail.subject} ${mail.text}`).not.toMatch(japanese)
})

test('who reads the English site is told in English alone what is back in stock', async () => {
  const of = await club()
  const fan = await newBuyer()
  const english = { name: 'Starry towel', description: '' }
  const variations = [{ ...variation(0), variationName: '紺', english: { name: 'Navy' } }]
  const sold = await makeGoods(of, { name: '星空のタオル', english, variations })
  const { goodsId, variationId } = sold
  await inEnglish(goodsWaits.setGoodsWait, { ...of.ids, goodsId, variationId, isOn: true }, fan)
  await ask(goods.adjustStock, { ...of.ids, variationId, delta: 3, reason: 'Here' }, of.owner)
  await moveTo(now() + 6 * 60_000)
  const mail = await lastMailTo(fan.email)
  expect(mail.subject).toContain('Starry towel (Navy) can be bought now')
  expect(`${mail.subject} ${mail.text}`).not.toMatch(japanese)
})
