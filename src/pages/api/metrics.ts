import { createHash, timingSafeEqual } from 'node:crypto'
import type { NextApiRequest, NextApiResponse } from 'next'
import { serverConfig } from '#config.server.ts'
import { metrics } from '#server/telemetry/metrics.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Prometheus metrics; not found for callers without the token. */
const door = async (request: NextApiRequest, response: NextApiResponse) => {
  const { METRICS_TOKEN } = serverConfig()
  const given = request.headers.authorization ?? ''
  response.setHeader('Cache-Control', 'no-store')
  if (!METRICS_TOKEN || !timingSafeEqual(digest(given), digest(`Bearer ${METRICS_TOKEN}`))) {
    return response.status(404).end()
  }
  const { registry } = metrics()
  return response.setHeader('Content-Type', registry.contentType).send(await registry.metrics())
}

export default door
