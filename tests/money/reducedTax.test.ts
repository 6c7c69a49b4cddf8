import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { monthOf } from '#money/ledger/ledger.ts'
import { orders } from '#money/orders/contract.ts'
import { receiptPaper } from '#money/orders/receipt.ts'
import { payoutDesk, revenue } from '#money/payouts/revenue/contract.ts'
import { freeeColumns } from '#money/payouts/revenue/journal.ts'
import { type Figures, finalFrom, statementOf, taxesOf } from '#money/payouts/revenue/statement.ts'
import { sales } from '#office/sales/contract.ts'
import { now, setClock } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, operator, person, signedInNow } from '../support/club'
import { draftIn, editorOf, onSale, secondBrand } from '../support/eventGoods'
import { fileOf } from '../support/file'
import { type Club, makeGoods, newBuyer, payCart, put, towel, wallpaper } from '../support/goods'
import { goodsOrder, parcel } from '../support/goodsOrder'
import { told } from '../support/payments'
import { settled } from '../support/shop'

/* Food and drink are sold at the reduced rate of the consumption tax (rule: money.reducedTax). */

const sweets = { name: 'クッキー', unitPrice: 1080, quantity: 2, isReducedTax: true }
const shirt = { name: 'Tシャツ', unitPrice: 2200, quantity: 1 }
const refund = async (of: Club, order: { of: object }, what: object) => {
  await ask(staffOrders.refundOrder, { ...order.of, reason: 'Broken', ...what } as never, of.owner)
  await settled()
}
const sent = (of: Club, order: Awaited<ReturnType<typeof goodsOrder>>, n?: number, quantity = 1) =>
  ask(
    fulfillments.createFulfillment,
    parcel(order, { notify: false, ...(n !== undefined && { lines: [{ lineId: order.lines[n]?.lineId, quantity }] }) }),
    of.owner,
  )
/** What the brand has and what waits, of the reduced rate and in all, without shipping. */
const books = async ({ tenantId }: Club, brandId?: string) => {
  const { rows } = await pool().query<{ account: string; price: number; reduced: number }>(
    `select account, -sum(amount)::int as price, -sum(reduced)::int as reduced from ledger_entries
      where tenant_id = $1 and component in ('gross', 'refund', 'chargeback') and account in ('brandPayable', 'deferred')
        and ($2::text is null or brand_id = $2) group by 1`,
    [tenantId, brandId ?? null],
  )
  const of = (account: string) => {
    const { price = 0, reduced = 0 } = rows.find((one) => one.account === account) ?? {}
    return [price + 0, reduced + 0]
  }
  return { waits: of('deferred'), earned: of('brandPayable') }
}
/** The sums that statements read say the same as the entries. */
const sumsAgree = async ({ tenantId }: Club) => {
  const { rows } = await pool().query(
    `select (select coalesce(sum(reduced), 0)::int from ledger_sums where tenant_id = $1) as sums,
      (select coalesce(sum(reduced), 0)::int from ledger_entries where tenant_id = $1 and account = 'brandPayable') as entries`,
    [tenantId],
  )
  expect(rows[0].sums).toBe(rows[0].entries)
}

