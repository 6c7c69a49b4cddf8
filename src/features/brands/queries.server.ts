import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { Instant } from '../../kit/time'
import type { Brand, Db, PublicBrand } from '../../server/context'
import { auditLog } from '../../server/tables.server'
import { plans } from '../plans/tables.server'
import { tenantMembers } from '../tenants/tables.server'
import { brands } from './tables.server'

export type BrandRow = typeof brands.$inferSelect

const isBrand = (brand: Brand | PublicBrand) =>
  and(eq(brands.tenantId, brand.tenantId), eq(brands.brandId, brand.brandId))

export const brandRow = async (db: Db, brand: Brand | PublicBrand): Promise<BrandRow> => {
  const [row] = await db.select().from(brands).where(isBrand(brand))
  if (!row) throw new Error('The brand that access proved is gone.')
  return row
}

/** What the comments of a new content begin with. */
export const commentsBeginWith = async (db: Db, brand: Brand) => {
  const { commentPolicy, commentAudience } = await brandRow(db, brand)
  return { commentPolicy, commentAudience }
}

/** Whose brand it is, by its id alone; for access. */
export const brandIdsOf = async (db: Db, brandId: string) => {
  const [row] = await db
    .select({ tenantId: brands.tenantId, brandId: brands.brandId, slug: brands.slug })
    .from(brands)
    .where(eq(brands.brandId, brandId))
  return row ?? null
}

/** What a brand's address leads to: public, like everything on the page there. */
export const brandRowBySlug = async (db: Db, slug: string): Promise<BrandRow | undefined> => {
  const [row] = await db.select().from(brands).where(eq(brands.slug, slug))
  return row
}

type Changes = Partial<Omit<BrandRow, 'tenantId' | 'brandId' | 'slug' | 'createdAt' | 'editedAt'>>

/** When the save was; undefined when somebody else has saved since `expectedEditedAt`. */
export const saveBrand = async (
  db: Db,
  brand: Brand,
  changes: Changes,
  { now, expectedEditedAt }: { now: Instant; expectedEditedAt: Instant | undefined },
) => {
  const [saved] = await db
    .update(brands)
    .set({
      ...changes,
      // Two saves within one millisecond still differ, so that a stale one is always seen.
      editedAt: sql`greatest(${new Date(now).toISOString()}::timestamptz, ${brands.editedAt} + interval '1 millisecond')`,
    })
    .where(and(isBrand(brand), expectedEditedAt === undefined ? undefined : eq(brands.editedAt, expectedEditedAt)))
    .returning({ editedAt: brands.editedAt })
  return saved
}

const uploading = [
  'getSignedUrlForPlanContentAttachmentUpload',
  'startMultipartUpload',
  'completeMultipartUpload',
  'abortMultipartUpload',
]

/** The last 20 changes by staff, newest first. */
export const activityOf = (db: Db, brand: Brand) =>
  db
    .select({
      activityId: auditLog.auditId,
      at: auditLog.at,
      operation: auditLog.operation,
      actorName: sql<string>`coalesce(nullif(${tenantMembers.displayName}, ''), ${tenantMembers.email}, '')`,
      // A move of a plan names its id alone.
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
        // A file on its way changes nothing before it is saved with something.
        notInArray(auditLog.operation, uploading),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.auditId))
    .limit(20)
