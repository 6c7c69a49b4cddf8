// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { keepComment } from '#client/waitingComment.ts'
import { Comments } from '#publishing/comments/fan/Comments.tsx'
import words from '#publishing/comments/fan/words.en.ts'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, lost, press, settle, show } from '../support/screen'

type Page = { limit: number; offset: number }
type Said = { pagination: Page; commentId: string }
const server = { ids: [] as number[], isLost: false, cannot: null as string | null }
const one = (n: number) => ({
  ...{ id: `comment_${n}`, content: `No. ${n}`, commentedBy: { userId: 'fan', displayName: 'Aoi', icon: '' } },
  ...{ commentedAt: 1_000_000, canDelete: true, canEdit: false, isEdited: false, isMine: true, isHeld: false },
  ...{ isDeleted: false, isPinned: false, isBrand: false, replies: [] },
})
beforeEach(() => {
  server.isLost = false
  server.cannot = null
  answer({
    deleteCommentFromPlanContent: ({ commentId }: Said) => {
      server.ids = server.ids.filter((n) => `comment_${n}` !== commentId)
    },
    getPublicPlanContentComments: ({ pagination: { limit, offset } }: Said) => {
      if (server.isLost) throw lost
      return {
        comments: server.ids.slice(offset, offset + limit).map(one),
        hasMore: offset + limit < server.ids.length,
        totalCount: server.ids.length,
        isAdmin: false,
        cannotComment: server.cannot,
      }
    },
  })
})

/** By its text: what a hundred comments are called by their roles takes seconds to compute. */
const pressed = (name: string) => press(screen.getByText(name, { selector: 'button, button *' }))
const seen = () => [...document.body.textContent.matchAll(/No\. (\d+)/g)].map(([, n]) => Number(n))
const open = async (count: number) => {
  server.ids = Array.from({ length: count }, (_, n) => n)
  await show(
    <Comments
      ids={{ tenantId: 'tenant_a', planContentId: 'content_a' }}
      brandId="brand_a"
      fan={{ uid: 'fan' } as never}
      count={count}
      loginHref="/login"
    />,
    { words: [UiWords] },
  )
  await settle()
}
/** 101 comments, the newest hundred of them shown. */
const hundred = async () => {
  await open(101)
  for (let n = 0; n < 4; n++) await pressed('Show more')
  expect(seen()).toHaveLength(100)
}

test('from a last page that has become empty there is a way back', async () => {
  await hundred()
  await pressed('Older comments')
  expect(seen()).toEqual([100])
  await pressed('Delete')
  await press(within(screen.getByRole('dialog', { hidden: true })).getByText(words.remove))
  expect(seen()).toEqual([])
  expect(document.body.textContent).not.toContain('There are no comments yet.')
  await pressed('Newer comments')
  expect(seen()).toHaveLength(100)
})

test('that older ones did not come is said, and the next press asks for the same', async () => {
  await hundred()
  server.isLost = true
  await pressed('Older comments')
  expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1)
  expect(seen()).toHaveLength(100)
  server.isLost = false
  await pressed('Load again')
  expect(asked.slice(-2).map(({ payload }) => (payload as Said).pagination)).toEqual([
    { limit: 100, offset: 100 },
    { limit: 100, offset: 100 },
  ])
  expect(seen()).toEqual([100])
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull()
})

test('where nobody has written anything, that is said', async () => {
  await open(0)
  expect(document.body.textContent).toContain('There are no comments yet.')
})

test('what a visitor wrote before they signed in is given back to who may not write, with the reason', async () => {
  keepComment('content_a', 'Wonderful!')
  server.cannot = 'notInAudience'
  await open(1)
  const text = document.body.textContent
  expect(text).toContain(words.cannot.notInAudience)
  expect(text).toContain(words.notSent)
  expect(text).toContain('Wonderful!')
  expect(asked.map(({ name }) => name)).not.toContain('postCommentToPlanContent')
})

test('what a visitor wrote before they signed in is sent once by who may write', async () => {
  keepComment('content_a', 'Wonderful!')
  answer({ postCommentToPlanContent: () => ({ commentId: 'comment_new', isHeld: false }) })
  await open(1)
  const sent = asked.filter(({ name }) => name === 'postCommentToPlanContent')
  expect(sent.map(({ payload }) => payload)).toEqual([expect.objectContaining({ content: 'Wonderful!' })])
  expect(screen.getByText(words.sent)).toBeDefined()
})
