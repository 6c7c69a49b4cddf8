import type { IncomingMessage, ServerResponse } from 'node:http'
import { serverConfig } from '#config.server.ts'

/** Origins whose pages may call the operations and the session endpoints: from the configuration, never reflected. */
export const ourOrigins = (): (string | undefined)[] => {
  const { PUBLIC_ORIGIN, ACCOUNTS_ORIGIN, CMS_ORIGIN, CREW_ORIGIN } = serverConfig()
  return [PUBLIC_ORIGIN, ACCOUNTS_ORIGIN, CMS_ORIGIN, CREW_ORIGIN]
}

/** CORS headers for our other origins; any other origin gets none, which the browser treats as a refusal. */
export const allowOrigin = (req: IncomingMessage, res: ServerResponse, allowedHeaders: string, method = 'POST') => {
  const { origin } = req.headers
  if (origin === undefined || !ourOrigins().includes(origin)) return
  res.setHeader('Access-Control-Allow-Origin', origin)
  res.setHeader('Access-Control-Allow-Credentials', 'true')
  res.setHeader('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After')
  if (req.method !== 'OPTIONS') return
  res.setHeader('Access-Control-Allow-Methods', method)
  res.setHeader('Access-Control-Allow-Headers', allowedHeaders)
  res.setHeader('Access-Control-Max-Age', '600')
}
