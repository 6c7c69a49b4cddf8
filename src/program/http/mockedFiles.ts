import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { draw, palettes, type Subject } from '../demo/drawings/drawings'
import { filmFiles } from '../demo/film/film'

type MockedFile = { type: string; body: Uint8Array | string }

/** Drawings for the pictures of the mocked portal, by file name. */
const subjects: [RegExp, Subject[]][] = [
  [/^aoi-icon$/, ['emblem']],
  [/^aoi-cover$/, ['constellation']],
  [/^minato-cover$/, ['sea']],
  [/^luna-cover$/, ['window']],
  [/goods/, ['towel', 'shirt', 'stand', 'badge', 'disc', 'calendar', 'postcards', 'mug', 'penlight', 'booklet']],
  [/^event/, ['stage', 'meeting', 'disc', 'camera']],
  [/^plan/, ['constellation', 'galaxy', 'comet', 'sunrise']],
  [/./, ['snow', 'waveform', 'notebook', 'letter', 'microphone', 'road', 'sea', 'window', 'galaxy', 'sunrise']],
]
const sizes: [RegExp, [number, number]][] = [
  [/-icon$/, [320, 320]],
  [/-cover$/, [1280, 400]],
  [/goods/, [640, 640]],
  [/./, [640, 360]],
]
const found = <T>(among: [RegExp, T][], name: string, otherwise: T) =>
  among.find(([pattern]) => pattern.test(name))?.[1] ?? otherwise

const picture = (name: string) => {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  const [width, height] = found(sizes, name, [640, 360])
  const possible = found<Subject[]>(subjects, name, ['sunrise'])
  const colors = palettes[seed % palettes.length] ?? palettes[0]
  return draw(possible[seed % possible.length] ?? 'sunrise', { width, height, colors, seed })
}

/** Files that only the mocked program serves: the service worker with the mocks, and their pictures. */
export const mockedFile = (path: string): MockedFile | null => {
  if (path === '/mockServiceWorker.js') {
    const file = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
    return { type: 'text/javascript; charset=utf-8', body: readFileSync(file, 'utf8') }
  }
  const part = filmFiles().find(({ name }) => path === `/mocks/film/${name}`)
  if (part) return part
  const name = /^\/mocks\/([a-z0-9_-]{1,60})\.png$/.exec(path)?.[1]
  return name ? { type: 'image/svg+xml', body: picture(name) } : null
}
