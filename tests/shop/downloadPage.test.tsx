// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FanDownloads } from '#shop/downloads/fan/FanDownloads.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, press, settle, show } from '../support/screen'

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
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry as never])
}
/** The page is shown as the entry of the history that the router knows by this key. */
const shown = async (entry: string) => {
  cleanup()
  history.replaceState({ key: entry }, '', page)
  await show(<FanDownloads downloads={[file]} brandSlug="aoi" starts shownBy={[]} />, { words: [UiWords] })
  await settle()
}
const begun = () => asked.length

// It is asked for, and the address never comes: this page would go there.
beforeEach(() => answer({ getDownloadUrl: () => new Promise(() => {}) }))

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
  await press(screen.getByRole('button'))
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
