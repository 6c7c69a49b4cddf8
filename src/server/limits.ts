import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { serverConfig } from '../config.server'
import { pool } from './db'
import { shared } from './shared'

export type Limit = { name: string; points: number; seconds: number }

/** What is not an operation with a limit in its own contract (reliability, section 5). */
export const limits = {
  anyCallOfUser: { name: 'user', points: 600, seconds: 60 },
  anyCallOfAddress: { name: 'address', points: 1200, seconds: 60 },
  signIn: { name: 'signIn', points: 20, seconds: 60 },
} as const satisfies Record<string, Limit>

const limiterOf = ({ name, points, seconds }: Limit) => {
  const options = { keyPrefix: name, points, duration: seconds }
  // One instance counts in its memory; several share the outside database (table rate_limits).
  if (!serverConfig().DATABASE_URL) return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool(),
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: true,
    // A full or failing database must not lock everybody out: each instance then counts for itself.
    insuranceLimiter: new RateLimiterMemory(options),
  })
}

type Limiter = ReturnType<typeof limiterOf>

/** Null: go on. A number: refuse with 429 and this Retry-After. */
export const consume = async (limit: Limit, key: string): Promise<number | null> => {
  if (!serverConfig().RATE_LIMITS) return null
  shared.limiters ??= new Map()
  const limiter = (shared.limiters.get(limit.name) as Limiter | undefined) ?? limiterOf(limit)
  shared.limiters.set(limit.name, limiter)
  try {
    await limiter.consume(key)
    return null
  } catch (refused) {
    // instanceof lies here: the two module graphs hold two copies of the class.
    const wait = (refused as Partial<RateLimiterRes>).msBeforeNext
    if (wait === undefined) throw refused
    return Math.max(1, Math.ceil(wait / 1000))
  }
}
