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
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/plans?status=all')
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
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/plans?status=all&size=100')
  await expect(rows).toHaveCount(50)
})

test('the figures of a filter that nothing matches are no empty list', async ({ page }) => {
  await choose(page, { user: 'operator' })
  await page.goto('/operator/tenants?status=all&page=2')
  await expect(page.getByText('21–40 / 64件')).toBeVisible()
})

const plans = '/tenants/tenant_hoshi/brands/brand_aoi/plans'

test('a list is searched and sorted by its address, and what is over stands behind its own tab', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto(plans)
  const table = page.getByRole('table', { name: 'プランの一覧' })
  await expect(table.getByRole('row')).toHaveCount(7)
  await page.getByRole('searchbox', { name: 'プランを検索' }).fill('ぷらん')
  await expect(page.getByText('「ぷらん」に合うものはありません')).toBeVisible()
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('link', { name: '条件をなくす' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('searchbox').fill('うた')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: /^アーカイブ済み/ }).click()
  await expect(page).toHaveURL(/q=.*status=archived|status=archived.*q=/)
  await expect(table.getByRole('link', { name: /夏のうたプラン/ })).toBeVisible()

  await page.goto(plans)
  const price = table.getByRole('columnheader', { name: '価格' })
  await expect(price).toHaveAttribute('aria-sort', 'none')
  await price.getByRole('link').click()
  await expect(price).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.getByRole('row').nth(1)).toContainText('¥500')
  await price.getByRole('link').click()
  await expect(page).toHaveURL(/sort=-price/)
  await expect(table.getByRole('row').nth(1)).toContainText('¥16,000')
  await price.getByRole('link').click()
  await expect(page).toHaveURL(plans)
  await page.goBack()
  await expect(price).toHaveAttribute('aria-sort', 'descending')
})

test('a shop is filtered by its address, which can be reloaded and gone back to', async ({ page }) => {
  const shop = '/fc/aoi/goods'
  await choose(page, { user: 'nobody' })
  await page.goto(shop)
  await settled(page)
  const shelf = page.getByTestId('goods').getByRole('article')
  const towel = shelf.getByRole('link', { name: '星空のタオル', exact: true })
  const sold = shelf.filter({ hasText: '売り切れ' })
  const chip = (name: string) => page.locator('main').getByRole('link', { name, exact: true })
  await expect(towel).toBeVisible()
  await chip('デジタル商品').click()
  await expect(page).toHaveURL(`${shop}?method=digital`)
  await expect(towel).toHaveCount(0)
  await chip('購入できるものだけ').click()
  await expect(page).toHaveURL(/method=digital&buyable=true|buyable=true&method=digital/)
  await expect(sold).toHaveCount(0)
  await expect(page.locator('main [aria-busy]')).toHaveCount(0)
  const found = await shelf.allInnerTexts()
  await page.reload()
  await settled(page)
  await expect(shelf).toHaveText(found.map((text) => new RegExp(text.split('\n')[0] ?? '')))
  await expect(chip('デジタル商品')).toHaveAttribute('aria-current', 'true')
  await expect(chip('購入できるものだけ')).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL(`${shop}?method=digital`)
  await expect(chip('購入できるものだけ')).not.toHaveAttribute('aria-current')
  await page.goBack()
  await expect(page).toHaveURL(shop)
  await expect(towel).toBeVisible()
})

test('a page past the end leads to the last one', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto(`${plans}?status=all&page=99`)
  await expect(page).toHaveURL(/page=3/)
  await expect(page.getByText('41–49 / 49件')).toBeVisible()
})

test('on a phone a row is two lines with its menu at the right', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await choose(page, { user: 'owner' })
  await page.goto(plans)
  await settled(page)
  const row = page.getByRole('row', { name: /^銀河プラン/ })
  const box = await row.boundingBox()
  expect(box?.height).toBeLessThan(80)
  const opener = row.getByRole('button', { name: '銀河プランの操作' })
  const place = await opener.boundingBox()
  expect(place && box && place.x > box.x + box.width - 60).toBe(true)
  await opener.click()
  await page.getByRole('menuitem', { name: 'アーカイブする' }).click()
  await expect(page).toHaveURL(/plan_ginga\/archive/)
})

