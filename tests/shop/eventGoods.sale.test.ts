import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { now, setClock } from '#server/clock.ts'
import { database } from '#server/db.ts'
import type { PublicBrand } from '#server/proven.ts'
import { carts } from '#shop/carts/contract.ts'
import { type EventGoodsSaid, eventGoods } from '#shop/eventGoods/contract.ts'
import { eventPreviewOf } from '#shop/eventGoods/staff/preview.ts'
import { eventValuesOf } from '#shop/eventGoods/staff/values.ts'
import {
  openAt,
  type SaleWindow,
  saleOfFan,
  type WindowAudience,
  windowProblem,
  windowStateAt,
} from '#shop/eventGoods/windows.ts'
import { goods } from '#shop/goods/contract.ts'
import { nextOfGoods } from '#shop/goods/sale.queries.server.ts'
import { ask, club, type Person, person, refused } from '../support/club'
import { onSale } from '../support/eventGoods'
import { addPlan, addTerm } from '../support/fan'
import { type Club, newBuyer, put, towel } from '../support/goods'

const window = (audience: WindowAudience, from: number, to: number, planIds: string[] = [], at = now()) => ({
  audience,
  planIds,
  startAt: at + from * day,
  endAt: at + to * day,
})
const add = (of: Club, made: { goodsId: string; variationId: string }) => ({
  ...of.ids,
  goodsId: made.goodsId,
  variationId: made.variationId,
  quantity: 1,
})
const sentToo = { delivery: 'shipping' as const, shippingFee: 600, shippingTimeText: 'In two weeks' }
const buy = (cartId: string) => ({ cartId, returnPath: null })

describe('the windows', () => {
  const at = 1_000 * day
  const [early, members, all] = [
    window('plans', -2, 0, ['gold'], at),
    window('fanClub', -1, 1, [], at),
    window('public', 1, 3, [], at),
  ]
  const windows = [early, members, all]

  test('are open from their first moment until their last', () => {
    const one = { ...all, startAt: 10, endAt: 20 }
    expect([9, 10, 19, 20].map((moment) => openAt([one], moment).length)).toEqual([0, 1, 1, 0])
    expect([9, 10, 19, 20].map((moment) => windowStateAt(one, moment))).toEqual(['coming', 'open', 'open', 'over'])
  })

  test.each([
    ['before all', [], -3, 'outOfSalePeriod'],
    ['early, with the plan', ['gold'], -2, null],
    ['early, with another plan', ['silver'], -2, 'membersOnly'],
    ['early, without any', [], -2, 'membersOnly'],
    ['with the members, with another plan', ['silver'], -1, null],
    ['with the members, as a visitor', [], 0, 'membersOnly'],
    ['with everybody', [], 1, null],
    ['at the end', ['gold'], 3, 'outOfSalePeriod'],
  ] as const)('%s, a fan with the plans %j is answered on day %i: %s', (_, held, days, problem) =>
    expect(windowProblem(windows, new Set(held), at + days * day)).toBe(problem),
  )

  test('a fan is told the one that is open to them longest, and the one that opens to them next', () => {
    const seen = (window: SaleWindow, state: 'coming' | 'open' | 'over', isYours: boolean) => ({
      ...window,
      state,
      isYours,
    })
    const asMember = [seen(early, 'over', false), seen(members, 'open', true), seen(all, 'coming', true)]
    expect(saleOfFan(asMember)).toMatchObject({ open: { audience: 'fanClub' }, next: { audience: 'public' } })
    const asVisitor = [seen(early, 'over', false), seen(members, 'open', false), seen(all, 'coming', true)]
    expect(saleOfFan(asVisitor)).toMatchObject({ open: null, next: { audience: 'public' } })
    expect(saleOfFan([seen(early, 'open', false)])).toEqual({ open: null, next: null })
  })
})

