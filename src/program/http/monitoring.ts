import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serverConfig } from '#config.server.ts'
import { proxiesOf } from '#server/http/address.ts'
import { readiness } from '#server/readiness.ts'
import { metrics } from '#server/telemetry/metrics.ts'

/* What monitoring asks of an instance. One that runs jobs alone answers nothing else. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Prometheus metrics; null for callers without the token. */
const scrape = async (authorization = ''): Promise<{ type: string; text: string } | null> => {
  const { METRICS_TOKEN } = serverConfig()
  if (!METRICS_TOKEN || !timingSafeEqual(digest(authorization), digest(`Bearer ${METRICS_TOKEN}`))) return null
  const { registry } = metrics()
  return { type: registry.contentType, text: await registry.metrics() }
}

type Answer = { status: number; type?: string; text?: string }
const answer = (response: ServerResponse, { status, type = 'application/json; charset=utf-8', text = '' }: Answer) =>
  void response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** By their path. */
const open = {
  /** Liveness: the process responds. */
  '/api/health': (_request, response) => answer(response, { status: 200, text: JSON.stringify({ ok: true }) }),
  /** Readiness: database, jobs and storage respond in time, and take what is written. */
  '/api/ready': async (_request, response) => {
    const found = await readiness()
    answer(response, { status: found.ok ? 200 : 503, text: JSON.stringify(found) })
  },
  '/api/metrics': async (request, response) => {
    const found = await scrape(request.headers.authorization)
    answer(response, found ? { status: 200, ...found } : { status: 404 })
  },
} satisfies Record<string, Handler>
export const openMonitoring: typeof open & Record<string, Handler | undefined> = open

/** Of an instance with pages: by `proxies` whoever sets the program up sees whether TRUSTED_PROXIES is right (program/setup). */
export const openHealth: Handler = (request, response) =>
  answer(response, { status: 200, text: JSON.stringify({ ok: true, proxies: proxiesOf(request) }) })

export const refuseOther: Handler = (_request, response) => {
  const message = 'This instance runs jobs alone (INSTANCE_ROLE=worker): it has no pages and takes no calls.'
  const body = { ok: false, code: 'notFound', message, requestId: randomUUID() }
  answer(response, { status: 404, text: JSON.stringify(body) })
}
