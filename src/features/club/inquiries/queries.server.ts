import { and, asc, count, desc, eq, gte, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import { contains } from '#server/db/search.ts'
import { platformTenantId } from '#server/db/tableKinds.ts'
import type { Brand, Db, Operator, PublicBrand } from '#server/proven.ts'
import { auditLog } from '#server/tables.server.ts'
import { brands } from '../brands/tables.server'
import { memberAddress } from '../tenants/queries.server'
import { tenantMembers, tenants } from '../tenants/tables.server'
import { afterMessage, type InquiryDirection, type InquiryState, inquiryStates } from './inquiry'
import { inquiries, inquiryMessages } from './tables.server'

type Row = typeof inquiries.$inferSelect
export type InquiryRow = Row
type AnyBrand = { tenantId: string; brandId: string }
type NewInquiry = Pick<
  Row,
  'inquiryId' | 'direction' | 'fromName' | 'from' | 'uid' | 'subject' | 'content' | 'createdAt'
>

export const insertInquiry = (db: Db, { tenantId, brandId }: Brand | PublicBrand, inquiry: NewInquiry) =>
  db.insert(inquiries).values({ ...inquiry, tenantId, brandId, lastMessageAt: inquiry.createdAt })

// --- Lists -----------------------------------------------------------------------------------------------------------------

export type InquiryTab = 'open' | 'answered' | 'closed' | 'all'
const statesOf: Record<InquiryTab, readonly InquiryState[]> = {
  open: ['new', 'open'],
  answered: ['answered'],
  closed: ['closed'],
  all: inquiryStates,
}
/** `assignedTo` null: only unassigned ones; undefined: all. */
type InquiryFilter = { tab: InquiryTab; q: string; page: PaginationRequest; assignedTo?: string | null }

/** Inquiries to one brand, or all inquiries to the platform. */
const whose = (brand: AnyBrand | null, direction: InquiryDirection) =>
  and(
    eq(inquiries.direction, direction),
    ...(brand ? [eq(inquiries.tenantId, brand.tenantId), eq(inquiries.brandId, brand.brandId)] : []),
  )
const matches = (q: string) => contains([inquiries.subject, inquiries.fromName, inquiries.content], q)

/** Counts per state under the same search, up to 10,000 each. */
const countsOf = async (db: Db, of: SQL | undefined, q: string) => {
  const counted = async (state: InquiryState) => {
    const some = db
      .select({ one: sql`1` })
      .from(inquiries)
      .where(and(of, eq(inquiries.state, state), matches(q)))
      .limit(mostCounted)
      .as('some')
    const [row] = await db.select({ n: count() }).from(some)
    return row?.n ?? 0
  }
  const [fresh, open, answered, closed] = await Promise.all(inquiryStates.map(counted))
  const counts = { open: (fresh ?? 0) + (open ?? 0), answered: answered ?? 0, closed: closed ?? 0 }
  return { ...counts, all: counts.open + counts.answered + counts.closed }
}

const isAssigned = (to: string | null | undefined) =>
  to === undefined ? undefined : to === null ? isNull(inquiries.assignedTo) : eq(inquiries.assignedTo, to)

const listed = async (db: Db, brand: AnyBrand | null, direction: InquiryDirection, asked: InquiryFilter) => {
  const { tab, q, page } = asked
  const of = and(whose(brand, direction), isAssigned(asked.assignedTo))
  // Each state is a range of the index: the newest of each range, then the newest of all.
  const newest = statesOf[tab].map((state) =>
    db
      .select({ inquiryId: inquiries.inquiryId, lastMessageAt: inquiries.lastMessageAt })
      .from(inquiries)
      .where(and(of, eq(inquiries.state, state), matches(q)))
      .orderBy(desc(inquiries.lastMessageAt), desc(inquiries.inquiryId))
      .limit(page.offset + page.limit),
  )
  const [found, counts] = await Promise.all([Promise.all(newest), countsOf(db, of, q)])
  const shown = found
    .flat()
    .toSorted((a, b) => b.lastMessageAt - a.lastMessageAt || (a.inquiryId < b.inquiryId ? 1 : -1))
    .slice(page.offset, page.offset + page.limit)
    .map(({ inquiryId }) => inquiryId)
  const rows =
    shown.length === 0
      ? []
      : await db
          .select()
          .from(inquiries)
          .where(and(of, inArray(inquiries.inquiryId, shown)))
          .orderBy(desc(inquiries.lastMessageAt), desc(inquiries.inquiryId))
  return { rows, counts }
}

/** Fans' inquiries that wait for an answer, up to 10,000. */
export const countOpenInquiries = async (db: Db, brand: Brand): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(inquiries)
    .where(and(whose(brand, 'fanToCreator'), inArray(inquiries.state, [...statesOf.open])))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ n: count() }).from(some)
  return row?.n ?? 0
}

