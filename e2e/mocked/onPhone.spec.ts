import { expect, type Locator } from '@playwright/test'
import { test } from '../support/mocked'
import { choose, inLanguage, settled } from '../support/screens'

const brand = '/tenants/tenant_hoshi/brands/brand_aoi'
const phone = { width: 390, height: 844 }

test('on a phone a comment is answered by a button of its row, and what waits for an answer has a tab with its count', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/contents/comments?tab=unanswered`)
  await settled(page)
  const rows = page.getByRole('table', { name: 'コメントの一覧' }).locator('tbody').getByRole('row')
  const tab = page.getByRole('link', { name: /^未返信/ })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(tab).toContainText(/\d/)
  const answers = rows.getByRole('button', { name: '返信する', exact: true })
  // Rows without a button are those of a list that is still being read.
  await answers.first().waitFor()
  await expect(answers).toHaveCount(await rows.count())
  await expect(rows.getByText('返信済み')).toHaveCount(0)
  const edges = await answers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  for (const { left, right, height } of edges) {
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(334)
    expect(height).toBeGreaterThanOrEqual(24)
  }
  await answers.first().click()
  await expect(page.getByRole('dialog', { name: 'ブランドとして返信する' }).getByRole('textbox')).toBeFocused()
})

const byNumber = [
  { what: 'an order', path: `${brand}/orders`, number: 'A-000812' },
  { what: 'a sale', path: `${brand}/sales`, number: /^A-\d{6}/ },
  { what: 'a line of the ledger', path: `${brand}/revenue/2026-09`, number: /^A-\d{6}/ },
  { what: 'a fan', path: `${brand}/fans`, number: /^会員番号 \d/ },
  { what: 'a member', path: `${brand}/subscribers`, number: /^会員番号 \d/ },
]
for (const { what, path, number } of byNumber) {
  test(`on a phone ${what} is known by the number that people ask with`, async ({ page }) => {
    await page.setViewportSize(phone)
    await choose(page, { user: 'owner' })
    await page.goto(path)
    await settled(page)
    await expect(page.locator('main table').last().getByText(number).first()).toBeVisible()
  })
}

test('on a phone the number of a fan is in sight in English too, however long it and the name are', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await choose(page, { user: 'owner' })
  await page.goto(`/en${brand}/fans`)
  await settled(page)
  const rows = page.locator('main table[aria-busy=false] tbody tr')
  const edges = await rows.evaluateAll((all) =>
    all.map((row) => Math.max(...[...row.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right))),
  )
  expect(Math.max(...edges)).toBeLessThanOrEqual(374)
})

/** Whether the words of a field are read whole: a placeholder, or the chosen option. */
const isWhole = (field: Locator) =>
  field.evaluate((element: HTMLInputElement | HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(element)
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('There is no canvas.')
    pen.font = font
    const text =
      element instanceof HTMLSelectElement
        ? (element.selectedOptions[0]?.textContent ?? '')
        : element.value || element.placeholder
    const space = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return pen.measureText(text).width <= space + 1
  })

for (const width of [390, 1280]) {
  test(`${width} px wide it is read whole what orders are searched by, and what they are narrowed to`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await choose(page, { user: 'owner' })
    await page.goto(`${brand}/orders`)
    await settled(page)
    const tools = page.getByRole('search').last()
    expect(await isWhole(tools.getByRole('searchbox'))).toBe(true)
    for (const select of await tools.getByRole('combobox').all()) {
      if (await select.isVisible()) expect(await isWhole(select)).toBe(true)
    }
  })
}

for (const locale of ['ja', 'en'] as const) {
  test(`on a phone it is read whole what each list is searched by, in ${locale}`, async ({ page }) => {
    await page.setViewportSize(phone)
    const ofBrand = [
      'plans',
      'contents',
      'events',
      'goods',
      'orders',
      'fans',
      'subscribers',
      'contents/comments',
      'request',
    ]
    const ofClub = ['/tenants/tenant_hoshi', '/tenants/tenant_hoshi/event-goods']
    for (const [user, paths] of [
      ['owner', [...ofBrand.map((path) => `${brand}/${path}`), ...ofClub]],
      ['operator', ['/operator', '/operator/tenants', '/operator/requests']],
    ] as const) {
      await choose(page, { user })
      for (const path of paths) {
        await page.goto(inLanguage(locale, path))
        const box = page.locator('main').getByRole('searchbox').first()
        await expect(box).toBeVisible()
        expect([path, await isWhole(box)]).toEqual([path, true])
      }
    }
  })
}

test('on a phone the files of a month come before its ledger, which may be long', async ({ page }) => {
  await page.setViewportSize(phone)
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/revenue/2026-09`)
  await settled(page)
  const file = await page.getByRole('button', { name: /^弥生会計/ }).boundingBox()
  const ledger = await page.getByRole('heading', { name: '台帳の行' }).boundingBox()
  expect(file && ledger && file.y < ledger.y).toBe(true)
})

