import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/mocked'
import { choose, settled } from '../support/screens'
import { watch } from '../support/watch'

/* What is shown at a door can be kept as a picture. */

const savedBy = async (page: Page, name: RegExp) => {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name }).first().click()
  const file = await coming
  const bytes = readFileSync(await file.path())
  return { name: file.suggestedFilename(), size: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] }
}

test('a member’s card is saved as a picture', async ({ page }) => {
  const complaints = watch(page)
  await choose(page, { user: 'newcomer' })
  await page.goto('/fc/me/plans')
  await settled(page)
  expect(await savedBy(page, /^画像で保存 星座プラン/)).toEqual({ name: 'aoi-member-card.png', size: [1200, 720] })
  expect(complaints).toEqual([])
})

test('the code of what is picked up is saved as a picture', async ({ page }) => {
  const complaints = watch(page)
  await choose(page, { user: 'owner', scenario: 'pickUp' })
  await page.goto('/fc/me/orders/order_mock_3')
  await settled(page)
  const { name, size } = await savedBy(page, /^画像で保存/)
  expect(name).toMatch(/\.png$/)
  expect(size).toEqual([1200, 1380])
  expect(complaints).toEqual([])
})
