// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FirstSteps } from '#publishing/comments/fan/FirstSteps.tsx'
import words from '#publishing/comments/fan/words.en.ts'
import type { PlanContentItem } from '#publishing/contents/public/contract.ts'
import { answer, asked, press, settle, show, signedIn } from '../support/screen'

/* Who has just joined: the next live that they may see, and a first word to say. */

const card = {
  ...{ description: '', preview: '', thumbnail: '', plans: [], publishedAt: 1, backNumberPeriod: null },
  ...{ needsMonth: false, opensAt: null, status: 'available' as const },
}
const live = (name: string, startAt: number, more: Partial<PlanContentItem> = {}) =>
  ({
    ...{ ...card, planContentId: `content_${name}`, name, type: 'streaming' },
    details: { streamingStatus: 'beforeLive', startAt, expiredAt: null, eventState: null },
    ...more,
  }) as PlanContentItem
const letter: PlanContentItem = {
  ...{ ...card, planContentId: 'content_letter', name: 'Letter of spring', type: 'news' },
  ...{ countOfLoves: 0, countOfComments: 0, characters: 10, pictures: 0 },
}
const soon = Date.UTC(2096, 4, 1, 10)
const server = { contents: [] as PlanContentItem[], cannot: null as string | null, isHeld: false }
const shown = async () => {
  await show(<FirstSteps brand={{ tenantId: 'tenant_a', brandId: 'brand_a', brandSlug: 'aoi' }} planId="plan_a" />)
  await settle()
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
}
const write = async (text: string) => {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
  await press(screen.getByRole('button', { name: words.send }))
}

beforeEach(() => {
  signedIn('member')
  Object.assign(server, { contents: [letter], cannot: null, isHeld: false })
  answer({
    getPublicPlanContents: () => ({ planContents: server.contents, hasMore: false }),
    getPublicPlanContentComments: () => ({
      ...{ comments: [], hasMore: false, totalCount: 0, isAdmin: false, cannotComment: server.cannot },
    }),
    postCommentToPlanContent: () => ({ commentId: 'comment_a', isHeld: server.isHeld }),
  })
})

test('the next live that they may see is named with its hour; none that is over, is canceled or stays closed to them', async () => {
  const details = { streamingStatus: 'beforeLive' as const, startAt: soon - 2, expiredAt: null, eventState: 'canceled' }
  server.contents = [
    live('later', soon + 1),
    live('next', soon),
    live('over', 1),
    live('canceled', soon - 2, { details } as never),
    live('closed', soon - 1, { status: 'requiredPurchaseBackNumber' }),
  ]
  expect(await shown()).toEqual(['/fc/aoi/contents/content_next'])
  expect(document.body.textContent).toContain('Tue, May 1, 2096, 19:00 JST')
})

test('a first word is sent to the newest content that is open to them, and they are led to it', async () => {
  await shown()
  expect(screen.getByRole('textbox').getAttribute('placeholder')).toBe(words.firstWordHint('Letter of spring'))
  await write('Hello!')
  expect(asked.at(-1)).toMatchObject({ payload: { planContentId: 'content_letter', content: 'Hello!' } })
  expect(screen.getByRole('status').textContent).toContain(words.sent)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/fc/aoi/contents/content_letter#comments')
})

test('a first word that the staff look at first says so', async () => {
  server.isHeld = true
  await shown()
  await write('Hello!')
  expect(screen.getByRole('status').textContent).toContain(words.held)
})

test.each(['commentsDisabled', 'commentBanned'])('who may not write (%s) is not asked to', async (cannot) => {
  server.cannot = cannot
  await shown()
  expect(screen.queryByRole('textbox')).toBeNull()
})
