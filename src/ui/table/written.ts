import { useRouter } from 'next/router'
import { addTokyoMonths, day, type Instant, monthText, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'

/** The list's own, as few lists ask for amounts: what the shared words hold is loaded by every page. */
type AmountWords = { least: string; most: string; said: (least: string, most: string) => string; wrong: string }

/** A filter that is not a short list of choices. It is in the URL under its names, and a chip above the list. */
export type WrittenFilter = {
  label: string
  /** Only there: where there is room it stands beside the others. */
  isOnPhone?: boolean
} & (
  | { type: 'month'; name: string }
  | { type: 'number'; name: string; max: number; unit?: 'yen'; said: (n: number) => string }
  | { type: 'days'; from: string; to: string }
  | { type: 'amounts'; from: string; to: string; max: number; words: AmountWords }
  | { type: 'choices'; name: string; options: readonly { value: string; label: string }[] }
  | { type: 'choice'; name: string; any: string; options: readonly { value: string; label: string }[] }
)

/** Names of its query parameters. */
export const namesOf = (filter: WrittenFilter) => ('from' in filter ? [filter.from, filter.to] : [filter.name])

const monthForm = /^(20\d{2}|2100)-(0[1-9]|1[0-2])$/
/** `2026-11`, or nothing of what is no month. */
export const monthOf = (text: string): string | undefined => (monthForm.test(text) ? text : undefined)

export const numberOf = (text: string, max: number): number | undefined => {
  const n = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  return n !== undefined && n <= max ? n : undefined
}

/** Midnight in Tokyo at which a day begins; a day that does not exist is none. */
export const dayStart = (text: string): Instant | undefined => {
  const at = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00+09:00`) : Number.NaN
  return !Number.isNaN(at) && new Date(at + 9 * 3_600_000).toISOString().startsWith(text) ? at : undefined
}

/** Whole days, both named ones among them; each may be open. A span that ends before it begins is none. */
export const daysOf = (first: string, last: string): { from?: Instant; to?: Instant } => {
  const [from, end] = [dayStart(first), dayStart(last)]
  if (from !== undefined && end !== undefined && end < from) return {}
  return { ...(from !== undefined && { from }), ...(end !== undefined && { to: end + day }) }
}

/** Yen, both named ones among them; each may be open. The least that is more than the most is no span. */
export const amountsOf = (least: string, most: string, max: number): { from?: number; to?: number } => {
  const [from, to] = [numberOf(least, max), numberOf(most, max)]
  if (from !== undefined && to !== undefined && to < from) return {}
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

const useQueryValue = (name: string): string => {
  const value = useRouter().query[name]
  return typeof value === 'string' ? value : ''
}

/** Several of these, as the address names them: `paid,refunded`. What is none of them is not there. */
export const choicesOf = <Value extends string>(text: string, options: readonly Value[]): Value[] => {
  const named = text.split(',')
  return options.filter((one) => named.includes(one))
}
export const useChoicesValue = <Value extends string>(name: string, options: readonly Value[]) =>
  choicesOf(useQueryValue(name), options)

export const useMonthValue = (name: string) => monthOf(useQueryValue(name))
export const useNumberValue = (name: string, max: number) => numberOf(useQueryValue(name), max)
export const useDaysValue = (from: string, to: string) => daysOf(useQueryValue(from), useQueryValue(to))
export const useAmountsValue = (from: string, to: string, max: number) =>
  amountsOf(useQueryValue(from), useQueryValue(to), max)

const offered = 60
/** This month and those before it, newest first, and the one that is chosen, however old. */
export const monthsToChoose = (now: Instant, chosen: string | undefined): string[] => {
  const first = startOfTokyoMonth(tokyoMonth(now))
  const months = Array.from({ length: offered }, (_, n) => monthText(tokyoMonth(addTokyoMonths(first, -n))))
  return chosen === undefined || months.includes(chosen) ? months : [...months, chosen]
}
