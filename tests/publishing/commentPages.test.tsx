// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Comments } from '#publishing/comments/fan/Comments.tsx'
import { system } from '#ui/look/theme.ts'

type Page = { limit: number; offset: number }
const server = vi.hoisted(() => ({ ids: [] as number[], isLost: false, asked: [] as Page[] }))
const one = (n: number) => ({
  ...{ id: `comment_${n}`, content: `No. ${n}`, commentedBy: { userId: 'fan', displayName: 'Aoi', icon: '' } },
  ...{ commentedAt: 1_000_000, canDelete: true, canEdit: false, isEdited: false, isMine: true, isHeld: false },
  ...{ isDeleted: false, isPinned: false, replies: [] },
})
vi.mock('#client/identity.ts', () => ({ token: async () => '' }))
vi.mock('#client/call.ts', () => ({
  call: async ({ name }: { name: string }, said: { pagination: Page; commentId: string }) => {
    if (name === 'deleteCommentFromPlanContent') {
      server.ids = server.ids.filter((n) => `comment_${n}` !== said.commentId)
      return {}
    }
    const { limit, offset } = said.pagination
    server.asked.push(said.pagination)
    if (server.isLost) throw Object.assign(new Error('lost'), { code: 'unreachable' })
    return {
      comments: server.ids.slice(offset, offset + limit).map(one),
      hasMore: offset + limit < server.ids.length,
      totalCount: server.ids.length,
      isAdmin: false,
      cannotComment: null,
    }
  },
}))
vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'en' }) }))
vi.mock('#ui/words.tsx', async () => {
  const { default: words } = await import('#ui/words.en.ts')
  return { useUiWords: () => words }
})
vi.mock('#publishing/comments/fan/words.tsx', async () => {
  const { default: words } = await import('#publishing/comments/fan/words.en.ts')
  return { FanCommentWords: ({ children }: { children: unknown }) => children, useFanCommentWords: () => words }
})
vi.mock('#ui/overlay/ConfirmDialog.tsx', () => ({
  ConfirmDialog: ({ onConfirm }: { onConfirm: () => void }) => (
    <button type="button" onClick={onConfirm}>
      Yes
    </button>
  ),
}))

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const seen = () => [...document.body.textContent.matchAll(/No\. (\d+)/g)].map(([, n]) => Number(n))
const open = (count: number) => {
  server.ids = Array.from({ length: count }, (_, n) => n)
  return act(async () => {
    render(
      <ChakraProvider value={system()}>
        <Comments
          ids={{ tenantId: 'tenant_a', planContentId: 'content_a' }}
          brandId="brand_a"
          fan={{ uid: 'fan' } as never}
          count={count}
          loginHref="/login"
        />
      </ChakraProvider>,
    )
  })
}
/** 101 comments, the newest hundred of them shown. */
const hundred = async () => {
  await open(101)
  for (let n = 0; n < 4; n++) await press('Show more')
  expect(seen()).toHaveLength(100)
}
beforeEach(() => Object.assign(server, { isLost: false, asked: [] }))
afterEach(cleanup)

test('from a last page that has become empty there is a way back', async () => {
  await hundred()
  await press('Older comments')
  expect(seen()).toEqual([100])
  await press('Delete')
  await press('Yes')
  expect(seen()).toEqual([])
  expect(document.body.textContent).not.toContain('There are no comments yet.')
  await press('Newer comments')
  expect(seen()).toHaveLength(100)
})

test('that older ones did not come is said, and the next press asks for the same', async () => {
  await hundred()
  server.isLost = true
  await press('Older comments')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(seen()).toHaveLength(100)
  server.isLost = false
  await press('Load again')
  expect(server.asked.slice(-2)).toEqual([
    { limit: 100, offset: 100 },
    { limit: 100, offset: 100 },
  ])
  expect(seen()).toEqual([100])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where nobody has written anything, that is said', async () => {
  await open(0)
  expect(document.body.textContent).toContain('There are no comments yet.')
})
