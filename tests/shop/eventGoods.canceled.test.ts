import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { codeEndsAhead } from '#money/orders/lettersAhead.ts'
import { transactionOf } from '#program/transaction.ts'
import { jobContext } from '#program/workContext.ts'
import { events } from '#publishing/events/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { carts } from '#shop/carts/contract.ts'
import { purchaseCart } from '#shop/carts/purchase.server.ts'
import { calledOff } from '#shop/eventGoods/calledOff/contract.ts'
import { endGoodsOfEvent } from '#shop/eventGoods/calledOff/end.server.ts'
import { type EventGoodsSaid, eventGoods } from '#shop/eventGoods/contract.ts'
import { pickUpJobs } from '#shop/eventGoods/pickUp/jobs.server.ts'
import { uncollectedFact } from '#shop/parcels/fulfillment.ts'
import { addMember, ask, club, person, refused, request } from '../support/club'
import { draftIn, editorOf, onSale, orderOf, secondBrand, tour } from '../support/eventGoods'
import { tourShirt } from '../support/eventGoodsScene'
import { type Club, newBuyer, payCart, put, stockOf, stockProblems, voucherOf } from '../support/goods'
import { mailsTo } from '../support/mail'
import { meanwhile } from '../support/naive'
import { settled } from '../support/shop'

/* What becomes of the goods of an event that does not take place. */

const eventOf = async (of: Club, startAt = now() + 30 * day) => {
  const venue = { name: 'Star Hall', address: '', mapUrl: '' }
  const said = {
    ...tour,
    keyVisualUrl: 'https://example.com/visual.png',
    schedules: [{ doorsOpenAt: null, startAt, endAt: null, venue }],
  }
  const { eventId } = await ask(events.createDraftEvent, { ...of.ids, ...said }, of.owner)
  await ask(events.publishEvent, { ...of.ids, eventId }, of.owner)
  return eventId
}
const cancel = (of: Club, eventId: string, by = of.owner) =>
  ask(calledOff.cancelEvent, { ...of.ids, eventId, reason: 'Snow.', refundPolicy: '' }, by)
const asked = (of: Club, eventId: string, by = of.owner) => ask(calledOff.getGoodsOfEvent, { ...of.ids, eventId }, by)

const sent: Partial<EventGoodsSaid> = { shippingFee: 600, shippingTimeText: 'In two weeks' }
const onSaleIn = async ({ tenantId, owner }: Club) => {
  const { eventGoods: all } = await ask(eventGoods.getEventGoodsList, { tenantId, status: 'onSale' }, owner)
  return all.map(({ goodsId }) => goodsId).sort()
}
const stateOf = async (orderId: string) =>
  (await pool().query('select payment_state from orders where order_id = $1', [orderId])).rows[0]?.payment_state
const buying = { returnPath: null }

