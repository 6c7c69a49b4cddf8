import { formatYen, type Yen } from '#kit/money.ts'
import { type BackNumberPeriod, dayText, type Instant } from '#kit/time.ts'
import { type Confirmation, type PaymentMethod, payableUntil } from './order'

type Locale = 'ja' | 'en'
type Purchase = {
  locale: Locale
  now: Instant
  name: string
  price: Yen
  method: PaymentMethod
  /** Store payment fee, in yen. */
  konbiniFee: Yen
  /** Until when a store may be paid at most, because the plan or the sale ends. */
  endsAt: Instant | null
} & (
  | {
      kind: 'plan'
      interval: 'month' | 'year'
      /** The next term of a member who pays at stores: when the present one ends, and until when this one can be paid. */
      next?: { from: Instant; until: Instant }
      /** The card of a member who paid at stores so far is charged first when the present term ends. */
      chargedFrom?: Instant
    }
  | { kind: 'backNumber'; period: BackNumberPeriod; needsPlan: boolean }
  | {
      kind: 'goods'
      pieces: number
      lines: number
      shippingFee: Yen
      isSent: boolean
      /** Shipping times as given by the shop. */
      sentWithin: readonly string[]
      /** Something of it is handed over at a venue, and where. */
      isPickUp?: boolean
      venues?: readonly string[]
      /** Something of it is downloaded. */
      isDigital?: boolean
    }
)

const momentOf = (at: Instant, locale: Locale) =>
  `${dayText(at, locale)} ${new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' }).format(at)}`

const totalOf = (of: Purchase) =>
  of.price + (of.kind === 'goods' ? of.shippingFee : 0) + (of.method === 'konbini' ? of.konbiniFee : 0)

const priceText = (of: Purchase): string => {
  const { locale, price, method, konbiniFee } = of
  const ja = locale === 'ja'
  if (of.kind === 'goods') {
    const parts = [
      ja ? `商品 ${formatYen(price)}（税込）` : `Goods ${formatYen(price)} (tax included)`,
      ...(of.isSent ? [ja ? `送料 ${formatYen(of.shippingFee)}` : `shipping ${formatYen(of.shippingFee)}`] : []),
      ...(method === 'konbini'
        ? [ja ? `コンビニ手数料 ${formatYen(konbiniFee)}` : `store fee ${formatYen(konbiniFee)}`]
        : []),
    ]
    const total = formatYen(totalOf(of))
    return ja ? `${parts.join('＋')}＝お支払い ${total}` : `${parts.join(' + ')} = you pay ${total}`
  }
  const every = of.kind === 'plan' ? { month: ja ? '月' : 'month', year: ja ? '年' : 'year' }[of.interval] : null
  const base =
    every === null
      ? ja
        ? `${formatYen(price)}（税込）`
        : `${formatYen(price)} (tax included)`
      : ja
        ? `${every}額 ${formatYen(price)}（税込）`
        : `${formatYen(price)} a ${every} (tax included)`
  if (method !== 'konbini') return base
  const total = formatYen(totalOf(of))
  return ja
    ? `${base}＋コンビニ手数料 ${formatYen(konbiniFee)}＝お支払い ${total}`
    : `${base} + store fee ${formatYen(konbiniFee)} = you pay ${total}`
}

const renewalText = (of: Purchase): string => {
  const ja = of.locale === 'ja'
  if (of.kind !== 'plan') return ''
  if (of.method === 'konbini')
    return ja
      ? '自動では更新されません。期間が終わる10日前に次回のお支払いをご案内します。'
      : 'It does not renew by itself: ten days before the end you are told how to pay the next one.'
  return ja
    ? `解約するまで、${of.interval === 'month' ? '毎月' : '毎年'}同じ日に同額が自動で請求されます。`
    : `The same amount is charged on the same day every ${of.interval} until you cancel.`
}

const paymentText = (of: Purchase): string => {
  const { locale, method } = of
  const ja = locale === 'ja'
  if (of.kind === 'plan' && of.chargedFrom !== undefined)
    return ja
      ? `クレジットカード。いまの期間が終わる${dayText(of.chargedFrom, 'ja')}に、最初の決済が行われます。`
      : `By card, charged first when the present term ends, on ${dayText(of.chargedFrom, 'en')}.`
  if (method === 'card')
    return ja ? 'クレジットカード。お申し込みと同時に決済されます。' : 'By card, charged when you confirm.'
  // Read before the order and on the page that makes the code.
  return ja
    ? 'コンビニ払い。お支払い番号を発行し、店頭でお支払いいただきます。'
    : 'At a convenience store, with a payment code that you get first.'
}

