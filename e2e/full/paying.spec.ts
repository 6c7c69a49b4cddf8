import { expect, type Page, test } from '@playwright/test'
import { monthText, tokyoMonth } from '#kit/time.ts'
import { signIn } from '../support/people'
import { barriers, watch } from '../support/watch'

/*
 * A fan joins, leaves and comes back, by card and at a store, on the screens and through the payment sandbox, whose pages
 * stand for those of the payment provider.
 */
const join = async (page: Page, planId: string, method: 'card' | 'konbini') => {
  await page.goto(`/fc/aoi/plans/${planId}`)
  await page.getByTestId('join').click()
  await page.getByTestId(`join-${method}`).check()
  for (const fact of ['商品・期間', '価格', 'お支払いの時期と方法', 'ご利用の開始', '解約・返金', 'お申し込みの期限']) {
    await expect(page.getByRole('dialog').getByText(fact, { exact: true })).toBeVisible()
  }
}
const plan = (page: Page, planId: string) => page.locator(`[data-plan=${planId}]`)
const told = async (page: Page, what: object) => {
  const answer = await page.request.post('/sandbox/control', { data: what })
  expect(answer.status()).toBe(200)
}

/** A content of a plan that joining opens, as its list says to somebody who has not joined; its page says what it takes. */
const lockedOf = async (page: Page, planId: string) => {
  const listed = page.waitForResponse(
    (answer) => answer.url().endsWith('/getPublicPlanContents') && !!answer.request().postData()?.includes(planId),
  )
  await page.goto(`/fc/aoi/contents?planId=${planId}`)
  const { planContents } = (await (await listed).json()) as {
    planContents: {
      planContentId: string
      status: string
      needsMonth: boolean
      backNumberPeriod: { year: number; month: number } | null
    }[]
  }
  // A term that begins today pays for this month; one of a later month opens when it is renewed.
  const today = tokyoMonth(Date.now())
  const isNow = (period: typeof today | null) => period === null || monthText(period) === monthText(today)
  const closed = planContents.find(
    ({ status, needsMonth, backNumberPeriod }) =>
      status.startsWith('required') && !needsMonth && isNow(backNumberPeriod),
  )
  const path = `/fc/aoi/contents/${closed?.planContentId}`
  await page.goto(path)
  await expect(needs(page)).toBeVisible()
  return path
}
/** It opens: to the fan, who asks for it once they are known. */
const reads = async (page: Page, content: string) => {
  const answer = page.waitForResponse('**/getPublicPlanContent')
  await page.goto(content)
  expect(await (await answer).json()).toMatchObject({ ok: true })
  await expect(needs(page)).toBeHidden()
}
const needs = (page: Page) => page.getByRole('heading', { name: '見られるようになる条件' })

test.describe.configure({ mode: 'serial' })

