import { day, type Instant } from '../../kit/time'

const tokyoOffset = 9 * 3_600_000

/** Midnight in Tokyo at the beginning of `yyyy-mm-dd`. */
export const startOfDay = (text: string): Instant => Date.parse(`${text}T00:00:00Z`) - tokyoOffset

/** The day of Tokyo that holds `at`, as `yyyy-mm-dd`. */
export const dayTextOf = (at: Instant): string => new Date(at + tokyoOffset).toISOString().slice(0, 10)

/** Days from the one to the other, both among them. */
export const daysBetween = (from: string, to: string): string[] => {
  const all: string[] = []
  for (let at = startOfDay(from); at <= startOfDay(to); at += day) all.push(dayTextOf(at))
  return all
}

/** Why there are no figures of a day to keep: it is not over, or the brand was not there yet. */
export const whyNotCounted = (text: string, openedAt: Instant, now: Instant): 'dayNotOver' | 'beforeBrand' | null => {
  if (text >= dayTextOf(now)) return 'dayNotOver'
  return text < dayTextOf(openedAt) ? 'beforeBrand' : null
}

export const longestDays = 400

export const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]
/** The day that names the step which `text` is in: itself, the week's Monday, the month's first. */
export const stepOf = (text: string, step: Step): string => {
  if (step === 'day') return text
  if (step === 'month') return `${text.slice(0, 7)}-01`
  const weekday = (new Date(`${text}T00:00:00Z`).getUTCDay() + 6) % 7
  return dayTextOf(startOfDay(text) - weekday * day)
}

/** The last day of the step that begins on this day. */
export const lastOfStep = (first: string, step: Step): string => {
  if (step === 'day') return first
  if (step === 'week') return dayTextOf(startOfDay(first) + 6 * day)
  const [year = 0, month = 1] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
