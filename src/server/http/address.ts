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

/** How many proxies have added to the list that `addressOf` reads; whoever asks with a list of their own counts as well. */
export const proxiesOf = (req: IncomingMessage): number =>
  String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .filter((told) => told.trim() !== '').length

const longest = { path: 300, address: 64 }

/** Queries hold tokens, signatures and what was looked for: they are cut. */
export const loggedPath = (url = '/'): string =>
  (/^[^?#]*/.exec(url)?.[0] ?? '').replace(/^\w+:\/\/[^/]*/, '').slice(0, longest.path)

/** Where a request went and who sent it, for its lines in the log; read first, as a closed connection has no address any more. */
export const seenOf = (req: IncomingMessage) => ({
  path: loggedPath(req.url),
  address: addressOf(req).slice(0, longest.address),
})

/** Its path without the query; one that is no UTF-8 stays as it was sent. */
export const decodePath = (url: string) => {
  const path = url.split(/[?#]/, 1)[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
