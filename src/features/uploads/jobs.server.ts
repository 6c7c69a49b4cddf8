import { z } from 'zod'
import { job, jobs } from '../../server/jobDefinition'
import { sweepUploads } from './receive.server'

export const uploadJobs = jobs({
  sweepUploads: job({ data: z.object({}), cron: '17 * * * *' }, ({ now }) => sweepUploads(now)),
})
