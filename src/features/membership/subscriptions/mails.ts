import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
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
