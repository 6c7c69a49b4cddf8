import type { Acts } from '#kit/acts.ts'
import type { bankAccounts } from './contract'

export const bankAccountsActs: Acts<typeof bankAccounts> = {
  saveBankAccount: { ja: '振込先の口座を変更', en: 'Changed the bank account' },
  submitIdentityCheck: { ja: '本人確認の書類を提出', en: 'Sent identity documents' },
}
