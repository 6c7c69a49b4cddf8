// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BackNumberYear } from '#publishing/backNumbers/fan/BackNumberYear.tsx'
import { FanMonthWords } from '#publishing/backNumbers/fan/words.tsx'
import { ContentPages } from '#publishing/contents/fan/ContentPages.tsx'
import { FanContentWords } from '#publishing/contents/fan/words.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, settle, show } from '../support/screen'

const month = {
  planId: 'plan_a',
  planName: 'Galaxy',
  backNumberPeriod: { year: 2026, month: 8 },
  price: 700,
  saleState: 'onSale',
  isOwned: false,
  isReadable: false,
  needsActivePlan: true,
  hasPlan: false,
  canJoin: true,
  payableUntil: null,
}
type Mocked = { planBackNumber: { planContents: object[] } }
/** A month of so many letters, as the server answers a page of it. */
const holds = (many: number) =>
  answer({
    getPublicPlanBackNumber: async (said: { pagination: { limit: number; offset: number } }, _, asMocked) => {
      const { limit, offset } = said.pagination
      const { planBackNumber }: Mocked = await asMocked({ ...said, pagination: { limit: 1, offset: 0 } })
      const [letter] = planBackNumber.planContents
      const all = Array.from({ length: many }, (_, n) => ({ ...letter, planContentId: `content_${n}` }))
      const planContents = all.slice(offset, offset + limit)
      return { planBackNumber: { ...planBackNumber, ...month, planContents }, hasMore: many > offset + limit }
    },
  })
const page = '/fc/aoi/back-numbers?planId=plan_a&month=2026-08'
const shown = { planId: null, year: 2026, plans: [], months: [], years: null, needsActivePlan: true, hasPlan: false }
const open = async (path: string, months: object[] = []) => {
  await show(
    <BackNumberYear
      brand={{ tenantId: 'tenant_a', brandId: 'brand_a', brandSlug: 'aoi' }}
      shown={{ ...shown, planId: months.length > 0 ? 'plan_a' : null, months: months as never }}
      cards={(contents) => contents.map(({ planContentId }) => <p key={planContentId}>{planContentId}</p>)}
      pages={(of) => <ContentPages {...of} />}
      buyButton={() => <button type="button">Buy</button>}
    />,
    { path, words: [UiWords, FanContentWords, FanMonthWords] },
  )
  await settle()
  const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null
  const letters = screen.queryAllByText(/^content_/).map(({ textContent }) => Number(textContent?.split('_')[1]))
  return { letters, newer: link('Newer'), older: link('Older') }
}

test('a month shows its newest letters, and leads through the others to the last', async () => {
  holds(40)
  const [first, second, last] = [
    [0, 18],
    [18, 36],
    [36, 40],
  ].map(([from = 0, to = 0]) => Array.from({ length: to - from }, (_, n) => from + n))
  expect(await open(page)).toEqual({ letters: first, newer: null, older: `${page}&page=2` })
  cleanup()
  expect(await open(`${page}&page=2`)).toEqual({ letters: second, newer: page, older: `${page}&page=3` })
  cleanup()
  expect(await open(`${page}&page=3`)).toEqual({ letters: last, newer: `${page}&page=2`, older: null })
})

test('a month of one page has no others, and can be bought on every page that has letters', async () => {
  holds(18)
  expect(await open(page)).toMatchObject({ newer: null, older: null })
  expect(screen.queryByRole('button', { name: 'Buy' })).not.toBe(null)
  cleanup()
  // An address from when there were more.
  expect(await open(`${page}&page=3`)).toEqual({ letters: [], newer: `${page}&page=2`, older: null })
  expect(screen.queryByText('This month is not for sale.')).toBe(null)
})

test('a month that has not begun is not called this month', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00+09:00') })
  const at = (number: number) => ({
    ...month,
    saleState: 'notForSale',
    backNumberPeriod: { year: 2026, month: number },
  })
  const months = [{ ...at(10), saleState: 'onSale' }, at(11), at(12)].map((one) => ({ ...one, countOfContents: 3 }))
  await open('/fc/aoi/back-numbers', months)
  const shown = ['Oct', 'Nov', 'Dec'].map((name) => screen.getByRole('link', { name: new RegExp(name) }))
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('¥700'),
    expect.stringContaining('This month'),
    expect.stringContaining('To come'),
  ])
  vi.useRealTimers()
})
