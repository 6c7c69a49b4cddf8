import { and, eq, or, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { isNamed } from '#server/db/directory.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import type { OwnProfile } from './contract'
import { pageParts } from './pageParts'
import { brands } from './tables.server'

export type BrandRow = typeof brands.$inferSelect

const isBrand = (brand: Brand | PublicBrand) =>
  and(eq(brands.tenantId, brand.tenantId), eq(brands.brandId, brand.brandId))

export const brandRow = async (db: Db, brand: Brand | PublicBrand): Promise<BrandRow> => {
  const [row] = await db.select().from(brands).where(isBrand(brand))
  if (!row) throw new Error('The brand that access proved is gone.')
  return row
}

/** Default comment settings for a new content. */
export const commentsBeginWith = async (db: Db, brand: Brand) => {
  const { commentPolicy, commentAudience } = await brandRow(db, brand)
  return { commentPolicy, commentAudience }
}

/** Owner ids of a brand, looked up by `brandId` alone for the access check. */
export const brandIdsOf = async (db: Db, brandId: string) => {
  const [row] = await db
    .select({ tenantId: brands.tenantId, brandId: brands.brandId, slug: brands.slug })
    .from(brands)
    .where(isNamed(brands.brandId, brandId))
  return row ?? null
}

/** Where the visitors' pages that show a brand or a club begin, in both languages; of any other tag, those of the whole site. */
export const pathsOf = async (db: Db, tag: string): Promise<string[]> => {
  const rows = await db
    .select({ slug: brands.slug })
    .from(brands)
    .where(or(eq(brands.brandId, tag), eq(brands.tenantId, tag)))
  return rows.length === 0 ? ['/'] : rows.flatMap(({ slug }) => [`/fc/${slug}`, `/en/fc/${slug}`])
}

/** Public lookup of a brand by its slug. */
export const brandRowBySlug = async (db: Db, slug: string): Promise<BrandRow | undefined> => {
  const [row] = await db.select().from(brands).where(isNamed(brands.slug, slug))
  return row
}

type Changes = Partial<Omit<BrandRow, 'tenantId' | 'brandId' | 'slug' | 'createdAt' | 'editedAt'>>

/** The time of the save; undefined if the brand was saved by somebody else after `expectedEditedAt`. */
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
      // `editedAt` differs even for two saves within one millisecond, so that a stale save is always detected.
      editedAt: sql`greatest(${new Date(now).toISOString()}::timestamptz, ${brands.editedAt} + interval '1 millisecond')`,
    })
    .where(and(isBrand(brand), expectedEditedAt === undefined ? undefined : eq(brands.editedAt, expectedEditedAt)))
    .returning({ editedAt: brands.editedAt })
  return saved
}

/** The fields of a profile that everybody may see. */
export const profileOf = (row: Omit<BrandRow, 'english'>): OwnProfile => ({
  tenantId: row.tenantId,
  brandId: row.brandId,
  name: row.name,
  brandThumbnail: row.thumbnail,
  brandIcon: row.icon,
  description: row.description,
  brandSlug: row.slug,
  accentColor: row.accentColor,
  links: row.links,
  legalNotice: row.legalNotice,
  invoiceNumber: row.invoiceNumber,
  backNumberNeedsActivePlan: row.backNumberNeedsActivePlan,
  // After a step back to this version a row may name a part of the next one.
  pageParts: row.pageParts.filter((part) => pageParts.includes(part)),
  pinnedContents: row.pinnedContents,
  pinnedGoods: row.pinnedGoods,
  closesAt: row.closesAt,
})

/** What a brand's orders, mails and receipts say of it. */
export const shopColumns = {
  name: brands.name,
  slug: brands.slug,
  icon: brands.icon,
  accentColor: brands.accentColor,
  legalNotice: brands.legalNotice,
  closingAt: brands.closingAt,
  invoiceNumber: brands.invoiceNumber,
  graceDays: brands.graceDays,
  freeShippingOver: brands.freeShippingOver,
  backNumberNeedsActivePlan: brands.backNumberNeedsActivePlan,
  welcomeLetter: brands.welcomeLetter,
  english: brands.english,
}
const shopQuery = prepared((db) =>
  db
    .select(shopColumns)
    .from(brands)
    .where(and(eq(brands.tenantId, sql.placeholder('tenantId')), eq(brands.brandId, sql.placeholder('brandId'))))
    .prepare(''),
)
export const brandOfShop = async (db: Db, { tenantId, brandId }: { tenantId: string; brandId: string }) => {
  const [row] = await shopQuery(db).execute({ tenantId, brandId })
  if (!row) throw new Error('The brand that access proved is gone.')
  return row
}
