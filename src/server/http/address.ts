import type { IncomingMessage } from 'node:http'
import { serverConfig } from '#config.server.ts'

/** The client's address as seen by the outermost of our own proxies; entries before it can be forged. */
export const addressOf = (req: IncomingMessage): string => {
  const direct = req.socket.remoteAddress ?? ''
  const { TRUSTED_PROXIES } = serverConfig()
  if (TRUSTED_PROXIES === 0) return direct
  const told = String(req.headers['x-forwarded-for'] ?? '').split(',')
  return told.at(-TRUSTED_PROXIES)?.trim() || direct
}
