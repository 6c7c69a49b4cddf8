// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { play } from '#ui/video/playback.ts'

/* jsdom plays nothing: the two libraries are stood in for by what they tell of a list, and by whether they are still there. */

type Told = (event: string, data: { details: { fragments: { initSegment: object | null }[] } }) => void
class Library {
  static isSupported = () => true
  static Events = { LEVEL_LOADED: 'levelLoaded', ERROR: 'error', FRAG_BUFFERED: 'buffered' }
  isThere = true
  src = ''
  private heard = new Map<string, Told>()
  constructor(readonly name: string) {
    begun.push(this)
  }
  on(event: string, told: Told) {
    this.heard.set(event, told)
  }
  loadSource(src: string) {
    this.src = src
  }
  attachMedia() {}
  destroy() {
    this.isThere = false
  }
  /** A list whose pieces have a head, as fMP4, or none, as MPEG-TS. */
  tellList(...heads: boolean[]) {
    const fragments = heads.map((hasHead) => ({ initSegment: hasHead ? {} : null }))
    this.heard.get('levelLoaded')?.('levelLoaded', { details: { fragments } })
  }
}
let begun: Library[] = []
const shown = () => begun.map(({ name, src, isThere }) => [name, src, isThere])
vi.mock('hls.js/light', () => ({
  default: class extends Library {
    constructor() {
      super('light')
    }
  },
}))
vi.mock('hls.js', () => ({
  default: class extends Library {
    constructor() {
      super('whole')
    }
  },
}))

const start = async () => {
  const stop = await play(document.createElement('video'), '/live/index.m3u8', {
    renew: async () => {},
    onFailed: () => {},
  })
  const [light] = begun
  if (!light) throw new Error('No library was asked to play.')
  return { stop, light }
}
beforeEach(() => {
  begun = []
  vi.stubGlobal('__TSUDOI__', { videoPlayer: {} })
})

test('what is fMP4 is played by the light library', async () => {
  const { stop, light } = await start()
  light.tellList(true, true)
  await new Promise((done) => setTimeout(done))
  expect(shown()).toEqual([['light', '/live/index.m3u8', true]])
  stop()
  expect(shown()).toEqual([['light', '/live/index.m3u8', false]])
})

test('a live that began as MPEG-TS is played by the whole one, also where fMP4 follows', async () => {
  const { stop, light } = await start()
  light.tellList(false, true)
  light.tellList(false, true)
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  expect(shown()).toEqual([
    ['light', '/live/index.m3u8', false],
    ['whole', '/live/index.m3u8', true],
  ])
  await new Promise((done) => setTimeout(done))
  stop()
  expect(shown().map(([, , isThere]) => isThere)).toEqual([false, false])
})

test('who leaves meanwhile leaves no player behind', async () => {
  const { stop, light } = await start()
  light.tellList(false)
  stop()
  await new Promise((done) => setTimeout(done, 50))
  expect(shown()).toEqual([['light', '/live/index.m3u8', false]])
})
