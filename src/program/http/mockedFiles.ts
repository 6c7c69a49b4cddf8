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

/** Files that only the mocked program serves: pictures and the film. A picture that is sent there is taken, and answered with another. */
export const mockedFile = (path: string): MockedFile | null => {
  const part = filmFiles().find(({ name }) => path === `/mocks/film/${name}`)
  if (part) return part
  const name = /^\/mocks\/([a-z0-9_-]{1,60})\.png$/.exec(path)?.[1]
  return name ? { type: 'image/svg+xml', body: picture(name) } : null
}
