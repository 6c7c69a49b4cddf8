import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'

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
