import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Sort } from '#kit/list.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { withNames } from '#server/db/directory.ts'
import { contains } from '#server/db/search.ts'
import type { Db, Fan, Operator } from '#server/proven.ts'
import { defaultAccentColor } from '../brands/brand'
import { brands } from '../brands/tables.server'
import { tenantMembers, tenants } from '../tenants/tables.server'
import {
  type ApplicationForm,
  type ApplicationStatus,
  applicationStatuses,
  emptyForm,
  type StoredApplication,
  statusAt,
} from './application'
import type { Application } from './contract'
import { applicationMessages, slugReservations, tenantApplications } from './tables.server'

export type Row = typeof tenantApplications.$inferSelect & StoredApplication
type Thread = Application['thread']

export const applicationOf = (row: Row, thread: Thread, now: Instant): Application => ({
  applicationId: row.applicationId,
  status: statusAt(row, now),
  form: { ...emptyForm, ...row.form },
  thread,
  decision: row.decision && { at: row.decision.at, reasonCode: row.decision.reasonCode, message: row.decision.message },
  tenantId: row.tenantId,
  brandId: row.brandId,
  expiresAt: row.expiresAt,
  submittedAt: row.submittedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  history: row.history as Application['history'],
})

// --- One application ----------------------------------------------------------------------------------------------------

const isMine = (applicant: Fan) => eq(tenantApplications.applicantUid, applicant.uid)
const is = (applicationId: string) => eq(tenantApplications.applicationId, applicationId)
/** Applications visible to operators: those that were ever submitted. */
const wasSubmitted = sql`${tenantApplications.submittedAt} is not null`

/** Locks the applicant's own application. */
export const lockMine = async (db: Db, applicant: Fan, applicationId: string) => {
  const [row] = await db
    .select()
    .from(tenantApplications)
    .where(and(is(applicationId), isMine(applicant)))
    .for('update')
  return row as Row | undefined
}

/** Locks any submitted application. */
export const lockSubmitted = async (db: Db, _operator: Operator, applicationId: string) => {
  const [row] = await db
    .select()
    .from(tenantApplications)
    .where(and(is(applicationId), wasSubmitted))
    .for('update')
  return row as Row | undefined
}

export const findSubmitted = async (db: Db, _operator: Operator, applicationId: string) => {
  const [row] = await db
    .select()
    .from(tenantApplications)
    .where(and(is(applicationId), wasSubmitted))
  return row as Row | undefined
}

/** What the club said when it applied; null where it had no application. */
export const approvedForm = async (db: Db, { tenantId }: { tenantId: string }): Promise<ApplicationForm | null> => {
  const [row] = await db
    .select({ form: tenantApplications.form })
    .from(tenantApplications)
    .where(and(eq(tenantApplications.tenantId, tenantId), eq(tenantApplications.status, 'approved')))
    .limit(1)
  return row ? { ...emptyForm, ...(row.form as Partial<ApplicationForm>) } : null
}

/** Who the club is by its application: a company's name, or a person's. Empty where the club had none. */
export const legalNameOf = async (db: Db, tenant: { tenantId: string }): Promise<string> =>
  (await approvedForm(db, tenant))?.legalName ?? ''

export const myApplications = async (db: Db, applicant: Fan) =>
  (await db
    .select()
    .from(tenantApplications)
    .where(isMine(applicant))
    .orderBy(desc(tenantApplications.createdAt), desc(tenantApplications.applicationId))
    .limit(100)) as Row[]

