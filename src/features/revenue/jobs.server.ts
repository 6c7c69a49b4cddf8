import { z } from 'zod'
import { job, jobs } from '../../server/jobDefinition'
import { closeMonths } from './close.server'
import { brandsWithLedger } from './queries.server'
import { lastClosable } from './statement'

export const revenueJobs = jobs({
  /** On the 10th the month before becomes final, each brand in a transaction of its own. */
  closeMonths: job({ data: z.object({}), cron: '0 5 10 * *', expireInSeconds: 3600 }, async (context) => {
    const { db, transaction, now, newId } = context
    const until = lastClosable(now)
    const failed: string[] = []
    for (const brand of await brandsWithLedger(db, until)) {
      const { agrees } = await transaction((tx) => closeMonths(tx.db, brand, { until, now, newId }))
      if (!agrees) failed.push(brand.brandId)
    }
    // Seen by whoever watches the jobs: the other brands are closed all the same.
    if (failed.length > 0) throw new Error(`The sums of ${failed.join(', ')} are not what the ledger says.`)
  }),
})
