import { z } from 'zod'
import { id } from '#kit/text.ts'
import { lockFan } from '#money/orders/queries.server.ts'
import { atProvider, workOf } from '#money/orders/work.server.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { presentForm } from '../change.queries.server'
import { leave, stopCharging } from '../leave.server'
import { giveUpAwaited } from '../membership.server'
import { subscriptionById } from '../queries.server'
import { finishFreeDays, gift } from './freeDays.server'

export const staffSubscriptionJobs = jobs({
  /** Runs a while after staff gave free days: completes a call that was interrupted, and frees its idempotency key. */
  finishFreeDays: job(
    {
      about: (db, { subscriptionId }) => subscriptionById(db, subscriptionId),
      data: gift.extend({ attempt: id }),
      ...atProvider,
    },
    async (context, { attempt, ...given }) => {
      await finishFreeDays(context, given)
      await context.free(attempt)
    },
  ),
  /**
   * The club ends a membership: at the end of the paid time, or now if none is left. Nothing is charged again or
   * refunded.
   */
  endByClub: job(
    {
      about: (db, { subscriptionId }) => subscriptionById(db, subscriptionId),
      data: z.object({ subscriptionId: id, reason: z.enum(['blocked', 'staff']) }),
      retryLimit: 10,
    },
    async (context, { subscriptionId, reason }) => {
      const { db, jobId, transaction } = context
      const found = await subscriptionById(db, subscriptionId)
      // Its plan may have been changed meanwhile.
      const seen = found && (await presentForm(db, found))
      if (!seen || seen.endedAt !== null) return
      const told = await stopCharging(context, seen, { atPeriodEnd: true, key: `club:${jobId}` })
      await transaction(async (tx) => {
        await lockFan(tx.db, seen.uid)
        const work = workOf(context, tx)
        const last = await subscriptionById(tx.db, seen.subscriptionId)
        const current = last && (await presentForm(tx.db, last))
        if (current && current.endedAt === null && current.cancelScheduledAt === null)
          await leave(work, current, { told, atPeriodEnd: true, reason, endReason: reason })
        await giveUpAwaited(work, seen.uid, seen.planId)
      })
    },
  ),
})
