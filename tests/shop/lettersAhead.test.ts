import { describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import type { Reader } from '#kit/letter.ts'
import { cancellationAhead, extensionAhead, refundAhead } from '#money/orders/lettersAhead.ts'
import { konbiniOf } from '#money/orders/queries.server.ts'
import { database, pool } from '#server/db.ts'
import { storage } from '#server/storage/storage.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { trackingUrlOf } from '#shop/parcels/fulfillment.ts'
import { goodsShipped } from '#shop/parcels/mails.ts'
import { ask, club, person } from '../support/club'
import type { Club } from '../support/goods'
import { type GoodsOrder, goodsOrder } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { told } from '../support/payments'
import { settled } from '../support/shop'

/* A dialog shows the mails that it sends: word for word those that leave (src/features/money/orders/lettersAhead.ts). */

const origin = serverConfig().PUBLIC_ORIGIN
/** As `useReader` makes it of an order's buyer. */
const readerOf = ({ locale, displayName }: { locale: 'ja' | 'en'; displayName: string }): Reader => ({
  origin,
  locale,
  name: displayName,
})
const seen = (order: GoodsOrder, of: Club) => ask(staffOrders.getOrder, order.of, of.owner)
const sentSince = async (email: string, before: number) =>
  (await mailsTo(email)).slice(before).map(({ subject, text }) => ({ subject, text: text.trim() }))
const asMails = (letters: readonly { subject: string; text: string }[]) =>
  letters.map(({ subject, text }) => ({ subject, text: text.trim() }))
const bought = async (of: Club, sold: Parameters<typeof goodsOrder>[1] = {}) => {
  const buyer = await person()
  const order = await goodsOrder(of, { ...sold, buyer })
  await pool().query("update people set locale = 'en', display_name = 'Sora' where uid = $1", [buyer.uid])
  return { buyer, order, before: (await mailsTo(buyer.email)).length }
}

describe('the mail that a dialog of an order shows is the one that its buyer gets', () => {
  test('when money goes back to a card', async () => {
    const of = await club()
    const { buyer, order, before } = await bought(of)
    const { order: read } = await seen(order, of)
    expect(read.buyer).toMatchObject({ isReachable: true, locale: 'en', displayName: 'Sora' })
    const shown = refundAhead(readerOf(read.buyer), read, 1234)
    expect(shown.text).toMatch(/Hello Sora,[\s\S]*¥1,234 has been refunded/)
    await ask(staffOrders.refundOrder, { ...order.of, amount: 1234, reason: 'Scratched' }, of.owner)
    await settled()
    expect(await sentSince(buyer.email, before)).toEqual(asMails([shown]))
  })

  test('when an order that is paid is cancelled', async () => {
    const of = await club()
    const { buyer, order, before } = await bought(of)
    const { order: read, refundable } = await seen(order, of)
    const shown = cancellationAhead(readerOf(read.buyer), read, refundable)
    expect(shown).toHaveLength(2)
    const bySubject = (all: readonly { subject: string; text: string }[]) =>
      all.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    await ask(fulfillments.cancelOrder, { ...order.of, reason: 'None left', restock: true }, of.owner)
    await settled()
    // Both leave at once, in whichever order.
    expect(bySubject(await sentSince(buyer.email, before))).toEqual(bySubject(asMails(shown)))
  })

  test('when an order that waits at a store is cancelled', async () => {
    const of = await club()
    const { buyer, order, before } = await bought(of, { isAtStore: true })
    const { order: read } = await seen(order, of)
    const shown = cancellationAhead(readerOf(read.buyer), read, 0)
    expect(shown).toHaveLength(1)
    await ask(fulfillments.cancelOrder, { ...order.of, reason: 'None left', restock: true }, of.owner)
    await settled()
    expect(await sentSince(buyer.email, before)).toEqual(asMails(shown))
  })

  test('when nobody was told a code nobody is told that it is dead', async () => {
    const of = await club()
    const { buyer, order, before } = await bought(of, { isUnpaid: true })
    const { order: read } = await seen(order, of)
    expect(cancellationAhead(readerOf(read.buyer), read, 0)).toEqual([])
    await ask(fulfillments.cancelOrder, { ...order.of, reason: 'None left', restock: true }, of.owner)
    await settled()
    expect(await sentSince(buyer.email, before)).toEqual([])
  })

  test('when a store has more time, but for the codes that are made then', async () => {
    const of = await club()
    const { buyer, order, before } = await bought(of, { isAtStore: true })
    // Less was left of it, so that there is something to gain.
    await pool().query("update konbini_payments set expires_at = expires_at - interval '1 day' where order_id = $1", [
      order.orderId,
    ])
    const { order: read } = await seen(order, of)
    const shown = extensionAhead(readerOf(read.buyer), read, read.konbini?.extendableUntil ?? 0)
    await ask(staffOrders.extendVoucher, order.of, of.owner)
    await settled()
    const { stores = {} } = (await konbiniOf(database(), order)) ?? {}
    let { text } = shown
    // In the order in which the mail names the stores.
    const codes = Object.values(stores)
    expect(text.split('(the new number)')).toHaveLength(2 * codes.length + 1)
    const [mail, ...others] = await sentSince(buyer.email, before)
    expect(others).toEqual([])
    let told = mail?.text ?? ''
    for (const { paymentCode, confirmationNumber } of codes)
      told = told
        .replace(`payment code ${paymentCode},`, 'payment code (the new number),')
        .replace(`confirmation number ${confirmationNumber}`, 'confirmation number (the new number)')
    text = text.trim()
    expect([mail?.subject, told.trim()]).toEqual([shown.subject, text])
  })

  test('when goods are sent, with the carrier and the number that were typed', async () => {
    const of = await club()
    const [one, two] = [await bought(of), await bought(of)]
    const orderIds = [one.order.orderId, two.order.orderId]
    const { brandName, mails } = await ask(fulfillments.getParcelMails, { ...of.ids, orderIds }, of.owner)
    expect(mails.map(({ orderId }) => orderId)).toEqual(orderIds)
    const parcels = orderIds.map((orderId, n) => ({ orderId, trackingNumber: `12345678901${n}` }))
    const said = { provider: 'yamato' as const, providerName: '' }
    await ask(fulfillments.shipOrders, { ...of.ids, ...said, parcels, notify: true }, of.owner)
    for (const [n, { buyer, before }] of [one, two].entries()) {
      const { trackingNumber = '' } = parcels[n] ?? {}
      const { to, ...mail } = mails[n] ?? expect.fail('It is shown.')
      const carried = { ...said, trackingNumber, trackingUrl: trackingUrlOf('yamato', trackingNumber) }
      const shown = goodsShipped(readerOf(to), { brandName, ...mail, ...carried })
      expect(await sentSince(buyer.email, before)).toEqual(asMails([shown]))
    }
    // Nothing of them is left to send.
    expect((await ask(fulfillments.getParcelMails, { ...of.ids, orderIds }, of.owner)).mails).toEqual([])
  })

  test('when a file of tracking numbers is applied', async () => {
    const of = await club()
    const [one, two] = [await bought(of), await bought(of)]
    await pool().query("update people set email = '' where uid = $1", [two.buyer.uid])
    const file = Buffer.from(
      [
        '注文番号,配送業者,伝票番号,追跡URL',
        `${one.order.orderNumber},Kiwi,AB1234,https://kiwi.example/AB1234`,
        `${two.order.orderNumber},ヤマト運輸,123456789012,`,
      ].join('\r\n'),
    )
    const { importId } = await ask(
      orderFiles.startTrackingImport,
      { ...of.ids, fileName: 'results.csv', size: file.length },
      of.owner,
    )
    const { rows } = await pool().query('select key from tracking_imports where import_id = $1', [importId])
    await storage().put(rows[0].key, file, 'text/csv')
    const { mails } = await ask(orderFiles.previewTrackingImport, { ...of.ids, importId }, of.owner)
    expect([mails.people, mails.first.length]).toEqual([1, 1])
    const { to, ...mail } = mails.first[0] ?? expect.fail('It is shown.')
    const shown = goodsShipped(readerOf(to), { brandName: mails.brandName, ...mail })
    expect(shown.text).toContain('Kiwi')
    await ask(orderFiles.applyTrackingImport, { ...of.ids, importId, notify: true }, of.owner)
    expect(await sentSince(one.buyer.email, one.before)).toEqual(asMails([shown]))
    expect(await sentSince(two.buyer.email, two.before)).toEqual([])
  })
})

test('where a store paid out, its buyer is asked for a bank account, until when only the provider knows', async () => {
  const of = await club()
  const { buyer, order, before } = await bought(of, { isAtStore: true })
  const { intentId } = order
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  const paid = (await mailsTo(buyer.email)).length
  expect(paid).toBeGreaterThan(before)
  const { order: read } = await seen(order, of)
  const shown = refundAhead(readerOf(read.buyer), read, 700)
  await ask(staffOrders.refundOrder, { ...order.of, amount: 700, reason: 'Scratched' }, of.owner)
  await settled()
  const [mail] = await sentSince(buyer.email, paid)
  expect(mail?.text.replace(/(Enter it by: ).*/, '$1(the time that the payment provider sets)')).toBe(shown.text.trim())
})
