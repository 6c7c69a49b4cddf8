import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** What an upload is measured against: Node's own http, each body streamed into a file. No signature, no checksum. */
const folder = mkdtempSync(join(process.env.BARE_FOLDER ?? tmpdir(), 'bare-'))
const server = createServer(async (request, response) => {
  const path = join(folder, String(Math.random()))
  await pipeline(request, createWriteStream(path, { flush: true }))
  rmSync(path)
  response.writeHead(200, { ETag: '"bare"' }).end()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
