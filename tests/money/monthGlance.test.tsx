// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RevenueMonthScreen } from '#money/payouts/revenue/RevenueMonthScreen.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { show, signedIn } from '../support/screen'

test.each([
  ['ja', '当月末の前受金 ¥253,200', '前月末 ¥248,200'],
  ['en', 'In advance at the end of this month ¥253,200', 'A month before: ¥248,200'],
] as const)(
  'in %s a month begins with what was paid in advance, which leads to its bridge',
  async (locale, sum, before) => {
    signedIn('owner')
    const query = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi', month: '2026-09' }
    await show(<RevenueMonthScreen />, { locale, query, words: [UiWords, PortalWords] })
    const link = await screen.findByRole('link', { name: sum })
    const bridge = document.querySelector(link.getAttribute('href') ?? '')
    expect(bridge?.textContent).toContain('¥126,500')
    expect(link.closest('dl')?.textContent).toContain(before)
  },
)
