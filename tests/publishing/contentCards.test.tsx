// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContentCards } from '#publishing/contents/fan/ContentCards.tsx'
import { FanContentWords } from '#publishing/contents/fan/words.tsx'
import type { PlanContentItem } from '#publishing/contents/public/contract.ts'
import { show } from '../support/screen'

const streaming = (eventState: 'canceled' | 'undated' | null): PlanContentItem => ({
  planContentId: 'content_a',
  name: 'Show',
  description: '',
  preview: '',
  thumbnail: '',
  status: 'available',
  plans: [],
  publishedAt: 0,
  backNumberPeriod: null,
  needsMonth: false,
  opensAt: null,
  type: 'streaming',
  details: { streamingStatus: 'beforeLive', startAt: 1, expiredAt: null, eventState },
})
const shown = async (content: PlanContentItem, locale: 'en' | 'ja') => {
  const { container } = await show(<ContentCards brandSlug="aoi" contents={[content]} level={2} />, {
    locale,
    words: [FanContentWords],
  })
  return container.textContent
}

test.each([
  ['canceled', 'en', 'Cancelled'],
  ['canceled', 'ja', '中止'],
  ['undated', 'en', 'Postponed'],
  ['undated', 'ja', '延期'],
] as const)('the card of a streaming whose event is %s says so (%s)', async (state, locale, says) => {
  expect(await shown(streaming(state), locale)).toContain(says)
  cleanup()
  expect(await shown(streaming(null), locale)).not.toContain(says)
})

const card = { ...streaming(null), status: 'requiredPurchasePlan' as const, details: undefined }
const film = { ...card, type: 'video' as const, countOfLoves: 0, countOfComments: 0, clip: '' } as const

test.each([
  ['en', '12 min', '1,240 characters · 1 picture', 'A first look at it.'],
  ['ja', '12分', '1,240文字 · 写真1枚', 'A first look at it.'],
] as const)(
  'a locked card says how long it is, and what everybody may read (%s)',
  async (locale, minutes, length, look) => {
    const video = await shown({ ...film, durationMs: 731_000, preview: look }, locale)
    expect(video).toContain(minutes)
    expect(video).toContain(look)
    cleanup()
    expect(await shown({ ...film, type: 'news', characters: 1240, pictures: 1 }, locale)).toContain(length)
    cleanup()
    expect(await shown({ ...film, durationMs: null }, locale)).not.toMatch(/min|分/)
    cleanup()
    // Who may read it reads it.
    expect(await shown({ ...film, durationMs: null, status: 'available', preview: look }, locale)).not.toContain(look)
  },
)
