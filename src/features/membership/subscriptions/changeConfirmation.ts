import { formatYen } from '#kit/money.ts'
import { dayText, type Instant } from '#kit/time.ts'
import { type Confirmation, payableUntil } from '#money/orders/order.ts'
import { leastOf, type PlanChange, type Priced } from './planChange'

type Named = Priced & { name: string }
type Shown = {
  locale: 'ja' | 'en'
  now: Instant
  from: Named
  to: Named
  change: PlanChange
  method: 'card' | 'konbini'
  /** Store payment fee, in yen. */
  konbiniFee: number
  /** The end of the present term. */
  paidUntil: Instant
}

const interval = { ja: { month: '月額', year: '年額' }, en: { month: 'a month', year: 'a year' } } as const

/** What is reckoned from what, so that a member can follow it. */
const sumText = ({ from, to, change, locale }: Shown): string => {
  if (change.when === 'atEnd') return ''
  const { left, all, rest } = change
  const [old, next] = [formatYen(from.price), formatYen(to.price)]
  if (locale === 'ja')
    return rest === null
      ? `（${next}－${old}）×残り${left}日÷${all}日`
      : `${next}－いまの期間の残り${formatYen(rest)}（${old}×残り${left}日÷${all}日）`
  return rest === null
    ? `(${next} - ${old}) x ${left} of ${all} days`
    : `${next} - ${formatYen(rest)} of the present term (${old} x ${left} of ${all} days)`
}

const priceText = (of: Shown): string => {
  const { locale, to, change, method, konbiniFee } = of
  const ja = locale === 'ja'
  const price = ja
    ? `${interval.ja[to.interval]} ${formatYen(to.price)}（税込）`
    : `${formatYen(to.price)} ${interval.en[to.interval]} (tax included)`
  const then = ja ? `次回から${price}。` : `From the next time on ${price}.`
  if (change.when === 'atEnd') return ja ? `今回のお支払いはありません。${then}` : `Nothing to pay now. ${then}`
  const least = formatYen(leastOf[method])
  if (change.sum === 0)
    return ja
      ? `${sumText(of)}が${least}に満たないため、今回は無料です。${then}`
      : `${sumText(of)} is less than ${least}: free this time. ${then}`
  const sum = `${sumText(of)} = ${formatYen(change.sum)}`
  const total = formatYen(change.sum + konbiniFee)
  if (method === 'card') return ja ? `${sum.replace(' = ', '＝')}。${then}` : `${sum}. ${then}`
  return ja
    ? `${sum.replace(' = ', '＝')}＋コンビニ手数料 ${formatYen(konbiniFee)}＝お支払い ${total}。${then}`
    : `${sum}, + store fee ${formatYen(konbiniFee)} = you pay ${total}. ${then}`
}

const paymentText = ({ locale, change, method, paidUntil }: Shown): string => {
  const ja = locale === 'ja'
  const next = dayText(change.when === 'now' ? change.until : paidUntil, locale)
  const after = {
    card: ja ? `次回は${next}に、登録のカードで決済されます。` : `The next time your card is charged on ${next}.`,
    konbini: ja
      ? `次回は、${next}の10日前にお支払いをご案内します。`
      : `Ten days before ${next} you are told how to pay the next time.`,
  }[method]
  if (change.when === 'atEnd' || change.sum === 0) return after
  const now = {
    card: ja ? 'クレジットカード。お申し込みと同時に決済されます。' : 'By card, charged when you confirm. ',
    konbini: ja
      ? 'コンビニ払い。お支払い番号を発行し、店頭でお支払いいただきます。'
      : 'At a convenience store, with a payment code that you get first. ',
  }[method]
  return `${now}${after}`
}

const startText = ({ locale, from, change }: Shown): string => {
  const ja = locale === 'ja'
  if (change.when === 'atEnd') {
    const at = dayText(change.at, locale)
    return ja ? `${at}から。それまでは「${from.name}」のままです。` : `On ${at}; until then ${from.name} stays.`
  }
  const until = dayText(change.until, locale)
  if (change.sum === 0) return ja ? `いますぐ。${until}まで。` : `At once, until ${until}.`
  return ja ? `お支払いの確認後、すぐに。${until}まで。` : `At once when the payment has arrived, until ${until}.`
}

const deadlineText = ({ locale, now, change, method, paidUntil }: Shown): string => {
  const ja = locale === 'ja'
  if (change.when === 'atEnd')
    return ja
      ? `取りやめは${dayText(change.at, 'ja')}まで。`
      : `It can be taken back until ${dayText(change.at, 'en')}.`
  if (change.sum === 0) return ja ? 'ありません。' : 'None.'
  if (method === 'card')
    return ja
      ? '差額は今日の分です。お支払い画面は30分間有効です。'
      : 'The sum is that of today; the payment page is open for 30 minutes.'
  const until = dayText(payableUntil(now, [paidUntil]), locale)
  return ja
    ? `差額は今日お支払い番号を発行した場合の金額です。${until}までにお支払いください。`
    : `The sum is that of a code made today. Pay by ${until}.`
}

/**
 * The six facts shown before a change (rule: money.confirmation), in the member's language: shown in the dialog, and kept with the
 * order that pays it, or with the next one.
 */
export const changeConfirmation = (of: Shown): Confirmation => {
  const { locale, from, to } = of
  const ja = locale === 'ja'
  return {
    quantity: ja ? `「${from.name}」から「${to.name}」への変更` : `From ${from.name} to ${to.name}`,
    price: priceText(of),
    payment: paymentText(of),
    start: startText(of),
    cancellation: ja
      ? 'プランはいつでも解約できます。お支払い済みの期間の終わりまでご利用いただけます。お支払い後の返金はいたしません。'
      : 'Cancel at any time under your plans; what is paid stays open until its end. Payments are not refunded.',
    deadline: deadlineText(of),
  }
}
