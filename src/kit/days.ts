import { day, type Instant, tokyoOffset } from './time'

/* Days of the calendar in Tokyo, written `yyyy-mm-dd`. */

/** Midnight in Tokyo at the start of `yyyy-mm-dd`. */
export const startOfDay = (text: string): Instant => Date.parse(`${text}T00:00:00Z`) - tokyoOffset

/** The Tokyo day of `at`, as `yyyy-mm-dd`. */
export const dayTextOf = (at: Instant): string => new Date(at + tokyoOffset).toISOString().slice(0, 10)

/** All days from `from` to `to`, inclusive. */
export const daysBetween = (from: string, to: string): string[] => {
  const all: string[] = []
  for (let at = startOfDay(from); at <= startOfDay(to); at += day) all.push(dayTextOf(at))
  return all
}

export const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]
/** First day of the step that contains `text`: the day itself, the week's Monday or the first of the month. */
export const stepOf = (text: string, step: Step): string => {
  if (step === 'day') return text
  if (step === 'month') return `${text.slice(0, 7)}-01`
  const weekday = (new Date(`${text}T00:00:00Z`).getUTCDay() + 6) % 7
  return dayTextOf(startOfDay(text) - weekday * day)
}

/** Last day of the step that starts on `first`. */
export const lastOfStep = (first: string, step: Step): string => {
  if (step === 'day') return first
  if (step === 'week') return dayTextOf(startOfDay(first) + 6 * day)
  const [year = 0, month = 1] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
