// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WayOn } from '#publishing/contents/fan/WayOn.tsx'
import { FanContentWords } from '#publishing/contents/fan/words.tsx'
import type { PlanContentItem, UnlockOption } from '#publishing/contents/public/contract.ts'
import { UiWords } from '#ui/words.tsx'
import { answer, settle, show, signedIn } from '../support/screen'

const brand = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi', brandSlug: 'aoi' }
const fan = { uid: 'owner', displayName: 'Aoi', email: '', photoURL: '' }

/** Below a content of which the next are those of earlier months. */
const below = async (by: typeof fan | null, options?: readonly UnlockOption[]) => {
  signedIn(by ? 'owner' : 'nobody')
  answer({
    getPublicPlanContents: async (_, __, asMocked) => {
      const { planContents } = (await asMocked()) as { planContents: PlanContentItem[] }
      return { planContents: planContents.filter(({ planContentId }) => planContentId === 'content_7'), hasMore: false }
    },
  })
  if (options)
    answer({
      explainMyAccess: async (_, __, asMocked) => ({ ...((await asMocked()) as object), unlockOptions: options }),
    })
  await show(
    <WayOn brand={brand} planContentId="content_4" fan={by}>
      <p>comments</p>
    </WayOn>,
    { locale: 'ja', words: [UiWords, FanContentWords] },
  )
  await settle()
  const way = await screen.findByRole('region', { name: '次に見る' })
  await within(way).findByRole('link', { name: 'コンテンツの一覧へ' })
  const links = within(way)
    .getAllByRole('link')
    .filter((link) => !link.closest('li'))
    .map((link) => [link.textContent, link.getAttribute('href')])
  cleanup()
  return links
}
const all = ['コンテンツの一覧へ', '/fc/aoi/contents']

test('who lacks a month alone is led to that month with its price, not to the plans', async () => {
  expect(await below(fan)).toEqual([
    ['2026年10月のバックナンバーへ ¥800', '/fc/aoi/back-numbers?planId=plan_seiza&month=2026-10#buy'],
    all,
  ])
})

test('a visitor, who may be no member, is shown the plans', async () => {
  expect(await below(null)).toEqual([['入会できるプランを見る', '/fc/aoi/plans'], all])
})

test('a month that is not sold is no way on, and none goes before a fee that is due', async () => {
  expect(await below(fan, [])).toEqual([all])
  const plan = { planId: 'plan_seiza', name: '星座プラン', price: 1500, isMember: true }
  const due = { plan: { ...plan, subscriptionInterval: 'month' as const }, month: null, total: 1500 }
  expect(await below(fan, [due])).toEqual([all])
})
