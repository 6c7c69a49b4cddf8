// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { SignedIn, TenantUserProvider } from '#club/identity/session.tsx'
import { IdentityWords } from '#club/identity/words.tsx'
import { OperatorRequestScreen } from '#club/inquiries/staff/OperatorRequestScreen.tsx'
import { RequestScreen } from '#club/inquiries/staff/RequestScreen.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, show, signedIn } from '../support/screen'

const query = { tenantId: 'tenant_a', brandId: 'brand_a', inquiryId: 'inquiry_1' }
const shown = async (part: ReactNode, locale: 'ja' | 'en', changes: object) => {
  signedIn('operator')
  const changed = async (_: unknown, __: unknown, asMocked: () => Promise<{ inquiry: object }>) => {
    const mocked = await asMocked()
    return { ...mocked, inquiry: { ...mocked.inquiry, ...changes } }
  }
  answer({ getInquiry: changed, getPlatformInquiry: changed })
  await show(
    <TenantUserProvider>
      <SignedIn>{part}</SignedIn>
    </TenantUserProvider>,
    { locale, query, words: [UiWords, PortalWords, IdentityWords] },
  )
  // Whatever is said here, a letter can be closed.
  await screen.findByRole('button', { name: locale === 'ja' ? '完了にする' : 'Close' })
  return { text: document.body.textContent ?? '', canAnswer: screen.queryByRole('textbox') !== null }
}

test.each([
  ['ja', 'この方はアカウントを削除したため、返信できません。', 'アカウントを削除した方'],
  ['en', 'The sender has deleted their account, so there is nobody to answer.', 'Deleted account'],
] as const)('in %s a letter of a deleted account has no answer but a word about it', async (locale, why, nameless) => {
  const before = await shown(<RequestScreen />, locale, {})
  expect([before.canAnswer, before.text.includes(why)]).toEqual([true, false])
  cleanup()
  const { text, canAnswer } = await shown(<RequestScreen />, locale, { from: '', fromName: '' })
  expect(canAnswer).toBe(false)
  expect(text).toContain(why)
  expect(text).toContain(nameless)
})

test.each([
  ['ja', 'クラブの画面だけに届きます。', 'クラブにはほかに読める人がいないため、返信できません。'],
  ['en', 'Goes to the club’s screen alone', 'nobody else of the club could read an answer'],
] as const)('in %s a question of a deleted account says who reads an answer', async (locale, alone, nobody) => {
  const ofClub = await shown(<OperatorRequestScreen />, locale, { fromName: '', reaches: 'club' })
  expect([ofClub.canAnswer, ofClub.text.includes(alone)]).toEqual([true, true])
  cleanup()
  const ofNobody = await shown(<OperatorRequestScreen />, locale, { fromName: '', reaches: 'nobody' })
  expect([ofNobody.canAnswer, ofNobody.text.includes(nobody)]).toEqual([false, true])
})
