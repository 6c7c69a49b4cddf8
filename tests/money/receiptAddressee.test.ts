import { describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { orders } from '#money/orders/contract.ts'
import { keepReceiptParties } from '#money/orders/queries.server.ts'
import { receiptPaper } from '#money/orders/receipt.ts'
import { accounts } from '#office/accounts/contract.ts'
import { now } from '#server/clock.ts'
import { inTransaction, pool } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, refused } from '../support/club'
import { advisoryLocks, together, withoutPrecautions } from '../support/naive'
import { joinAtStore, joinByCard, newFan, orderAtStore, shop } from '../support/shop'

/** A member with a paid order. */
const paid = async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const { historyItems } = await ask(orders.getFanClubOrderHistory, {}, fan)
  const orderId = historyItems[0]?.orderId ?? ''
  return { of, fan, orderId, receipt: () => ask(orders.getOrderReceipt, { orderId }, fan) }
}
type Paid = Awaited<ReturnType<typeof paid>>
const chosen = { issuedTo: '株式会社あおぞら', purpose: '会費として' }

test('a fan says once whom the receipt names and what it is for, and both stand on it from then on', async () => {
  const { of, fan, orderId, receipt } = await paid()
  const before = await receipt()
  expect(before).toMatchObject({ purpose: '', isAddressed: false })
  const staff = async () => (await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)).order.receipt
  expect(await staff()).toBeNull()

  const answer = await ask(orders.addressReceipt, { orderId, ...chosen }, fan)
  expect(answer).toEqual({ ...before, ...chosen, isAddressed: true })
  expect(await receipt()).toEqual(answer)
  expect(await staff()).toEqual(chosen)
  const paper = receiptPaper(answer, 'ja', now())
  expect(paper.to).toEqual(['株式会社あおぞら 様'])
  expect(paper.notes).toEqual(['但し 会費として', '上記の金額を領収いたしました。'])

  // Fixed: not even its purpose alone.
  const again = { orderId, issuedTo: 'Somebody else', purpose: '' }
  expect(await refused(orders.addressReceipt, again, fan)).toMatchObject({ code: 'receiptFixed' })
  expect(await receipt()).toEqual(answer)
})

test('a receipt may stay without a purpose, and is fixed all the same', async () => {
  const { fan, orderId } = await paid()
  const answer = await ask(orders.addressReceipt, { orderId, issuedTo: '  Mori  ', purpose: ' ' }, fan)
  expect(answer).toMatchObject({ issuedTo: 'Mori', purpose: '', isAddressed: true })
  expect(receiptPaper(answer, 'en', now()).notes).toEqual(['We have received the amount above.'])
  expect(await refused(orders.addressReceipt, { orderId, ...chosen }, fan)).toMatchObject({ code: 'receiptFixed' })
})

/** How many of two presses at once say that theirs is fixed, and whether the receipt is one of these. */
const race = async () => {
  const { fan, orderId, receipt } = await paid()
  const said = await together(2, (n) =>
    ask(orders.addressReceipt, { orderId, issuedTo: `Name ${n}`, purpose: '' }, fan).then(
      () => `Name ${n}`,
      () => null,
    ),
  )
  const fixed = said.filter((one) => one !== null)
  return { fixed: fixed.length, isOneOfThem: fixed.includes((await receipt()).issuedTo) }
}

test('of two presses at once one is fixed, and the other is told so', async () => {
  for (let n = 0; n < 3; n++) expect(await race()).toEqual({ fixed: 1, isOneOfThem: true })
  const naive = await withoutPrecautions(advisoryLocks, async () => {
    let most = 0
    for (let n = 0; n < 8 && most < 2; n++) most = Math.max(most, (await race()).fixed)
    return most
  })
  expect(naive).toBe(2)
})

test('nothing is said on somebody else’s receipt, on what is not paid, or at length', async () => {
  const { of, fan, orderId, receipt } = await paid()
  const other = await newFan()
  expect(await refused(orders.addressReceipt, { orderId, ...chosen }, other)).toMatchObject({ status: 404 })
  expect(await refused(orders.addressReceipt, { orderId, ...chosen }, of.owner)).toMatchObject({ status: 404 })
  const waiting = await orderAtStore(of, other)
  expect(await refused(orders.addressReceipt, { orderId: waiting.orderId, ...chosen }, other)).toMatchObject({
    code: 'notPaid',
  })
  for (const bad of [
    { issuedTo: '' },
    { issuedTo: 'a'.repeat(101) },
    { purpose: 'a'.repeat(101) },
    { issuedTo: 'a\nb' },
  ])
    expect(await refused(orders.addressReceipt, { orderId, ...chosen, ...bad }, fan)).toMatchObject({
      code: 'validation',
    })
  expect((await receipt()).isAddressed).toBe(false)
})

