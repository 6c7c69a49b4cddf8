// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NewCard } from '#membership/subscriptions/fan/NewCard.tsx'
import { FanSubscriptionWords } from '#membership/subscriptions/fan/words.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, left, press, settle, show, signedIn } from '../support/screen'

const back = async (outcome: 'paid' | 'refused') => {
  signedIn('member')
  answer({
    payWithNewCard: () => ({ renewals: [{ planId: 'plan_seiza', name: 'Galaxy', total: 1500, outcome }] }),
    changePaymentMethod: () => ({ customerPortalUrl: '/sandbox/portal' }),
  })
  await show(<NewCard />, { path: '/fc/me/plans', query: { card: 'changed' }, words: [UiWords, FanSubscriptionWords] })
  await settle()
  return screen.findByTestId('new-card')
}

test('what another card was refused for has the way to the next one beside it', async () => {
  expect((await back('refused')).textContent).toContain('Galaxy')
  await press(screen.getByRole('button', { name: 'Use another card' }))
  await expect.poll(() => left).toEqual(['/sandbox/portal'])
  const change = asked.find(({ name }) => name === 'changePaymentMethod')
  expect(change?.payload).toEqual({ returnUrl: '/en/fc/me/plans' })
})

test('who has paid has no card to change', async () => {
  await back('paid')
  expect(screen.queryByRole('button')).toBeNull()
})
