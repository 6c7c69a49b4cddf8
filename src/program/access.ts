import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { brandIdsOf } from '#club/brands/queries.server.ts'
import { brands } from '#club/brands/tables.server.ts'
import { isGoneNow } from '#club/identity/deleted.queries.server.ts'
import { hasDeletion, isDeleted } from '#club/identity/queries.server.ts'
import { tenantMembers, tenants } from '#club/tenants/tables.server.ts'
import { brandOfUpload } from '#club/uploads/queries.server.ts'
import { serverConfig } from '#config.server.ts'
import type { Operation, Role, Subject } from '#kit/contract.ts'
import { brandOfPlan } from '#membership/plans/queries.server.ts'
import { brandOfOrder } from '#money/orders/queries.server.ts'
import { brandOfComment } from '#publishing/comments/queries.server.ts'
import { brandOfContent } from '#publishing/contents/queries.server.ts'
import { analytics } from '#server/analytics/analytics.ts'
import { realNow } from '#server/clock.ts'
import { prepared } from '#server/db/prepared.ts'
import { database, onCommit } from '#server/db.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Brand, Db, Fan, Member, Operator, PublicBrand, Tenant, User } from '#server/proven.ts'
import { isRefusal, refuse } from '#server/refusal.ts'
import { storage } from '#server/storage/storage.ts'
import { brandOfCart } from '#shop/carts/queries.server.ts'
import { brandOfGrant } from '#shop/downloads/queries.server.ts'

const memberColumns = {
  tenantId: tenants.tenantId,
  tenantName: tenants.name,
  memberId: tenantMembers.memberId,
  role: tenantMembers.role,
  brandIds: tenantMembers.brandIds,
  isGone: hasDeletion(tenantMembers.uid),
}
const isActiveMember = and(
  eq(tenantMembers.tenantId, sql.placeholder('tenantId')),
  eq(tenantMembers.uid, sql.placeholder('uid')),
  eq(tenantMembers.status, 'active'),
)

type MemberRow = {
  tenantId: string
  tenantName: string
  memberId: string
  role: string
  brandIds: string[] | null
  isGone: boolean
}
const proveTenant = (row: MemberRow, uid: string) => {
  if (row.isGone) refuse('unauthenticated')
  return {
    tenant: { tenantId: row.tenantId, name: row.tenantName } as Tenant,
    member: { memberId: row.memberId, uid, role: row.role as Role, brandIds: row.brandIds } satisfies Member,
  }
}

const tenantOfMember = prepared((db) =>
  db
    .select(memberColumns)
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .where(isActiveMember)
    .prepare(''),
)

/** The tenant for its members; null for everyone else, as if it did not exist. */
const tenantFor = async (db: Db, user: User, tenantId: string) => {
  const [row] = await tenantOfMember(db).execute({ tenantId, uid: user.uid })
  return row ? proveTenant(row, user.uid) : null
}

const brandOfMember = prepared((db) =>
  db
    .select({ ...memberColumns, brandId: brands.brandId, slug: brands.slug, brandName: brands.name })
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .innerJoin(brands, eq(brands.tenantId, tenantMembers.tenantId))
    .where(
      and(
        isActiveMember,
        eq(brands.brandId, sql.placeholder('brandId')),
        or(isNull(tenantMembers.brandIds), sql`${brands.brandId} = any(${tenantMembers.brandIds})`),
      ),
    )
    .prepare(''),
)

/** Returns the brand if the user is a member of its tenant and is not limited to other brands. */
const brandFor = async (db: Db, user: User, tenantId: string, brandId: string) => {
  const [row] = await brandOfMember(db).execute({ tenantId, brandId, uid: user.uid })
  if (!row) return null
  const brand = { tenantId, brandId, slug: row.slug, name: row.brandName } as Brand
  return { ...proveTenant(row, user.uid), brand }
}

const publicColumns = { tenantId: brands.tenantId, brandId: brands.brandId, slug: brands.slug }
const brandById = prepared((db) =>
  db
    .select(publicColumns)
    .from(brands)
    .where(and(eq(brands.tenantId, sql.placeholder('tenantId')), eq(brands.brandId, sql.placeholder('brandId'))))
    .prepare(''),
)

/** Cached: a brand is never deleted, and its club and its slug never change. */
const knownBrands = new LRUCache<string, PublicBrand>({ max: 10_000 })

export const publicBrand = async (db: Db, { tenantId, brandId }: { tenantId: string; brandId: string }) => {
  const key = `${tenantId} ${brandId}`
  const known = knownBrands.get(key)
  if (known) return known
  const [row] = await brandById(db).execute({ tenantId, brandId })
  // Cached after the commit only: the transaction that has just made it may be rolled back.
  if (row) onCommit(db, () => knownBrands.set(key, row as PublicBrand))
  return row ? (row as PublicBrand) : null
}

/** Operators are listed in the platform's configuration; only a verified address counts. */
const operatorFor = (user: User): Operator | null =>
  user.emailVerified && serverConfig().OPERATOR_EMAILS.includes(user.email.toLowerCase())
    ? ({ uid: user.uid } as Operator)
    : null

// --- From resource to brand ------------------------------------------------------------------------------------------

/** With the slug where the resolver has read it anyway, so that a public brand needs no further query. */
type BrandIds = { tenantId: string; brandId: string; slug?: string }
type NamedIds = Partial<Record<string, string>>

/**
 * One resolver for everything that a payload may name instead of its brand. Ids are unique on the whole platform; a
 * `tenantId` given beside one has to match.
 */
