import type { IncomingMessage } from 'node:http'

/** Reads a body; null if it is too long or the client disconnects. */
export const readRaw = (request: IncomingMessage, maxBytes: number) =>
  new Promise<Buffer | null>((done) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return done(null)
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) return chunks.push(chunk)
      request.pause()
      done(null)
    })
    request.on('end', () => done(Buffer.concat(chunks)))
    request.on('error', () => done(null))
    request.on('close', () => done(null))
  })
