import { expect, test } from '@playwright/test'
import { callsAt, tokenOf } from '../support/calls'
import { joinByCard, newPerson, signIn } from '../support/people'
import { barriers, watch } from '../support/watch'

/*
 * A fan of three clubs: a member of one, who joins a second and loves a letter of a third; their home knows all three, the bell tells
 * what they published, and everything leads to the club and back. Whoever that is does it for the first time, and one of the clubs has
 * just published: the test may be run again, whatever the clock says.
 */
const letter = {
  ...{ tenantId: 'tenant_tsuki', brandId: 'brand_luna', viewableBy: 'allUsers', planIds: [], backNumberPeriod: null },
  ...{ description: '', thumbnail: '', imageUrls: [] },
  text: JSON.stringify({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: '窓辺で書いています。' }] }],
  }),
}

test('a fan of three clubs is at home among them, is told what is new, and goes to a club and back', async ({
  page,
  baseURL,
}) => {
  const name = `窓辺の手紙 ${crypto.randomUUID().slice(0, 8)}`
  await callsAt(baseURL ?? '')(await tokenOf('owner@tsuki.test'), 'createActivePlanContentNews', { ...letter, name })
  // What is newest may be for members of another plan, where tests beside this one publish: its page says so.
  const complaints = watch(page, { mayRefuse: true })
  await signIn(page, await newPerson(page), '/fc/aoi/plans/plan_seiza')
  await joinByCard(page)
  await page.goto('/fc/minato/plans/plan_minato')
  await joinByCard(page)
  await page.goto('/fc/luna/contents/content_luna_0005')
  // Pressed before it is known who reads, it is sent then.
  const sent = page.waitForResponse(/lovePlanContent/)
  await page.getByRole('button', { name: /^いいね/ }).click()
  await expect(page.getByRole('button', { name: /^いいね/ })).toHaveAttribute('aria-pressed', 'true')
  await sent

  // The first page and the login know the fan.
  await page.goto('/')
  await expect(page).toHaveURL('/fc/me')
  await page.goto('/login')
  await expect(page).toHaveURL('/fc/me')
  await expect(page.getByRole('heading', { level: 1, name: 'ホーム' })).toBeVisible()
  const clubs = page.getByTestId('my-clubs').getByRole('listitem')
  await expect(clubs).toHaveCount(3)
  for (const name of ['Luna', '湊バンド']) await expect(clubs.filter({ hasText: name })).toHaveCount(1)
  await expect(clubs.filter({ hasText: '港プラン' })).toContainText('会員番号')
  await expect(page.getByTestId('my-newest').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByTestId('my-payments').getByRole('listitem').filter({ hasText: '港プラン' })).toContainText(
    '¥700',
  )
  await expect(page.getByTestId('per-month')).toContainText('¥')
  expect(await barriers(page)).toEqual([])

  const bell = page.getByTestId('fan-bell')
  await expect(bell).toHaveAccessibleName(/新着\d+件/)
  await bell.click()
  const notices = page.getByTestId('my-notices').getByRole('listitem')
  await expect(notices.first()).toContainText('新着')
  expect(await barriers(page)).toEqual([])
  await notices.filter({ hasText: name }).filter({ hasText: '新しいコンテンツ' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/fc\/luna\/contents\/content_/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  // It was looked at: nothing is new any more, in another document as well.
  await expect(bell).toHaveAccessibleName('お知らせ')
  await page.reload()
  await expect(bell).toHaveAccessibleName('お知らせ')

  await page.getByRole('link', { name: 'マイページ' }).click()
  await expect(page).toHaveURL('/fc/me')
  await clubs.filter({ hasText: 'Luna' }).getByRole('link').click()
  await expect(page).toHaveURL('/fc/luna')
  await page.getByRole('link', { name: 'マイページ' }).click()
  await expect(page).toHaveURL('/fc/me')
  expect(complaints).toEqual([])
})

test('an address that does not exist leads a fan to their home, a visitor to the brand, and everybody else to the first page, which leads staff to their work', async ({
  page,
  browser,
}) => {
  await page.goto('/fc/aoi/nowhere')
  await page.getByRole('main').getByRole('link', { name: '葵 — AOIのページへ' }).click()
  await expect(page).toHaveURL('/fc/aoi')
  await page.goto('/fc/nobody-knows-it/nowhere')
  await page
    .getByRole('main')
    .getByRole('link', { name: /ホーム/ })
    .click()
  await expect(page).toHaveURL('/')
  await signIn(page, 'member@tsudoi.test', '/fc/me')
  await page.goto('/fc/aoi/nowhere')
  await page.getByRole('main').getByRole('link', { name: 'マイページへ' }).click()
  await expect(page).toHaveURL('/fc/me')
  const staff = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  await signIn(staff, 'moderator@hoshi.test', '/tenants/tenant_hoshi')
  await staff.goto('/tenants/tenant_hoshi/nowhere-at-all/nowhere')
  await staff
    .getByRole('main')
    .getByRole('link', { name: /ホーム/ })
    .click()
  await expect(staff).toHaveURL(/\/tenants/)
  await staff.close()
})