describe('goods at the reduced rate', () => {
  test('say so to the staff, keep it through a save that says nothing of it, and hand it to their copy', async () => {
    const of = await club()
    const plain = await makeGoods(of)
    const made = await makeGoods(of, { isReducedTax: true })
    const isReduced = async (goodsId: string) =>
      (await ask(goods.getGoods, { ...of.ids, goodsId }, of.owner)).goods.isReducedTax
    expect([await isReduced(plain.goodsId), await isReduced(made.goodsId)]).toEqual([false, true])
    const { goodsType: _, visibility: __, isReducedTax: ___, ...said } = towel({ name: 'Tea' })
    await ask(goods.updateGoods, { ...of.ids, ...said, goodsId: made.goodsId } as never, of.owner)
    expect(await isReduced(made.goodsId)).toBe(true)
    const copy = await ask(goods.duplicateGoods, { ...of.ids, goodsId: made.goodsId }, of.owner)
    expect(await isReduced(copy.goodsId)).toBe(true)
    await ask(goods.updateGoods, { ...of.ids, ...said, goodsId: made.goodsId, isReducedTax: false } as never, of.owner)
    expect(await isReduced(made.goodsId)).toBe(false)
    // Files are no food.
    const file = await makeGoods(of, wallpaper({ isReducedTax: true }))
    expect(await isReduced(file.goodsId)).toBe(false)
  })

  test('change no order that was made before: each keeps the rate that it was sold at', async () => {
    const of = await club()
    const fan = await newBuyer()
    const made = await makeGoods(of, { price: 1080, isReducedTax: true })
    await payCart((await put(of, fan, made)).cartId, fan)
    const { goodsType: _, visibility: __, ...said } = towel({ price: 1080 })
    await ask(goods.updateGoods, { ...of.ids, ...said, goodsId: made.goodsId, isReducedTax: false } as never, of.owner)
    const orderId = (await pool().query('select order_id from orders where uid = $1', [fan.uid])).rows[0].order_id
    const receipt = await ask(orders.getOrderReceipt, { orderId }, fan)
    expect(receipt.lines).toMatchObject([{ isReducedTax: true }])
    expect(receipt.byRate).toEqual([
      { rate: 10, isReduced: false, amount: 500, taxIncluded: 45 },
      { rate: 8, isReduced: true, amount: 1080, taxIncluded: 80 },
    ])
  })

  test('of an event are drafted, compared and approved with their rate', async () => {
    const of = await club()
    const { tenantId } = of
    const made = await onSale(of, { isReducedTax: true })
    const read = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)
    expect(read.said.isReducedTax).toBe(true)
    const next = { ...read.said, isReducedTax: false }
    const draftId = await draftIn(of, await editorOf(of), next, made.goodsId)
    const draft = await ask(eventGoods.getEventGoodsDraft, { tenantId, draftId }, of.owner)
    expect(draft.draft.changed).toEqual(['isReducedTax'])
    await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)
    const after = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)
    expect(after.said.isReducedTax).toBe(false)
  })
})

describe('a receipt', () => {
  test('tells both rates apart, marks the reduced lines, and a refund of pieces lessens the rate of these', async () => {
    const of = await club()
    const order = await goodsOrder(of, { lines: [sweets, shirt] })
    const { orderId } = order
    const receipt = () => ask(orders.getOrderReceipt, { orderId }, order.buyer)
    // 2,160 yen of sweets, 2,200 of a shirt and 600 of shipping.
    const before = await receipt()
    expect(before).toMatchObject({ total: 4960, refunded: 0, taxRate: 10, taxIncluded: 254 + 160 })
    expect(before.byRate).toEqual([
      { rate: 10, isReduced: false, amount: 2800, taxIncluded: 254 },
      { rate: 8, isReduced: true, amount: 2160, taxIncluded: 160 },
    ])
    const paper = receiptPaper(before, 'ja', now())
    expect(paper.sections[0]?.rows.map(({ label }) => label)).toEqual(['クッキー ※ × 2', 'Tシャツ × 1'])
    expect(paper.notes[0]).toBe('※は軽減税率対象')
    expect(paper.sections[1]?.rows).toContainEqual({ label: '8%対象（軽減税率）', value: '¥2,160' })
    expect(receiptPaper(before, 'en', now()).notes[0]).toContain('※は軽減税率対象')

    const [first, second] = order.lines
    await refund(of, order, { lines: [{ lineId: first?.lineId, quantity: 1 }] })
    expect((await receipt()).byRate.map(({ amount }) => amount)).toEqual([2800, 1080])
    await refund(of, order, { lines: [{ lineId: second?.lineId, quantity: 1 }] })
    expect((await receipt()).byRate.map(({ amount }) => amount)).toEqual([600, 1080])
    // Without pieces: of the goods that are left, which are sweets alone.
    await refund(of, order, { amount: 500 })
    expect((await receipt()).byRate.map(({ amount }) => amount)).toEqual([600, 580])
    await refund(of, order, { amount: 1180 })
    expect(await receipt()).toMatchObject({ taxIncluded: 0, byRate: [{ amount: 0 }, { amount: 0 }] })
    await sumsAgree(of)
  })

  test('without food says what it said before', async () => {
    const of = await club()
    const order = await goodsOrder(of, { lines: [shirt] })
    const receipt = await ask(orders.getOrderReceipt, { orderId: order.orderId }, order.buyer)
    expect(receipt).toMatchObject({ taxRate: 10, taxIncluded: 254, byRate: [{ rate: 10, amount: 2800 }] })
    const paper = receiptPaper(receipt, 'ja', now())
    expect(paper.notes).toEqual(['上記の金額を領収いたしました。'])
    expect(paper.sections[1]?.rows.map(({ label }) => label)).toContain('10%対象のうち消費税')
  })

  test('of food that is handed over alone has the reduced rate alone', async () => {
    const of = await club()
    const order = await goodsOrder(of, { lines: [sweets], shippingFee: 0 })
    const receipt = await ask(orders.getOrderReceipt, { orderId: order.orderId }, order.buyer)
    expect(receipt.byRate).toEqual([{ rate: 8, isReduced: true, amount: 2160, taxIncluded: 160 }])
  })
})

