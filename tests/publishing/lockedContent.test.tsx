// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LockedContent } from '#publishing/contents/fan/LockedContent.tsx'
import type { Explanation } from '#publishing/contents/public/contract.ts'
import { system } from '#ui/look/theme.ts'

const chosen = vi.hoisted(() => ({ locale: 'en' as 'en' | 'ja' }))
vi.mock('next/router', () => ({ useRouter: () => ({ locale: chosen.locale }) }))
vi.mock('#ui/words.tsx', async () => {
  const words = { en: await import('#ui/words.en.ts'), ja: await import('#ui/words.ja.ts') }
  return { useUiWords: () => words[chosen.locale].default }
})
vi.mock('#publishing/contents/fan/words.tsx', async () => {
  const [en, ja] = [
    await import('#publishing/contents/fan/words.en.ts'),
    await import('#publishing/contents/fan/words.ja.ts'),
  ]
  return { useFanContentWords: () => ({ en, ja })[chosen.locale].default }
})
vi.mock('#publishing/contents/fan/lockedWords.tsx', async () => {
  const [en, ja] = [
    await import('#publishing/contents/fan/lockedWords.en.ts'),
    await import('#publishing/contents/fan/lockedWords.ja.ts'),
  ]
  return { useLockedWords: () => ({ en, ja })[chosen.locale].default }
})

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
const shown = (more: Partial<Explanation>) => {
  render(
    <ChakraProvider value={system()}>
      <LockedContent
        brandSlug="aoi"
        planContentId="content_1"
        why={{ ...locked, ...more }}
        preview=""
        clip=""
        loginHref={null}
      />
    </ChakraProvider>,
  )
  return document.body.textContent ?? ''
}
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
beforeEach(() => {
  chosen.locale = 'en'
})
afterEach(cleanup)

test('a member is told which month is not paid, and that its back number is not sold', () => {
  expect(shown({})).toContain('It opens to members who have paid for Aug 2026. Its back number is not sold now.')
  expect(links()).toEqual([])
  chosen.locale = 'ja'
  cleanup()
  expect(shown({})).toContain(
    '2026年8月の会費をお支払いの方に開くコンテンツです。この月のバックナンバーは、いま販売されていません。',
  )
})

test('of a month that is not over: the fee of that month opens it', () => {
  expect(shown({ isMonthOver: false })).toContain('It opens when your fee for Aug 2026 has been paid.')
  chosen.locale = 'ja'
  cleanup()
  expect(shown({ isMonthOver: false })).toContain('2026年8月の会費をお支払いいただくと開きます。')
})

const due = { plan: { ...terms, isMember: true }, month: null, total: 1500 }
test.each([
  ['in its grace, of a month that has begun since', { hasPlan: true, hasMonth: false }],
  ['after its grace', { hasPlan: false, hasMonth: true }],
])('whose fee is due %s is led to their plans, and not asked to join', (_, conditions) => {
  const status = conditions.hasPlan ? 'requiredPurchaseBackNumber' : 'requiredPurchasePlan'
  const text = shown({ status, conditions, unlockOptions: [due], isMonthOver: false })
  expect(text).toContain('This content opens when your fee is paid')
  expect(text).toContain('The fee of Galaxy')
  expect(text).not.toContain('Join')
  // Another plan may cost less.
  expect(text).not.toContain('The least')
  expect(links()).toEqual([['Check the payment', '/fc/me/plans']])
})

test('a month that the fee does not bring is named beside it', () => {
  const month = { planId: 'plan_a', planName: 'Galaxy', period: { year: 2026, month: 8 }, price: 700 }
  const status = 'requiredPurchasePlanAndBackNumber'
  const conditions = { hasPlan: false, hasMonth: false }
  const text = shown({ status, conditions, unlockOptions: [{ ...due, month, total: 2200 }] })
  expect(text).toContain('A membership in Aug 2026, or the back number of that month')
  expect(links().map(([name]) => name)).toEqual(['Check the payment', 'See the month'])
})

test('who is no member is asked to join', () => {
  const text = shown({
    status: 'requiredPurchasePlan',
    conditions: { hasPlan: false, hasMonth: true },
    unlockOptions: [{ ...due, plan: { ...terms, isMember: false } }],
  })
  expect(text).toContain('This content is for members of a plan')
  expect(links()).toEqual([['Join Galaxy', '/fc/aoi/plans/plan_a?join=true&from=content_1']])
})

test('a member is told with which renewal it opens', () => {
  const opensAt = Date.UTC(2026, 11, 26)
  expect(shown({ isMonthOver: false, opensAt })).toContain('Opens with your renewal on')
})
