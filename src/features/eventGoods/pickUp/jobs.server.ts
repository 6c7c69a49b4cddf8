import { z } from 'zod'
import { eachOnItsOwn } from '../../../server/each'
import { job, jobs } from '../../../server/jobDefinition'
import { earnUncollected } from '../../orders/fulfillments/earn.server'
import { workOf } from '../../orders/jobs.server'
import { locked } from '../../orders/work.server'
import { uncollectedOrder, uncollectedOrders } from './queries.server'

export const pickUpJobs = jobs({
  /** Runs before midnight, so that uncollected goods of a month's last day are booked in that month. */
  earnUncollected: job({ data: z.object({}), cron: '50 23 * * *', expireInSeconds: 3600 }, async (context) => {
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
  }),
})
