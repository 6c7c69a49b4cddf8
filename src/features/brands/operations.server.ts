import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { adminRoles } from '../../kit/contract'
import type { Brand, Db, Handlers, PublicBrand } from '../../server/context'
import { auditLog } from '../../server/tables.server'
import { plans } from '../plans/tables.server'
import { editorOf } from '../tenants/editors.server'
import { tenantMembers } from '../tenants/tables.server'
import type { BrandProfile, brands as contract } from './contract'
import { brands } from './tables.server'

const isBrand = (brand: Brand | PublicBrand) =>
  and(eq(brands.tenantId, brand.tenantId), eq(brands.brandId, brand.brandId))

type Row = typeof brands.$inferSelect
const profileOf = (row: Row): BrandProfile => ({
  tenantId: row.tenantId,
  brandId: row.brandId,
  name: row.name,
  brandThumbnail: row.thumbnail,
  brandIcon: row.icon,
  description: row.description,
  brandSlug: row.slug,
  accentColor: row.accentColor,
  links: row.links,
})

const rowOf = async (db: Db, brand: Brand | PublicBrand) => {
  const [row] = await db.select().from(brands).where(isBrand(brand))
  return row
}

export const brandHandlers: Handlers<typeof contract> = {
  async getBrandProfile({ db, brand, user, member }) {
    const row = await rowOf(db, brand)
    if (!row) throw new Error('The brand that access proved is gone.')
    return {
      ...profileOf(row),
      editedAt: row.editedAt,
      editedBy: await editorOf(db, brand, row.editedBy, user),
      canEdit: adminRoles.some((role) => role === member.role),
    }
  },

  async updateBrandProfile({ db, brand, user, now, refuse }, payload) {
    const { expectedEditedAt, accentColor, links } = payload
    const [saved] = await db
      .update(brands)
      .set({
        name: payload.name,
        thumbnail: payload.brandThumbnail,
        icon: payload.brandIcon,
        description: payload.description,
        ...(accentColor && { accentColor }),
        ...(links && { links }),
        editedBy: user.uid,
        // Two saves within one millisecond still differ, so that a stale one is always seen.
        editedAt: sql`greatest(${new Date(now).toISOString()}::timestamptz, ${brands.editedAt} + interval '1 millisecond')`,
      })
      .where(and(isBrand(brand), expectedEditedAt === undefined ? undefined : eq(brands.editedAt, expectedEditedAt)))
      .returning({ editedAt: brands.editedAt })
    return saved ?? refuse('conflict')
  },

  async getBrandActivity({ db, brand }) {
    const rows = await db
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
      .leftJoin(
        plans,
        and(eq(plans.tenantId, auditLog.tenantId), eq(plans.planId, sql`${auditLog.payload}->>'planId'`)),
      )
      .where(
        and(
          eq(auditLog.tenantId, brand.tenantId),
          eq(auditLog.brandId, brand.brandId),
          // A picture on its way changes nothing before it is saved with something.
          ne(auditLog.operation, 'getSignedUrlForPlanContentAttachmentUpload'),
        ),
      )
      .orderBy(desc(auditLog.at), desc(auditLog.auditId))
      .limit(20)
    return { activity: rows }
  },

  async getPublicBrandProfile({ db, publicBrand, refuse }, ids) {
    const brand = (await publicBrand(ids)) ?? refuse('brandNotFound')
    const row = (await rowOf(db, brand)) ?? refuse('brandNotFound')
    return profileOf(row)
  },

  async getBrandMetadataBySlug({ db, publicBrandBySlug }, { brandSlug }) {
    const brand = await publicBrandBySlug(brandSlug)
    const row = brand && (await rowOf(db, brand))
    if (!row) return null
    return {
      tenantId: row.tenantId,
      brandId: row.brandId,
      brandSlug: row.slug,
      brandName: row.name,
      brandThumbnail: row.thumbnail,
      brandDescription: row.description,
    }
  },
}
