import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import { memberAddress } from '#club/tenants/queries.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import type { Role } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db, Fan, PublicBrand } from '#server/proven.ts'
import type { NotificationKind } from './notification'
import { notificationsSeen, notificationsTold } from './tables.server'

// --- Read positions --------------------------------------------------------------------------------------------------

export const seenBy = async (db: Db, { tenantId, brandId }: Brand, uid: string): Promise<Instant | null> => {
  const [row] = await db
    .select({ seenAt: notificationsSeen.seenAt })
    .from(notificationsSeen)
    .where(
      and(
        eq(notificationsSeen.uid, uid),
        eq(notificationsSeen.tenantId, tenantId),
        eq(notificationsSeen.brandId, brandId),
      ),
    )
  return row?.seenAt ?? null
}

const isMine = (uid: string, tenantId: string) =>
  and(eq(tenantMembers.uid, uid), eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.status, 'active'))

/** Never back to an earlier moment: another tab may have seen more. False when the user is no member of the brand. */
export const markSeen = async (
  db: Db,
  { tenantId, brandId }: PublicBrand,
  { uid }: Fan,
  seenAt: Instant,
): Promise<boolean> => {
  const [member] = await db
    .select({ brandIds: tenantMembers.brandIds })
    .from(tenantMembers)
    .where(isMine(uid, tenantId))
  if (!member || (member.brandIds !== null && !member.brandIds.includes(brandId))) return false
  await db
    .insert(notificationsSeen)
    .values({ tenantId, brandId, uid, seenAt })
    .onConflictDoUpdate({
      target: [notificationsSeen.uid, notificationsSeen.tenantId, notificationsSeen.brandId],
      set: { seenAt: sql`greatest(${notificationsSeen.seenAt}, excluded.seen_at)` },
    })
  return true
}

export const mailChoice = async (db: Db, uid: string, tenantId: string): Promise<string[]> => {
  const [row] = await db.select({ kinds: tenantMembers.mailKinds }).from(tenantMembers).where(isMine(uid, tenantId))
  return row?.kinds ?? []
}

/** False when the user is no member of the club. */
export const saveMailChoice = async (
  db: Db,
  { uid }: Fan,
  tenantId: string,
  kinds: NotificationKind[],
): Promise<boolean> => {
  const saved = await db
    .update(tenantMembers)
    .set({ mailKinds: kinds })
    .where(isMine(uid, tenantId))
    .returning({ memberId: tenantMembers.memberId })
  return saved.length > 0
}

// --- Mails ----------------------------------------------------------------------------------------------------------------

/** Members of these clubs who want to be mailed, club by club. */
export const mailedMembers = async (db: Db, clubs: Clubs) =>
  (await db
    .select({
      tenantId: tenantMembers.tenantId,
      uid: tenantMembers.uid,
      role: tenantMembers.role,
      brandIds: tenantMembers.brandIds,
      kinds: tenantMembers.mailKinds,
      email: memberAddress,
      locale: sql<'ja' | 'en'>`coalesce(${people.locale}, 'ja')`,
    })
    .from(tenantMembers)
    .leftJoin(people, eq(people.uid, tenantMembers.uid))
    .where(
      and(
        isOfClubs(tenantMembers.tenantId, clubs),
        eq(tenantMembers.status, 'active'),
        sql`${tenantMembers.mailKinds} <> '[]'::jsonb`,
      ),
    )
    .orderBy(asc(tenantMembers.tenantId), asc(tenantMembers.memberId))
    .limit(10_000)) as {
    tenantId: string
    uid: string
    role: Role
    brandIds: string[] | null
    kinds: string[]
    email: string
    locale: 'ja' | 'en'
  }[]

export const brandsOfTenants = (db: Db, tenantIds: readonly string[]) =>
  tenantIds.length === 0
    ? Promise.resolve([])
    : (db
        .select({
          tenantId: brands.tenantId,
          brandId: brands.brandId,
          slug: brands.slug,
          name: brands.name,
        })
        .from(brands)
        .where(inArray(brands.tenantId, [...tenantIds]))
        .orderBy(asc(brands.brandId)) as unknown as Promise<Brand[]>)

/** End of the last mailed span. The row stays locked until the transaction ends, so that nobody is mailed twice. */
export const claimSpan = async (
  db: Db,
  { tenantId, brandId }: Brand,
  until: Instant,
  first: Instant,
): Promise<Instant> => {
  await db.insert(notificationsTold).values({ tenantId, brandId, toldAt: first }).onConflictDoNothing()
  const isOf = and(eq(notificationsTold.tenantId, tenantId), eq(notificationsTold.brandId, brandId))
  const [row] = await db.select({ toldAt: notificationsTold.toldAt }).from(notificationsTold).where(isOf).for('update')
  await db.update(notificationsTold).set({ toldAt: until }).where(isOf)
  return row?.toldAt ?? first
}
