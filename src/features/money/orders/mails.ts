import { type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
import { formatYen, type Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'

type Bought = { orderNumber: string; brandName: string; item: string; total: Yen }

const date = (at: Instant, locale: 'ja' | 'en') =>
  new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at) + (locale === 'ja' ? '（日本時間）' : ' (JST)')

const facts = ({ orderNumber, brandName, item, total }: Bought, locale: 'ja' | 'en') =>
  locale === 'ja'
    ? [`ご注文番号: ${orderNumber}`, `ファンクラブ: ${brandName}`, `内容: ${item}`, `金額: ${formatYen(total)}（税込）`]
    : [`Order: ${orderNumber}`, `Fan club: ${brandName}`, `Item: ${item}`, `Amount: ${formatYen(total)} (tax included)`]

const history = (to: Reader) => pageFor(to, '/fc/me/orders')
const myPlans = (to: Reader) => pageFor(to, '/fc/me/plans')

export const purchaseDone = (to: Reader, bought: Bought): Letter =>
  letter(to, {
    ja: [
      `お支払いを確認しました（${bought.orderNumber}）`,
      [
        'お支払いを確認しました。ありがとうございます。',
        '',
        ...facts(bought, 'ja'),
        '',
        `領収書と注文履歴: ${history(to)}`,
        `加入中のプラン: ${myPlans(to)}`,
      ],
    ],
    en: [
      `Your payment has arrived (${bought.orderNumber})`,
      [
        'Your payment has arrived. Thank you.',
        '',
        ...facts(bought, 'en'),
        '',
        `Receipts and orders: ${history(to)}`,
        `Your plans: ${myPlans(to)}`,
      ],
    ],
  })

export const voucherIssued = (
  to: Reader,
  bought: Bought,
  { orderId, expiresAt }: { orderId: string; expiresAt: Instant },
): Letter => {
  const page = pageFor(to, `/fc/pay/konbini/${orderId}`)
  return letter(to, {
    ja: [
      `コンビニでのお支払い番号のご案内（${bought.orderNumber}）`,
      [
        'お支払い番号を発行しました。期限までにコンビニでお支払いください。',
        '',
        ...facts(bought, 'ja'),
        `お支払い期限: ${date(expiresAt, 'ja')}`,
        '',
        `お支払い番号: ${page}`,
      ],
    ],
    en: [
      `How to pay at the store (${bought.orderNumber})`,
      [
        'Your payment code is ready. Please pay at a convenience store by the deadline.',
        '',
        ...facts(bought, 'en'),
        `Pay by: ${date(expiresAt, 'en')}`,
        '',
        `Payment code: ${page}`,
      ],
    ],
  })
}

/** A later deadline, by another code. */
export const voucherExtended = (to: Reader, bought: Bought, of: { orderId: string; expiresAt: Instant }): Letter => {
  const page = pageFor(to, `/fc/pay/konbini/${of.orderId}`)
  return letter(to, {
    ja: [
      `お支払い期限を延ばしました（${bought.orderNumber}）`,
      [
        'コンビニでのお支払い期限を延ばし、新しいお支払い番号を発行しました。これまでの番号ではお支払いいただけません。',
        '',
        ...facts(bought, 'ja'),
        `新しいお支払い期限: ${date(of.expiresAt, 'ja')}`,
        '',
        `新しいお支払い番号: ${page}`,
      ],
    ],
    en: [
      `You have more time to pay (${bought.orderNumber})`,
      [
        'Your payment at the store is due later, with a new payment code. The code that you had no longer works.',
        '',
        ...facts(bought, 'en'),
        `Pay by: ${date(of.expiresAt, 'en')}`,
        '',
        `New payment code: ${page}`,
      ],
    ],
  })
}

export const voucherReminder = (to: Reader, bought: Bought, of: { orderId: string; expiresAt: Instant }): Letter => {
  const page = pageFor(to, `/fc/pay/konbini/${of.orderId}`)
  return letter(to, {
    ja: [
      `お支払い期限が近づいています（${bought.orderNumber}）`,
      [
        'コンビニでのお支払いがまだ確認できていません。',
        '',
        ...facts(bought, 'ja'),
        `お支払い期限: ${date(of.expiresAt, 'ja')}`,
        '',
        `お支払い番号: ${page}`,
        '',
        'お支払い済みの場合は、行き違いですのでご容赦ください。',
      ],
    ],
    en: [
      `Your payment is due soon (${bought.orderNumber})`,
      [
        'We have not seen your payment at the store yet.',
        '',
        ...facts(bought, 'en'),
        `Pay by: ${date(of.expiresAt, 'en')}`,
        '',
        `Payment code: ${page}`,
        '',
        'If you have paid already, please ignore this mail.',
      ],
    ],
  })
}

export const voucherLapsed = (to: Reader, bought: Bought): Letter =>
  letter(to, {
    ja: [
      `お支払い期限が過ぎました（${bought.orderNumber}）`,
      ['期限までにお支払いが確認できなかったため、このご注文は取り消されました。', '', ...facts(bought, 'ja')],
    ],
    en: [
      `Your order has lapsed (${bought.orderNumber})`,
      ['No payment arrived by the deadline, so this order was cancelled.', '', ...facts(bought, 'en')],
    ],
  })

/** The next term of a membership that is paid at stores. */
export const renewalOrder = (
  to: Reader,
  bought: Bought,
  of: { orderId: string; paidUntil: Instant; dueAt: Instant },
): Letter => {
  const page = pageFor(to, `/fc/pay/konbini/${of.orderId}`)
  return letter(to, {
    ja: [
      `次の会費のお支払いのご案内（${bought.brandName}）`,
      [
        '次の期間の会費をコンビニでお支払いいただけます。',
        '',
        ...facts(bought, 'ja'),
        `現在の期間の終わり: ${date(of.paidUntil, 'ja')}`,
        `お支払い期限: ${date(of.dueAt, 'ja')}`,
        '',
        `お支払い: ${page}`,
        '',
        '期限までにお支払いがない場合、プランは終了します。',
      ],
    ],
    en: [
      `Your next membership fee (${bought.brandName})`,
      [
        'You can now pay the fee of the next period at a convenience store.',
        '',
        ...facts(bought, 'en'),
        `Your current period ends: ${date(of.paidUntil, 'en')}`,
        `Pay by: ${date(of.dueAt, 'en')}`,
        '',
        `Pay here: ${page}`,
        '',
        'Without a payment by then your plan ends.',
      ],
    ],
  })
}

export const renewalFailed = (to: Reader, bought: Omit<Bought, 'orderNumber'>, endsAt: Instant): Letter =>
  letter(to, {
    ja: [
      `会費のお支払いができませんでした（${bought.brandName}）`,
      [
        `「${bought.item}」の会費 ${formatYen(bought.total)} をカードで決済できませんでした。カード情報をご確認ください。何度か自動で再決済します。`,
        '',
        `このままお支払いがない場合、${date(endsAt, 'ja')}にプランは終了します。`,
        '',
        `カードの変更: ${myPlans(to)}`,
      ],
    ],
    en: [
      `Your membership fee could not be charged (${bought.brandName})`,
      [
        `Your card was refused for ${bought.item} (${formatYen(bought.total)}). Please check your card; we will try again a few times.`,
        '',
        `Without a payment your plan ends on ${date(endsAt, 'en')}.`,
        '',
        `Change your card: ${myPlans(to)}`,
      ],
    ],
  })

export const renewalRecovered = (to: Reader, bought: Omit<Bought, 'orderNumber'>): Letter =>
  letter(to, {
    ja: [
      `会費のお支払いを確認しました（${bought.brandName}）`,
      [
        `「${bought.item}」の会費 ${formatYen(bought.total)} のお支払いを確認しました。プランはこのまま続きます。`,
        '',
        myPlans(to),
      ],
    ],
    en: [
      `Your membership goes on (${bought.brandName})`,
      [`The fee of ${bought.item} (${formatYen(bought.total)}) has been paid. Your plan goes on.`, '', myPlans(to)],
    ],
  })

export const membershipEnded = (
  to: Reader,
  of: { brandName: string; item: string; reason: 'paymentFailed' | 'konbiniUnpaid' },
): Letter =>
  letter(to, {
    ja: [
      `プランが終了しました（${of.brandName}）`,
      [
        of.reason === 'paymentFailed'
          ? `カードでのお支払いができなかったため、「${of.item}」は終了しました。`
          : `会費のお支払いが確認できなかったため、「${of.item}」は終了しました。`,
        '',
        'いつでもまた加入できます。',
        '',
        myPlans(to),
      ],
    ],
    en: [
      `Your plan has ended (${of.brandName})`,
      [
        `${of.item} has ended because ${of.reason === 'paymentFailed' ? 'your card could not be charged' : 'no payment arrived'}.`,
        '',
        'You are welcome back at any time.',
        '',
        myPlans(to),
      ],
    ],
  })

/** Store payments only: the provider sends a mail of its own that asks for the bank account. */
export const refundAsked = (to: Reader, bought: Bought, amount: Yen): Letter =>
  letter(to, {
    ja: [
      `返金の受け取りのお手続きについて（${bought.orderNumber}）`,
      [
        `${formatYen(amount)}を返金します。受け取り口座をうかがうメールが、決済会社から別に届きます。そのご案内に沿って口座を入力すると、返金が完了します。`,
        '',
        ...facts(bought, 'ja'),
      ],
    ],
    en: [
      `How to receive your refund (${bought.orderNumber})`,
      [
        `${formatYen(amount)} will be refunded. A separate mail from the payment provider asks for your bank account; the refund is done once you have entered it there.`,
        '',
        ...facts(bought, 'en'),
      ],
    ],
  })

export const refundDone = (to: Reader, bought: Bought, amount: Yen): Letter =>
  letter(to, {
    ja: [
      `返金の手続きが完了しました（${bought.orderNumber}）`,
      [`${formatYen(amount)}を返金しました。`, '', ...facts(bought, 'ja'), '', history(to)],
    ],
    en: [
      `Your refund is done (${bought.orderNumber})`,
      [`${formatYen(amount)} has been refunded.`, '', ...facts(bought, 'en'), '', history(to)],
    ],
  })

export const lateReceived = (to: Reader, bought: Bought): Letter =>
  letter(to, {
    ja: [
      `お支払いをお預かりしています（${bought.orderNumber}）`,
      [
        'お支払いが届きましたが、ご注文は自動では成立しませんでした。担当者が確認し、ご注文を有効にするか返金します。',
        '',
        ...facts(bought, 'ja'),
        '',
        history(to),
      ],
    ],
    en: [
      `We are holding your payment (${bought.orderNumber})`,
      [
        'Your payment arrived, but the order could not be completed by itself. The club will either accept it or refund you.',
        '',
        ...facts(bought, 'en'),
        '',
        history(to),
      ],
    ],
  })

type Ahead = {
  brandName: string
  item: string
  total: Yen
  paidUntil: Instant
  byCard: boolean
  notice: 'month' | 'week'
}

/** A yearly renewal is near. */
export const renewalAhead = (to: Reader, { brandName, item, total, paidUntil, byCard, notice }: Ahead): Letter => {
  const days = notice === 'month' ? 30 : 7
  const amount = formatYen(total)
  return letter(to, {
    ja: [
      `年会費の更新まで、あと${days}日以内です（${brandName}）`,
      [
        `「${item}」の現在の期間は、${date(paidUntil, 'ja')}に終わります。`,
        byCard
          ? `その日に、次の1年分の会費 ${amount}（税込）を登録のカードで自動的にお支払いいただきます。`
          : `続ける場合は、期間が終わる10日前にお送りするご案内から、次の1年分の会費 ${amount}（税込、コンビニ払いの手数料は別）をお支払いください。お支払いがなければ、プランは終了します。`,
        '',
        `続けない場合は、期間の終わりまでに解約の手続きをしてください: ${myPlans(to)}`,
      ],
    ],
    en: [
      `Your yearly fee is due within ${days} days (${brandName})`,
      [
        `Your current period of ${item} ends on ${date(paidUntil, 'en')}.`,
        byCard
          ? `On that day your card is charged ${amount} (tax included) for the next year.`
          : `To go on, please pay ${amount} (tax included, the store's fee apart) for the next year with the payment code that we send ten days before. Without a payment your plan ends.`,
        '',
        `If you do not want to go on, please cancel before then: ${myPlans(to)}`,
      ],
    ],
  })
}

export const archiveNotice = (
  to: Reader,
  of: { brandName: string; item: string; archivingAt: Instant; message: string; refunds: boolean },
  when: 'now' | 'week' | 'today',
): Letter => {
  const message = of.message === '' ? [] : ['', of.message]
  const rest = of.refunds
    ? {
        ja: 'お支払い済みの期間のうち、終了日までに始まっていない月の分は返金します。',
        en: 'Of what you have paid, the months that have not begun by then will be refunded.',
      }
    : {
        ja: 'お支払い済みの期間の終わりまでご利用いただけます。',
        en: 'What you have paid for stays open until its end.',
      }
  const ja = { now: 'プラン終了のお知らせ', week: 'プラン終了まで7日です', today: 'プランは本日終了します' }[when]
  const en = { now: 'Your plan will end', week: 'Your plan ends in 7 days', today: 'Your plan ends today' }[when]
  return letter(to, {
    ja: [
      `${ja}（${of.brandName}）`,
      [
        `「${of.item}」は${date(of.archivingAt, 'ja')}に終了します。以後の会費は請求されません。${rest.ja}`,
        ...message,
        '',
        myPlans(to),
      ],
    ],
    en: [
      `${en} (${of.brandName})`,
      [
        `${of.item} ends on ${date(of.archivingAt, 'en')}. You will not be charged again. ${rest.en}`,
        ...message,
        '',
        myPlans(to),
      ],
    ],
  })
}