/** States of all applications of one person; concurrent calls for the same person are serialized here. */
export const lockMyStates = async (db: Db, applicant: Fan) => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`applications ${applicant.uid}`}, 0))`)
  return (await db
    .select({ status: tenantApplications.status, expiresAt: tenantApplications.expiresAt })
    .from(tenantApplications)
    .where(isMine(applicant))) as Pick<Row, 'status' | 'expiresAt'>[]
}

export const insertApplication = (
  db: Db,
  applicant: Fan,
  row: Omit<typeof tenantApplications.$inferInsert, 'applicantUid'>,
) => db.insert(tenantApplications).values({ ...row, applicantUid: applicant.uid })

/** The caller holds the row lock, so the stored state is still the one that the transition started from. */
export const saveApplication = async (db: Db, from: Row, application: StoredApplication, now: Instant) => {
  const { applicationId, ...values } = application
  const history =
    application.status === from.status ? from.history : [...from.history, { status: application.status, at: now }]
  const saved = await db
    .update(tenantApplications)
    .set({ ...values, history, version: from.version + 1 })
    .where(and(is(applicationId), eq(tenantApplications.status, from.status)))
    .returning({ applicationId: tenantApplications.applicationId })
  if (saved.length === 0) throw new Error('The application that was locked has changed.')
  return { applicationId, status: statusAt(application, now), updatedAt: application.updatedAt }
}

// --- The operator's queue -----------------------------------------------------------------------------------------------

const lapsed = (now: Instant) =>
  sql`(${tenantApplications.status} = 'changesRequested' and coalesce(${tenantApplications.expiresAt} <= ${new Date(now).toISOString()}, false))`
/** `statusAt` of application.ts as SQL. */
const hasStatus = (status: ApplicationStatus, now: Instant) => {
  if (status === 'expired') return lapsed(now)
  const stored = eq(tenantApplications.status, status)
  return status === 'changesRequested' ? and(stored, sql`not ${lapsed(now)}`) : stored
}

const clubName = sql`${tenantApplications.form}->>'tenantName'`
const isAsked = (q: string | undefined) =>
  and(
    wasSubmitted,
    contains([clubName, sql`${tenantApplications.form}->>'brandName'`, tenantApplications.applicantEmail], q),
  )

type QueueAsked = {
  status: ApplicationStatus | undefined
  q: string | undefined
  sort: Sort<'submittedAt' | 'club'> | undefined
  page: PaginationRequest
  now: Instant
}

/** Default order: oldest first. */
export const queueOf = async (
  db: Db,
  _operator: Operator,
  { status, q, sort = 'submittedAt', page, now }: QueueAsked,
) =>
  (await db
    .select()
    .from(tenantApplications)
    .where(and(isAsked(q), status && hasStatus(status, now)))
    .orderBy(
      (sort.startsWith('-') ? desc : asc)(sort.endsWith('club') ? clubName : tenantApplications.submittedAt),
      asc(tenantApplications.applicationId),
    )
    .limit(page.limit)
    .offset(page.offset)) as Row[]

/** Those that wait for an operator, counted to 10,000, and since when: new ones, with the changes asked for, and under review. */
export const waitingApplications = async (db: Db, _operator: Operator) => {
  const some = db
    .select({
      kind: sql<'answered' | 'fresh' | 'inReview'>`case when ${tenantApplications.status} = 'inReview' then 'inReview'
        when ${tenantApplications.reviewedForm} is not null then 'answered' else 'fresh' end`.as('kind'),
      submittedAt: tenantApplications.submittedAt,
    })
    .from(tenantApplications)
    .where(inArray(tenantApplications.status, ['submitted', 'inReview']))
    .limit(mostCounted)
    .as('some')
  const of = (kind: 'answered' | 'fresh' | 'inReview') => {
    const only = sql`filter (where ${some.kind} = ${kind})`
    return {
      count: sql<number>`(count(*) ${only})::int`,
      first: sql`min(${some.submittedAt}) ${only}`.mapWith(tenantApplications.submittedAt),
    }
  }
  const [answered, fresh, inReview] = [of('answered'), of('fresh'), of('inReview')]
  const [row] = await db
    .select({
      ...{ answered: answered.count, answeredAt: answered.first, fresh: fresh.count, freshAt: fresh.first },
      ...{ inReview: inReview.count, inReviewAt: inReview.first },
    })
    .from(some)
  return {
    answered: { count: row?.answered ?? 0, first: row?.answeredAt ?? null },
    fresh: { count: row?.fresh ?? 0, first: row?.freshAt ?? null },
    inReview: { count: row?.inReview ?? 0, first: row?.inReviewAt ?? null },
  }
}

/** Counts per status under the same search, up to 10,000 each. */
export const queueCounts = async (db: Db, _operator: Operator, q: string | undefined, now: Instant) => {
  const some = db
    .select({
      state: sql<ApplicationStatus>`case when ${lapsed(now)} then 'expired' else ${tenantApplications.status} end`.as(
        'state',
      ),
    })
    .from(tenantApplications)
    .where(isAsked(q))
    .limit(mostCounted)
    .as('some')
  const count = (status: ApplicationStatus) => sql<number>`(count(*) filter (where ${some.state} = ${status}))::int`
  const columns = Object.fromEntries(applicationStatuses.map((status) => [status, count(status)]))
  const [row] = await db.select(columns as Record<ApplicationStatus, SQL<number>>).from(some)
  if (!row) throw new Error('A count answers one row.')
  return row
}

const likeness = ['phone', 'email', 'legalName'] as const
const mostAlike = 5

/** Other submitted applications with the same phone, e-mail or legal name, newest first, at most 5. */
export const alikeOf = async (db: Db, _operator: Operator, { applicationId, form }: Row) => {
  // One query for each field, so that each uses its own index.
  const found = await Promise.all(
    likeness
      .filter((name) => form[name] !== '')
      .map(
        (name) =>
          db
            .select()
            .from(tenantApplications)
            .where(
              and(
                wasSubmitted,
                ne(tenantApplications.applicationId, applicationId),
                sql`(${tenantApplications.form}->>${sql.raw(`'${name}'`)}) = ${form[name]}`,
              ),
            )
            .orderBy(desc(tenantApplications.createdAt))
            .limit(mostAlike) as unknown as Promise<Row[]>,
      ),
  )
  const byId = new Map(found.flat().map((row) => [row.applicationId, row]))
  return [...byId.values()].sort((a, b) => b.createdAt - a.createdAt).slice(0, mostAlike)
}

/** The club, its first brand and its owner, in the transaction that approves the application. */
export const openClub = async (
  db: Db,
  _operator: Operator,
  row: Row,
  club: { tenantId: string; brandId: string; memberId: string; name: string; slug: string; email: string },
  now: Instant,
) => {
  const { tenantId, brandId, memberId } = club
  await db.insert(tenants).values({ tenantId, name: club.name, createdAt: now })
  const named = withNames(db, tenantId, [
    [brands.brandId, brandId],
    [brands.slug, club.slug],
  ])
  await named.insert(brands).values({
    tenantId,
    brandId,
    slug: club.slug,
    name: row.form.brandName,
    thumbnail: '',
    icon: '',
    description: row.form.description,
    accentColor: defaultAccentColor,
    links: row.form.snsUrls,
    createdAt: now,
    editedAt: now,
  })
  await db.insert(tenantMembers).values({
    tenantId,
    memberId,
    uid: row.applicantUid,
    role: 'owner',
    email: club.email.toLowerCase(),
    displayName: row.applicantName,
    status: 'active',
    invitedAt: now,
    joinedAt: now,
  })
}

// --- Messages and slugs -------------------------------------------------------------------------------------------------

export const threadsOf = async (db: Db, applicationIds: string[], visibility?: 'public') => {
  const rows = await db
    .select()
    .from(applicationMessages)
    .where(
      and(
        inArray(applicationMessages.applicationId, applicationIds),
        visibility && eq(applicationMessages.visibility, visibility),
      ),
    )
    .orderBy(asc(applicationMessages.at), asc(applicationMessages.messageId))
  return (applicationId: string) =>
    rows
      .filter((row) => row.applicationId === applicationId)
      .map(
        ({ messageId, author, visibility: seen, body, at }) =>
          ({ messageId, author, visibility: seen, body, at }) as Thread[number],
      )
}

export const release = (db: Db, applicationId: string, kept?: string) =>
  db
    .delete(slugReservations)
    .where(
      and(
        eq(slugReservations.applicationId, applicationId),
        kept === undefined ? undefined : ne(slugReservations.slug, kept),
      ),
    )

/** Releases the slugs of expired applications among these, so that no name stays reserved for ever. */
export const releaseLapsed = async (db: Db, slugs: readonly string[], now: Instant) => {
  const held = await db
    .select({ applicationId: tenantApplications.applicationId })
    .from(slugReservations)
    .innerJoin(tenantApplications, eq(tenantApplications.applicationId, slugReservations.applicationId))
    .where(
      and(
        inArray(slugReservations.slug, [...slugs]),
        eq(tenantApplications.status, 'changesRequested'),
        sql`${tenantApplications.expiresAt} <= ${new Date(now).toISOString()}`,
      ),
    )
  for (const { applicationId } of held) await release(db, applicationId)
}

/** Which of these slugs are used or reserved by others. */
export const takenSlugs = async (db: Db, slugs: readonly string[], applicationId: string | undefined, now: Instant) => {
  const used = await db
    .select({ slug: brands.slug })
    .from(brands)
    .where(inArray(brands.slug, [...slugs]))
  const held = await db
    .select({ slug: slugReservations.slug, status: tenantApplications.status, expiresAt: tenantApplications.expiresAt })
    .from(slugReservations)
    .innerJoin(tenantApplications, eq(tenantApplications.applicationId, slugReservations.applicationId))
    .where(
      and(
        inArray(slugReservations.slug, [...slugs]),
        applicationId === undefined ? undefined : ne(slugReservations.applicationId, applicationId),
      ),
    )
  const living = held.filter((row) => statusAt(row as Pick<Row, 'status' | 'expiresAt'>, now) !== 'expired')
  return new Set([...used, ...living].map(({ slug }) => slug))
}

/** Reserves the slug for the application; false if another one holds it, also when both reserve at the same time. */
export const reserve = async (db: Db, slug: string, applicationId: string) => {
  await db.insert(slugReservations).values({ slug, applicationId }).onConflictDoNothing()
  const [holder] = await db.select().from(slugReservations).where(eq(slugReservations.slug, slug))
  return holder?.applicationId === applicationId
}

export const addMessage = async (
  db: Db,
  message: Omit<typeof applicationMessages.$inferInsert, 'author' | 'visibility'> &
    Pick<Thread[number], 'author' | 'visibility'>,
) => {
  await db.insert(applicationMessages).values(message)
  return { messageId: message.messageId }
}
