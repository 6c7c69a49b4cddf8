import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import { plans } from '../plans/tables.server'
import { recountMember } from './figures.queries.server'
import { subscriptions, subscriptionTerms } from './tables.server'

/* Terms that the club gave: of no order, after what is paid. */

type Held = Pick<typeof subscriptions.$inferSelect, 'tenantId' | 'brandId' | 'subscriptionId' | 'uid'>

const days = sql`coalesce(sum(round(extract(epoch from t.ends_at - t.starts_at) / 86400)), 0)::int`
const isGiven = sql`t.source = 'extension' and t.order_id is null`

/** Days that were given to the membership of the outer query, and are not over. */
export const givenDays = (now: Instant) => subquery<number>`(select ${days} from ${subscriptionTerms} t
  where t.tenant_id = ${subscriptions.tenantId} and t.subscription_id = ${subscriptions.subscriptionId} and ${isGiven}
    and t.voided_at is null and t.ends_at > ${toTimestamp(now)}::timestamptz)`

/** Days that a brand has given to a fan and that lie after a moment, whatever became of them. */
export const daysGivenSince = async (db: Db, { tenantId, brandId, uid }: Held, since: Instant): Promise<number> => {
  const { rows } = await db.execute<{ days: number }>(sql`select ${days} as days from ${subscriptionTerms} t
    join ${plans} p on p.tenant_id = t.tenant_id and p.plan_id = t.plan_id
    where t.uid = ${uid} and t.tenant_id = ${tenantId} and p.brand_id = ${brandId} and ${isGiven}
      and t.ends_at > ${toTimestamp(since)}::timestamptz`)
  return rows[0]?.days ?? 0
}

export const hasTermOfId = async (db: Db, { tenantId }: { tenantId: string }, termId: string): Promise<boolean> => {
  const rows = await db
    .select({ termId: subscriptionTerms.termId })
    .from(subscriptionTerms)
    .where(and(eq(subscriptionTerms.tenantId, tenantId), eq(subscriptionTerms.termId, termId)))
  return rows.length > 0
}

const given = ({ tenantId, subscriptionId }: Held) =>
  and(
    eq(subscriptionTerms.tenantId, tenantId),
    eq(subscriptionTerms.subscriptionId, subscriptionId),
    eq(subscriptionTerms.source, 'extension'),
    isNull(subscriptionTerms.orderId),
    isNull(subscriptionTerms.voidedAt),
  )

/** Where the given days begin that end at this moment: the moment itself without any. */
export const beforeGivenDays = async (db: Db, held: Held, end: Instant): Promise<Instant> => {
  const [row] = await db
    .select({ from: subscriptionTerms.from })
    .from(subscriptionTerms)
    .where(and(given(held), eq(subscriptionTerms.to, end)))
  return row ? beforeGivenDays(db, held, row.from) : end
}

/** What was paid for a term went back: the days that had made it longer, and are not over, go with it. */
export const voidDaysAfter = async (
  db: Db,
  held: Held & { planId: string },
  end: Instant,
  now: Instant,
): Promise<void> => {
  const [row] = await db
    .update(subscriptionTerms)
    .set({ voidedAt: now })
    .where(and(given(held), eq(subscriptionTerms.from, end), gt(subscriptionTerms.to, now)))
    .returning({ to: subscriptionTerms.to })
  if (!row) return
  await voidDaysAfter(db, held, row.to, now)
  await recountMember(db, held, held.uid, now)
}
