import { lineName } from '#money/orders/order.ts'
import type { OrderDetail } from './contract'

type Bought = Pick<OrderDetail, 'orderedGoods' | 'pickUp' | 'shippingAddress'>

/** What comes next for who has paid for goods: the code at the venue, the parcel, or the file. */
export const nextOfOrder = ({ pickUp, shippingAddress }: Bought): 'pickUp' | 'sent' | 'download' =>
  pickUp?.state === 'ready' ? 'pickUp' : shippingAddress ? 'sent' : 'download'

/** What was bought in a few words, how it comes to its buyer, when and where, as far as that is known. */
export const boughtIn = ({ orderedGoods, pickUp, shippingAddress }: Bought) => {
  const [first] = orderedGoods
  const venues = pickUp?.venues ?? []
  const isVenue = new Set(venues.map(({ venueName }) => venueName))
  // Of what is picked up the text is its venue.
  const times = orderedGoods.flatMap(({ deliveryInfo }) =>
    deliveryInfo.type === 'physical' && deliveryInfo.deliveryTimeText && !isVenue.has(deliveryInfo.deliveryTimeText)
      ? [deliveryInfo.deliveryTimeText]
      : [],
  )
  return {
    thumbnail: first?.thumbnail ?? '',
    name: first ? lineName({ name: first.name, variationName: first.variation.variationName }) : '',
    quantity: first?.quantity ?? 0,
    /** Lines beyond the first. */
    others: Math.max(0, orderedGoods.length - 1),
    sent: shippingAddress && { times: [...new Set(times)], address: shippingAddress.address },
    venues: venues.map(({ venueName, windows }) => ({ venueName, windows })),
  }
}
