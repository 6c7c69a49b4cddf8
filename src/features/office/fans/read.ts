import type { ResultOf } from '#kit/contract.ts'
import type { staffFans } from './contract'

export type Answer = ResultOf<typeof staffFans.getFan>
export type Ids = { tenantId: string; brandId: string; fanId: string }
