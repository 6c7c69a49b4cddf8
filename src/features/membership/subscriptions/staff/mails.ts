import { button, fact, type Letter, letter, letterDate, pageFor, type Reader } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'
import { daysText, type FreeDayReason, freeDayReasonNames } from '../freeDays'

type GrantedTerm = { brandName: string; item: string }

/**
 * Payment reminder sent by staff. It links to the open store order, else to the fan's plans, where the card can be
 * changed or a new order made.
 */
export const paymentReminder = (
  to: Reader,
  { brandName, item, method }: GrantedTerm & { method: 'card' | 'konbini' | 'comp' },
  orderId: string | null,
): Letter => {
  const way = method !== 'konbini' ? 'card' : orderId === null ? 'plans' : 'order'
  const ja = {
    card: '次のページで、カードの情報をご確認ください。',
    order: '次のページのお支払い番号で、期限までにコンビニでお支払いください。',
    plans: '次のページの「お支払いへ進む」から、期限までにコンビニでお支払いください。',
  }[way]
  const en = {
    card: 'Please check your card on this page:',
    order: 'Please pay at a convenience store by the deadline, with the code on this page:',
    plans: 'Please pay at a convenience store by the deadline; “Go to the payment” on this page leads there:',
  }[way]
  const page = pageFor(to, orderId === null ? '/fc/me/plans' : `/fc/pay/konbini/${orderId}`)
  return letter(to, {
    ja: [
      `お支払いのご確認のお願い（${brandName}）`,
      [
        `${brandName}の「${item}」のお支払いが確認できていません。`,
        ja,
        '',
        button('お支払いを確認する', page),
        '',
        '行き違いでお支払いがお済みの場合は、ご容赦ください。',
      ],
    ],
    en: [
      `Please check your payment (${brandName})`,
      [
        `The payment for “${item}” of ${brandName} has not arrived.`,
        en,
        '',
        button('Go to the payment', page),
        '',
        'If you have paid in the meantime, please ignore this mail.',
      ],
    ],
  })
}

/** The club has ended a membership: at the end of the paid time (`staysOpen`), or now if none is left. */
export const endedByClub = (
  to: Reader,
  { brandName, item, staysOpen }: GrantedTerm & { staysOpen: boolean },
): Letter => {
  const page = pageFor(to, '/fc/me/plans')
  const ja = staysOpen ? 'お支払い済みの期間の終わりで終了します' : 'ただいま終了しました'
  const en = staysOpen ? 'with the end of the period that is paid' : 'as of now'
  return letter(to, {
    ja: [
      `会員プランの終了のお知らせ（${brandName}）`,
      [
        `${brandName}の「${item}」は、ファンクラブの都合により、${ja}。以後の請求はありません。`,
        '',
        button('加入中のプランを見る', page),
      ],
    ],
    en: [
      staysOpen ? `Your membership is ending (${brandName})` : `Your membership has ended (${brandName})`,
      [
        `“${item}” of ${brandName} has been ended by the fan club, ${en}. You will not be charged again.`,
        '',
        button('See your plans', page),
      ],
    ],
  })
}

/** Free days for a member by card. `chargedAt`: the next charge; null for who has left meanwhile. */
export const freeDaysGiven = (
  to: Reader,
  of: GrantedTerm & { days: number; reason: FreeDayReason; until: Instant; chargedAt: Instant | null },
): Letter => {
  const { brandName, item, days, reason, until, chargedAt } = of
  const page = pageFor(to, '/fc/me/plans')
  const date = (locale: 'ja' | 'en') => letterDate(chargedAt ?? until, locale)
  const why = freeDayReasonNames[reason]
  return letter(to, {
    ja: [
      `${daysText(days, 'ja')}分の無料日数をお贈りしました（${brandName}）`,
      [
        `${why.ja}として、${brandName}の「${item}」に${daysText(days, 'ja')}分の無料日数をお贈りしました。この日数の料金はかかりません。`,
        '',
        fact(chargedAt === null ? 'ご利用いただける期間の終わり' : '次回のお支払い', date('ja')),
        '',
        button('加入中のプランを見る', page),
        '',
        chargedAt === null
          ? 'お手続きは必要ありません。以後の請求はありません。'
          : 'お手続きは必要ありません。それまでは、これまでどおりご利用いただけます。',
      ],
    ],
    en: [
      `${days === 1 ? '1 free day' : `${days} free days`} (${brandName})`,
      [
        `As ${why.en.charAt(0).toLowerCase()}${why.en.slice(1)}, ${brandName} has added ${daysText(days, 'en')} to “${item}”. You are not charged for ${days === 1 ? 'it' : 'them'}.`,
        '',
        fact(chargedAt === null ? 'Your membership ends' : 'Next charge', date('en')),
        '',
        button('See your plans', page),
        '',
        chargedAt === null
          ? 'There is nothing for you to do. You will not be charged again.'
          : 'There is nothing for you to do. Until then everything stays open as it is.',
      ],
    ],
  })
}
