import { z } from 'zod'
import { exportLimit, exportMade, exportPayload, keysOf } from '#club/exports/contract.ts'
import { brandRead, brandWrite, contract, moneyRoles } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id } from '#kit/text.ts'
import { day, instant } from '#kit/time.ts'
import { orderKinds, paymentStates } from '#money/orders/order.ts'

export const salesGroups = ['day', 'week', 'month'] as const
/** The longest span that is summed up at once. */
export const longestSpan = 3 * 366 * day

const kind = z.enum(orderKinds)
const method = z.enum(['card', 'konbini'])
/** Filter of sums, list and export. */
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
/** Filter of the list and its export only. */
export const listedSales = {
  ...salesFilter,
  /** Orders with a refund within the span, whenever they were sold; amounts refunded are then those of the span. */
  isRefunded: z.boolean().optional(),
}
const amounts = z.object({ plan: z.int(), backNumber: z.int(), goods: z.int(), eventGoods: z.int() })

/** Sales by day of payment, before settlement: 速報値 (rule: money.sales). */
export const sales = contract({
  getSales: brandRead({
    roles: moneyRoles,
    payload: { ...listedSales, pagination: paginationRequest.optional() },
    check: spans,
    result: z.object({
      sales: z.array(
        z.object({
          orderId: id,
          /** Brand of the order; null where the reader has no access to it. */
          orderBrandId: id.nullable(),
          orderNumber: z.string(),
          paidAt: instant,
          kind,
          item: z.string(),
          buyerName: z.string(),
          method,
          /** Yen: price and shipping of the brand's own part; the store fee is not included. */
          gross: z.int(),
          /** Yen of the order that belong to other brands of the club. */
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
      /** Options of the filters: plans and goods that were sold within the span. */
      items: z.array(z.object({ kind, itemId: z.string(), name: z.string() })),
      /** And events, of whose goods something was. */
      soldEvents: z.array(z.object({ eventId: id, title: z.string() })),
    }),
  }),
  /** Exports the rows of the screen, with the same filter. */
  exportSales: brandWrite({
    roles: moneyRoles,
    audit: ['encoding', ...keysOf(listedSales)],
    payload: { ...exportPayload, ...listedSales },
    check: spans,
    result: exportMade,
    limit: exportLimit,
  }),
})
