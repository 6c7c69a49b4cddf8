import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import inject from 'light-my-request'
import { slugPattern } from '#club/brands/brand.ts'
import { signInFrom } from '#club/identity/identity.ts'
import { now } from '#server/clock.ts'
import { addressOf, seenOf } from '#server/http/address.ts'
import { makeAnswerCache } from '#server/http/answerCache.ts'
import { type KeptPage, makePageCache, type Outcome, type Rendered } from '#server/http/pageCache.ts'
import { ownHeaders, sharedHeaders } from '#server/http/sharedCache.ts'
import { limitPage } from '#server/limits.ts'
import { newRendering, type Rendering, withRendering } from '#server/rendering.ts'
import { listenForRenewals, togetherRenewed } from '#server/renewal.ts'
import { shared } from '#server/shared.ts'
import { causeOf, log, plainLog } from '#server/telemetry/log.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { retryAfterSeconds } from '#server/unavailable.ts'
import { isKnown } from './document'
import { withoutLocale } from './headers'

/*
 * Page requests: the limits, the log line and the metrics that operations have, and a cache for the pages that are the
 * same for every visitor. Next renders those for an internal request without cookies, address or query, so that no data
 * of one visitor can reach another.
 */
type Route = { page: string; regex: RegExp }
type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>
type Settings = {
  handle: Handle
  /** Null without a build: then nothing is cached. */
  buildFolder: string | null
  publicOrigin: string
}
type Sent = Exclude<Outcome, { kind: 'own' }>
type Line = { page: string; cache: 'hit' | 'rendered' | 'stale' | 'none' }

const readRoutes = (buildFolder: string): Route[] => {
  const manifest: Record<'staticRoutes' | 'dynamicRoutes', { page: string; regex: string }[]> = JSON.parse(
    readFileSync(join(buildFolder, 'routes-manifest.json'), 'utf8'),
  )
  return [...manifest.staticRoutes, ...manifest.dynamicRoutes]
    .filter(({ page }) => !page.startsWith('/api/'))
    .map(({ page, regex }) => ({ page, regex: new RegExp(regex) }))
}

/** A path in the form that we write ourselves: nothing encoded, no trailing slash. Only such paths are cache keys. */
const isPlain = (path: string) => path.length <= 300 && /^(\/[\w.~-]+)+$/.test(path)
const hasBadSlug = (page: string, path: string) =>
  page.startsWith('/fc/[brandSlug]') && !slugPattern.test(path.split('/')[2] ?? '')

const unzip = promisify(gunzip)
const accepts = (request: IncomingMessage, encoding: string) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(
    String(request.headers['accept-encoding'] ?? ''),
  )