describe('the books', () => {
  test('know the reduced part through parcels, a refund, one that the bank sent back, and a parcel that never left', async () => {
    const of = await club()
    const order = await goodsOrder(of, { lines: [sweets, shirt] })
    expect(await books(of)).toEqual({ waits: [4360, 2160], earned: [0, 0] })
    await sent(of, order, 0, 1)
    expect(await books(of)).toEqual({ waits: [3280, 1080], earned: [1080, 1080] })
    const { fulfillment } = await sent(of, order, 1)
    expect(await books(of)).toEqual({ waits: [1080, 1080], earned: [3280, 1080] })
    const back = { ...order.of, fulfillmentId: fulfillment.fulfillmentId, reason: 'It never left' }
    await ask(fulfillments.stepFulfillmentBack, back, of.owner)
    expect(await books(of)).toEqual({ waits: [3280, 1080], earned: [1080, 1080] })
    // Without pieces, of what waits first, in proportion: 1,000 × 1,080 / 3,280 = 329.27.
    await refund(of, order, { amount: 1000 })
    expect(await books(of)).toEqual({ waits: [2280, 751], earned: [1080, 1080] })
    const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [
      order.orderId,
    ])
    await told({ action: 'bounceRefund', refund: rows[0].id })
    await settled()
    expect(await books(of)).toEqual({ waits: [3280, 1080], earned: [1080, 1080] })
    await sumsAgree(of)
  })

  test('share it with the other brands of event goods, and none has more of it than of the price', async () => {
    const of = await club()
    const fan = await person()
    const other = await secondBrand(of)
    const shares = [
      { brandId: of.ids.brandId, share: 6667 },
      { brandId: other, share: 3333 },
    ]
    const [cake, badge] = [
      await onSale(of, { price: 1001, shares, isReducedTax: true }),
      await onSale(of, { price: 501, shares }),
    ]
    await put(of, fan, cake)
    await payCart((await put(of, fan, badge)).cartId, fan)
    const { rows } = await pool().query('select order_id from orders where uid = $1', [fan.uid])
    const code = rows[0].order_id
    const { orders: found } = await ask(eventGoods.getPickUpOrder, { tenantId: of.tenantId, code }, of.owner)
    const lines = found[0]?.lines.map(({ lineId, quantity }) => ({ lineId, quantity })) ?? []
    await ask(eventGoods.pickUpOrderLines, { tenantId: of.tenantId, orderId: code, lines }, of.owner)
    // 33.33 % of 1,001 and of 501 yen, rounded down each.
    expect((await books(of, other)).earned).toEqual([333 + 166, 333])
    expect((await books(of, of.ids.brandId)).earned).toEqual([668 + 335, 668])
    await refund(of, { of: { ...of.ids, orderId: code } }, { amount: 751 })
    const [home, theirs] = [(await books(of, of.ids.brandId)).earned, (await books(of, other)).earned]
    const both = [0, 1].map((n) => (home[n] ?? 0) + (theirs[n] ?? 0))
    expect(both).toEqual([751, 1001 - Math.floor((751 * 1001) / 1502)])
    for (const [price = 0, reduced = 0] of [home, theirs]) expect(reduced >= 0 && reduced <= price).toBe(true)
    await sumsAgree(of)
  })
})

