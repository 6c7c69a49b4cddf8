import { z } from 'zod'
import { contract, roles, tenantRead } from '#kit/contract.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { shownSuspension } from '../suspension/contract'

const role = z.enum(roles)

/** The page of a club, which shows figures of all wings. */
export const clubPage = contract({
  getTenant: tenantRead({
    roles,
    payload: {},
    result: z.object({
      tenantId: id,
      name: z.string(),
      role,
      canRename: z.boolean(),
      /** May open further brands, and close them or the club. */
      canClose: z.boolean(),
      closesAt: instant.nullable(),
      /** Null unless the platform has suspended it (rule: club.suspended). */
      suspension: shownSuspension.nullable(),
      canInvite: z.boolean(),
      /** What the reader is called in the mail of an invitation. */
      myName: z.string(),
      /** The brands that the reader is limited to, and so may give to others; null is all. */
      brandScope: z.array(id).nullable(),
      invitableRoles: z.array(role),
      brands: z.array(
        z.object({
          brandId: id,
          name: z.string(),
          slug: z.string(),
          thumbnail: z.string(),
          icon: z.string(),
          activePlans: z.int(),
          members: z.int(),
          /** Set where the owner has closed the brand. */
          closesAt: instant.nullable(),
        }),
      ),
    }),
  }),
})
