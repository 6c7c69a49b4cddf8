import { z } from 'zod'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { closeMonths } from './close.server'
import { brandsWithLedger } from './queries.server'
import { lastClosable } from './statement'

export const revenueJobs = jobs({
  /** On the 10th the month before becomes final, each brand in a transaction of its own. */
  closeMonths: job(
    { about: 'platform', data: z.object({}), cron: '0 5 10 * *', expireInSeconds: 3600 },
    async (context) => {
      const { db, transaction, now, newId } = context
      const until = lastClosable(now)
      const { attempt, end } = eachOnItsOwn('closeMonths')
      for await (const clubs of clubsInBatches(db))
        for (const brand of await brandsWithLedger(db, until, clubs))
          await attempt(brand.brandId, async () => {
            const { agrees } = await transaction((tx) => closeMonths(tx.db, brand, { until, now, newId }))
            if (!agrees) throw new Error('The kept sums are not what the ledger says.')
          })
      end()
    },
  ),
})
