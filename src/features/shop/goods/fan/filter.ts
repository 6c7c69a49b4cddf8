import type { PublicGoods } from '../contract'

export type FirstGoods = { list: PublicGoods[]; count: number }

/** Number of goods on the page, and per press on "more". */
export const goodsPerPage = 24
/** The maximum per request. */
export const mostShown = 96
/** Number of goods whose sale has ended that stand below the others. */
export const endedBelow = 8

export const methods = ['all', 'physical', 'digital'] as const
export const orders = ['newest', 'price', '-price'] as const

/** What of the goods the address of their page shows. */
export type GoodsFilter = {
  method: (typeof methods)[number]
  only: boolean
  q: string
  /** Only goods of this event; empty: of all and none. */
  event: string
  order: (typeof orders)[number]
  /** Only goods whose sale has ended; otherwise these stand below the others. */
  ended: boolean
  pieces: number
  from: number
}

export const filterIn = (query: URLSearchParams | null): GoodsFilter => {
  const pieces = Math.trunc(Number(query?.get('pieces') ?? goodsPerPage)) || goodsPerPage
  return {
    method: methods.find((one) => one === query?.get('method')) ?? 'all',
    only: query?.get('buyable') === 'true',
    q: (query?.get('q') ?? '').trim().slice(0, 100),
    event: query?.get('event') ?? '',
    order: orders.find((one) => one === query?.get('sort')) ?? 'newest',
    ended: query?.get('ended') === 'true',
    pieces: Math.max(goodsPerPage, Math.min(mostShown, pieces)),
    from: Math.max(0, Math.trunc(Number(query?.get('from'))) || 0),
  }
}

export const queryOf = ({ method, only, q, event, order, ended, pieces, from }: GoodsFilter) => ({
  ...(method !== 'all' && { method }),
  ...(only && { buyable: true }),
  ...(q !== '' && { q }),
  ...(event !== '' && { event }),
  ...(order !== 'newest' && { sort: order }),
  ...(ended && { ended }),
  ...(pieces > goodsPerPage && { pieces }),
  ...(from > 0 && { from }),
})
