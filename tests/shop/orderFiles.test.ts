import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { inTokyo } from '#club/exports/cells.ts'
import { exports } from '#club/exports/contract.ts'
import { forShiftJis } from '#club/exports/csv.server.ts'
import { day } from '#kit/time.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { labelLines } from '#shop/desk/files/fit.ts'
import { b2Header, clickPostHeader, ehidenHeader, standardHeader, yuprintHeader } from '#shop/desk/files/formats.ts'
import { senderIn } from '#shop/desk/files/sender.ts'
import { isProblem, shippedAtOf, trackingRows } from '#shop/desk/files/tracking.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { addMember, adminOfBoth, ask, club, type Person, person, refused } from '../support/club'
import type { Club } from '../support/goods'
import { type GoodsOrder, goodsOrder, parcel } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { told } from '../support/payments'
import { mediaDoor } from '../support/send'
import { ledger, moveTo, settled } from '../support/shop'

const here = await mediaDoor()
const bytesOf = async (key: string) => {
  const parts: Buffer[] = []
  for await (const part of await storage().read(key)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const fileOf = async (of: Club, payload: object, by: Person = of.owner) => {
  const { exportId } = await ask(
    orderFiles.exportOrders,
    { ...of.ids, format: 'standard', encoding: 'utf8bom', ...payload },
    by,
  )
  await runDueJobs()
  const { rows } = await pool().query('select key, row_count, state, encoding from exports where export_id = $1', [
    exportId,
  ])
  const bytes = await bytesOf(rows[0].key)
  const text = rows[0].encoding === 'sjis' ? iconv.decode(bytes, 'cp932') : bytes.toString('utf8')
  const lines = text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
  return { exportId, bytes, lines, cells: lines.map((line) => line.split(',')), rowCount: rows[0].row_count as number }
}

/** As the browser does it: a place is asked for, the file is put there, and it is read. */
const sendFile = async (of: Club, bytes: Buffer | string, by: Person = of.owner) => {
  const file = Buffer.from(bytes)
  const { importId } = await ask(
    orderFiles.startTrackingImport,
    { ...of.ids, fileName: 'results.csv', size: file.length },
    by,
  )
  const { rows } = await pool().query('select key from tracking_imports where import_id = $1', [importId])
  await storage().put(rows[0].key, file, 'text/csv')
  return { ...of.ids, importId }
}
const numberOf = (n: number) => String(100_000_000_000 + n)
const template = (orders: readonly GoodsOrder[]) =>
  [
    '注文番号,配送業者,伝票番号',
    ...orders.map(({ orderNumber }, n) => `${orderNumber},ヤマト運輸,${numberOf(n)}`),
  ].join('\r\n')

describe('a file of orders', () => {
  test('holds a row for each line, and says as much as the screen', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await goodsOrder(of, { isUnpaid: true })
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    const { cells, lines, rowCount } = await fileOf(of, {})
    expect(cells[0]).toEqual(standardHeader)
    expect(rowCount).toBe(4)
    const at = (name: string) => standardHeader.indexOf(name)
    const mine = cells.filter((row) => row[0] === order.orderNumber)
    expect(mine.map((row) => [row[at('商品名')], row[at('数量')], row[at('小計')]])).toEqual([
      ['Tシャツ', '2', '6000'],
      ['缶バッジ', '3', '1500'],
    ])
    // Each column of amounts adds up to the last row, and that to the screen.
    const [rows, totals = []] = [cells.slice(1, -1), cells.at(-1)]
    for (const name of ['数量', '小計', '送料', '手数料', '合計'])
      expect(Number(totals[at(name)]), name).toBe(rows.reduce((all, row) => all + Number(row[at(name)]), 0))
    const { orders } = await ask(staffOrders.getOrders, of.ids, of.owner)
    expect(totals[0]).toBe('合計（2件）')
    expect(Number(totals[at('合計')])).toBe(orders.reduce((all, { total }) => all + total, 0))
    // Sent back with its numbers filled in, the sums are no order that nobody knows.
    const named = await sendFile(of, lines.join('\r\n'))
    const read = await ask(orderFiles.previewTrackingImport, named, of.owner)
    expect(read.rows.map(({ orderNumber }) => orderNumber)).not.toContain('合計(2件)')
    expect(mine[0]?.[at('伝票番号')]).toBe('123456789012')
    expect(mine[0]?.[at('メール')]).toBe(order.buyer.email)
    expect(lines[0]).not.toContain('\ufeff')
    const narrowed = await fileOf(of, { tab: 'awaiting' })
    expect(narrowed.rowCount).toBe(2)
    const chosen = await fileOf(of, { orderIds: [order.orderId] })
    expect(chosen.rowCount).toBe(2)
  })

  test('a shipper’s has no e-mail, and those that have one are not offered to a shipper', async () => {
    const of = await club()
    const shipper = await person()
    await addMember(of.tenantId, shipper, 'shipper')
    const order = await goodsOrder(of)
    const whole = await fileOf(of, {})
    const theirs = await fileOf(of, {}, shipper)
    expect(whole.lines.join()).toContain(order.buyer.email)
    expect(theirs.lines.join()).not.toContain(order.buyer.email)
    expect(theirs.lines.join()).toContain('神南')
    const offered = async (by: Person) => (await ask(exports.getExports, of.ids, by)).exports
    expect((await offered(shipper)).map(({ exportId }) => exportId)).toEqual([theirs.exportId])
    const mine = await offered(of.owner)
    expect(mine.map(({ state }) => state)).toEqual(['completed', 'completed'])
    // The list contains no addresses: each is requested separately, and that is logged.
    expect(JSON.stringify(mine)).not.toContain('/api/media')
    const file = { ...of.ids, exportId: whole.exportId }
    expect(await refused(exports.getExportUrl, file, shipper)).toMatchObject({ status: 404, code: 'exportNotFound' })
    const { url, expiresAt } = await ask(exports.getExportUrl, file, of.owner)
    expect(expiresAt).toBeLessThanOrEqual(now() + 600_000)
    expect(await (await fetch(here(url))).text()).toContain(order.buyer.email)
    expect((await ask(exports.getExportUrl, { ...of.ids, exportId: theirs.exportId }, shipper)).url).toContain(
      '/api/media',
    )
    const looked = await pool().query(
      `select actor_uid, payload from audit_log where tenant_id = $1 and operation = 'getExportUrl' order by at`,
      [of.tenantId],
    )
    expect(looked.rows).toEqual([
      { actor_uid: of.owner.uid, payload: { exportId: whole.exportId } },
      { actor_uid: shipper.uid, payload: { exportId: theirs.exportId } },
    ])
    const accountant = await person()
    await addMember(of.tenantId, accountant, 'accountant')
    expect(await offered(accountant)).toEqual([])
    expect(await refused(exports.getExportUrl, file, accountant)).toMatchObject({ code: 'exportNotFound' })
    const { rows } = await pool().query(
      `select actor_uid from audit_log where tenant_id = $1 and operation = 'exportOrders' order by at`,
      [of.tenantId],
    )
    expect(rows.map(({ actor_uid }) => actor_uid)).toEqual([of.owner.uid, shipper.uid])
  })

  test('is kept for seven days', async () => {
    const of = await club()
    await goodsOrder(of)
    const { exportId } = await fileOf(of, {})
    await moveTo(now() + 8 * day)
    const { exports: seen } = await ask(exports.getExports, of.ids, of.owner)
    expect(seen).toMatchObject([{ exportId, state: 'expired' }])
    expect(await refused(exports.getExportUrl, { ...of.ids, exportId }, of.owner)).toMatchObject({
      code: 'exportNotThere',
    })
    const { rows } = await pool().query('select key from exports where export_id = $1', [exportId])
    expect(rows[0].key).toBe(null)
  })

  test('no cell of it is a formula', async () => {
    const of = await club()
    await goodsOrder(of, {
      lines: [
        { name: '=HYPERLINK("http://evil")', unitPrice: 500, quantity: 1 },
        { name: '+1+1', unitPrice: 500, quantity: 1 },
        { name: '-2', unitPrice: 500, quantity: 1 },
        { name: '@SUM(A1)', unitPrice: 500, quantity: 1 },
      ],
    })
    const { lines } = await fileOf(of, {})
    expect(lines.join('\n')).not.toMatch(/(^|,)"?[=+\-@]/m)
    expect(lines.join('\n')).toContain("'+1+1")
  })

  test.each([
    ['b2cloud', b2Header, 97],
    ['ehidenIII', ehidenHeader, 74],
    ['yuprintR', yuprintHeader, 104],
    ['clickPost', clickPostHeader, 8],
  ] as const)(
    'for %s it is Shift-JIS with that carrier’s columns, and only what is to be sent',
    async (format, header, n) => {
      const of = await club()
      const order = await goodsOrder(of, { lines: [{ name: '夜空・"星"〜', unitPrice: 500, quantity: 2 }] })
      await goodsOrder(of, { isUnpaid: true })
      const { cells, rowCount, bytes } = await fileOf(of, { format })
      expect([header.length, cells[0]?.length, cells[1]?.length, rowCount]).toEqual([n, n, n, 1])
      expect(cells[0]).toEqual(header)
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow()
      const all = cells[1]?.join('|') ?? ''
      expect(all).toContain('青井 そら')
      expect(all).not.toMatch(/[・"?]/)
      if (format !== 'clickPost') {
        expect(all).toContain(order.orderNumber)
        expect(all).toContain('09012345678')
      }
    },
  )

  test('for B2 Cloud it says what kind of label it is, and who sends where that was said', async () => {
    const of = await club()
    await goodsOrder(of)
    const plain = (await fileOf(of, { format: 'b2cloud' })).cells[1] ?? []
    const at = (row: string[], name: string) => row[b2Header.indexOf(name)]
    const names = [
      '送り状種類',
      'クール区分',
      'ご依頼主名',
      'ご依頼主郵便番号',
      'ご依頼主住所',
      'ご依頼主住所（アパートマンション名）',
      'ご依頼主電話番号',
    ]
    expect(names.map((name) => at(plain, name))).toEqual(['0', '0', '', '', '', '', ''])
    const sender = {
      name: '星の工房・東京',
      phone: '０３-0000-0000',
      postalCode: '〒150-0041'.slice(1),
      address: '東京都渋谷区神南1-2',
      building: 'ひだまり荘',
    }
    const said = (await fileOf(of, { format: 'b2cloud', slipType: 'compact', sender })).cells[1] ?? []
    expect(names.map((name) => at(said, name))).toEqual([
      '8',
      '',
      '星の工房 東京',
      '1500041',
      '東京都渋谷区神南1-2',
      'ひだまり荘',
      '0300000000',
    ])
    // Another carrier's file is what it was.
    expect((await fileOf(of, { format: 'ehidenIII', slipType: 'compact', sender })).cells[1]?.join()).not.toContain(
      '星の工房',
    )
    const tooLong = { ...sender, name: '星'.repeat(17) }
    const asked = { ...of.ids, format: 'b2cloud' as const, encoding: 'sjis' as const, sender: tooLong }
    expect(await refused(orderFiles.exportOrders, asked, of.owner)).toMatchObject({
      code: 'validation',
      fields: [{ field: 'sender.name', rule: 'tooLong', limit: 16 }],
    })
  })

  test.each([
    [
      '販売業者: 星の工房\n運営責任者: 星野\n所在地：〒150-0041 東京都渋谷区神南1-2-3\n電話番号: 03-0000-0000（平日10時から17時）',
      ['星の工房', '150-0041', '東京都渋谷区神南1-2-3', '03-0000-0000'],
    ],
    ['【販売事業者】: 月の店\n住所: 大阪市北区1-1', ['月の店', '', '大阪市北区1-1', '']],
    [
      'Seller: Hoshi Workshop\nPerson in charge: Aoi Hoshino\nAddress: 1-2-3 Jinnan, Shibuya, Tokyo 150-0041\nPhone: 03-0000-0000',
      ['Hoshi Workshop', '150-0041', '1-2-3 Jinnan, Shibuya, Tokyo 150-0041', '03-0000-0000'],
    ],
    ['お問い合わせください。', ['', '', '', '']],
  ])(
    'the sender is begun with what the legal notice says of the seller',
    (notice, [name, postalCode, address, phone]) => {
      expect(senderIn(notice)).toEqual({ name, postalCode, address, phone, building: '' })
    },
  )

  test('an address is split at sixteen characters, and nothing of it is lost', () => {
    const long = '京都府京都市上京区今出川通烏丸東入相国寺門前町647番地ひだまりマンション'
    const nobody = { recipientName: '', prefecture: '', town: '', building: '' }
    const lines = labelLines('ehidenIII', { ...nobody, address: long }).place
    expect(lines.join('')).toBe(long)
    expect(lines.slice(0, 2).every((line) => [...line].length <= 20)).toBe(true)
    expect(labelLines('ehidenIII', { ...nobody, address: '東京都' }).place).toEqual(['東京都', '', ''])
  })

  test('what Shift-JIS cannot hold is marked, and what Windows writes otherwise is not lost', () => {
    expect(forShiftJis('髙﨑〜−①😀')).toBe('髙﨑～－①〓')
    expect(forShiftJis('a?b')).toBe('a?b')
  })
})

describe('tracking numbers from a file', () => {
  test('are looked at first, applied in part, and undone within a day', async () => {
    const of = await club()
    const orders = [
      await goodsOrder(of),
      await goodsOrder(of, { isPrepared: true }),
      await goodsOrder(of, { isUnpaid: true }),
    ]
    const [first, second, unpaid] = orders
    const before = await ledger(of.tenantId)
    const file = `${template(orders)}\r\nA-999999,ヤマト運輸,${numberOf(8)}\r\n${first?.orderNumber},ヤマト運輸,${numberOf(9)}\r\n`
    const payload = await sendFile(of, file)
    const read = await ask(orderFiles.previewTrackingImport, payload, of.owner)
    expect(read.rows.map(({ result }) => result)).toEqual(['ok', 'ok', 'notPaid', 'notFound', 'duplicateInFile'])
    expect(read.counts).toEqual({ ok: 2, others: 3 })
    expect((await ask(staffOrders.getOrders, of.ids, of.owner)).counts.shipped).toBe(0)
    expect(await ask(orderFiles.applyTrackingImport, { ...payload, notify: true }, of.owner)).toEqual({
      applied: 2,
      skipped: 3,
    })
    expect(await refused(orderFiles.applyTrackingImport, { ...payload, notify: true }, of.owner)).toMatchObject({
      code: 'importUsed',
    })
    expect((await ask(staffOrders.getOrders, of.ids, of.owner)).counts).toMatchObject({ shipped: 2, awaiting: 1 })
    expect((await mailsTo(second?.buyer.email ?? '')).at(-1)?.text).toContain(numberOf(1))
    expect((await mailsTo(unpaid?.buyer.email ?? '')).some(({ text }) => text.includes('1000000'))).toBe(false)
    const again = await ask(orderFiles.previewTrackingImport, await sendFile(of, file), of.owner)
    expect(again.rows.map(({ result }) => result).slice(0, 2)).toEqual(['alreadyShippedSame', 'alreadyShippedSame'])
    expect(await ask(orderFiles.undoTrackingImport, payload, of.owner)).toEqual({ undone: 2, kept: 0 })
    expect((await ask(staffOrders.getOrders, of.ids, of.owner)).counts).toMatchObject({
      shipped: 0,
      preparing: 1,
      todo: 1,
    })
    expect(await ledger(of.tenantId)).toMatchObject({ deferred: before.deferred })
    expect(await refused(orderFiles.undoTrackingImport, payload, of.owner)).toMatchObject({ code: 'notApplied' })
  })

  test('are listed with the name that their sender has in this club', async () => {
    const clubs = [await club(), await club()] as const
    const admin = await adminOfBoth(clubs)
    for (const of of clubs) await sendFile(of, template([]), admin)
    const lists = await Promise.all(clubs.map(({ ids, owner }) => ask(orderFiles.getTrackingImports, ids, owner)))
    expect(lists.map(({ imports }) => imports.map(({ createdByName }) => createdByName))).toEqual([['星野'], ['月島']])
  })

  test('that were looked at and left are found again, with what would be done now, and applied', async () => {
    const of = await club()
    const shipper = await person()
    await addMember(of.tenantId, shipper, 'shipper')
    const [first, second] = [await goodsOrder(of), await goodsOrder(of)]
    const payload = await sendFile(of, `${template([first, second])}\r\nA-999999,ヤマト運輸,${numberOf(8)}`)
    await ask(orderFiles.previewTrackingImport, payload, of.owner)
    // Meanwhile one of them leaves in another way.
    await ask(fulfillments.createFulfillment, parcel(second), of.owner)
    const { imports } = await ask(orderFiles.getTrackingImports, of.ids, shipper)
    expect(imports).toMatchObject([{ importId: payload.importId, state: 'read', rowCount: 3 }])
    const found = await ask(orderFiles.getTrackingImport, payload, shipper)
    expect(found).toMatchObject({
      fileName: 'results.csv',
      state: 'read',
      appliedAt: null,
      counts: { ok: 1, others: 2 },
    })
    expect(found.rows.map(({ orderNumber, result }) => [orderNumber, result])).toEqual([
      [first.orderNumber, 'ok'],
      [second.orderNumber, 'alreadyShippedDifferent'],
      ['A-999999', 'notFound'],
    ])
    expect(await ask(orderFiles.applyTrackingImport, { ...payload, notify: false }, shipper)).toEqual({
      applied: 1,
      skipped: 2,
    })
    const applied = await ask(orderFiles.getTrackingImport, payload, of.owner)
    expect(applied).toMatchObject({ state: 'applied', appliedCount: 1 })
    expect(applied.appliedAt).not.toBe(null)
    // What it sent is no problem; what it left still is one.
    expect(applied.rows.map(({ result }) => isProblem(result))).toEqual([false, true, true])
    await ask(orderFiles.undoTrackingImport, payload, of.owner)
    expect(await ask(orderFiles.getTrackingImport, payload, of.owner)).toMatchObject({ state: 'undone' })
    expect(await refused(orderFiles.applyTrackingImport, { ...payload, notify: false }, of.owner)).toMatchObject({
      code: 'importUsed',
    })
  })

  test('are one club’s own', async () => {
    const of = await club()
    const payload = await sendFile(of, template([await goodsOrder(of)]))
    const other = await club()
    expect(
      await refused(orderFiles.getTrackingImport, { ...other.ids, importId: payload.importId }, other.owner),
    ).toMatchObject({ status: 404 })
    // A file that never came has no rows, and says that it waits.
    expect(await ask(orderFiles.getTrackingImport, payload, of.owner)).toMatchObject({ state: 'waiting', rows: [] })
  })

  test('say when a parcel left and with whom, where the file does', async () => {
    const of = await club()
    const [first, second] = [await goodsOrder(of), await goodsOrder(of)]
    const placedAt = now() - 5 * day
    await pool().query(`update orders set placed_at = placed_at - interval '5 days' where tenant_id = $1`, [
      of.tenantId,
    ])
    const sentOn = new Date(now() - 2 * day + 9 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '/')
    const file = [
      '注文番号,配送業者,伝票番号,発送日,追跡URL',
      `${first.orderNumber},福山通運,${numberOf(1)},${sentOn},https://example.com/t/1`,
      `${second.orderNumber},ヤマト運輸,${numberOf(2)},そのうち,`,
    ].join('\r\n')
    const payload = await sendFile(of, file)
    await ask(orderFiles.previewTrackingImport, payload, of.owner)
    const appliedFrom = now()
    await ask(orderFiles.applyTrackingImport, { ...payload, notify: false }, of.owner)
    const parcelOf = async (order: GoodsOrder) =>
      (await ask(staffOrders.getOrder, order.of, of.owner)).order.shipments[0]
    const one = await parcelOf(first)
    expect(one).toMatchObject({ provider: 'other', providerName: '福山通運', trackingUrl: 'https://example.com/t/1' })
    expect((one?.shippedAt ?? 0) - placedAt).toBeGreaterThan(2 * day)
    expect(one?.shippedAt).toBeLessThan(now() - day)
    expect((await parcelOf(second))?.shippedAt).toBeGreaterThanOrEqual(appliedFrom)
  })

  test.each([
    ['2026/11/05', '2026-11-05'],
    ['2026-11-5', '2026-11-05'],
    ['20261105', '2026-11-05'],
    ['２０２６/１１/０５ 10:00', '2026-11-05'],
    ['2026/02/31', undefined],
    ['11/05', undefined],
    ['', undefined],
  ])('a day written %s is %s', (written, shippedOn) => {
    const [row] = trackingRows([
      ['注文番号', '伝票番号', '発送日'],
      ['A-000001', '1', written],
    ]) ?? [undefined]
    expect(row?.shippedOn).toBe(shippedOn)
  })

  test('one number for two buyers, an unknown carrier, and a day that is none or not yet, are problems; the preview names who and when', async () => {
    const of = await club()
    const orders = [await goodsOrder(of), await goodsOrder(of), await goodsOrder(of), await goodsOrder(of)]
    const sent = await goodsOrder(of)
    await ask(fulfillments.createFulfillment, parcel(sent, { trackingNumber: numberOf(9) }), of.owner)
    const fifth = await goodsOrder(of)
    const again = await goodsOrder(of, { buyer: fifth.buyer })
    const numbers = orders.map(({ orderNumber }) => orderNumber)
    const dayOf = (at: number) => inTokyo(at, false)
    const file = [
      '注文番号,配送業者,伝票番号,発送日',
      `${numbers[0]},ヤマト運輸,${numberOf(9)},`,
      `${numbers[1]},どこか運輸,${numberOf(2)},`,
      `${numbers[2]},ヤマト運輸,${numberOf(3)},2026/02/31`,
      `${numbers[3]},ヤマト運輸,${numberOf(4)},${dayOf(now() + 2 * day)}`,
      // Two orders of one buyer may lie in one parcel.
      `${fifth.orderNumber},ヤマト運輸,${numberOf(5)},${dayOf(now())}`,
      `${again.orderNumber},ヤマト運輸,${numberOf(5)},`,
    ].join('\r\n')
    const { rows } = await ask(orderFiles.previewTrackingImport, await sendFile(of, file), of.owner)
    expect(rows.map(({ result }) => result)).toEqual([
      'sameNumber',
      'unknownCarrier',
      'invalidDate',
      'invalidDate',
      'ok',
      'ok',
    ])
    expect(rows.map(({ buyer }) => buyer)).toEqual(rows.map(() => '青井 そら'))
    expect(rows[4]?.shippedOn).toBe(dayOf(now()).replaceAll('/', '-'))
  })

  test('nothing leaves before it was ordered, nor tomorrow', () => {
    const row = { line: 2, orderNumber: 'A-1', provider: 'yamato' as const, trackingNumber: '1', trackingUrl: '' }
    const at = Date.parse('2026-11-05T10:00:00+09:00')
    expect(shippedAtOf(row, at - day, at)).toBe(at)
    expect(shippedAtOf({ ...row, shippedOn: '2026-12-01' }, at - day, at)).toBe(at)
    expect(shippedAtOf({ ...row, shippedOn: '2026-10-01' }, at - day, at)).toBe(at - day)
  })

  test('what went back is kept as sent when they are undone, also where the bank sent its refund back', async () => {
    const of = await club()
    const [kept, undone] = [await goodsOrder(of), await goodsOrder(of)]
    const payload = await sendFile(of, template([kept, undone]))
    await ask(orderFiles.previewTrackingImport, payload, of.owner)
    await ask(orderFiles.applyTrackingImport, { ...payload, notify: false }, of.owner)
    const lines = kept.lines.map(({ lineId, quantity }) => ({ lineId, quantity }))
    await ask(staffOrders.refundOrder, { ...kept.of, reason: 'damaged', lines, shippingFee: 600 }, of.owner)
    await settled()
    const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [
      kept.orderId,
    ])
    await told({ action: 'bounceRefund', refund: rows[0].id })
    await settled()
    expect(await ask(orderFiles.undoTrackingImport, payload, of.owner)).toEqual({ undone: 1, kept: 1 })
  })

  test('what somebody corrected by hand afterwards is kept when they are undone', async () => {
    const of = await club()
    const [corrected, undone] = [await goodsOrder(of), await goodsOrder(of)]
    const payload = await sendFile(of, template([corrected, undone]))
    await ask(orderFiles.previewTrackingImport, payload, of.owner)
    await ask(orderFiles.applyTrackingImport, { ...payload, notify: false }, of.owner)
    const { order } = await ask(staffOrders.getOrder, corrected.of, of.owner)
    const { lines: _, ...said } = parcel(corrected, { trackingNumber: numberOf(7) })
    const fulfillmentId = order.shipments[0]?.fulfillmentId ?? ''
    await ask(fulfillments.updateFulfillment, { ...said, fulfillmentId }, of.owner)
    expect(await ask(orderFiles.undoTrackingImport, payload, of.owner)).toEqual({ undone: 1, kept: 1 })
    const { order: after } = await ask(staffOrders.getOrder, corrected.of, of.owner)
    expect(after.shipments).toMatchObject([{ trackingNumber: numberOf(7), state: 'shipped' }])
  })

  test('a row without a number is not in the way of the one that has it', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const rows = [order.orderNumber, order.orderNumber, order.orderNumber].map(
      (number, n) => `${number},ヤマト運輸,${n === 0 ? '' : numberOf(n)}`,
    )
    const nameless = [5, 6].map((n) => `,ヤマト運輸,${numberOf(n)}`)
    const payload = await sendFile(of, ['注文番号,配送業者,伝票番号', ...rows, ...nameless].join('\r\n'))
    const read = await ask(orderFiles.previewTrackingImport, payload, of.owner)
    const results = ['invalidTracking', 'ok', 'duplicateInFile', 'notFound', 'notFound']
    expect(read.rows.map(({ result }) => result)).toEqual(results)
  })

  test('that somebody applies while they are looked at stay applied', async () => {
    const of = await club()
    const payload = await sendFile(of, template([await goodsOrder(of)]))
    await ask(orderFiles.previewTrackingImport, payload, of.owner)
    const client = await pool().connect()
    try {
      await client.query('begin')
      await client.query(`update tracking_imports set state = 'applied', applied_at = now() where import_id = $1`, [
        payload.importId,
      ])
      const looked = refused(orderFiles.previewTrackingImport, payload, of.owner)
      const isWaiting = async () =>
        (await pool().query('select exists (select 1 from pg_locks where not granted) as waiting')).rows[0].waiting
      await expect.poll(isWaiting, { interval: 20 }).toBe(true)
      await client.query('commit')
      expect(await looked).toMatchObject({ code: 'importUsed' })
    } finally {
      client.release()
    }
  })

  test('of ゆうプリR are of Japan Post', () => {
    const rows = trackingRows([
      ['お客様側管理番号', 'お問い合わせ番号', '内容品'],
      ['A-000001', '123456789012', 'T'],
    ])
    expect(rows).toMatchObject([{ orderNumber: 'A-000001', provider: 'japanPost', trackingNumber: '123456789012' }])
  })

  test('cannot be undone after a day', async () => {
    const of = await club()
    const payload = await sendFile(of, template([await goodsOrder(of)]))
    await ask(orderFiles.previewTrackingImport, payload, of.owner)
    await ask(orderFiles.applyTrackingImport, { ...payload, notify: false }, of.owner)
    await pool().query(
      `update tracking_imports set applied_at = applied_at - interval '25 hours' where import_id = $1`,
      [payload.importId],
    )
    expect(await refused(orderFiles.undoTrackingImport, payload, of.owner)).toMatchObject({ code: 'tooLate' })
    const { imports } = await ask(orderFiles.getTrackingImports, of.ids, of.owner)
    expect(imports).toMatchObject([{ state: 'applied', appliedCount: 1, canUndo: false }])
  })

  test('a carrier’s own file is understood: Shift-JIS, its columns, its carrier', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const text = `"お客様管理番号","送り状種類","クール区分","伝票番号"\r\n"${order.orderNumber}","0","0","1000-0000-0001"\r\n`
    const { rows } = await ask(
      orderFiles.previewTrackingImport,
      await sendFile(of, iconv.encode(text, 'cp932')),
      of.owner,
    )
    expect(rows).toMatchObject([{ result: 'ok', provider: 'yamato', trackingNumber: '100000000001' }])
  })

  test.each([
    ['a broken encoding', Buffer.from([0x92, 0xff, 0xfe, 0x81, 0x00]), 'brokenEncoding'],
    ['a hundred thousand columns', `${'a,'.repeat(100_000)}\r\n1\r\n`, 'tooManyColumns'],
    ['a quote that is never closed', `注文番号,伝票番号\r\n"A-000001,1${'x'.repeat(400_000)}`, 'brokenCsv'],
    ['other columns', 'name,price\r\na,1\r\n', 'columnsMissing'],
    ['nothing in it', ' ', 'columnsMissing'],
    ['too many rows', `注文番号,伝票番号\r\n${'A-1,123456789012\r\n'.repeat(1001)}`, 'importTooLarge'],
  ])('a file with %s is refused', async (_, file, code) => {
    const of = await club()
    expect(await refused(orderFiles.previewTrackingImport, await sendFile(of, file), of.owner)).toMatchObject({
      status: 409,
      code,
    })
  })

  test('a file that is too large is not even taken, and one that never came is missed', async () => {
    const of = await club()
    expect(
      await refused(orderFiles.startTrackingImport, { ...of.ids, fileName: 'a.csv', size: 16_000_000 }, of.owner),
    ).toMatchObject({ status: 400 })
    const { importId } = await ask(
      orderFiles.startTrackingImport,
      { ...of.ids, fileName: 'a.csv', size: 100 },
      of.owner,
    )
    expect(await refused(orderFiles.previewTrackingImport, { ...of.ids, importId }, of.owner)).toMatchObject({
      code: 'fileMissing',
    })
    const other = await club()
    expect(await refused(orderFiles.previewTrackingImport, { ...other.ids, importId }, other.owner)).toMatchObject({
      status: 404,
    })
  })

  test('applied by two at once it sends everything once', async () => {
    const of = await club()
    const payload = await sendFile(of, template([await goodsOrder(of), await goodsOrder(of)]))
    await ask(orderFiles.previewTrackingImport, payload, of.owner)
    const answers = await Promise.allSettled(
      [1, 2, 3].map(() => ask(orderFiles.applyTrackingImport, { ...payload, notify: false }, of.owner)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await pool().query('select count(*)::int as n from fulfillments where tenant_id = $1', [
      of.tenantId,
    ])
    expect(rows[0].n).toBe(2)
  })
})
