import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { follow, type Line } from '#client/follow.ts'
import type { PublicConfig } from '#config.ts'
import { type ChatChanges, chats } from '#publishing/streamings/chat/contract.ts'
import { lineText } from '#publishing/streamings/chat/lineText.ts'
import words from '#publishing/streamings/chat/words.en.ts'

/* A browser's end of a followed room, against a server that ends, refuses and breaks off. */
type Turn = (request: IncomingMessage, response: ServerResponse) => void
let server: Server
let turns: Turn[] = []
const asked: (number | undefined)[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const payload = new URL(request.url ?? '/', 'http://here').searchParams.get('payload') ?? '{}'
    asked.push((JSON.parse(payload) as { after?: number }).after)
    const turn = turns.shift()
    if (turn) turn(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cmsApiOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  globalThis.__TSUDOI__ = { cmsApiOrigin } as PublicConfig
})
afterEach(() => {
  asked.length = 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const changes = (cursor: number, isWhole = false) =>
  `id: ${cursor}\nevent: changes\ndata: ${JSON.stringify({ cursor, isWhole, messages: [], removed: [] })}\n\n`
const refuse = (status: number, code: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ok: false, code, message: '', requestId: '' }))
}

const following = (...given: Turn[]) => {
  turns = given
  const stop = new AbortController()
  const lines: Line[] = []
  const cursors: number[] = []
  const over = follow<typeof chats.followChat, ChatChanges>(
    chats.followChat,
    { tenantId: 'tenant', planContentId: 'content', after: 3 },
    {
      token: async () => 'token',
      signal: stop.signal,
      onChanges: ({ cursor }) => void cursors.push(cursor),
      onLine: (line) => void lines.push(line),
    },
  )
  const end = async () => {
    stop.abort()
    await over
  }
  return { lines, cursors, over, end }
}

test('a stream that a server ends to stop is taken up where it was, and nobody reads of a lost line', async () => {
  const { lines, cursors, end } = following(
    (_, response) => {
      open(response).write(changes(5))
      response.end('event: end\ndata: {"why":"again"}\n\n')
    },
    (_, response) => void open(response).write(changes(7)),
  )
  await expect.poll(() => cursors).toEqual([5, 7])
  expect(asked).toEqual([3, 5])
  expect(lines).toEqual([{ state: 'open' }, { state: 'open' }])
  await end()
})
test('one that breaks off is a lost line until it is back', async () => {
  const { lines, cursors, end } = following(
    (_, response) => open(response).write(changes(5), () => response.destroy()),
    (_, response) => void open(response).write(changes(6)),
  )
  await expect.poll(() => cursors).toEqual([5, 6])
  expect(lines.map(({ state }) => state)).toEqual(['open', 'lost', 'open'])
  await end()
})
test('a room that begins anew is gone on with at its own number', async () => {
  const { cursors, end } = following(
    (_, response) => void open(response).end(changes(2, true)),
    (_, response) => void open(response).write(changes(3)),
  )
  await expect.poll(() => cursors).toEqual([2, 3])
  expect(asked).toEqual([3, 2])
  await end()
})
test('who has too many open reads that, and it is tried again; who may not read any more reads why', async () => {
  const many = following(refuse(429, 'tooManyStreams'))
  await expect.poll(() => many.lines).toEqual([{ state: 'lost', code: 'tooManyStreams' }])
  expect(lineText({ state: 'lost', code: 'tooManyStreams' }, words)).toContain('too many places')
  await many.end()
  for (const code of ['contentLocked', 'unauthenticated', 'contentNotFound']) {
    const { lines, over } = following(refuse(409, code))
    await over
    expect(lines).toEqual([{ state: 'over', code }])
  }
  const said = ['contentLocked', 'unauthenticated', 'contentNotFound'].map((code) =>
    lineText({ state: 'over', code }, words),
  )
  expect(new Set(said).size).toBe(3)
  expect(said[0]).toContain('membership')
})
