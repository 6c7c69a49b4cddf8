import type { IncomingMessage, Server, ServerResponse } from 'node:http'

type Times = { totalMs?: number; stallMs?: number }

const isMedia = ({ url = '' }: IncomingMessage) => /^\/api\/media\//.test(url)

const tooSlow = (request: IncomingMessage, response: ServerResponse) => {
  if (response.headersSent) return void request.destroy()
  // Who sends so slowly may read slowly too: the connection does not wait for them.
  response.once('finish', () => request.destroy())
  response.writeHead(408, { Connection: 'close', 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
  response.end('The request did not arrive in time.')
}

/**
 * How long a body may take. Node has one limit for every request, which would end an upload of gigabytes however well it
 * goes: files may take as long as they like while something of them arrives at least every `stallMs`; everything else is
 * short and has to be there within `totalMs`.
 */
export const limitBodyTimes = (server: Server, { totalMs = 300_000, stallMs = 60_000 }: Times = {}): Server => {
  server.requestTimeout = 0
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const media = isMedia(request)
    let seen = socket.bytesRead
    const look = () => {
      // Complete is what has arrived, whether or not anybody has read it.
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
