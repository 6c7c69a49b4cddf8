import { z } from 'zod'
import { job, jobs } from './jobDefinition'
import { forgetAnswers } from './retries'

export const retryJobs = jobs({
  sweepAnswers: job({ about: 'platform', data: z.object({}), cron: '47 * * * *' }, ({ db, now }) =>
    forgetAnswers(db, now),
  ),
})
