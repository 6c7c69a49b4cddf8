import { z } from 'zod'
import { adminRoles, contract, tenantRead } from '../../kit/contract'
import { pagination, paginationRequest } from '../../kit/pagination'
import { id } from '../../kit/text'
import { instant } from '../../kit/time'

/** Groups of operations, so that a reader need not know their names. */
export const auditTopics = ['reveals', 'money', 'fans', 'staff'] as const

export const audit = contract({
  /** Who of the staff did what, newest first; a member who is limited to brands sees those brands'. */
  getAuditLog: tenantRead({
    roles: adminRoles,
    payload: {
      brandId: id.optional(),
      topic: z.enum(auditTopics).optional(),
      memberId: id.optional(),
      from: instant.optional(),
      to: instant.optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      entries: z.array(
        z.object({
          auditId: id,
          at: instant,
          actorName: z.string(),
          role: z.string(),
          operation: z.string(),
          brandName: z.string(),
          /** What the contract of the operation keeps of it. */
          details: z.array(z.object({ name: z.string(), value: z.string() })),
          address: z.string(),
        }),
      ),
      members: z.array(z.object({ memberId: id, name: z.string() })),
      pagination,
    }),
  }),
})
