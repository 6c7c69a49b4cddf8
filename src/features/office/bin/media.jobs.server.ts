import { z } from 'zod'
import { id } from '#kit/text.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { refuseUnused } from './queries.server'

export const mediaJobs = jobs({
  /** Files of what is gone for good, where nothing else of the brand names them; they are swept as those that never arrived. */
  removeMedia: job(
    {
      about: async (_, { tenantId, brandId }) => ({ tenantId, brandId }),
      data: z.object({ tenantId: id, brandId: id, media: z.array(id) }),
    },
    async ({ transaction }, { media, ...brand }) => {
      for (const mediaId of media) await transaction(({ db }) => refuseUnused(db, brand, mediaId))
    },
  ),
})
