import { z } from 'zod'
import { contract, operatorRead, operatorWrite } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { areas, outcomes } from './failedJob'

export const failedJobs = contract({
  /** Jobs whose last try failed, newest first; their data is not returned. */
  getFailedJobs: operatorRead({
    payload: { state: z.enum(['waiting', 'all']).optional(), pagination: paginationRequest.optional() },
    result: z.object({
      jobs: z.array(
        z.object({
          failedJobId: id,
          job: z.string(),
          area: z.enum(areas),
          cause: z.string(),
          tries: z.int(),
          failedAt: instant,
          tenantName: z.string(),
          brandName: z.string(),
          outcome: z.enum(outcomes).nullable(),
          settledAt: instant.nullable(),
        }),
      ),
      counts: z.object({ waiting: z.int(), all: z.int() }),
      pagination,
    }),
  }),
  /** Restarts or dismisses jobs. Jobs that were settled meanwhile are skipped. */
  settleFailedJobs: operatorWrite({
    audit: ['failedJobIds', 'outcome'],
    payload: { failedJobIds: z.array(id).min(1).max(100), outcome: z.enum(outcomes) },
    result: z.object({ settled: z.int() }),
    refusals: ['failedJobNotFound', 'jobUnknown'],
  }),
})