const sendKept = async (request: IncomingMessage, response: ServerResponse, page: KeptPage, isStale: boolean) => {
  // Data of pages are purged by no path of their own.
  const mayBeShared = !isStale && !request.url?.startsWith('/_next/')
  for (const [name, value] of Object.entries(mayBeShared ? sharedHeaders(page, now()) : ownHeaders))
    response.setHeader(name, value)
  response.setHeader('Vary', 'Accept-Encoding')
  response.setHeader('ETag', page.etag)
  if (isKnown(request, page.etag)) return void response.writeHead(304).end()
  response.setHeader('Content-Type', page.contentType)
  const encoding = accepts(request, 'br') ? 'br' : accepts(request, 'gzip') ? 'gzip' : undefined
  if (encoding) response.setHeader('Content-Encoding', encoding)
  const body = encoding ? page[encoding] : await unzip(page.gzip)
  response.writeHead(200, { 'Content-Length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const sendPassed = (request: IncomingMessage, response: ServerResponse, { status, headers, body }: Rendered) => {
  response.setHeader('Cache-Control', 'private, no-store')
  for (const name of ['content-type', 'location', 'retry-after']) {
    const value = headers[name]
    if (value !== undefined) response.setHeader(name, value)
  }
  response.writeHead(status, { 'Content-Length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const refuse = (response: ServerResponse, retryAfter: number) => {
  response.writeHead(429, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'private, no-store',
    'Retry-After': String(retryAfter),
  })
  response.end('アクセスが多すぎます。しばらくしてからもう一度お試しください。\nToo many requests. Try again later.\n')
}

const refuseMethod = (response: ServerResponse) => {
  response.writeHead(405, {
    Allow: 'GET, HEAD',
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'private, no-store',
  })
  response.end('Pages are only read.\n')
}

export const openPageServer = ({ handle, buildFolder, publicOrigin }: Settings) => {
  const routes = buildFolder === null ? [] : readRoutes(buildFolder)
  /** Pages that turned out to be rendered for each request. */
  const ownPages = new Set<string>()
  const host = new URL(publicOrigin).host

  /** Next answers 500 where a loader fails; where it failed because something is away this becomes 503. */
  const handleAs = (rendering: Rendering, request: IncomingMessage, response: ServerResponse) => {
    const { writeHead } = response
    response.writeHead = ((status: number, ...rest: []) => {
      const isAway = status === 500 && rendering.isUnavailable
      if (isAway) response.setHeader('Retry-After', String(retryAfterSeconds))
      return writeHead.call(response, isAway ? 503 : status, ...rest)
    }) as typeof writeHead
    return withRendering(rendering, () => handle(request, response))
  }
  const render = async (path: string, rendering: Rendering): Promise<Rendered> => {
    const dispatch: RequestListener = (request, response) =>
      void handleAs(rendering, request, response).catch((error: unknown) => response.destroy(error as Error))
    const { statusCode, headers, rawPayload } = await inject(dispatch, { method: 'GET', url: path, headers: { host } })
    return { status: statusCode, headers: headers as Rendered['headers'], body: rawPayload }
  }
  const clockOffset = () => shared.clockOffset ?? 0
  const cache = buildFolder === null ? undefined : makePageCache({ render, now, clockOffset })
  const answers = buildFolder === null ? undefined : makeAnswerCache({ now, clockOffset })

  const send = (request: IncomingMessage, response: ServerResponse, outcome: Sent, line: Line) => {
    if (outcome.kind === 'passed') return sendPassed(request, response, outcome.rendered)
    if (outcome.kind === 'stale') {
      line.cache = 'stale'
      response.setHeader('Age', String(outcome.age))
    }
    return sendKept(request, response, outcome.page, outcome.kind === 'stale')
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, line: Line, requestId: string) => {
    const address = addressOf(request)
    const [path = '/', query] = (request.url ?? '/').split('#', 1)[0]?.split('?', 2) ?? []
    const bare = withoutLocale(path)
    const page = routes.find(({ regex }) => regex.test(bare))?.page
    line.page = page ?? (path.startsWith('/_next/') ? 'data' : 'unknown')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // The development server posts to addresses of its own.
    if (!isRead && buildFolder !== null) return refuseMethod(response)
    const mayBeKept = cache && page && isRead && isPlain(path) && !ownPages.has(page)
    const isLogin = page === '/login' || path.endsWith('/login.json')
    const from = isLogin ? signInFrom(new URLSearchParams(query).get('redirect_to')) : ''
    const fresh = () => newRendering({ address, requestId, signInFrom: from })

    const kept = mayBeKept ? cache.kept(path, from) : undefined
    const retryAfter = await limitPage(address, { costs: !kept })
    if (retryAfter !== null) return refuse(response, retryAfter)
    if (kept && kept.kind !== 'own') {
      line.cache = 'hit'
      return send(request, response, kept, line)
    }
    // Paths that cannot be a brand's slug are not passed to Next, which would look them up.
    if (page && hasBadSlug(page, bare)) request.url = path === bare ? '/404' : '/en/404'
    else if (mayBeKept) {
      const outcome = await cache.rendered(path, fresh())
      line.cache = 'rendered'
      if (outcome.kind !== 'own') return send(request, response, outcome, line)
      line.cache = 'none'
      if (outcome.rendered.headers['set-cookie']) log.error({ page, path }, 'a page for every visitor sets a cookie')
      if (outcome.rendered.status < 500) ownPages.add(page)
    }
    await handleAs(fresh(), request, response)
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID()
    const started = process.hrtime.bigint()
    const line: Line = { page: 'unknown', cache: 'none' }
    const seen = seenOf(request)
    response.setHeader('X-Request-Id', requestId)
    response.once('close', () => {
      const milliseconds = Number(process.hrtime.bigint() - started) / 1e6
      const { statusCode: status } = response
      metrics().pageSeconds.observe({ page: line.page, status: String(status), cache: line.cache }, milliseconds / 1000)
      plainLog[status >= 500 ? 'error' : line.cache === 'stale' ? 'warn' : 'info'](
        { requestId, ...line, ...seen, status, ms: Math.round(milliseconds * 100) / 100 },
        'page',
      )
    })
    try {
      await answer(request, response, line, requestId)
    } catch (error) {
      log.error({ requestId, ...seen, cause: causeOf(error) }, 'page')
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`Internal error ${requestId}\n`)
    }
  }

  shared.answers = answers
  shared.pages = cache && answers && { ...togetherRenewed(cache, answers), size: cache.size }
  const stop = shared.pages && listenForRenewals(shared.pages)
  return { serve, stop: async () => stop?.(), size: () => cache?.size() }
}
