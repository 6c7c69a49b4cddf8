import { z } from 'zod'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Handlers } from '#server/context.ts'
import { job } from '#server/jobDefinition.ts'
import type { failedJobs as contract } from './contract'
import { countFailedJobs, failedJobsOf, hasQueue, lockWaiting, settleFailedJobs } from './queries.server'

/** Sends a job to its queue by name, with its stored data, which the job validates when it runs. */
const again = (name: string) => ({
  name,
  ...job({ about: 'platform', data: z.record(z.string(), z.unknown()) }, async () => {}),
})

export const failedJobHandlers: Handlers<typeof contract> = {
  async getFailedJobs({ db, operator }, { state = 'waiting', pagination: page = everything }) {
    const jobs = await failedJobsOf(db, operator, state, page)
    const counts = {
      waiting: await countFailedJobs(db, operator, 'waiting'),
      all: await countFailedJobs(db, operator, 'all'),
    }
    return { jobs, counts, pagination: paginationOf(counts[state], page) }
  },

  async settleFailedJobs({ db, operator, now, enqueue, refuse }, { failedJobIds, outcome }) {
    const found = await lockWaiting(db, operator, [...new Set(failedJobIds)])
    if (found.length === 0) return refuse('failedJobNotFound')
    if (outcome === 'retried')
      for (const { job: name, data } of found) {
        if (!(await hasQueue(db, name))) return refuse('jobUnknown')
        await enqueue(again(name), data)
      }
    const ids = found.map(({ failedJobId }) => failedJobId)
    await settleFailedJobs(db, operator, ids, outcome, now)
    return { settled: found.length }
  },
}
