import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { distribute, shareOut } from '#money/ledger/shares.ts'
import { notifications } from '#office/notifications/contract.ts'
import { events } from '#publishing/events/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { carts } from '#shop/carts/contract.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { type EventGoodsSaid, eventGoods } from '#shop/eventGoods/contract.ts'
import { changedFields, mayMoveDraft, problemOf } from '#shop/eventGoods/eventGoods.ts'
import { codeOf, pickUpStateOf, readCode, toHand } from '#shop/eventGoods/pickUp/pickUp.ts'
import { eventOptions, linesBefore } from '#shop/eventGoods/staff/lines.ts'
import { shownField } from '#shop/eventGoods/staff/shown.tsx'
import words from '#shop/eventGoods/staff/words.en.ts'
import { goods } from '#shop/goods/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { addMember, ask, club, type Person, person, refused, request } from '../support/club'
import { draftIn, editorOf, onSale, orderOf, secondBrand, tour } from '../support/eventGoods'
import { tourShirt } from '../support/eventGoodsScene'
import { newBuyer, payCart, put, stockOf, stockProblems, towel, variation } from '../support/goods'
import { rowLocks, together, withoutPrecautions } from '../support/naive'
import { ledger, settled, shop } from '../support/shop'

describe('the split', () => {
  const shares = fc
    .array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 })
    .map((weights) => weights.map((weight, n) => ({ brandId: `b${n}`, weight })))
  test('sums to the amount; the others are less than a yen from what is theirs, the home brand keeps the rest', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: -99_999_999, max: 99_999_999 }), (weights, amount) => {
        const parts = distribute(amount, weights)
        const total = weights.reduce((sum, { weight }) => sum + weight, 0)
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
        for (const [n, part] of parts.entries()) {
          const exact = (amount * (weights[n]?.weight ?? 0)) / total
          expect(Math.abs(part.amount - exact)).toBeLessThan(n === 0 ? Math.max(1, parts.length - 1) : 1)
          if (n > 0) expect(Math.abs(part.amount)).toBeLessThanOrEqual(Math.abs(exact))
        }
      }),
    )
  })
  test.each([
    [100, [5000, 5000], [50, 50]],
    [101, [5000, 5000], [51, 50]],
    [100, [3334, 3333, 3333], [34, 33, 33]],
    [999, [5000, 2500, 2500], [501, 249, 249]],
    [-101, [5000, 5000], [-51, -50]],
    [1, [1, 9999], [1, 0]],
    [0, [6000, 4000], [0, 0]],
  ])('%i yen by %j are %j', (amount, parts, expected) => {
    const named = parts.map((share, n) => ({ brandId: `b${n}`, share }))
    expect(shareOut(amount, named).map((part) => part.amount)).toEqual(expected)
  })
})

describe('what is wrong with a draft', () => {
  const at = 1_000 * day
  const said = tourShirt({ tenantId: 't', brandId: 'b' }, at)
  test.each([
    ['nothing', {}, null],
    ['no name', { name: ' ' }, { field: 'name', rule: 'required' }],
    ['nothing to choose', { variations: [] }, { field: 'variations', rule: 'required' }],
    ['half a split', { shares: [{ brandId: 'b', share: 5000 }] }, { field: 'shares', rule: 'notWhole' }],
    ['a split without its home', { shares: [{ brandId: 'c', share: 10_000 }] }, { field: 'shares', rule: 'homeFirst' }],
    ['no window', { windows: [] }, { field: 'windows', rule: 'required' }],
    [
      'a window that ends first',
      { windows: [{ audience: 'public', planIds: [], startAt: 2, endAt: 2 }] },
      { field: 'windows.0.endAt', rule: 'endsBeforeStart' },
    ],
    [
      'a window of no plan',
      { windows: [{ audience: 'plans', planIds: [], startAt: 1, endAt: 2 }] },
      { field: 'windows.0.planIds', rule: 'noPlansSelected' },
    ],
    ['no venue', { pickUp: { ...said.pickUp, venueName: '' } }, { field: 'pickUp.venueName', rule: 'required' }],
    ['no hours', { pickUp: { ...said.pickUp, windows: [] } }, { field: 'pickUp.windows', rule: 'required' }],
    [
      'a sale that ends at the desk',
      { windows: [{ audience: 'public', planIds: [], startAt: at, endAt: at + 29 * day + 1 }] },
      { field: 'windows', rule: 'tooLateForPickUp' },
    ],
    ['no word of when it is sent', { delivery: 'shipping' }, { field: 'shippingTimeText', rule: 'required' }],
  ] as [string, Partial<EventGoodsSaid>, unknown][])('%s', (_, values, problem) =>
    expect(problemOf({ ...said, ...values })).toEqual(problem),
  )
})

