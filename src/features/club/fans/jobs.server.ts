import { z } from 'zod'
import { job, jobs } from '#server/jobDefinition.ts'

export const fanJobs = jobs({
  /** Deletes a replaced icon. */
  removeIcon: job(
    { about: 'platform', data: z.object({ key: z.string().startsWith('public/people/') }) },
    ({ pictures }, { key }) => pictures.removePicture(key),
  ),
})
