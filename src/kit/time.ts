import { z } from 'zod'

/** Epoch milliseconds, the only format of times in requests and responses. */
export const instant = z.int().min(1).max(253_402_268_399_999) // the last moment of the year 9999 in Tokyo
export type Instant = z.infer<typeof instant>

export const day = 86_400_000
// Japan has had no daylight saving time since 1951, so a fixed offset is exact for every date of ours.
export const tokyoOffset = 9 * 3_600_000

/** 23:59:59.000 in Tokyo on the day of `at`. */
export const endOfTokyoDay = (at: Instant): Instant =>
  Math.floor((at + tokyoOffset) / day) * day + day - 1000 - tokyoOffset

/** From its first to its last moment: the day after that of `at`, in Tokyo. */
export const tokyoTomorrow = (at: Instant): { from: Instant; to: Instant } => {
  const from = endOfTokyoDay(at) + 1000
  return { from, to: from + day }
}

export const backNumberPeriod = z.object({ year: z.int().min(1).max(9999), month: z.int().min(1).max(12) })
export type BackNumberPeriod = z.infer<typeof backNumberPeriod>

/** The month of `at` in Tokyo. */
export const tokyoMonth = (at: Instant): BackNumberPeriod => {
  const date = new Date(at + tokyoOffset)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
}

/** Midnight in Tokyo on the first of the month. */
export const startOfTokyoMonth = ({ year, month }: BackNumberPeriod): Instant =>
  Date.UTC(year, month - 1, 1) - tokyoOffset

/** The same wall-clock time `months` later in Tokyo; the last day of the month if that month is too short. */
export const addTokyoMonths = (at: Instant, months: number): Instant => {
  const date = new Date(at + tokyoOffset)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const time = (at + tokyoOffset) % day
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) + time - tokyoOffset
}

const dayForms = { ja: 'ja-JP', en: 'en-GB' } as const
/** A date in Tokyo with its weekday, for mails. */
export const dayText = (at: Instant, locale: 'ja' | 'en') =>
  new Intl.DateTimeFormat(dayForms[locale], {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
  }).format(at)

/** `yyyy-mm`, the format of months in tables and URLs. */
export const monthText = ({ year, month }: BackNumberPeriod): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