const resolvers: Record<Subject, (db: Db, named: NamedIds, user: User | null) => Promise<BrandIds | null>> = {
  brand: async (_, { tenantId = '', brandId = '' }) => ({ tenantId, brandId }),
  upload: (db, { uploadId = '' }) => brandOfUpload(db, uploadId),
  brandFirestoreId: (db, { brandFirestoreId = '' }) => brandIdsOf(db, brandFirestoreId),
  plan: (db, { planId = '' }) => brandOfPlan(db, planId),
  content: (db, { planContentId = '' }) => brandOfContent(db, planContentId),
  maybeContent: (db, { planContentId = '' }) => brandOfContent(db, planContentId),
  comment: (db, { commentId = '' }) => brandOfComment(db, commentId),
  // An order is only found for its buyer.
  order: (db, { orderId = '' }, user) => (user ? brandOfOrder(db, orderId, user.uid) : Promise.resolve(null)),
  // A cart is only found for its fan.
  cart: (db, { cartId = '' }, user) => (user ? brandOfCart(db, cartId, user.uid) : Promise.resolve(null)),
  // A grant is only found for its buyer.
  grant: (db, { grantId = '' }, user) => (user ? brandOfGrant(db, grantId, user.uid) : Promise.resolve(null)),
}

/** Cached: a content never moves to another brand. Reads detect a deletion themselves; writes query it again. */
const knownContents = new LRUCache<string, BrandIds>({ max: 10_000 })
const readContent = async (db: Db, { planContentId = '' }: NamedIds) => {
  const known = knownContents.get(planContentId)
  if (known) return known
  const found = await brandOfContent(db, planContentId)
  if (found) knownContents.set(planContentId, found)
  return found
}

const brandOf = async (db: Db, operation: Operation, named: NamedIds, user: User | null): Promise<BrandIds | null> => {
  const { by = 'brand', effect } = operation
  const ofContent = effect === 'read' && (by === 'content' || by === 'maybeContent')
  const found = await (ofContent ? readContent(db, named) : resolvers[by](db, named, user))
  return found && (named.tenantId === undefined || named.tenantId === found.tenantId) ? found : null
}

/** Longest time since the sign-in for operations that need a recent one. */
const freshFor = 10 * 60_000

/**
 * Runs the work unless this is so, which is asked together with the work's first query: it has been begun before. Where it is, it is the
 * only refusal, whatever the work refused.
 */
export const unless = async <T>(
  asked: Promise<boolean>,
  code: 'unauthenticated' | 'tenantSuspended',
  work: () => Promise<T>,
): Promise<T> => {
  // Not awaited yet. If it refuses, everything written here is rolled back.
  const done = work()
  done.catch(() => {})
  const isSo = await asked.catch(async (error) => {
    await done.catch(() => {})
    throw error
  })
  if (!isSo) return done
  await done.catch(() => {})
  return refuse(code)
}

/** Runs the work for somebody whose account is not deleted: a token stays valid for minutes after that. */
export const unlessDeleted = async <T>(db: Db, user: Identity | null, work: () => Promise<T>): Promise<T> =>
  user ? unless(db === database() ? isGoneNow(db, user.uid) : isDeleted(db, user.uid), 'unauthenticated', work) : work()

/**
 * The same for a read by a club's staff: the row that says what they are says it as well, so that it is asked only of whom the work
 * refuses, who may have no such row.
 */
export const unlessDeletedMember = async <T>(db: Db, user: Identity | null, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (user && isRefusal(error) && (await isGoneNow(db, user.uid))) return refuse('unauthenticated')
    throw error
  }
}

/** Checks the access that the contract demands and returns the values that prove it; refuses otherwise. */
export const accessOf = async (
  db: Db,
  { operation, payload, asked: { user } }: { operation: Operation; payload: unknown; asked: { user: Identity | null } },
) => {
  const named = payload as NamedIds
  const { caller, by } = operation
  if (caller === 'visitor' || caller === 'fan') {
    if (caller === 'fan' && !user) return refuse('unauthenticated')
    if (operation.fresh) refuseStale(user)
    const ids = by && (await brandOf(db, operation, named, user))
    const brand = ids ? (ids.slug === undefined ? await publicBrand(db, ids) : (ids as PublicBrand)) : null
    if (by && !brand && by !== 'maybeContent') return refuse('notFound')
    const who = caller === 'visitor' ? { user } : { user, fan: user as unknown as Fan, isOperator: isOperator(user) }
    // Null only for `maybeContent`, whose handlers expect it (context.ts).
    return { ...who, ...(by && { brand: brand as PublicBrand, storage: storage() }) }
  }
  if (!user) return refuse('unauthenticated')
  if (caller === 'operator') {
    const operator = operatorFor(user) ?? refuse('forbidden')
    if (operation.fresh) refuseStale(user)
    return { user, operator, operators: serverConfig().OPERATOR_EMAILS }
  }
  if (caller === 'tenant') return proven(operation, user, await tenantFor(db, user, named.tenantId ?? ''))
  const ids = await brandOf(db, operation, named, user)
  const found = ids && (await brandFor(db, user, ids.tenantId, ids.brandId))
  return { ...proven(operation, user, found), storage: storage(), analytics: analytics() }
}

const isOperator = (user: User | null) => user !== null && operatorFor(user) !== null

const refuseStale = (user: Identity | null) => {
  if (user && realNow() - user.authTime > freshFor) refuse('signInAgain')
}

/** Strangers get "not found"; members without the role get "role missing". */
const proven = <Found extends { member: Member }>(operation: Operation, user: Identity, found: Found | null) => {
  const mine = found ?? refuse('notFound')
  if (!operation.roles.includes(mine.member.role)) return refuse('forbidden')
  if (operation.fresh) refuseStale(user)
  return { user, ...mine }
}
