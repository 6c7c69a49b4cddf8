import type { Letter, Reader } from '#kit/letter.ts'
import type { Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import { boughtFrom, codesToCome } from './letter'
import { orderCanceled, refundAsked, refundDone, voucherExtended } from './mails'

/*
 * Mails to an order's buyer as they will be sent, for the dialogs of who causes them. What only the provider's answer says (the codes
 * of a new voucher, until when a bank account may be named) is still to come.
 */

type Order = Parameters<typeof boughtFrom>[0] & {
  orderId: string
  paymentMethod: 'card' | 'konbini'
  lines: Parameters<typeof boughtFrom>[1]
  konbini: { isOpen: boolean; stores: readonly string[] } | null
}

const boughtOf = (order: Order) => boughtFrom(order, order.lines, null)

/** A store's buyer is asked for a bank account first. */
export const refundAhead = (to: Reader, order: Order, amount: Yen): Letter =>
  order.paymentMethod === 'konbini'
    ? refundAsked(to, boughtOf(order), { amount, until: 'toCome' })
    : refundDone(to, boughtOf(order), amount)

/** `refundable`: what goes back; nothing of an order that is not paid. */
export const cancellationAhead = (to: Reader, order: Order, refundable: Yen): Letter[] => {
  const { orderNumber, brandName, lines: items } = order
  if (refundable > 0) return [orderCanceled(to, { orderNumber, brandName, items }), refundAhead(to, order, refundable)]
  // Who was on the way to pay by card is told nothing.
  return order.konbini?.isOpen ? [orderCanceled(to, { orderNumber, brandName, items, hasCode: true })] : []
}

/** To each of many buyers whose orders end with something else: number and lines are each one's own. */
export const codeEndsAhead = (to: Reader, brandName: string): Letter =>
  orderCanceled(to, {
    orderNumber: to.locale === 'ja' ? '（注文番号）' : '(order number)',
    brandName,
    items: [
      {
        name: to.locale === 'ja' ? '（ご注文の商品）' : '(what was ordered)',
        variationName: '',
        english: {},
        quantity: 1,
      },
    ],
    hasCode: true,
  })

export const extensionAhead = (to: Reader, order: Order, expiresAt: Instant): Letter =>
  voucherExtended(to, boughtOf(order), {
    orderId: order.orderId,
    expiresAt,
    codes: codesToCome(order.konbini?.stores ?? [], to.locale),
  })
