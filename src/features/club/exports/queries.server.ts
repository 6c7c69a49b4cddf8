import { and, desc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { type Clubs, isOfClubs } from '../tenants/clubs.queries.server'
import { tenantMembers } from '../tenants/tables.server'
import type { ExportType } from './export'
import { exportsTable } from './tables.server'

export type ExportRow = typeof exportsTable.$inferSelect

export const insertExport = (db: Db, row: typeof exportsTable.$inferInsert) =>
  withNames(db, row.tenantId, [[exportsTable.exportId, row.exportId]])
    .insert(exportsTable)
    .values(row)

export const exportById = async (db: Db, exportId: string): Promise<ExportRow | undefined> => {
  const [row] = await db.select().from(exportsTable).where(isNamed(exportsTable.exportId, exportId))
  return row
}
export const setExport = async (
  db: Db,
  { tenantId, exportId }: Pick<ExportRow, 'tenantId' | 'exportId'>,
  changes: Partial<Omit<ExportRow, 'tenantId' | 'exportId'>>,
) => {
  await db
    .update(exportsTable)
    .set(changes)
    .where(and(eq(exportsTable.tenantId, tenantId), eq(exportsTable.exportId, exportId)))
}

type Who = { seesPrivate: boolean; types: readonly ExportType[] }
const offered = ({ tenantId, brandId }: Brand, { seesPrivate, types }: Who) =>
  and(
    eq(exportsTable.tenantId, tenantId),
    eq(exportsTable.brandId, brandId),
    inArray(exportsTable.type, [...types]),
    // Without admin rights, not even one's own private exports are listed.
    seesPrivate ? undefined : eq(exportsTable.isPrivate, false),
  )

export const exportsOf = (db: Db, brand: Brand, who: Who, page: PaginationRequest) =>
  db
    .select({
      row: exportsTable,
      createdByName: subquery<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
        where m.tenant_id = ${exportsTable.tenantId} and m.uid = ${exportsTable.createdBy} and m.status = 'active' limit 1), '')`,
    })
    .from(exportsTable)
    .where(offered(brand, who))
    .orderBy(desc(exportsTable.createdAt), desc(exportsTable.exportId))
    .limit(page.limit)
    .offset(page.offset)

/** One export, under the same conditions as in the list. */
export const offeredExport = async (db: Db, brand: Brand, who: Who, exportId: string) => {
  const [row] = await db
    .select()
    .from(exportsTable)
    .where(and(offered(brand, who), eq(exportsTable.exportId, exportId)))
  return row as ExportRow | undefined
}

export const countExports = async (db: Db, brand: Brand, who: Who): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(exportsTable)
    .where(offered(brand, who))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** Expired files. */
export const overdueExports = (db: Db, clubs: Clubs, now: Instant): Promise<ExportRow[]> =>
  db
    .select()
    .from(exportsTable)
    .where(and(isOfClubs(exportsTable.tenantId, clubs), isNotNull(exportsTable.key), lte(exportsTable.expiresAt, now)))
    .limit(1000)
