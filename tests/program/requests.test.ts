import fs from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answered } from '#server/http/answered.ts'
import { builtFiles } from '#server/http/builtFiles.ts'
import { demoSettings } from '../support/settings'

const script = 'export const club = 1\n'
let folder: string
// The line about a failed request needs them: they say whose word about its address counts.
demoSettings()
beforeAll(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'tsudoi-built-'))
  fs.mkdirSync(join(folder, 'static'))
  fs.writeFileSync(join(folder, 'static', 'page.js'), script)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

let server: Server | undefined
const serve = async (listener: RequestListener) => {
  server = createServer(listener)
  await new Promise<void>((up) => server?.listen(0, '127.0.0.1', up))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(async () => {
  const closed = new Promise((done) => server?.close(done))
  server?.closeAllConnections()
  await closed
})

test.each(['bytes=5-2', 'bytes=0-1', 'bytes=99999-', 'bytes=-5', 'nonsense'])(
  'a built script is sent whole, whatever range is asked for: %s',
  async (Range) => {
    const origin = await serve(answered(builtFiles(folder)))
    const answer = await fetch(`${origin}/_next/static/page.js`, {
      headers: { Range },
      signal: AbortSignal.timeout(5000),
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(script)
  },
)

test('what is compressed while the program serves it is sent so from then on', async () => {
  const origin = await serve(answered(builtFiles(folder)))
  const encoding = async () =>
    (await fetch(`${origin}/_next/static/page.js`, { headers: { 'Accept-Encoding': 'br' } })).headers.get(
      'content-encoding',
    )
  expect(await encoding()).toBeNull()
  fs.writeFileSync(join(folder, 'static', 'page.js.br'), brotliCompressSync(script))
  expect(await encoding()).toBeNull()
  fs.writeFileSync(join(folder, 'tsudoi-compressed'), '')
  expect(await encoding()).toBe('br')
})

test('a handler that throws is an answer of 500 with a request id, and the program goes on', async () => {
  const origin = await serve(
    answered(async (_, response) => {
      response.setHeader('Content-Length', 3)
      throw new Error('broken on purpose')
    }),
  )
  for (let n = 0; n < 2; n++) {
    const answer = await fetch(origin, { signal: AbortSignal.timeout(5000) })
    expect(answer.status).toBe(500)
    const body = await answer.json()
    expect(body).toMatchObject({ ok: false, code: 'internal', requestId: expect.any(String) })
    expect(JSON.stringify(body)).not.toContain('on purpose')
  }
})
