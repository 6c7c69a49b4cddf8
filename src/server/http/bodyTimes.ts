import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** `leastBytes` of a body that is no upload have to arrive in every `leastMs`. */
type Times = { totalMs?: number; stallMs?: number; leastMs?: number; leastBytes?: number }

const isMedia = ({ url = '' }: IncomingMessage) => /^\/api\/media\//.test(url)

const tooSlow = (request: IncomingMessage, response: ServerResponse) => {
  if (response.headersSent) return void request.destroy()
  // A client that sends slowly may also read slowly: the connection does not wait for it.
  response.once('finish', () => request.destroy())
  response.writeHead(408, { Connection: 'close', 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
  response.end('The request did not arrive in time.')
}

/**
 * Limits the time a body may take. Node has one limit for every request, which would end an upload of gigabytes
 * regardless of its progress: file uploads have no total limit as long as data arrives at least every `stallMs`; every
 * other body is short, has to be complete within `totalMs`, and must not trickle in.
 */
export const limitBodyTimes = (
  server: Server,
  { totalMs = 300_000, stallMs = 60_000, leastMs = 10_000, leastBytes = 1024 }: Times = {},
): Server => {
  server.requestTimeout = 0
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const media = isMedia(request)
    let seen = socket.bytesRead
    const over = performance.now() + totalMs
    const look = () => {
      // `complete` means that the body has arrived, whether or not it has been read.
      if (request.complete) return
      const arrived = socket.bytesRead - seen
      const isSlow = media ? arrived === 0 : arrived < leastBytes || performance.now() >= over
      if (isSlow) return tooSlow(request, response)
      seen = socket.bytesRead
      timer.refresh()
    }
    const timer = setTimeout(look, media ? stallMs : Math.min(totalMs, leastMs))
    request.once('close', () => clearTimeout(timer))
  })
  return server
}
