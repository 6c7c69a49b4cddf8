// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '#client/call.ts'
import { FanDownloads } from '#shop/downloads/fan/FanDownloads.tsx'
import { system } from '#ui/look/theme.ts'

vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'ja' }) }))
vi.mock('#client/call.ts', () => ({ call: vi.fn() }))
vi.mock('#client/identity.ts', () => ({ token: async () => 'token' }))
vi.mock('#ui/useAttempt.ts', () => ({ useAttempt: () => (work: () => Promise<unknown>) => work() }))
vi.mock('#shop/downloads/words.tsx', async () => {
  const { default: words } = await import('#shop/downloads/words.en.ts')
  return { DownloadWords: ({ children }: { children: ReactNode }) => children, useDownloadWords: () => words }
})

const page = '/fc/me/orders/order_a/downloads/goods_a'
const file = {
  grantId: 'grant_a',
  fileName: 'picture.pdf',
  size: 1000,
  state: 'active' as const,
  remaining: 5,
  lastDownloadAt: null,
  goodsId: 'goods_a',
  goodsName: 'Wallpaper',
}

/** The document was loaded so, at this address. */
const loaded = (type: NavigationTimingType, at = page) => {
  const entry = { type, name: `${location.origin}${at}` }
  Object.assign(performance, { getEntriesByType: () => [entry] })
}
/** The page is shown as the entry of the history that the router knows by this key. */
const shown = async (entry: string) => {
  cleanup()
  history.replaceState({ key: entry }, '', page)
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ChakraProvider value={system()}>
          <FanDownloads downloads={[file]} brandSlug="aoi" starts shownBy={[]} />
        </ChakraProvider>
      </QueryClientProvider>,
    )
  })
}
const begun = () => vi.mocked(call).mock.calls.length

beforeEach(() => {
  sessionStorage.clear()
  // It is asked for, and the address never comes: this page would go there.
  vi.mocked(call)
    .mockReset()
    .mockReturnValue(new Promise(() => {}))
})
afterEach(cleanup)

test('whoever comes for a file gets it without another press', async () => {
  loaded('navigate')
  await shown('first')
  expect(begun()).toBe(1)
})

test('who comes from the goods gets it as well, and once more when they come there again', async () => {
  loaded('navigate', '/fc/aoi/goods/goods_a')
  await shown('first')
  expect(begun()).toBe(1)
  await shown('second')
  expect(begun()).toBe(2)
})

test('the way back through the history counts no download; the button does', async () => {
  loaded('navigate')
  await shown('first')
  await shown('first')
  expect(begun()).toBe(1)
  await act(async () => void fireEvent.click(screen.getByRole('button')))
  expect(begun()).toBe(2)
})

test.each(['reload', 'back_forward'] as const)('a page that comes by %s counts no download', async (type) => {
  loaded('navigate')
  await shown('first')
  loaded(type)
  await shown('of the new document')
  expect(begun()).toBe(1)
  // Nor does the way back to it.
  await shown('of the new document')
  expect(begun()).toBe(1)
})

test('a reload of another page before this one does not keep a file back', async () => {
  loaded('reload', '/fc/me/orders')
  await shown('first')
  expect(begun()).toBe(1)
})
