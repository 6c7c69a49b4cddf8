import { z } from 'zod'
import { adminRoles, contract, tenantRead } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'

/** Groups of operations for the filter, so that readers need not know operation names. */
export const auditTopics = ['reveals', 'money', 'fans', 'staff'] as const

export const audit = contract({
  /** Actions of staff, newest first; members limited to certain brands see only entries of those brands. */
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
          /** Null: it is about the club, or what belongs to no single brand. */
          brandId: id.nullable(),
          brandName: z.string(),
          /**
           * The payload fields that the operation's contract keeps for the audit. Of a list the items that fit stand in the value, as
           * JSON, and `count` says how many there were.
           */
          details: z.array(
            z.object({
              name: z.string(),
              value: z.string(),
              count: z.int().min(0).optional(),
              /** What the thing is called now whose id this is, or the number of an order. */
              called: z.string().optional(),
              /** Of a field that says yes or no. */
              isYes: z.boolean().optional(),
            }),
          ),
          address: z.string(),
        }),
      ),
      members: z.array(z.object({ memberId: id, name: z.string() })),
      pagination,
    }),
  }),
})
