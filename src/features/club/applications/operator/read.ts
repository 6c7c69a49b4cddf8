import type { ResultOf } from '#kit/contract.ts'
import { applications } from '../contract'

export type Desk = ResultOf<typeof applications.getPendingTenant>
export const deskReads = [applications.getPendingTenant, applications.getPendingTenants] as const
