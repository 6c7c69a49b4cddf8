// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countdownOf, pollTimeOf } from '#publishing/streamings/fan/countdown.ts'
import { type LiveDetails, LiveView } from '#publishing/streamings/fan/LiveView.tsx'
import { FanStreamingWords } from '#publishing/streamings/fan/words.tsx'
import type { StreamingStatus } from '#publishing/streamings/streaming.ts'
import { watchEvery } from '#publishing/streamings/watching.ts'
import { timeLeftText } from '#ui/text/timeLeft.ts'
import { UiWords } from '#ui/words.tsx'
import { pageAt } from '../support/screen'

const at = Date.UTC(2026, 10, 20, 3, 0)
const minute = 60_000
const details = (streamingStatus: StreamingStatus, changes: Partial<LiveDetails> = {}): LiveDetails => ({
  streamingId: 'streaming_1',
  streamingStatus,
  streamingSource: { default: { cookie: {}, cors: false, url: `https://a.test/${streamingStatus}.m3u8` } },
  expiredAt: null,
  startAt: at + 2 * minute,
  health: 'ok',
  vodAvailableAt: null,
  notices: [],
  event: null,
  eventState: null,
  eventReason: '',
  ...changes,
})
let page: Awaited<ReturnType<typeof pageAt>>
const shown = (
  first: LiveDetails,
  load: () => Promise<LiveDetails | null>,
  watch = async () => true,
  more: Partial<Parameters<typeof LiveView>[0]> = {},
) =>
  render(<LiveView name="Show" thumbnail="" brandSlug="aoi" details={first} load={load} watch={watch} {...more} />, {
    wrapper: page,
  })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

// jsdom plays nothing: a library of the club's own does, as the settings may name one.
const libraryUrl = 'https://player.test/player.js'
HTMLMediaElement.prototype.play = async () => {}
window.createVideoPlayer = ({ element, source }) => {
  element.src = source.src
  return { destroy: () => element.removeAttribute('src') }
}
const plays = () =>
  [...document.querySelectorAll('video[src]')].map(
    (video) => `${video.getAttribute('src')}${video.hasAttribute('autoplay') ? ' live' : ''}`,
  )

