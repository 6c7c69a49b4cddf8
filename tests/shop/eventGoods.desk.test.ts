import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { deskPage, handedAtOf } from '#shop/eventGoods/pickUp/pickUp.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { addMember, ask, club, newId, type Person, person, refused, request } from '../support/club'
import { onSale, orderOf, secondBrand, tour } from '../support/eventGoods'
import { type Club, type Made, newBuyer, payCart, put } from '../support/goods'
import { ledger, settled } from '../support/shop'

const hour = 3_600_000

const eventIn = async (of: Club, values: Partial<typeof events.$inferInsert> = {}) => {
  const eventId = newId('event')
  await database()
    .insert(events)
    .values({
      ...tour,
      ...of.ids,
      eventId,
      visibility: 'published',
      publishAt: now(),
      startAt: now() + 30 * day,
      endAt: now() + 30 * day + 5 * hour,
      createdAt: now(),
      editedAt: now(),
      ...values,
    })
  return eventId
}
const bought = async (of: Club, made: Made, quantity = 1) => {
  const fan = await newBuyer()
  const { cartId } = await put(of, fan, made, quantity)
  await payCart(cartId, fan)
  const { order_id: orderId, order_number: number } = await orderOf(fan)
  return { orderId, number, fan }
}
const listOf = (of: Club, eventId: string, after?: string, by = of.owner) =>
  ask(eventGoods.getPickUpList, { tenantId: of.tenantId, eventId, ...(after && { after }) }, by)
const idsOf = async (of: Club, eventId: string, by = of.owner) =>
  (await listOf(of, eventId, undefined, by)).orders.map(({ orderId }) => orderId)

