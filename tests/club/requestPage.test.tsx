// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { inquiryMocks } from '#club/inquiries/mock.ts'
import { OperatorRequestScreen } from '#club/inquiries/staff/OperatorRequestScreen.tsx'
import { RequestScreen } from '#club/inquiries/staff/RequestScreen.tsx'
import { system } from '#ui/look/theme.ts'

configure({ asyncUtilTimeout: 240_000 })

const page = vi.hoisted(() => ({ locale: 'ja' as 'ja' | 'en', changes: {} as object }))
const { within } = vi.hoisted(() => ({ within: ({ children }: { children: ReactNode }) => children }))
vi.mock('next/router', () => {
  const query = { tenantId: 'tenant_a', brandId: 'brand_a', inquiryId: 'inquiry_1' }
  return { useRouter: () => ({ locale: page.locale, asPath: '/', isReady: true, query }) }
})
vi.mock('next/head', () => ({ default: () => null }))
vi.mock('#client/identity.ts', () => ({ token: async () => '' }))
vi.mock('#club/identity/session.tsx', () => ({
  useTenantUser: () => ({ user: { state: 'authorized', isOperator: true } }),
}))
vi.mock('#client/call.ts', () => ({
  call: async ({ name }: { name: 'getInquiry' | 'getPlatformInquiry' }, said: { inquiryId: string }) => {
    const answer = inquiryMocks.answers[name](said as never, { uid: 'owner', picture: (one) => one })
    const { inquiry, ...others } = answer as { inquiry: object }
    return { ...others, inquiry: { ...inquiry, ...page.changes } }
  },
}))
vi.mock('#ui/words.tsx', async () => {
  const { default: words } = await import('#ui/words.ja.ts')
  return { useUiWords: () => words }
})
vi.mock('#club/inquiries/staff/words.tsx', async () => {
  const all = {
    ja: (await import('#club/inquiries/staff/words.ja.ts')).default,
    en: (await import('#club/inquiries/staff/words.en.ts')).default,
  }
  return { StaffInquiryWords: within, useStaffInquiryWords: () => all[page.locale] }
})

const show = async (shown: ReactNode, locale: 'ja' | 'en', changes: object) => {
  Object.assign(page, { locale, changes })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChakraProvider value={system()}>{shown}</ChakraProvider>
    </QueryClientProvider>,
  )
  // Whatever is said here, a letter can be closed.
  await screen.findByRole('button', { name: locale === 'ja' ? '完了にする' : 'Close' })
  return { text: document.body.textContent ?? '', canAnswer: screen.queryByRole('textbox') !== null }
}
afterEach(cleanup)

test.each([
  ['ja', 'この方はアカウントを削除したため、返信できません。', 'アカウントを削除した方'],
  ['en', 'The sender has deleted their account, so there is nobody to answer.', 'Deleted account'],
] as const)('in %s a letter of a deleted account has no answer but a word about it', async (locale, why, nameless) => {
  const before = await show(<RequestScreen />, locale, {})
  expect([before.canAnswer, before.text.includes(why)]).toEqual([true, false])
  cleanup()
  const { text, canAnswer } = await show(<RequestScreen />, locale, { from: '', fromName: '' })
  expect(canAnswer).toBe(false)
  expect(text).toContain(why)
  expect(text).toContain(nameless)
})

test.each([
  ['ja', 'クラブの画面だけに届きます。', 'クラブにはほかに読める人がいないため、返信できません。'],
  ['en', 'Goes to the club’s screen alone', 'nobody else of the club could read an answer'],
] as const)('in %s a question of a deleted account says who reads an answer', async (locale, alone, nobody) => {
  const ofClub = await show(<OperatorRequestScreen />, locale, { fromName: '', reaches: 'club' })
  expect([ofClub.canAnswer, ofClub.text.includes(alone)]).toEqual([true, true])
  cleanup()
  const ofNobody = await show(<OperatorRequestScreen />, locale, { fromName: '', reaches: 'nobody' })
  expect([ofNobody.canAnswer, ofNobody.text.includes(nobody)]).toEqual([false, true])
})
