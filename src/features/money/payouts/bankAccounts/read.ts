import type { ResultOf } from '#kit/contract.ts'
import type { bankAccounts } from './contract'

export type Ids = { tenantId: string; brandId: string }
export type Answer = ResultOf<typeof bankAccounts.getBankAccount>
