import { z } from 'zod'
import { brandRead, contract, roles } from '#kit/contract.ts'
import { searchText } from '#kit/list.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { planStatuses } from '#membership/plans/plan.ts'
import { orderKinds } from '#money/orders/order.ts'
import { contentStatuses, contentTypes } from '#publishing/contents/content.ts'
import { eventStatuses } from '#publishing/events/event.ts'
import { goodsTypes } from '#shop/goods/goods.ts'

export const search = contract({
  /**
   * A few results of each kind in a brand, by name or by a typed number; only those that the member may open. A month or a day
   * in the search ("video March", "3月の注文", "2026-03-14") also finds what is of it: the contents that are published, the
   * events that begin, the first ones first, and the orders that were placed, the latest first. Each result says of which
   * kind it is, and its date: of a plan the last edit, of a content when it is published or was edited, of an event when it
   * begins or was edited, of goods when they were made, of an order when it was placed, of a fan when they were first seen.
   */
  search: brandRead({
    roles,
    payload: { q: searchText.refine((q) => q !== '', { params: { rule: 'required' } }) },
    result: z.object({
      plans: z.array(z.object({ planId: id, name: z.string(), status: z.enum(planStatuses), at: instant })),
      contents: z.array(
        z.object({
          planContentId: id,
          name: z.string(),
          type: z.enum(contentTypes),
          status: z.enum(contentStatuses),
          at: instant,
        }),
      ),
      events: z.array(z.object({ eventId: id, name: z.string(), status: z.enum(eventStatuses), at: instant })),
      goods: z.array(z.object({ goodsId: id, name: z.string(), type: z.enum(goodsTypes), at: instant })),
      orders: z.array(
        z.object({ orderId: id, orderNumber: z.string(), item: z.string(), kind: z.enum(orderKinds), at: instant }),
      ),
      fans: z.array(z.object({ fanId: id, displayName: z.string(), memberNumber: z.int().nullable(), at: instant })),
      canEdit: z.boolean(),
    }),
    limit: { points: 300, seconds: 60 },
  }),
})
