import { z } from 'zod'
import { contract, fanRead, roles } from '#kit/contract.ts'
import { id } from '#kit/text.ts'

const meBrand = z.object({ firestoreId: id, name: z.string(), coverThumbnail: z.string(), brandSlug: z.string() })
/** Beyond the specification: the caller's role, for what the menu shows. */
const meTenant = z.object({ firestoreId: id, name: z.string(), role: z.enum(roles), brands: z.array(meBrand) })

export const identity = contract({
  /** Clubs of the caller. `firestoreId` is the specification's name for our ids. */
  'me.get': fanRead({
    payload: {},
    result: z.object({
      code: z.literal('success'),
      me: z.object({
        tenants: z.array(meTenant),
        /** Whether the caller may decide on applications; the portal then shows the operator's queue. */
        isOperator: z.boolean(),
        /** Beyond the specification: some brand knows the caller as a fan, who has a home of their own. */
        isFan: z.boolean(),
      }),
    }),
  }),
})
