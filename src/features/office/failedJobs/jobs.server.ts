import { z } from 'zod'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import type { Db } from '#server/proven.ts'
import { areaOfJob, failedJobsKept, itemOfJob, tellAtMostEvery } from './failedJob'
import { failedJobMail } from './mails'
import { hasFailureSince, localeOfAddress, noteFailedJob, sourceOfLetter, sweepFailedJobs } from './queries.server'

declare module '#server/ports.ts' {
  interface Ports {
    /** The brand that a job was about, by its definition; null for the platform's, and for jobs of older programs. */
    ownerOfJob: (db: Db, job: string, data: unknown) => Promise<{ tenantId: string; brandId: string | null } | null>
  }
}

const mostOfCause = 500

export const failedJobJobs = jobs({
  /**
   * The dead-letter queue of all jobs (server/jobs.ts): for jobs that failed in their last try, or whose process died
   * in it. The first failure of an hour is mailed to the platform, unless it is that of a mail, which would fail as
   * well.
   */
  noteFailedJob: job(
    { about: 'platform', data: z.record(z.string(), z.unknown()), retryLimit: 20, retryDelay: 60 },
    async ({ jobId, transaction, now, origin, operators, ports }, data) =>
      transaction(async ({ db, enqueue }) => {
        const source = await sourceOfLetter(db, jobId)
        if (!source) return
        const { job: name, tries } = source
        const owner = await ports.ownerOfJob(db, name, data)
        const area = areaOfJob(name, data)
        const isFirst = !(await hasFailureSince(db, now - tellAtMostEvery))
        const row = { failedJobId: jobId, job: name, area, itemId: itemOfJob(data), data, tries, failedAt: now }
        const isNew = await noteFailedJob(db, { ...row, ...owner, cause: source.cause.slice(0, mostOfCause) })
        if (!isNew || !isFirst || area === 'mail') return
        for (const to of operators) {
          const locale = await localeOfAddress(db, to)
          await enqueue(mailJobs.sendMail, { to, locale, ...failedJobMail({ origin, locale }, { job: name, area }) })
        }
      }),
  ),
  sweepFailedJobs: job(
    { about: 'platform', data: z.object({}), cron: '50 4 * * *', clearsAway: true },
    async ({ db, now }) => {
      for await (const clubs of clubsInBatches(db)) await sweepFailedJobs(db, clubs, now - failedJobsKept)
    },
  ),
})
