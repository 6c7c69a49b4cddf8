// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { WayInReach } from '#club/brands/fan/BrandHead.tsx'
import type { PlanOnCard } from '#membership/plans/contract.ts'
import { PlanCards } from '#membership/plans/fan/PlanCards.tsx'
import { JoinPanel } from '#shop/orders/fan/JoinPanel.tsx'
import { system } from '#ui/look/theme.ts'

const { within } = vi.hoisted(() => ({ within: ({ children }: { children: ReactNode }) => children }))
vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'ja', asPath: '/fc/aoi/plans/plan_a', query: {} }) }))
vi.mock('#shop/orders/fan/words.tsx', async () => {
  const { default: words } = await import('#shop/orders/fan/words.ja.ts')
  return { FanOrderWords: within, useFanOrderWords: () => words }
})
vi.mock('#shop/orders/fan/joinWords.tsx', async () => {
  const { default: words } = await import('#shop/orders/fan/joinWords.ja.ts')
  return { JoinWords: within, useJoinWords: () => words }
})
vi.mock('#membership/plans/fan/words.tsx', async () => {
  const { default: words } = await import('#membership/plans/fan/words.ja.ts')
  return { FanPlanWords: within, useFanPlanWords: () => words }
})
vi.mock('#club/brands/fan/words.tsx', async () => {
  const { default: words } = await import('#club/brands/fan/words.ja.ts')
  return { FanBrandWords: within, useFanBrandWords: () => words }
})
vi.mock('#ui/fan/words.tsx', async () => {
  const { default: words } = await import('#ui/fan/words.ja.ts')
  return { FanWords: within, useFanWords: () => words }
})

const plan = (more: Partial<PlanOnCard>): PlanOnCard => ({
  planId: 'plan_a',
  name: '星座プラン',
  description: '',
  thumbnail: '',
  status: 'purchased',
  prices: [{ price: 1500, subscriptionInterval: 'month', stripePriceId: 'price_a' }],
  archivingAt: null,
  archivedAt: null,
  paymentIncomplete: false,
  archivingMessage: '',
  ...more,
})
const show = (shown: ReactNode) => {
  render(<ChakraProvider value={system()}>{shown}</ChakraProvider>)
  // How wide the screen is nobody knows here: what a width hides is found, too.
  const links = screen
    .queryAllByRole('link', { hidden: true })
    .map((link) => [link.textContent, link.getAttribute('href')])
  return { links, text: document.body.textContent ?? '' }
}
const join = ({ status, paymentIncomplete }: PlanOnCard) => (
  <JoinPanel
    status={status}
    isRefused={paymentIncomplete}
    isOnSale
    endsAt={null}
    tenantId="tenant_a"
    brandId="brand_a"
    planId="plan_a"
    name="星座プラン"
    price={1500}
    interval="month"
    konbiniFee={200}
    opening={null}
  />
)
const brand = { brandSlug: 'aoi' } as Parameters<typeof WayInReach>[0]['brand']
afterEach(cleanup)

test('the plan says that the card was refused, and leads to where it is changed', () => {
  const { links, text } = show(join(plan({ paymentIncomplete: true })))
  expect(text).toContain('会費のお支払いができませんでした')
  expect(links).toEqual([['カードを変える', '/fc/me/plans']])
  cleanup()
  expect(show(join(plan({}))).links).toEqual([['加入中のプランを見る', '/fc/me/plans']])
})

test('the brand names the refused payment before all that is held', () => {
  const held = plan({ planId: 'plan_b' })
  const refused = plan({ paymentIncomplete: true })
  expect(show(<WayInReach brand={brand} plans={[held, refused]} />).links).toEqual([
    ['お支払いをご確認ください', '/fc/me/plans'],
  ])
  cleanup()
  expect(show(<WayInReach brand={brand} plans={[held]} />).links).toEqual([['星座プランに加入中', '/fc/me/plans']])
})

test('among the plans it is marked: held, and to be looked after', () => {
  const cards = (...plans: PlanOnCard[]) =>
    show(<PlanCards savings={{}} mostChosenPlanId={null} brandSlug="aoi" plans={plans} level={2} />).text
  expect(cards(plan({ paymentIncomplete: true }))).toContain('お支払いの確認が必要')
  cleanup()
  const others = cards(plan({}), plan({ planId: 'plan_b', status: 'onSale' }))
  expect(others).not.toContain('お支払いの確認が必要')
  expect(others.split('入会中')).toHaveLength(2)
})
