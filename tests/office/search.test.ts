import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { monthAsked } from '#office/search/asked.ts'
import { search } from '#office/search/contract.ts'
import { mostSearched, numberIn } from '#office/search/search.ts'
import { events } from '#publishing/events/contract.ts'
import { exampleEvent, exampleSchedule } from '#publishing/events/mock.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import { statementsOf } from '../support/cost'
import { addContent } from '../support/fan'
import { fills } from '../support/fill'
import { goodsOrder } from '../support/goodsOrder'
import { joinByCard, newFan, shop } from '../support/shop'
import { ownerUrl } from '../support/world'

test.each([
  ['123', { serial: 123, isOrder: false }],
  ['A-000123', { serial: 123, isOrder: true }],
  [' a-7 ', { serial: 7, isOrder: true }],
  ['A-', null],
  ['12a', null],
  ['1234567890', null],
] as const)('%s as a number', (q, is) => expect(numberIn(q)).toEqual(is))

const anEvent = {
  ...exampleEvent(''),
  planIds: [],
  audience: 'public' as const,
  keyVisualUrl: '',
  schedules: [{ ...exampleSchedule(0), doorsOpenAt: null, startAt: Date.UTC(2027, 2, 14, 10), endAt: null }],
}

/** Noon of 10 November 2026 in Tokyo. */
const november = Date.UTC(2026, 10, 10, 3)
test.each([
  ['video March', { month: { year: 2026, month: 3 }, type: 'video', rest: '' }],
  ['動画 3月', { month: { year: 2026, month: 3 }, type: 'video', rest: '' }],
  ['3月の動画', { month: { year: 2026, month: 3 }, type: 'video', rest: '' }],
  ['３月動画', { month: { year: 2026, month: 3 }, type: 'video', rest: '' }],
  ['2025年3月 手紙', { month: { year: 2025, month: 3 }, type: null, rest: '手紙' }],
  ['2025-03', { month: { year: 2025, month: 3 }, type: null, rest: '' }],
  ['news Sept. 2024', { month: { year: 2024, month: 9 }, type: 'news', rest: '' }],
  // This month and the next one lie ahead, all others behind.
  ['11月', { month: { year: 2026, month: 11 }, type: null, rest: '' }],
  ['December', { month: { year: 2026, month: 12 }, type: null, rest: '' }],
  ['1月 配信', { month: { year: 2026, month: 1 }, type: 'streaming', rest: '' }],
  ['3月の注文', { month: { year: 2026, month: 3 }, type: 'order', rest: '' }],
  ['3月14日のイベント', { month: { year: 2026, month: 3 }, day: 14, type: 'event', rest: '' }],
  ['2025年3月14日', { month: { year: 2025, month: 3 }, day: 14, type: null, rest: '' }],
  ['2026-03-14', { month: { year: 2026, month: 3 }, day: 14, type: null, rest: '' }],
  ['orders March 14', { month: { year: 2026, month: 3 }, day: 14, type: 'order', rest: '' }],
  ['14th of March', { month: { year: 2026, month: 3 }, day: 14, type: null, rest: '' }],
  ['2月31日', null],
  ['13月', null],
  ['動画', null],
  ['marching band', null],
] as const)('%s as a month of contents', (q, is) => expect(monthAsked(q, november)).toEqual(is))

const find = (ids: { tenantId: string; brandId: string }, q: string, by: { token: string }) =>
  ask(search.search, { ...ids, q }, by)
const name = (uid: string, text: string) =>
  pool().query(
    `insert into people (uid, display_name, created_at, edited_at) values ($1, $2, $3, $3)
     on conflict (uid) do update set display_name = $2`,
    [uid, text, new Date(now())],
  )

