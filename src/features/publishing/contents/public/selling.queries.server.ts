import { and, eq, sql } from 'drizzle-orm'
import { allInLanguage } from '#kit/english.ts'
import type { BackNumberPeriod, Instant } from '#kit/time.ts'
import { isOnSale } from '#membership/plans/queries.server.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { membershipPaidUntil } from '#membership/subscriptions/living.queries.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { Db, Locale, PublicBrand } from '#server/proven.ts'
import { backNumbers } from '../../backNumbers/tables.server'

/** The plans that open a content, with their prices and the price of its month. */
export const sellingPlans = async (
  db: Db,
  { tenantId, brandId }: Pick<PublicBrand, 'tenantId' | 'brandId'>,
  {
    planIds,
    period,
    reader,
    locale,
  }: {
    planIds: readonly string[]
    period: BackNumberPeriod | null
    /** Also reads this reader's memberships of the plans. */
    reader?: { uid: string; now: Instant } | undefined
    locale: Locale
  },
) => {
  if (planIds.length === 0) return []
  const rows = await db
    .select({
      planId: plans.planId,
      name: plans.name,
      english: plans.english,
      status: plans.status,
      price: plans.price,
      subscriptionInterval: plans.subscriptionInterval,
      archivingAt: plans.archivingAt,
      isOnSale: sql<boolean>`${isOnSale()}`,
      priceOverride: backNumbers.priceOverride,
      saleState: backNumbers.saleState,
      paidUntil: reader
        ? membershipPaidUntil({
            uid: sql`${reader.uid}`,
            tenantId: sql`${plans.tenantId}`,
            planId: sql`${plans.planId}`,
            at: sql`${toTimestamp(reader.now)}::timestamptz`,
          })
        : sql<Instant | null>`null`,
    })
    .from(plans)
    .leftJoin(
      backNumbers,
      and(
        eq(backNumbers.tenantId, plans.tenantId),
        eq(backNumbers.planId, plans.planId),
        period ? and(eq(backNumbers.periodYear, period.year), eq(backNumbers.periodMonth, period.month)) : sql`false`,
      ),
    )
    .where(
      and(
        eq(plans.tenantId, tenantId),
        eq(plans.brandId, brandId),
        sql`${plans.planId} = any(${sql.param([...planIds])}::text[])`,
      ),
    )
    .orderBy(plans.price, plans.planId)
  return allInLanguage(rows, locale)
}
