import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../support/people'
import { barriers, watch } from '../support/watch'

/*
 * What a member does between two months: a past month is bought, one of its contents read, loved and talked about; and the
 * staff look at what waits for them.
 */
const moderation = '/tenants/tenant_hoshi/brands/brand_aoi/contents/comments'

/** A month before the demo's member has joined, as addresses write it. */
const past = () => {
  const date = new Date(Date.now() + 9 * 3_600_000)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - 7)
  return date.toISOString().slice(0, 7)
}
const asModerator = async (page: Page) => {
  const context = await page.context().browser()?.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const desk = await context?.newPage()
  if (!context || !desk) throw new Error('There is no second browser.')
  await signIn(desk, 'moderator@hoshi.test', '/tenants/tenant_hoshi')
  return { desk, close: () => context.close() }
}

test('a past month is bought, loved and talked about; staff let a comment pass and take one away', async ({ page }) => {
  const complaints = watch(page, { mayRefuse: true })
  await signIn(page, 'member@tsudoi.test', '/fc/me/plans')
  const month = `/fc/aoi/back-numbers?planId=plan_seiza&month=${past()}`
  await page.goto(month)
  await page.locator('#buy').getByRole('button').click()
  await page.getByTestId('join-card').check()
  await page.getByTestId('join-buy').click()
  await page.getByTestId('sandbox-pay').click()
  await expect(page).toHaveURL(/back-numbers/)
  await expect(page.locator('#buy')).toContainText('ご購入ありがとうございます')

  await page.locator('a[href*="/contents/content_"]').first().click()
  const love = page.getByRole('button', { name: /^いいね/ })
  const before = await love.textContent()
  await love.click()
  await expect(love).toHaveAttribute('aria-pressed', 'true')
  await expect(love).not.toHaveText(before ?? '')
  const write = async (label: string, text: string, send: string) => {
    await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: send, exact: true }).click()
  }
  const mine = (text: string) => page.getByRole('listitem').filter({ hasText: text }).last()
  await write('コメントを書く', 'やっと読めました。', '送信する')
  await expect(mine('やっと読めました。')).toBeVisible()
  await mine('やっと読めました。').getByRole('button', { name: '編集' }).click()
  await write('コメントを編集', 'やっと読めました。ありがとうございます。', '保存する')
  await expect(mine('ありがとうございます。')).toContainText('編集済み')
  await write('コメントを書く', '感想はこちらです https://example.com/diary', '送信する')
  await expect(mine('感想はこちらです')).toContainText('確認待ち')
  expect(await barriers(page)).toEqual([])

  const { desk, close } = await asModerator(page)
  const act = async (text: string, action: string) => {
    const row = desk.getByRole('row').filter({ hasText: text })
    await row.getByRole('button').last().click()
    await desk.getByRole('menuitem', { name: action }).click()
    await desk.getByRole('dialog').getByRole('button', { name: action }).click()
    await expect(desk.getByText('1件を変更しました')).toBeVisible()
  }
  await desk.goto(moderation)
  await act('感想はこちらです', '公開する')
  await desk.goto(`${moderation}?tab=all&q=${encodeURIComponent('やっと読めました')}`)
  await act('やっと読めました', '削除する')
  await close()

  await page.reload()
  await expect(mine('感想はこちらです')).toBeVisible()
  await expect(mine('感想はこちらです')).not.toContainText('確認待ち')
  await expect(page.getByText('やっと読めました')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('staff see whom it reaches before the members are told of a content, and may take it back before it is sent', async ({
  page,
}) => {
  const complaints = watch(page)
  await signIn(page, 'owner@hoshi.test', '/tenants/tenant_hoshi/brands/brand_aoi/contents?status=active')
  await page.locator('main a[href*="/contents/content_"]').first().click()
  const card = page.getByRole('region', { name: '会員へのお知らせ' })
  await card.getByRole('button', { name: '会員に知らせる' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText(/見られる会員[\d,]+人のうち、メールで[\d,]+人、通知で[\d,]+人に届きます。/)
  await expect(dialog).toContainText('一度だけ送ります')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: '会員に知らせる' }).click()
  await expect(card).toContainText('公開の10分後に知らせます。')
  await page.reload()
  await expect(card).toContainText('公開の10分後に知らせます。')
  await expect(card.getByRole('button', { name: '会員に知らせる' })).toHaveCount(0)
  await card.getByRole('button', { name: '知らせない' }).click()
  await expect(card).toContainText('まだ知らせていません。')
  expect(complaints).toEqual([])
})
