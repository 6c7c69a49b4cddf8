import { and, desc, eq, gt, gte, isNotNull, notInArray, sql } from 'drizzle-orm'
import { fans } from '#club/fans/tables.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { mostCounted } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { salesSums } from '#money/ledger/tables.server.ts'
import type { Brand, Db } from '#server/proven.ts'
import { auditLog } from '#server/tables.server.ts'

/** Counts the rows of a query, up to 10,000. */
const counted = async (db: Db, some: ReturnType<typeof sql>) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${some} limit ${mostCounted}) counted`,
  )
  return rows[0]?.count ?? 0
}

const fansOf = (brand: Brand) => and(eq(fans.tenantId, brand.tenantId), eq(fans.brandId, brand.brandId))

/** Counts fans whose last term has not ended; fans/figures keeps `memberUntil` up to date. */
export const countMembersNow = (db: Db, brand: Brand, now: Instant) =>
  counted(db, sql`select 1 from ${fans} where ${and(fansOf(brand), gt(fans.memberUntil, now))}`)

export const countNewFans = (db: Db, brand: Brand, since: Instant) =>
  counted(db, sql`select 1 from ${fans} where ${and(fansOf(brand), gte(fans.firstSeenAt, since))}`)

/** Whether somebody has ever been a member. */
export const hadMembers = async (db: Db, brand: Brand): Promise<boolean> => {
  const rows = await db
    .select({ fanId: fans.fanId })
    .from(fans)
    .where(and(fansOf(brand), isNotNull(fans.joinedAt)))
    .limit(1)
  return rows.length > 0
}

/** Whether anything has ever been sold. */
export const hasSold = async (db: Db, brand: Brand): Promise<boolean> => {
  const rows = await db
    .select({ day: salesSums.day })
    .from(salesSums)
    .where(and(eq(salesSums.tenantId, brand.tenantId), eq(salesSums.brandId, brand.brandId)))
    .limit(1)
  return rows.length > 0
}

const uploading = [
  'getSignedUrlForPlanContentAttachmentUpload',
  'startMultipartUpload',
  'completeMultipartUpload',
  'abortMultipartUpload',
]

/** Latest changes by staff, newest first. */
export const activityOf = (db: Db, brand: Brand, limit: number) =>
  db
    .select({
      activityId: auditLog.auditId,
      at: auditLog.at,
      operation: auditLog.operation,
      actorName: sql<string>`coalesce(nullif(${tenantMembers.displayName}, ''), ${tenantMembers.email}, '')`,
      // Audit entries of plan changes only contain the plan's id, so the name is joined.
      target: sql<string>`coalesce(nullif(${auditLog.payload}->>'name', ''), ${plans.name}, '')`,
    })
    .from(auditLog)
    .leftJoin(
      tenantMembers,
      and(
        eq(tenantMembers.tenantId, auditLog.tenantId),
        eq(tenantMembers.uid, auditLog.actorUid),
        eq(tenantMembers.status, 'active'),
      ),
    )
    .leftJoin(plans, and(eq(plans.tenantId, auditLog.tenantId), eq(plans.planId, sql`${auditLog.payload}->>'planId'`)))
    .where(
      and(
        eq(auditLog.tenantId, brand.tenantId),
        eq(auditLog.brandId, brand.brandId),
        // An upload changes nothing until a save refers to it.
        notInArray(auditLog.operation, uploading),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.auditId))
    .limit(limit)
