import { expect, test } from '@playwright/test'
import { choose, failed, lists, settled } from '../support/screens'

for (const list of lists) {
  test(`${list.name} shows a skeleton while it waits`, async ({ page }) => {
    await choose(page, { ...list, scenario: 'loading' })
    await page.goto(list.path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('main').getByRole('status').first()).toBeAttached()
    await expect(page.locator('main').getByText('認証情報を確認しています')).toHaveCount(0)
  })

  test(`${list.name} says why it failed and loads again`, async ({ page }) => {
    await page.clock.install()
    await choose(page, { ...list, scenario: 'failing' })
    await page.goto(list.path)
    const alert = await failed(page)
    await expect(alert).toContainText('お問い合わせ番号')
    await expect(alert).toContainText('mock-request-0001')
    await page.evaluate(() => localStorage.setItem('tsudoi-mock-scenario', ''))
    await alert.getByRole('button', { name: 'もう一度読み込む' }).click()
    await expect(alert).toHaveCount(0)
    await settled(page)
  })
}

const empty = [
  { name: 'plans', says: '最初のプランを作りましょう', next: 'プランを作成' },
  { name: 'applications', says: '申請はまだありません', next: 'ファンクラブを開設する' },
  { name: 'operator-queue', says: /申請はありません/, next: null },
  { name: 'brand-activity', says: 'まだ操作の記録がありません。', next: null },
]
for (const { name, says, next } of empty) {
  test(`${name} without anything says what it is for`, async ({ page }) => {
    const list = lists.find((one) => one.name === name)
    if (!list) throw new Error(name)
    await choose(page, { ...list, scenario: 'empty' })
    await page.goto(list.path)
    await expect(page.locator('main').getByText(says)).toBeVisible()
    if (next) await expect(page.locator('main').getByRole('link', { name: next }).last()).toBeVisible()
  })
}

test('a list pages, filters and sizes by its address, and one link names the row', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/plans')
  const rows = page.getByRole('table', { name: 'プランの一覧' }).getByRole('row')
  await expect(rows).toHaveCount(21)
  await page.getByRole('link', { name: '次のページ' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('21–40 /')).toBeVisible()
  await page.getByRole('link', { name: /^下書き/ }).click()
  await expect(page).toHaveURL(/status=draft/)
  await expect(rows).toHaveCount(3)
  await page.getByRole('link', { name: /春のうたプラン/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '春のうたプラン' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/status=draft/)
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/plans?size=100')
  await expect(rows).toHaveCount(50)
})

test('the figures of a filter that nothing matches are no empty list', async ({ page }) => {
  await choose(page, { user: 'operator' })
  await page.goto('/operator/tenants?status=all&page=2')
  await expect(page.getByText('21–40 / 64件')).toBeVisible()
})
