import { type Mocks, mockNow } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { failedJobs } from './contract'

const hour = 3_600_000
const some = [
  ['settleOrder', 'payment', 'The provider answered 503.', 11],
  ['convertVideo', 'upload', 'ffmpeg ended with 1: moov atom not found', 11],
  ['sendMail', 'mail', '550 mailbox unavailable', 11],
  ['closeMonths', 'daily', 'canceling statement due to lock timeout', 6],
  ['writeExport', 'file', 'The process was lost.', 4],
] as const
const all = Array.from({ length: 24 }, (_, n) => {
  const [job, area, cause, tries] = some[n % some.length] ?? some[0]
  const isOfBrand = area !== 'daily' && area !== 'mail'
  return {
    ...{ failedJobId: `failed_mock_${n}`, job, area, cause, tries, failedAt: mockNow - (n * 5 + 1) * hour },
    tenantName: isOfBrand ? 'Hoshi Club' : '',
    brandName: isOfBrand ? '青井 そら' : '',
    outcome: n < 6 ? null : n % 4 === 0 ? ('dismissed' as const) : ('retried' as const),
    settledAt: n < 6 ? null : mockNow - n * 5 * hour,
  }
})

export const failedJobMocks: Mocks<typeof failedJobs> = {
  examples: ({ failedJobId }) => ({
    getFailedJobs: { state: 'waiting', pagination: { limit: 20, offset: 0 } },
    settleFailedJobs: { failedJobIds: [failedJobId], outcome: 'dismissed' },
  }),
  answers: {
    getFailedJobs: ({ state = 'waiting', pagination: page = everything }) => {
      const waiting = all.filter(({ outcome }) => outcome === null)
      const found = state === 'waiting' ? waiting : all
      return {
        jobs: found.slice(page.offset, page.offset + page.limit),
        counts: { waiting: waiting.length, all: all.length },
        pagination: paginationOf(found.length, page),
      }
    },
    settleFailedJobs: ({ failedJobIds }) => ({ settled: failedJobIds.length }),
  },
  scenarios: {
    empty: {
      getFailedJobs: () => ({ jobs: [], counts: { waiting: 0, all: 0 }, pagination: paginationOf(0, everything) }),
    },
  },
}
