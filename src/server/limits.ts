import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { serverConfig } from '#config.server.ts'
import { pool } from './db'
import { shared } from './shared'
import { metrics } from './telemetry/metrics'

export type Limit = { name: string; points: number; seconds: number }

/** Limits outside the operations' contracts (rule: access.limits). */
export const limits = {
  anyCallOfUser: { name: 'user', points: 600, seconds: 60 },
  anyCallOfAddress: { name: 'address', points: 1200, seconds: 60 },
  signIn: { name: 'signIn', points: 20, seconds: 60 },
  forgedCallback: { name: 'forgedCallback', points: 60, seconds: 60 },
} as const satisfies Record<string, Limit>

/** `here`: counted by this instance only. */
const limiterOf = ({ name, points, seconds }: Limit, here: boolean) => {
  const options = { keyPrefix: name, points, duration: seconds }
  // One instance counts in its memory; several share the external database (table rate_limits).
  if (here || !serverConfig().DATABASE_URL) return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool(),
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: true,
    // Further calls over the limit are refused from memory, without a write.
    inMemoryBlockOnConsumed: points,
    // If the database fails each instance counts for itself, so that nobody is locked out.
    insuranceLimiter: new RateLimiterMemory(options),
  })
}

type Limiter = ReturnType<typeof limiterOf>

/** Null: continue. A number: refuse with 429 and this Retry-After. */
export const consume = async (limit: Limit, key: string, { here = false } = {}): Promise<number | null> => {
  if (!serverConfig().RATE_LIMITS) return null
  shared.limiters ??= new Map()
  const name = here ? `${limit.name} here` : limit.name
  const limiter = (shared.limiters.get(name) as Limiter | undefined) ?? limiterOf(limit, here)
  shared.limiters.set(name, limiter)
  try {
    await limiter.consume(key)
    return null
  } catch (refused) {
    // instanceof does not work here: the two module graphs hold two copies of the class.
    const wait = (refused as Partial<RateLimiterRes>).msBeforeNext
    if (wait === undefined) throw refused
    metrics().limited.inc({ limit: limit.name })
    return Math.max(1, Math.ceil(wait / 1000))
  }
}

/**
 * The network that an address counts for: an IPv6 /64 belongs to one subscriber, and an IPv4-mapped IPv6 address counts
 * as IPv4. Returns anything that is no address unchanged.
 */
export const networkOf = (address: string): string => {
  const [bare = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped) return mapped
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [first, last] = [groups(head), groups(tail)]
  // An IPv4 address at the end takes the place of two groups.
  const width = last.length + (last.at(-1)?.includes('.') ? 1 : 0)
  const all =
    tail === undefined ? first : [...first, ...Array(Math.max(0, 8 - first.length - width)).fill('0'), ...last]
  const prefix = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}

/** Limit per address, before the caller is known: counted by this instance, at no cost. */
export const limitAddress = (address: string) => consume(limits.anyCallOfAddress, networkOf(address), { here: true })

/**
 * Limits of a known caller. At most one counter is shared between instances and so written to the database: the
 * operation's own, narrower limit where it has one; the general limit is then counted by this instance.
 */
export const limitCaller = async (uid: string | undefined, address: string, own: Limit | undefined) => {
  const network = networkOf(address)
  if (uid === undefined) return own ? consume(own, network) : consume(limits.anyCallOfAddress, network)
  if (!own) return consume(limits.anyCallOfUser, uid)
  return (await consume(limits.anyCallOfUser, uid, { here: true })) ?? consume(own, uid)
}

/** A page that has to be rendered counts as a visitor's call; a cached one uses no counter shared by instances. */
export const limitPage = async (address: string, { costs }: { costs: boolean }) =>
  (await limitAddress(address)) ?? (costs ? consume(limits.anyCallOfAddress, networkOf(address)) : null)

/** Callbacks and one-click links with a wrong signature; valid ones are never counted. */
export const limitForgedCallback = (address: string) =>
  consume(limits.forgedCallback, networkOf(address), { here: true })
