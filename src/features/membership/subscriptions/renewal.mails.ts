import { button, fact, type Letter, letter, letterDate, letterDay, link, pageFor, type Reader } from '#kit/letter.ts'
import { formatYen, type Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import { type Bought, boughtLines } from '#money/orders/letter.ts'

/* Mails about the terms of a membership: the next one, its payment, and the end. */

const myPlans = (to: Reader) => pageFor(to, '/fc/me/plans')

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
        ...boughtLines(bought, 'ja'),
        fact('現在の期間の終わり', letterDate(of.paidUntil, 'ja')),
        fact('お支払い期限', letterDate(of.dueAt, 'ja')),
        '',
        button('お支払いへ進む', page),
        '',
        '期限までにお支払いがない場合、プランは終了します。',
      ],
    ],
    en: [
      `Your next membership fee (${bought.brandName})`,
      [
        'You can now pay the fee of the next period at a convenience store.',
        '',
        ...boughtLines(bought, 'en'),
        fact('Your current period ends', letterDate(of.paidUntil, 'en')),
        fact('Pay by', letterDate(of.dueAt, 'en')),
        '',
        button('Pay here', page),
        '',
        'Without a payment by then your plan ends.',
      ],
    ],
  })
}

type Awaited = {
  brandName: string
  item: string
  total: Yen
  /** The order that waits to be paid; null: it is made on the page of one's plans. */
  orderId: string | null
  paidUntil: Instant
  dueAt: Instant
  numberUntil: Instant
}

/** A member who pays at stores has not paid the next term: before the paid time ends, and on the last day. */
export const nextTermAwaited = (to: Reader, of: Awaited, now: Instant): Letter => {
  const page = of.orderId === null ? myPlans(to) : pageFor(to, `/fc/pay/konbini/${of.orderId}`)
  const isLastDay = now >= of.paidUntil
  return letter(to, {
    ja: [
      isLastDay
        ? `本日が会費のお支払い期限です（${of.brandName}）`
        : `会費のお支払いをお待ちしています（${of.brandName}）`,
      [
        isLastDay
          ? `「${of.item}」の次の会費を、まだ確認できていません。本日中にお支払いがない場合、プランは終了します。`
          : `「${of.item}」のお支払い済みの期間は${letterDate(of.paidUntil, 'ja')}に終わります。次の会費を、まだ確認できていません。`,
        '',
        fact('合計', `${formatYen(of.total)}（コンビニ払いの手数料を含む）`),
        fact('お支払い期限', letterDate(of.dueAt, 'ja')),
        'コンテンツは、お支払い期限までご覧いただけます。',
        '',
        button('お支払いへ進む', page),
        '',
        `プランが終了しても、${letterDay(of.numberUntil, 'ja')}までに戻ると、会員番号と継続月数を引き継げます。`,
        'お支払い済みの場合は、行き違いですのでご容赦ください。',
      ],
    ],
    en: [
      isLastDay ? `Today is the last day to pay (${of.brandName})` : `Your membership fee is due (${of.brandName})`,
      [
        isLastDay
          ? `We have not seen the next fee of ${of.item} yet. Without a payment today your plan ends.`
          : `What you have paid for ${of.item} ends on ${letterDate(of.paidUntil, 'en')}. We have not seen the next fee yet.`,
        '',
        fact('Total', `${formatYen(of.total)} (with the store's fee)`),
        fact('Pay by', letterDate(of.dueAt, 'en')),
        'Everything stays open until then.',
        '',
        button('Pay here', page),
        '',
        `If your plan ends, your number and your months return if you come back by ${letterDay(of.numberUntil, 'en')}.`,
        'If you have paid already, please ignore this mail.',
      ],
    ],
  })
}

/** Either the card was refused, or its bank wants the payment to be confirmed on the provider's page. */
export const renewalFailed = (
  to: Reader,
  bought: Omit<Bought, 'orderNumber'>,
  { endsAt, authenticationUrl }: { endsAt: Instant; authenticationUrl: string | null },
): Letter =>
  authenticationUrl === null
    ? renewalRefused(to, bought, endsAt)
    : letter(to, {
        ja: [
          `会費のお支払いに本人認証が必要です（${bought.brandName}）`,
          [
            `「${bought.item}」の会費 ${formatYen(bought.total)} のお支払いに、カード会社が本人認証を求めています。下のページで認証すると、すぐにお支払いが完了します。`,
            '',
            button('本人認証をして支払う', authenticationUrl),
            '',
            `このまま認証がない場合、${letterDate(endsAt, 'ja')}にプランは終了します。`,
            '',
            link('別のカードに変える', myPlans(to)),
          ],
        ],
        en: [
          `Please confirm your membership fee (${bought.brandName})`,
          [
            `The bank of your card asks you to confirm the fee of ${bought.item} (${formatYen(bought.total)}). Once you have confirmed it on the page below it is paid at once.`,
            '',
            button('Confirm and pay', authenticationUrl),
            '',
            `Without a confirmation your plan ends on ${letterDate(endsAt, 'en')}.`,
            '',
            link('Use another card', myPlans(to)),
          ],
        ],
      })

