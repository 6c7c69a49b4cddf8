// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PaymentBadge } from '#shop/orders/fan/PaymentBadge.tsx'
import { FanOrderWords } from '#shop/orders/fan/words.tsx'
import { UiWords } from '#ui/words.tsx'
import { show } from '../support/screen'

/* The state of an order's payment, in one word. */

const until = Date.parse('2026-12-02T00:00:00Z')
const quiet = { isLate: false, isDisputed: false, refund: null }
const asked = { amount: 1700, isAsked: true, until }
const kept = { amount: 1700, isAsked: false, until: null }
const badge = async (locale: 'ja' | 'en', of: Parameters<typeof PaymentBadge>[0]['of']) => {
  await show(<PaymentBadge status="active" of={of} />, {
    locale,
    path: '/fc/me/orders',
    words: [UiWords, FanOrderWords],
  })
  const text = document.body.textContent
  cleanup()
  return text
}

test.each([
  ['nothing is under way', quiet, 'お支払い済み', 'Paid'],
  ['it came late', { ...quiet, isLate: true }, '入金を確認中', 'Payment being looked at'],
  [
    'its refund waits for the buyer’s bank account',
    { ...quiet, refund: asked },
    '返金の口座が必要',
    'Refund needs your account',
  ],
  ['nobody named an account in time', { ...quiet, refund: kept }, '返金をお預かり中', 'Refund kept for you'],
  [
    'it is disputed, whatever goes back',
    { ...quiet, isDisputed: true, refund: asked },
    'カード会社が確認中',
    'With your card’s bank',
  ],
])('%s', async (_, of, ja, en) => {
  expect([await badge('ja', of), await badge('en', of)]).toEqual([ja, en])
})
