import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Yen } from '#kit/money.ts'
import { monthAfter, startOfMonth } from '#money/ledger/ledger.ts'
import { ledgerEntries } from '#money/ledger/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import { plans } from '../plans/tables.server'
import { subscriptions, subscriptionTerms } from './tables.server'
import { type LongTerm, toCome } from './toCome'

/** The membership has changed into one of a year, which goes on with what was paid for this one. */
const goesOnAsYear = subquery`exists (select 1 from ${subscriptions} n where n.tenant_id = ${subscriptionTerms.tenantId}
  and n.changed_from_id = ${subscriptionTerms.subscriptionId} and n.subscription_interval = 'year')`

/**
 * Terms of more than a month that were paid for and run beyond the end of a month, by order. A refund voids a term from its start, and
 * only the ledger knows when that was: such a term counts by what is left of its order's sales.
 */
const longTerms = (db: Db, { tenantId, brandId }: { tenantId: string; brandId: string }, month: string) => {
  const end = sql`${toTimestamp(startOfMonth(monthAfter(month)))}::timestamptz`
  const { from, to, voidedAt, orderId } = subscriptionTerms
  const isRunning = sql`${voidedAt} is null or ${voidedAt} > ${end} or ${voidedAt} <= ${from} or ${goesOnAsYear}`
  const left = subquery`coalesce((select -sum(e.amount) from ${ledgerEntries} e where e.tenant_id = ${tenantId}
    and e.order_id = ${orderId} and e.brand_id = ${brandId} and e.account = 'brandPayable'
    and e.component in ('gross', 'refund', 'chargeback') and e.recognized_month <= ${month}), 0)`
  return db
    .select({
      from: sql`min(${from})`.mapWith(from),
      to: sql`max(${to})`.mapWith(to),
      until: sql`max(case when ${isRunning} then ${to} else ${voidedAt} end)`.mapWith(to),
      price: sql`max(${subscriptionTerms.amount})`.mapWith(Number),
      left: left.mapWith(Number),
    })
    .from(plans)
    .innerJoin(
      subscriptionTerms,
      and(eq(subscriptionTerms.tenantId, plans.tenantId), eq(subscriptionTerms.planId, plans.planId)),
    )
    .where(and(eq(plans.tenantId, tenantId), eq(plans.brandId, brandId), gt(to, end), isNotNull(orderId)))
    .groupBy(orderId)
    .having(sql`max(${to} - ${from}) > interval '40 days'`)
}

/** What members have paid for months after this one (rule: money.toCome). */
export const paidForMonthsToCome = async (
  db: Db,
  brand: { tenantId: string; brandId: string },
  month: string,
): Promise<Yen> => {
  const terms: LongTerm[] = await longTerms(db, brand, month)
  return terms.reduce((sum, term) => sum + toCome(term, month), 0)
}