const renewalRefused = (to: Reader, bought: Omit<Bought, 'orderNumber'>, endsAt: Instant): Letter =>
  letter(to, {
    ja: [
      `会費のお支払いができませんでした（${bought.brandName}）`,
      [
        `「${bought.item}」の会費 ${formatYen(bought.total)} をカードで決済できませんでした。カードを変更すると、すぐにお支払いされます。変更がない場合も、何度か自動で再決済します。`,
        '',
        `このままお支払いがない場合、${letterDate(endsAt, 'ja')}にプランは終了します。`,
        '',
        button('カードを変える', myPlans(to)),
      ],
    ],
    en: [
      `Your membership fee could not be charged (${bought.brandName})`,
      [
        `Your card was refused for ${bought.item} (${formatYen(bought.total)}). A new card pays it at once; without one we will try again a few times.`,
        '',
        `Without a payment your plan ends on ${letterDate(endsAt, 'en')}.`,
        '',
        button('Change your card', myPlans(to)),
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
        button('加入中のプランを見る', myPlans(to)),
      ],
    ],
    en: [
      `Your membership goes on (${bought.brandName})`,
      [
        `The fee of ${bought.item} (${formatYen(bought.total)}) has been paid. Your plan goes on.`,
        '',
        button('See your plans', myPlans(to)),
      ],
    ],
  })

export const membershipEnded = (
  to: Reader,
  of: {
    brandName: string
    item: string
    reason: 'paymentFailed' | 'konbiniUnpaid'
    numberUntil: Instant
    planPath: string
  },
): Letter => {
  const page = pageFor(to, of.planPath)
  return letter(to, {
    ja: [
      `プランが終了しました（${of.brandName}）`,
      [
        of.reason === 'paymentFailed'
          ? `カードでのお支払いができなかったため、「${of.item}」は終了しました。`
          : `会費のお支払いが確認できなかったため、「${of.item}」は終了しました。`,
        '',
        `いつでもまた加入できます。${letterDay(of.numberUntil, 'ja')}までに戻ると、会員番号と継続月数を引き継げます。`,
        '',
        button('もう一度加入する', page),
      ],
    ],
    en: [
      `Your plan has ended (${of.brandName})`,
      [
        `${of.item} has ended because ${of.reason === 'paymentFailed' ? 'your card could not be charged' : 'no payment arrived'}.`,
        '',
        `You are welcome back at any time. Your number and your months return if you come back by ${letterDay(of.numberUntil, 'en')}.`,
        '',
        button('Join again', page),
      ],
    ],
  })
}

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
        `「${item}」の現在の期間は、${letterDate(paidUntil, 'ja')}に終わります。`,
        byCard
          ? `その日に、次の1年分の会費 ${amount}（税込）を登録のカードで自動的にお支払いいただきます。`
          : `続ける場合は、期間が終わる10日前にお送りするご案内から、次の1年分の会費 ${amount}（税込、コンビニ払いの手数料は別）をお支払いください。お支払いがなければ、プランは終了します。`,
        '',
        '続けない場合は、期間の終わりまでに解約の手続きをしてください。',
        button('加入中のプランを見る', myPlans(to)),
      ],
    ],
    en: [
      `Your yearly fee is due within ${days} days (${brandName})`,
      [
        `Your current period of ${item} ends on ${letterDate(paidUntil, 'en')}.`,
        byCard
          ? `On that day your card is charged ${amount} (tax included) for the next year.`
          : `To go on, please pay ${amount} (tax included, the store's fee apart) for the next year with the payment code that we send ten days before. Without a payment your plan ends.`,
        '',
        'If you do not want to go on, please cancel before then.',
        button('See your plans', myPlans(to)),
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
        `「${of.item}」は${letterDate(of.archivingAt, 'ja')}に終了します。以後の会費は請求されません。${rest.ja}`,
        ...message,
        '',
        button('加入中のプランを見る', myPlans(to)),
      ],
    ],
    en: [
      `${en} (${of.brandName})`,
      [
        `${of.item} ends on ${letterDate(of.archivingAt, 'en')}. You will not be charged again. ${rest.en}`,
        ...message,
        '',
        button('See your plans', myPlans(to)),
      ],
    ],
  })
}
