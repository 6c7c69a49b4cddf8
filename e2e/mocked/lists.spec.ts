import { expect } from '@playwright/test'
import { callsOf, test } from '../support/mocked'
import { choose, failed, lists, settled } from '../support/screens'

const brand = '/tenants/tenant_hoshi/brands/brand_aoi'
/** When the mocks' world is (kit/mock.ts). */
const mockNow = Date.UTC(2026, 10, 20, 3)

for (const list of lists) {
  test(`${list.name} shows a skeleton while it waits`, async ({ page }) => {
    await choose(page, { ...list, scenario: 'loading' })
    await page.goto(list.path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('main').getByRole('status').first()).toBeAttached()
    await expect(page.locator('main').getByText('認証情報を確認しています')).toHaveCount(0)
  })

  test(`${list.name} says why it failed and loads again`, async ({ pageOfItsOwn: page }) => {
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
  const unbuyable = shelf.filter({ hasText: /売り切れ|販売前|販売終了/ })
  const chip = (name: string) => page.locator('main').getByRole('link', { name, exact: true })
  await expect(towel).toBeVisible()
  await chip('デジタル商品').click()
  await expect(page).toHaveURL(`${shop}?method=digital`)
  await expect(towel).toHaveCount(0)
  await expect(unbuyable).not.toHaveCount(0)
  await chip('購入できるものだけ').click()
  await expect(page).toHaveURL(/method=digital&buyable=true|buyable=true&method=digital/)
  await expect(unbuyable).toHaveCount(0)
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
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/subscribers')
  await settled(page)
  const kinds = page.getByRole('search').getByRole('combobox', { name: 'お支払い方法', exact: true })
  await expect(kinds).toBeHidden()
  await page.getByRole('button', { name: '絞り込み', exact: true }).click()
  await kinds.selectOption('card')
  await expect(page).toHaveURL(/method=card/)
  const opener = page.getByRole('button', { name: '絞り込み（1）' })
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await opener.click()
  await expect(kinds).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(kinds).toBeVisible()
  await expect(opener).toBeHidden()
})

for (const [device, size] of [
  ['a screen of 1280 by 800', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`the first order is in sight on ${device}, and what it is filtered by goes one by one`, async ({ page }) => {
    await page.setViewportSize(size)
    await choose(page, { user: 'owner' })
    await page.goto(`${brand}/orders?kind=goods&tracking=yes&prefecture=${encodeURIComponent('東京都')}`)
    await settled(page)
    const first = page.locator('main table[aria-busy=false] tbody tr').first()
    await expect(first.getByRole('link').first()).toBeInViewport({ ratio: 1 })
    const more = page.getByRole('button', { name: /^その他の条件/ })
    await expect(more).toHaveText('その他の条件（3）')
    const search = await page.getByRole('searchbox').boundingBox()
    const needs = page.getByRole('combobox', { name: '対応が要る理由' })
    // On a phone what can be searched by has a line of its own, and why an order needs somebody is chosen with the other conditions.
    if (size.width > 1000) {
      expect((await needs.boundingBox())?.y).toBe(search?.y)
      expect((await more.boundingBox())?.y).toBe(search?.y)
    } else {
      await more.click()
      await page.getByRole('dialog').getByLabel('対応が要る理由').selectOption('disputed')
      await page.getByRole('dialog').getByRole('button', { name: '絞り込む' }).click()
      await expect(page).toHaveURL(/needs=disputed/)
      await expect(more).toContainText('その他の条件（4）')
      await page.getByRole('link', { name: '条件を外す: 対応が要る理由: 異議申し立て' }).click()
      await expect(page).not.toHaveURL(/needs/)
    }
    await page.getByRole('link', { name: '条件を外す: 都道府県: 東京都' }).click()
    await expect(page).not.toHaveURL(/prefecture/)
    await expect(more).toHaveText('その他の条件（2）')
    await more.click()
    const asked = page.getByRole('dialog')
    await asked.getByRole('combobox', { name: '伝票番号' }).selectOption({ label: '問わない' })
    await asked.getByRole('button', { name: '絞り込む' }).click()
    await expect(page.getByRole('link', { name: /^条件を外す: / })).toHaveText(['種類: グッズ'])
  })
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`what was paid in advance is in the first screen of a month at ${size.width}, and leads to its bridge`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await choose(page, { user: 'owner' })
    await page.goto(`${brand}/revenue/2026-09`)
    await settled(page)
    const sum = page.getByRole('link', { name: '当月末の前受金 ¥253,200' })
    await expect(sum).toBeInViewport({ ratio: 1 })
    await sum.click()
    await expect(page.getByText('年払いの会費の増減', { exact: true })).toBeInViewport()
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
  // Selecting another row is a separate choice.
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

test('packing slips of all that match are made part by part, newest first', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/orders?size=20&tab=all')
  await settled(page)
  await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
  await page.getByRole('button', { name: '条件に合う64件をすべて選択' }).click()
  await page.getByRole('link', { name: '納品書を印刷' }).click()
  await expect(page).toHaveURL(/packing-slips\?tab=all&of=matching$/)
  await expect(page.getByText('64件の注文が条件に合います。')).toBeVisible()
  const slips = page.getByTestId('packing-slip')
  await expect(slips).toHaveCount(0)
  await page.getByRole('button', { name: '納品書を作成する' }).click()
  await expect(slips).toHaveCount(40)
  // Who sends it, the shelf's number of what is in it, and what was paid.
  for (const text of [
    '株式会社ほしのね',
    '〒166-0001 東京都杉並区阿佐谷北1-2-3',
    '管理番号 AO-001M',
    '合計（税込）',
    '¥8,100',
  ])
    await expect(slips.first()).toContainText(text)
  await expect(slips.first()).not.toContainText('同じ注文のほかの商品')
  await expect(slips.nth(1)).toContainText('同じ注文のほかの商品')
  await expect(page.getByText('64件のうち、1件目から40件目までです。')).toBeVisible()
  await page.getByRole('button', { name: '続きの納品書を作成する' }).click()
  await expect(slips).toHaveCount(24)
  await expect(page.getByText('64件のうち、41件目から64件目までです。')).toBeVisible()
  await expect(page.getByRole('button', { name: '続きの納品書を作成する' })).toHaveCount(0)
  await page.getByRole('link', { name: '注文の一覧' }).click()
  await expect(page).toHaveURL(/orders\?.*tab=all/)
})

test('event goods are filtered by their event, and orders by their goods, in the address', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/event-goods')
  const event = page.getByRole('combobox', { name: 'イベント' })
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(21)
  await event.selectOption({ label: '夏の野外ツアー' })
  await expect(page).toHaveURL(/eventId=event_7/)
  await expect(rows).toHaveCount(9)
  await page.reload()
  await expect(event).toHaveValue('event_7')
  await expect(rows).toHaveCount(9)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/event-goods\/event_goods_3/)
  await page.goBack()
  await expect(event).toHaveValue('event_7')
  await expect(rows).toHaveCount(9)
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/orders')
  await settled(page)
  await page.getByRole('button', { name: 'その他の条件' }).click()
  const goods = page.getByRole('dialog').getByRole('combobox', { name: 'グッズ' })
  await goods.selectOption({ index: 1 })
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page).toHaveURL(/goodsId=/)
  await page.reload()
  await expect(page.getByRole('link', { name: /^条件を外す: グッズ/ })).toBeVisible()
})

