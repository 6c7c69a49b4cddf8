import { z } from 'zod'
import { job, jobs } from '#server/jobDefinition.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { areaOfJob, failedJobsKept, itemOfJob, tellAtMostEvery } from './failedJob'
import { failedJobMail } from './mails'
import {
  brandOfData,
  hasFailureSince,
  localeOfAddress,
  noteFailedJob,
  sourceOfLetter,
  sweepFailedJobs,
} from './queries.server'

const mostOfCause = 500

export const failedJobJobs = jobs({
  /**
   * The dead-letter queue of all jobs (server/jobs.ts): for jobs that failed in their last try, or whose process died
   * in it. The first failure of an hour is mailed to the platform, unless it is that of a mail, which would fail as
   * well.
   */
  noteFailedJob: job(
    { data: z.record(z.string(), z.unknown()), retryLimit: 20, retryDelay: 60 },
    async ({ jobId, transaction, now, origin, operators }, data) =>
      transaction(async ({ db, enqueue }) => {
        const source = await sourceOfLetter(db, jobId)
        if (!source) return
        const { job: name, tries } = source
        const brand = await brandOfData(db, data)
        const area = areaOfJob(name, data)
        const isFirst = !(await hasFailureSince(db, now - tellAtMostEvery))
        const row = { failedJobId: jobId, job: name, area, itemId: itemOfJob(data), data, tries, failedAt: now }
        const isNew = await noteFailedJob(db, { ...row, ...brand, cause: source.cause.slice(0, mostOfCause) })
        if (!isNew || !isFirst || area === 'mail') return
        for (const to of operators) {
          const locale = await localeOfAddress(db, to)
          await enqueue(mailJobs.sendMail, { to, locale, ...failedJobMail({ origin, locale }, { job: name, area }) })
        }
      }),
  ),
  sweepFailedJobs: job({ data: z.object({}), cron: '50 4 * * *' }, async ({ db, now }) =>
    sweepFailedJobs(db, now - failedJobsKept),
  ),
})
