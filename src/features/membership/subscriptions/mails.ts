import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
import { formatYen, type Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'

const date = (at: Instant, locale: 'ja' | 'en') =>
  new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at) + (locale === 'ja' ? '（日本時間）' : ' (JST)')

/** A fan has left; `until`: end of the paid access, null if it ended at once. */
export const membershipCanceled = (
  to: Reader,
  { brandName, item, until }: { brandName: string; item: string; until: Instant | null },
): Letter => {
  const page = pageFor(to, '/fc/me/plans')
  return letter(to, {
    ja: [
      `解約を受け付けました（${brandName}）`,
      [
        `「${item}」の解約を受け付けました。今後、会費は請求されません。`,
        '',
        until === null
          ? 'プランは終了しました。いつでもまた加入できます。'
          : `${date(until, 'ja')}までは、これまでどおりご利用いただけます。それまでは、下のページで解約を取り消せます。`,
        '',
        button('加入中のプランを見る', page),
      ],
    ],
    en: [
      `Your membership is cancelled (${brandName})`,
      [
        `You have cancelled ${item}. You will not be charged again.`,
        '',
        until === null
          ? 'The plan has ended. You are welcome back at any time.'
          : `Everything stays open until ${date(until, 'en')}. Until then you can take the cancellation back here:`,
        '',
        button('See your plans', page),
      ],
    ],
  })
}

/** A plan whose end was announced goes on; `next`: when it is charged again, null where nothing is charged by itself. */
export const archiveCalledOff = (
  to: Reader,
  { brandName, item, next }: { brandName: string; item: string; next: { at: Instant; price: Yen } | null },
): Letter => {
  const page = pageFor(to, '/fc/me/plans')
  return letter(to, {
    ja: [
      `プランは終了せず、続きます（${brandName}）`,
      [
        `「${item}」は終了しないことになりました。これまでどおりご利用いただけます。`,
        next === null
          ? '次の会費のお支払いは、その前にメールでご案内します。'
          : `会費のお支払いも続きます。次回は${date(next.at, 'ja')}に${formatYen(next.price)}です。`,
        'お続けにならない場合は、下のページで解約できます。',
        '',
        button('加入中のプランを見る', page),
      ],
    ],
    en: [
      `Your plan goes on (${brandName})`,
      [
        `${item} does not end after all. Everything stays open as before.`,
        next === null
          ? 'You will be told by e-mail before the next fee is due.'
          : `You will be charged again: ${formatYen(next.price)} on ${date(next.at, 'en')}.`,
        'If you do not want to go on, you can cancel here:',
        '',
        button('See your plans', page),
      ],
    ],
  })
}
