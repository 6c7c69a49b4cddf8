import { button, fact, type Letter, letter, letterDate, link, pageFor, type Reader } from '#kit/letter.ts'
import { formatYen, type Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import {
  type Bought,
  boughtLines,
  itemLines,
  type OrderedItem,
  paidLines,
  type VoucherCodes,
  voucherLines,
} from './letter'

const history = (to: Reader) => pageFor(to, '/fc/me/orders')
const myPlans = (to: Reader) => pageFor(to, '/fc/me/plans')

export const purchaseDone = (to: Reader, bought: Bought): Letter =>
  letter(to, {
    ja: [
      `お支払いを確認しました（${bought.brandName} ${bought.orderNumber}）`,
      [
        'お支払いを確認しました。ありがとうございます。',
        '',
        ...boughtLines(bought, 'ja'),
        '',
        button('領収書と注文履歴を見る', history(to)),
        link('加入中のプランを見る', myPlans(to)),
      ],
    ],
    en: [
      `Your payment has arrived (${bought.brandName} ${bought.orderNumber})`,
      [
        'Your payment has arrived. Thank you.',
        '',
        ...boughtLines(bought, 'en'),
        '',
        button('See receipts and orders', history(to)),
        link('Your plans', myPlans(to)),
      ],
    ],
  })

type Voucher = { orderId: string; expiresAt: Instant; codes: VoucherCodes }

export const voucherIssued = (to: Reader, bought: Bought, { orderId, expiresAt, codes }: Voucher): Letter => {
  const page = pageFor(to, `/fc/pay/konbini/${orderId}`)
  return letter(to, {
    ja: [
      `コンビニでのお支払い番号のご案内（${bought.brandName} ${bought.orderNumber}）`,
      [
        'お支払い番号を発行しました。期限までにコンビニでお支払いください。',
        '',
        ...boughtLines(bought, 'ja'),
        fact('お支払い期限', letterDate(expiresAt, 'ja')),
        '',
        ...voucherLines(codes, 'ja'),
        '',
        button('お支払い番号を見る', page),
      ],
    ],
    en: [
      `How to pay at the store (${bought.brandName} ${bought.orderNumber})`,
      [
        'Your payment code is ready. Please pay at a convenience store by the deadline.',
        '',
        ...boughtLines(bought, 'en'),
        fact('Pay by', letterDate(expiresAt, 'en')),
        '',
        ...voucherLines(codes, 'en'),
        '',
        button('See the payment code', page),
      ],
    ],
  })
}

/** A later deadline, by another code. */
export const voucherExtended = (to: Reader, bought: Bought, of: Voucher): Letter => {
  const page = pageFor(to, `/fc/pay/konbini/${of.orderId}`)
  return letter(to, {
    ja: [
      `お支払い期限を延ばしました（${bought.brandName} ${bought.orderNumber}）`,
      [
        'コンビニでのお支払い期限を延ばし、新しいお支払い番号を発行しました。これまでの番号ではお支払いいただけません。',
        '',
        ...paidLines(bought, 'ja'),
        fact('新しいお支払い期限', letterDate(of.expiresAt, 'ja')),
        '',
        ...voucherLines(of.codes, 'ja'),
        '',
        button('新しいお支払い番号を見る', page),
      ],
    ],
    en: [
      `You have more time to pay (${bought.brandName} ${bought.orderNumber})`,
      [
        'Your payment at the store is due later, with a new payment code. The code that you had no longer works.',
        '',
        ...paidLines(bought, 'en'),
        fact('Pay by', letterDate(of.expiresAt, 'en')),
        '',
        ...voucherLines(of.codes, 'en'),
        '',
        button('See the new payment code', page),
      ],
    ],
  })
}

export const voucherReminder = (to: Reader, bought: Bought, of: Voucher): Letter => {
  const page = pageFor(to, `/fc/pay/konbini/${of.orderId}`)
  return letter(to, {
    ja: [
      `お支払い期限が近づいています（${bought.brandName} ${bought.orderNumber}）`,
      [
        'コンビニでのお支払いがまだ確認できていません。',
        '',
        ...boughtLines(bought, 'ja'),
        fact('お支払い期限', letterDate(of.expiresAt, 'ja')),
        '',
        ...voucherLines(of.codes, 'ja'),
        '',
        button('お支払い番号を見る', page),
        '',
        'お支払い済みの場合は、行き違いですのでご容赦ください。',
      ],
    ],
    en: [
      `Your payment is due soon (${bought.brandName} ${bought.orderNumber})`,
      [
        'We have not seen your payment at the store yet.',
        '',
        ...boughtLines(bought, 'en'),
        fact('Pay by', letterDate(of.expiresAt, 'en')),
        '',
        ...voucherLines(of.codes, 'en'),
        '',
        button('See the payment code', page),
        '',
        'If you have paid already, please ignore this mail.',
      ],
    ],
  })
}

export const voucherLapsed = (to: Reader, bought: Bought): Letter =>
  letter(to, {
    ja: [
      `お支払い期限が過ぎました（${bought.brandName} ${bought.orderNumber}）`,
      [
        '期限までにお支払いが確認できなかったため、このご注文は取り消されました。',
        '',
        ...paidLines(bought, 'ja'),
        '',
        button('注文履歴を見る', history(to)),
      ],
    ],
    en: [
      `Your order has lapsed (${bought.brandName} ${bought.orderNumber})`,
      [
        'No payment arrived by the deadline, so this order was cancelled.',
        '',
        ...paidLines(bought, 'en'),
        '',
        button('See your orders', history(to)),
      ],
    ],
  })

/**
 * A refund that waits for its buyer's bank account; `until` when that may be named, which the provider says with its answer:
 * 'toCome' where the mail is shown before.
 */
type Question = { amount: Yen; until: Instant | 'toCome' | null }
const untilText = (until: Instant | 'toCome', locale: 'ja' | 'en') => {
  if (until !== 'toCome') return letterDate(until, locale)
  return locale === 'ja' ? '（決済会社が定める日時）' : '(the time that the payment provider sets)'
}

/** Store payments only: the provider sends a mail of its own that asks for the bank account. */
export const refundAsked = (to: Reader, bought: Bought, { amount, until }: Question): Letter =>
  letter(to, {
    ja: [
      `返金の受け取りのお手続きについて（${bought.brandName} ${bought.orderNumber}）`,
      [
        `${formatYen(amount)}を返金します。受け取り口座をうかがうメールが、決済会社から別に届きます。そのご案内に沿って口座を入力すると、返金が完了します。`,
        '',
        ...paidLines(bought, 'ja'),
        ...(until === null ? [] : [fact('口座の入力期限', untilText(until, 'ja'))]),
        '',
        button('注文履歴を見る', history(to)),
      ],
    ],
    en: [
      `How to receive your refund (${bought.brandName} ${bought.orderNumber})`,
      [
        `${formatYen(amount)} will be refunded. A separate mail from the payment provider asks for your bank account; the refund is done once you have entered it there.`,
        '',
        ...paidLines(bought, 'en'),
        ...(until === null ? [] : [fact('Enter it by', untilText(until, 'en'))]),
        '',
        button('See your orders', history(to)),
      ],
    ],
  })

export const refundReminder = (to: Reader, bought: Bought, { amount, until }: Question & { until: Instant }): Letter =>
  letter(to, {
    ja: [
      `返金を受け取る口座の入力をお待ちしています（${bought.brandName} ${bought.orderNumber}）`,
      [
        `${formatYen(amount)}の返金を受け取る口座が、まだ入力されていません。決済会社からのメールに沿って、期限までに口座を入力してください。`,
        '',
        ...paidLines(bought, 'ja'),
        fact('口座の入力期限', letterDate(until, 'ja')),
        '',
        'メールが見つからないときは、期限のあとに注文履歴からもう一度お手続きいただけます。',
        button('注文履歴を見る', history(to)),
      ],
    ],
    en: [
      `Your refund waits for your bank account (${bought.brandName} ${bought.orderNumber})`,
      [
        `You have not entered a bank account for your refund of ${formatYen(amount)} yet. Please enter it by the date below, as the mail from the payment provider says.`,
        '',
        ...paidLines(bought, 'en'),
        fact('Enter it by', letterDate(until, 'en')),
        '',
        'If you cannot find that mail, you can have it sent again after the date, from your orders.',
        button('See your orders', history(to)),
      ],
    ],
  })

/** Nobody named a bank account in time: the money stays where it is, and is the buyer's. */
export const refundWaits = (to: Reader, bought: Bought, amount: Yen): Letter =>
  letter(to, {
    ja: [
      `返金するお金をお預かりしています（${bought.brandName} ${bought.orderNumber}）`,
      [
        `口座が期限までに入力されなかったため、${formatYen(amount)}の返金がまだ終わっていません。お金はお預かりしています。注文履歴から、口座をうかがうメールをもう一度受け取れます。`,
        '',
        ...paidLines(bought, 'ja'),
        '',
        button('注文履歴を見る', history(to)),
      ],
    ],
    en: [
      `Your refund is waiting for you (${bought.brandName} ${bought.orderNumber})`,
      [
        `No bank account was entered in time, so your refund of ${formatYen(amount)} is not done yet. The money is kept for you. From your orders you can have the mail that asks for a bank account sent again.`,
        '',
        ...paidLines(bought, 'en'),
        '',
        button('See your orders', history(to)),
      ],
    ],
  })

export const refundDone = (to: Reader, bought: Bought, amount: Yen): Letter =>
  letter(to, {
    ja: [
      `返金の手続きが完了しました（${bought.brandName} ${bought.orderNumber}）`,
      [
        `${formatYen(amount)}を返金しました。`,
        '',
        ...paidLines(bought, 'ja'),
        '',
        button('注文履歴を見る', history(to)),
      ],
    ],
    en: [
      `Your refund is done (${bought.brandName} ${bought.orderNumber})`,
      [
        `${formatYen(amount)} has been refunded.`,
        '',
        ...paidLines(bought, 'en'),
        '',
        button('See your orders', history(to)),
      ],
    ],
  })

export const paidTwice = (to: Reader, bought: Bought, amount: Yen): Letter =>
  letter(to, {
    ja: [
      `二重のお支払いを返金します（${bought.brandName} ${bought.orderNumber}）`,
      [
        `お支払い済みのご注文に、もう一度お支払いがありました。${formatYen(amount)}を返金します。お手続きは不要です（コンビニでのお支払いの場合は、受け取り口座をうかがうメールが決済会社から届きます）。`,
        '',
        ...paidLines(bought, 'ja'),
        '',
        button('注文履歴を見る', history(to)),
      ],
    ],
    en: [
      `You paid twice, and the money goes back (${bought.brandName} ${bought.orderNumber})`,
      [
        `This order had been paid already when another payment came. ${formatYen(amount)} will be refunded. You need not do anything; if you paid at a store, the payment provider asks for your bank account by mail.`,
        '',
        ...paidLines(bought, 'en'),
        '',
        button('See your orders', history(to)),
      ],
    ],
  })

export const lateReceived = (to: Reader, bought: Bought): Letter =>
  letter(to, {
    ja: [
      `お支払いをお預かりしています（${bought.brandName} ${bought.orderNumber}）`,
      [
        'お支払いが届きましたが、ご注文は自動では成立しませんでした。担当者が確認し、ご注文を有効にするか返金します。',
        '',
        ...paidLines(bought, 'ja'),
        '',
        button('注文履歴を見る', history(to)),
      ],
    ],
    en: [
      `We are holding your payment (${bought.brandName} ${bought.orderNumber})`,
      [
        'Your payment arrived, but the order could not be completed by itself. The club will either accept it or refund you.',
        '',
        ...paidLines(bought, 'en'),
        '',
        button('See your orders', history(to)),
      ],
    ],
  })

type CanceledOrder = {
  orderNumber: string
  brandName: string
  items: readonly OrderedItem[]
  /** It waited to be paid at a store: its code is dead, and nothing goes back. */
  hasCode?: boolean
}
export const orderCanceled = (
  to: Reader,
  { orderNumber, brandName, items, hasCode = false }: CanceledOrder,
): Letter => {
  return letter(to, {
    ja: [
      `ご注文が取り消されました（${brandName} ${orderNumber}）`,
      [
        hasCode
          ? `${brandName} の都合により、次のご注文を取り消しました。お知らせしたお支払い番号はご利用いただけませんので、コンビニでのお支払いは不要です。`
          : `${brandName} の都合により、次のご注文を取り消しました。お支払いいただいた金額は返金します。`,
        '',
        fact('ご注文番号', orderNumber),
        ...itemLines(items, 'ja'),
        '',
        button('注文履歴を見る', history(to)),
      ],
    ],
    en: [
      `Your order was cancelled (${brandName} ${orderNumber})`,
      [
        hasCode
          ? `${brandName} has cancelled this order. The payment code that you had no longer works: there is nothing to pay at the store.`
          : `${brandName} has cancelled this order. What you paid will be refunded.`,
        '',
        fact('Order', orderNumber),
        ...itemLines(items, 'en'),
        '',
        button('See your orders', history(to)),
      ],
    ],
  })
}