describe('small rules', () => {
  test.each([
    ['editing', 'submitted', true],
    ['submitted', 'approved', true],
    ['submitted', 'returned', true],
    ['returned', 'submitted', true],
    ['approved', 'returned', false],
    ['returned', 'approved', false],
    ['editing', 'approved', false],
  ] as const)('a draft goes from %s to %s: %s', (from, to, may) => expect(mayMoveDraft(from, to)).toBe(may))

  test('what differs is named, and nothing else', () => {
    expect(changedFields({ a: 1, b: [1] }, { a: 1, b: [1, 2] })).toEqual(['b'])
    expect(changedFields(null, { a: 1 })).toEqual(['a'])
    // An English text that was never given is none, however it is kept.
    expect(changedFields({ a: [{}] }, { english: { name: '' }, a: [{ english: { name: '' } }] })).toEqual([])
    expect(changedFields({ english: {} }, { english: { name: 'Shirt' } })).toEqual(['english'])
    expect(changedFields({ a: [{ b: 1, c: 2 }] }, { a: [{ c: 2, b: 1 }] })).toEqual([])
  })

  test.each([
    ['A-000123', 'A-000123'],
    ['a 123', 'A-000123'],
    ['Ａ－０００１２３', 'A-000123'],
    ['123', 'A-000123'],
    [codeOf('order_abc'), 'order_abc'],
    ['order_abc', 'order_abc'],
    ['hello', 'hello'],
  ])('%s is read as %s', (typed, read) => expect(readCode(typed)).toBe(read))

  const line = { isPickUp: true, quantity: 3, fulfilledQuantity: 0, refundedQuantity: 0 }
  test.each([
    ['paid', [line], 'ready'],
    ['paid', [{ ...line, fulfilledQuantity: 2, refundedQuantity: 1 }], 'done'],
    ['paid', [{ ...line, refundedQuantity: 3 }], 'refunded'],
    ['awaitingPayment', [line], 'unpaid'],
    ['refunded', [line], 'refunded'],
    ['paid', [{ ...line, isPickUp: false }], 'nothingToPickUp'],
  ] as const)('an order that is %s with these lines is %#', (paymentState, lines, state) =>
    expect(pickUpStateOf({ paymentState, fulfillmentState: 'unfulfilled' }, lines)).toBe(state),
  )
  test('what is sent is handed over nowhere', () => expect(toHand({ ...line, isPickUp: false })).toBe(0))
})

describe('a draft beside what is sold now', () => {
  test('of equal lines as many stay as the draft has, and each is told from the others', () => {
    const lines = linesBefore('Shirt · S\nShirt · S\nShirt · M', 'Shirt · S\nShirt · L')
    expect(lines.map(({ text, stays }) => [text, stays])).toEqual([
      ['Shirt · S', true],
      ['Shirt · S', false],
      ['Shirt · M', false],
    ])
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3)
  })

  test('events to choose from stand brand by brand, the home brand’s first, and the chosen one keeps its name', () => {
    const event = (eventId: string, brandId: string, brandName: string) => ({
      ...{ eventId, brandId, brandName },
      ...{ title: eventId.toUpperCase(), startAt: null },
    })
    const offered = [event('e1', 'b1', 'Aoi'), event('e2', 'b2', 'Minato'), event('e3', 'b1', 'Aoi')]
    const idsOf = (homeBrandId: string, chosen = '', known: { eventId: string; title: string }[] = []) =>
      eventOptions(offered, known, chosen, [homeBrandId, 'b1', 'b2']).map(({ eventId }) => eventId)
    expect([idsOf('b1'), idsOf('b2')]).toEqual([
      ['e1', 'e3', 'e2'],
      ['e2', 'e1', 'e3'],
    ])
    expect(idsOf('b1', 'e2')).toEqual(['e1', 'e3', 'e2'])
    const known = [{ eventId: 'theirs', title: 'Theirs' }]
    expect(eventOptions(offered, known, 'theirs', ['b1', 'b2']).at(-1)).toEqual({ ...known[0], brandName: '' })
    expect(eventOptions([], [], 'gone', ['b1'])).toEqual([{ eventId: 'gone', title: '', brandName: '' }])
  })
})

