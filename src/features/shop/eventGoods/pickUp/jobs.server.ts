import { z } from 'zod'
import { tokyoTomorrow } from '#kit/time.ts'
import { locked, workOf } from '#money/orders/work.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import { earnUncollected } from '../../parcels/earn.server'
import { uncollectedOrder, uncollectedOrders } from './queries.server'
import { orderOfEvents, ordersOfEvents, ordersToTell, orderToTell } from './tell.queries.server'
import { tellOfEvents, tellPickUpOpen } from './tell.server'

const ofAll = { about: 'platform', data: z.object({}), expireInSeconds: 3600 } as const

/** For each order by itself, under its buyer's lock: `find` reads it again there. */
const forOrders = async (
  context: JobContext,
  name: string,
  batches: ReturnType<typeof uncollectedOrders>,
  find: (db: JobContext['db'], order: Parameters<typeof uncollectedOrder>[1]) => ReturnType<typeof uncollectedOrder>,
  act: (work: ReturnType<typeof workOf>, order: NonNullable<Awaited<ReturnType<typeof find>>>) => Promise<unknown>,
) => {
  const { each, end } = eachOnItsOwn(name)
  await each(
    batches,
    ({ orderId }) => orderId,
    (found) =>
      context.transaction(async (tx) => {
        const work = workOf(context, tx)
        const order = await locked(work, () => find(tx.db, found))
        if (order) await act(work, order)
      }),
  )
  end()
}

export const pickUpJobs = jobs({
  /** Runs before midnight, so that uncollected goods of a month's last day are booked in that month. */
  earnUncollected: job({ ...ofAll, cron: '50 23 * * *' }, (context) =>
    forOrders(
      context,
      'earnUncollected',
      uncollectedOrders(context.db, context.now),
      (db, order) => uncollectedOrder(db, order, context.now),
      earnUncollected,
    ),
  ),
  /** Pick-up begins at any hour, and its hours may be changed: looked for all the time, and noted in the order. */
  tellPickUpOpen: job({ ...ofAll, cron: '*/5 * * * *' }, (context) =>
    forOrders(
      context,
      'tellPickUpOpen',
      ordersToTell(context.db, context.now),
      (db, order) => orderToTell(db, order, context.now),
      tellPickUpOpen,
    ),
  ),
  /** In the early evening, of what begins tomorrow in Tokyo. */
  tellEventTomorrow: job({ ...ofAll, cron: '0 18 * * *' }, (context) => {
    const tomorrow = tokyoTomorrow(context.now)
    return forOrders(
      context,
      'tellEventTomorrow',
      ordersOfEvents(context.db, tomorrow),
      (db, order) => orderOfEvents(db, order, tomorrow),
      (work, order) => tellOfEvents(work, order, tomorrow),
    )
  }),
})
