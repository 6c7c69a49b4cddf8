import { expect, type Page } from '@playwright/test'
import { test } from '../support/mocked'
import { choose, forgetUploads, goTo, interruptVideo, newVideo, partsAre } from '../support/screens'

/* Nothing that was sent is thrown away without a question. */

const film = (name: string) => ({ name, mimeType: 'video/mp4', buffer: Buffer.alloc(1024 ** 2) })
const isKept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes(' upload ')).length)

test('a video that a reload interrupted is thrown away in its editor only after a question, whoever stops it or chooses another', async ({
  page,
}) => {
  await choose(page, newVideo)
  await page.goto(newVideo.path)
  await interruptVideo(page)
  await page.getByRole('button', { name: '送信をやめる' }).click()
  const stops = page.getByRole('dialog', { name: '送信をやめますか？' })
  await expect(stops).toContainText('summer-live-2026.mp4')
  await stops.getByRole('button', { name: '送信を続ける' }).click()
  await expect(stops).toBeHidden()
  expect(await isKept(page)).toBe(1)

  const input = page.locator('main input[type=file]').first()
  await input.setInputFiles(film('winter-live-2026.mp4'))
  const replaces = page.getByRole('dialog', { name: '別の動画に替えますか？' })
  await expect(replaces).toContainText('winter-live-2026.mp4')
  await replaces.getByRole('button', { name: 'キャンセル' }).click()
  await expect(page.getByText('途中まで送信した動画があります')).toBeVisible()
  expect(await isKept(page)).toBe(1)

  await partsAre(page, 'held')
  await input.setInputFiles(film('winter-live-2026.mp4'))
  await replaces.getByRole('button', { name: '替えて送信する' }).click()
  await expect(replaces).toBeHidden()
  await expect(page.getByText('winter-live-2026.mp4').first()).toBeVisible()
  await expect(page.getByText('summer-live-2026.mp4')).toHaveCount(0)
  await forgetUploads(page)
})

test('a file for download that is on its way is stopped only after a question', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/goods/goods_3')
  await page.getByText('ダウンロードのファイル').waitFor()
  await partsAre(page, 'held')
  await page
    .locator('main input[type=file][multiple]')
    .last()
    .setInputFiles({ name: 'album.zip', mimeType: 'application/zip', buffer: Buffer.alloc(1024 ** 2) })
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'album.zip' })
  await row.getByRole('button', { name: /やめる/ }).click()
  const stops = page.getByRole('dialog', { name: '送信をやめますか？' })
  await expect(stops).toContainText('album.zip')
  await stops.getByRole('button', { name: '送信を続ける' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /やめる/ }).click()
  await stops.getByRole('button', { name: '送信をやめる' }).click()
  await expect(row).toHaveCount(0)
  await forgetUploads(page)
})

test('a file for download goes on over other screens, leads back to its goods, and is stopped there after a question', async ({
  page,
}) => {
  const goods = '/tenants/tenant_hoshi/brands/brand_aoi/goods/goods_3'
  await choose(page, { user: 'owner' })
  await page.goto(goods)
  await page.getByText('ダウンロードのファイル').waitFor()
  await partsAre(page, 'held')
  await page
    .locator('main input[type=file][multiple]')
    .last()
    .setInputFiles({ name: 'album.zip', mimeType: 'application/zip', buffer: Buffer.alloc(1024 ** 2) })
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'album.zip' }).waitFor()
  await goTo(page, '/tenants/tenant_hoshi/brands/brand_aoi/plans')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^プラン/)
  const row = page
    .getByRole('region', { name: '送信中のファイル' })
    .getByRole('listitem')
    .filter({ hasText: 'album.zip' })
  await expect(row.getByText(/42%/).first()).toBeVisible()
  await row.getByRole('link', { name: '開く' }).click()
  await expect(page).toHaveURL(goods)
  await goTo(page, '/tenants/tenant_hoshi/brands/brand_aoi/plans')
  await row.getByRole('button', { name: '送信をやめる' }).click()
  const stops = page.getByRole('dialog', { name: '送信をやめますか？' })
  await stops.getByRole('button', { name: '送信を続ける' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: '送信をやめる' }).click()
  await stops.getByRole('button', { name: '送信をやめる' }).click()
  await expect(row).toHaveCount(0)
  expect(await isKept(page)).toBe(0)
})