/** Questions of clubs to the platform that wait for an answer, up to 10,000. */
export const countPlatformOpen = async (db: Db, _operator: Operator): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(inquiries)
    .where(and(whose(null, 'creatorToPlatform'), inArray(inquiries.state, [...statesOf.open])))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ n: count() }).from(some)
  return row?.n ?? 0
}

export const inquiriesOf = (db: Db, brand: Brand, direction: InquiryDirection, asked: InquiryFilter) =>
  listed(db, brand, direction, asked)
export const platformInquiries = (db: Db, _operator: Operator, asked: InquiryFilter) =>
  listed(db, null, 'creatorToPlatform', asked)

/** Names of the clubs and brands of these rows. */
export const placesOf = async (db: Db, _operator: Operator, rows: readonly AnyBrand[]) => {
  const ids = [...new Set(rows.map(({ brandId }) => brandId))]
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ brandId: brands.brandId, brandName: brands.name, tenantName: tenants.name })
          .from(brands)
          .innerJoin(tenants, eq(tenants.tenantId, brands.tenantId))
          .where(inArray(brands.brandId, ids))
  return new Map(found.map(({ brandId, ...names }) => [brandId, names]))
}

// --- One of them -----------------------------------------------------------------------------------------------------------

export const inquiryOf = async (db: Db, { tenantId, brandId }: Brand, inquiryId: string, { locked = false } = {}) => {
  const query = db
    .select()
    .from(inquiries)
    .where(and(eq(inquiries.tenantId, tenantId), eq(inquiries.brandId, brandId), eq(inquiries.inquiryId, inquiryId)))
  const [row] = await (locked ? query.for('update') : query)
  return row
}
export const platformInquiry = async (db: Db, _operator: Operator, inquiryId: string, { locked = false } = {}) => {
  const query = db
    .select()
    .from(inquiries)
    .where(and(eq(inquiries.direction, 'creatorToPlatform'), eq(inquiries.inquiryId, inquiryId)))
  const [row] = await (locked ? query.for('update') : query)
  return row
}

/**
 * To whom a question was assigned, and when, from the operators' audit entries. These are the platform's own; only entries
 * after the question was asked are read.
 */
export const assignmentsOf = async (db: Db, _operator: Operator, { inquiryId, createdAt }: Row) => {
  const rows = await db
    .select({ at: auditLog.at, assignedTo: sql<string>`lower(coalesce(${auditLog.payload}->>'operatorEmail', ''))` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.tenantId, platformTenantId),
        gte(auditLog.at, createdAt),
        sql`${auditLog.operation} = 'assignPlatformInquiry'`,
        sql`${auditLog.payload}->>'inquiryId' = ${inquiryId}`,
      ),
    )
    .orderBy(asc(auditLog.at), asc(auditLog.auditId))
    .limit(100)
  return rows
}

/** Unassigns all inquiries of an operator's address, so that other operators find them. */
export const releaseQuestions = async (db: Db, email: string) => {
  await db
    .update(inquiries)
    .set({ assignedTo: null })
    .where(and(eq(inquiries.direction, 'creatorToPlatform'), eq(inquiries.assignedTo, email)))
}

