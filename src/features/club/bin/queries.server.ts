import { and, desc, eq, gt, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { type Clubs, isOfClubs } from '../tenants/clubs.queries.server'
import { type BinKind, binnedFor } from './bin'
import { bin } from './tables.server'

export type Binned = typeof bin.$inferSelect
export type BinnedItem = Pick<Binned, 'kind' | 'itemId'>
type Ids = { tenantId: string; brandId: string }

const ofBrand = ({ tenantId, brandId }: Ids) => and(eq(bin.tenantId, tenantId), eq(bin.brandId, brandId))
const isItem = (brand: Ids, { kind, itemId }: BinnedItem) =>
  and(ofBrand(brand), eq(bin.kind, kind), eq(bin.itemId, itemId))
/** What is over 30 days old is gone, also before the job has been there. */
const isKept = (now: Instant) => gt(bin.deletedAt, now - binnedFor)

export const insertBinned = (db: Db, { tenantId, brandId }: Brand, binned: Omit<Binned, 'tenantId' | 'brandId'>) =>
  db.insert(bin).values({ ...binned, tenantId, brandId })

/** Takes it out of the bin, for whoever is first: another tab and the job find nothing. */
export const takeBinned = async (db: Db, brand: Brand, item: BinnedItem, now: Instant): Promise<Binned | undefined> => {
  const [row] = await db
    .delete(bin)
    .where(and(isItem(brand, item), isKept(now)))
    .returning()
  return row
}

/** The same for the job, only once the 30 days are over. */
export const takeOverdue = async (db: Db, item: Binned, now: Instant): Promise<Binned | undefined> => {
  const [row] = await db
    .delete(bin)
    .where(and(isItem(item, item), lte(bin.deletedAt, now - binnedFor)))
    .returning()
  return row
}

/** What is to go for good of these clubs, the oldest first. */
export const overdueInBin = (db: Db, clubs: Clubs, now: Instant, most: number): Promise<Binned[]> =>
  db
    .select()
    .from(bin)
    .where(and(isOfClubs(bin.tenantId, clubs), lte(bin.deletedAt, now - binnedFor)))
    .orderBy(bin.deletedAt)
    .limit(most)

const nameOfDeleter = subquery<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
  where m.tenant_id = ${bin.tenantId} and m.uid = ${bin.deletedBy} order by m.status limit 1), '')`

/** The last deleted first, with who did it, and how many there are, counted to 10,000. */
export const binOf = async (
  db: Db,
  brand: Brand,
  { kind, page, now }: { kind: BinKind | undefined; page: PaginationRequest; now: Instant },
) => {
  const passes = and(ofBrand(brand), isKept(now), kind && eq(bin.kind, kind))
  const counted = db
    .select({ one: sql`1`.as('one') })
    .from(bin)
    .where(passes)
    .limit(mostCounted)
    .as('counted')
  const [rows, [total]] = await Promise.all([
    db
      .select({
        kind: bin.kind,
        itemId: bin.itemId,
        name: bin.name,
        deletedAt: bin.deletedAt,
        deletedBy: bin.deletedBy,
        formerStatus: bin.formerStatus,
        formerAt: bin.formerAt,
        deletedByName: nameOfDeleter,
      })
      .from(bin)
      .where(passes)
      .orderBy(desc(bin.deletedAt), desc(bin.itemId))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ count: sql<number>`count(*)::int` }).from(counted),
  ])
  return { rows, total: total?.count ?? 0 }
}

/** Whether a row is about something that is not in the bin: for tables that only name it. Read once for each statement. */
export const isNotBinned = (
  { tenantId, brandId }: Record<keyof Ids, string | Placeholder>,
  kind: BinKind,
  column: SQL.Aliased | Parameters<typeof eq>[0],
): SQL => subquery`${column} <> all (array(select b.item_id from ${bin} b
  where b.tenant_id = ${tenantId} and b.brand_id = ${brandId} and b.kind = ${kind}))`
