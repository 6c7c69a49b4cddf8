import { say, table } from './measure'
import { memoryOf } from './start'
import type { Part } from './world'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const orders = 100_000
const later = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** A file of 100,000 orders, written by the program's own job, in both encodings: its rate, and what it does to the memory. */
export const exports: Part = async ({ house, timed }) => {
  let token = ''
  const ask = async (name: string, payload: object) => {
    const answer = await fetch(`${house.origin}/api/cms/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
    })
    const body = await answer.json()
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(body)}`)
    return body
  }
  await house.query(
    `insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, fulfillment_state,
       open_key, subtotal, shipping_fee, total, locale, placed_at, paid_at, edited_at)
     select $1, $2, 'order_export_' || n, 'E-' || lpad(n::text, 8, '0'), 'buyer_export_' || n % 1000, 'goods', 'card', 'paid', 'unfulfilled',
       'export:' || n, 3000, 600, 3600, 'ja', t, t, t
     from generate_series(1, $3::int) n, lateral (select timestamptz '2024-01-01' + n * interval '5 minutes' as t) at`,
    [ids.tenantId, ids.brandId, orders],
  )
  await house.query(
    `insert into order_lines (tenant_id, order_id, line_id, position, name, unit_price, quantity, delivery_method)
     select $1, 'order_export_' || n, 'line_export_' || n, 0, 'ライブタオル〜星空', 3000, 1, 'physical' from generate_series(1, $2::int) n`,
    [ids.tenantId, orders],
  )
  await house.query(
    `insert into order_buyers (tenant_id, order_id, uid, recipient_name, recipient_phone, postal_code, prefecture, town, address, building)
     select $1, 'order_export_' || n, 'buyer_export_' || n % 1000, '髙橋 はるか', '09012345678', '1500041', '東京都', '渋谷区神南', '1-2-3', '星ビル ' || n
     from generate_series(1, $2::int) n`,
    [ids.tenantId, orders],
  )
  const written = async (exportId: string) => {
    for (;;) {
      const { exports: files } = await ask('getExports', { ...ids, type: 'orders' })
      const file = files.find((one: { exportId: string }) => one.exportId === exportId)
      if (file?.state === 'failed') throw new Error('The file could not be written.')
      if (file?.state === 'completed') return file.rowCount as number
      await later(200)
    }
  }
  const rows: (string | number)[][] = []
  const misses: string[] = []
  for (const encoding of ['utf8bom', 'sjis', 'utf8bom', 'sjis']) {
    // A program that has made the demo world still holds that memory: a fresh one shows what a file needs.
    await house.stop()
    await house.start()
    token = await house.signIn('owner@hoshi.test')
    await later(5000)
    const before = memoryOf(house.pid())
    let most = before
    const watching = setInterval(() => {
      most = Math.max(most, memoryOf(house.pid()))
    }, 50)
    let count = 0
    const seconds = await timed(async () => {
      const { exportId } = await ask('exportOrders', { ...ids, format: 'standard', encoding })
      count = await written(exportId)
    })
    clearInterval(watching)
    if (count < orders) throw new Error(`The file has ${count} rows.`)
    rows.push([encoding, count.toFixed(0), seconds, count / seconds, before, most, most - before])
    if (most - before > 50)
      misses.push(`a file of ${count} rows (${encoding}) takes ${(most - before).toFixed(0)} MB, wanted 50`)
  }
  say('\nA file of 100,000 orders, each twice, by a program that has just started')
  table(['', 'rows', 'seconds', 'rows/s', 'memory before MB', 'most MB', 'more MB'], rows)
  return misses
}
