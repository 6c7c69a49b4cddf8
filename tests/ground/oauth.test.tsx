// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type OAuthResult, onOAuthResult, openOAuth } from '#client/oauth.ts'
import { OAuthCallbackScreen } from '#club/identity/OAuthCallbackScreen.tsx'
import { system } from '#ui/look/theme.ts'
import ErrorPage from '../../src/pages/_error'

// By itself it gives up after one second: too soon on a machine that does other things as well.
configure({ asyncUtilTimeout: 240_000 })

const router = { isReady: true, locale: 'ja', query: {} as Record<string, string> }
vi.mock('next/router', () => ({ useRouter: () => router }))
vi.mock('#club/identity/words.tsx', async () => {
  const { default: words } = await import('#club/identity/words.ja.ts')
  return { useIdentityWords: () => words, IdentityWords: ({ children }: { children: ReactNode }) => children }
})
vi.mock('#ui/words.tsx', async () => {
  const { default: words } = await import('#ui/words.ja.ts')
  return { useUiWords: () => words }
})

const comeBack = (query: Record<string, string>) => {
  router.query = query
  render(
    <ChakraProvider value={system()}>
      <OAuthCallbackScreen />
    </ChakraProvider>,
  )
}
const close = vi.spyOn(window, 'close').mockImplementation(() => {})
vi.spyOn(window, 'open').mockReturnValue(null)
afterEach(() => {
  cleanup()
  close.mockClear()
})

test('the window that asked hears the code although our policy took its opener away, and the other window closes', async () => {
  const heard: OAuthResult[] = []
  const stop = onOAuthResult((result) => heard.push(result))
  expect(window.opener).toBeFalsy()
  comeBack({ code: 'c1', state: 's1' })
  await expect.poll(() => heard).toEqual([{ code: 'c1', state: 's1', error: '' }])
  await expect.poll(() => close).toHaveBeenCalled()
  stop()
})

test('with nobody listening the window stays and says that it is done', async () => {
  comeBack({ code: 'c1', state: 's1' })
  expect((await screen.findByRole('status')).textContent).toContain('連携の確認が終わりました')
  expect(close).not.toHaveBeenCalled()
})

test.each([
  [{ error: 'access_denied' }, '連携が許可されませんでした'],
  [{ error: 'temporarily_unavailable' }, '応答できませんでした'],
  [{ error: '<script>' }, '断られました'],
  [{}, '有効期限が切れているか'],
])('%j says what failed, and another try begins where the first one did', async (query, text) => {
  window.history.replaceState(null, '', '/tenants/t1/brands/b1/events?page=2')
  openOAuth('https://accounts.example/consent')
  const heard: OAuthResult[] = []
  const stop = onOAuthResult((result) => heard.push(result))
  comeBack(query as Record<string, string>)
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  const again = await screen.findByRole('link', { name: 'もう一度試す' })
  expect(again.getAttribute('href')).toBe('/tenants/t1/brands/b1/events?page=2')
  await expect.poll(() => heard).toHaveLength(1)
  expect(close).not.toHaveBeenCalled()
  stop()
})

test('without a query, where the router is ready at once, the page that was rendered before is taken over as it is', async () => {
  const page = (
    <ChakraProvider value={system()}>
      <OAuthCallbackScreen />
    </ChakraProvider>
  )
  router.query = {}
  router.isReady = false
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(page)
  router.isReady = true
  const mended: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(container, page, { onRecoverableError: (error) => void mended.push(error) }),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('有効期限が切れているか')
  expect(mended).toEqual([])
  act(() => root.unmount())
  container.remove()
})

test('a page that could not be made shows the screen of the specification', () => {
  const html = renderToStaticMarkup(
    <ChakraProvider value={system()}>
      <ErrorPage status={500} />
    </ChakraProvider>,
  )
  expect(html).toContain('Ooops, something went wrong :( ')
  expect(html).toMatch(/<a href="\/"[^>]*>Refresh<\/a>/)
})
