import { expect } from '@playwright/test'
import { test } from '../support/mocked'
import { choose, settled } from '../support/screens'

test('a fan finds goods by name, orders them by price, and the way back shows the words of before', async ({
  page,
}) => {
  await choose(page, { user: 'nobody' })
  await page.goto('/fc/aoi/goods')
  const cards = page.getByTestId('goods').getByRole('article')
  const field = page.getByRole('searchbox', { name: 'グッズを名前で探す' })
  await field.fill('アクリル')
  await field.press('Enter')
  await expect(page).toHaveURL(/\?q=/)
  await expect(cards).not.toHaveCount(0)
  await expect(cards.filter({ hasText: 'アクリル' })).toHaveCount(await cards.count())

  await page.getByRole('link', { name: '安い順' }).click()
  await expect(page).toHaveURL(/q=.*sort=price/)
  await expect(page.getByRole('link', { name: '安い順' })).toHaveAttribute('aria-current', 'true')
  await settled(page)
  const prices = async () =>
    (await cards.allTextContents()).map((text) => Number(text.match(/¥([\d,]+)/)?.[1]?.replace(',', '')))
  await expect.poll(async () => (await prices()).join()).toBe((await prices()).toSorted((a, b) => a - b).join())

  await field.fill('そんなものはない')
  await page.getByRole('button', { name: 'グッズを名前で探す' }).click()
  await expect(page.getByText('当てはまるグッズはありません')).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('アクリル')
  await expect(cards).not.toHaveCount(0)
})

test('goods whose sale has ended stand below the others, and not among them', async ({ page }) => {
  await choose(page, { user: 'nobody' })
  await page.goto('/fc/aoi/goods')
  await expect(page.getByTestId('goods').getByText('販売終了')).toHaveCount(0)
  const ended = page.getByRole('region', { name: '販売終了' })
  await expect(ended.getByRole('article').first()).toContainText('販売終了')
  // Who wants what can be bought is shown nothing else.
  await page.getByRole('link', { name: '購入できるものだけ' }).click()
  await expect(ended).toHaveCount(0)
})
