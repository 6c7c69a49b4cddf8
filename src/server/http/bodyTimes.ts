import type { IncomingMessage, Server, ServerResponse } from 'node:http'

type Times = { totalMs?: number; stallMs?: number }

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
 * other body is short and has to be complete within `totalMs`.
 */
export const limitBodyTimes = (server: Server, { totalMs = 300_000, stallMs = 60_000 }: Times = {}): Server => {
  server.requestTimeout = 0
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const media = isMedia(request)
    let seen = socket.bytesRead
    const look = () => {
      // `complete` means that the body has arrived, whether or not it has been read.
      if (request.complete) return
      if (!media || socket.bytesRead === seen) return tooSlow(request, response)
      seen = socket.bytesRead
      timer.refresh()
    }
    const timer = setTimeout(look, media ? stallMs : totalMs)
    request.once('close', () => clearTimeout(timer))
  })
  return server
}
