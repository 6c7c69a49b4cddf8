import { rmSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { day } from '#kit/time.ts'
import { signIn } from '../support/people'
import { freePort, newDataDir, withSecondProgram } from '../support/second'
import { barriers, watch } from '../support/watch'

/*
 * A renewal that the card refuses, or whose bank asks, on my plans and the provider's pages, with what people do wrong on the way. In a
 * program of its own: its clock is moved by months, which the tests beside it would not outlive.
 */
const planId = 'plan_seiza'
const mine = (page: Page) => page.locator(`[data-plan=${planId}]`)
const changeCard = (page: Page) => mine(page).getByRole('button', { name: /カードを変える/ })
const confirm = (page: Page) => mine(page).getByRole('link', { name: /本人認証をして支払う/ })
const isBack = (page: Page) => expect(page).toHaveURL(/\/fc\/me\/plans/)
const onPortal = (page: Page) => expect(page.getByTestId('sandbox-change-card')).toBeVisible()
const stands = (page: Page, status: 'active' | 'paymentIncomplete') =>
  expect(mine(page)).toHaveAttribute('data-status', status)
/** What a browser tells a page that is looked at again. */
const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test('a refused renewal is mended on my plans in at most four presses, whatever goes wrong on the way', async ({
  browser,
  request,
}) => {
  test.setTimeout(400_000)
  const [port, emulatorPort, dataDir] = [await freePort(), await freePort(), newDataDir()]
  const settings = { CLOCK: 'adjustable', RATE_LIMITS: 'off', RTMP_PORT: '0' }
  await withSecondProgram(request, { port, emulatorPort, settings, dataDir }, async () => {
    const size = { width: 390, height: 844 }
    const context = await browser.newContext({ baseURL: `http://localhost:${port}`, viewport: size, locale: 'ja-JP' })
    const page = await context.newPage()
    // The second of two presses is refused while the first one is being answered.
    const complaints = watch(page, { mayRefuse: true })
    let at = Date.now()
    const pass = async (days: number) => {
      at += days * day
      // What falls due on the way is done before the answer: on a busy machine that takes its time.
      const moved = await page.request.post('/api/testing/clock', {
        data: { now: at, isHasty: true },
        timeout: 180_000,
      })
      expect(moved.status()).toBe(200)
      await page.goto('/fc/me/plans')
    }
    let presses = 0
    const press = async (what: Locator) => {
      presses += 1
      await what.click()
    }

    await test.step('joined with a card that will be refused', async () => {
      await signIn(page, 'newcomer@tsudoi.test', `/fc/aoi/plans/${planId}`)
      await page.getByTestId('join').click()
      await page.getByTestId('join-card').check()
      await page.getByTestId('join-buy').click()
      await page.getByTestId('sandbox-card-declinesLater').check()
      await page.getByTestId('sandbox-pay').click()
      await expect(page.getByTestId('welcome')).toBeVisible()
    })

    await test.step('whoever comes back without another card has the same to do', async () => {
      await pass(32)
      await stands(page, 'paymentIncomplete')
      await expect(mine(page)).toContainText('カードのお支払いができませんでした')
      expect(await barriers(page)).toEqual([])
      await changeCard(page).dblclick()
      await onPortal(page)
      await page.getByRole('link', { name: 'お店に戻る' }).click()
      await isBack(page)
      await stands(page, 'paymentIncomplete')
      await expect(page.getByTestId('new-card')).toHaveCount(0)
      await changeCard(page).click()
      await onPortal(page)
      await page.goBack()
      await isBack(page)
      await stands(page, 'paymentIncomplete')
    })

    await test.step('another card pays at once, and the other tab learns of it', async () => {
      const other = await context.newPage()
      await other.goto('/fc/me/plans')
      await stands(other, 'paymentIncomplete')
      presses = 0
      await press(changeCard(page))
      await press(page.getByTestId('sandbox-change-card'))
      await isBack(page)
      await expect(page.getByTestId('new-card')).toContainText('お支払いいただきました')
      await stands(page, 'active')
      expect(presses).toBeLessThanOrEqual(4)
      expect(await barriers(page)).toEqual([])
      // A look while an earlier answer is still on its way is told by that answer.
      await expect(async () => {
        await lookAgain(other)
        await expect(mine(other)).toHaveAttribute('data-status', 'active', { timeout: 5_000 })
      }).toPass()
      await other.close()
      // It was news once.
      await expect(page).toHaveURL('/fc/me/plans')
      await page.reload()
      await stands(page, 'active')
      await expect(page.getByTestId('new-card')).toHaveCount(0)
    })

    await test.step('a bank that asks has its button, also for who has left its page', async () => {
      await changeCard(page).click()
      await page.getByTestId('sandbox-card-authenticates').check()
      await page.getByTestId('sandbox-change-card').click()
      await expect(page.getByTestId('new-card')).toContainText('カードを変更しました')
      await pass(31)
      await expect(mine(page)).toContainText('本人認証を求めています')
      expect(await barriers(page)).toEqual([])
      await confirm(page).click()
      await expect(page.getByTestId('sandbox-confirm')).toBeVisible()
      await page.goBack()
      presses = 0
      await press(confirm(page))
      await press(page.getByTestId('sandbox-confirm'))
      await expect(page.getByTestId('sandbox-note')).toBeVisible()
      // The provider's page leads nowhere: the way back is the browser's.
      presses += 1
      await page.goBack()
      if (!page.url().includes('/fc/me/plans')) await page.goBack()
      await stands(page, 'active')
      expect(presses).toBeLessThanOrEqual(4)
    })

    await test.step('who does not confirm is asked for another card', async () => {
      await pass(31)
      await confirm(page).click()
      await page.getByTestId('sandbox-refuse').click()
      await expect(page.getByTestId('sandbox-note')).toContainText('本人認証ができなかった')
      await page.goto('/fc/me/plans')
      await stands(page, 'paymentIncomplete')
      await expect(mine(page)).toContainText('カードのお支払いができませんでした')
      presses = 0
      await press(changeCard(page))
      await press(page.getByTestId('sandbox-card-declines'))
      await press(page.getByTestId('sandbox-change-card'))
      await expect(page.getByTestId('new-card')).toContainText('このカードでもお支払いできませんでした')
      await stands(page, 'paymentIncomplete')
      // What was refused and the way out of it are seen together, at the page's beginning.
      const other = page.getByTestId('new-card').getByRole('button', { name: 'ほかのカードに変える' })
      await expect(page.getByText(/このカードでもお支払いできませんでした/)).toBeInViewport({ ratio: 1 })
      await expect(other).toBeInViewport({ ratio: 1 })
      await press(other)
      await press(page.getByTestId('sandbox-change-card'))
      await expect(page.getByTestId('new-card')).toContainText('お支払いいただきました')
      await stands(page, 'active')
    })
    expect(complaints).toEqual([])
    await context.close()
  })
  rmSync(dataDir, { recursive: true, force: true })
})
