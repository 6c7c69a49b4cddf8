import { expect, test } from '@playwright/test'
import { fillNewAccount, joinByCard, newPerson, signIn } from '../support/people'

/*
 * On a phone, what one comes for after a press stands in sight: the way to pay, and what follows from having paid.
 */
test.use({ viewport: { width: 390, height: 844 } })

test('who has no account makes one above which the sum of the cart is told, and stands at the checkout with the total and its button in reach', async ({
  page,
}) => {
  await page.goto('/fc/aoi/goods/goods_aoi_2')
  await page.getByTestId('add-to-cart').click()
  await page.getByRole('link', { name: 'カートを見る' }).click()
  await page.getByTestId('waiting-buy').click()
  await expect(page).toHaveURL(/\/login/)
  // Told though nothing was touched, with the button beside it and the way for who has an account below.
  await expect(page.getByTestId('cart-sum')).toContainText('カートの1点')
  await expect(page.getByRole('button', { name: 'アカウントを作る' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'アカウントをお持ちの方はログイン' })).toBeVisible()
  await fillNewAccount(page)
  await expect(page).toHaveURL(/\/fc\/checkout\//)
  for (const part of [0, 0.5, 1]) {
    await page.evaluate((part) => window.scrollTo(0, part * document.documentElement.scrollHeight), part)
    await expect(page.getByTestId('checkout-total')).toBeInViewport({ ratio: 1 })
    await expect(page.getByTestId('checkout-buy')).toBeInViewport({ ratio: 1 })
  }
})

test('who has bought a month is thanked, told which month is open, and led into it by one press', async ({ page }) => {
  await signIn(page, await newPerson(page), '/fc/aoi/plans/plan_seiza')
  await joinByCard(page)
  await page.goto('/fc/aoi/back-numbers')
  await page.locator('main ol a').filter({ hasText: '¥' }).first().click()
  await page.locator('#buy').getByRole('button').click()
  await page.getByTestId('join-buy').click()
  await page.getByTestId('sandbox-pay').click()
  const thanks = page.getByTestId('month-thanks')
  await expect(thanks).toContainText(/ご購入ありがとうございます.*\d{4}年\d{1,2}月.*すぐにご覧いただけます/)
  const first = thanks.getByRole('link', { name: '最初のコンテンツを開く' })
  await expect(first).toBeInViewport({ ratio: 1 })
  await first.click()
  await expect(page).toHaveURL(/\/contents\/content_/)
  await expect(page.getByRole('button', { name: /^いいね/ })).toBeVisible()
})

test('what is picked up is bought: its code stands first on the page of the order', async ({ page }) => {
  await signIn(page, await newPerson(page), '/fc/aoi/goods/goods_aoi_e0')
  await page.getByTestId('add-to-cart').click()
  await page.getByRole('link', { name: 'カートを見る' }).click()
  await page.getByTestId('to-checkout').click()
  await page.getByTestId('checkout-buy').click()
  await page.getByTestId('sandbox-pay').click()
  const thanks = page.getByTestId('goods-thanks')
  await expect(thanks).toContainText('ご購入ありがとうございます')
  // What it was, and where and when it is picked up, with the one way on in sight.
  await expect(thanks.locator('dl')).toContainText(/受け取り.*JST/)
  const toCode = thanks.getByRole('link', { name: '受け取りのコードを見る' })
  await expect(toCode).toBeInViewport({ ratio: 1 })
  await toCode.click()
  await expect(page.getByRole('img', { name: '受け取りのコード' })).toBeInViewport({ ratio: 1 })
})

test('what was told before a payment at a store is not told again above the form for its codes', async ({ page }) => {
  await signIn(page, await newPerson(page), '/fc/aoi/plans/plan_seiza')
  await page.getByTestId('join').click()
  await page.getByTestId('join-konbini').check()
  await page.getByTestId('join-buy').click()
  await expect(page.getByTestId('konbini-total')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel(/^お名前/)).toBeInViewport({ ratio: 1 })
  const facts = page.getByTestId('konbini-told')
  await expect(facts.getByText('お支払いの時期と方法')).toBeHidden()
  await facts.getByText('お申し込みの内容をもう一度見る').click()
  await expect(facts.getByText('お支払いの時期と方法')).toBeVisible()
})

test('who has just joined sees the welcome first, with their card and what is open from today', async ({ page }) => {
  await signIn(page, await newPerson(page), '/fc/aoi/plans/plan_seiza')
  await joinByCard(page)
  const welcome = page.getByTestId('welcome')
  await expect(welcome.getByRole('heading', { name: 'ようこそ。あなたは会員です' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('member-card')).toBeInViewport({ ratio: 1 })
  await expect(welcome.getByRole('heading', { name: '今日から見られるもの' })).toBeInViewport({ ratio: 1 })
  // However late the payment was known: nothing on the page, nor on another plan's of the club, asks a member to join.
  await expect(page.getByRole('heading', { name: 'このプランで見られるもの' })).toBeVisible()
  await expect(page.getByText('いま入会すると')).toHaveCount(0)
  await page.goto('/fc/aoi/plans/plan_ginga')
  await expect(page.getByRole('heading', { name: 'このプランで見られるもの' })).toBeVisible()
  await expect(page.getByText('いま入会すると')).toHaveCount(0)
})
