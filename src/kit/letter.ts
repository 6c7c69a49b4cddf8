import type { Instant } from './time'

/** A mail's subject and text, in the recipient's language. */
export type Letter = { subject: string; text: string }
export type Reader = { origin: string; locale: 'ja' | 'en' }
type Version = [subject: string, lines: string[]]

export const letter = ({ locale }: Reader, versions: { ja: Version; en: Version }): Letter => {
  const [subject, lines] = versions[locale]
  return { subject, text: `${lines.join('\n')}\n\n— ${locale === 'en' ? 'Tsudoi' : '集い'}\n` }
}

/** URL of our page for the reader: English pages are under /en. */
export const pageFor = ({ origin, locale }: Reader, path: string) => `${origin}${locale === 'en' ? '/en' : ''}${path}`

/** A day as a mail writes it, in Tokyo's time. */
export const letterDay = (at: Instant, locale: 'ja' | 'en') =>
  new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', { timeZone: 'Asia/Tokyo', dateStyle: 'long' }).format(at)

/** A moment as a mail writes it, in Tokyo's time. */
export const letterDate = (at: Instant, locale: 'ja' | 'en') =>
  new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at) + (locale === 'ja' ? '（日本時間）' : ' (JST)')
