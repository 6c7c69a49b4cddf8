import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { prepared } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Fan } from '#server/proven.ts'
import { brands } from '../brands/tables.server'
import { tenantMembers, tenants } from '../tenants/tables.server'
import { accountDeletions } from './tables.server'

const deletionOf = prepared((db) =>
  db
    .select({ uid: accountDeletions.uid })
    .from(accountDeletions)
    .where(eq(accountDeletions.uid, sql.placeholder('uid')))
    .prepare(''),
)
/**
 * Whether the account is gone; a token may outlive it for minutes. Whoever holds the fan's lock gets an answer that
 * stays true until their transaction ends.
 */
export const isDeleted = async (db: Db, uid: string): Promise<boolean> =>
  (await deletionOf(db).execute({ uid })).length > 0

/** The same of a row's account, where its person is read anyway. */
export const hasDeletion = (uid: PgColumn) =>
  subquery<boolean>`exists (select 1 from ${accountDeletions} where ${accountDeletions.uid} = ${uid})`

/** Clubs of a staff member with the brands that they may open, oldest first; nulls for a club without a brand. */
export const clubsOf = (db: Db, fan: Fan) =>
  db
    .select({
      tenantId: tenants.tenantId,
      tenantName: tenants.name,
      role: tenantMembers.role,
      brandId: brands.brandId,
      name: brands.name,
      thumbnail: brands.thumbnail,
      slug: brands.slug,
    })
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .leftJoin(
      brands,
      and(
        eq(brands.tenantId, tenants.tenantId),
        or(isNull(tenantMembers.brandIds), sql`${brands.brandId} = any(${tenantMembers.brandIds})`),
      ),
    )
    .where(and(eq(tenantMembers.uid, fan.uid), eq(tenantMembers.status, 'active')))
    .orderBy(asc(tenants.createdAt), asc(tenants.tenantId), asc(brands.createdAt), asc(brands.brandId))