describe('the sale', () => {
  test('is open to whom the windows say, and ends when staff end it', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const { tenantId } = of
    const members = await onSale(of, { windows: [window('fanClub', -1, 2), window('public', 2, 8)] })
    expect(await refused(carts.addGoodsToCart, add(of, members), fan)).toMatchObject({ code: 'membersOnly' })
    const later = await onSale(of, { windows: [window('public', 1, 8)] })
    expect(await refused(carts.addGoodsToCart, add(of, later), fan)).toMatchObject({ code: 'outOfSalePeriod' })
    const open = await onSale(of)
    const { cartId } = await put(of, fan, open)
    await ask(eventGoods.endEventGoodsSale, { tenantId, goodsId: open.goodsId }, of.owner)
    expect(await refused(carts.purchaseGoodsByCart, buy(cartId), fan)).toMatchObject({ code: 'outOfSalePeriod' })
    expect(await refused(eventGoods.endEventGoodsSale, { tenantId, goodsId: open.goodsId }, of.owner)).toMatchObject({
      code: 'saleEnded',
    })
  })

  /** A club with two plans, a member of each, and a fan of neither. */
  const people = async () => {
    const of = await club()
    const [gold, silver] = [await addPlan(of.ids, { name: 'Gold' }), await addPlan(of.ids, { name: 'Silver' })]
    const [golden, silvern, fan] = [await newBuyer(), await newBuyer(), await newBuyer()]
    const term = { from: now() - day, to: now() + 60 * day }
    await addTerm(of.ids, gold, golden.uid, term)
    await addTerm(of.ids, silver, silvern.uid, term)
    return { of, gold, golden, silvern, fan }
  }
  const seenBy = async (of: Club, goodsId: string, fan: Person | null) => {
    const { goods: shown } = await ask(goods.getPublicGoods, { ...of.ids, goodsId }, fan)
    return { ...shown, saleWindows: shown.saleWindows ?? [] }
  }

  test('is shown window by window, with whose it is and which is open, to each as they are', async () => {
    const { of, gold, golden, silvern, fan } = await people()
    const { goodsId } = await onSale(of, {
      windows: [window('public', 2, 4), window('plans', -1, 1, [gold]), window('fanClub', 1, 2)],
    })
    const shown = await seenBy(of, goodsId, null)
    expect(shown.saleWindows).toMatchObject([
      { audience: 'plans', plans: [{ planId: gold, name: 'Gold' }], state: 'open', isYours: false },
      { audience: 'fanClub', plans: [], state: 'coming', isYours: false },
      { audience: 'public', plans: [], state: 'coming', isYours: true },
    ])
    const yours = async (who: Person) => (await seenBy(of, goodsId, who)).saleWindows.map(({ isYours }) => isYours)
    expect(await yours(golden)).toEqual([true, true, true])
    expect(await yours(silvern)).toEqual([false, true, true])
    expect(await yours(fan)).toEqual([false, false, true])
  })

  test('goods of the shop have none, and no plan of another club opens one', async () => {
    const [{ of }, other] = [await people(), await people()]
    const { goodsId } = await ask(goods.createGoods, { ...of.ids, ...towel() }, of.owner)
    expect((await ask(goods.getPublicGoods, { ...of.ids, goodsId })).goods.saleWindows).toBeUndefined()
    const made = await onSale(of, { windows: [window('fanClub', -1, 2)] })
    expect((await seenBy(of, made.goodsId, other.golden)).saleWindows).toMatchObject([{ isYours: false }])
    expect(await refused(carts.addGoodsToCart, add(of, made), other.golden)).toMatchObject({ code: 'membersOnly' })
  })

  test('is closed between two windows, in the shop’s list as well, and its page ends with each', async () => {
    const of = await club()
    const windows = [window('public', -2, -1), window('public', 1, 3)]
    const made = await onSale(of, { windows })
    expect((await seenBy(of, made.goodsId, null)).goodsStatus.salesStatus).toBe('beforeSale')
    const bought = async () => {
      const filterOption = { deliveryMethod: null, isPurchasableOnly: true }
      return (await ask(goods.getPublicGoodsList, { ...of.ids, filterOption })).goodsList.length
    }
    expect(await bought()).toBe(0)
    expect(await refused(carts.addGoodsToCart, add(of, made), await person())).toMatchObject({
      code: 'outOfSalePeriod',
    })
    const [first, second] = windows.map(({ startAt }) => startAt)
    const brand = of.ids as unknown as PublicBrand
    expect(await nextOfGoods(database(), brand, (first ?? 0) - 1)).toBe(first)
    expect(await nextOfGoods(database(), brand, now())).toBe(second)
  })

  const closing: [string, (gold: string) => EventGoodsSaid['windows']][] = [
    ['a window of their plan', (gold) => [window('plans', -1, 1, [gold]), window('public', 2, 8)]],
    ['a window of all members', () => [window('fanClub', -1, 1), window('public', 2, 8)]],
  ]
  test.each(closing)('what was put aside in %s is not bought after it, nor by those it is not for', async (_, say) => {
    const { of, gold, golden, fan } = await people()
    const made = await onSale(of, { windows: say(gold) })
    expect(await refused(carts.addGoodsToCart, add(of, made), fan)).toMatchObject({ code: 'membersOnly' })
    const { cartId, cartNotifications } = await put(of, golden, made)
    expect(cartNotifications).toEqual([])
    const before = now()
    setClock(before + 1.5 * day)
    const line = { goodsId: made.goodsId, quantity: 2 }
    const [cart] = (await ask(carts.getCarts, {}, golden)).carts
    expect(cart?.cartNotifications).toMatchObject([{ status: 'outOfSalePeriod', goodsId: made.goodsId }])
    expect((await ask(carts.updateCart, { cartId, goodsList: [line] }, golden)).errors).toEqual([
      { goodsId: made.goodsId, error: 'outOfSalePeriod' },
    ])
    expect(await refused(carts.purchaseGoodsByCart, buy(cartId), golden)).toMatchObject({ code: 'outOfSalePeriod' })
    setClock(before + 2.5 * day)
    expect((await ask(carts.getPrePurchaseByCart, { cartId }, golden)).cartNotifications).toEqual([])
    await put(of, fan, made)
  })

  test('a member whose membership has ended meanwhile does not buy in the members’ window', async () => {
    const of = await club()
    const [planId, fan] = [await addPlan(of.ids), await newBuyer()]
    await addTerm(of.ids, planId, fan.uid, { from: now() - day, to: now() + day })
    const made = await onSale(of, { windows: [window('fanClub', -1, 4)] })
    const { cartId } = await put(of, fan, made)
    setClock(now() + 2 * day)
    expect((await ask(carts.getPrePurchaseByCart, { cartId }, fan)).cartNotifications).toMatchObject([
      { status: 'outOfSalePeriod' },
    ])
    expect(await refused(carts.purchaseGoodsByCart, buy(cartId), fan)).toMatchObject({ code: 'membersOnly' })
  })
})