test('the file of sales tells what of them, and of what went back, is at the reduced rate', async () => {
  const of = await club()
  const order = await goodsOrder(of, { lines: [sweets, shirt] })
  await refund(of, order, { lines: [{ lineId: order.lines[0]?.lineId, quantity: 1 }] })
  await goodsOrder(of, { lines: [shirt] })
  // Event goods that were shared with another brand, and went back before they were handed over.
  const other = await secondBrand(of)
  const shares = [
    { brandId: of.ids.brandId, share: 6667 },
    { brandId: other, share: 3333 },
  ]
  const fan = await person()
  await put(of, fan, await onSale(of, { price: 1001, shares, isReducedTax: true }), 2)
  await payCart((await put(of, fan, await onSale(of, { price: 501, shares }))).cartId, fan)
  const { rows } = await pool().query('select order_id from orders where uid = $1', [fan.uid])
  const { tenantId } = of
  const found = await ask(eventGoods.getPickUpOrder, { tenantId, code: rows[0].order_id }, of.owner)
  const cake = found.orders[0]?.lines.find(({ quantity }) => quantity === 2)
  const back = { lines: [{ lineId: cake?.lineId, quantity: 1 }] }
  await refund(of, { of: { ...of.ids, orderId: rows[0].order_id } }, back)

  const read = async (brandId: string, filter: object = {}) => {
    const span = { from: now() - day, to: now() + day }
    const asked = { tenantId, brandId, ...span, ...filter, encoding: 'utf8bom' as const }
    const file = await fileOf((await ask(sales.exportSales, asked, of.owner)).exportId)
    const cells = (row: string[]) => ['差引', 'うち軽減税率'].map((name) => Number(row[file.header.indexOf(name)]))
    return { rows: file.rows.map(cells).sort(([a = 0], [b = 0]) => b - a), totals: cells(file.totals) }
  }
  // 33.33 % of 2,002 yen are 667, of 1,001 are 333: the home brand has the rest.
  expect(await read(of.ids.brandId)).toEqual({
    rows: [
      [4960, 2160],
      [2800, 0],
      [1335 + 335, 1335],
      [-668, -668],
      [-1080, -1080],
    ],
    totals: [7682, 1747],
  })
  expect(await read(other)).toEqual({
    rows: [
      [667 + 166, 667],
      [-333, -333],
    ],
    totals: [500, 334],
  })
  const made = await pool().query('select goods_id from order_lines where tenant_id = $1 and is_reduced_tax', [
    tenantId,
  ])
  const sold = await read(of.ids.brandId, { goodsId: made.rows[0].goods_id })
  expect(sold.rows.every(([gross, reduced]) => gross === reduced)).toBe(true)
})

test('a final month tells both rates apart, on the statement and in the journals of both programs', async () => {
  const of = await club()
  const order = await goodsOrder(of, { lines: [sweets, shirt] })
  await sent(of, order)
  await refund(of, order, { lines: [{ lineId: order.lines[0]?.lineId, quantity: 1 }] })
  const waiting = await goodsOrder(of, { lines: [{ ...sweets, quantity: 1 }, shirt] })
  expect(waiting.total).toBe(3880)
  const month = monthOf(now())
  setClock(Math.max(now(), finalFrom(month) + day))
  const [desk, owner] = [await operator(), signedInNow(of.owner)]
  await ask(payoutDesk.finalizeStatements, { month }, desk)
  const { figures } = await ask(revenue.getRevenue, { ...of.ids, month }, owner)
  expect(figures).toMatchObject({ grossTotal: 4960, refunds: 1080, reduced: { gross: 2160, back: 1080 } })
  const file = await ask(revenue.exportStatement, { ...of.ids, month, format: 'csv' }, owner)
  const csv = Buffer.from(file.data, 'base64').toString()
  expect(csv).toContain('10%対象の売上（返金などを差引後）,2800\r\nうち消費税（10%の売上）,254\r\n')
  expect(csv).toContain('8%対象の売上（返金などを差引後、軽減税率）,1080\r\nうち消費税（8%の売上）,80\r\n')

  const cells = async (bookkeeper: 'freee' | 'yayoi') => {
    const { data } = await ask(revenue.exportJournal, { ...of.ids, month, bookkeeper }, owner)
    const rows = iconv.decode(Buffer.from(data, 'base64'), 'cp932').split('\r\n').filter(Boolean)
    return rows.map((row) => row.split(',').map((cell) => cell.replace(/^"|"$/g, '')))
  }
  const freeeAt = (name: string) => freeeColumns.indexOf(name)
  const freee = (await cells('freee')).slice(1).map((row) => ({
    debit: row[freeeAt('借方税区分')],
    credit: row[freeeAt('貸方税区分')],
    amount: Number(row[freeeAt('借方金額')]),
    isBalanced: row[freeeAt('借方金額')] === row[freeeAt('貸方金額')],
  }))
  const yayoi = (await cells('yayoi')).map((row) => ({
    debit: row[7],
    credit: row[13],
    amount: Number(row[8]),
    isBalanced: row[8] === row[14],
  }))
  for (const [rows, words] of [
    [freee, ['課税売上10%', '課税売上8%（軽）', '課税売返8%（軽）']],
    [yayoi, ['課税売上込10%', '課税売上込軽減8%', '課税売返込軽減8%']],
  ] as const) {
    const sum = (side: 'debit' | 'credit', word?: string) =>
      rows.reduce((all, row) => all + (row[side] === word ? row.amount : 0), 0)
    expect(rows.every(({ isBalanced }) => isBalanced)).toBe(true)
    expect(words.map((word) => sum('credit', word) + sum('debit', word))).toEqual([2200 + 600, 2160, 1080])
  }
})

