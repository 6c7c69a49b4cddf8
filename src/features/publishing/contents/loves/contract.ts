import { z } from 'zod'
import { contract, fanWrite } from '#kit/contract.ts'
import { id } from '#kit/text.ts'

const payload = { tenantId: id, planContentId: id }
const result = z.object({ hasAlreadyLoved: z.boolean(), countOfLoves: z.int().min(0) })
/** `contentLocked`: only readers of the content can love it. */
const refusals = ['contentNotFound', 'contentLocked', 'commentBanned'] as const
const limit = { points: 60, seconds: 60 }

export const loves = contract({
  lovePlanContent: fanWrite({ by: 'content', payload, result, refusals, limit }),
  unLovePlanContent: fanWrite({ by: 'content', payload, result, refusals, limit }),
})
