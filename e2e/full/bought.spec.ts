import { expect, test } from '@playwright/test'
import { fillNewAccount } from '../support/people'

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
