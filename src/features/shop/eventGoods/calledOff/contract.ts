import { z } from 'zod'
import { brandRead, brandWrite, contentRoles, contract } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { reasonLength } from '#publishing/events/contract.ts'

export const calledOff = contract({
  /** Goods and orders of an event, shown before it is cancelled or postponed. */
  getGoodsOfEvent: brandRead({
    roles: contentRoles,
    payload: { eventId: id },
    result: z.object({
      all: z.int(),
      /** On sale for pick-up at the event: cancelling it ends the sale. */
      ending: z.int(),
      /** On sale for shipping or download: the sale continues. */
      staying: z.int(),
      /** Unpaid orders for pick-up, which cancelling the event ends. */
      unpaid: z.int(),
      /** Of these, the ones whose buyers are told that the code of their store is dead. */
      told: z.int(),
      brandName: z.string(),
      /** Paid orders with pieces to pick up, by the orders' brand. */
      uncollected: z.array(
        z.object({
          brandId: id,
          name: z.string(),
          orders: z.int(),
          /** Whether the caller may open them. */
          isVisible: z.boolean(),
        }),
      ),
    }),
    refusals: ['eventNotFound'],
  }),
  /** Cancels the event, ends the sale of goods picked up there and the unpaid orders for them. */
  cancelEvent: brandWrite({
    roles: contentRoles,
    feature: 'fanClubEvents',
    audit: ['eventId', 'reason'],
    payload: {
      eventId: id,
      reason: text({ min: 1, max: reasonLength, lines: true }),
      refundPolicy: text({ max: reasonLength, lines: true }),
      expectedEditedAt: instant.optional(),
    },
    result: z.object({ eventId: id }),
    refusals: ['eventNotFound', 'notPublished', 'conflict'],
  }),
})