for (const locale of ['ja', 'en'] as const) {
  test(`on a phone the desk of a live begins with its server and its key, each with its copy, in ${locale}`, async ({
    page,
  }) => {
    await page.setViewportSize(phone)
    await choose(page, { user: 'owner' })
    await page.goto(inLanguage(locale, `${brand}/contents/content_11`))
    for (const name of [/^(サーバーをコピー|Copy Server)$/i, /^(ストリームキーをコピー|Copy Stream key)$/i])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: /^(配信を開始|Go live)$/ })).toBeInViewport({ ratio: 1 })
  })
}

test('on a phone sizes are written without pushing the page to the side, each field with its heading', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/goods/goods_2`)
  await settled(page)
  const grid = page.getByTestId('variations')
  for (const label of ['名前', '管理番号', '在庫', '1注文の上限', '制限なし', '販売停止', '非表示']) {
    const box = await grid.getByLabel(`1行目 ${label}`).boundingBox()
    expect(box?.x).toBeGreaterThan(16)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(374)
  }
  expect(
    await grid.evaluate((table) => (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0)),
  ).toBe(0)
})

for (const { what, path, buttons } of [
  {
    what: 'an event',
    path: `${brand}/events/event_0`,
    buttons: ['プレビュー', '予約する', '公開する', 'その他の操作'],
  },
  { what: 'the list of orders', path: `${brand}/orders`, buttons: ['保存した絞り込み', 'ピッキングリスト', 'CSV'] },
]) {
  test(`on a phone the buttons of ${what} are one row`, async ({ page }) => {
    await page.setViewportSize(phone)
    await choose(page, { user: 'owner' })
    await page.goto(path)
    await settled(page)
    const main = page.locator('main')
    const rows = await Promise.all(
      buttons.map(async (name) => {
        const either = main.getByRole('button', { name, exact: true }).or(main.getByRole('link', { name, exact: true }))
        return (await either.first().boundingBox())?.y
      }),
    )
    expect(new Set(rows).size).toBe(1)
  })
}

test('on a phone two lines of tools stand above the orders', async ({ page }) => {
  await page.setViewportSize(phone)
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/orders`)
  await settled(page)
  expect((await page.getByRole('search').last().boundingBox())?.height).toBeLessThan(110)
})

test('on a phone two lines of tools stand above the goods, and what is narrowed waits behind its button', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/goods`)
  await settled(page)
  const tools = page.getByRole('search').last()
  expect((await tools.boundingBox())?.height).toBeLessThan(110)
  const stock = tools.getByRole('combobox', { name: '在庫' })
  await expect(stock).toBeHidden()
  await tools.getByRole('button', { name: '絞り込み', exact: true }).click()
  await stock.selectOption('low')
  await expect(page).toHaveURL(/stock=low/)
})
