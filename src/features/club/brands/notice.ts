import { dayText, type Instant } from '#kit/time.ts'

type Facts = { closesAt: Instant | null; isSuspended: boolean }

/**
 * Why nobody can join or buy anything new of a brand, for its pages and its carts; empty while it sells. Said by the server, so that the
 * pages of all other brands carry none of these words.
 */
export const noticeOf = ({ closesAt, isSuspended }: Facts, locale: 'ja' | 'en'): string => {
  if (closesAt !== null)
    return {
      ja: `新しい入会と販売は終了しました。お支払い済みの期間のコンテンツは、その終わりまでご覧いただけます。最長で${dayText(closesAt, 'ja')}までです。`,
      en: `No new members are taken and nothing is sold any more. What has been paid for stays open until its end, ${dayText(closesAt, 'en')} at the latest.`,
    }[locale]
  if (!isSuspended) return ''
  return {
    ja: 'ただいま、新しい入会と販売をお休みしています。会員の方は、これまでどおりご利用いただけます。ご注文いただいた商品も、お届けします。',
    en: 'No new members are taken and nothing is sold at the moment. For members everything stays as it is, and what has been ordered is still sent.',
  }[locale]
}
