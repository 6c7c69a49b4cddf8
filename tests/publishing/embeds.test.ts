import { lookup } from 'node:dns'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { embeds } from '#publishing/embeds/contract.ts'
import { embedFrame, embedOf, embedOrigins } from '#publishing/embeds/embed.ts'
import { ask, person, refused, request } from '../support/club'

const accepted: [string, string, string][] = [
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'youtube', 'dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'youtube', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'vimeo', '76979871'],
  ['https://vimeo.com/76979871/8272103f6e', 'vimeo', '76979871/8272103f6e'],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'vimeo', '76979871/8272103f6e'],
  ['https://www.nicovideo.jp/watch/sm9', 'niconico', 'sm9'],
  ['https://nico.ms/sm9', 'niconico', 'sm9'],
  ['https://open.spotify.com/intl-ja/track/4uLU6hMCjMI75M1A2tKUQC', 'spotify', 'track/4uLU6hMCjMI75M1A2tKUQC'],
  ['https://soundcloud.com/forss/flickermood', 'soundcloud', 'forss/flickermood'],
  ['https://soundcloud.com/forss/sets/soulhack', 'soundcloud', 'forss/sets/soulhack'],
  ['https://x.com/jack/status/20', 'x', '20'],
  ['https://twitter.com/jack/status/20?s=20', 'x', '20'],
  ['https://www.instagram.com/p/CUbHfhpswxt/', 'instagram', 'p/CUbHfhpswxt'],
  ['https://www.instagram.com/aoi.hoshi/reel/CUbHfhpswxt/', 'instagram', 'reel/CUbHfhpswxt'],
  ['https://www.tiktok.com/@scout2015/video/6718335390845095173', 'tiktok', '6718335390845095173'],
]

test.each(accepted)('%s is %s %s', async (source, embedProvider, embedKey) => {
  const answer = await ask(embeds.getEmbedBlockData, { source }, await person())
  expect(answer).toMatchObject({ embedProvider, embedKey })
  const src = /^<iframe src="(https:\/\/[^"<>]+)" [^<>]+><\/iframe>$/.exec(answer.html)?.[1] ?? ''
  expect(embedOrigins).toContain(new URL(src).origin)
  expect(answer.html).toContain('sandbox="allow-scripts allow-same-origin allow-presentation"')
})

let trap: Server
let connections = 0
let port = 0
beforeAll(async () => {
  trap = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((up) => trap.listen(0, up))
  port = (trap.address() as AddressInfo).port
})
afterAll(() => new Promise((closed) => trap.close(closed)))

vi.mock('node:dns', async (original) => {
  const real = await original<typeof import('node:dns')>()
  return { ...real, lookup: vi.fn(real.lookup) }
})

const trapped = (host: string) => `http://${host}:PORT/`
const dangerous = [
  ...['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '0.0.0.0', '2130706433', '0x7f.1', '0177.1', 'localhost', 'localhost.']
    .map(trapped)
    .flatMap((one) => [one, one.replace('http:', 'https:')]),
  'http://169.254.169.254/latest/meta-data/',
  ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '[fd00::1]', '[fe80::1]'].map(
    (host) => `https://${host}/`,
  ),
  'https://metadata.google.internal/',
  'https://127.0.0.1.nip.io/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:22/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:5432/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com@127.0.0.1:PORT/watch?v=dQw4w9WgXcQ',
  'https://a:b@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com.evil.tld/watch?v=dQw4w9WgXcQ',
  'https://evil.tld/https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'data:text/html,<script>1</script>',
  'javascript:1',
  'https://www.youtube.com/redirect?q=http://127.0.0.1:PORT/',
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/watch?v=../../../../evil',
  'https://www.youtube.com/watch',
  'https://soundcloud.com/..%2f..%2fevil/x',
  'https://soundcloud.com/only-a-user',
  'https://on.soundcloud.com/short',
  ' https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.you\ttube.com/watch?v=dQw4w9WgXcQ',
  'https:\\\\www.youtube.com\\watch?v=dQw4w9WgXcQ',
  `https://www.youtube.com/watch?v=dQw4w9WgXcQ&x=${'a'.repeat(1000)}`,
]

describe('anything else is refused, and nothing is asked anywhere', () => {
  test.each(dangerous)('%s', async (address) => {
    const source = address.replace('PORT', String(port))
    expect(await refused(embeds.getEmbedBlockData, { source }, await person())).toMatchObject({
      status: 409,
      code: 'embedNotAllowed',
    })
    expect(connections).toBe(0)
    expect(vi.mocked(lookup).mock.calls.filter(([host]) => host !== 'localhost' && host !== '127.0.0.1')).toEqual([])
  })

  test('what is no text is refused as such', async () => {
    const someone = await person()
    const noAddress = ['', 'constructor', '__proto__', 'www.youtube.com/watch?v=dQw4w9WgXcQ']
    for (const source of [null, 1, {}, [], true, 'x'.repeat(2001), ...noAddress]) {
      expect((await request(embeds.getEmbedBlockData, JSON.stringify({ source }), someone)).status).toBe(400)
    }
  })

  test('visitors are not answered, and everybody else thirty times a minute', async () => {
    const payload = JSON.stringify({ source: 'https://x.com/jack/status/20' })
    expect((await request(embeds.getEmbedBlockData, payload)).status).toBe(401)
    // What the limit does is tested where limits are on.
    expect(embeds.getEmbedBlockData.limit).toEqual({ points: 30, seconds: 60 })
  })
})

test('a frame is built from a provider and a key that fit, and from nothing else', () => {
  expect(embedFrame('youtube', 'dQw4w9WgXcQ')?.src).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  for (const [provider, key] of [
    ['youtube', '../../evil'],
    ['youtube', 'dQw4w9WgXcQ"onload="x'],
    ['constructor', 'x'],
    ['__proto__', 'x'],
    ['spotify', 'track/../../x'],
    ['soundcloud', '../x'],
    ['x', 'javascript:1'],
  ] as const) {
    expect(embedFrame(provider, key)).toBeNull()
  }
  expect(embedOf('https://youtu.be/')).toBeNull()
})
