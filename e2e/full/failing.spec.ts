import { expect, test } from '@playwright/test'
import { fillLogin, signIn } from '../support/people'

const ooops = 'Ooops, something went wrong :('

test('a page whose scripts do not arrive shows the error screen, with its way back', async ({ page }) => {
  await page.route('**/_next/static/chunks/**', (route) => route.abort())
  await page.goto('/tenants')
  await expect(page.getByRole('alert')).toHaveText(ooops)
  await expect(page.getByRole('link', { name: 'Refresh' })).toHaveAttribute('href', '/')
})

test('a move to a page whose script does not arrive shows the error screen', async ({ page }) => {
  await signIn(page, 'owner@hoshi.test')
  await page.goto('/tenants/tenant_hoshi')
  await page.waitForLoadState('networkidle')
  await page.route('**/_next/static/chunks/**', (route) => route.abort())
  // To a page that no link here has loaded ahead.
  await page.evaluate("next.router.push('/sandbox/mail')")
  await expect(page.getByText(ooops)).toBeVisible()
})

test('pictures of the demo world come in the width that is shown', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/fc/aoi')
  const icon = page.locator('img[sizes="116px"]')
  await expect(icon).toHaveAttribute('srcset', /\.320\.webp 320w, .*\.1280\.webp 1280w/)
  expect(await icon.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.320\.webp$/)
  expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('"log in" of the page that cannot be displayed leads to a login that stays', async ({ page }) => {
  await signIn(page, 'owner@tsuki.test')
  await page.goto('/tenants/tenant_hoshi')
  await page.locator('footer').getByRole('link', { name: 'ログイン' }).click()
  await expect(page).toHaveURL(/\/login\?/)
  await expect(page.getByText(/としてログインしています/)).toBeVisible()
  await fillLogin(page, 'owner@hoshi.test')
  await expect(page).toHaveURL(/\/tenants\/tenant_hoshi$/)
})

test('the window that asked hears of the consent although it is cut off from the other one', async ({
  page,
  context,
}) => {
  await page.goto('/fc/aoi')
  const heard = page.evaluate(
    () =>
      new Promise((done) => {
        const channel = new BroadcastChannel('oauth2callback')
        channel.onmessage = ({ data }) => {
          channel.postMessage('heard')
          done(data)
        }
      }),
  )
  const other = await context.newPage()
  await other.goto('/oauth2callback?code=c1&state=s1')
  expect(await heard).toEqual({ code: 'c1', state: 's1', error: '' })
  const failed = await context.newPage()
  await failed.goto('/oauth2callback?error=access_denied')
  await expect(failed.getByText('許可されませんでした')).toBeVisible()
  await expect(failed.getByRole('link', { name: 'もう一度試す' })).toBeVisible()
})
