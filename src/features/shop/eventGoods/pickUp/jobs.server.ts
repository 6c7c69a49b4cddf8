import { z } from 'zod'
import { locked, workOf } from '#money/orders/work.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { earnUncollected } from '../../parcels/earn.server'
import { uncollectedOrder, uncollectedOrders } from './queries.server'

export const pickUpJobs = jobs({
  /** Runs before midnight, so that uncollected goods of a month's last day are booked in that month. */
  earnUncollected: job(
    { about: 'platform', data: z.object({}), cron: '50 23 * * *', expireInSeconds: 3600 },
    async (context) => {
      const { db, transaction, now } = context
      const { each, end } = eachOnItsOwn('earnUncollected')
      await each(
        uncollectedOrders(db, now),
        ({ orderId }) => orderId,
        ({ orderId }) =>
          transaction(async (tx) => {
            const work = workOf(context, tx)
            const order = await locked(work, () => uncollectedOrder(tx.db, orderId, now))
            if (order) await earnUncollected(work, order)
          }),
      )
      end()
    },
  ),
})
