import { draw, palettes, type Subject } from '../demo/drawings/drawings'
import { filmFiles } from '../demo/film/film'

type MockedFile = { type: string; body: Uint8Array | string }

/**
 * Drawings for the pictures of the mocked portal, by file name. Where the pattern finds a number, the drawings stand in the order of the
 * names that the mocks give to what they show; otherwise a name always gets the same one of them.
 */
const subjects: [RegExp, Subject[]][] = [
  [/^aoi-icon$/, ['emblem']],
  [/^aoi-cover$/, ['constellation']],
  [/^minato-cover$/, ['sea']],
  [/^luna-cover$/, ['window']],
  [/^goods_(\d+)/, ['towel', 'keyring', 'shirt', 'album', 'poster', 'calendar', 'disc']],
  [/^event-goods-(\d+)/, ['shirt', 'towel', 'penlight', 'booklet', 'keyring']],
  [/goods/, ['towel', 'shirt', 'stand', 'badge', 'disc', 'calendar', 'postcards', 'mug', 'penlight', 'booklet']],
  [/^event/, ['stage', 'meeting', 'disc', 'camera']],
  [/content(?:-content)?[-_](\d+)/, ['snow', 'microphone', 'notebook', 'letter', 'window', 'waveform']],
  [/plan_seiza$/, ['constellation']],
  [/plan_ginga$/, ['galaxy']],
  [/plan_suisei$/, ['comet']],
  [/^plan/, ['constellation', 'galaxy', 'comet', 'sunrise']],
  [/./, ['snow', 'waveform', 'notebook', 'letter', 'microphone', 'road', 'sea', 'window', 'galaxy', 'sunrise']],
]
const sizes: [RegExp, [number, number]][] = [
  [/-icon$/, [320, 320]],
  [/-cover$/, [1280, 400]],
  [/goods/, [640, 640]],
  [/./, [640, 360]],
]
const found = <T>(among: [RegExp, T][], name: string) => among.find(([pattern]) => pattern.test(name))

const picture = (name: string) => {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  const [, [width, height]] = found(sizes, name) ?? [null, [640, 360]]
  const [pattern, possible] = found(subjects, name) ?? [/./, []]
  const numbered = pattern.exec(name)?.[1]
  const colors = palettes[seed % palettes.length] ?? palettes[0]
  const nth = (numbered === undefined ? seed : Number(numbered)) % possible.length
  return draw(possible[nth] ?? 'sunrise', { width, height, colors, seed })
}

/** Files that only the mocked program serves: pictures and the film. A picture that is sent there is taken, and answered with another. */
export const mockedFile = (path: string): MockedFile | null => {
  const part = filmFiles().find(({ name }) => path === `/mocks/film/${name}`)
  if (part) return part
  const name = /^\/mocks\/([a-z0-9_-]{1,60})\.png$/.exec(path)?.[1]
  return name ? { type: 'image/svg+xml', body: picture(name) } : null
}
