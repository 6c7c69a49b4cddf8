import { z } from 'zod'
import { brandRead, contract, roles } from '#kit/contract.ts'
import { searchText } from '#kit/list.ts'
import { id } from '#kit/text.ts'
import { planStatuses } from '#membership/plans/plan.ts'

export const search = contract({
  /** A few results of each kind in a brand, by name or by a typed number; only those that the member may open. */
  search: brandRead({
    roles,
    payload: { q: searchText.refine((q) => q !== '', { params: { rule: 'required' } }) },
    result: z.object({
      plans: z.array(z.object({ planId: id, name: z.string(), status: z.enum(planStatuses) })),
      contents: z.array(z.object({ planContentId: id, name: z.string() })),
      goods: z.array(z.object({ goodsId: id, name: z.string() })),
      orders: z.array(z.object({ orderId: id, orderNumber: z.string(), item: z.string() })),
      fans: z.array(z.object({ fanId: id, displayName: z.string(), memberNumber: z.int().nullable() })),
      canEdit: z.boolean(),
    }),
    limit: { points: 300, seconds: 60 },
  }),
})
