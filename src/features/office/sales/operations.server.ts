import { beginExport } from '#club/exports/work.server.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Handlers } from '#server/context.ts'
import type { Db } from '#server/proven.ts'
import type { sales as contract } from './contract'
import type { SalesExport } from './export.server'
import { countSales, isOfThings, salesByDay, salesOf, topEvents, topItems } from './queries.server'
import { isNarrowed, pointsOf, totalsOf } from './sales'

export const salesHandlers: Handlers<typeof contract> = {
  async getSales({ db, inOwnPlans, brand, member }, { pagination: page = everything, ...filter }) {
    const look = (seen: Db) => Promise.all([salesOf(seen, brand, filter, page), countSales(seen, brand, filter)])
    const [rows, count] = await (isNarrowed(filter) ? inOwnPlans(look) : look(db))
    return {
      sales: rows.map(({ brandId, hasWaitingBack: _, ...row }) => ({
        ...row,
        orderBrandId: member.brandIds === null || member.brandIds.includes(brandId) ? brandId : null,
      })),
      pagination: paginationOf(count, page),
    }
  },

  async getSalesSummary({ db, inOwnPlans, brand }, { groupBy, ...filter }) {
    const { from, to } = filter
    const isPart = isOfThings(filter)
    const [rows, top, items, events, soldEvents, count] = await Promise.all([
      salesByDay(db, brand, filter),
      topItems(db, brand, filter, 8),
      topItems(db, brand, { from, to }, 50),
      topEvents(db, brand, filter, 8),
      topEvents(db, brand, { from, to }, 50),
      isPart ? inOwnPlans((seen) => countSales(seen, brand, filter)) : null,
    ])
    const totals = totalsOf(rows)
    return {
      ...totals,
      ...(isPart && { orders: count ?? 0, refunds: null, net: null }),
      points: pointsOf(rows, { from, to }, groupBy),
      top,
      items: items.map(({ kind, itemId, name }) => ({ kind, itemId, name })),
      events,
      soldEvents: soldEvents.map(({ eventId, title }) => ({ eventId, title })),
    }
  },

  async exportSales(context, { encoding, tenantId: _, brandId: __, ...filter }) {
    const params: SalesExport = { filter }
    return beginExport(context, { type: 'sales', encoding, params, isPrivate: false })
  },
}
