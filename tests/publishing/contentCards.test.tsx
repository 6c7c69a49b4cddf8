// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ContentCards } from '#publishing/contents/fan/ContentCards.tsx'
import type { PlanContentItem } from '#publishing/contents/public/contract.ts'
import { system } from '#ui/look/theme.ts'

const chosen = vi.hoisted(() => ({ locale: 'en' as 'en' | 'ja' }))
vi.mock('next/router', () => ({ useRouter: () => ({ locale: chosen.locale }) }))
vi.mock('#publishing/contents/fan/words.tsx', async () => {
  const [en, ja] = [
    await import('#publishing/contents/fan/words.en.ts'),
    await import('#publishing/contents/fan/words.ja.ts'),
  ]
  return {
    useFanContentWords: () => ({ en, ja })[chosen.locale].default,
    FanContentWords: ({ children }: { children: unknown }) => children,
  }
})
afterEach(cleanup)

const show = (eventState: 'canceled' | 'undated' | null): PlanContentItem => ({
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
const shown = (content: PlanContentItem) => {
  const { container } = render(
    <ChakraProvider value={system()}>
      <ContentCards brandSlug="aoi" contents={[content]} level={2} />
    </ChakraProvider>,
  )
  return container.textContent
}

test.each([
  ['canceled', 'en', 'Cancelled'],
  ['canceled', 'ja', '中止'],
  ['undated', 'en', 'Postponed'],
  ['undated', 'ja', '延期'],
] as const)('the card of a streaming whose event is %s says so (%s)', (state, locale, says) => {
  chosen.locale = locale
  expect(shown(show(state))).toContain(says)
  cleanup()
  expect(shown(show(null))).not.toContain(says)
})

const card = { ...show(null), status: 'requiredPurchasePlan' as const, details: undefined }
const film = { ...card, type: 'video' as const, countOfLoves: 0, countOfComments: 0, clip: '' } as const

test.each([
  ['en', '12 min', '1,240 characters · 1 picture', 'A first look at it.'],
  ['ja', '12分', '1,240文字 · 写真1枚', 'A first look at it.'],
] as const)('a locked card says how long it is, and what everybody may read (%s)', (locale, minutes, length, look) => {
  chosen.locale = locale
  const video = shown({ ...film, durationMs: 731_000, preview: look })
  expect(video).toContain(minutes)
  expect(video).toContain(look)
  cleanup()
  expect(shown({ ...film, type: 'news', characters: 1240, pictures: 1 })).toContain(length)
  cleanup()
  expect(shown({ ...film, durationMs: null })).not.toMatch(/min|分/)
  cleanup()
  // Who may read it reads it.
  expect(shown({ ...film, durationMs: null, status: 'available', preview: look })).not.toContain(look)
})