describe('who watches a streaming', () => {
  beforeEach(async () => {
    Object.assign(globalThis.__TSUDOI__ ?? {}, { videoPlayer: { license: 'a license', libraryUrl } })
    page = await pageAt({ words: [UiWords, FanStreamingWords] })
    // The player arrives while the clock still goes.
    shown(details('live'), async () => null)
    await waitFor(() => {
      const script = document.querySelector(`script[src="${libraryUrl}"]`)
      if (script) fireEvent.load(script)
      expect(plays()).toHaveLength(1)
    })
    cleanup()
    vi.useFakeTimers({ now: at })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  test('is told by the room of the start, a lost signal, a notice and the end, and asks rarely otherwise', async () => {
    type Live = { isOn: boolean; health: 'ok' | 'noSignal'; notices: number }
    let tell: (live: Live | null) => void = () => {}
    const line = (onLive: typeof tell) => {
      tell = onLive
      return null
    }
    let answer = details('beforeLive')
    let asked = 0
    const load = async () => {
      asked++
      return answer
    }
    shown(answer, load, async () => true, {
      followed: line,
      beside: (_, __, { onLive }) => line(onLive),
    })
    const told = (live: Live | null) => act(() => tell(live))
    await wait(0)
    await told({ isOn: false, health: 'noSignal', notices: 0 })
    await wait(50_000)
    expect(asked).toBe(0)
    answer = details('live')
    await told({ isOn: true, health: 'ok', notices: 0 })
    await wait(5000)
    expect(plays()).toEqual(['https://a.test/live.m3u8 live'])
    await told({ isOn: true, health: 'ok', notices: 0 })
    const before = asked
    await wait(50_000)
    expect(asked).toBe(before)
    // What it says itself needs no question.
    await told({ isOn: true, health: 'noSignal', notices: 0 })
    expect(screen.getByText(/is interrupted/)).toBeDefined()
    expect(asked).toBe(before)
    answer = details('live', { notices: [{ noticeId: 'n', text: 'Welcome.', at }] })
    await told({ isOn: true, health: 'ok', notices: 1 })
    await wait(5000)
    expect(screen.getByText(/Welcome/)).toBeDefined()
    // A line that is lost tells nothing: it is asked as often as before.
    await told(null)
    const lost = asked
    await wait(20_500)
    expect(asked).toBe(lost + 4)
    answer = details('ended')
    await told({ isOn: false, health: 'noSignal', notices: 1 })
    await wait(5000)
    expect(screen.getByText(/This stream has ended/)).toBeDefined()
  })

  test('sees it from the countdown to its end without a reload', async () => {
    let answer = details('beforeLive')
    shown(answer, async () => answer)
    await wait(0)
    expect(screen.getByRole('timer').textContent).toBe('00:02:00')
    await wait(minute)
    expect(screen.getByRole('timer').textContent).toBe('00:01:00')
    answer = details('live', { notices: [{ noticeId: 'n', text: 'Welcome.', at }] })
    await wait(5000)
    expect(plays()).toEqual(['https://a.test/live.m3u8 live'])
    expect(screen.getByText(/Welcome/)).toBeDefined()
    answer = details('live', { health: 'noSignal' })
    await wait(5000)
    expect(screen.getByRole('status').textContent).toMatch(/interrupted/)
    answer = details('beforeVOD')
    await wait(5000)
    expect(screen.getByRole('status').textContent).toMatch(/archive is being prepared/)
    answer = details('vod')
    await wait(15_000)
    expect(plays()).toEqual(['https://a.test/vod.m3u8'])
    answer = details('ended')
    await wait(60_000)
    expect(screen.getByText('This stream has ended')).toBeDefined()
  })

  test('on a third device is told so, and may play there once another one has stopped', async () => {
    let mayPlay = false
    const watch = vi.fn(async () => mayPlay)
    shown(details('live'), async () => details('live'), watch)
    await wait(0)
    expect(screen.getByRole('status').textContent).toMatch(/two devices at once/)
    expect(plays()).toEqual([])
    mayPlay = true
    await wait(watchEvery)
    expect(plays()).toEqual(['https://a.test/live.m3u8 live'])
    watch.mockRejectedValueOnce(new Error('lost'))
    await wait(watchEvery)
    expect(plays()).toEqual(['https://a.test/live.m3u8 live'])
  })

  test('gets what it plays as soon as another device has stopped', async () => {
    const [empty, full] = [details('live'), details('live')]
    const without = { ...empty, streamingSource: { default: { cookie: {}, cors: false, url: '' } } }
    let mayPlay = false
    shown(
      without,
      async () => (mayPlay ? full : without),
      async () => mayPlay,
    )
    await wait(0)
    expect(screen.getByRole('status').textContent).toMatch(/two devices at once/)
    mayPlay = true
    fireEvent.click(screen.getByRole('button'))
    await wait(0)
    expect(plays()).toEqual(['https://a.test/live.m3u8 live'])
  })

  test('is asked again when an answer was lost', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(details('live'))
    shown(details('beforeLive'), load)
    await wait(5000)
    expect(screen.getByRole('timer')).toBeDefined()
    await wait(5000)
    expect(plays()).toHaveLength(1)
  })

  test.each([['beforeLive'], ['ended']] as const)(
    'of a cancelled event reads so, whatever the clock says: %s',
    async (status) => {
      const first = details(status, { eventState: 'canceled', eventReason: 'Snow.' })
      const load = vi.fn(async () => first)
      shown(first, load)
      await wait(86_400_000)
      expect(screen.getByRole('status').textContent).toBe('This stream is cancelled')
      expect(screen.getByText('Snow.')).toBeDefined()
      expect([screen.queryByRole('timer'), screen.queryByText(/Thank you|begins|starts/i)]).toEqual([null, null])
      expect(load).not.toHaveBeenCalled()
    },
  )

  test.each([['beforeLive'], ['ended']] as const)(
    'of an event without a date waits for one, and counts down then: %s',
    async (status) => {
      const waiting = details(status, { eventState: 'undated', eventReason: 'Snow.', startAt: at - minute })
      let answer = waiting
      shown(waiting, async () => answer)
      await wait(10 * minute)
      expect(screen.getByRole('status').textContent).toMatch(/postponed.*new date will be shown/)
      expect([screen.queryByRole('timer'), screen.queryByText(/Thank you|begins|starts/i)]).toEqual([null, null])
      answer = details('beforeLive', { startAt: at + 60 * minute })
      await wait(5 * minute)
      expect(screen.getByRole('timer').textContent).toBe('00:45:00')
      expect(screen.queryByText('Snow.')).toBeNull()
    },
  )

  test('is told that it is shown no more, and sees none of it, once it was deleted or their membership has ended', async () => {
    const load = vi.fn(async (): Promise<LiveDetails | null> => details('live'))
    shown(details('live'), load)
    await wait(5000)
    expect(plays()).toHaveLength(1)
    load.mockResolvedValue(null)
    await wait(5000)
    expect(plays()).toEqual([])
    expect(screen.getByRole('status').textContent).toMatch(/no longer be shown/)
    const asked = load.mock.calls.length
    await wait(86_400_000)
    expect(load).toHaveBeenCalledTimes(asked)
  })

  test('sees none of it from the moment on at which its chat is over', async () => {
    let over = () => {}
    const load = vi.fn(async () => null)
    shown(details('live'), load, undefined, {
      beside: (_, __, { onOver }) => {
        over = onOver
        return null
      },
    })
    await wait(0)
    expect(plays()).toHaveLength(1)
    act(() => over())
    await wait(0)
    expect(plays()).toEqual([])
  })

  test('is told to wait where it should have begun', async () => {
    shown(details('beforeLive', { startAt: at - minute }), async () => details('beforeLive', { startAt: at - minute }))
    await wait(0)
    expect(screen.getByText(/starts in a moment/)).toBeDefined()
  })
})

test.each([
  [0, 0, '00:00:00'],
  [-5000, 0, '00:00:00'],
  [1, 0, '00:00:01'],
  [86_400_000 + 3_661_000, 1, '01:01:01'],
])('%i ms before it is %i days and %s', (left, days, clock) => {
  expect(countdownOf(left)).toEqual({ days, clock })
})

test.each([
  [0, '0分 0秒', '0 min 0 s'],
  [59_999, '0分 59秒', '0 min 59 s'],
  [12 * minute + 5000, '12分 5秒', '12 min 5 s'],
  [60 * minute, '1時間 0分', '1 h 0 min'],
  [27 * 60 * minute + 4 * minute, '1日 3時間', '1 d 3 h'],
])('%i ms are left as %s and as %s', (left, ja, en) => {
  expect([timeLeftText(left, 'ja'), timeLeftText(left, 'en')]).toEqual([ja, en])
})

test('who is told what happens asks once a minute, who is not every five seconds', () => {
  expect([pollTimeOf('live', 0), pollTimeOf('live', 0, { isTold: true })]).toEqual([5000, minute])
  expect([pollTimeOf('beforeLive', minute), pollTimeOf('beforeLive', minute, { isTold: true })]).toEqual([5000, minute])
  expect(pollTimeOf('ended', 0, { isTold: true })).toBeNull()
})

test('what is over is not asked after any more', () => {
  expect(pollTimeOf('ended', 0)).toBeNull()
  expect(pollTimeOf('beforeLive', 86_400_000)).toBeGreaterThan(pollTimeOf('beforeLive', minute) ?? 0)
})
