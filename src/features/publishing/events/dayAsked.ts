import { day, type Instant, tokyoOffset } from '#kit/time.ts'

const hour = 3_600_000

/** At what hour something stands first that is made from a day of the calendar (Tokyo time). */
const firstHour = 18

/** A day of the calendar in an address: 2026-11-28. */
export const dayKey = (startOfDay: Instant): string => new Date(startOfDay + tokyoOffset).toISOString().slice(0, 10)

/**
 * The moment that a new content or event of this day begins with: its evening, or of today the next full hour that
 * is at least an hour away. Null for text that is no day, and for a day that leaves no such moment.
 */
export const momentOfDay = (key: string, now: Instant): Instant | null => {
  const start = /^\d{4}-\d\d-\d\d$/.test(key) ? Date.parse(`${key}T00:00:00+09:00`) : Number.NaN
  if (Number.isNaN(start)) return null
  const evening = start + firstHour * hour
  const next = Math.ceil((now + hour) / hour) * hour
  const moment = Math.max(evening, next)
  return moment < start + day ? moment : null
}
