import { z } from 'zod'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { forgetViewers } from './queries.server'

export const contentJobs = jobs({
  /** Deletes yesterday's viewer hashes, which are not needed once the day is over. */
  forgetContentViewers: job(
    { about: 'platform', data: z.object({}), cron: '17 3 * * *', clearsAway: true },
    async ({ db, now }) => {
      const today = new Date(now + 9 * 3_600_000).toISOString().slice(0, 10)
      for await (const clubs of clubsInBatches(db)) await forgetViewers(db, clubs, today)
    },
  ),
})
