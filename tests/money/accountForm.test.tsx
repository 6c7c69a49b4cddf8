// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BankAccountScreen } from '#money/payouts/bankAccounts/BankAccountScreen.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, show, signedIn } from '../support/screen'

type Read = { identity: object }

test('an account that lacks something says what beside each field, shows the first, and is not sent', async () => {
  signedIn('owner')
  answer({
    getBankAccount: async (_: unknown, __: unknown, asMocked: () => Promise<Read>) => ({
      ...(await asMocked()),
      ...{ account: null, lockUntil: null, canChange: true },
    }),
    saveBankAccount: () => ({}),
  })
  const query = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
  await show(<BankAccountScreen />, { locale: 'ja', query, words: [UiWords, PortalWords] })
  const save = await screen.findByRole('button', { name: '保存する' })
  const wrong = () =>
    [...document.querySelectorAll('[aria-invalid=true]')].map(
      (field) => (field as HTMLInputElement).labels?.[0]?.textContent,
    )
  expect(wrong()).toEqual([])
  Element.prototype.scrollIntoView = () => {}
  fireEvent.click(save)
  await waitFor(() => expect(wrong()).toEqual(['1. 銀行を選ぶ', '4. 口座番号（7桁）', '5. 口座名義（カナ）']))
  expect(document.activeElement).toBe(screen.getByLabelText('1. 銀行を選ぶ'))
  // Digits alone are no name.
  fireEvent.change(screen.getByLabelText('5. 口座名義（カナ）'), { target: { value: '123' } })
  expect(screen.getByText('口座名義をカナで入力してください。')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('5. 口座名義（カナ）'), { target: { value: 'ホシノ アオイ' } })
  await waitFor(() => expect(wrong()).toEqual(['1. 銀行を選ぶ', '4. 口座番号（7桁）']))
  expect(asked.map(({ name }) => name)).not.toContain('saveBankAccount')
})
