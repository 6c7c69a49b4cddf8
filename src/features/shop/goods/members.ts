import { z } from 'zod'
import { yen } from '#kit/money.ts'
import { id } from '#kit/text.ts'

/** A plan on sale whose members may buy something, with the price of joining it. */
export const memberPlan = z.object({
  planId: id,
  name: z.string(),
  price: yen,
  subscriptionInterval: z.enum(['month', 'year']),
})
export type MemberPlan = z.infer<typeof memberPlan>

/** Whose members may buy goods of the audience `plans`, the cheapest first. */
export const forMembers = {
  plans: z.array(memberPlan),
  /** Not in the specification, goods for members of plans: whether the reader is one; absent where windows say it. */
  isYours: z.boolean().optional(),
}
