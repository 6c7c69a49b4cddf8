import { and, asc, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { defaultAccentColor } from '#club/brands/brand.ts'
import { brands } from '#club/brands/tables.server.ts'
import { fans } from '#club/fans/tables.server.ts'
import type { SuspensionReason } from '#club/tenants/suspension.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { mostCounted } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { orders } from '#money/orders/tables.server.ts'
import { claimName, withNames } from '#server/db/directory.ts'
import type { Brand, Db, Operator, Tenant } from '#server/proven.ts'

/** A club of its own staff, or any that an operator names. */
export type OfClub = Tenant | { tenantId: string; operator: Operator }

const isBrand = ({ tenantId, brandId }: { tenantId: string; brandId: string }) =>
  and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId))

/** The club's row, locked until the transaction ends, so that concurrent closing or opening of brands waits. */
export const lockTenant = async (db: Db, { tenantId }: Tenant | Brand) => {
  const [row] = await db
    .select({ name: tenants.name, closingAt: tenants.closingAt, closesAt: tenants.closesAt })
    .from(tenants)
    .where(eq(tenants.tenantId, tenantId))
    .for('update')
  if (!row) throw new Error('The club that access proved is gone.')
  return row
}

export const clubClosing = async (db: Db, { tenantId }: OfClub) => {
  const [row] = await db
    .select({
      name: tenants.name,
      closingAt: tenants.closingAt,
      closesAt: tenants.closesAt,
      reason: tenants.closingReason,
    })
    .from(tenants)
    .where(eq(tenants.tenantId, tenantId))
  return row
}

export const tenantClosing = async (db: Db, tenant: Tenant) => {
  const club = await clubClosing(db, tenant)
  if (!club) throw new Error('The club that access proved is gone.')
  return club
}

/** Every brand of the club: who may close the club may close each. */
export const brandsOf = (db: Db, { tenantId }: OfClub) =>
  db
    .select({
      tenantId: brands.tenantId,
      brandId: brands.brandId,
      slug: brands.slug,
      name: brands.name,
      closingAt: brands.closingAt,
      closesAt: brands.closesAt,
    })
    .from(brands)
    .where(eq(brands.tenantId, tenantId))
    .orderBy(asc(brands.createdAt), asc(brands.brandId))
    .limit(100) as unknown as Promise<(Brand & { closingAt: Instant | null; closesAt: Instant | null })[]>

/** Plans that go on. One that is to end already keeps its day. */
export const plansToEnd = (db: Db, { tenantId, brandId }: Brand) =>
  db
    .select({ planId: plans.planId })
    .from(plans)
    .where(
      and(
        eq(plans.tenantId, tenantId),
        eq(plans.brandId, brandId),
        eq(plans.status, 'active'),
        isNull(plans.archivingAt),
      ),
    )
    .orderBy(asc(plans.planId))
    .limit(1000)

/** When the last paid term of any member ends; null where nobody is a member. */
export const lastPaidEnd = async (db: Db, { tenantId, brandId }: Brand, now: Instant): Promise<Instant | null> => {
  const [row] = await db
    .select({ memberUntil: fans.memberUntil })
    .from(fans)
    .where(and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), gt(fans.memberUntil, now)))
    .orderBy(desc(fans.memberUntil))
    .limit(1)
  return row?.memberUntil ?? null
}

const counted = async (db: Db, some: ReturnType<typeof sql>) => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${some} limit ${mostCounted}) counted`,
  )
  return rows[0]?.n ?? 0
}
export const countMembers = (db: Db, { tenantId, brandId }: Brand, now: Instant) =>
  counted(
    db,
    sql`select 1 from ${fans} where ${and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), gt(fans.memberUntil, now))}`,
  )
const isAwaited = ({ tenantId, brandId }: { tenantId: string; brandId: string }) =>
  and(eq(orders.tenantId, tenantId), eq(orders.brandId, brandId), eq(orders.paymentState, 'awaitingPayment'))
export const countAwaited = (db: Db, brand: Brand) =>
  counted(db, sql`select 1 from ${orders} where ${isAwaited(brand)}`)

export const awaitedOrders = (db: Db, brand: { tenantId: string; brandId: string }) =>
  db.select().from(orders).where(isAwaited(brand)).limit(5000)

/** Members at this moment, two hundred at a time, each once however many plans they have. */
export const membersOfBrand = async function* (
  db: Db,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  now: Instant,
): AsyncGenerator<{ uid: string }[]> {
  const isMember = and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), gt(fans.memberUntil, now))
  for (let after = ''; ; ) {
    const members = await db
      .select({ uid: fans.uid })
      .from(fans)
      .where(and(isMember, gt(fans.uid, after)))
      .orderBy(asc(fans.uid))
      .limit(200)
    const last = members.at(-1)
    if (!last) return
    yield members
    after = last.uid
  }
}

type Closing = { closingAt: Instant; closesAt: Instant }
export const setBrandClosing = async (
  db: Db,
  brand: Brand,
  closing: Closing & { message: string; by: string | null },
) => {
  const { message, by, ...at } = closing
  await db
    .update(brands)
    .set({ ...at, closingMessage: message, editedBy: by })
    .where(isBrand(brand))
}
export const setTenantClosing = async (
  db: Db,
  { tenantId }: OfClub,
  closing: Closing & { closingReason?: SuspensionReason },
) => {
  await db.update(tenants).set(closing).where(eq(tenants.tenantId, tenantId))
}

export const countBrands = async (db: Db, { tenantId }: Tenant): Promise<number> => {
  const [row] = await db.select({ n: count() }).from(brands).where(eq(brands.tenantId, tenantId))
  return row?.n ?? 0
}

/** False when the address is somebody else's, however close the race; what was written then is for the caller to roll back. */
export const insertBrand = async (
  db: Db,
  { tenantId }: Tenant,
  brand: { brandId: string; name: string; slug: string; by: string },
  now: Instant,
): Promise<boolean> => {
  const { by, ...named } = brand
  if (!(await claimName(db, tenantId, [brands.slug, brand.slug]))) return false
  const made = await withNames(db, tenantId, [[brands.brandId, brand.brandId]])
    .insert(brands)
    .values({
      tenantId,
      ...named,
      thumbnail: '',
      icon: '',
      description: '',
      accentColor: defaultAccentColor,
      links: [],
      createdAt: now,
      editedAt: now,
      editedBy: by,
    })
    .onConflictDoNothing()
    .returning({ brandId: brands.brandId })
  return made.length === 1
}
