import { z } from 'zod'
import { job, jobs } from './jobDefinition'
import { forgetAnswers } from './retries'

export const retryJobs = jobs({
  sweepAnswers: job({ data: z.object({}), cron: '47 * * * *' }, ({ db, now }) => forgetAnswers(db, now)),
})