describe('the list for a desk without a connection', () => {
  test('has the paid orders with pieces left at this event, as a scan shows them, and no others', async () => {
    const of = await club()
    const [eventId, other] = [await eventIn(of), await eventIn(of)]
    const shirt = await onSale(of, { eventId })
    const elsewhere = await onSale(of, { eventId: other, name: 'Towel' })
    const [waits, partly, done, held, refundedOrder, there] = [
      await bought(of, shirt),
      await bought(of, shirt, 2),
      await bought(of, shirt),
      await bought(of, shirt),
      await bought(of, shirt),
      await bought(of, elsewhere),
    ]
    // Not paid.
    const { cartId } = await put(of, await newBuyer(), shirt)
    expect(cartId).toBeTruthy()
    const { tenantId } = of
    const scanned = async (orderId: string) =>
      (await ask(eventGoods.getPickUpOrder, { tenantId, code: orderId }, of.owner)).orders
    const hand = async (orderId: string) => {
      const lineId = (await scanned(orderId))[0]?.lines[0]?.lineId ?? ''
      await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: [{ lineId, quantity: 1 }] }, of.owner)
    }
    await hand(partly.orderId)
    await hand(done.orderId)
    await ask(fulfillments.holdOrder, { ...of.ids, orderId: held.orderId, reason: 'A question' }, of.owner)
    const [line] = (await scanned(refundedOrder.orderId))[0]?.lines ?? []
    const lines = [{ lineId: line?.lineId ?? '', quantity: 1 }]
    await ask(
      staffOrders.refundOrder,
      { ...of.ids, orderId: refundedOrder.orderId, lines, reason: 'Does not come.' },
      of.owner,
    )
    await settled()
    const { orders: listed, next } = await listOf(of, eventId)
    expect(next).toBeNull()
    expect(listed).toEqual(
      (await Promise.all([waits, partly].map(({ orderId }) => scanned(orderId))))
        .flat()
        .sort((one, another) => (one.orderId < another.orderId ? -1 : 1)),
    )
    expect(await idsOf(of, other)).toEqual([there.orderId])
  })

  test('is only for this club, for the roles of the desk, and for the brands of a member', async () => {
    const [of, stranger] = [await club(), await club()]
    const eventId = await eventIn(of)
    const otherBrand = await secondBrand(of)
    const { orderId } = await bought(of, await onSale(of, { eventId }))
    expect(await idsOf(of, eventId)).toEqual([orderId])
    expect(
      await refused(eventGoods.getPickUpList, { tenantId: stranger.tenantId, eventId }, stranger.owner),
    ).toMatchObject({ status: 404, code: 'eventNotFound' })
    const [shipper, accountant] = [await person(), await person()]
    await addMember(of.tenantId, shipper, 'shipper')
    await addMember(of.tenantId, accountant, 'accountant')
    expect(await idsOf(of, eventId, shipper)).toEqual([orderId])
    for (const operation of [eventGoods.getPickUpList, eventGoods.getPickUpEvents]) {
      const said = { tenantId: of.tenantId, eventId }
      expect(await refused(operation, said, accountant)).toMatchObject({ status: 403 })
      expect(await refused(operation, said, stranger.owner)).toMatchObject({ status: 404 })
    }
    await pool().query('update tenant_members set brand_ids = $1 where uid = $2', [[otherBrand], shipper.uid])
    expect(await idsOf(of, eventId, shipper)).toEqual([])
    expect(await ask(eventGoods.getPickUpEvents, { tenantId: of.tenantId }, shipper)).toEqual({ events: [] })
  })

  test('comes page by page, each order once, whatever is handed over in between', async () => {
    const of = await club()
    const eventId = await eventIn(of)
    const made = await onSale(of, { eventId })
    const { orderId } = await bought(of, made)
    const { rows } = await pool().query('select * from order_lines where order_id = $1', [orderId])
    const copies = Array.from({ length: deskPage + 40 }, (_, n) => `order_copy${String(n).padStart(4, '0')}`)
    const [one] = await database().select().from(orders).where(eq(orders.orderId, orderId))
    if (!one) throw new Error('There is one.')
    const { tab: _, ...order } = one
    const copied = copies.map((id) => `${id}${newId('x')}`)
    await database()
      .insert(orders)
      .values(
        copied.map((id, n) => ({
          ...order,
          orderId: id,
          orderNumber: `B-${n}`,
          openKey: id,
          sessionId: null,
          intentId: null,
          // Some are not paid: a page has fewer orders then.
          paymentState: n % 10 === 0 ? ('expired' as const) : order.paymentState,
        })),
      )
    await database()
      .insert(orderLines)
      .values(
        // Two lines each: an order counts once.
        copied.flatMap((id) =>
          [0, 1].map((position) => ({
            tenantId: of.tenantId,
            orderId: id,
            lineId: newId('line'),
            position,
            name: 'Tour shirt',
            unitPrice: 3000,
            quantity: 1,
            goodsId: rows[0].goods_id as string,
            variationId: rows[0].variation_id as string,
            deliveryMethod: 'physical' as const,
            isPickUp: true,
          })),
        ),
      )
    const first = await listOf(of, eventId)
    expect(first.next).not.toBeNull()
    expect(first.orders.length).toBeLessThan(deskPage)
    const [handed] = first.orders
    const { tenantId } = of
    const pieces = handed?.lines.map(({ lineId, toHand }) => ({ lineId, quantity: toHand })) ?? []
    await ask(eventGoods.pickUpOrderLines, { tenantId, orderId: handed?.orderId ?? '', lines: pieces }, of.owner)
    const second = await listOf(of, eventId, first.next ?? '')
    expect(second.next).toBeNull()
    const ids = [...first.orders, ...second.orders].map((each) => each.orderId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(1 + copied.filter((_, n) => n % 10 !== 0).length)
    expect(second.orders.at(-1)?.lines.length).toBeGreaterThan(0)
  })

  test('can be chosen for events with goods to pick up, those of today and the next days first, without cancelled ones', async () => {
    const of = await club()
    const [far, past, old, unknown, canceled, sentOnly] = [
      await eventIn(of, { title: 'Far' }),
      await eventIn(of, { title: 'Yesterday', startAt: now() - day, endAt: now() - day + hour }),
      await eventIn(of, { title: 'Last week', startAt: now() - 6 * day, endAt: now() - 5 * day }),
      await eventIn(of, { title: 'Someday', startAt: null, endAt: null }),
      await eventIn(of, { title: 'Canceled' }),
      await eventIn(of, { title: 'Sent' }),
    ]
    await eventIn(of, { title: 'Without goods' })
    for (const eventId of [far, past, old, unknown, canceled]) await onSale(of, { eventId })
    await onSale(of, { eventId: sentOnly, delivery: 'shipping', shippingFee: 600, shippingTimeText: 'Soon' })
    await pool().query('update events set cancellation = $1 where event_id = $2', [
      JSON.stringify({ at: now(), reason: '', refundPolicy: '' }),
      canceled,
    ])
    const { events: chosen } = await ask(eventGoods.getPickUpEvents, { tenantId: of.tenantId }, of.owner)
    expect(chosen.map(({ title }) => title)).toEqual(['Yesterday', 'Far', 'Someday', 'Last week'])
  })
})

