import { day, type Instant } from '#kit/time.ts'
import { dayOf, type SaleKind } from '#money/ledger/ledger.ts'
import type { salesGroups } from './contract'

type Group = (typeof salesGroups)[number]
type Amounts = Record<SaleKind, number>
export type SalesRow = { day: string; kind: SaleKind; gross: number; refunds: number }
export type Point = { day: string; gross: Amounts; refunds: number }

/** Whether more is asked than a span: there may be much or little of it (`inOwnPlans`). */
export const isNarrowed = ({ from: _, to: __, ...asked }: { from: Instant; to: Instant }): boolean =>
  Object.values(asked).some((one) => one !== undefined)

const none = (): Amounts => ({ plan: 0, backNumber: 0, goods: 0, eventGoods: 0 })
/** Noon (UTC) of a date, in milliseconds: far from midnight, so that adding days gives the right date. */
const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`)
const text = (at: number) => new Date(at).toISOString().slice(0, 10)

/** First day of the chart point that contains a date: the date itself, its week's Monday, or the first of its month. */
export const pointOf = (date: string, group: Group): string => {
  if (group === 'day') return date
  if (group === 'month') return `${date.slice(0, 7)}-01`
  const at = noon(date)
  return text(at - ((new Date(at).getUTCDay() + 6) % 7) * day)
}

const next = (point: string, group: Group): string => {
  if (group === 'day') return text(noon(point) + day)
  if (group === 'week') return text(noon(point) + 7 * day)
  const [year = 0, month = 1] = point.split('-').map(Number)
  return text(Date.UTC(year, month, 1, 12))
}

/** Sums by chart point, with zeros for points without sales. */
export const pointsOf = (
  rows: readonly SalesRow[],
  { from, to }: { from: Instant; to: Instant },
  group: Group,
): Point[] => {
  const points = new Map<string, Point>()
  const last = pointOf(dayOf(to - 1), group)
  for (let at = pointOf(dayOf(from), group); at <= last; at = next(at, group))
    points.set(at, { day: at, gross: none(), refunds: 0 })
  for (const row of rows) {
    const point = points.get(pointOf(row.day, group))
    if (!point) continue
    point.gross[row.kind] += row.gross
    point.refunds += row.refunds
  }
  return [...points.values()]
}

export const totalsOf = (rows: readonly (SalesRow & { orders: number })[]) => {
  const byKind = none()
  let [gross, refunds, orders] = [0, 0, 0]
  for (const row of rows) {
    byKind[row.kind] += row.gross
    gross += row.gross
    refunds += row.refunds
    orders += row.orders
  }
  return { byKind, gross, refunds, orders, net: gross - refunds }
}
