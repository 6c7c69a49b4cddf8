// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OrderListScreen } from '#shop/desk/OrderListScreen.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { show, signedIn } from '../support/screen'

test.each([
  ['ja', ['種類: グッズ', '日付の種類: 入金日', '都道府県: 東京都', '伝票番号: なし'], 'その他の条件（4）'],
  [
    'en',
    ['Kind: Goods', 'Which date: Payment date', 'Prefecture: 東京都', 'Tracking number: Without'],
    'More filters (4)',
  ],
] as const)(
  'in %s each filter of the orders can be taken away by itself, and their number is seen',
  async (locale, chips, more) => {
    signedIn('owner')
    const query = {
      ...{ tenantId: 'tenant_hoshi', brandId: 'brand_aoi' },
      ...{ kind: 'goods', dateField: 'paidAt', prefecture: '東京都', tracking: 'no' },
    }
    await show(<OrderListScreen />, { locale, query, words: [UiWords, PortalWords] })
    expect((await screen.findByRole('button', { name: more })).textContent).toBe(more)
    const removing = screen
      .getAllByRole('link')
      .filter((link) => /^(条件を外す|Remove the filter)/.test(link.ariaLabel ?? link.getAttribute('aria-label') ?? ''))
    expect(removing.map(({ textContent }) => textContent)).toEqual(chips)
  },
)
