import { expect, type Page } from '@playwright/test'
import { callsOf, test } from '../support/mocked'
import { choose } from '../support/screens'

const desk = '/tenants/tenant_hoshi/pick-up'
const find = async (page: Page, number: string) => {
  await page.getByLabel('注文番号').fill(number)
  await page.getByRole('button', { name: '探す' }).click()
}
type Handed = { key: string; body: { orderId?: string; at?: number } }
const lines = (page: Page) => page.getByTestId('pick-up-lines')
const handAll = (page: Page) => page.getByRole('button', { name: /^すべて渡した/ }).click()
const next = (page: Page) => page.getByRole('button', { name: '次の方へ' }).click()
test('the desk goes on without a connection, and sends what it handed over afterwards', async ({ page, context }) => {
  await choose(page, { user: 'owner' })
  await page.goto(desk)
  await page.getByRole('button', { name: '一覧を読み込む' }).click()
  await expect(page.getByTestId('kept-list')).toContainText('注文 11件')

  await context.setOffline(true)
  const sent = await callsOf(page)
  await find(page, 'a413')
  await expect(lines(page)).toBeVisible()
  await expect(page.getByText(/接続がありません。.*時点の一覧で表示しています/)).toBeVisible()
  const before = Date.now()
  await handAll(page)
  await expect(page.getByText('この端末に記録しました')).toBeVisible()
  await expect(page.getByText('送信を待っているお渡しが1件あります')).toBeVisible()
  await next(page)

  // The same code once more, on this device.
  await find(page, 'A-000413')
  await expect(page.getByRole('alert').filter({ hasText: 'もう渡さないでください' })).toBeVisible()
  await next(page)

  // One line of an order that another desk hands over meanwhile.
  await find(page, 'A-000418')
  await page.getByRole('button', { name: /^渡した：ツアーTシャツ/ }).click()
  await expect(page.getByText('送信を待っているお渡しが2件あります')).toBeVisible()
  await next(page)

  // Not on the list: it may be picked up already.
  await find(page, 'A-000999')
  await expect(page.getByText(/時点の一覧に、この注文はありません/)).toBeVisible()
  expect(await sent()).toEqual([])

  // Leaving is asked about.
  await page.getByRole('link', { name: '操作の記録' }).click()
  await page.getByRole('button', { name: 'このページに残る' }).click()
  await expect(page).toHaveURL(desk)

  await context.setOffline(false)
  const refused = page.getByTestId('refused-hand-overs')
  await expect(refused).toContainText('A-000418')
  await expect(refused).toContainText('ツアーTシャツ (M) 2点')
  await expect(refused).toContainText('ほかで受け取り済みになっていました')
  await expect(page.getByText(/送信を待っている/)).toHaveCount(0)
  const handed = (await sent()).filter(({ name }) => name === 'pickUpOrderLines') as Handed[]
  expect(handed.map(({ body }) => body.orderId)).toEqual(['order_mock_413', 'order_mock_418'])
  expect(new Set(handed.map(({ key }) => key)).size).toBe(2)
  expect(handed[0]?.body.at).toBeGreaterThanOrEqual(before)

  // The refused one outlasts a reload, until somebody has dealt with it; so does the list, with what was handed over.
  await page.reload()
  await expect(refused).toContainText('A-000418')
  await expect(page.getByTestId('kept-list')).toContainText('注文 11件')
  await page.getByRole('button', { name: '確認した：A-000418' }).click()
  await expect(refused).toHaveCount(0)
  await context.setOffline(true)
  await find(page, 'A-000413')
  await expect(page.getByRole('alert').filter({ hasText: 'もう渡さないでください' })).toBeVisible()
})

test('a hand-over whose answer is lost is sent again with its key', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto(desk)
  await find(page, 'A-000414')
  const sent = await callsOf(page)
  // The network fails while the browser believes to have one.
  await page.evaluate(() => {
    const real = window.fetch
    window.fetch = (...said) =>
      String(said[0]).includes('pickUpOrderLines')
        ? real(...said).then(() => Promise.reject(new TypeError('lost')))
        : real(...said)
    Object.assign(window, { restoreFetch: () => Object.assign(window, { fetch: real }) })
  })
  await handAll(page)
  await expect(page.getByText('送信を待っているお渡しが1件あります')).toBeVisible()
  await page.getByRole('button', { name: 'いますぐ送信' }).click()
  await expect(page.getByText('まだ送信できません')).toBeVisible()
  await page.evaluate(() => (window as unknown as { restoreFetch: () => void }).restoreFetch())
  await page.getByRole('button', { name: 'いますぐ送信' }).click()
  await expect(page.getByText(/送信を待っている/)).toHaveCount(0)
  // The order that is still shown is the one that the server has counted.
  await expect(lines(page)).toContainText('2 / 2点 渡し済み')
  await expect(page.getByRole('button', { name: /^すべて渡した/ })).toHaveCount(0)
  const handed = (await sent()).filter(({ name }) => name === 'pickUpOrderLines') as Handed[]
  expect(handed.length).toBeGreaterThanOrEqual(3)
  expect(new Set(handed.map(({ key, body }) => `${key} ${JSON.stringify(body)}`)).size).toBe(1)
})

test('a sign-out asks before it removes what was not sent, and removes the list', async ({ page, context }) => {
  await choose(page, { user: 'owner' })
  // An open menu closes when the page scrolls, as a lower page does.
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.goto(desk)
  await page.getByRole('button', { name: '一覧を読み込む' }).click()
  await page.getByTestId('kept-list').waitFor()
  await context.setOffline(true)
  await find(page, 'A-000415')
  await handAll(page)
  await next(page)
  const signOut = async () => {
    await page.getByRole('button', { name: 'アカウント' }).click()
    await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  }
  await signOut()
  await page.getByRole('button', { name: 'キャンセル' }).click()
  await expect(page.getByText('送信を待っているお渡しが1件あります')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/送信を待っている/)).toHaveCount(0)
  await signOut()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('tsudoi-kept')))).toEqual(
    [],
  )
})
