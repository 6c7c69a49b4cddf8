import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { paint } from '../demo/png'

type MockedFile = { type: string; body: Uint8Array | string }

const palettes = [
  ['#a9d6e5', '#468faf'],
  ['#2a6f97', '#013a63'],
  ['#e9c46a', '#e76f51'],
  ['#7a8b6f', '#b5c19e'],
  ['#f6bcd0', '#c76b98'],
  ['#c8b3ef', '#2b1d54'],
  ['#9fd0de', '#1d3f5c'],
] as const

const sizes: [RegExp, [number, number]][] = [
  [/-icon$/, [320, 320]],
  [/-cover$/, [1600, 500]],
  [/./, [640, 360]],
]

const painted = new Map<string, Uint8Array>()
const picture = (name: string) => {
  const known = painted.get(name)
  if (known) return known
  const seed = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  const [from, to] = palettes[seed % palettes.length] ?? palettes[0]
  const [width, height] = sizes.find(([pattern]) => pattern.test(name))?.[1] ?? [640, 360]
  const bytes = paint({ width, height, from, to, seed })
  painted.set(name, bytes)
  return bytes
}

/** Eight seconds of moving colours, drawn by ffmpeg. */
const film = new URL('../../mocks/film.m2ts', import.meta.url)
const filmPlaylist = ['#EXTM3U', '#EXT-X-TARGETDURATION:8', '#EXTINF:8,', 'film.ts', '#EXT-X-ENDLIST', ''].join('\n')

/** What only the mocked program serves: the worker that answers in the browser, and pictures for its answers. */
export const mockedFile = (path: string): MockedFile | null => {
  if (path === '/mockServiceWorker.js') {
    const file = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
    return { type: 'text/javascript; charset=utf-8', body: readFileSync(file, 'utf8') }
  }
  if (path === '/mocks/film.m3u8') return { type: 'application/vnd.apple.mpegurl', body: filmPlaylist }
  if (path === '/mocks/film.ts') return { type: 'video/mp2t', body: readFileSync(film) }
  const name = /^\/mocks\/([a-z0-9_-]{1,60})\.png$/.exec(path)?.[1]
  return name ? { type: 'image/png', body: picture(name) } : null
}