describe('the preview of what is being written', () => {
  const windowsOf = (planId: string) => [
    window('public', 2, 4),
    window('plans', -4, -3, [planId]),
    window('fanClub', -1, 1),
    window('plans', 0.5, 2, [planId]),
  ]
  test.each<[string, (planId: string) => Partial<EventGoodsSaid>]>([
    ['picked up, on sale to everybody', () => ({ windows: [window('public', -1, 1)] })],
    ['either way, on sale to members now', (planId) => ({ ...sentToo, delivery: 'both', windows: windowsOf(planId) })],
    ['sent, to members of a plan alone', (planId) => ({ ...sentToo, windows: [window('plans', -1, 1, [planId])] })],
    ['between two windows', () => ({ windows: [window('public', -2, -1), window('public', 1, 2)] })],
    ['not yet', () => ({ windows: [window('public', 1, 2)] })],
  ])('is what a fan sees: %s', async (_, valuesOf) => {
    const of = await club()
    const planId = await addPlan(of, { name: 'Gold' })
    const { goodsId } = await onSale(of, valuesOf(planId))
    const { said, brands, variations, uploads } = await ask(
      eventGoods.getEventGoods,
      { tenantId: of.tenantId, goodsId },
      of.owner,
    )
    const seen = eventPreviewOf(eventValuesOf(said, brands, { stock: variations, uploads }), {
      now: now(),
      plans: [{ planId, name: 'Gold', price: 1500, subscriptionInterval: 'month' }],
      name: 'Name',
    })
    const shown = (await ask(goods.getPublicGoods, { ...of.ids, goodsId }, null)).goods
    expect({ ...seen, goodsId }).toEqual({
      ...shown,
      variations: shown.variations.map(({ maxQuantity: _, ...one }) => one),
    })
  })
})
