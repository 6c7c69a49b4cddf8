import { z } from 'zod'
import { overdueInBin, takeOverdue } from '#club/bin/queries.server.ts'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { giveBack, remove } from './kinds.server'
import { mediaJobs } from './media.jobs.server'

/** Of a batch of clubs; the rest goes the next day. */
const mostAtOnce = 10_000

export const binJobs = {
  ...mediaJobs,
  ...jobs({
    /** What has been in the bin for 30 days is gone for good (rule: bin.kept). */
    emptyBin: job(
      { about: 'platform', data: z.object({}), cron: '40 4 * * *', clearsAway: true },
      async ({ db, transaction, now }) => {
        const { attempt, end } = eachOnItsOwn('emptyBin')
        for await (const clubs of clubsInBatches(db))
          for (const binned of await overdueInBin(db, clubs, now, mostAtOnce))
            await attempt(binned.itemId, () =>
              transaction(async (one) => {
                const taken = await takeOverdue(one.db, binned, now)
                // What somebody needs after all, which only two at the same moment bring about, comes back as a draft.
                if (taken && !(await remove(one, taken))) await giveBack(one.db, taken, now)
              }),
            )
        end()
      },
    ),
  }),
}