test('on a phone the choices of a list wait behind a button that says how many are made', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/orders')
  await settled(page)
  const kinds = page.getByRole('search').getByRole('combobox').first()
  await expect(kinds).toBeHidden()
  await page.getByRole('button', { name: '絞り込み', exact: true }).click()
  await kinds.selectOption('goods')
  await expect(page).toHaveURL(/kind=goods/)
  const opener = page.getByRole('button', { name: '絞り込み（1）' })
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await opener.click()
  await expect(kinds).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(kinds).toBeVisible()
  await expect(opener).toBeHidden()
})

test('several rows are chosen and done together', async ({ page }) => {
  await choose(page, { user: 'operator' })
  await page.goto('/operator/tenants')
  await page.getByRole('checkbox', { name: 'ゆうなぎクラブを選択' }).first().check()
  await page.getByRole('checkbox', { name: 'はなうたクラブを選択' }).first().check()
  await expect(page.getByText('2件を選択中')).toBeVisible()
  await page.getByRole('button', { name: '審査を始める' }).click()
  await expect(page.getByText('2件の審査を始めました')).toBeVisible()
  await expect(page.getByText('2件を選択中')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
  await expect(page.getByText('20件を選択中')).toBeVisible()
})

test('a page that is chosen whole offers all that match, which are done part by part', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/orders')
  await settled(page)
  const offer = page.getByRole('button', { name: '条件に合う64件をすべて選択' })
  await page.getByRole('checkbox', { name: 'A-000812を選択' }).check()
  await expect(offer).toBeHidden()
  await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
  await offer.click()
  await expect(page.getByText('条件に合う64件を選択中')).toBeVisible()
  // Another row is another choice.
  await page.getByRole('checkbox', { name: 'A-000812を選択' }).uncheck()
  await expect(page.getByText('19件を選択中')).toBeVisible()
  await page.getByRole('checkbox', { name: 'A-000812を選択' }).check()
  await expect(page.getByText('20件を選択中')).toBeVisible()
  await offer.click()
  await page.getByRole('button', { name: '準備中にする' }).click()
  const dialog = page.getByRole('dialog', { name: '条件に合う注文を準備中にする' })
  await dialog.getByRole('button', { name: '準備中にする' }).click()
  await expect(dialog.getByRole('status')).toHaveText('57件を準備中にしました。')
  await expect(dialog.getByText('保留中の注文 7件')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'A-000807' })).toBeVisible()
  await dialog.getByRole('button', { name: '閉じる' }).last().click()
  await expect(page.getByText('件を選択中')).toHaveCount(0)
})

test('an act on several orders says which were left and why, and a phone chooses a page by a button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/orders')
  await settled(page)
  await page.getByRole('checkbox', { name: 'A-000812を選択' }).check()
  await page.getByRole('button', { name: 'このページをすべて選択' }).click()
  await expect(page.getByText('20件を選択中')).toBeVisible()
  await page.getByRole('button', { name: '準備中にする' }).click()
  const dialog = page.getByRole('dialog', { name: '18件を変更し、2件はそのままにしました' })
  await expect(dialog.getByText('保留中の注文 2件')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'A-000807' })).toBeVisible()
})

test('the way back from a row leads to the list as it was looked at', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/orders?tab=todo&method=card')
  await settled(page)
  await page.getByRole('table').getByRole('link').nth(1).click()
  await page.waitForURL(/orders\/order_/)
  await page.locator('main').getByRole('link', { name: '注文', exact: true }).click()
  await page.waitForURL(/orders\?tab=todo&method=card$/)
})

test('invitations stand before members', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('招待中')
})