describe('drafts', () => {
  test('nothing of one is true before it is approved; then all of it is', async () => {
    const of = await club()
    const writer = await editorOf(of)
    const { tenantId } = of
    const draftId = await draftIn(of, writer)
    const list = () => ask(eventGoods.getEventGoodsList, { tenantId }, of.owner)
    expect((await list()).eventGoods).toEqual([])
    expect(await refused(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, writer)).toMatchObject({
      status: 403,
    })
    const { goodsId } = await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)
    expect((await list()).eventGoods).toMatchObject([{ goodsId, visibility: 'hidden', stock: 20, delivery: 'pickUp' }])
    expect(await refused(goods.getPublicGoods, { ...of.ids, goodsId })).toMatchObject({ status: 404 })
    await ask(eventGoods.publishEventGoods, { tenantId, goodsId }, of.owner)
    expect((await ask(goods.getPublicGoods, { ...of.ids, goodsId })).goods).toMatchObject({
      name: 'Tour shirt',
      price: 3000,
    })
    expect(await stockProblems()).toEqual([])
  })

  test('are not changed past their review, by the shop’s own screens', async () => {
    const of = await club()
    const { goodsId } = await onSale(of)
    const named = { ...of.ids, goodsId }
    expect((await ask(goods.getGoodsList, of.ids, of.owner)).goodsList).toEqual([])
    expect(await refused(goods.getGoods, named, of.owner)).toMatchObject({ status: 404 })
    expect(await refused(goods.duplicateGoods, named, of.owner)).toMatchObject({ status: 404 })
    expect(await refused(goods.setGoodsVisibility, { ...named, visibility: 'hidden' }, of.owner)).toMatchObject({
      status: 404,
    })
    const { goodsType: _, visibility: __, ...said } = towel()
    expect(await refused(goods.updateGoods, { ...named, ...said }, of.owner)).toMatchObject({ status: 404 })
  })

  test('a change is shown field by field, and applied to what is sold with its variations and stock', async () => {
    const of = await club()
    const made = await onSale(of)
    const { tenantId } = of
    const { said } = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)
    const [first] = said.variations
    if (!first) throw new Error('There is one.')
    const next = { ...said, price: 3300, variations: [{ ...first, stockChange: 5 }, variation(7, 'L')] }
    const draftId = await draftIn(of, await editorOf(of), next, made.goodsId)
    const read = await ask(eventGoods.getEventGoodsDraft, { tenantId, draftId }, of.owner)
    expect(read.draft.changed.toSorted()).toEqual(['price', 'variations'])
    expect([read.now?.price, read.said.price, read.isStale]).toEqual([3000, 3300, false])
    await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)
    const after = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)
    expect(after.goods.price).toBe(3300)
    expect(after.variations.map(({ variationName, available }) => [variationName, available])).toEqual([
      ['M', 25],
      ['L', 7],
    ])
    expect(await stockProblems()).toEqual([])
  })

  test('what was sold keeps its price: another one needs a new variation, and the sold one hidden', async () => {
    const of = await club()
    const { tenantId } = of
    const editor = await editorOf(of)
    const sold = await onSale(of)
    const { goodsId } = sold
    const { said } = await ask(eventGoods.getEventGoods, { tenantId, goodsId }, of.owner)
    const [first] = said.variations
    if (!first) throw new Error('no variation')
    const submit = async (values: Partial<EventGoodsSaid>) => {
      const { drafts } = await ask(eventGoods.getEventGoodsDrafts, { tenantId }, editor)
      const open = drafts.find((one) => one.goodsId === goodsId && one.state !== 'approved')
      const which = open ? { draftId: open.draftId } : { goodsId }
      const { draftId } = await ask(
        eventGoods.saveEventGoodsDraft,
        { tenantId, said: { ...said, ...values }, ...which },
        editor,
      )
      return request(eventGoods.submitEventGoodsDraft, JSON.stringify({ tenantId, draftId }), editor)
    }
    // Nothing of it is sold yet.
    expect((await submit({ price: said.price + 500 })).status).toBe(200)
    const fan = await newBuyer()
    await payCart((await put(of, fan, sold)).cartId, fan)
    const { status, body } = await submit({ price: said.price + 500 })
    expect([status, JSON.parse(body)]).toMatchObject([
      409,
      { code: 'incomplete', fields: [{ field: 'price', rule: 'soldPrice' }] },
    ])
    expect((await submit({ price: said.price, name: 'Another name' })).status).toBe(200)
    const { variationId: _, ...likeIt } = first
    const variations = [
      ...said.variations.map((one) => ({ ...one, isHidden: true })),
      { ...likeIt, variationName: '2', stockChange: 5 },
    ]
    expect((await submit({ price: said.price + 500, variations })).status).toBe(200)
  })

  test('is reviewed by the names of its event and plans, and by all that its kinds and pictures say', async () => {
    const of = await shop()
    const { tenantId, planId } = of
    const { eventId } = await ask(events.createDraftEvent, { ...of.ids, ...tour }, of.owner)
    const windows = tourShirt(of.ids, now()).windows.map((window) => ({
      ...window,
      audience: 'plans' as const,
      planIds: [planId],
    }))
    const kind = { ...variation(5, 'M'), isStopped: true, maxQuantity: 2, sku: 'TS-M' }
    const draftId = await draftIn(of, of.owner, { eventId, windows, variations: [kind] })
    const read = await ask(eventGoods.getEventGoodsDraft, { tenantId, draftId }, of.owner)
    expect([read.events, read.plans]).toEqual([[{ eventId, title: tour.title }], [{ planId, name: of.plan.name }]])
    const shown = (name: 'eventId' | 'windows' | 'variations' | 'thumbnails', of: EventGoodsSaid = read.said) =>
      shownField(name, of, { words, locale: 'en', ...read })
    expect(shown('eventId')).toBe(tour.title)
    expect(shown('windows').split('\n')[1]).toBe(of.plan.name)
    expect(shown('variations')).toBe('M · stock +5 · sale stopped · at most 2 in one order · SKU TS-M')
    const thumbnails = [
      { url: 'https://example.com/a.png', alt: 'Front' },
      { url: 'https://example.com/b.png', alt: '' },
    ]
    expect(shown('thumbnails', { ...read.said, thumbnails })).toBe('1 Front\n2')
  })

  test('one whose ground has moved is a conflict, and nothing of it is applied', async () => {
    const of = await club()
    const made = await onSale(of)
    const { tenantId } = of
    const { said } = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)
    const draftId = await draftIn(of, await editorOf(of), { ...said, price: 9000 }, made.goodsId)
    await pool().query(`update goods set edited_at = edited_at + interval '1 second' where goods_id = $1`, [
      made.goodsId,
    ])
    expect(await refused(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)).toMatchObject({
      status: 409,
      code: 'conflict',
    })
    const after = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)
    expect(after.goods.price).toBe(3000)
    expect(after.draft).toMatchObject({ state: 'submitted' })
    const { rows } = await pool().query(
      'select initial + adjusted as pieces from goods_variations where goods_id = $1',
      [made.goodsId],
    )
    expect(rows).toEqual([{ pieces: 20 }])
  })

  test('one that was written before the sale was ended does not open it again', async () => {
    const [of, fan] = [await club(), await person()]
    const { tenantId } = of
    const [made, editor] = [await onSale(of, { delivery: 'pickUp' }), await editorOf(of)]
    const loaded = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, editor)
    const begun = { tenantId, goodsId: made.goodsId, said: loaded.said, expectedGoodsEditedAt: loaded.goods.editedAt }
    // What is bought and counted meanwhile is nobody's change.
    await payCart((await put(of, fan, made)).cartId, fan)
    await ask(goods.adjustStock, { ...of.ids, variationId: made.variationId, delta: 3, reason: 'Found.' }, of.owner)
    const draft = await ask(eventGoods.saveEventGoodsDraft, begun, editor)
    const read = () => ask(eventGoods.getEventGoodsDraft, { tenantId, draftId: draft.draftId }, editor)
    expect(await read()).toMatchObject({ goodsEditedAt: loaded.goods.editedAt, isStale: false })

    await ask(eventGoods.endEventGoodsSale, { tenantId, goodsId: made.goodsId }, of.owner)
    const { goodsId: _, ...said } = begun
    const again = { ...said, draftId: draft.draftId, expectedEditedAt: draft.editedAt }
    for (const late of [begun, again])
      expect(await refused(eventGoods.saveEventGoodsDraft, late, editor)).toMatchObject({
        status: 409,
        code: 'conflict',
      })
    const latest = await read()
    expect([latest.draft.editedAt, latest.isStale]).toEqual([draft.editedAt, true])
    expect(latest.goodsEditedAt).toBeGreaterThan(loaded.goods.editedAt)
    // Whoever has seen it and still wants the sale says so.
    const { goodsEditedAt } = latest
    if (goodsEditedAt === null) throw new Error('They are sold.')
    await ask(eventGoods.saveEventGoodsDraft, { ...again, expectedGoodsEditedAt: goodsEditedAt }, editor)
    expect((await read()).isStale).toBe(false)
  })

  test('one that was written before the goods were published, or changed by another, is a conflict', async () => {
    const of = await club()
    const { tenantId } = of
    const editor = await editorOf(of)
    const first = await draftIn(of, editor)
    expect((await ask(eventGoods.getEventGoodsDraft, { tenantId, draftId: first }, editor)).goodsEditedAt).toBe(null)
    const { goodsId } = await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId: first }, of.owner)
    const load = async () => {
      const { said, goods: item } = await ask(eventGoods.getEventGoods, { tenantId, goodsId }, editor)
      return { tenantId, goodsId, said, expectedGoodsEditedAt: item.editedAt }
    }
    const changes = [
      () => ask(eventGoods.publishEventGoods, { tenantId, goodsId }, of.owner),
      async () => {
        const draftId = await draftIn(of, editor, { price: 3300, variations: (await load()).said.variations }, goodsId)
        await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)
      },
    ]
    for (const change of changes) {
      const before = await load()
      await change()
      expect(await refused(eventGoods.saveEventGoodsDraft, before, editor)).toMatchObject({ code: 'conflict' })
    }
    await ask(eventGoods.saveEventGoodsDraft, await load(), editor)
  })

  test('is decided on as it was looked at: changed and submitted again meanwhile, it is a conflict', async () => {
    const of = await club()
    const [editor, { tenantId }] = [await editorOf(of), of]
    const draftId = await draftIn(of, editor, { price: 3500 })
    const seen = async () => (await ask(eventGoods.getEventGoodsDraft, { tenantId, draftId }, of.owner)).draft.editedAt
    const before = await seen()
    const said = tourShirt(of.ids, now(), { price: 350 })
    await ask(eventGoods.saveEventGoodsDraft, { tenantId, draftId, said }, editor)
    await ask(eventGoods.submitEventGoodsDraft, { tenantId, draftId }, editor)
    const asked = { tenantId, draftId, expectedEditedAt: before }
    expect(await refused(eventGoods.approveEventGoodsDraft, asked, of.owner)).toMatchObject({ code: 'conflict' })
    expect(await refused(eventGoods.returnEventGoodsDraft, { ...asked, reason: 'Dearer.' }, of.owner)).toMatchObject({
      code: 'conflict',
    })
    expect(await refused(eventGoods.submitEventGoodsDraft, asked, editor)).toMatchObject({ code: 'conflict' })
    const { goodsId } = await ask(
      eventGoods.approveEventGoodsDraft,
      { ...asked, expectedEditedAt: await seen() },
      of.owner,
    )
    const { goods: item } = await ask(eventGoods.getEventGoods, { tenantId, goodsId }, of.owner)
    expect(
      await refused(eventGoods.publishEventGoods, { tenantId, goodsId, expectedEditedAt: item.editedAt - 1 }, of.owner),
    ).toMatchObject({ code: 'conflict' })
    await ask(eventGoods.publishEventGoods, { tenantId, goodsId, expectedEditedAt: item.editedAt }, of.owner)
  })

  test('is returned with a reason, mended and submitted again; nobody changes one that was approved', async () => {
    const of = await club()
    const [editor, { tenantId }] = [await editorOf(of), of]
    const draftId = await draftIn(of, editor)
    const told = async (by: Person) =>
      (await ask(notifications.getNotifications, of.ids, by)).notifications.map(({ kind, itemId }) => [kind, itemId])
    expect([await told(of.owner), await told(editor)]).toEqual([[['draftSubmitted', draftId]], []])
    await ask(eventGoods.returnEventGoodsDraft, { tenantId, draftId, reason: 'Dearer.' }, of.owner)
    expect(await told(editor)).toEqual([['draftReturned', draftId]])
    const { drafts } = await ask(eventGoods.getEventGoodsDrafts, { tenantId, status: 'returned' }, editor)
    expect(drafts).toMatchObject([{ draftId, reason: 'Dearer.' }])
    expect(await refused(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)).toMatchObject({
      code: 'draftNotSubmitted',
    })
    const said = tourShirt(of.ids, now(), { price: 3500 })
    await ask(eventGoods.saveEventGoodsDraft, { tenantId, draftId, said }, editor)
    await ask(eventGoods.submitEventGoodsDraft, { tenantId, draftId }, editor)
    const { goodsId } = await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)
    expect((await ask(eventGoods.getEventGoods, { tenantId, goodsId }, of.owner)).goods.price).toBe(3500)
    expect(await told(editor)).toEqual([['draftApproved', draftId]])
    expect(await refused(eventGoods.saveEventGoodsDraft, { tenantId, draftId, said }, editor)).toMatchObject({
      code: 'draftNotEditable',
    })
  })

  test('with two who decide, nobody approves their own; with one they may', async () => {
    const of = await club()
    const { tenantId } = of
    const alone = await draftIn(of, of.owner)
    await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId: alone }, of.owner)
    const second = await person()
    await addMember(tenantId, second, 'admin')
    const draftId = await draftIn(of, of.owner)
    expect(await refused(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)).toMatchObject({
      code: 'ownDraft',
    })
    await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, second)
  })

  test('one thing has one open draft, and what is incomplete is not submitted', async () => {
    const of = await club()
    const { tenantId } = of
    const made = await onSale(of)
    const said = tourShirt(of.ids, now())
    await ask(eventGoods.saveEventGoodsDraft, { tenantId, goodsId: made.goodsId, said }, of.owner)
    expect(
      await refused(eventGoods.saveEventGoodsDraft, { tenantId, goodsId: made.goodsId, said }, of.owner),
    ).toMatchObject({
      code: 'draftOpen',
    })
    const { draftId } = await ask(
      eventGoods.saveEventGoodsDraft,
      { tenantId, said: { ...said, windows: [] } },
      of.owner,
    )
    expect(await refused(eventGoods.submitEventGoodsDraft, { tenantId, draftId }, of.owner)).toMatchObject({
      code: 'incomplete',
      fields: [{ field: 'windows', rule: 'required' }],
    })
  })

  test('foreign brands, events, drafts and goods do not exist', async () => {
    const [of, other] = [await club(), await club()]
    const [{ tenantId }, made] = [of, await onSale(other)]
    const said = tourShirt(of.ids, now())
    const foreign = { ...said, homeBrandId: other.brandId, shares: [{ brandId: other.brandId, share: 10_000 }] }
    expect(await refused(eventGoods.saveEventGoodsDraft, { tenantId, said: foreign }, of.owner)).toMatchObject({
      status: 404,
    })
    expect(await refused(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)).toMatchObject({
      status: 404,
    })
    const shared = [
      { brandId: of.brandId, share: 5000 },
      { brandId: other.brandId, share: 5000 },
    ]
    const strange: [Partial<EventGoodsSaid>, string][] = [
      [{ shares: shared }, 'brandNotFound'],
      [{ eventId: 'event_nobody' }, 'eventNotFound'],
      [{ windows: said.windows.map((one) => ({ ...one, audience: 'plans', planIds: ['plan_x'] })) }, 'planNotFound'],
      [{ variations: [{ ...variation(1), variationId: made.variationId }] }, 'variationNotFound'],
    ]
    for (const [values, code] of strange)
      expect(
        await refused(eventGoods.saveEventGoodsDraft, { tenantId, said: { ...said, ...values } }, of.owner),
      ).toMatchObject({ code })
    const draftId = await draftIn(of, await editorOf(of))
    expect(
      await refused(eventGoods.getEventGoodsDraft, { tenantId: other.tenantId, draftId }, other.owner),
    ).toMatchObject({
      status: 404,
    })
  })

  test('what is sold is found by its event, and only events that something is sold for are offered', async () => {
    const of = await club()
    const { tenantId } = of
    const [winter, summer, bare] = await Promise.all(
      ['Winter tour', 'Summer tour', 'Tea'].map((title) =>
        ask(events.createDraftEvent, { ...of.ids, ...tour, title }, of.owner),
      ),
    )
    const ofWinter = await onSale(of, { eventId: winter?.eventId ?? null })
    const ofSummer = await onSale(of, { eventId: summer?.eventId ?? null })
    await onSale(of, { eventId: null })
    const found = (eventId?: string, by: Person = of.owner) =>
      ask(eventGoods.getEventGoodsList, { tenantId, ...(eventId && { eventId }) }, by)
    const all = await found()
    expect(all.eventGoods).toHaveLength(3)
    expect(all.events).toEqual([
      { eventId: summer?.eventId, title: 'Summer tour' },
      { eventId: winter?.eventId, title: 'Winter tour' },
    ])
    expect((await found(winter?.eventId)).eventGoods.map(({ goodsId }) => goodsId)).toEqual([ofWinter.goodsId])
    const narrowed = await found(summer?.eventId)
    expect(narrowed.eventGoods.map(({ goodsId, eventTitle }) => [goodsId, eventTitle])).toEqual([
      [ofSummer.goodsId, 'Summer tour'],
    ])
    // The other events stay there to be chosen.
    expect([narrowed.pagination.totalCount, narrowed.events.length]).toEqual([1, 2])
    expect((await found(bare?.eventId)).eventGoods).toEqual([])
    const limited = await person()
    await addMember(of.tenantId, limited, 'editor', [await secondBrand(of)])
    expect((await found(undefined, limited)).events).toEqual([])
  })

  test('are made for the events of every brand that one works for, the next ones first', async () => {
    const [of, stranger] = [await club(), await club()]
    const { tenantId } = of
    const [brandId, at] = [await secondBrand(of), now()]
    const eventAt = (title: string, startAt: number | null, ids = of.ids, by = of.owner) => {
      const venue = { name: '', address: '', mapUrl: '' }
      const schedules = startAt === null ? [] : [{ doorsOpenAt: null, startAt, endAt: null, venue }]
      return ask(events.createDraftEvent, { ...ids, ...tour, title, schedules }, by)
    }
    const theirs = { tenantId, brandId }
    await eventAt('Last year', at - 300 * day)
    await eventAt('Last month', at - 30 * day, theirs)
    await eventAt('Some day', null)
    await eventAt('Next month', at + 30 * day)
    await eventAt('Next week', at + 7 * day, theirs)
    await eventAt('Elsewhere', at + day, stranger.ids, stranger.owner)
    const choicesOf = (by: Person) => ask(eventGoods.getEventChoices, { tenantId }, by)
    const all = (await choicesOf(of.owner)).events
    expect(all.map(({ title }) => title)).toEqual(['Next week', 'Next month', 'Some day', 'Last month', 'Last year'])
    expect(all[0]).toMatchObject({ brandId, brandName: 'Minato', startAt: at + 7 * day })
    const limited = await person()
    await addMember(tenantId, limited, 'editor', [brandId])
    expect((await choicesOf(limited)).events.map(({ title }) => title)).toEqual(['Next week', 'Last month'])
    // A long calendar is cut at its far end: what is over is left out first.
    await pool().query(
      `insert into events select (jsonb_populate_record(e, jsonb_build_object('event_id', e.event_id || '_' || n,
        'start_at', e.start_at + n * interval '1 minute'))).* from events e, generate_series(1, 97) n
        where e.tenant_id = $1 and e.title = 'Next week'`,
      [tenantId],
    )
    const many = (await choicesOf(of.owner)).events
    expect([many.length, many.at(-2)?.title, many.at(-1)?.title]).toEqual([100, 'Next month', 'Some day'])
  })

  test('a member of one brand sees the drafts of that brand alone', async () => {
    const of = await club()
    const [brandId, limited] = [await secondBrand(of), await person()]
    await addMember(of.tenantId, limited, 'editor', [brandId])
    await onSale(of)
    await draftIn(of, of.owner)
    const { tenantId } = of
    expect((await ask(eventGoods.getEventGoodsList, { tenantId }, limited)).eventGoods).toEqual([])
    expect((await ask(eventGoods.getEventGoodsDrafts, { tenantId }, limited)).drafts).toEqual([])
    expect(
      await refused(eventGoods.saveEventGoodsDraft, { tenantId, said: tourShirt(of.ids, now()) }, limited),
    ).toMatchObject({ status: 404 })
  })

  const approvals = async () => {
    const of = await club()
    const { tenantId } = of
    const made = await onSale(of)
    const { said } = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)
    const more = said.variations.map((one) => ({ ...one, stockChange: 5 }))
    const draftId = await draftIn(of, await editorOf(of), { ...said, variations: more }, made.goodsId)
    const payload = JSON.stringify({ tenantId, draftId })
    const answers = await together(8, () => request(eventGoods.approveEventGoodsDraft, payload, of.owner))
    return {
      approved: answers.filter(({ status }) => status === 200).length,
      pieces: (await stockOf(made.variationId)).available,
    }
  }
  test('of many approvals at once one is done', async () => {
    expect(await approvals()).toEqual({ approved: 1, pieces: 25 })
  })
  test('without the locks several would be', async () => {
    const worst = await withoutPrecautions(rowLocks, async () => {
      let most = 0
      for (let n = 0; n < 6 && most < 2; n++) most = Math.max(most, (await approvals()).approved)
      return most
    })
    expect(worst).toBeGreaterThan(1)
  })
})

