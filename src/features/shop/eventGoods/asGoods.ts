import type { GoodsSaid } from '../goods/contract'
import type { EventGoodsSaid } from './contract'
import { isSentBy } from './eventGoods'
import { saleOf } from './windows'

/** The fields shared with shop goods; those of the event are stored separately. */
export const goodsSaidOf = (said: EventGoodsSaid): GoodsSaid => {
  const { saleStartAt, saleEndAt } = saleOf(said.windows)
  const isOpen = said.windows.some(({ audience }) => audience !== 'plans')
  return {
    name: said.name,
    description: said.description,
    ...(said.english && { english: said.english }),
    price: said.price,
    salesType: said.salesType,
    saleStartDateTime: saleStartAt,
    saleEndDateTime: saleEndAt,
    audience: isOpen ? 'public' : 'plans',
    planIds: isOpen ? [] : [...new Set(said.windows.flatMap(({ planIds }) => planIds))],
    maxPerPerson: said.maxPerPerson,
    isReducedTax: said.isReducedTax ?? false,
    shippingFee: isSentBy(said.delivery) ? said.shippingFee : 0,
    shippingTimeText: isSentBy(said.delivery) ? said.shippingTimeText : said.pickUp.venueName,
    ...(said.delivery === 'digital' && { files: said.files ?? [] }),
    thumbnails: said.thumbnails,
    variations: said.variations,
  }
}

export const goodsTypeOf = ({ delivery }: EventGoodsSaid) =>
  delivery === 'digital' ? ('digitalGoods' as const) : ('physicalGoods' as const)
