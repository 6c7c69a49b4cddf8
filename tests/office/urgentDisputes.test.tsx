// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { SignedIn, TenantUserProvider } from '#club/identity/session.tsx'
import { IdentityWords } from '#club/identity/words.tsx'
import { DisputesScreen } from '#office/platform/DisputesScreen.tsx'
import { PlatformScreen } from '#office/platform/PlatformScreen.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { show, signedIn } from '../support/screen'

const shown = (part: ReactNode, query: Record<string, string> = {}) => {
  signedIn('operator')
  return show(
    <TenantUserProvider>
      <SignedIn>{part}</SignedIn>
    </TenantUserProvider>,
    { locale: 'ja', path: '/operator', query, words: [UiWords, PortalWords, IdentityWords] },
  )
}

test('an operator’s home names club, sum and deadline of the most urgent disputes, each a link to it', async () => {
  await shown(<PlatformScreen />)
  const aside = await screen.findByRole('complementary')
  const links = await within(aside).findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/operator/disputes?disputeId=dispute_mock_0',
    '/operator/disputes?disputeId=dispute_mock_1',
    '/operator/disputes?disputeId=dispute_mock_2',
    '/operator/disputes',
  ])
  expect(links[0]?.textContent).toMatch(/Hoshi Club · 葵 — AOI¥4,800提出期限 /)
})

test('the link to a dispute shows it with its number at the provider, and says so where it is over', async () => {
  await shown(<DisputesScreen />, { disputeId: 'dispute_mock_1' })
  expect((await screen.findByText('dp_1QmockDispute1')).closest('dialog')?.textContent).toContain('注文L-000091')
})
test('a dispute that is over is not searched in vain', async () => {
  await shown(<DisputesScreen />, { disputeId: 'dispute_gone' })
  await screen.findByText('この異議申し立ては、すでに終わっています。')
})
