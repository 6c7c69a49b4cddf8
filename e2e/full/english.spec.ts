import { expect, test } from '@playwright/test'
import { signIn } from '../support/people'
import { barriers, watch } from '../support/watch'

test('what a creator gives in English stands on the English site at once; what they do not is read aloud as Japanese', async ({
  page,
}) => {
  const complaints = watch(page)
  const brand = '/tenants/tenant_hoshi/brands/brand_aoi'
  await signIn(page, 'owner@hoshi.test', `${brand}/plans/new`)
  await page.getByLabel(/^プラン名/).fill('流星プラン')
  await page.getByLabel(/^説明/).fill('流星群の夜の配信')
  await page.getByLabel(/^価格/).fill('48000')
  // Closed, and out of the way of who writes for readers of Japanese alone.
  await expect(page.getByLabel(/^英語のプラン名/)).toHaveCount(0)
  await page.getByText('英語の文章', { exact: true }).click()
  await page.getByLabel(/^英語のプラン名/).fill('Meteor plan')
  await page.getByRole('button', { name: '公開する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '公開する' }).click()
  await expect(page).toHaveURL(/\/plans\/plan_/)
  const here = page.url()
  const planId = new URL(here).pathname.split('/').at(-1)

  await page.goto(`/en/fc/aoi/plans/${planId}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Meteor plan')
  await expect(heading).not.toHaveAttribute('lang')
  await expect(page).toHaveTitle(/Meteor plan/)
  const benefit = page.getByRole('listitem').filter({ hasText: '流星群の夜の配信' })
  await expect(benefit).toHaveAttribute('lang', 'ja')
  expect(await barriers(page)).toEqual([])

  await page.goto(here)
  // Open, as there is some.
  const english = page.getByLabel(/^英語の説明/)
  await english.fill('A live on the night of the meteors')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('保存しました').first()).toBeVisible()
  await page.goto(`/en/fc/aoi/plans/${planId}`)
  await expect(page.getByText('A live on the night of the meteors')).toBeVisible()
  await expect(page.getByText('流星群の夜の配信')).toHaveCount(0)
  await page.goto(`/fc/aoi/plans/${planId}`)
  await expect(heading).toHaveText('流星プラン')
  expect(complaints).toEqual([])
})