test('the number of orders in a pick list leads to these, as they are filtered', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/orders/pick-list`)
  await page.getByRole('table').getByRole('link', { name: /件/ }).first().click()
  await expect(page).toHaveURL(/fulfillment=unfulfilled%2Cpreparing%2CpartiallyShipped/)
  await expect(page).toHaveURL(/payment=paid%2CpartiallyRefunded/)
  await expect(page.getByRole('row').filter({ hasText: '発送済み' })).toHaveCount(0)
  expect(await page.getByRole('row').count()).toBeGreaterThan(1)
})

test('an import that was left is opened from the list, and its rows with problems stand alone', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/orders/files?tab=imports')
  await page.getByRole('link', { name: 'b2-results-1.csvの取り込みを開く' }).click()
  await expect(page).toHaveURL(/importId=import_mock_0/)
  const rows = page.getByRole('table', { name: 'b2-results.csv の確認' }).getByRole('row')
  await expect(rows).toHaveCount(23)
  await page.getByRole('link', { name: /^問題のある行だけ/ }).click()
  await expect(page).toHaveURL(/rows=problems/)
  await expect(rows).toHaveCount(14)
  await page.reload()
  await expect(rows).toHaveCount(14)
  await page.getByRole('button', { name: '7件を発送済みにする' }).click()
  await expect(page.getByText('7件を発送済みにしました')).toBeVisible()
  await expect(page).toHaveURL(/files\?tab=imports$/)
  await page.getByRole('link', { name: 'b2-results-2.csvの取り込みを開く' }).click()
  await expect(page.getByText('もう一度は適用できません')).toBeVisible()
  await expect(page.getByRole('button', { name: /件を発送済みにする/ })).toHaveCount(0)
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
  await page.getByRole('table').getByRole('row').nth(2).getByRole('link').first().click()
  await page.waitForURL(/orders\/order_/)
  await page.locator('main').getByRole('link', { name: '注文', exact: true }).click()
  await page.waitForURL(/orders\?tab=todo&method=card$/)
})

test('the log says what was done to a fan in words, not by a field', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/audit')
  await expect(page.getByText('ファンをブロック', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/有効にする/)).toHaveCount(0)
})

test('invitations stand before members', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.nth(1)).toContainText('期限切れ')
  await expect(rows.nth(2)).toContainText('招待中')
  await expect(rows.nth(5)).not.toContainText('招待中')
})

test('an invitation that has expired says so, and is sent again from its row, once its letter was read', async ({
  page,
}) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi')
  const row = page.getByRole('row').filter({ hasText: 'staff4@aoi.test' })
  await expect(row).toContainText('期限切れ')
  const open = page.getByRole('row').filter({ hasText: 'staff19@aoi.test' })
  await expect(open).toContainText('招待中')
  await expect(open).toContainText('まで有効')
  await row.locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: '招待をもう一度送る' }).click()
  const asks = page.getByRole('dialog', { name: /staff4@aoi\.test/ })
  await expect(asks).toContainText('星野 あおいさんから、「Hoshi Club」の運営に')
  const sent = await callsOf(page, 'inviteTenantMember')
  await asks.getByRole('button', { name: '招待メールを送る' }).click()
  await expect(page.getByText('staff4@aoi.testに招待メールを送りました')).toBeVisible()
  expect((await sent()).map(({ body }) => body)).toMatchObject([{ email: 'staff4@aoi.test' }])
})

test('whoever is invited reads by whom and until when, and may decline', async ({ page }) => {
  await choose(page, { user: 'newcomer' })
  await page.goto('/tenants/join?invitation=secret')
  await expect(page.getByText(/星野 あおいさんからの招待です。/)).toBeVisible()
  await expect(page.getByText(/役割は「編集」（プランとコンテンツの編集）です。/)).toBeVisible()
  await expect(page.getByText(/^\d{4}年\d+月\d+日（.）まで有効です。$/)).toBeVisible()
  await page.getByRole('button', { name: '辞退する' }).click()
  const asks = page.getByRole('dialog', { name: '「Hoshi Club」への招待を辞退しますか' })
  await asks.getByRole('button', { name: 'キャンセル' }).click()
  await page.getByRole('button', { name: '辞退する' }).click()
  await asks.getByRole('button', { name: '辞退する' }).click()
  await expect(page.getByText('招待を辞退しました')).toBeVisible()
  await expect(page).toHaveURL('/tenants')
})

test('whoever opens an invitation too late reads so, and how to get a new one; of one that is gone, to look for a newer mail', async ({
  page,
}) => {
  await choose(page, { user: 'newcomer' })
  await page.goto('/tenants/join?invitation=lapsed')
  await expect(page.getByText('この招待の期限が切れています')).toBeVisible()
  await expect(page.getByText(/招待した方に.*「招待をもう一度送る」/)).toBeVisible()
  await page.goto('/tenants/join?invitation=gone')
  await expect(page.getByText('この招待はもう使えません')).toBeVisible()
  await expect(page.getByText(/新しい招待メールが届いていないか/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'ファンクラブ', exact: true }).last()).toBeVisible()
})

test('whoever has the right account but has not confirmed its address is told so, and led there', async ({ page }) => {
  await choose(page, { user: 'newcomer' })
  await page.goto('/tenants/join?invitation=unconfirmed')
  await expect(
    page.getByText(/^newcomer@tsudoi\.test がご本人のアドレスであることを、先に確認してください。/),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: '別のアカウントでログインする' })).toHaveCount(0)
  await page.getByRole('link', { name: 'アカウントのページへ' }).click()
  await expect(page).toHaveURL('/tenants/account')
})

test('orders are sorted by when they were placed and by total, in the address, and so are their slips', async ({
  page,
}) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/orders?tab=all&size=20')
  await settled(page)
  const first = page.getByRole('table').getByRole('row').nth(1)
  await expect(first).toContainText('A-000812')
  await page.getByTitle('注文日で並べ替え').click()
  await expect(page).toHaveURL(/sort=placedAt/)
  await expect(first).toContainText('A-000749')
  await page.reload()
  await expect(first).toContainText('A-000749')
  await page.getByTitle('合計で並べ替え').click()
  await expect(page).toHaveURL(/sort=-total/)
  await expect(first).toContainText('¥7,700')
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/orders/packing-slips?tab=all&of=matching&sort=placedAt')
  await page.getByRole('button', { name: '納品書を作成する' }).click()
  await expect(page.getByText('64件のうち、1件目から40件目までです。')).toBeVisible()
  // A gift's recipient is not told what was paid.
  const slip = page.getByTestId('packing-slip').first()
  await expect(slip).toContainText('¥')
  await page.getByLabel(/^金額を印刷しない/).check()
  await expect(slip).not.toContainText('¥')
  await expect(slip).toContainText('数量')
})

test('from the bin a thing comes back by one press; only what fans would see at once is asked about', async ({
  page,
}) => {
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/bin?kind=plan`)
  await settled(page)
  await page.getByRole('button', { name: '「星空プラン（下書き）」を元に戻す' }).click()
  await expect(page.getByText('「星空プラン（下書き）」を元に戻しました')).toBeVisible()
  await expect(page.getByText('下書きに戻りました。')).toBeVisible()
  await page.getByRole('link', { name: 'プラン', exact: true }).first().click()
  await expect(page).toHaveURL(`${brand}/plans`)
  await page.goto(`${brand}/bin`)
  await settled(page)
  await page.getByRole('button', { name: '「雨の日の手紙」を元に戻す' }).click()
  await expect(page.getByRole('dialog')).toContainText('削除する前と同じ公開の状態に戻ります。')
})

