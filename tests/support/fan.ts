import { fans, people } from '#club/fans/tables.server.ts'
import type { BackNumberPeriod } from '#kit/time.ts'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { backNumberPurchases } from '#publishing/backNumbers/tables.server.ts'
import { visibleFrom } from '#publishing/contents/content.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { newId, type Person } from './club'
import { type Ids, planRow } from './plan'

/*
 * What a purchase leaves behind, without the purchase: the rows that access reads.
 */
export const addPlan = async (ids: Ids, values: Partial<typeof plans.$inferInsert> = {}) => {
  const row = planRow(ids, values)
  await database().insert(plans).values(row)
  return row.planId
}

type Said = Partial<typeof contents.$inferInsert> & { planIds?: string[]; period?: BackNumberPeriod | null }
/** A published news for paying fans, unless something else is said. */
export const addContent = async (ids: Ids, { planIds = [], period = null, ...values }: Said = {}) => {
  const at = now() - day
  const row = {
    ...ids,
    planContentId: newId('content'),
    type: 'news' as const,
    status: 'active' as const,
    name: 'Letter',
    description: '',
    thumbnail: '',
    viewableBy: 'paidUsers' as const,
    publishingAt: at as number | null,
    createdAt: at,
    editedAt: at,
    periodYear: period?.year ?? null,
    periodMonth: period?.month ?? null,
    ...values,
  }
  if (row.status === 'draft') row.publishingAt = null
  const { tenantId, planContentId, status, createdAt, editedAt } = row
  const publishingAt = row.publishingAt ?? null
  await database().insert(contents).values(row)
  const from = visibleFrom({ status, publishingAt, createdAt })
  if (planIds.length > 0)
    await database()
      .insert(contentPlans)
      .values(planIds.map((planId) => ({ tenantId, planContentId, planId, visibleFrom: from, editedAt })))
  return planContentId
}

type Known = Partial<typeof fans.$inferInsert>
/** Somebody whom the brand knows. */
export const addFan = async (ids: Ids, fan: Person, locale: 'ja' | 'en' = 'ja', values: Known = {}) => {
  const at = now()
  await database()
    .insert(people)
    .values({ uid: fan.uid, email: fan.email, displayName: 'Fan', locale, createdAt: at, editedAt: at })
    .onConflictDoNothing()
  await database()
    .insert(fans)
    .values({
      ...{ ...ids, uid: fan.uid, fanId: newId('fan'), firstSeenAt: at, lastActiveAt: at, editedAt: at },
      ...values,
    })
}

type Term = Partial<typeof subscriptionTerms.$inferInsert>
/** A paid month of a plan that runs now, unless something else is said. */
export const addTerm = async ({ tenantId }: Ids, planId: string, uid: string, values: Term = {}) => {
  const row = {
    tenantId,
    termId: newId('term'),
    planId,
    uid,
    from: now() - day,
    to: now() + 29 * day,
    amount: 1500,
    source: 'card' as const,
    ...values,
  }
  await database().insert(subscriptionTerms).values(row)
  return row
}

export const addMonth = async (
  { tenantId }: Ids,
  planId: string,
  uid: string,
  { year, month }: BackNumberPeriod,
  voidedAt: number | null = null,
  paidAt = now(),
) => {
  const bought = { purchaseId: newId('purchase'), orderId: newId('order'), paidAt, voidedAt }
  await database()
    .insert(backNumberPurchases)
    .values({ tenantId, planId, uid, periodYear: year, periodMonth: month, ...bought })
}
