import { expect, test } from 'vitest'
import { daysOf, isUp, type Priced, planChange } from '#membership/subscriptions/planChange.ts'

/* What a change of the plan costs (rule: membership.change). The sums are reckoned by hand, as the last column says. */

const tokyo = (text: string) => Date.parse(`${text}+09:00`)
const month = (price: number): Priced => ({ price, interval: 'month' })
const year = (price: number): Priced => ({ price, interval: 'year' })

/** Terms by name: 30 days, 31 days, February, a year and a leap year. */
const terms = {
  november: ['2026-11-01T10:00', '2026-12-01T10:00'],
  december: ['2026-12-10T23:30', '2027-01-10T23:30'],
  february: ['2027-02-01T00:00', '2027-03-01T00:00'],
  year: ['2026-11-01T10:00', '2027-11-01T10:00'],
  leap: ['2027-03-01T00:00', '2028-03-01T00:00'],
} as const

type Row = [from: Priced, to: Priced, term: keyof typeof terms, now: string, method: 'card' | 'konbini', is: string]
const changes: Row[] = [
  // Up within an interval: the difference for the days that are left.
  [month(1000), month(1600), 'november', '2026-11-01T10:05', 'card', '600'], // 600 x 30 / 30
  [month(1000), month(1600), 'november', '2026-11-16T09:00', 'card', '300'], // 600 x 15 / 30
  [month(1000), month(1600), 'november', '2026-11-30T23:59', 'card', 'free'], // 600 x 1 / 30 = 20, under 50
  [month(1000), month(2500), 'november', '2026-11-30T23:59', 'card', '50'], // 1,500 x 1 / 30 = 50: the least that is charged
  [month(1000), month(2480), 'november', '2026-11-30T23:59', 'card', 'free'], // 1,480 x 1 / 30 = 49.3
  [month(1000), month(1600), 'december', '2026-12-11T00:10', 'card', '580'], // 600 x 30 / 31 = 580.6; the first day is over
  [month(500), month(1500), 'february', '2027-02-10T12:00', 'card', '678'], // 1,000 x 19 / 28 = 678.5
  [month(1000), month(1600), 'november', '2026-11-25T12:00', 'konbini', '120'], // 600 x 6 / 30: the least of a store
  [month(1000), month(1590), 'november', '2026-11-25T12:00', 'konbini', 'free'], // 590 x 6 / 30 = 118, under 120
  [year(12000), year(18000), 'year', '2027-05-01T08:00', 'card', '3024'], // 6,000 x 184 / 365 = 3,024.6
  [year(12000), year(18000), 'leap', '2028-02-29T23:00', 'card', 'free'], // 6,000 x 1 / 366 = 16.3
  // On the day on which it ends that day is left.
  [month(1000), month(4000), 'november', '2026-12-01T08:00', 'card', '100'], // 3,000 x 1 / 30
  // Up to another interval: a whole term, less the rest of the old one.
  [month(1000), year(14400), 'november', '2026-11-16T09:00', 'card', '13900'], // 14,400 - 1,000 x 15 / 30
  [month(1000), year(14400), 'november', '2026-11-18T09:00', 'konbini', '13967'], // 14,400 - 433 (1,000 x 13 / 30 = 433.3)
  [year(12000), month(1500), 'year', '2027-10-15T12:00', 'card', '942'], // 1,500 - 558 (12,000 x 17 / 365 = 558.9)
  // Where the rest reaches the new price, the change waits: 12,000 x 46 / 365 = 1,512 >= 1,500.
  [year(12000), month(1500), 'year', '2027-09-16T12:00', 'card', 'at the end'],
  // 12,000 x 45 / 365 = 1,479: 21 yen are left to pay, which no card is charged for.
  [year(12000), month(1500), 'year', '2027-09-17T12:00', 'card', 'free'],
  // Not dearer per month: at the term's end.
  [month(1600), month(1000), 'november', '2026-11-16T09:00', 'card', 'at the end'],
  [month(1000), month(1000), 'november', '2026-11-16T09:00', 'konbini', 'at the end'],
  [month(1000), year(12000), 'november', '2026-11-16T09:00', 'card', 'at the end'], // 1,000 a month is 12,000 a year
  [year(12000), month(999), 'year', '2027-10-15T12:00', 'card', 'at the end'],
]

test.each(changes)('a change from %o to %o in the term %s on %s by %s costs: %s', (from, to, named, at, method, is) => {
  const [begins, ends] = terms[named]
  const change = planChange(from, to, { term: { from: tokyo(begins), to: tokyo(ends) }, method, now: tokyo(at) })
  expect(change.when === 'atEnd' ? 'at the end' : change.sum === 0 ? 'free' : String(change.sum)).toBe(is)
})

test('the new term ends with the old one, or is a whole one where the interval changes; what waits begins with the next', () => {
  const term = { from: tokyo('2026-11-01T10:00'), to: tokyo('2026-12-01T10:00') }
  const of = { term, method: 'card', now: tokyo('2026-11-16T09:00') } as const
  expect(planChange(month(1000), month(1600), of)).toMatchObject({ until: term.to })
  expect(planChange(month(1000), year(14400), of)).toMatchObject({ until: tokyo('2027-11-16T09:00') })
  expect(planChange(month(1600), month(1000), of)).toEqual({ when: 'atEnd', at: term.to })
})

test('days are those of Tokyo: a minute after midnight one is gone, and the last one stays until the end', () => {
  const term = { from: tokyo('2026-11-01T10:00'), to: tokyo('2026-12-01T10:00') }
  const left = (at: string) => daysOf(term, tokyo(at))
  expect(left('2026-11-01T23:59')).toEqual({ all: 30, left: 30 })
  expect(left('2026-11-02T00:00')).toEqual({ all: 30, left: 29 })
  expect(left('2026-12-01T09:59')).toEqual({ all: 30, left: 1 })
})

test('dearer is dearer per month, to the yen', () => {
  expect(isUp(month(1000), year(12000))).toBe(false)
  expect(isUp(month(1000), year(12001))).toBe(true)
  expect(isUp(year(12001), month(1000))).toBe(false)
  expect(isUp(year(11999), month(1000))).toBe(true)
})

test('across intervals a change never costs more than the new plan, nor less than nothing', () => {
  for (let n = 0; n < 365; n++) {
    const term = { from: tokyo('2026-11-01T10:00'), to: tokyo('2027-11-01T10:00') }
    const change = planChange(year(12000), month(1500), { term, method: 'card', now: term.from + n * 86_400_000 })
    if (change.when === 'now') expect(change.sum >= 0 && change.sum <= 1500).toBe(true)
  }
})
