import { z } from 'zod'
import { brandRead, brandWrite, contentRoles, contract } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { binKinds } from './bin'

const kind = z.enum(binKinds)
const roles = contentRoles

const binnedItem = z.object({
  kind,
  itemId: id,
  name: z.string(),
  deletedAt: instant,
  /** Empty: nobody who still has an account. */
  deletedByName: z.string(),
  isMine: z.boolean(),
  /** When it is gone for good. */
  goneAt: instant,
  /** Whether it would be published at once if it came back now. */
  returnsPublished: z.boolean(),
})
export type BinnedItem = z.infer<typeof binnedItem>

/** What staff delete can be brought back for 30 days (rule: bin.kept). */
export const bin = contract({
  /** The last deleted first. */
  getBin: brandRead({
    roles,
    payload: { kind: kind.optional(), pagination: paginationRequest.optional() },
    result: z.object({ items: z.array(binnedItem), pagination }),
  }),
  /**
   * Deletes a draft of a plan, goods that nobody has ordered, or an event that has neither goods nor a live. Contents are deleted by
   * `deletePlanContent`.
   */
  moveToBin: brandWrite({
    roles,
    audit: ['kind', 'itemId'],
    payload: { kind: z.enum(['plan', 'goods', 'event']), itemId: id, expectedEditedAt: instant.optional() },
    result: z.object({}),
    refusals: [
      'planNotFound',
      'planNotDraft',
      'goodsNotFound',
      'goodsOrdered',
      'eventNotFound',
      'eventHasGoods',
      'eventHasStreaming',
      'conflict',
    ],
  }),
  restoreFromBin: brandWrite({
    roles,
    audit: ['kind', 'itemId'],
    payload: { kind, itemId: id },
    /** Whether it is public again; a draft, or hidden, otherwise. */
    result: z.object({ isPublished: z.boolean() }),
    refusals: ['binnedNotFound'],
  }),
  /** For good, before the 30 days are over. */
  deleteFromBin: brandWrite({
    roles,
    audit: ['kind', 'itemId'],
    payload: { kind, itemId: id },
    result: z.object({}),
    refusals: ['binnedNotFound', 'stillInUse'],
  }),
})
