import { everything, paginationOf } from '../../kit/pagination'
import type { Handlers } from '../../server/context'
import type { sales as contract } from './contract'
import { countSales, salesByDay, salesOf, topItems } from './queries.server'
import { pointsOf, totalsOf } from './sales'

export const salesHandlers: Handlers<typeof contract> = {
  async getSales({ db, brand }, { pagination: page = everything, ...filter }) {
    const [rows, count] = await Promise.all([salesOf(db, brand, filter, page), countSales(db, brand, filter)])
    return {
      sales: rows.map((row) => ({ ...row, paidAt: row.paidAt ?? 0 })),
      pagination: paginationOf(count, page),
    }
  },

  async getSalesSummary({ db, brand }, { groupBy, ...filter }) {
    const { from, to } = filter
    const [rows, top, items] = await Promise.all([
      salesByDay(db, brand, filter),
      topItems(db, brand, filter, 8),
      topItems(db, brand, { from, to }, 50),
    ])
    return {
      ...totalsOf(rows),
      points: pointsOf(rows, { from, to }, groupBy),
      top,
      items: items.map(({ kind, itemId, name }) => ({ kind, itemId, name })),
    }
  },
}