/** When and how each part of a cart is delivered. */
const startText = (of: Purchase & { kind: 'goods' }): string => {
  const { locale, isSent, isPickUp = false, sentWithin, venues = [], isDigital = false } = of
  const ja = locale === 'ja'
  const listed = (texts: readonly string[], none: string) => (texts.length > 0 ? texts.join(ja ? '、' : ', ') : none)
  const sent = listed(sentWithin, ja ? '順次' : 'in turn')
  const where = listed(venues, ja ? '会場' : 'the venue')
  const parts = ja
    ? [
        ...(isSent ? [`お支払いの確認後に発送します。発送の目安：${sent}。`] : []),
        ...(isPickUp
          ? [
              `${isSent ? '会場で受け取る商品は、会場でお渡しします' : '会場でお渡しします'}：${where}。注文の画面のコードをお見せください。`,
            ]
          : []),
        ...(isDigital ? ['デジタル商品は、お支払いの確認後すぐにダウンロードできます。'] : []),
      ]
    : [
        ...(isSent ? [`Sent after the payment has arrived: ${sent}.`] : []),
        ...(isPickUp
          ? [
              `${isSent ? 'What you pick up is handed' : 'Handed'} over at the venue: ${where}. Show the code on the page of the order.`,
            ]
          : []),
        ...(isDigital ? ['Digital goods can be downloaded as soon as the payment has arrived.'] : []),
      ]
  return parts.join(ja ? '' : ' ')
}

const goodsConfirmation = (of: Purchase & { kind: 'goods' }): Confirmation => {
  const { locale, now, name, pieces, lines, isSent, isPickUp = false, method, endsAt } = of
  const ja = locale === 'ja'
  const until = payableUntil(now, [endsAt])
  const named = lines === 1 ? name : ja ? `${name} ほか${lines - 1}種類` : `${name} and ${lines - 1} more`
  return {
    quantity: ja ? `${named}（合計${pieces}点）` : `${named} (${pieces} in all)`,
    price: priceText(of),
    payment: paymentText(of),
    start: startText(of),
    cancellation:
      isSent || isPickUp
        ? ja
          ? 'お客様のご都合によるキャンセル・返品はお受けできません。不良品・お届け間違いは、ショップにご連絡ください。デジタル商品は返金できません。'
          : 'Orders cannot be cancelled or returned without a fault. Tell the shop of damaged or wrong goods. Digital goods are not refunded.'
        : ja
          ? 'デジタル商品のため、お支払い後の取り消し・返金はできません。'
          : 'Digital goods: a payment cannot be taken back or refunded.',
    deadline:
      method === 'konbini'
        ? ja
          ? `${momentOf(until, 'ja')}（日本時間）までにお支払いください。過ぎると注文は取り消され、商品は在庫に戻ります。`
          : `Pay by ${momentOf(until, 'en')} JST; after that the order lapses and the goods go back into stock.`
        : ja
          ? 'お支払い画面は30分間有効です。その間、商品を確保します。'
          : 'The payment page is open for 30 minutes; the goods are held for you meanwhile.',
  }
}

/** A month of a plan by name, as orders, receipts and mails call it. */
export const backNumberName = (locale: Locale, name: string, { year, month }: BackNumberPeriod) =>
  locale === 'ja'
    ? `${name} ${year}年${month}月のバックナンバー`
    : `${name}, the back number of ${year}-${String(month).padStart(2, '0')}`

/**
 * The six facts shown before payment (rule: money.confirmation), in the buyer's language: shown on the page and kept with the
 * order, word for word.
 */
