import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { exportsTable } from '#club/exports/tables.server.ts'
import { fans } from '#club/fans/tables.server.ts'
import { tenantMembers, tenants } from '#club/tenants/tables.server.ts'
import type { Instant } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { ledgerSums } from '#money/ledger/tables.server.ts'
import { orders } from '#money/orders/tables.server.ts'
import { payouts } from '#money/payouts/revenue/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import { payoutTerms } from '#server/payments/payouts.ts'
import type { Leaving } from '#server/personal.ts'
import type { Ports } from '#server/ports.ts'
import type { Db, Fan } from '#server/proven.ts'
import { type FileState, stillToSend } from './account'
import { isOpenOrder } from './deleted/queries.server'
import { accountFiles, emailChecks } from './tables.server'

// --- Account page ----------------------------------------------------------------------------------------------------

export const filesOf = (db: Db, { uid }: Fan) =>
  db.select().from(accountFiles).where(eq(accountFiles.uid, uid)).orderBy(desc(accountFiles.createdAt)).limit(5)

export const fileOf = async (db: Db, { uid }: Fan, exportId: string) => {
  const [row] = await db
    .select()
    .from(accountFiles)
    .where(and(eq(accountFiles.uid, uid), eq(accountFiles.exportId, exportId)))
  return row
}

export const countMemberships = async (db: Db, { uid }: Fan): Promise<number> => {
  const [row] = await db
    .select({ n: count() })
    .from(subscriptions)
    .where(and(eq(subscriptions.uid, uid), isNull(subscriptions.endedAt)))
  return row?.n ?? 0
}

export const countToSend = async (db: Db, { uid }: Fan): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(
      and(
        eq(orders.uid, uid),
        inArray(orders.fulfillmentState, [...stillToSend]),
        inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
      ),
    )
    .limit(1000)
    .as('some')
  const [row] = await db.select({ n: count() }).from(some)
  return row?.n ?? 0
}

/**
 * A club needs an owner while it is open, and after closing until everything is delivered, decided and paid out. A
 * balance below the minimum payout is never paid out, so it does not count.
 */
const needsOwner = (now: Instant, leastPayout: number) =>
  or(
    isNull(tenants.closesAt),
    gt(tenants.closesAt, now),
    subquery`exists (select 1 from ${orders} o where o.tenant_id = ${tenants.tenantId} and ${isOpenOrder})`,
    subquery`exists (select 1 from ${payouts} p where p.tenant_id = ${tenants.tenantId} and (p.state = 'scheduled'
      or (p.state = 'processing' and p.scheduled_for > ${toTimestamp(now)}::timestamptz)))`,
    subquery`exists (select 1 from ${ledgerSums} m where m.tenant_id = ${tenants.tenantId}
      group by m.brand_id having -sum(m.amount) >= ${leastPayout})`,
  )

/** Clubs that this person owns alone and that still need an owner. */
export const ownedAlone = (db: Db, { uid }: Fan, now: Instant) =>
  db
    .select({ tenantId: tenants.tenantId, name: tenants.name })
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .where(
      and(
        eq(tenantMembers.uid, uid),
        eq(tenantMembers.status, 'active'),
        eq(tenantMembers.role, 'owner'),
        subquery`not exists (select 1 from ${tenantMembers} o where o.tenant_id = ${tenantMembers.tenantId}
          and o.role = 'owner' and o.status = 'active' and o.uid <> ${uid})`,
        needsOwner(now, payoutTerms().minimum),
      ),
    )
    .orderBy(asc(tenants.tenantId))
    .limit(100)

/** Locks the owners of all clubs that this person owns, so that two owners cannot leave at the same time. */
export const lockOwners = async (db: Db, { uid }: Fan) => {
  await db
    .select({ memberId: tenantMembers.memberId })
    .from(tenantMembers)
    .where(
      and(
        eq(tenantMembers.role, 'owner'),
        eq(tenantMembers.status, 'active'),
        subquery`${tenantMembers.tenantId} in (select m.tenant_id from ${tenantMembers} m where m.uid = ${uid} and m.status = 'active' and m.role = 'owner')`,
      ),
    )
    .orderBy(asc(tenantMembers.memberId))
    .for('update')
}

// --- E-mail address --------------------------------------------------------------------------------------------------

export const saveEmailCheck = async (db: Db, check: typeof emailChecks.$inferInsert) => {
  await db.insert(emailChecks).values(check).onConflictDoUpdate({ target: emailChecks.uid, set: check })
}

/** The check that waits for its link; undefined once the link has lapsed. */
export const openEmailCheck = async (db: Db, { uid }: Fan, now: Instant) => {
  const [row] = await db
    .select()
    .from(emailChecks)
    .where(and(eq(emailChecks.uid, uid), gt(emailChecks.expiresAt, now)))
  return row
}

export const removeEmailCheck = async (db: Db, { uid }: { uid: string }) => {
  await db.delete(emailChecks).where(eq(emailChecks.uid, uid))
}

// --- Export ----------------------------------------------------------------------------------------------------------

export const insertFile = (db: Db, row: typeof accountFiles.$inferInsert) => db.insert(accountFiles).values(row)
export const fileById = async (db: Db, exportId: string) => {
  const [row] = await db.select().from(accountFiles).where(eq(accountFiles.exportId, exportId))
  return row
}
export const setFile = async (
  db: Db,
  exportId: string,
  changes: { state?: FileState; key?: string | null; expiresAt?: Instant },
) => {
  await db.update(accountFiles).set(changes).where(eq(accountFiles.exportId, exportId))
}
export const overdueFiles = (db: Db, now: Instant) =>
  db
    .select({ exportId: accountFiles.exportId, key: accountFiles.key })
    .from(accountFiles)
    .where(and(isNotNull(accountFiles.key), lte(accountFiles.expiresAt, now)))
    .limit(1000)

/** The person's own data stored under the account, without notes that others wrote about them. */
export const everythingOf = async (db: Db, { personalData }: Ports, whose: { uid: string }) => {
  const everything: Record<string, unknown> = {}
  for (const room of personalData) Object.assign(everything, await room.export?.(db, whose))
  return everything
}

// --- Deletion --------------------------------------------------------------------------------------------------------

/**
 * Files of lists that may name this person end now, and are removed by the next sweep: those of brands that know the fan or
 * have an order of theirs. Made again they are without the person.
 */
export const expireFilesNaming = async (db: Db, { uid }: Fan, now: Instant) => {
  const isOfBrand = (alias: 'f' | 'o') => {
    const its = sql.raw(alias)
    return sql`${its}.tenant_id = ${exportsTable.tenantId} and ${its}.brand_id = ${exportsTable.brandId} and ${its}.uid = ${uid}`
  }
  const names = or(
    subquery`exists (select 1 from ${fans} f where ${isOfBrand('f')})`,
    subquery`exists (select 1 from ${orders} o where ${isOfBrand('o')})`,
  )
  await db
    .update(exportsTable)
    .set({ expiresAt: now })
    .where(and(eq(exportsTable.state, 'completed'), gt(exportsTable.expiresAt, now), names))
}

/**
 * Removes personal data from every row but the orders' buyers (`forgetBuyers`). Amounts, orders and the ledger only contain
 * the uid.
 */
export const forget = async (db: Db, { personalData }: Ports, who: Leaving, now: Instant) => {
  for (const room of personalData) await room.forget?.(db, who, now)
}
