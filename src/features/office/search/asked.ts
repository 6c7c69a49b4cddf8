import { addTokyoMonths, type BackNumberPeriod, day, type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import type { ContentType } from '#publishing/contents/content.ts'

/** What is asked of a month, or of one day of it: a kind of content, the events, the orders; null: all of them. */
type AskedKind = ContentType | 'event' | 'order' | null
/** `rest` is what the names have to contain. */
export type AskedMonth = { month: BackNumberPeriod; day?: number; type: AskedKind; rest: string }

/** From its first moment to the first one after it. */
export const periodAsked = ({ month, day: date }: AskedMonth): { from: Instant; to: Instant } => {
  const first = startOfTokyoMonth(month)
  if (date === undefined) return { from: first, to: addTokyoMonths(first, 1) }
  const from = first + (date - 1) * day
  return { from, to: from + day }
}

const english = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const longEnglish =
  /^(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?$/
const types: Record<string, NonNullable<AskedKind>> = {
  動画: 'video',
  ビデオ: 'video',
  video: 'video',
  videos: 'video',
  お知らせ: 'news',
  記事: 'news',
  news: 'news',
  配信: 'streaming',
  ライブ: 'streaming',
  stream: 'streaming',
  streams: 'streaming',
  live: 'streaming',
  イベント: 'event',
  公演: 'event',
  event: 'event',
  events: 'event',
  注文: 'order',
  order: 'order',
  orders: 'order',
}

/** Without a year the last such month, or the next one where that is this month or the one after. */
const nearest = (month: number, now: Instant): BackNumberPeriod => {
  const today = tokyoMonth(now)
  const ahead = (month - today.month + 12) % 12
  const isComing = ahead <= 1
  return { year: today.year + (isComing ? (month < today.month ? 1 : 0) : month > today.month ? -1 : 0), month }
}

const monthIn = (word: string, now: Instant): BackNumberPeriod | number | null => {
  const [, year, month] = /^(\d{4})(?:年|[-/.])(\d{1,2})月?$/.exec(word) ?? []
  if (year && month) return isMonth(Number(month)) ? { year: Number(year), month: Number(month) } : null
  const japanese = /^(\d{1,2})月$/.exec(word)?.[1]
  if (japanese) return isMonth(Number(japanese)) ? nearest(Number(japanese), now) : null
  if (longEnglish.test(word)) return nearest(english.indexOf(word.slice(0, 3)) + 1, now)
  const onlyYear = /^(\d{4})年?$/.exec(word)?.[1]
  return onlyYear ? Number(onlyYear) : null
}
const isMonth = (month: number) => month >= 1 && month <= 12

/** A day beside its month, in the three ways in which people write one. */
const days: readonly [RegExp, string, string][] = [
  [/(\d{1,2}月)\s*(\d{1,2})日の?/, '$1 ', '$2'],
  [/(\d{4}[-/.]\d{1,2})[-/.](\d{1,2})(?!\d)/, '$1 ', '$2'],
  [/\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?=[\s,]|$),?/, '$1 ', '$2'],
  [/\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]{3,9})\b/, '$2 ', '$1'],
]
const dayIn = (q: string): { text: string; day: number | null } => {
  for (const [pattern, rest, date] of days) {
    const found = pattern.exec(q)
    if (!found) continue
    const month = found[0].replace(pattern, rest).trim()
    const isEnglish = /^[a-z]+$/.test(month)
    if (isEnglish && !longEnglish.test(month)) continue
    return { text: q.replace(pattern, rest), day: Number(found[0].replace(pattern, date)) }
  }
  return { text: q, day: null }
}

/**
 * The month or the day that a search names, such as "video March", "動画 3月", "3月の注文", "2026-03-14" or "March 14";
 * null where it names none. A year may stand beside the month.
 */
export const monthAsked = (q: string, now: Instant): AskedMonth | null => {
  const { text, day: date } = dayIn(q.normalize('NFKC').toLowerCase())
  const words = text
    // "3月の動画", "3月動画" and "2026年 3月" are words of their own.
    .replace(/(\d{4})年\s*(\d{1,2})月/g, ' $1年$2月 ')
    .replace(/(^|[^年\d])(\d{1,2}月)の?/g, '$1 $2 ')
    .replace(/(\d月)\s*の/g, '$1 ')
    .split(/\s+/)
    .filter(Boolean)
  let month: BackNumberPeriod | null = null
  let year: number | null = null
  let type: AskedKind = null
  const rest: string[] = []
  for (const word of words) {
    const found = monthIn(word, now)
    if (found !== null && typeof found === 'object' && month === null) month = found
    else if (typeof found === 'number' && year === null) year = found
    else if (types[word] && type === null) type = types[word]
    else rest.push(word)
  }
  if (month === null) return null
  const asked = { month: year === null ? month : { ...month, year }, type, rest: rest.join(' ') }
  if (date === null) return asked
  // 31 February is no day.
  const lasts = (addTokyoMonths(startOfTokyoMonth(asked.month), 1) - startOfTokyoMonth(asked.month)) / day
  return date >= 1 && date <= lasts ? { ...asked, day: date } : null
}
