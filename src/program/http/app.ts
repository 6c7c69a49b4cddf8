import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { slugPattern } from '#club/brands/brand.ts'
import { brandRowBySlug } from '#club/brands/queries.server.ts'
import { serverConfig } from '#config.server.ts'
import { accentOf } from '#kit/color.ts'
import { shortened } from '#kit/shortened.ts'
import { database } from '#server/db.ts'
import { addressOf, seenOf } from '#server/http/address.ts'
import { limitPage } from '#server/limits.ts'
import { appIcon } from '#server/storage/pictures.ts'
import { storage } from '#server/storage/storage.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { isUnavailable, retryAfterSeconds } from '#server/unavailable.ts'

/*
 * What a phone asks when a brand's site is put on its home screen: `GET /api/app/{slug}/manifest.webmanifest` (W3C App Manifest) and
 * `/api/app/{slug}/icon-{size}.png`, with `-maskable` for systems that cut icons to their own shape.
 */
const iconSizes = [180, 192, 512] as const
const path = /^\/api\/app\/([^/?]+)\/(?:(manifest\.webmanifest)|icon-(180|192|512)(-maskable)?\.png)(?:\?|$)/

type Row = NonNullable<Awaited<ReturnType<typeof brandRowBySlug>>>
/** What of a brand an icon is drawn from: another address when it changes, so that icons can be kept. */
const versionOf = ({ icon, accentColor }: Row) =>
  createHash('sha256').update(`${icon} ${accentColor}`).digest('base64url').slice(0, 10)

const manifestOf = (row: Row, isEnglish: boolean) => {
  const { accent } = accentOf(row.accentColor).light
  const start = `${isEnglish ? '/en' : ''}/fc/${row.slug}`
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/api/app/${row.slug}/icon-${size}${purpose === 'maskable' ? '-maskable' : ''}.png?v=${versionOf(row)}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: `/fc/${row.slug}`,
    name: row.name,
    short_name: shortened(row.name, 24),
    description: shortened(row.description.replace(/\s+/g, ' '), 160),
    lang: isEnglish ? 'en' : 'ja',
    start_url: start,
    // The fan's own pages, the login and paying lie beside the brand's.
    scope: '/',
    display: 'standalone',
    theme_color: accent,
    background_color: '#faf9f7',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  }
}

const drawn = new LRUCache<string, Buffer>({ maxSize: 16 * 1024 * 1024, sizeCalculation: (bytes) => bytes.length })

/** A picture of our own storage; one from elsewhere is not fetched. */
const pictureOf = async ({ icon }: Row): Promise<Buffer | null> => {
  const base = `${serverConfig().PUBLIC_STORAGE_URL.replace(/\/$/, '')}/`
  if (!icon.startsWith(base)) return null
  const bytes = await storage().readWhole(`public/${icon.slice(base.length)}`)
  return bytes && Buffer.from(bytes)
}

const iconOf = async (row: Row, size: (typeof iconSizes)[number], isMaskable: boolean): Promise<Buffer> => {
  const key = `${row.brandId} ${versionOf(row)} ${size} ${isMaskable}`
  const known = drawn.get(key)
  if (known) return known
  const { accent, onAccent } = accentOf(row.accentColor).light
  const bytes = await appIcon(await pictureOf(row), { size, isMaskable, ground: accent, ink: onAccent })
  drawn.set(key, bytes)
  return bytes
}

const day = 86_400
const send = (request: IncomingMessage, response: ServerResponse, type: string, body: Buffer, seconds: number) => {
  response.removeHeader('Vary')
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': `public, max-age=${seconds}`,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

export const openApp = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return void response.writeHead(405, { Allow: 'GET, HEAD' }).end()
  const wait = await limitPage(addressOf(request), { costs: true })
  if (wait !== null) return void response.writeHead(429, { 'Retry-After': String(wait) }).end()
  const url = request.url ?? ''
  const [, slug = '', manifest, size, maskable] = path.exec(url) ?? []
  try {
    const row = slugPattern.test(slug) ? await brandRowBySlug(database(), slug) : undefined
    if (!row) return void response.writeHead(404).end()
    if (manifest) {
      const isEnglish = new URL(url, 'http://here').searchParams.get('lang') === 'en'
      const body = Buffer.from(JSON.stringify(manifestOf(row, isEnglish)))
      return send(request, response, 'application/manifest+json', body, 300)
    }
    const side = iconSizes.find((one) => String(one) === size) ?? 192
    send(request, response, 'image/png', await iconOf(row, side, maskable !== undefined), day)
  } catch (error) {
    log.error({ ...seenOf(request), cause: causeOf(error) }, 'app of a brand failed')
    const isAway = isUnavailable(error)
    response.writeHead(isAway ? 503 : 500, isAway ? { 'Retry-After': String(retryAfterSeconds) } : {}).end()
  }
}
