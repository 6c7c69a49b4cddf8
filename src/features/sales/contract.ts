import { z } from 'zod'
import { brandRead, contract, moneyRoles } from '../../kit/contract'
import { pagination, paginationRequest } from '../../kit/pagination'
import { id } from '../../kit/text'
import { day, instant } from '../../kit/time'
import { orderKinds, paymentStates } from '../orders/order'

export const salesGroups = ['day', 'week', 'month'] as const
/** The longest span that is summed up at once. */
export const longestSpan = 3 * 366 * day

const kind = z.enum(orderKinds)
const method = z.enum(['card', 'konbini'])
/** What the list is narrowed by, and the file that is made of it. */
export const salesFilter = {
  from: instant,
  to: instant,
  kind: kind.optional(),
  method: method.optional(),
  planId: id.optional(),
  goodsId: id.optional(),
  /** Goods of this event. */
  eventId: id.optional(),
}
export const spans = ({ from, to }: { from: number; to: number }, issue: (field: string, rule: string) => void) => {
  if (to <= from) issue('to', 'invalid')
  else if (to - from > longestSpan) issue('to', 'tooBig')
}
/** What the list alone is narrowed by, and its file. */
export const listedSales = {
  ...salesFilter,
  /** Of what something went back within the span, whenever it was sold; what went back is then that of the span. */
  isRefunded: z.boolean().optional(),
}
const amounts = z.object({ plan: z.int(), backNumber: z.int(), goods: z.int(), eventGoods: z.int() })

/** What was sold, by the day of the payment and not settled yet: 速報値 (records, 2.10). */
export const sales = contract({
  getSales: brandRead({
    roles: moneyRoles,
    payload: { ...listedSales, pagination: paginationRequest.optional() },
    check: spans,
    result: z.object({
      sales: z.array(
        z.object({
          orderId: id,
          /** Where the order stands; null where it is of a brand that the reader has nothing to do with. */
          orderBrandId: id.nullable(),
          orderNumber: z.string(),
          paidAt: instant,
          kind,
          item: z.string(),
          buyerName: z.string(),
          method,
          /** Price and shipping of what is the brand's: what the store takes on top is no income of the club. */
          gross: z.int(),
          /** What of the order belongs to other brands of the club, and stands among their sales. */
          given: z.int(),
          /** The brand whose order it is, of which this one has a share; else empty. */
          sharedBy: z.string(),
          /** Until now, or within the span; null where the list is narrowed to some goods of the orders. */
          refunded: z.int().nullable(),
          /** When the last of it went back within the span; null where the list is not of refunds. Newest first by this. */
          refundedAt: instant.nullable(),
          state: z.enum(paymentStates),
        }),
      ),
      pagination,
    }),
  }),
  getSalesSummary: brandRead({
    roles: moneyRoles,
    payload: { ...salesFilter, groupBy: z.enum(salesGroups) },
    check: spans,
    result: z.object({
      orders: z.int(),
      gross: z.int(),
      /** On the days of the refunds; null where only some goods of the orders count. */
      refunds: z.int().nullable(),
      net: z.int().nullable(),
      byKind: amounts,
      /** One point for each day, week (from Monday) or month, by its first day, without gaps. */
      points: z.array(z.object({ day: z.string(), gross: amounts, refunds: z.int() })),
      /** `orders` of plans and back numbers: an order may hold several goods. */
      top: z.array(
        z.object({ kind, itemId: z.string(), name: z.string(), orders: z.int().nullable(), gross: z.int() }),
      ),
      /** Goods of events, by event. */
      events: z.array(z.object({ eventId: id, title: z.string(), gross: z.int() })),
      /** What can be filtered by: plans and goods that were sold within the span. */
      items: z.array(z.object({ kind, itemId: z.string(), name: z.string() })),
      /** And events, of whose goods something was. */
      soldEvents: z.array(z.object({ eventId: id, title: z.string() })),
    }),
  }),
})
