// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { WayInReach } from '#club/brands/fan/BrandHead.tsx'
import { FanBrandWords } from '#club/brands/fan/words.tsx'
import type { PlanOnCard } from '#membership/plans/contract.ts'
import { PlanCards } from '#membership/plans/fan/PlanCards.tsx'
import { FanPlanWords } from '#membership/plans/fan/words.tsx'
import { JoinPanel } from '#shop/orders/fan/JoinPanel.tsx'
import { FanWords } from '#ui/fan/words.tsx'
import { UiWords } from '#ui/words.tsx'
import { show } from '../support/screen'

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
const words = [UiWords, FanWords, FanBrandWords, FanPlanWords]
const shown = async (part: ReactNode) => {
  await show(part, { locale: 'ja', path: '/fc/aoi/plans/plan_a', words })
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
    onMember={() => {}}
  />
)
const brand = { brandSlug: 'aoi' } as Parameters<typeof WayInReach>[0]['brand']

test('the plan says that the card was refused, and leads to where it is changed', async () => {
  const { links, text } = await shown(join(plan({ paymentIncomplete: true })))
  expect(text).toContain('会費のお支払いができませんでした')
  expect(links).toEqual([['カードを変える', '/fc/me/plans']])
  cleanup()
  expect((await shown(join(plan({})))).links).toEqual([['加入中のプランを見る', '/fc/me/plans']])
})

test('the brand names the refused payment before all that is held', async () => {
  const held = plan({ planId: 'plan_b' })
  const refused = plan({ paymentIncomplete: true })
  expect((await shown(<WayInReach brand={brand} plans={[held, refused]} />)).links).toEqual([
    ['お支払いをご確認ください', '/fc/me/plans'],
  ])
  cleanup()
  expect((await shown(<WayInReach brand={brand} plans={[held]} />)).links).toEqual([
    ['星座プランに加入中', '/fc/me/plans'],
  ])
})

test('among the plans it is marked: held, and to be looked after', async () => {
  const cards = async (...plans: PlanOnCard[]) =>
    (
      await shown(
        <PlanCards savings={{}} mostChosenPlanId={null} brandSlug="aoi" isPaused={false} plans={plans} level={2} />,
      )
    ).text
  expect(await cards(plan({ paymentIncomplete: true }))).toContain('お支払いの確認が必要')
  cleanup()
  const others = await cards(plan({}), plan({ planId: 'plan_b', status: 'onSale' }))
  expect(others).not.toContain('お支払いの確認が必要')
  expect(others.split('入会中')).toHaveLength(2)
})