test('by card: joined, read, leaving, and back again', async ({ page }) => {
  // Who is back before the payment is confirmed has no receipt yet.
  const complaints = watch(page, { mayRefuse: true })
  await signIn(page, 'fan@tsudoi.test', '/fc/me/plans')
  const content = await lockedOf(page, 'plan_ginga')
  await join(page, 'plan_ginga', 'card')
  await expect(page.getByTestId('join-total')).toHaveText('¥3,000（毎月）')
  await page.getByTestId('join-buy').click()

  await expect(page.getByTestId('sandbox-pay')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByTestId('sandbox-decline').click()
  await expect(page.getByTestId('sandbox-note')).toContainText('カードが断られました')
  await page.getByTestId('sandbox-card-authenticates').check()
  await page.getByTestId('sandbox-pay').click()
  await expect(page.getByTestId('sandbox-confirm')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByTestId('sandbox-refuse').click()
  await expect(page.getByTestId('sandbox-note')).toContainText('本人認証ができなかった')
  await page.getByTestId('sandbox-card-works').check()
  await page.getByTestId('sandbox-pay').click()
  await expect(page).toHaveURL(/\/fc\/aoi\/plans\/plan_ginga/)
  // The payment is confirmed to us a moment after they are back.
  await expect(page.getByTestId('welcome')).toBeVisible()

  await page.goto('/fc/me/plans')
  const mine = plan(page, 'plan_ginga')
  await expect(mine.getByTestId('member-card')).toContainText('No. ')
  await expect(mine).toHaveAttribute('data-status', 'active')
  await reads(page, content)
  await page.goto('/fc/me/plans')

  await mine.getByRole('button', { name: /解約する/ }).click()
  await page.getByRole('radio', { name: 'そのほか' }).check()
  await page.getByRole('dialog').getByRole('button', { name: '解約する' }).click()
  await expect(mine).toHaveAttribute('data-status', 'scheduledToCancel')
  await mine.getByRole('button', { name: /解約を取りやめる/ }).click()
  await expect(mine).toHaveAttribute('data-status', 'active')

  await page.goto('/fc/me/orders')
  await page.getByRole('link', { name: '「銀河プラン」の領収書' }).click()
  await expect(page.getByTestId('receipt')).toContainText('¥3,000')
  expect(complaints).toEqual([])
})

test('another card on the pages of the provider', async ({ page }) => {
  await signIn(page, 'fan@tsudoi.test', '/fc/me/plans')
  await plan(page, 'plan_ginga')
    .getByRole('button', { name: /カードを変える/ })
    .click()
  await expect(page.getByTestId('sandbox-change-card')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByTestId('sandbox-card-declinesLater').check()
  await page.getByTestId('sandbox-change-card').click()
  // The provider's page leads back by itself, and the new card is the one that is charged.
  await expect(page).toHaveURL(/\/fc\/me\/plans/)
  await expect(page.getByTestId('new-card')).toContainText('カードを変更しました')
})

test('at a store: the codes, given up once, and paid the second time; read, leaving, and back again', async ({
  page,
}) => {
  const complaints = watch(page, { mayRefuse: true })
  await signIn(page, 'fan@tsudoi.test', '/fc/me/plans')
  const content = await lockedOf(page, 'plan_seiza')
  const order = async () => {
    await join(page, 'plan_seiza', 'konbini')
    await expect(page.getByTestId('join-total')).toHaveText('¥1,700')
    await page.getByTestId('join-buy').click()
    await page.getByLabel('お名前').fill('森 しおり')
    await page.getByLabel('電話番号').fill('12')
    await page.getByTestId('konbini-issue').click()
    await expect(page.getByText('0から始まる10桁か11桁')).toBeVisible()
    await page.getByLabel('電話番号').fill('090-1234-5678')
    await page.getByTestId('konbini-issue').click()
    await expect(page.getByRole('tab')).toHaveText(['ファミリーマート', 'ローソン', 'ミニストップ', 'セイコーマート'])
    await page.getByRole('tab', { name: 'ファミリーマート' }).press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'ローソン' })).toBeFocused()
    await expect(page.getByRole('tabpanel')).toContainText('09012345678')
  }
  await order()
  await page.getByTestId('konbini-cancel').click()
  await page.getByRole('button', { name: 'やめる', exact: true }).click()
  await expect(page.getByTestId('konbini-closed')).toContainText('取り消されました')

  await order()
  const codes = page.url()
  await page.goto(String(await page.getByRole('link', { name: '印刷できる案内を開く' }).getAttribute('href')))
  await expect(page.getByTestId('sandbox-let-expire')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('button', { name: 'Pay at Lawson' })).toBeVisible()
  await page.getByRole('link', { name: '日本語' }).click()
  await page.getByTestId('sandbox-pay-at-store').nth(1).click()
  await expect(page.getByTestId('sandbox-note')).toHaveText('お支払いが済みました。')
  await page.goto(codes)
  await expect(page.getByTestId('konbini-paid')).toBeVisible()
  await page.getByRole('link', { name: 'いま見られるものへ' }).click()
  const welcome = page.getByTestId('welcome')
  await expect(welcome.getByTestId('member-card')).toContainText('No. ')
  await expect(welcome.getByRole('listitem').first()).toBeVisible()
  await welcome.getByRole('link', { name: '会員証とお支払いを見る' }).click()
  const mine = plan(page, 'plan_seiza')
  await expect(mine).toHaveAttribute('data-status', 'active')

  await reads(page, content)
  await page.goto('/fc/me/plans')
  await mine.getByRole('button', { name: /解約する/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解約する' }).click()
  await expect(mine).toHaveAttribute('data-status', 'scheduledToCancel')
  await mine.getByRole('button', { name: /解約を取りやめる/ }).click()
  await expect(mine).toHaveAttribute('data-status', 'active')

  // From then on by card: what that means is told before the card is asked for.
  await mine.getByRole('button', { name: /カード払いに変える/ }).click()
  await expect(page.getByRole('dialog').getByText('お申し込みの期限', { exact: true })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByTestId('move-to-card').click()
  await expect(page.getByTestId('sandbox-pay')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a voucher that lapses while somebody looks at it', async ({ page }) => {
  await signIn(page, 'newcomer@tsudoi.test', '/fc/me/plans')
  await join(page, 'plan_seiza', 'konbini')
  await page.getByTestId('join-buy').click()
  await page.getByLabel('お名前').fill('新')
  await page.getByLabel('電話番号').fill('0312345678')
  await page.getByTestId('konbini-issue').click()
  const voucher = String(await page.getByRole('link', { name: '印刷できる案内を開く' }).getAttribute('href'))
  await told(page, { action: 'letExpire', intent: voucher.split('/').at(-1) })
  await expect(page.getByTestId('konbini-closed')).toContainText('お支払い期限が過ぎました')
})
