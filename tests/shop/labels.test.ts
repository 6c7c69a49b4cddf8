import { describe, expect, test } from 'vitest'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { b2Header, changedMark, clickPostHeader, ehidenHeader, standardHeader } from '#shop/desk/files/formats.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import { fileOf } from '../support/file'
import type { Club } from '../support/goods'
import { type GoodsOrder, goodsOrder, parcel } from '../support/goodsOrder'
import { moveTo } from '../support/shop'

/* Carriers' files: what does not fit is said before, billing is asked for once, changed addresses are marked (rule: goods.fit). */

const hour = 3_600_000
const addressOf = {
  recipientName: '青井 そら',
  recipientPhone: '09012345678',
  postalCode: '1500041',
  prefecture: '東京都',
  town: '渋谷区神南',
  address: '1-2-3',
  building: 'ひだまり荘 201',
}
const move = (order: GoodsOrder, of: Club, values: object = {}) =>
  ask(fulfillments.updateOrderAddress, { ...order.of, ...addressOf, ...values }, of.owner)
const check = (of: Club, values: object = {}) =>
  ask(orderFiles.checkOrderFile, { ...of.ids, format: 'b2cloud', ...values }, of.owner)
const make = (of: Club, values: object = {}) =>
  ask(orderFiles.exportOrders, { ...of.ids, format: 'b2cloud', encoding: 'sjis', ...values }, of.owner)
/** The rows of a carrier's file, which has no totals. */
const rowsOf = async (exportId: string) => {
  const { rows, totals, row } = await fileOf(exportId)
  return row.row_count === 0 ? [] : [...rows, totals]
}
const longBuilding = 'パークサイドレジデンス下北沢サウスタワーイーストウイング1203号室'

describe('before a carrier’s file is made', () => {
  test('the orders whose address or name its columns do not hold are named, and stay out of it until they are corrected', async () => {
    const of = await club()
    const [fits, long, named] = [await goodsOrder(of), await goodsOrder(of), await goodsOrder(of)]
    await move(long, of, { building: longBuilding })
    await move(named, of, { recipientName: 'ながい名前の人がここにいます、とてもとても' })
    const found = await check(of)
    expect(found).toMatchObject({ rows: 1, files: 1, tooLongCount: 2 })
    expect(found.tooLong.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { orderId: long.orderId, orderNumber: long.orderNumber, field: 'address', over: 11 },
      { orderId: named.orderId, orderNumber: named.orderNumber, field: 'recipientName', over: 5 },
    ])
    // Another carrier has more room.
    expect(await check(of, { format: 'yuprintR' })).toMatchObject({ rows: 3, tooLong: [] })
    expect(await check(of, { orderIds: [fits.orderId] })).toMatchObject({ rows: 1, tooLong: [] })
    const made = await make(of)
    expect(made).toMatchObject({ files: 1, leftOut: 2 })
    expect((await rowsOf(made.exportId)).map(([orderNumber]) => orderNumber)).toEqual([fits.orderNumber])
    await move(long, of)
    expect(await check(of)).toMatchObject({ rows: 2, tooLongCount: 1 })
  })

  test('only what gets a label is looked at, of one’s own club, by those who send', async () => {
    const [of, other] = [await club(), await club()]
    const [sent, mine] = [await goodsOrder(of), await goodsOrder(of)]
    await goodsOrder(of, { isUnpaid: true })
    await move(sent, of, { building: longBuilding })
    await ask(fulfillments.createFulfillment, parcel(sent), of.owner)
    expect(await check(of)).toMatchObject({ rows: 1, tooLong: [] })
    const foreign = { ...other.ids, format: 'b2cloud' as const, orderIds: [mine.orderId] }
    expect(await refused(orderFiles.checkOrderFile, foreign, other.owner)).toMatchObject({ code: 'orderNotFound' })
    const editor = await person()
    await addMember(of.tenantId, editor, 'editor')
    const asked = { ...of.ids, format: 'b2cloud' as const }
    expect(await refused(orderFiles.checkOrderFile, asked, editor)).toMatchObject({ status: 403 })
    expect(await refused(orderFiles.getLabelSender, of.ids, editor)).toMatchObject({ status: 403 })
  })
})