describe('the moment of a hand-over that is sent later', () => {
  const at = 1_000 * day
  test.each([
    ['none', undefined, at],
    ['an hour ago', at - hour, at - hour],
    ['now', at, at],
    ['later than now', at + 1, at],
    ['a day ago', at - day, at],
    ['almost a day ago', at - day + 1, at - day + 1],
  ])('%s', (_, said, is) => expect(handedAtOf(said, at)).toBe(is))

  const order = async (quantity = 2) => {
    const of = await club()
    const { orderId, fan } = await bought(of, await onSale(of, { eventId: await eventIn(of) }), quantity)
    const { tenantId } = of
    const seen = async () => (await ask(eventGoods.getPickUpOrder, { tenantId, code: orderId }, of.owner)).orders[0]
    const lineId = (await seen())?.lines[0]?.lineId ?? ''
    const said = (count: number, when?: number) => ({
      tenantId,
      orderId,
      lines: [{ lineId, quantity: count }],
      ...(when !== undefined && { at: when }),
    })
    return { of, fan, orderId, tenantId, seen, said }
  }
  /** As a browser sends it, with the key of the press. */
  const send = async (said: object, key: string, by: Person) => {
    const { status, body } = await request(eventGoods.pickUpOrderLines, JSON.stringify(said), by, {
      'idempotency-key': key,
    })
    return { status, answer: JSON.parse(body) }
  }

  test('stands in the timeline and at the desk, and changes no month of the books', async () => {
    const { of, orderId, tenantId, seen, said } = await order()
    const early = now() - 2 * hour
    const { order: after } = await ask(eventGoods.pickUpOrderLines, said(1, early), of.owner)
    expect(after).toMatchObject({ handedAt: early, lines: [{ handed: 1, toHand: 1 }] })
    const { order: told } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
    expect(told.timeline.find(({ what }) => what === 'pickedUp')?.at).toBe(early)
    // What cannot be right counts as now.
    const before = now()
    await ask(eventGoods.pickUpOrderLines, said(1, now() + hour), of.owner)
    expect((await seen())?.handedAt).toBeGreaterThanOrEqual(before)
    const { rows } = await pool().query(
      `select count(*)::int as n from ledger_movements m
      join ledger_entries e using (movement_id) where e.order_id = $1 and m.occurred_at < $2 and m.kind <> 'paid'`,
      [orderId, new Date(early + 1)],
    )
    expect(rows[0].n).toBe(0)
    const { rows: kept } = await pool().query(
      `select payload from audit_log where tenant_id = $1 and operation = 'pickUpOrderLines' order by at`,
      [tenantId],
    )
    expect(kept[0].payload).toMatchObject({ orderId, at: early })
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
  })

  test('sent twice with its key it is counted once; of two desks the second is refused', async () => {
    const { of, seen, said } = await order()
    const [mine, theirs] = [randomUUID(), randomUUID()]
    const one = said(1, now() - hour)
    const [first, second] = [await send(one, mine, of.owner), await send(one, mine, of.owner)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.answer).toEqual(first.answer)
    expect(await seen()).toMatchObject({ lines: [{ handed: 1, toHand: 1 }] })
    expect(await send(said(1, now()), theirs, of.owner)).toMatchObject({ status: 200 })
    expect(await send(said(1, now()), randomUUID(), of.owner)).toMatchObject({
      status: 409,
      answer: { code: 'alreadyPickedUp' },
    })
    // The lost answer of the first is still its answer.
    expect((await send(one, mine, of.owner)).answer).toEqual(first.answer)
    expect(await seen()).toMatchObject({ state: 'done', lines: [{ handed: 2 }] })
  })
})
