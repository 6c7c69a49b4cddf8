import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../support/people'
import { barriers, watch } from '../support/watch'

const brand = '/tenants/tenant_hoshi/brands/brand_aoi'
const file = { name: '夏のライブ.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(20 * 1024 ** 2, 7) }

/** Another screen, without loading the page anew. */
const go = (page: Page, path: string) =>
  page.evaluate(
    (to) => (window as unknown as { next: { router: { push: (to: string) => unknown } } }).next.router.push(to),
    path,
  )
const trayOf = (page: Page) => page.getByRole('region', { name: '送信中のファイル' })

test('an upload goes on over all screens, over a lost line, and is put into its draft that was written meanwhile', async ({
  page,
  context,
}) => {
  const complaints = watch(page)
  let isHeld = true
  const sent: string[] = []
  await page.route(/partNumber=/, async (route) => {
    const part = new URL(route.request().url()).searchParams.get('partNumber') ?? ''
    if (part === '3' && isHeld) return
    sent.push(part)
    await route.continue()
  })
  await signIn(page, 'owner@hoshi.test', `${brand}/contents/new?type=video`)
  await page.getByLabel('動画', { exact: true }).setInputFiles(file)
  await expect(page).toHaveURL(/\/contents\/content_/)
  const draft = new URL(page.url()).pathname
  // Its title is written and saved while it is sent.
  await page.locator('input[name=name]').fill('夏のライブ')
  await expect(page.getByText('保存しました', { exact: true })).toBeVisible()

  await go(page, `${brand}/plans`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^プラン/)
  const tray = trayOf(page)
  await expect(tray.getByText('夏のライブ.mp4')).toBeVisible()
  await expect.poll(() => [...sent].sort()).toEqual(['1', '2'])
  expect(await barriers(page)).toEqual([])

  // In another tab somebody goes on with the same draft, of which they are told where it is sent.
  const other = await context.newPage()
  await other.goto(draft)
  await expect(other.getByText('別のタブで送信しています').first()).toBeVisible()
  await other.locator('textarea[name=description]').fill('アンコールまで全部')
  await expect(other.getByText('保存しました', { exact: true })).toBeVisible()
  await other.close()

  // The line goes, and comes back.
  await context.setOffline(true)
  await expect(tray.getByText('通信の回復を待っています').first()).toBeVisible()
  isHeld = false
  await context.setOffline(false)
  await expect(tray.getByText('送信しました。')).toBeVisible()
  // Only what had not arrived was sent again.
  expect([...sent].sort()).toEqual(['1', '2', '3'])

  await tray.getByRole('link', { name: '開く' }).click()
  await expect(page).toHaveURL(draft)
  await expect(page.locator('input[name=name]')).toHaveValue('夏のライブ')
  await expect(page.locator('textarea[name=description]')).toHaveValue('アンコールまで全部')
  // It is no film: the conversion says so, of the file that is in the content now.
  await expect(page.getByText('動画を変換できませんでした')).toBeVisible({ timeout: 30_000 })
  expect(complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED/.test(one))).toEqual([])
})

test('a part whose answer was lost on the way is not sent again: the storage has it', async ({ page }) => {
  const sent: string[] = []
  await page.route(/partNumber=/, async (route) => {
    sent.push(new URL(route.request().url()).searchParams.get('partNumber') ?? '')
    await route.continue()
  })
  await page.addInitScript(() => {
    const { open, send } = XMLHttpRequest.prototype
    const addresses = new WeakMap<XMLHttpRequest, string>()
    let isLost = false
    XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
      addresses.set(this, String(url))
      open.call(this, method, url, true)
    }
    XMLHttpRequest.prototype.send = function (body) {
      if (!isLost && /partNumber=2\b/.test(addresses.get(this) ?? '')) {
        isLost = true
        this.onload = this.onerror
      }
      send.call(this, body)
    }
  })
  await signIn(page, 'owner@hoshi.test', `${brand}/contents/new?type=video`)
  await page.getByLabel('動画', { exact: true }).setInputFiles(file)
  await expect(page).toHaveURL(/\/contents\/content_/)
  await expect(page.getByText('動画を変換できませんでした')).toBeVisible({ timeout: 30_000 })
  expect([...sent].sort()).toEqual(['1', '2', '3'])
})

test('what a reload interrupts is listed on every screen, goes on with the parts that are there, and signing out asks', async ({
  page,
}) => {
  let isHeld = true
  const sent: string[] = []
  await page.route(/partNumber=/, async (route) => {
    const part = new URL(route.request().url()).searchParams.get('partNumber') ?? ''
    if (part === '3' && isHeld) return
    sent.push(part)
    await route.continue()
  })
  await signIn(page, 'owner@hoshi.test', `${brand}/contents/new?type=video`)
  await page.getByLabel('動画', { exact: true }).setInputFiles(file)
  await expect(page).toHaveURL(/\/contents\/content_/)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).match(/etag/g)?.length)).toBe(2)

  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(`${brand}/plans`)
  const tray = trayOf(page)
  await expect(tray.getByText('送信が止まっています').first()).toBeVisible()
  await page.getByRole('button', { name: /アカウント/ }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  const asks = page.getByRole('dialog', { name: '送信中のファイルがあります' })
  await asks.getByRole('button', { name: 'キャンセル' }).click()
  await expect(asks).toBeHidden()

  const chosen = tray.locator('input[type=file]')
  await chosen.setInputFiles({ ...file, buffer: Buffer.alloc(1000) })
  await expect(tray.getByText(/^別のファイルです/)).toBeVisible()
  isHeld = false
  await chosen.setInputFiles(file)
  await expect(tray.getByText('送信しました。')).toBeVisible()
  expect(sent.filter((part) => part === '3').length).toBe(1)
})
