import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Instant } from '../../kit/time'
import type { Db } from '../../server/context'
import { brands } from '../brands/tables.server'
import { type ApplicationStatus, emptyForm, statusAt } from './application'
import type { Application } from './contract'
import { applicationMessages, slugReservations, tenantApplications } from './tables.server'

export type Row = typeof tenantApplications.$inferSelect & { status: Exclude<ApplicationStatus, 'expired'> }
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

/** The application under lock; an applicant's own, or any for the operator. */
export const lockApplication = async (db: Db, applicationId: string, applicantUid?: string) => {
  const [row] = await db
    .select()
    .from(tenantApplications)
    .where(
      and(
        eq(tenantApplications.applicationId, applicationId),
        applicantUid === undefined ? undefined : eq(tenantApplications.applicantUid, applicantUid),
      ),
    )
    .for('update')
  return row as Row | undefined
}

export const save = async (db: Db, row: Row, changes: Partial<Row>, now: Instant) => {
  const updatedAt = Math.max(now, row.updatedAt + 1)
  await db
    .update(tenantApplications)
    .set({
      ...changes,
      ...(changes.status && { history: [...row.history, { status: changes.status, at: now }] }),
      updatedAt,
      version: row.version + 1,
    })
    .where(and(eq(tenantApplications.applicationId, row.applicationId), eq(tenantApplications.status, row.status)))
  return { applicationId: row.applicationId, status: statusAt({ ...row, ...changes }, now), updatedAt }
}

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

/** Gives back the slugs of lapsed applications among these, so that nobody holds a name for ever. */
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

/** Which of these slugs somebody else uses or holds. */
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

/** Holds the slug for the application; false when it is somebody else's, however close the race. */
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

export const lapses = (now: Instant) =>
  sql`(${tenantApplications.status} = 'changesRequested' and coalesce(${tenantApplications.expiresAt} <= ${new Date(now).toISOString()}, false))`
export const hasStatus = (status: ApplicationStatus, now: Instant) => {
  if (status === 'expired') return lapses(now)
  const stored = eq(tenantApplications.status, status)
  return status === 'changesRequested' ? and(stored, sql`not ${lapses(now)}`) : stored
}
/** What an operator sees: everything that was ever submitted. */
export const wasSubmitted = sql`${tenantApplications.submittedAt} is not null`
