import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { tenantApplications } from '#club/applications/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import { memberAddress } from '#club/tenants/queries.server.ts'
import { tenantMembers, tenants } from '#club/tenants/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Operator } from '#server/proven.ts'
import { bankAccounts, identityChecks, identityDocuments } from './tables.server'

type BrandIds = { tenantId: string; brandId: string }
export type BankAccountRow = typeof bankAccounts.$inferSelect
export type IdentityCheckRow = typeof identityChecks.$inferSelect

/** Newest first: the first one is in effect. */
export const accountsOf = (db: Db, { tenantId, brandId }: BrandIds) =>
  db
    .select({
      account: bankAccounts,
      // `limit 1`: a member who left and came back has two rows. The outer columns are written in full, else they would
      // be those of the inner table.
      savedByName: subquery<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
        where m.tenant_id = bank_accounts.tenant_id and m.uid = bank_accounts.saved_by limit 1), '')`,
    })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.tenantId, tenantId), eq(bankAccounts.brandId, brandId)))
    .orderBy(desc(bankAccounts.savedAt), desc(bankAccounts.bankAccountId))
    .limit(20)

export const currentAccount = async (db: Db, { tenantId, brandId }: BrandIds): Promise<BankAccountRow | undefined> => {
  const [row] = await db
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.tenantId, tenantId), eq(bankAccounts.brandId, brandId)))
    .orderBy(desc(bankAccounts.savedAt), desc(bankAccounts.bankAccountId))
    .limit(1)
  return row
}

export const accountById = async (db: Db, bankAccountId: string): Promise<BankAccountRow | undefined> => {
  const [row] = await db.select().from(bankAccounts).where(isNamed(bankAccounts.bankAccountId, bankAccountId))
  return row
}

export const insertAccount = async (db: Db, account: typeof bankAccounts.$inferInsert) => {
  const { tenantId, bankAccountId } = account
  await withNames(db, tenantId, [[bankAccounts.bankAccountId, bankAccountId]])
    .insert(bankAccounts)
    .values(account)
}

export const markErrored = async (
  db: Db,
  { tenantId, bankAccountId }: Pick<BankAccountRow, 'tenantId' | 'bankAccountId'>,
  reason: string,
  at: Instant,
) => {
  await db
    .update(bankAccounts)
    .set({ status: 'errored', erroredAt: at, erroredReason: reason })
    .where(and(eq(bankAccounts.tenantId, tenantId), eq(bankAccounts.bankAccountId, bankAccountId)))
}

export const checkOf = async (db: Db, tenantId: string): Promise<IdentityCheckRow | undefined> => {
  const [row] = await db.select().from(identityChecks).where(eq(identityChecks.tenantId, tenantId))
  return row
}

export const lockCheck = async (db: Db, tenantId: string): Promise<IdentityCheckRow | undefined> => {
  const [row] = await db.select().from(identityChecks).where(eq(identityChecks.tenantId, tenantId)).for('update')
  return row
}

export const documentsOf = (db: Db, tenantId: string) =>
  db
    .select()
    .from(identityDocuments)
    .where(eq(identityDocuments.tenantId, tenantId))
    .orderBy(asc(identityDocuments.uploadedAt), asc(identityDocuments.documentId))
    .limit(50)

export const documentById = async (db: Db, _: Operator, of: { tenantId: string; documentId: string }) => {
  const [row] = await db
    .select()
    .from(identityDocuments)
    .where(and(eq(identityDocuments.tenantId, of.tenantId), eq(identityDocuments.documentId, of.documentId)))
  return row
}

/** Saves a newly submitted check, which replaces a failed one. */
export const saveCheck = async (
  db: Db,
  tenantId: string,
  { by, now }: { by: string; now: Instant },
  documents: readonly Omit<typeof identityDocuments.$inferInsert, 'tenantId'>[],
) => {
  const submitted = { state: 'submitted' as const, submittedBy: by, submittedAt: now }
  await db
    .insert(identityChecks)
    .values({ tenantId, ...submitted })
    .onConflictDoUpdate({
      target: identityChecks.tenantId,
      set: { ...submitted, decidedBy: null, decidedAt: null, reason: '' },
    })
  await db.insert(identityDocuments).values(documents.map((document) => ({ ...document, tenantId })))
}

export const decideCheck = async (
  db: Db,
  tenantId: string,
  { state, reason, by, now }: { state: 'verified' | 'failed'; reason: string; by: string; now: Instant },
) => {
  await db
    .update(identityChecks)
    .set({ state, reason, decidedBy: by, decidedAt: now })
    .where(eq(identityChecks.tenantId, tenantId))
}

/** Documents whose check was decided before this moment. */
export const outdatedDocuments = (db: Db, clubs: Clubs, before: Instant) =>
  db
    .select({
      tenantId: identityDocuments.tenantId,
      documentId: identityDocuments.documentId,
      key: identityDocuments.key,
    })
    .from(identityDocuments)
    .innerJoin(identityChecks, eq(identityChecks.tenantId, identityDocuments.tenantId))
    .where(
      and(
        isOfClubs(identityDocuments.tenantId, clubs),
        ne(identityChecks.state, 'submitted'),
        lt(identityChecks.decidedAt, before),
      ),
    )
    .limit(1000)

export const forgetDocument = (db: Db, { tenantId, documentId }: { tenantId: string; documentId: string }) =>
  db
    .delete(identityDocuments)
    .where(and(eq(identityDocuments.tenantId, tenantId), eq(identityDocuments.documentId, documentId)))

/** Legal name and form of the club, from its approved application. */
export const legalPersonOf = async (db: Db, tenantId: string) => (await legalPersonsOf(db, [tenantId])).get(tenantId)

export const legalPersonsOf = async (db: Db, tenantIds: readonly string[]) => {
  const rows = await db
    .select({ tenantId: tenantApplications.tenantId, form: tenantApplications.form })
    .from(tenantApplications)
    .where(and(inArray(tenantApplications.tenantId, [...tenantIds]), eq(tenantApplications.status, 'approved')))
  return new Map(rows.map(({ tenantId, form }) => [tenantId, form]))
}

/** The account in effect of each brand of these clubs. */
export const currentAccountsOf = (db: Db, _: Operator, tenantIds: readonly string[]) =>
  db
    .selectDistinctOn([bankAccounts.tenantId, bankAccounts.brandId])
    .from(bankAccounts)
    .where(inArray(bankAccounts.tenantId, [...tenantIds]))
    .orderBy(bankAccounts.tenantId, bankAccounts.brandId, desc(bankAccounts.savedAt), desc(bankAccounts.bankAccountId))

/** All owners of the club, for mails that every owner must receive. */
export const ownersOf = (db: Db, tenantId: string) =>
  db
    .select({ email: memberAddress, locale: sql<'ja' | 'en'>`coalesce(${people.locale}, 'ja')` })
    .from(tenantMembers)
    .leftJoin(people, eq(people.uid, tenantMembers.uid))
    .where(
      and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.role, 'owner'), eq(tenantMembers.status, 'active')),
    )
    .limit(50)

const inState = (state: IdentityCheckRow['state'] | undefined) => (state ? eq(identityChecks.state, state) : undefined)

export const checksOf = (
  db: Db,
  _: Operator,
  state: IdentityCheckRow['state'] | undefined,
  page: PaginationRequest,
) => {
  const documents = db
    .select({
      list: jsonList(
        {
          documentId: identityDocuments.documentId,
          kind: identityDocuments.kind,
          contentType: identityDocuments.contentType,
        },
        sql`${identityDocuments.uploadedAt}, ${identityDocuments.documentId}`,
      ).as('list'),
    })
    .from(identityDocuments)
    .where(eq(identityDocuments.tenantId, identityChecks.tenantId))
    .as('documents')
  const person = (field: string) =>
    subquery<string>`coalesce((select a.form ->> ${sql.raw(`'${field}'`)} from ${tenantApplications} a where a.tenant_id = ${identityChecks.tenantId} and a.status = 'approved' limit 1), '')`
  return db
    .select({
      tenantId: identityChecks.tenantId,
      tenantName: tenants.name,
      state: identityChecks.state,
      legalName: person('legalName'),
      legalNameKana: person('legalNameKana'),
      address: person('address'),
      submittedAt: identityChecks.submittedAt,
      decidedAt: identityChecks.decidedAt,
      reason: identityChecks.reason,
      documents: documents.list,
    })
    .from(identityChecks)
    .innerJoin(tenants, eq(tenants.tenantId, identityChecks.tenantId))
    .innerJoinLateral(documents, sql`true`)
    .where(inState(state))
    .orderBy(desc(identityChecks.submittedAt), asc(identityChecks.tenantId))
    .limit(page.limit)
    .offset(page.offset)
}

export const countChecks = async (db: Db, _: Operator, state: IdentityCheckRow['state'] | undefined) => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(identityChecks)
    .where(inState(state))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}
