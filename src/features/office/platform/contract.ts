import { z } from 'zod'
import { contract, operatorRead } from '#kit/contract.ts'
import { searchText, sortOf } from '#kit/list.ts'
import { yen } from '#kit/money.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { closingStates } from '../club/closing/closing'
import { shownSuspension } from '../suspension/contract'
import { dueKinds } from './due'

const dispute = z.object({
  disputeId: id,
  /** What the provider calls it: there evidence is handed in. */
  providerDisputeId: z.string(),
  orderId: id,
  orderNumber: z.string(),
  tenantName: z.string(),
  brandName: z.string(),
  amount: yen,
  /** Only a question of the buyer's bank: no money has moved. */
  isInquiry: z.boolean(),
  openedAt: instant,
  evidenceDueAt: instant.nullable(),
})

export const platform = contract({
  getPlatformHome: operatorRead({
    payload: {},
    result: z.object({
      /** Counts stop at 10,000; what nobody waits for is left out. */
      due: z.array(
        z.object({
          kind: z.enum(dueKinds),
          count: z.int().min(1),
          /** Until when the first of them can be done, where it has an end. */
          until: instant.optional(),
          /** `until` has passed. */
          isOver: z.literal(true).optional(),
          /** Since when the first of them has waited. */
          since: instant.optional(),
        }),
      ),
      /** The three of those that are open whose evidence is due first. */
      disputes: z.array(dispute),
    }),
  }),
  /** All disputes that are open, the one whose evidence is due first on top; without a day at the end. */
  getDisputes: operatorRead({
    payload: { pagination: paginationRequest.optional() },
    result: z.object({ disputes: z.array(dispute), pagination }),
  }),
  /** All clubs, by default the newest first. */
  getClubs: operatorRead({
    payload: {
      q: searchText.optional(),
      /** Only those that are suspended. */
      state: z.literal('suspended').optional(),
      sort: sortOf(['name', 'members', 'fans', 'revenue', 'createdAt']).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      clubs: z.array(
        z.object({
          tenantId: id,
          name: z.string(),
          createdAt: instant,
          state: z.enum(closingStates),
          closesAt: instant.nullable(),
          suspension: shownSuspension.nullable(),
          brands: z.array(z.object({ brandId: id, name: z.string(), slug: z.string() })),
          /** Each counted to 10,000. */
          fans: z.int(),
          members: z.int(),
          /** Sold in this month less what went back. */
          revenue: z.int(),
        }),
      ),
      pagination,
    }),
  }),
})
