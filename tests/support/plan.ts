import type { plans } from '#membership/plans/tables.server.ts'
import type { Brand } from '#server/proven.ts'
import { newId } from './club'

export type Ids = { tenantId: string; brandId: string }
/** The ids as verified by access. */
export const proven = (ids: Ids) => ids as Brand

export const terms = {
  name: 'Galaxy',
  price: 1500,
  subscriptionInterval: 'month' as const,
  description: '',
  thumbnail: '',
}

/** A time in Tokyo's time zone. */
export const tokyo = (text: string) => Date.parse(`${text}+09:00`)

export const planRow = (ids: Ids, values: Partial<typeof plans.$inferInsert> = {}) => ({
  ...ids,
  ...terms,
  planId: newId('plan'),
  status: 'active' as const,
  archivingAt: null,
  createdAt: 1,
  activatedAt: 1,
  editedAt: 1,
  ...values,
})