describe('who pays the carrier', () => {
  const billing = { customerCode: '0９00-0000-0000'.replace('９', '9'), classCode: '1', freightNumber: '01' }
  test('is asked for once, kept with the sender, and written into the carrier’s columns', async () => {
    const of = await club()
    await goodsOrder(of)
    expect(await ask(orderFiles.getLabelSender, of.ids, of.owner)).toEqual({
      isGiven: false,
      sender: null,
      billing: { b2cloud: null, ehidenIII: null },
    })
    const sender = {
      name: '星の工房',
      phone: '0300000000',
      postalCode: '1500041',
      address: '東京都渋谷区',
      building: '',
    }
    const [row = []] = await rowsOf((await make(of, { sender, billing })).exportId)
    const at = (name: string) => row[b2Header.indexOf(name)]
    expect(['ご請求先顧客コード', 'ご請求先分類コード', '運賃管理番号', 'ご依頼主名'].map(at)).toEqual([
      '090000000000',
      '1',
      '01',
      '星の工房',
    ])
    await make(of, { format: 'ehidenIII', billing: { customerCode: '123456789012', classCode: '', freightNumber: '' } })
    const shipper = await person()
    await addMember(of.tenantId, shipper, 'shipper')
    const kept = {
      isGiven: true,
      sender,
      billing: {
        b2cloud: { customerCode: '090000000000', classCode: '1', freightNumber: '01' },
        ehidenIII: { customerCode: '123456789012', classCode: '', freightNumber: '' },
      },
    }
    expect(await ask(orderFiles.getLabelSender, of.ids, shipper)).toEqual(kept)
    // A file without a sender forgets none.
    await make(of, { billing })
    expect(await ask(orderFiles.getLabelSender, of.ids, of.owner)).toEqual({ ...kept, isGiven: false })
  })

  test('is a number as the carrier writes it', async () => {
    const of = await club()
    const said = { ...of.ids, format: 'b2cloud' as const, encoding: 'sjis' as const }
    for (const [field, value] of [
      ['customerCode', '12'],
      ['classCode', '1234'],
      ['freightNumber', 'A1'],
    ] as const)
      expect(
        await refused(orderFiles.exportOrders, { ...said, billing: { ...billing, [field]: value } }, of.owner),
      ).toMatchObject({ code: 'validation', fields: [{ field: `billing.${field}`, rule: 'invalidDigits' }] })
  })
})

test('Click Post takes forty at a time: forty-one orders are two files, and none is in both', async () => {
  const of = await club()
  const first = await goodsOrder(of)
  await pool().query(
    `insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, fulfillment_state, open_key, subtotal, total, locale, placed_at, paid_at, edited_at)
     select tenant_id, brand_id, order_id || n, 'B-' || lpad(n::text, 6, '0'), uid, kind, payment_method, payment_state, fulfillment_state, open_key || n, subtotal, subtotal, locale, placed_at + n * interval '1 second', paid_at, edited_at
     from orders, generate_series(1, 40) n where order_id = $1`,
    [first.orderId],
  )
  await pool().query(
    `insert into order_lines (tenant_id, order_id, line_id, position, name, unit_price, quantity, goods_id, variation_id, delivery_method)
     select tenant_id, order_id || n, line_id || n, position, name, unit_price, quantity, goods_id, variation_id, delivery_method
     from order_lines, generate_series(1, 40) n where order_id = $1`,
    [first.orderId],
  )
  await pool().query(
    `insert into order_buyers (tenant_id, order_id, uid, recipient_name, recipient_phone, postal_code, prefecture, town, address, building)
     select tenant_id, order_id || n, uid, recipient_name, recipient_phone, postal_code, prefecture, town, address, building
     from order_buyers, generate_series(1, 40) n where order_id = $1`,
    [first.orderId],
  )
  expect(await check(of, { format: 'clickPost' })).toMatchObject({ rows: 41, files: 2 })
  expect(await make(of, { format: 'clickPost' })).toMatchObject({ files: 2, leftOut: 0 })
  await runDueJobs()
  const { rows } = await pool().query(
    'select export_id, row_count, file_name, params from exports where tenant_id = $1 order by file_name',
    [of.tenantId],
  )
  expect(rows.map(({ row_count: count }) => count)).toEqual([40, 1])
  expect(rows.map(({ file_name: name }) => /-(\dof\d)\.csv$/.exec(name)?.[1])).toEqual(['1of2', '2of2'])
  const ids = rows.flatMap(({ params }) => params.orderIds as string[])
  expect(new Set(ids).size).toBe(41)
  for (const { export_id: exportId } of rows)
    for (const row of await rowsOf(exportId)) expect(row).toHaveLength(clickPostHeader.length)
})

