import { expect, type Locator } from '@playwright/test'
import { test } from '../support/mocked'
import { choose, settled } from '../support/screens'

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

test('on a phone the files of a month come before its ledger, which may be long', async ({ page }) => {
  await page.setViewportSize(phone)
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/revenue/2026-09`)
  await settled(page)
  const file = await page.getByRole('button', { name: /^弥生会計/ }).boundingBox()
  const ledger = await page.getByRole('heading', { name: '台帳の行' }).boundingBox()
  expect(file && ledger && file.y < ledger.y).toBe(true)
})
