import { formatYen, type Yen } from '../../kit/money'
import { type BackNumberPeriod, endOfTokyoDay, type Instant } from '../../kit/time'
import type { Confirmation, PaymentMethod } from './order'

type Locale = 'ja' | 'en'
type Of = {
  locale: Locale
  now: Instant
  name: string
  price: Yen
  method: PaymentMethod
  /** What a store payment costs on top. */
  konbiniFee: Yen
} & (
  | { kind: 'plan'; interval: 'month' | 'year' }
  | { kind: 'backNumber'; period: BackNumberPeriod; needsPlan: boolean }
)

const dateOf = (at: Instant, locale: Locale) =>
  new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
  }).format(at)

const totalOf = ({ price, method, konbiniFee }: Of) => price + (method === 'konbini' ? konbiniFee : 0)

const priceText = (of: Of): string => {
  const { locale, price, method, konbiniFee } = of
  const ja = locale === 'ja'
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

const renewalText = (of: Of): string => {
  const ja = of.locale === 'ja'
  if (of.kind === 'backNumber') return ''
  if (of.method === 'konbini')
    return ja
      ? '自動では更新されません。期間が終わる10日前に次回のお支払いをご案内します。'
      : 'It does not renew by itself: ten days before the end you are told how to pay the next one.'
  return ja
    ? `解約するまで、${of.interval === 'month' ? '毎月' : '毎年'}同じ日に同額が自動で請求されます。`
    : `The same amount is charged on the same day every ${of.interval} until you cancel.`
}

/**
 * The six things that somebody is told before paying (records, 2.7), in their language: shown on the page and kept with the
 * order, word for word.
 */
export const confirmationOf = (of: Of): Confirmation => {
  const ja = of.locale === 'ja'
  const isPlan = of.kind === 'plan'
  const month =
    of.kind === 'backNumber'
      ? ja
        ? `${of.period.year}年${of.period.month}月`
        : `${of.period.year}-${String(of.period.month).padStart(2, '0')}`
      : ''
  const interval =
    of.kind === 'plan' ? (of.interval === 'month' ? (ja ? '1か月' : 'one month') : ja ? '1年' : 'one year') : ''
  return {
    quantity: isPlan
      ? ja
        ? `${of.name} ${interval}`
        : `${of.name}, ${interval}`
      : ja
        ? `${of.name} ${month}のバックナンバー 1点`
        : `${of.name}, the back number of ${month}, once`,
    price: [priceText(of), renewalText(of)].filter(Boolean).join(ja ? '。' : '. '),
    payment:
      of.method === 'card'
        ? ja
          ? 'クレジットカード。お申し込みと同時に決済されます。'
          : 'By card, charged when you confirm.'
        : ja
          ? 'コンビニ払い。次の画面でお支払い番号を発行します。'
          : 'At a convenience store, with a code from the next page.',
    start: isPlan
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
    deadline:
      of.method === 'konbini'
        ? ja
          ? `${dateOf(endOfTokyoDay(of.now + 3 * 86_400_000), 'ja')} 23:59（日本時間）までにお支払いください。`
          : `Pay by ${dateOf(endOfTokyoDay(of.now + 3 * 86_400_000), 'en')}, 23:59 JST.`
        : ja
          ? 'お申し込みの期限はありません。お支払い画面は30分間有効です。'
          : 'There is no deadline; the payment page is open for 30 minutes.',
  }
}