describe('the figures of a month by rates', () => {
  const figures = (gross: number, reduced?: Figures['reduced'], more: Partial<Figures> = {}): Figures => ({
    ...statementOf([], '2026-11'),
    grossTotal: gross,
    ...(reduced && { reduced }),
    ...more,
  })
  const fees = { platformFee: 1000, paymentFee: 300, transferFees: 330, returnFees: 0 }
  const standard = (rate: number, sales: number, tax: number) => ({ rate, isReduced: false, sales, tax })
  const food = (sales: number, tax: number) => ({ rate: 8, isReduced: true, sales, tax })
  test.each([
    ['nothing was sold', '2026-11', figures(0), [standard(10, 0, 0)], 0],
    ['no food was sold', '2026-11', figures(11_000), [standard(10, 11_000, 1000)], 0],
    [
      'food beside others: each tax is rounded down of its own sum',
      '2026-11',
      figures(4960, { gross: 2160, back: 1080 }, { refunds: 1080, ...fees }),
      [standard(10, 2800, 254), food(1080, 80)],
      148,
    ],
    ['food alone', '2026-11', figures(1080, { gross: 1080, back: 0 }), [standard(10, 0, 0), food(1080, 80)], 0],
    [
      'more food came back than was sold, also by a lost dispute',
      '2026-11',
      figures(1100, { gross: 0, back: 1620 }, { refunds: 1080, chargebacks: 540 }),
      [standard(10, 1100, 100), food(-1620, -120)],
      0,
    ],
    [
      'as much food came back as was sold',
      '2026-11',
      figures(1080, { gross: 1080, back: 1080 }, { refunds: 1080 }),
      [standard(10, 0, 0), food(0, 0)],
      0,
    ],
    ['before there were two rates', '2019-09', figures(1080), [standard(8, 1080, 80)], 0],
  ])('%s', (_, month, of, byRate, taxOfFees) => {
    const taxes = taxesOf(of, month)
    expect(taxes.byRate).toEqual(byRate)
    expect(taxes.fees.tax).toBe(taxOfFees)
  })
})

test('the lines of the ledger, their file and the file of orders say what is at the reduced rate', async () => {
  const of = await club()
  const order = await goodsOrder(of, { lines: [sweets, shirt] })
  await sent(of, order)
  await refund(of, order, { lines: [{ lineId: order.lines[0]?.lineId, quantity: 1 }] })
  await goodsOrder(of, { lines: [shirt] })
  const month = monthOf(now())
  const { entries } = await ask(revenue.getLedgerEntries, { ...of.ids, month }, of.owner)
  const reducedOf = (component: string) =>
    entries.filter((one) => one.component === component && one.reduced !== 0).map(({ reduced }) => reduced)
  expect(['gross', 'refund', 'shippingFee', 'platformFee'].map(reducedOf)).toEqual([[2160], [-1080], [], []])
  const ledger = await ask(revenue.exportLedger, { ...of.ids, month, encoding: 'utf8bom' }, of.owner)
  const file = await fileOf(ledger.exportId)
  const at = file.header.indexOf('うち軽減税率')
  expect(file.rows.map((row) => Number(row[at]))).toEqual(entries.map(({ reduced }) => reduced).reverse())
  expect(file.totals[at]).toBe('1080')
  const asked = { ...of.ids, tab: 'all' as const, format: 'standard' as const, encoding: 'utf8bom' as const }
  const listed = await fileOf((await ask(orderFiles.exportOrders, asked, of.owner)).exportId)
  const [name, rate] = [listed.header.indexOf('商品名'), listed.header.indexOf('税率')]
  expect(listed.rows.map((row) => `${row[name]} ${row[rate]}`).sort()).toEqual([
    'Tシャツ 10%',
    'Tシャツ 10%',
    'クッキー 8%（軽減税率）',
  ])
})