describe('an address that was changed', () => {
  test('is marked on the order, in the list, on the slip and in the file, until one of these was made', async () => {
    const of = await club()
    const [order, other] = [await goodsOrder(of), await goodsOrder(of)]
    const marks = async () => {
      const { orders } = await ask(staffOrders.getOrders, { ...of.ids, needs: 'addressChanged' }, of.owner)
      const read = await ask(staffOrders.getOrder, order.of, of.owner)
      return [orders.map(({ orderId }) => orderId), read.order.needs.addressChangedAt]
    }
    const slip = async () =>
      (
        await ask(fulfillments.getPackingSlips, { ...of.ids, orderIds: [order.orderId, other.orderId] }, of.owner)
      ).slips.map(({ addressChangedAt }) => addressChangedAt)
    const marked = async (format: 'b2cloud' | 'ehidenIII') => {
      const column = format === 'b2cloud' ? b2Header.indexOf('検索キー１') : ehidenHeader.indexOf('編集０１')
      return (await rowsOf((await make(of, { format })).exportId)).map((row) => row[column])
    }
    // The same address once more is no change.
    await move(order, of)
    expect(await marks()).toEqual([[], null])
    const before = now()
    await move(order, of, { address: '9-8-7' })
    const [listed, at] = await marks()
    expect(listed).toEqual([order.orderId])
    expect(at).toBeGreaterThanOrEqual(before)
    expect(await check(of)).toMatchObject({
      changed: [{ orderId: order.orderId, orderNumber: order.orderNumber, changedAt: at }],
      changedCount: 1,
    })
    expect((await marked('b2cloud')).toSorted()).toEqual(['', changedMark])
    expect(await marks()).toEqual([[], null])
    expect(await marked('ehidenIII')).toEqual(['', ''])
    await moveTo(Number(at) + hour)
    await move(order, of, { address: '9-8-6' })
    expect(await marks()).toEqual([[order.orderId], expect.any(Number)])
    expect(await slip()).toEqual([expect.any(Number), null])
    expect(await slip()).toEqual([null, null])
    const { rows } = await fileOf((await make(of, { format: 'standard', encoding: 'utf8bom' })).exportId)
    const days = rows.map((row) => [row[0], row[standardHeader.indexOf('住所変更日')] !== ''])
    expect(new Map(days as [string, boolean][])).toEqual(
      new Map([
        [order.orderNumber, true],
        [other.orderNumber, false],
      ]),
    )
  })

  test('of what has left is marked no more', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await move(order, of, { address: '9-8-7' })
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    const { orders } = await ask(staffOrders.getOrders, { ...of.ids, needs: 'addressChanged' }, of.owner)
    expect(orders).toEqual([])
    expect((await ask(staffOrders.getOrder, order.of, of.owner)).order.needs.addressChangedAt).toBeNull()
  })
})
