import { serverConfig } from '#config.server.ts'
import type { Instant } from '#kit/time.ts'
import { metrics } from '../telemetry/metrics'
import { outsideCall } from '../telemetry/outside'

/*
 * A cache that all visitors share, such as a CDN or nginx in front (docs/cdn.md). With CDN_PURGE_URL visitors' pages may be kept there: they
 * say for how long, and by which tags they are purged. Without it shared caches ask for each page whether it is still the same.
 */

/** Seconds that a page is kept there at most: what it may be old should a purge never arrive. */
const longest = 300
/** Milliseconds for the answer to a purge. */
const answerWithin = 10_000

type Kept = { tags: ReadonlySet<string>; until: Instant }

/** Of what a cache may keep, but asks for each time. */
export const ownHeaders: Record<string, string> = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** What a page that is the same for every visitor says to caches. Never beyond the moment at which it changes by itself. */
export const sharedHeaders = ({ tags, until }: Kept, now: Instant): Record<string, string> => {
  const seconds = Math.min(longest, Math.floor((until - now) / 1000))
  if (!serverConfig().CDN_PURGE_URL || tags.size === 0 || seconds <= 0) return ownHeaders
  const names = [...tags]
  return {
    'Cache-Control': `public, max-age=0, s-maxage=${seconds}, must-revalidate`,
    // As Fastly and nginx modules read it, and as Cloudflare and Bunny do.
    'Surrogate-Key': names.join(' '),
    'Cache-Tag': names.join(','),
  }
}

/** An address with {path} is asked by PURGE for each path, as nginx and Varnish know it; any other one gets tag and paths as JSON. */
const requestsOf = (address: string, { tag, paths }: { tag: string; paths: readonly string[] }) =>
  address.includes('{path}')
    ? paths.map((path) => ({ url: address.replace('{path}', path), method: 'PURGE' }))
    : [{ url: address, method: 'POST', body: JSON.stringify({ tags: [tag], paths }) }]

/** `paths`: where the pages with this tag begin. Throws where the cache does not take it: the job tries again. */
export const purgeShared = async (of: { tag: string; paths: readonly string[] }): Promise<void> => {
  const { CDN_PURGE_URL: address, CDN_PURGE_TOKEN: token } = serverConfig()
  if (!address) return
  for (const { url, method, ...body } of requestsOf(address, of)) {
    const ask = async () => {
      const answer = await fetch(url, {
        method,
        headers: {
          ...('body' in body && { 'Content-Type': 'application/json' }),
          ...(token && { Authorization: `Bearer ${token}` }),
          'Surrogate-Key': of.tag,
        },
        ...body,
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithin),
      })
      await answer.body?.cancel()
      // 404 and 412: of that path nothing was kept.
      if (!answer.ok && ![404, 412].includes(answer.status)) throw new Error(String(answer.status))
    }
    const count = (outcome: string) => metrics().cachePurges.inc({ outcome })
    await outsideCall({ service: 'shared cache', call: 'purge' }, ask).catch((error: Error) => {
      count('failed')
      throw new Error(`The shared cache did not take a purge: ${error.message}`)
    })
    count('done')
  }
}
