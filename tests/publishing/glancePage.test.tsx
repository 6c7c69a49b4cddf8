// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AtAGlance } from '#publishing/contents/fan/AtAGlance.tsx'
import { FanContentWords } from '#publishing/contents/fan/words.tsx'
import { show } from '../support/screen'

const startAt = Date.UTC(2036, 10, 30, 10)
const month = { news: 2, video: 0, streaming: 1 }
const rows = async (isOn: boolean, locale: 'en' | 'ja' = 'en') => {
  const next = { planContentId: 'content_live', name: 'Live of the autumn', startAt, isOn }
  const { container } = await show(<AtAGlance brandSlug="aoi" of={{ free: 3, month, next }} />, {
    locale,
    words: [FanContentWords],
  })
  const said = [...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  cleanup()
  return said
}
const live = '/fc/aoi/contents/content_live'

test('a live that is on air stands before all else, and nothing counts down to it', async () => {
  expect((await rows(true))[0]).toEqual(['Live nowSun, Nov 30, 2036, 19:00 JSTLive of the autumn', live])
  expect((await rows(true, 'ja'))[0]?.[0]).toContain('配信中')
  expect(await rows(true)).toHaveLength(3)
})

test('the next live stands after what there is already', async () => {
  expect((await rows(false)).map(([, href]) => href)).toEqual([
    '/fc/aoi/contents?filter=free',
    '/fc/aoi/contents',
    live,
  ])
})
