import { z } from 'zod'
import { job, jobs } from '#server/jobDefinition.ts'
import { clubsInBatches } from '../tenants/clubs.queries.server'
import { heardFor } from './presence'
import { forgetPresences } from './queries.server'

export const presenceJobs = jobs({
  /** Whoever closed their lid never said that they left. */
  sweepPresences: job(
    { about: 'platform', data: z.object({}), cron: '10 4 * * *', clearsAway: true },
    async ({ db, now }) => {
      for await (const clubs of clubsInBatches(db)) await forgetPresences(db, clubs, now - heardFor)
    },
  ),
})