test('the bin says how many days are left where they are few, and on a phone what a thing is', async ({
  pageOfItsOwn: page,
}) => {
  await page.clock.setFixedTime(mockNow)
  await choose(page, { user: 'owner' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${brand}/bin`)
  await settled(page)
  const rows = page.locator('main tbody tr')
  await expect(rows.filter({ hasText: '制作ノート 第3回' })).toContainText('あと1日')
  await expect(rows.filter({ hasText: '雨の日の手紙' })).not.toContainText('あと')
  const kind = rows.filter({ hasText: '旧ロゴのタオル' }).getByText('グッズ', { exact: true })
  await expect(kind.filter({ visible: true })).toHaveCount(1)
})

test('disputes say how many days are left, and a question of a card company is called one', async ({
  pageOfItsOwn: page,
}) => {
  await page.clock.setFixedTime(mockNow)
  await choose(page, { user: 'operator' })
  await page.goto('/operator')
  await settled(page)
  await expect(page.getByRole('link', { name: /11\/22（日）12:00 JST\s*あと2日/ }).first()).toBeVisible()
  await page.goto('/operator/disputes')
  await settled(page)
  await page.getByRole('row').filter({ hasText: 'カード会社からの照会' }).first().getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: /^注文L-000091へのカード会社からの照会$/ })).toBeVisible()
})

for (const { kind, path, list } of [
  { kind: 'goods', path: `${brand}/goods/goods_0`, list: `${brand}/goods` },
  { kind: 'an event', path: `${brand}/events/event_3`, list: `${brand}/events` },
  { kind: 'the draft of a plan', path: `${brand}/plans/plan_haru`, list: `${brand}/plans` },
]) {
  test(`${kind} can be deleted on its own page, whatever was typed there, and comes back by one press`, async ({
    page,
  }) => {
    await choose(page, { user: 'owner' })
    await page.goto(path)
    await settled(page)
    await page.locator('main input[name=name], main input[name=title]').first().fill('書きかけ')
    await page.getByRole('button', { name: 'その他の操作' }).click()
    await page.getByRole('menuitem', { name: '削除する' }).click()
    const binned = await callsOf(page, 'moveToBin')
    await page.getByRole('dialog').getByRole('button', { name: '削除する' }).click()
    await expect(page).toHaveURL(list)
    expect(await binned()).toHaveLength(1)
    const restored = await callsOf(page, 'restoreFromBin')
    await page.getByRole('button', { name: '元に戻す', exact: true }).click()
    await expect.poll(async () => (await restored()).length).toBe(1)
  })
}
