import { type BackNumberPeriod, type Instant, tokyoMonth } from '#kit/time.ts'
import type { ContentType } from '#publishing/contents/content.ts'

/** What a search for contents of a month asks for; `rest` is what their names have to contain. */
export type AskedMonth = { month: BackNumberPeriod; type: ContentType | null; rest: string }

const english = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const longEnglish =
  /^(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?$/
const types: Record<string, ContentType> = {
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

/**
 * The month that a search names, such as "video March", "動画 3月", "3月の動画" or "2026-03"; null where it names none. A
 * year may stand beside the month.
 */
export const monthAsked = (q: string, now: Instant): AskedMonth | null => {
  const words = q
    .normalize('NFKC')
    .toLowerCase()
    // "3月の動画", "3月動画" and "2026年 3月" are words of their own.
    .replace(/(\d{4})年\s*(\d{1,2})月/g, ' $1年$2月 ')
    .replace(/(^|[^年\d])(\d{1,2}月)の?/g, '$1 $2 ')
    .replace(/(\d月)\s*の/g, '$1 ')
    .split(/\s+/)
    .filter(Boolean)
  let month: BackNumberPeriod | null = null
  let year: number | null = null
  let type: ContentType | null = null
  const rest: string[] = []
  for (const word of words) {
    const found = monthIn(word, now)
    if (found !== null && typeof found === 'object' && month === null) month = found
    else if (typeof found === 'number' && year === null) year = found
    else if (types[word] && type === null) type = types[word]
    else rest.push(word)
  }
  if (month === null) return null
  return { month: year === null ? month : { ...month, year }, type, rest: rest.join(' ') }
}
