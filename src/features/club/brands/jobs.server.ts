import { z } from 'zod'
import { purgeShared } from '#server/http/sharedCache.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { pathsOf } from './queries.server'

export const brandJobs = jobs({
  /** A shared cache drops the pages that show what a write has changed. Tried again until what it kept has ended by its age. */
  purgePages: job(
    { about: 'platform', data: z.object({ tag: z.string() }), retryLimit: 60, retryDelay: 5, concurrency: 4 },
    async ({ db }, { tag }) => purgeShared({ tag, paths: await pathsOf(db, tag) }),
  ),
})
