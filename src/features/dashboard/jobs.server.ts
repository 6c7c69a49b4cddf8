import { z } from 'zod'
import { day } from '../../kit/time'
import { job, jobs } from '../../server/jobDefinition'
import { daysBetween, dayTextOf } from './dashboard'
import { countedBrands, daysOf, figuresOf, keepDay } from './queries.server'

/** Nights that were missed are made up for this far back. */
const lookBack = 31

export const dashboardJobs = jobs({
  /** Counts the day that has ended, and those before it that nobody counted. A day that is named is counted again. */
  countBrandDays: job(
    {
      data: z.object({
        day: z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}$/)
          .optional(),
      }),
      cron: '10 0 * * *',
      expireInSeconds: 3600,
    },
    async ({ db, now, transaction }, { day: named }) => {
      const yesterday = dayTextOf(now - day)
      const span = { from: dayTextOf(now - lookBack * day), to: yesterday }
      for (const brand of await countedBrands(db)) {
        const known = new Set((await daysOf(db, brand, span)).map((row) => row.day))
        // Of a brand that was never counted the past is not made up in one night: it begins with the last week.
        const from = known.size === 0 ? dayTextOf(now - 7 * day) : span.from
        const missing = named ? [named] : daysBetween(from, yesterday).filter((one) => !known.has(one))
        for (const one of missing)
          await transaction(async (tx) => keepDay(tx.db, brand, await figuresOf(tx.db, brand, one, now)))
      }
    },
  ),
})
