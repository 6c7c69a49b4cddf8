import { dayTextOf, lastOfStep } from '#kit/days.ts'
import { addTokyoMonths, day, endOfTokyoDay, type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import type { SaleKind } from '#money/ledger/ledger.ts'
import { orderKinds } from '#money/orders/order.ts'
import { longestSpan, salesGroups } from './contract'

type Group = (typeof salesGroups)[number]

export const periods = ['today', 'week', 'month', 'thisMonth', 'lastMonth', 'quarter', 'year'] as const
type Period = (typeof periods)[number]
export const methods = ['card', 'konbini'] as const
const usualGroup: Record<Period | 'days', Group> = {
  today: 'day',
  week: 'day',
  month: 'day',
  thisMonth: 'day',
  lastMonth: 'day',
  quarter: 'week',
  year: 'month',
  days: 'day',
}

/** Whole days in Tokyo, so that list, sums and chart cover the same time. */
const spanOf = (period: Period, now: Instant) => {
  const end = endOfTokyoDay(now) + 1000
  const month = startOfTokyoMonth(tokyoMonth(now))
  const days = { today: 1, week: 7, month: 30, quarter: 90, year: 365 }
  if (period === 'thisMonth') return { from: month, to: end }
  if (period === 'lastMonth') return { from: addTokyoMonths(month, -1), to: month }
  return { from: end - days[period] * day, to: end }
}

/** The days from the URL, both inclusive. */
const daysOf = (from: string, to: string) => {
  const at = (text: string) => (/^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00+09:00`) : Number.NaN)
  const [first, last] = [at(from), at(to)]
  return first <= last && last - first < longestSpan - day ? { from: first, to: last + day } : null
}

const isId = (text: string) => /^[\w-]{1,64}$/.test(text)

export const salesQueries = ['period', 'from', 'to', 'group', 'kind', 'method', 'item', 'eventId', 'refunded'] as const
export type SalesQuery = Record<(typeof salesQueries)[number], string>

/** The requests for a URL: `filter` for the sums, with `listed` for the rows. */
export const askedOf = (query: SalesQuery, now: Instant) => {
  const { item, eventId } = query
  const days = daysOf(query.from, query.to)
  const chosen = periods.find((one) => one === query.period) ?? 'month'
  const kind = orderKinds.find((one) => one === query.kind)
  const method = methods.find((one) => one === query.method)
  const period = days ? ('days' as const) : chosen
  return {
    days,
    period,
    group: salesGroups.find((one) => one === query.group) ?? usualGroup[period],
    filter: {
      ...(days ?? spanOf(chosen, now)),
      ...(kind && { kind }),
      ...(method && { method }),
      ...(isId(item) && (item.startsWith('goods') ? { goodsId: item } : { planId: item })),
      ...(isId(eventId) && { eventId }),
    },
    listed: query.refunded === 'only' ? { isRefunded: true } : {},
  }
}

// --- Back to the address ------------------------------------------------------------------------------------------------

/** Changes of the URL that show exactly the rows of a figure; all other filters stay. */
type Changes = Record<string, string | null>
/** Anchor of the rows on the page. */
export const rowsAnchor = 'rows'
const sold: Changes = { refunded: null, page: null }
const back: Changes = { refunded: 'only', page: null }

/** Days of a chart point, limited to the shown span; always by day, whatever the grouping. */
const ofPoint = (first: string, group: Group, span: { from: Instant; to: Instant }): Changes => {
  const [shownFrom, shownTo] = [dayTextOf(span.from), dayTextOf(span.to - 1)]
  const last = lastOfStep(first, group)
  return {
    from: first < shownFrom ? shownFrom : first,
    to: last > shownTo ? shownTo : last,
    period: null,
    group: null,
  }
}

type Point = { day: string; group: Group; span: { from: Instant; to: Instant } }
export const rowsOf = {
  gross: (): Changes => sold,
  refunds: (): Changes => back,
  pointGross: ({ day: first, group, span }: Point, kind: SaleKind): Changes => ({
    ...sold,
    ...ofPoint(first, group, span),
    kind,
  }),
  pointRefunds: ({ day: first, group, span }: Point): Changes => ({ ...back, ...ofPoint(first, group, span) }),
  item: (kind: SaleKind, itemId: string): Changes => ({ ...sold, kind, item: itemId }),
  event: (eventId: string): Changes => ({ ...sold, eventId }),
}
