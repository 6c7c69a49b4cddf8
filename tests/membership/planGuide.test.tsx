// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { comparisonOf, missingOf, savingOf } from '#membership/plans/benefits.ts'
import type { PlanOnCard } from '#membership/plans/contract.ts'
import { PlanGuideWords } from '#membership/plans/fan/guideWords.tsx'
import { MissingBenefits } from '#membership/plans/fan/MissingBenefits.tsx'
import { PlanComparison } from '#membership/plans/fan/PlanComparison.tsx'
import { PlanDetails } from '#membership/plans/fan/PlanDetails.tsx'
import { FanPlanWords } from '#membership/plans/fan/words.tsx'
import { YearsSaving } from '#membership/plans/fan/YearsSaving.tsx'
import { FanWords } from '#ui/fan/words.tsx'
import { show } from '../support/screen'

/* What is computed of the plans' benefits (tests/membership/benefits.test.ts), as it is drawn. */

const plan = (planId: string, name: string, description: string, price: number, year = false): PlanOnCard => ({
  ...{ planId, name, description, thumbnail: '', status: 'onSale' },
  prices: [{ price, subscriptionInterval: year ? 'year' : 'month', stripePriceId: `price_${planId}` }],
  ...{ archivingAt: null, archivedAt: null, paymentIncomplete: false, archivingMessage: '' },
})
const star = plan('star', 'Star', 'Videos\nNotes', 1500)
const galaxy = plan('galaxy', 'Galaxy', 'Everything in Star\nTalks', 3000)
const comet = plan('comet', 'Comet', 'Everything in Star', 16_000, true)
const all = [star, galaxy, comet]
const words = [FanWords, FanPlanWords, PlanGuideWords]

test('the comparison ticks what each plan has, and its last line is the price', async () => {
  await show(<PlanComparison brandSlug="aoi" plans={all} benefits={comparisonOf(all)} />, { words })
  const rows = within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent?.replace('–', '')))
  const [has, hasNot] = ['Included', 'Not included']
  expect(rows).toEqual([
    ['What members get', 'Star', 'Galaxy', 'Comet'],
    ['Videos', has, has, has],
    ['Notes', has, has, has],
    ['Talks', hasNot, has, hasNot],
    ['Price', '¥1,500/ month', '¥3,000/ month', '¥16,000/ year'],
  ])
  expect(document.querySelectorAll('table svg')).toHaveLength(7)
})

test('one plan alone, or one benefit alone, is compared with nothing', async () => {
  await show(<PlanComparison brandSlug="aoi" plans={[star]} benefits={comparisonOf([star])} />, { words })
  await show(<PlanComparison brandSlug="aoi" plans={all} benefits={comparisonOf(all).slice(0, 1)} />, { words })
  expect(screen.queryByRole('table')).toBeNull()
})

test('a year says what it costs by the month and what it saves; where it saves nothing, only the former', async () => {
  await show(<YearsSaving saving={savingOf(comet, all)} />, { words })
  expect(document.body.textContent).toBe('¥1,334 a month¥2,000 less than twelve months of Star.')
  document.body.textContent = ''
  await show(<YearsSaving saving={savingOf({ ...comet, prices: plan('', '', '', 18_000, true).prices }, all)} />, {
    words,
  })
  expect(document.body.textContent).toBe('¥1,500 a month')
})

test('what a plan has not leads to the plan that has it', async () => {
  await show(<MissingBenefits brandSlug="aoi" missing={missingOf(star, all)} />, { words })
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['–Talks Comes with Galaxy'])
  expect(screen.getByRole('link').getAttribute('href')).toBe('/fc/aoi/plans/galaxy')
})

test('a plan says what opens for who joins it today, and to a member of another plan only what it has', async () => {
  const planContents = [{ planContentId: 'content_a', name: 'A letter', thumbnail: '' }]
  const of = { ...{ brandSlug: 'aoi', brandName: 'Aoi' }, plan: { ...galaxy, planContents } }
  const opening = { planContents, more: 0, earlier: null }
  await show(<PlanDetails {...of} opening={opening} />, { words })
  expect(screen.getByRole('heading', { name: 'What opens today when you join' })).toBeDefined()
  cleanup()
  await show(<PlanDetails {...of} opening={opening} isMember />, { words })
  expect(screen.queryByText(/when you join/)).toBeNull()
  expect(screen.getByRole('link', { name: 'A letter' })).toBeDefined()
})
