import { z } from 'zod'
import type { BackNumberPeriod, Instant } from './time'

/**
 * A part of a mail: a paragraph (a text; '' only sets the parts around it apart in the plain version), a fact with its label, a
 * line of a list with its amount, a link, or the one link that the mail is about.
 */
export const letterPart = z.union([
  z.string(),
  z.object({ kind: z.literal('fact'), label: z.string(), value: z.string() }),
  z.object({ kind: z.literal('item'), name: z.string(), amount: z.string() }),
  z.object({ kind: z.literal('link'), label: z.string(), url: z.string().regex(/^https?:\/\//) }),
  z.object({ kind: z.literal('button'), label: z.string(), url: z.string().regex(/^https?:\/\//) }),
])
export type Part = z.infer<typeof letterPart>

export const fact = (label: string, value: string): Part => ({ kind: 'fact', label, value })
export const item = (name: string, amount = ''): Part => ({ kind: 'item', name, amount })
export const link = (label: string, url: string): Part => ({ kind: 'link', label, url })
/** At most one in a mail. */
export const button = (label: string, url: string): Part => ({ kind: 'button', label, url })

/** A mail's subject, its parts, and the same as plain text, in the recipient's language. */
export type Letter = { subject: string; parts: Part[]; text: string }
/** `name`: how the mail greets, where the reader is known by a name. */
export type Reader = { origin: string; locale: 'ja' | 'en'; name?: string }
/** The brand in whose name a mail is sent. */
export type Sender = { name: string; accentColor: string }
export const senderOf = ({ name, accentColor }: Sender): Sender => ({ name, accentColor })

type Version = [subject: string, parts: Part[]]

const plain = (part: Part): string => {
  if (typeof part === 'string') return part
  switch (part.kind) {
    case 'fact':
      return `${part.label}: ${part.value}`
    case 'item':
      return part.amount === '' ? `- ${part.name}` : `- ${part.name}: ${part.amount}`
    default:
      return `${part.label}: ${part.url}`
  }
}

/**
 * The reader's name as a greeting. An address may belong to somebody else than the account: a name that could carry a message of
 * its own (an address, a sentence) is not repeated.
 */
const greetingOf = ({ locale, name = '' }: Reader): Part[] => {
  if (!/^[\p{L}\p{M}\p{N} ・'-]{1,30}$/u.test(name)) return []
  return [locale === 'ja' ? `${name} さん` : `Hello ${name},`, '']
}

export const letter = (to: Reader, versions: { ja: Version; en: Version }): Letter => {
  const [subject, body] = versions[to.locale]
  const parts = [...greetingOf(to), ...body]
  return { subject, parts, text: `${parts.map(plain).join('\n')}\n\n— ${to.locale === 'en' ? 'Tsudoi' : '集い'}\n` }
}

/** URL of our page for the reader: English pages are under /en. */
export const pageFor = ({ origin, locale }: Reader, path: string) => `${origin}${locale === 'en' ? '/en' : ''}${path}`

/** A day as a mail writes it, in Tokyo's time. */
export const letterDay = (at: Instant, locale: 'ja' | 'en') =>
  new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', { timeZone: 'Asia/Tokyo', dateStyle: 'long' }).format(at)

/** A month as a mail writes it. */
export const letterMonth = ({ year, month }: BackNumberPeriod, locale: 'ja' | 'en') =>
  new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
  }).format(Date.UTC(year, month - 1))

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
