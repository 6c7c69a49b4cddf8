import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from '../support/people'
import { barriers, watch } from '../support/watch'

const list = '/tenants/tenant_hoshi/brands/brand_aoi/events'

test('an event is written, announced, seen by a visitor, streamed, postponed and cancelled', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const complaints = watch(page, { mayRefuse: true })
  await signIn(page, 'owner@hoshi.test', list)
  await page.getByRole('link', { name: 'イベントを作成' }).first().click()
  await expect(page).toHaveURL(/\/events\/new$/)
  const title = `星降る夜の会 ${Date.now()}`
  await page.getByLabel(/^タイトル/).fill(title)
  await page.getByRole('button', { name: '日程を追加' }).click()
  await page.getByRole('button', { name: '出演者を追加' }).click()
  await page.getByRole('button', { name: '下書きを保存' }).click()
  await expect(page.getByText('直すところが2か所あります')).toBeVisible()
  await page.getByLabel(/^開演/).fill('2027-12-24T19:00')
  await page.getByLabel(/^会場名/).fill('星のホール')
  await page.getByLabel(/^名前/).fill('葵')
  expect(await barriers(page)).toEqual([])
  await expect(page.getByText('保存しました').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(page).toHaveURL(/\/events\/event_/)
  const eventId = page.url().split('/').at(-1) ?? ''

  await page.getByRole('button', { name: '公開する' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const picture = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#2f6f8f' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'visual.png', mimeType: 'image/png', buffer: picture })
  const use = page.getByRole('button', { name: 'この範囲を使う' })
  await use.click()
  await expect(page.getByRole('button', { name: '画像を外す' })).toBeVisible()
  await page.getByRole('button', { name: '公開する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '公開する' }).click()
  await expect(page.getByText('公開中', { exact: true }).first()).toBeVisible()

  const visitor = await browser.newPage()
  await visitor.goto('/fc/aoi/events')
  await visitor.getByRole('link', { name: title }).click()
  await expect(visitor).toHaveURL(/\/events\/event_/)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(visitor.getByText('星のホール')).toBeVisible()
  await expect(visitor.getByText('開演 19:00')).toBeVisible()

  await page.getByRole('link', { name: '配信を作る' }).click()
  await expect(page.getByRole('combobox', { name: '日程' })).toHaveValue(/schedule_/)
  await page.getByRole('button', { name: '配信を作成' }).click()
  await expect(page.getByRole('heading', { name: '配信デスク' })).toBeVisible()
  await expect(page.getByLabel(/^タイトル/)).toHaveValue(title)
  await page.getByLabel('期限なし').check()
  await expect(page.getByText('保存しました')).toBeVisible({ timeout: 15_000 })

  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(new RegExp(eventId))
  // The address changes before the page does, and the page before has such a menu too.
  await expect(page.getByLabel(/^開演/)).toBeVisible()
  const move = async (name: string) => {
    await page.getByRole('button', { name: 'その他の操作' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await move('延期する')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^理由/).fill('大雪のため')
  await dialog.getByRole('button', { name: '延期する' }).click()
  await expect(page.getByText('延期になりました。大雪のため')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('このイベントは延期になりました')).toBeVisible()
  await move('中止する')
  await dialog.getByLabel(/^理由/).fill('再開のめどが立たないため')
  await dialog.getByRole('button', { name: '中止する' }).click()
  await expect(page.getByText('中止になりました。再開のめどが立たないため')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('このイベントは中止になりました')).toBeVisible()
  await visitor.close()
  expect(complaints).toEqual([])
})