test('what was said on a receipt is in the copy of a fan’s data, and goes with their account', async () => {
  const { fan, orderId } = await paid()
  await ask(orders.addressReceipt, { orderId, ...chosen }, fan)
  const { exportId } = await ask(accounts.exportMyAccount, {}, fan)
  await runDueJobs()
  const { rows } = await pool().query('select key from account_files where export_id = $1', [exportId])
  const parts: Buffer[] = []
  for await (const part of await storage().read(rows[0].key)) parts.push(part as Buffer)
  expect(JSON.parse(Buffer.concat(parts).toString('utf8')).orders[0]).toMatchObject({
    receiptTo: chosen.issuedTo,
    receiptFor: chosen.purpose,
  })
  await ask(accounts.deleteMyAccount, { typedEmail: fan.email }, fan)
  const left = await pool().query('select receipt_to, receipt_for from orders where order_id = $1', [orderId])
  expect(left.rows).toEqual([{ receipt_to: '', receipt_for: '' }])
})

describe('whom an issued receipt names as seller', () => {
  const notice = '販売業者: 星野 葵'
  /** The club and the platform are called otherwise from now on. */
  const rename = async ({ ids }: Awaited<ReturnType<typeof shop>>, name: string) => {
    await pool().query('update brands set name = $2, legal_notice = $3, invoice_number = $4 where brand_id = $1', [
      ids.brandId,
      name,
      `${notice} (${name})`,
      'T1234567890123',
    ])
  }
  const partiesOf = ({ brandName, sellerNotice, invoiceNumber }: Awaited<ReturnType<Paid['receipt']>>) => [
    brandName,
    sellerNotice,
    invoiceNumber,
  ]

  test.each([
    ['saved as a file', ({ fan, orderId }: Paid) => ask(orders.getOrderReceiptFile, { orderId }, fan)],
    ['addressed', ({ fan, orderId }: Paid) => ask(orders.addressReceipt, { orderId, ...chosen }, fan)],
  ] as const)('stays as it was when it was %s', async (_, issue) => {
    const of = await paid()
    await rename(of.of, 'Before')
    expect(partiesOf(await of.receipt())).toEqual(['Before', `${notice} (Before)`, 'T1234567890123'])
    await issue(of)
    await rename(of.of, 'After')
    expect(partiesOf(await of.receipt())).toEqual(['Before', `${notice} (Before)`, 'T1234567890123'])
    // A second time changes nothing.
    await ask(orders.getOrderReceiptFile, { orderId: of.orderId }, of.fan)
    expect((await of.receipt()).brandName).toBe('Before')
  })

  test('and the platform, whose service the store fee is; what nobody has issued says what holds now', async () => {
    const [of, fan, other] = [await shop(), await newFan(), await newFan()]
    const ids = [(await joinAtStore(of, fan)).orderId, (await joinAtStore(of, other)).orderId] as const
    const name = serverConfig().PLATFORM_NAME
    await ask(orders.getOrderReceiptFile, { orderId: ids[0] }, fan)
    serverConfig().PLATFORM_NAME = '別の会社'
    try {
      expect((await ask(orders.getOrderReceipt, { orderId: ids[0] }, fan)).platform?.name).toBe(name)
      expect((await ask(orders.getOrderReceipt, { orderId: ids[1] }, other)).platform?.name).toBe('別の会社')
    } finally {
      serverConfig().PLATFORM_NAME = name
    }
  })

  test('of two who save it at once both get the same', async () => {
    const of = await paid()
    const keep = (name: string) =>
      inTransaction((db) =>
        keepReceiptParties(
          db,
          { tenantId: of.of.tenantId, orderId: of.orderId },
          { shop: { name, legalNotice: '', invoiceNumber: '' }, platform: { name: 'Tsudoi', invoiceNumber: '' } },
        ),
      )
    const kept = await Promise.all(['A', 'B', 'C'].map(keep))
    expect(new Set(kept.map(({ shop: { name } }) => name)).size).toBe(1)
    expect((await of.receipt()).brandName).toBe(kept[0]?.shop.name)
  })
})
