import { z } from 'zod'
import { id } from '#kit/text.ts'
import { job, jobs } from '#server/jobDefinition.ts'

export const commentJobs = jobs({
  /** What stands on a brand's page was changed by others than its staff. */
  renewFeatured: job(
    { about: async (_, of) => of, data: z.object({ tenantId: id, brandId: id }) },
    ({ transaction }, { brandId }) => transaction(({ renew }) => renew({ brandId })),
  ),
})
