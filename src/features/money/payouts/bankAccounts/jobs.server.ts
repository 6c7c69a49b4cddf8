import { z } from 'zod'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { day } from '#kit/time.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { forgetDocument, outdatedDocuments } from './queries.server'

/** How long a document is kept after its check was decided. */
const keptFor = 90 * day

export const bankAccountJobs = jobs({
  forgetIdentityDocuments: job(
    { about: 'platform', data: z.object({}), cron: '40 4 * * *', clearsAway: true },
    async ({ db, storage, now }) => {
      const { attempt, end } = eachOnItsOwn('forgetIdentityDocuments')
      for await (const clubs of clubsInBatches(db))
        for (const document of await outdatedDocuments(db, clubs, now - keptFor))
          await attempt(document.documentId, async () => {
            await storage.remove(document.key)
            await forgetDocument(db, document)
          })
      end()
    },
  ),
})
