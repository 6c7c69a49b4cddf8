// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublicConfig } from '#config.ts'

const handlers = new Map<string, Set<() => void>>()
const events = {
  on: (name: string, run: () => void) => handlers.set(name, (handlers.get(name) ?? new Set()).add(run)),
  off: (name: string, run: () => void) => handlers.get(name)?.delete(run),
}
const emit = (name: string) => {
  for (const run of handlers.get(name) ?? []) run()
}
vi.mock('next/router', () => ({ useRouter: () => ({ events }) }))
const initialize = vi.fn()
vi.mock('react-gtm-module', () => ({ default: { initialize } }))
const init = vi.fn()
vi.mock('@sentry/nextjs', () => ({ init }))

/** The page as the guard, next/head and the data leave it, one after the other. */
const show = (title: string, body = '') => {
  document.title = title
  document.body.innerHTML = body
}
const waiting = '<div data-pending></div>'
const heard = () => (window.dataLayer ?? []).map((entry) => ('pageTitle' in entry ? entry.pageTitle : entry))

const open = async (settings: Partial<PublicConfig>) => {
  vi.resetModules()
  globalThis.__TSUDOI__ = { environmentName: 'preview', ...settings } as PublicConfig
  const { useOutsideScripts } = await import('#client/outside.ts')
  const Page = () => {
    useOutsideScripts()
    return null
  }
  render(<Page />, { container: document.createElement('div') })
}
// Changes of the document are told in a microtask, and the title is looked at a moment later.
const settle = () => vi.advanceTimersByTimeAsync(1000)

beforeEach(() => {
  vi.useFakeTimers()
  window.dataLayer = undefined as never
  show('')
})
afterEach(() => {
  cleanup()
  handlers.clear()
  vi.useRealTimers()
  vi.clearAllMocks()
  for (const script of document.head.querySelectorAll('script')) script.remove()
  globalThis.__TSUDOI__ = undefined
})

test('the tag manager hears a guarded page by the title that it has when it is loaded', async () => {
  show('', waiting)
  await open({ tagManagerId: 'GTM-ABC' })
  await settle()
  expect(heard()).toEqual([])
  show('プラン — Tsudoi', waiting)
  await settle()
  expect(heard()).toEqual([])
  show('星座プラン — Tsudoi')
  await settle()
  expect(heard()).toEqual(['星座プラン — Tsudoi'])
  expect(initialize).toHaveBeenCalledWith({ gtmId: 'GTM-ABC' })
})

test('each page is told once, also one that is left before it was loaded', async () => {
  show('ホーム — Tsudoi')
  await open({ tagManagerId: 'GTM-ABC' })
  await settle()
  emit('routeChangeStart')
  show('プラン — Tsudoi', waiting)
  emit('routeChangeComplete')
  emit('routeChangeStart')
  show('メンバー — Tsudoi')
  emit('routeChangeComplete')
  await settle()
  show('メンバー — Tsudoi', '<p>later</p>')
  await settle()
  expect(heard()).toEqual(['ホーム — Tsudoi', 'プラン — Tsudoi', 'メンバー — Tsudoi'])
})

test('the embed script is added, and errors are reported for a tenth of the visits, named after the environment', async () => {
  await open({ embedScriptUrl: 'https://widget.example.com/v1/embed.js', sentryDsn: 'https://key@sentry.example/1' })
  await settle()
  expect(document.head.querySelector('script')?.src).toBe('https://widget.example.com/v1/embed.js')
  await expect.poll(() => init).toHaveBeenCalled()
  expect(init).toHaveBeenCalledWith({
    dsn: 'https://key@sentry.example/1',
    environment: 'preview',
    tracesSampleRate: 0.1,
  })
})

test('without settings nothing is loaded from anywhere', async () => {
  await open({})
  await settle()
  expect(document.head.querySelector('script')).toBeNull()
  expect([initialize, init].some((mock) => mock.mock.calls.length > 0)).toBe(false)
})