describe('the desk', () => {
  const bought = async (values: Partial<EventGoodsSaid> = {}, quantity = 2) => {
    const [of, fan] = [await club(), await person()]
    const made = await onSale(of, values)
    const { cartId } = await put(of, fan, made, quantity)
    await payCart(cartId, fan)
    const { order_id: orderId, order_number: number } = await orderOf(fan)
    return { of, fan, made, orderId, number, tenantId: of.tenantId }
  }
  const linesOf = async (tenantId: string, code: string, by: Person) => {
    const { orders } = await ask(eventGoods.getPickUpOrder, { tenantId, code }, by)
    const [order] = orders
    if (!order) throw new Error('There is one.')
    return order
  }

  test('reads the code and the number, hands over piece by piece, and says of a second scan that it was one', async () => {
    const { of, fan, tenantId, orderId, number } = await bought()
    const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId }, fan)
    expect(orderDetail.pickUp).toMatchObject({ code: codeOf(orderId), venues: [{ venueName: 'Star Hall' }] })
    expect(await linesOf(tenantId, number.toLowerCase(), of.owner)).toMatchObject({ orderId, state: 'ready' })
    const order = await linesOf(tenantId, codeOf(orderId), of.owner)
    const lineId = order.lines[0]?.lineId ?? ''
    const hand = (quantity: number) => ({ tenantId, orderId, lines: [{ lineId, quantity }] })
    expect(await refused(eventGoods.pickUpOrderLines, hand(3), of.owner)).toMatchObject({ code: 'notEnough' })
    const first = await ask(eventGoods.pickUpOrderLines, hand(1), of.owner)
    expect(first.order).toMatchObject({ state: 'ready', lines: [{ handed: 1, toHand: 1 }] })
    const second = await ask(eventGoods.pickUpOrderLines, hand(1), of.owner)
    expect(second.order).toMatchObject({ state: 'done', lines: [{ handed: 2, toHand: 0 }] })
    expect(second.order.handedAt).not.toBeNull()
    expect(await refused(eventGoods.pickUpOrderLines, hand(1), of.owner)).toMatchObject({
      status: 409,
      code: 'alreadyPickedUp',
    })
    const { order: seen } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
    expect(seen).toMatchObject({ kind: 'eventGoods', fulfillmentState: 'delivered' })
    expect(seen.timeline.filter(({ what }) => what === 'pickedUp')).toHaveLength(2)
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
    expect(await stockProblems()).toEqual([])
  })

  test('a hand-over that was none is taken back in one step, and handed over again', async () => {
    const { of, tenantId, orderId } = await bought()
    const lineId = (await linesOf(tenantId, orderId, of.owner)).lines[0]?.lineId ?? ''
    const hand = { tenantId, orderId, lines: [{ lineId, quantity: 2 }] }
    const listed = async () => (await ask(staffOrders.getOrders, of.ids, of.owner)).orders[0]
    expect(await listed()).toMatchObject({ orderId, isPickUp: true, fulfillmentState: 'unfulfilled' })
    await ask(eventGoods.pickUpOrderLines, hand, of.owner)
    const { order } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
    expect(order).toMatchObject({ isPickUp: true, fulfillmentState: 'delivered' })
    const handOver = { ...of.ids, orderId, fulfillmentId: order.shipments[0]?.fulfillmentId ?? '' }
    // No carrier has it.
    const parcel = { provider: 'yamato' as const, providerName: '', trackingUrl: '', note: '', notify: true }
    const numbered = { ...handOver, ...parcel, trackingNumber: '123456789012', shippedAt: now() }
    expect(await refused(fulfillments.updateFulfillment, numbered, of.owner)).toMatchObject({
      code: 'fulfillmentNotFound',
    })
    const reason = 'Another buyer'
    expect(await ask(fulfillments.stepFulfillmentBack, { ...handOver, reason }, of.owner)).toEqual({
      fulfillmentState: 'preparing',
    })
    const { order: after } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
    expect(after.shipments).toEqual([])
    expect(after.timeline.at(-1)).toMatchObject({ what: 'notPickedUp', detail: reason })
    expect((await ledger(tenantId)).deferred).toBeLessThan(0)
    const again = await ask(eventGoods.pickUpOrderLines, hand, of.owner)
    expect(again.order).toMatchObject({ state: 'done' })
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
    expect(await stockProblems()).toEqual([])
  })

  test('hands over nothing that is not paid, was given back, or is another club’s', async () => {
    const { of, tenantId, orderId } = await bought()
    const order = await linesOf(tenantId, orderId, of.owner)
    const said = { tenantId, orderId, lines: [{ lineId: order.lines[0]?.lineId ?? '', quantity: 1 }] }
    const other = await club()
    expect(
      await refused(eventGoods.getPickUpOrder, { tenantId: other.tenantId, code: orderId }, other.owner),
    ).toMatchObject({
      status: 404,
    })
    expect(
      await refused(eventGoods.pickUpOrderLines, { ...said, tenantId: other.tenantId }, other.owner),
    ).toMatchObject({ status: 404 })
    expect(
      await refused(eventGoods.pickUpOrderLines, { ...said, lines: [{ lineId: 'line_x', quantity: 1 }] }, of.owner),
    ).toMatchObject({
      status: 404,
    })
    const accountant = await person()
    await addMember(tenantId, accountant, 'accountant')
    expect(await refused(eventGoods.pickUpOrderLines, said, accountant)).toMatchObject({ status: 403 })
    const fan = await person()
    const made = await onSale(of)
    const { cartId } = await put(of, fan, made)
    await ask(carts.purchaseGoodsByCart, { cartId, returnPath: null }, fan)
    const unpaid = await orderOf(fan)
    const waiting = await linesOf(tenantId, unpaid.order_id, of.owner)
    expect(waiting.state).toBe('unpaid')
    expect(
      await refused(
        eventGoods.pickUpOrderLines,
        { tenantId, orderId: unpaid.order_id, lines: [{ lineId: waiting.lines[0]?.lineId ?? '', quantity: 1 }] },
        of.owner,
      ),
    ).toMatchObject({ code: 'awaitingPayment' })
    await ask(staffOrders.refundOrder, { ...of.ids, orderId, amount: 6000, reason: 'Cancelled.' }, of.owner)
    await settled()
    expect(await refused(eventGoods.pickUpOrderLines, said, of.owner)).toMatchObject({ code: 'nothingToPickUp' })
  })

  test('two desks that scan at once hand over once', async () => {
    const { of, tenantId, orderId } = await bought({}, 1)
    const order = await linesOf(tenantId, orderId, of.owner)
    const body = JSON.stringify({ tenantId, orderId, lines: [{ lineId: order.lines[0]?.lineId, quantity: 1 }] })
    const answers = await together(6, () => request(eventGoods.pickUpOrderLines, body, of.owner))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  test('what it earns is split to the yen as it is handed over, and taken back as it was given', async () => {
    const of = await club()
    const [brandId, fan] = [await secondBrand(of), await person()]
    const { tenantId } = of
    const shares = [
      { brandId: of.brandId, share: 6667 },
      { brandId, share: 3333 },
    ]
    const made = await onSale(of, { price: 1001, shares })
    const { cartId } = await put(of, fan, made, 3)
    await payCart(cartId, fan)
    const { order_id: orderId } = await orderOf(fan)
    const owed = async () => {
      const { rows } = await pool().query(
        `select brand_id, component, sum(amount)::int as amount from ledger_entries
        where tenant_id = $1 and account = 'brandPayable' and component in ('gross', 'platformFee', 'refund') group by 1, 2 having sum(amount) <> 0`,
        [tenantId],
      )
      return Object.fromEntries(
        rows.map(({ brand_id, component, amount }) => [
          `${brand_id === brandId ? 'other' : 'home'} ${component}`,
          amount,
        ]),
      )
    }
    expect(await owed()).toEqual({})
    const order = await linesOf(tenantId, orderId, of.owner)
    const lineId = order.lines[0]?.lineId ?? ''
    await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: [{ lineId, quantity: 3 }] }, of.owner)
    // 3,003 yen of which a tenth is the platform's: 300. By 66.67 to 33.33: 1,000.8999 is another's, and 99.9 of the fee.
    expect(await owed()).toEqual({
      'home gross': -2003,
      'home platformFee': 201,
      'other gross': -1000,
      'other platformFee': 99,
    })
    await ask(
      staffOrders.refundOrder,
      { ...of.ids, orderId, lines: [{ lineId, quantity: 3 }], reason: 'Torn.' },
      of.owner,
    )
    await settled()
    expect(await owed()).toEqual({
      'home gross': -2003,
      'home refund': 2003,
      'other gross': -1000,
      'other refund': 1000,
    })
    const months = await pool().query(
      `select brand_id, sum(amount)::int as kept from ledger_months where tenant_id = $1 and component in ('gross', 'refund', 'platformFee') group by 1`,
      [tenantId],
    )
    expect(months.rows.map(({ kept }) => kept)).toEqual([0, 0])
    await ledger(tenantId)
  })
})
