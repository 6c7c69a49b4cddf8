import { expect, type Page, test } from '@playwright/test'
import { completeBrowser } from '../support/chromium'
import { fillLogin, newPerson, signIn } from '../support/people'

test.use({ launchOptions: completeBrowser })

const hoshi = '/tenants/tenant_hoshi/brands/brand_aoi/plans'

test('somebody who is not signed in is led to the login and back to where they wanted', async ({ page }) => {
  await page.goto(`${hoshi}?status=draft`)
  await expect(page).toHaveURL(/\/login\?redirect_to=/)
  await fillLogin(page, 'owner@hoshi.test')
  await expect(page).toHaveURL(`${hoshi}?status=draft`)
  await expect(page.getByRole('heading', { level: 1, name: 'プラン' })).toBeVisible()
})

test('a way back to another site is not followed', async ({ page }) => {
  const email = await newPerson(page)
  await page.goto('/login?redirect_to=https://elsewhere.example/tenants/')
  await fillLogin(page, email)
  await expect(page).toHaveURL('/tenants')
})

test('a wrong password is told, and nobody is signed in', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('メールアドレス').fill('owner@hoshi.test')
  await page.getByLabel('パスワード', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'ログインする' }).click()
  await expect(page.getByText('メールアドレスかパスワードが違います。')).toBeVisible()
})

test('the guard shows each of its outcomes to the person it is for', async ({ page }) => {
  await signIn(page, 'owner@tsuki.test', hoshi)
  await expect(page.getByRole('heading', { name: 'ページを表示できません' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Tsuki Club' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tsuki Club' })).toBeVisible()
})

test('somebody without a club may open one, or come as somebody else', async ({ page }) => {
  await signIn(page, 'fan@tsudoi.test', hoshi)
  await expect(page.getByText('アクセスできるファンクラブがありません。')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'ファンクラブを開設する' })).toBeVisible()
  await page.locator('main footer').getByRole('link', { name: 'ログイン' }).click()
  await expect(page).toHaveURL(/\/login/)
  await fillLogin(page, 'editor@hoshi.test')
  await expect(page).toHaveURL(hoshi)
})

test('a session cookie signs in again at /auth/init, and signing out ends it', async ({ page, context }) => {
  // Whom no other test signs in: signing out ends all their sessions.
  await signIn(page, 'accountant@hoshi.test', hoshi)
  await expect(page.getByRole('heading', { level: 1, name: 'プラン' })).toBeVisible()
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'session')).toBe(true)

  // The provider's own memory is gone, as in another browser window of the same person; the cookie is not.
  await page.goto('/icon.svg')
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    await Promise.all(
      names.map((name) => new Promise((done) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done }))),
    )
  })
  await page.goto(`/auth/init?redirect_to=${encodeURIComponent(hoshi)}`)
  await expect(page).toHaveURL(hoshi)
  await expect(page.getByRole('heading', { level: 1, name: 'プラン' })).toBeVisible()

  await page.getByRole('button', { name: 'アカウント' }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto(hoshi)
  await expect(page).toHaveURL(/\/login/)
})

test('without a session cookie /auth/init leads to the login', async ({ page }) => {
  await page.goto('/auth/init?redirect_to=/tenants/tenant_hoshi')
  await expect(page).toHaveURL('/login?redirect_to=%2Ftenants%2Ftenant_hoshi')
})

test('two tabs that save one plan: the second is told, and loses nothing by surprise', async ({ page, context }) => {
  await signIn(page, 'owner@tsuki.test', '/tenants/tenant_tsuki/brands/brand_luna/plans/plan_mikazuki')
  const first = page.getByLabel(/^説明/)
  await expect(first).not.toHaveValue('')
  const other = await context.newPage()
  await other.goto('/tenants/tenant_tsuki/brands/brand_luna/plans/plan_mikazuki')
  const second = other.getByLabel(/^説明/)
  await expect(second).not.toHaveValue('')

  await first.fill('先に保存した説明')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('保存しました')).toBeVisible()

  await second.fill('あとから保存した説明')
  await other.getByRole('button', { name: '保存する' }).click()
  // Nobody is told of somebody else: it was the same person, in another tab.
  const dialog = other.getByRole('dialog', { name: '別の画面で先に保存しています' })
  await expect(dialog.getByText('先に保存した説明')).toBeVisible()
  await dialog.getByRole('button', { name: '保存されている内容にする' }).click()
  await expect(second).toHaveValue('先に保存した説明')
})

test('two people who have one plan open are told of each other by name, until one of them goes', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, locale: 'ja-JP' })
  const other = await context.newPage()
  const toldOf = (one: Page, name: string) =>
    one.locator('main [role=status]', { hasText: `${name}さんもこの画面を開いています` })
  // Back in sight a page asks at once, not with its next word.
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await signIn(page, 'owner@hoshi.test', `${hoshi}/plan_seiza`)
  await expect(page.getByLabel(/^説明/)).not.toHaveValue('')
  await signIn(other, 'editor@hoshi.test', `${hoshi}/plan_seiza`)
  await expect(toldOf(other, '星野 ひかり')).toBeVisible()
  await lookAgain()
  await expect(toldOf(page, '三上 そら')).toBeVisible()

  await other.getByRole('main').getByRole('link', { name: 'プラン', exact: true }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'プラン' })).toBeVisible()
  await expect(async () => {
    await lookAgain()
    await expect(toldOf(page, '三上 そら')).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await context.close()
})

test('a visitor of a fan-facing page is spared the identity client; a member is known there', async ({ page }) => {
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await page.goto('/fc/aoi')
  await expect(page.getByRole('link', { name: 'ログイン' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await databases()).toEqual([])
  const opened = page.waitForRequest('**/createSession')
  await signIn(page, 'member@tsudoi.test', '/fc/aoi')
  expect(new URL((await opened).url()).pathname).toBe('/api/account/fanclub/createSession')
  await expect(page).toHaveURL('/fc/aoi')
  await expect(page.getByText('入会中').first()).toBeVisible()
  expect(await databases()).toContain('firebaseLocalStorageDb')
})

test('the login asks for the identity client at the first sign that somebody is there', async ({ page }) => {
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await page.goto('/login')
  await page.waitForLoadState('networkidle')
  await expect(page.getByLabel('メールアドレス')).toBeEditable()
  expect(await databases()).toEqual([])
  await page.getByLabel('メールアドレス').focus()
  await expect.poll(databases).toContain('firebaseLocalStorageDb')
})

test('who touches the login without a connection signs in when it is back', async ({ page }) => {
  await page.goto('/login')
  // The page's own scripts have come; what they ask for then does not.
  const own = await page.locator('script[src]').evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).src))
  await page.route('**/_next/static/chunks/**', (route) =>
    own.includes(route.request().url()) ? route.continue() : route.abort(),
  )
  const lost = page.waitForEvent('requestfailed')
  await page.getByLabel('メールアドレス').focus()
  await lost
  await page.unroute('**/_next/static/chunks/**')
  await fillLogin(page, 'owner@tsuki.test')
  await expect(page).toHaveURL('/tenants/tenant_tsuki/brands/brand_luna')
})
