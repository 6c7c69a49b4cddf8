import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BackNumberPeriod, Instant } from '#kit/time.ts'
import type { Db } from '#server/proven.ts'
import { tellAccessChanged } from '#server/rooms.ts'
import { owns } from '../contents/facts.queries.server'
import { backNumberPurchases, backNumbers } from './tables.server'

type Month = { tenantId: string; planId: string; period: BackNumberPeriod }

const isMonth = ({ tenantId, planId, period }: Month) =>
  and(
    eq(backNumberPurchases.tenantId, tenantId),
    eq(backNumberPurchases.planId, planId),
    eq(backNumberPurchases.periodYear, period.year),
    eq(backNumberPurchases.periodMonth, period.month),
  )

/** The creator's settings for a month; undefined if there are none. */
export const decisionOfMonth = async (db: Db, { tenantId, planId, period }: Month) => {
  const [row] = await db
    .select({ priceOverride: backNumbers.priceOverride, saleState: backNumbers.saleState })
    .from(backNumbers)
    .where(
      and(
        eq(backNumbers.tenantId, tenantId),
        eq(backNumbers.planId, planId),
        eq(backNumbers.periodYear, period.year),
        eq(backNumbers.periodMonth, period.month),
      ),
    )
  return row
}

export const ownsMonth = async (db: Db, month: Month, uid: string): Promise<boolean> => {
  const rows = await db
    .select({ purchaseId: backNumberPurchases.purchaseId })
    .from(backNumberPurchases)
    .where(and(isMonth(month), eq(backNumberPurchases.uid, uid), isNull(backNumberPurchases.voidedAt)))
    .limit(1)
  return rows.length > 0
}

/** Whether the fan has paid for the month, as a member or by buying it: then it cannot be bought. */
export const hasPaidForMonth = async (db: Db, { tenantId, planId, period }: Month, uid: string): Promise<boolean> => {
  const paid = owns(sql`${uid}`, sql`${tenantId}`, sql`${planId}`, sql`${period.year}::int`, sql`${period.month}::int`)
  const { rows } = await db.execute<{ paid: boolean }>(sql`select ${paid} as paid`)
  return rows[0]?.paid === true
}

export const insertPurchase = async (
  db: Db,
  { period, ...purchase }: Month & { purchaseId: string; uid: string; orderId: string; paidAt: Instant },
) => {
  await db.insert(backNumberPurchases).values({ ...purchase, periodYear: period.year, periodMonth: period.month })
}

export const voidPurchaseOf = async (db: Db, tenantId: string, orderId: string, at: Instant) => {
  const rows = await db
    .update(backNumberPurchases)
    .set({ voidedAt: at })
    .where(
      and(
        eq(backNumberPurchases.tenantId, tenantId),
        eq(backNumberPurchases.orderId, orderId),
        isNull(backNumberPurchases.voidedAt),
      ),
    )
    .returning({ tenantId: backNumberPurchases.tenantId, uid: backNumberPurchases.uid })
  await tellAccessChanged(db, rows)
}

/** Restores a purchase that was voided, unless the fan has bought the month again. */
export const restorePurchaseOf = async (
  db: Db,
  { tenantId, orderId }: { tenantId: string; orderId: string },
  purchaseId: string,
) => {
  const its = and(eq(backNumberPurchases.tenantId, tenantId), eq(backNumberPurchases.orderId, orderId))
  const [row] = await db.select().from(backNumberPurchases).where(its).limit(1)
  // A fan owns a month at most once: if it has been bought again, the insert does nothing.
  if (row)
    await db
      .insert(backNumberPurchases)
      .values({ ...row, purchaseId, voidedAt: null })
      .onConflictDoNothing()
}
