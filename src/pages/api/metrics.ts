import type { NextApiRequest, NextApiResponse } from 'next'
import { scrape } from '#program/http/monitoring.ts'

/** Prometheus metrics; not found for callers without the token. */
const door = async (request: NextApiRequest, response: NextApiResponse) => {
  const found = await scrape(request.headers.authorization)
  response.setHeader('Cache-Control', 'no-store')
  if (!found) return response.status(404).end()
  return response.setHeader('Content-Type', found.type).send(found.text)
}

export default door
