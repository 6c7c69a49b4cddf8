import { z } from 'zod'
import { id } from '#kit/text.ts'
import { cancelOpenOrder, workOf } from '#money/orders/work.server.ts'
import { brandOfEvent } from '#publishing/events/queries.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { unpaidOrders } from './queries.server'

export const calledOffJobs = jobs({
  /**
   * Ends unpaid orders for pick-up at a cancelled event, with their vouchers and payment pages; releases their stock.
   */
  giveUpOrdersOfEvent: job(
    {
      about: (db, { eventId }) => brandOfEvent(db, eventId),
      data: z.object({ tenantId: id, eventId: id, by: z.string() }),
      expireInSeconds: 3600,
    },
    async (context, { eventId, by, ...of }) => {
      const { each, end } = eachOnItsOwn('giveUpOrdersOfEvent')
      await each(
        unpaidOrders(context.db, of, eventId),
        ({ orderId }) => orderId,
        (order) => context.transaction((tx) => cancelOpenOrder(workOf(context, tx), order, by)),
      )
      end()
    },
  ),
})