describe('what is searched for', () => {
  test('is found by its name, in whatever letters', async () => {
    const of = await shop({ name: 'ギャラクシー' })
    const planContentId = await addContent(of.ids, { name: 'ギャラクシーの夜' })
    const hana = await newFan()
    await joinByCard(of, hana)
    await name(hana.uid, 'ｷﾞｬﾗｸｼｰ花')
    const found = await find(of.ids, 'ギャラクシー', of.owner)
    expect(found.plans).toEqual([{ planId: of.planId, name: 'ギャラクシー', status: 'active', at: expect.any(Number) }])
    expect(found.contents.map((one) => one.planContentId)).toEqual([planContentId])
    expect(found.fans.map(({ displayName }) => displayName)).toEqual(['ｷﾞｬﾗｸｼｰ花'])
    expect((await find(of.ids, '100%_', of.owner)).plans).toEqual([])
  })

  test('with its kind and its date; a month finds the contents that are published in it', async () => {
    const of = await shop({ name: 'ギャラクシー' })
    const made = await addContent(of.ids, { name: '手紙', viewableBy: 'allUsers' })
    const at = Date.UTC(2025, 2, 14, 3)
    await pool().query('update contents set publishing_at = $1 where plan_content_id = $2', [new Date(at), made])
    await addContent(of.ids, { name: '3月のこと' })
    const [first, ...others] = (await find(of.ids, '2025年3月', of.owner)).contents
    expect(first).toEqual({ planContentId: made, name: '手紙', type: 'news', status: 'active', at })
    expect(others).toEqual([])
    expect((await find(of.ids, '動画 2025年3月', of.owner)).contents).toEqual([])
    expect((await find(of.ids, '手紙 March 2025', of.owner)).contents.map(({ name }) => name)).toEqual(['手紙'])
    // A month in a name is found as before.
    expect((await find(of.ids, '3月', of.owner)).contents.map(({ name }) => name)).toContain('3月のこと')
  })

  test('is an event by its name or the month in which it begins, and an order by the day on which it was placed', async () => {
    const of = await shop()
    const made = await ask(events.createDraftEvent, { ...of.ids, ...anEvent, title: '星降る夜の会' }, of.owner)
    const at = Date.UTC(2027, 2, 14, 10)
    const found = { eventId: made.eventId, name: '星降る夜の会', status: 'draft', at }
    expect((await find(of.ids, '星降る', of.owner)).events).toEqual([found])
    for (const q of ['2027年3月', '2027-03-14', 'イベント 2027年3月', '2027年3月 星降る']) {
      expect((await find(of.ids, q, of.owner)).events).toEqual([found])
    }
    for (const q of ['2027-03-15', '注文 2027年3月']) expect((await find(of.ids, q, of.owner)).events).toEqual([])

    const order = await goodsOrder(of)
    await pool().query('update orders set placed_at = $1 where order_id = $2', [
      new Date(Date.UTC(2025, 2, 13, 16)),
      order.orderId,
    ])
    const numbers = async (q: string) => (await find(of.ids, q, of.owner)).orders.map(({ orderNumber }) => orderNumber)
    // Tokyo's day: there it was the 14th already.
    for (const q of ['2025年3月の注文', '2025-03-14', 'orders 2025-03'])
      expect(await numbers(q)).toEqual([order.orderNumber])
    for (const q of ['2025-03-13', '動画 2025年3月', '2025年3月 手紙']) expect(await numbers(q)).toEqual([])
    const moderator = await person()
    await addMember(of.tenantId, moderator, 'moderator')
    expect((await find(of.ids, '2025-03-14', moderator)).orders).toEqual([])
  })

  test('is found by its number, an order’s or a member’s', async () => {
    const of = await shop()
    const order = await goodsOrder(of)
    await joinByCard(of, await newFan())
    expect((await find(of.ids, order.orderNumber, of.owner)).orders.map(({ orderId }) => orderId)).toEqual([
      order.orderId,
    ])
    const serial = String(Number(order.orderNumber.replace('A-', '')))
    expect((await find(of.ids, serial, of.owner)).orders.map(({ orderId }) => orderId)).toContain(order.orderId)
    expect((await find(of.ids, '1', of.owner)).fans.map(({ memberNumber }) => memberNumber)).toEqual([1])
    expect((await find(of.ids, 'A-1', of.owner)).fans).toEqual([])
  })

  test('is a fan, however many came after: the latest first, each once', async () => {
    const of = await club()
    await pool().query(fills.fans, [of.ids.tenantId, of.ids.brandId, 0, mostSearched + 2])
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    await client.query('analyze')
    await client.end()
    for (const n of [1, 2, 3, 4]) await name(`fan_${n}`, 'あさひ')
    const found = async (q: string) => (await find(of.ids, q, of.owner)).fans.map(({ fanId }) => fanId)
    const [first, second, third, fourth] = [1, 2, 3, 4].map((n) => `fan_${of.ids.brandId}${n}`)
    expect(await found('あさひ')).toEqual([fourth, third, second, first])
    await name('fan_5', 'あさひな')
    await name('fan_6', 'あさひこ')
    expect((await found('あさひ')).slice(2)).toEqual([fourth, third, second])
    // One letter stands in too many names to look for it among all.
    expect(await found('ひ')).toHaveLength(4)
    expect(await found('ゆうひ')).toEqual([])

    // Who has a name anywhere is asked for no smaller club: a common one of the platform is a long list.
    const asksEverybody = async ({ ids, owner }: typeof of) =>
      (await statementsOf(() => find(ids, 'あさひ', owner))).some(({ text }) => text.includes('letter_pairs'))
    expect([await asksEverybody(of), await asksEverybody(await club())]).toEqual([true, false])
  })

  test('is an order with its own first line, beside orders of other clubs', async () => {
    const [hoshi, luna] = [await shop(), await shop()]
    const [lines, other] = [
      [{ name: '星のタオル', unitPrice: 2000, quantity: 1 }],
      [
        { name: '月のうちわ', unitPrice: 800, quantity: 2 },
        { name: '月のタオル', unitPrice: 2000, quantity: 1 },
      ],
    ]
    const [ofHoshi, ofLuna] = [await goodsOrder(hoshi, { lines }), await goodsOrder(luna, { lines: other })]
    const items = async (of: typeof hoshi, q: string) =>
      (await find(of.ids, q, of.owner)).orders.map(({ item }) => item)
    expect(await items(luna, ofLuna.orderNumber)).toEqual(['月のうちわ'])
    expect(await items(hoshi, ofHoshi.orderNumber)).toEqual(['星のタオル'])
  })

  test('is the reader’s to open: no fans for an editor, no orders for a moderator, nothing of another club', async () => {
    const of = await shop()
    const order = await goodsOrder(of)
    const hana = await newFan()
    await joinByCard(of, hana)
    await name(hana.uid, '花')
    const [editor, moderator, shipper] = [await person(), await person(), await person()]
    await addMember(of.tenantId, editor, 'editor')
    await addMember(of.tenantId, moderator, 'moderator')
    await addMember(of.tenantId, shipper, 'shipper')
    expect((await find(of.ids, '花', editor)).fans).toEqual([])
    expect((await find(of.ids, '花', moderator)).fans).toHaveLength(1)
    expect((await find(of.ids, order.orderNumber, moderator)).orders).toEqual([])
    expect((await find(of.ids, order.orderNumber, shipper)).orders).toHaveLength(1)
    const other = await club()
    expect((await find(other.ids, '花', other.owner)).fans).toEqual([])
    expect((await refused(search.search, { ...of.ids, q: '花' }, other.owner)).status).toBe(404)
    expect((await refused(search.search, { ...of.ids, q: '  ' }, of.owner)).status).toBe(400)
  })
})