export const confirmationOf = (of: Purchase): Confirmation => {
  const ja = of.locale === 'ja'
  if (of.kind === 'goods') return goodsConfirmation(of)
  const isPlan = of.kind === 'plan'
  const next = of.kind === 'plan' ? of.next : undefined
  const follows = of.kind === 'plan' ? (of.next?.from ?? of.chargedFrom) : undefined
  const until = payableUntil(of.now, [of.endsAt])
  const named = of.kind === 'backNumber' ? backNumberName(of.locale, of.name, of.period) : of.name
  const interval =
    of.kind === 'plan' ? (of.interval === 'month' ? (ja ? '1か月' : 'one month') : ja ? '1年' : 'one year') : ''
  return {
    quantity: isPlan
      ? ja
        ? `${of.name} ${interval}`
        : `${of.name}, ${interval}`
      : ja
        ? `${named} 1点`
        : `${named}, once`,
    price: [priceText(of), renewalText(of)].filter(Boolean).join(ja ? '。' : '. '),
    payment: paymentText(of),
    start: follows
      ? ja
        ? `いまの期間に続けて、${dayText(follows, 'ja')}から始まります。`
        : `It follows directly on the present term: from ${dayText(follows, 'en')}.`
      : isPlan
        ? ja
          ? 'お支払いの確認後、すぐにご利用いただけます。'
          : 'At once when the payment has arrived.'
        : of.kind === 'backNumber' && of.needsPlan
          ? ja
            ? 'お支払いの確認後、プランに加入している間ご覧いただけます。'
            : 'When the payment has arrived, while you are a member of the plan.'
          : ja
            ? 'お支払いの確認後、すぐにご覧いただけます。'
            : 'At once when the payment has arrived.',
    cancellation: isPlan
      ? ja
        ? '加入中のプランからいつでも解約できます。お支払い済みの期間の終わりまでご利用いただけます。お支払い後の返金はいたしません。'
        : 'Cancel at any time under your plans; what is paid stays open until its end. Payments are not refunded.'
      : ja
        ? 'デジタルコンテンツのため、お支払い後の取り消し・返金はできません。'
        : 'Digital contents: a payment cannot be taken back or refunded.',
    deadline: next
      ? ja
        ? `${momentOf(next.until, 'ja')}（日本時間）までにお支払いください。お支払いがない場合、退会となります。`
        : `Pay by ${momentOf(next.until, 'en')} JST; without the payment the membership ends then.`
      : of.method === 'konbini'
        ? ja
          ? `${momentOf(until, 'ja')}（日本時間）までにお支払いください。`
          : `Pay by ${momentOf(until, 'en')} JST.`
        : ja
          ? 'お申し込みの期限はありません。お支払い画面は30分間有効です。'
          : 'There is no deadline; the payment page is open for 30 minutes.',
  }
}

type Both = Omit<Extract<Purchase, { kind: 'plan' }>, 'kind' | 'next' | 'chargedFrom'> & {
  period: BackNumberPeriod
  /** In yen; `price` is that of the plan. */
  monthPrice: Yen
}

/** The six facts of a month and the plan that opens it, in one payment. */
export const bothConfirmation = ({ period, monthPrice, ...plan }: Both): Confirmation => {
  const { locale, interval, price, method, konbiniFee } = plan
  const ja = locale === 'ja'
  const ofPlan = confirmationOf({ ...plan, kind: 'plan' })
  const ofMonth = confirmationOf({ ...plan, kind: 'backNumber', period, price: monthPrice, needsPlan: true })
  const fee = method === 'konbini' ? konbiniFee : 0
  const every = { month: ja ? '月' : 'month', year: ja ? '年' : 'year' }[interval]
  const parts = ja
    ? [`プラン ${every}額 ${formatYen(price)}`, `バックナンバー ${formatYen(monthPrice)}`]
    : [`Plan ${formatYen(price)} a ${every}`, `back number ${formatYen(monthPrice)}`]
  if (fee > 0) parts.push(ja ? `コンビニ手数料 ${formatYen(fee)}` : `store fee ${formatYen(fee)}`)
  const total = formatYen(price + monthPrice + fee)
  const sum = ja
    ? `${parts.join('＋')}＝お支払い ${total}（税込）`
    : `${parts.join(' + ')} = you pay ${total} (tax included)`
  const again =
    method === 'konbini'
      ? renewalText({ ...plan, kind: 'plan' })
      : ja
        ? `解約するまで、毎${every}同じ日に、プランの${every}額 ${formatYen(price)} だけが自動で請求されます。`
        : `Only the plan's ${formatYen(price)} is charged again, on the same day every ${every}, until you cancel.`
  const once = ja
    ? 'バックナンバーは、プランに加入している間ご覧いただけます。'
    : 'The back number is open while you are a member of the plan.'
  return {
    ...ofPlan,
    quantity: ja ? `${ofPlan.quantity}、${ofMonth.quantity}` : `${ofPlan.quantity}; ${ofMonth.quantity}`,
    price: [sum, again].join(ja ? '。' : '. '),
    start: [ofPlan.start, once].join(ja ? '' : ' '),
  }
}
