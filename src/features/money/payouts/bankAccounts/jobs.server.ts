import { z } from 'zod'
import { day } from '#kit/time.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { forgetDocuments, outdatedDocuments } from './queries.server'

/** How long a document is kept after its check was decided. */
const keptFor = 90 * day

export const bankAccountJobs = jobs({
  forgetIdentityDocuments: job(
    { about: 'platform', data: z.object({}), cron: '40 4 * * *', clearsAway: true },
    async ({ db, storage, now }) => {
      const { attempt, end } = eachOnItsOwn('forgetIdentityDocuments')
      for (const { documentId, key } of await outdatedDocuments(db, now - keptFor))
        await attempt(documentId, async () => {
          await storage.remove(key)
          await forgetDocuments(db, [documentId])
        })
      end()
    },
  ),
})
