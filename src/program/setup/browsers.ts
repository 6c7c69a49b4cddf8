import { realNow } from '#server/clock.ts'
import { storage } from '#server/storage/storage.ts'
import type { Part } from './part'
import { withFile } from './storage'

/* What only browsers meet, from outside: a program whose own calls all work is still of no use without it. */

const patience = () => AbortSignal.timeout(10_000)
const isHttps = (url: string) => url.startsWith('https:')
/** What a list of a header allows. */
const allows = (list: string | null, wanted: string) =>
  (list ?? '').split(',').some((one) => ['*', wanted.toLowerCase()].includes(one.trim().toLowerCase()))

/** Large files are sent straight to the storage, by pages of PUBLIC_ORIGIN. */
export const uploads: Part = async ({ S3_BUCKET, S3_ENDPOINT, PUBLIC_ORIGIN }) => {
  if (!S3_BUCKET) return { unset: 'S3_BUCKET is empty: browsers send files to the program' }
  if (S3_ENDPOINT && isHttps(PUBLIC_ORIGIN) && !isHttps(S3_ENDPOINT))
    throw new Error('S3_ENDPOINT is http: browsers let no page of PUBLIC_ORIGIN (https) send files there')
  const missing = `the CORS rules of ${S3_BUCKET} have to allow PUT and GET from ${PUBLIC_ORIGIN} and to expose ETag`
  return withFile('private', async (key) => {
    const grant = { key, contentType: 'video/mp4', contentLength: 1, expiresAt: realNow() + 60_000 }
    const { url, headers } = await storage().signUpload(grant)
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        Origin: PUBLIC_ORIGIN,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': Object.keys(headers).join(',').toLowerCase(),
      },
      signal: patience(),
    })
    const mayPut =
      preflight.ok &&
      allows(preflight.headers.get('access-control-allow-origin'), PUBLIC_ORIGIN) &&
      allows(preflight.headers.get('access-control-allow-methods'), 'PUT')
    if (!mayPut) throw new Error(`${missing}: it says ${preflight.status} to a PUT`)
    const got = await fetch(await storage().signDownload(grant), {
      headers: { Origin: PUBLIC_ORIGIN },
      signal: patience(),
    })
    if (!got.ok) throw new Error(`a signed address of the storage answers ${got.status}`)
    if (!allows(got.headers.get('access-control-allow-origin'), PUBLIC_ORIGIN)) throw new Error(`${missing}: no GET`)
    if (!allows(got.headers.get('access-control-expose-headers'), 'ETag')) throw new Error(`${missing}: no ETag`)
    return `pages of ${PUBLIC_ORIGIN} may send files to ${new URL(url).host}`
  })
}

/** PUBLIC_ORIGIN leads here by as many proxies as are trusted. It may be asked before the first instance runs. */
export const address: Part = async ({ PUBLIC_ORIGIN, PORT, TRUSTED_PROXIES }) => {
  if (PUBLIC_ORIGIN === `http://localhost:${PORT}`) return { unset: `PUBLIC_ORIGIN is this machine: ${PUBLIC_ORIGIN}` }
  const answer = await fetch(`${PUBLIC_ORIGIN}/api/health`, { redirect: 'manual', signal: patience() })
  if ([502, 503, 504].includes(answer.status))
    return `${PUBLIC_ORIGIN} is there (${answer.status}: no instance behind it yet, so TRUSTED_PROXIES was not looked at)`
  const body = (await answer.json().catch(() => null)) as { ok?: unknown; proxies?: unknown } | null
  if (!answer.ok || body?.ok !== true || typeof body.proxies !== 'number')
    throw new Error(`${PUBLIC_ORIGIN}/api/health answers ${answer.status}, and not as Tsudoi does`)
  if (body.proxies > TRUSTED_PROXIES)
    throw new Error(
      `TRUSTED_PROXIES is ${TRUSTED_PROXIES}, and ${body.proxies} stand in front: all visitors count as one, the proxy`,
    )
  if (body.proxies < TRUSTED_PROXIES)
    throw new Error(
      `TRUSTED_PROXIES is ${TRUSTED_PROXIES}, and ${body.proxies} stand in front: visitors can say that they are anybody`,
    )
  return `${PUBLIC_ORIGIN} leads to the program, by ${body.proxies} proxies as TRUSTED_PROXIES says`
}