/** Up to 500 latest messages after the first one, oldest first. */
export const messagesOf = async (db: Db, { tenantId, inquiryId }: Row) =>
  (
    await db
      .select()
      .from(inquiryMessages)
      .where(and(eq(inquiryMessages.tenantId, tenantId), eq(inquiryMessages.inquiryId, inquiryId)))
      .orderBy(desc(inquiryMessages.at), desc(inquiryMessages.messageId))
      .limit(500)
  ).toReversed()

export const addMessage = async (
  db: Db,
  { tenantId, inquiryId }: Row,
  message: Omit<typeof inquiryMessages.$inferInsert, 'tenantId' | 'inquiryId'>,
) => {
  await db.insert(inquiryMessages).values({ ...message, tenantId, inquiryId })
  await db
    .update(inquiries)
    .set({ state: afterMessage(message.side), lastMessageAt: message.at })
    .where(and(eq(inquiries.tenantId, tenantId), eq(inquiries.inquiryId, inquiryId)))
}

export const setInquiry = async (
  db: Db,
  { tenantId, inquiryId }: Row,
  changes: Partial<Pick<Row, 'state' | 'assignedTo'>>,
) => {
  await db
    .update(inquiries)
    .set(changes)
    .where(and(eq(inquiries.tenantId, tenantId), eq(inquiries.inquiryId, inquiryId)))
}

const memberName = sql<string>`coalesce(nullif(${tenantMembers.displayName}, ''), ${tenantMembers.email})`

/** Names of the members whom these inquiries are assigned to. */
export const assignedNames = async (db: Db, { tenantId }: Brand, rows: readonly Row[]) => {
  const ids = [...new Set(rows.flatMap(({ assignedTo }) => assignedTo ?? []))]
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ memberId: tenantMembers.memberId, name: memberName })
          .from(tenantMembers)
          .where(and(eq(tenantMembers.tenantId, tenantId), inArray(tenantMembers.memberId, ids)))
  return new Map(found.map(({ memberId, name }) => [memberId, name]))
}

/** Members who can be assigned the brand's inquiries, at most 100. */
export const assignableTo = (db: Db, { tenantId, brandId }: Brand) =>
  db
    .select({
      memberId: tenantMembers.memberId,
      name: memberName,
    })
    .from(tenantMembers)
    .where(looksAfter({ tenantId, brandId }))
    .orderBy(tenantMembers.joinedAt)
    .limit(100)

/** Unassigns inquiries of a member who may not handle them any more, so that others find them. */
export const releaseLetters = async (db: Db, { tenantId, memberId }: { tenantId: string; memberId: string }) => {
  const maySo = db
    .select({ one: sql`1` })
    .from(tenantMembers)
    .where(and(looksAfter(inquiries), eq(tenantMembers.memberId, memberId)))
  await db
    .update(inquiries)
    .set({ assignedTo: null })
    .where(and(eq(inquiries.tenantId, tenantId), eq(inquiries.assignedTo, memberId), notExists(maySo)))
}

/** Whether any member of the club can read replies to it. */
export const isReadByClub = async (db: Db, _operator: Operator, row: Row): Promise<boolean> =>
  (await db.select({ one: sql`1` }).from(tenantMembers).where(looksAfter(row)).limit(1)).length > 0

const looksAfter = ({ tenantId, brandId }: AnyBrand | typeof inquiries) =>
  and(
    eq(tenantMembers.tenantId, tenantId),
    eq(tenantMembers.status, 'active'),
    inArray(tenantMembers.role, ['owner', 'admin']),
    sql`(${tenantMembers.brandIds} is null or ${brandId} = any(${tenantMembers.brandIds}))`,
  )

/**
 * Recipients of mails about a brand's inquiries: the owner and administrators who have joined, at most 20, with the
 * brand's name.
 */
export const addressees = async (db: Db, { tenantId, brandId }: PublicBrand) => {
  const [brand] = await db
    .select({ name: brands.name })
    .from(brands)
    .where(and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId)))
  const members = await db
    .select({ email: memberAddress })
    .from(tenantMembers)
    .where(looksAfter({ tenantId, brandId }))
    .orderBy(tenantMembers.joinedAt)
    .limit(20)
  return { brandName: brand?.name ?? '', emails: [...new Set(members.map(({ email }) => email))] }
}
