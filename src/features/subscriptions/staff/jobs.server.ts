import { z } from 'zod'
import { id } from '../../../kit/text'
import { job, jobs } from '../../../server/jobDefinition'
import { giveUp, workOf } from '../../orders/jobs.server'
import { planKey } from '../../orders/order'
import { lockFan, openOrderOf } from '../../orders/queries.server'
import { settleLater } from '../jobs.server'
import { scheduleCancel } from '../membership.server'
import { subscriptionById } from '../queries.server'

export const staffSubscriptionJobs = jobs({
  /** The club ends a membership with what has been paid: nothing is charged again, and nothing is given back. */
  endByClub: job(
    { data: z.object({ subscriptionId: id, reason: z.enum(['blocked', 'staff']) }), retryLimit: 10 },
    async (context, { subscriptionId, reason }) => {
      const { db, jobId, payments, transaction } = context
      const seen = await subscriptionById(db, subscriptionId)
      if (!seen || seen.endedAt !== null) return
      if (seen.providerSubscriptionId !== null)
        await payments.setCancelAtPeriodEnd(seen.providerSubscriptionId, true, `club:${jobId}`)
      const awaited = await transaction(async (tx) => {
        await lockFan(tx.db, seen.uid)
        const current = await subscriptionById(tx.db, subscriptionId)
        if (current && current.endedAt === null && current.cancelScheduledAt === null) {
          await scheduleCancel(workOf(context, tx), current, reason)
          await settleLater(tx, current)
        }
        return openOrderOf(tx.db, seen.uid, planKey(seen.planId))
      })
      if (awaited) await giveUp(context, awaited, 'canceled')
    },
  ),
})
