// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { type OAuthResult, onOAuthResult, openOAuth } from '#client/oauth.ts'
import { OAuthCallbackScreen } from '#club/identity/OAuthCallbackScreen.tsx'
import { IdentityWords } from '#club/identity/words.tsx'
import { UiWords } from '#ui/words.tsx'
import ErrorPage from '../../src/pages/_error'
import { type Page, pageAt, show } from '../support/screen'

const page = { locale: 'ja', words: [UiWords, IdentityWords] } satisfies Page
const comeBack = (query: Record<string, string>) => show(<OAuthCallbackScreen />, { ...page, query })
const close = vi.fn()
beforeEach(() => {
  close.mockClear()
  vi.spyOn(window, 'close').mockImplementation(close)
  vi.spyOn(window, 'open').mockReturnValue(null)
})

test('the window that asked hears the code although our policy took its opener away, and the other window closes', async () => {
  const heard: OAuthResult[] = []
  const stop = onOAuthResult((result) => heard.push(result))
  expect(window.opener).toBeFalsy()
  await comeBack({ code: 'c1', state: 's1' })
  await expect.poll(() => heard).toEqual([{ code: 'c1', state: 's1', error: '' }])
  await expect.poll(() => close).toHaveBeenCalled()
  stop()
})

test('with nobody listening the window stays and says that it is done', async () => {
  await comeBack({ code: 'c1', state: 's1' })
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
  await comeBack(query as Record<string, string>)
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  const again = await screen.findByRole('link', { name: 'もう一度試す' })
  expect(again.getAttribute('href')).toBe('/tenants/t1/brands/b1/events?page=2')
  await expect.poll(() => heard).toHaveLength(1)
  expect(close).not.toHaveBeenCalled()
  stop()
})

test('without a query, where the router is ready at once, the page that was rendered before is taken over as it is', async () => {
  const [Before, Ready] = [await pageAt({ ...page, isReady: false }), await pageAt(page)]
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(
    <Before>
      <OAuthCallbackScreen />
    </Before>,
  )
  const mended: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(
      container,
      <Ready>
        <OAuthCallbackScreen />
      </Ready>,
      { onRecoverableError: (error) => void mended.push(error) },
    ),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('有効期限が切れているか')
  expect(mended).toEqual([])
  act(() => root.unmount())
  container.remove()
})

test('a page that could not be made shows the screen of the specification', async () => {
  const Within = await pageAt(page)
  const html = renderToStaticMarkup(
    <Within>
      <ErrorPage status={500} />
    </Within>,
  )
  expect(html).toContain('Ooops, something went wrong :( ')
  expect(html).toMatch(/<a href="\/"[^>]*>Refresh<\/a>/)
})