describe('a cancelled event', () => {
  test('ends the sale of what is handed over there, and of nothing that is sent', async () => {
    const of = await club()
    const [eventId, other] = [await eventOf(of), await eventOf(of)]
    const [there, either] = [await onSale(of, { eventId }), await onSale(of, { eventId, ...sent, delivery: 'both' })]
    const [posted, elsewhere] = [
      await onSale(of, { eventId, ...sent, delivery: 'shipping' }),
      await onSale(of, { eventId: other }),
    ]
    const fan = await newBuyer()
    const { cartId } = await put(of, fan, there)
    expect(await asked(of, eventId)).toEqual({
      ...{ all: 3, ending: 2, staying: 1, unpaid: 0, told: 0 },
      ...{ brandName: 'Aoi', uncollected: [] },
    })
    await cancel(of, eventId)
    expect(await onSaleIn(of)).toEqual([posted.goodsId, elsewhere.goodsId].sort())
    expect(await refused(carts.purchaseGoodsByCart, { cartId, ...buying }, fan)).toMatchObject({
      code: 'outOfSalePeriod',
    })
    expect(await asked(of, eventId)).toMatchObject({ all: 3, ending: 0, staying: 1 })
    for (const { goodsId } of [there, either])
      expect(await refused(eventGoods.publishEventGoods, { tenantId: of.tenantId, goodsId }, of.owner)).toMatchObject({
        code: 'saleEnded',
      })
  })

  test('ends the vouchers of what is handed over there, tells their fans, and leaves what is paid to the staff', async () => {
    const of = await club()
    const eventId = await eventOf(of)
    const there = await onSale(of, { eventId })
    const either = await onSale(of, { eventId, ...sent, delivery: 'both' })
    const [waiting, sentHome, payer] = [await newBuyer(), await newBuyer(), await newBuyer()]
    const { orderId } = await voucherOf((await put(of, waiting, there, 2)).cartId, waiting)
    const { orderId: parcel } = await voucherOf((await put(of, sentHome, either)).cartId, sentHome)
    await payCart((await put(of, payer, there)).cartId, payer)
    const paid = (await orderOf(payer)).order_id
    // Its own end of the sale does not end what was ordered before.
    await ask(eventGoods.endEventGoodsSale, { tenantId: of.tenantId, goodsId: there.goodsId }, of.owner)
    expect(await asked(of, eventId)).toEqual({
      ...{ all: 2, ending: 1, staying: 0, unpaid: 1, told: 1, brandName: 'Aoi' },
      uncollected: [{ brandId: of.brandId, name: 'Aoi', orders: 1, isVisible: true }],
    })
    const mail = (email: string) => pool().query('update people set email = $2 where uid = $1', [waiting.uid, email])
    await mail('')
    expect(await asked(of, eventId)).toMatchObject({ unpaid: 1, told: 0 })
    await mail(waiting.email)
    await cancel(of, eventId)
    await settled()
    expect([await stateOf(orderId), await stateOf(parcel), await stateOf(paid)]).toEqual([
      'canceled',
      'awaitingPayment',
      'paid',
    ])
    const letters = (await mailsTo(waiting.email)).filter(({ subject }) => subject.includes('取り消され'))
    expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining('お支払い番号はご利用')])
    // What the dialog showed, but for what is each order's own.
    const shown = codeEndsAhead({ origin: '', locale: 'ja' }, 'Aoi')
    const [sentence = ''] = shown.text.split('\n').filter((line) => line.includes('お支払い番号はご利用'))
    expect(letters[0]?.text).toContain(sentence)
    expect(await stockOf(there.variationId)).toMatchObject({ available: 19, reserved: 0, sold: 1 })
    expect(await stockProblems()).toEqual([])
    expect(await asked(of, eventId)).toMatchObject({ ending: 0, unpaid: 0, uncollected: [{ orders: 1 }] })
  })

  test('leaves paid orders that nobody could collect to be refunded: they are not earned', async () => {
    const of = await club()
    const [eventId, other] = [await eventOf(of), await eventOf(of)]
    const from = now() + 2 * day
    const orderedFor = async (event: string) => {
      const fan = await newBuyer()
      const made = await onSale(of, {
        eventId: event,
        pickUp: { venueName: 'Star Hall', windows: [{ from, to: from + day }] },
        windows: [{ audience: 'public', planIds: [], startAt: from - 3 * day, endAt: from - day }],
      })
      await payCart((await put(of, fan, made)).cartId, fan)
      return (await orderOf(fan)).order_id
    }
    const [lost, left] = [await orderedFor(eventId), await orderedFor(other)]
    await cancel(of, eventId)
    await pickUpJobs.earnUncollected.run({ ...jobContext('night'), now: from + 2 * day }, {})
    const { rows } = await pool().query('select fact from ledger_movements where fact = any($1)', [
      [lost, left].map(uncollectedFact),
    ])
    expect(rows).toEqual([{ fact: uncollectedFact(left) }])
  })

  /** Goods of an event, a fan who is about to order them, and what each of them does inside a transaction. */
  const about = async () => {
    const of = await club()
    const eventId = await eventOf(of)
    const made = await onSale(of, { eventId })
    const fan = await newBuyer()
    const { cartId } = await put(of, fan, made)
    const user = { ...fan, displayName: '', photoURL: '' }
    const context = (db: Db) => ({ ...jobContext('race'), ...transactionOf(db), brand: of.ids })
    return {
      ...{ of, eventId, made, fan, cartId },
      ordering: (db: Db) => {
        const transaction = (work: (tx: object) => unknown) => work(transactionOf(db))
        const buying = { ...context(db), transaction, locale: 'ja', user, fan }
        return purchaseCart(buying as never, { cartId }, 'konbini', '')
      },
      ending: (db: Db) => endGoodsOfEvent({ ...context(db), user: of.owner } as never, eventId),
    }
  }

  test('finds what was ordered in the moment when it is cancelled', async () => {
    const { of, eventId, fan, made, ordering } = await about()
    await meanwhile(ordering, () => cancel(of, eventId))
    await settled()
    expect(await stateOf((await orderOf(fan)).order_id)).toBe('canceled')
    expect(await stockOf(made.variationId)).toMatchObject({ available: 20, reserved: 0 })
  })

  test('is found by what is ordered in the moment when it is cancelled', async () => {
    const { fan, cartId, ending } = await about()
    const answer = await meanwhile(ending, () =>
      request(carts.purchaseGoodsByCartByKonbini, JSON.stringify({ cartId }), fan),
    )
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'outOfSalePeriod' })
    expect(await orderOf(fan)).toBeUndefined()
  })

  test('does so in the shops of the club’s other brands, whose orders are told to those who may see them', async () => {
    const of = await club()
    const [brandId, eventId] = [await secondBrand(of), await eventOf(of)]
    const made = await onSale(of, { eventId, homeBrandId: brandId, shares: [{ brandId, share: 10_000 }] })
    const theirs = { ...of, brandId, ids: { tenantId: of.tenantId, brandId } }
    const [waiting, payer] = [await newBuyer(), await newBuyer()]
    const { orderId } = await voucherOf((await put(theirs, waiting, made)).cartId, waiting)
    await payCart((await put(theirs, payer, made)).cartId, payer)
    const [editor, limited] = [await editorOf(of), await person()]
    await addMember(of.tenantId, limited, 'admin', [of.brandId])
    for (const [by, isVisible] of [
      [of.owner, true],
      [editor, false],
      [limited, false],
    ] as const)
      expect((await asked(of, eventId, by)).uncollected).toEqual([{ brandId, name: 'Minato', orders: 1, isVisible }])
    await cancel(of, eventId, limited)
    await settled()
    expect([await stateOf(orderId), await onSaleIn(of)]).toEqual(['canceled', []])
  })

  test('is not offered for new goods', async () => {
    const of = await club()
    const [eventId, other] = [await eventOf(of), await eventOf(of)]
    await cancel(of, eventId)
    const { events: choices } = await ask(eventGoods.getEventChoices, { tenantId: of.tenantId }, of.owner)
    expect(choices.map((choice) => choice.eventId)).toEqual([other])
  })

  describe('that a draft names', () => {
    const canceled = { code: 'eventCanceled', fields: [{ field: 'eventId', rule: 'eventCanceled' }] }
    const save = (of: Club, values: Partial<EventGoodsSaid>, which: { draftId?: string; goodsId?: string } = {}) =>
      ask(
        eventGoods.saveEventGoodsDraft,
        { tenantId: of.tenantId, said: tourShirt(of.ids, now(), values), ...which },
        of.owner,
      )
    const named = (of: Club, draftId: string) => ({ tenantId: of.tenantId, draftId })
    const submit = (of: Club, draftId: string) => ask(eventGoods.submitEventGoodsDraft, named(of, draftId), of.owner)
    const notSubmitted = (of: Club, draftId: string) =>
      refused(eventGoods.submitEventGoodsDraft, named(of, draftId), of.owner)

    test('is refused when the draft is sent for review, until it names another or none', async () => {
      const of = await club()
      const [eventId, other] = [await eventOf(of), await eventOf(of)]
      const posted = { ...sent, delivery: 'shipping' as const }
      const [there, byMail] = [await save(of, { eventId }), await save(of, { eventId, ...posted })]
      await cancel(of, eventId)
      for (const { draftId } of [there, byMail])
        expect(await notSubmitted(of, draftId)).toMatchObject({ status: 409, ...canceled })
      await save(of, { eventId: other }, { draftId: there.draftId })
      await save(of, { eventId: null, ...posted }, { draftId: byMail.draftId })
      for (const { draftId } of [there, byMail]) expect(await submit(of, draftId)).toEqual({ state: 'submitted' })
    })

    test('is refused when the draft is approved, and makes no goods', async () => {
      const of = await club()
      const eventId = await eventOf(of)
      const draftId = await draftIn(of, await editorOf(of), { eventId })
      await cancel(of, eventId)
      expect(
        await refused(eventGoods.approveEventGoodsDraft, { tenantId: of.tenantId, draftId }, of.owner),
      ).toMatchObject({ status: 409, ...canceled })
      const { eventGoods: all } = await ask(eventGoods.getEventGoodsList, { tenantId: of.tenantId }, of.owner)
      expect(all).toEqual([])
    })

    test('is refused for what is handed over there, while what is sent can be changed', async () => {
      const of = await club()
      const eventId = await eventOf(of)
      const either = { eventId, ...sent, delivery: 'both' as const }
      const { goodsId } = await onSale(of, either)
      await cancel(of, eventId)
      const { said } = await ask(eventGoods.getEventGoods, { tenantId: of.tenantId, goodsId }, of.owner)
      const ahead = { windows: tourShirt(of.ids, now()).windows }
      const { draftId } = await save(of, { ...said, ...ahead }, { goodsId })
      expect(await notSubmitted(of, draftId)).toMatchObject(canceled)
      const posted = { delivery: 'shipping' as const, pickUp: { venueName: '', windows: [] } }
      await save(of, { ...said, ...ahead, ...posted }, { draftId })
      await submit(of, draftId)
      await ask(eventGoods.approveEventGoodsDraft, { tenantId: of.tenantId, draftId }, of.owner)
      expect(await onSaleIn(of)).toEqual([goodsId])
    })

    test('is found although it is cancelled in the moment of the approval', async () => {
      const of = await club()
      const eventId = await eventOf(of)
      const draftId = await draftIn(of, await editorOf(of), { eventId })
      const answer = await meanwhile(
        (db) => db.execute(sql`update events set cancellation = '{"reason":"Snow."}' where event_id = ${eventId}`),
        () => request(eventGoods.approveEventGoodsDraft, JSON.stringify({ tenantId: of.tenantId, draftId }), of.owner),
      )
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'eventCanceled' })
    })
  })
})

test('a postponed event sells on as before', async () => {
  const of = await club()
  const eventId = await eventOf(of)
  const made = await onSale(of, { eventId })
  await ask(events.postponeEvent, { ...of.ids, eventId, reason: 'Snow.', times: [] }, of.owner)
  expect([await onSaleIn(of), (await asked(of, eventId)).all]).toEqual([[made.goodsId], 1])
})
