// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LockedContent } from '#publishing/contents/fan/LockedContent.tsx'
import { LockedWords } from '#publishing/contents/fan/lockedWords.tsx'
import { FanContentWords } from '#publishing/contents/fan/words.tsx'
import type { Explanation } from '#publishing/contents/public/contract.ts'
import { UiWords } from '#ui/words.tsx'
import { show } from '../support/screen'

const galaxy = { planId: 'plan_a', name: 'Galaxy' }
const terms = { ...galaxy, price: 1500, subscriptionInterval: 'month' as const }
const locked: Explanation = {
  status: 'requiredPurchaseBackNumber',
  conditions: { hasPlan: true, hasMonth: false },
  backNumberPeriod: { year: 2026, month: 8 },
  isMonthOver: true,
  plans: [galaxy],
  opensAt: null,
  unlockOptions: [],
}
const shown = async (more: Partial<Explanation>, locale: 'en' | 'ja' = 'en') => {
  await show(
    <LockedContent
      brandSlug="aoi"
      planContentId="content_1"
      why={{ ...locked, ...more }}
      preview=""
      clip=""
      loginHref={null}
    />,
    { locale, words: [UiWords, FanContentWords, LockedWords] },
  )
  return document.body.textContent ?? ''
}
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('a member is told which month is not paid, and that its back number is not sold', async () => {
  expect(await shown({})).toContain('It opens to members who have paid for Aug 2026. Its back number is not sold now.')
  expect(links()).toEqual([])
  cleanup()
  expect(await shown({}, 'ja')).toContain(
    '2026年8月の会費をお支払いの方に開くコンテンツです。この月のバックナンバーは、いま販売されていません。',
  )
})

test('of a month that is not over: the fee of that month opens it', async () => {
  expect(await shown({ isMonthOver: false })).toContain('It opens when your fee for Aug 2026 has been paid.')
  cleanup()
  expect(await shown({ isMonthOver: false }, 'ja')).toContain('2026年8月の会費をお支払いいただくと開きます。')
})

const due = { plan: { ...terms, isMember: true }, month: null, total: 1500 }
test.each([
  ['in its grace, of a month that has begun since', { hasPlan: true, hasMonth: false }],
  ['after its grace', { hasPlan: false, hasMonth: true }],
])('whose fee is due %s is led to their plans, and not asked to join', async (_, conditions) => {
  const status = conditions.hasPlan ? 'requiredPurchaseBackNumber' : 'requiredPurchasePlan'
  const text = await shown({ status, conditions, unlockOptions: [due], isMonthOver: false })
  expect(text).toContain('This content opens when your fee is paid')
  expect(text).toContain('The fee of Galaxy')
  expect(text).not.toContain('Join')
  // Another plan may cost less.
  expect(text).not.toContain('The least')
  expect(links()).toEqual([['Check the payment', '/fc/me/plans']])
})

test('a month that the fee does not bring is named beside it', async () => {
  const month = { planId: 'plan_a', planName: 'Galaxy', period: { year: 2026, month: 8 }, price: 700 }
  const status = 'requiredPurchasePlanAndBackNumber'
  const conditions = { hasPlan: false, hasMonth: false }
  const text = await shown({ status, conditions, unlockOptions: [{ ...due, month, total: 2200 }] })
  expect(text).toContain('A membership in Aug 2026, or the back number of that month')
  expect(links().map(([name]) => name)).toEqual(['Check the payment', 'See the month'])
})

test('who lacks a month alone is led to it by one press that says its price', async () => {
  const month = { planId: 'plan_a', planName: 'Galaxy', period: { year: 2026, month: 8 }, price: 700 }
  await shown({ unlockOptions: [{ plan: null, month, total: 700 }] })
  const address = '/fc/aoi/back-numbers?planId=plan_a&month=2026-08#buy'
  expect(links()).toEqual([['To the back number of Aug 2026, ¥700', address]])
  cleanup()
  await shown({ unlockOptions: [{ plan: null, month, total: 700 }] }, 'ja')
  expect(links()).toEqual([['2026年8月のバックナンバーへ ¥700', address]])
})

test('who is no member is asked to join', async () => {
  const text = await shown({
    status: 'requiredPurchasePlan',
    conditions: { hasPlan: false, hasMonth: true },
    unlockOptions: [{ ...due, plan: { ...terms, isMember: false } }],
  })
  expect(text).toContain('This content is for members of a plan')
  expect(links()).toEqual([['Join Galaxy', '/fc/aoi/plans/plan_a?join=true&from=content_1']])
})

test('a member is told with which renewal it opens', async () => {
  const opensAt = Date.UTC(2026, 11, 26)
  expect(await shown({ isMonthOver: false, opensAt })).toContain('Opens with your renewal on')
})
