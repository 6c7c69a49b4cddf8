import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db, Operator } from '#server/proven.ts'
import type { Outcome } from './failedJob'
import { failedJobs } from './tables.server'

/** Name, tries and error of the job that a dead letter came from. */
export const sourceOfLetter = async (db: Db, letterId: string) => {
  const { rows } = await db.execute<{ job: string; tries: number; cause: string }>(sql`
    select source_name as job, source_retry_count + 1 as tries, coalesce(source_output ->> 'cause', source_output ->> 'message', '') as cause
    from pgboss.job where id = ${letterId}::uuid and source_name is not null limit 1`)
  return rows[0]
}

/** Whether this program has a queue of this name; jobs of older programs cannot be started again. */
export const hasQueue = async (db: Db, job: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`select 1 from pgboss.queue where name = ${job}`)
  return rows.length > 0
}

/** Whether another job failed since this moment, so that a mail was already sent. */
export const hasFailureSince = async (db: Db, since: Instant): Promise<boolean> => {
  const rows = await db.select({ one: sql`1` }).from(failedJobs).where(gt(failedJobs.failedAt, since)).limit(1)
  return rows.length > 0
}

/** False if already recorded: a dead letter may be processed twice. */
export const noteFailedJob = async (db: Db, row: typeof failedJobs.$inferInsert): Promise<boolean> => {
  const noted = await db.insert(failedJobs).values(row).onConflictDoNothing().returning({ id: failedJobs.failedJobId })
  return noted.length > 0
}

/** Language for this address; Japanese if the address is unknown. */
export const localeOfAddress = async (db: Db, email: string): Promise<'ja' | 'en'> => {
  const [row] = await db.select({ locale: people.locale }).from(people).where(eq(people.email, email)).limit(1)
  return row?.locale ?? 'ja'
}

const inState = (state: 'waiting' | 'all') => (state === 'waiting' ? isNull(failedJobs.outcome) : undefined)

export const failedJobsOf = (db: Db, _: Operator, state: 'waiting' | 'all', page: PaginationRequest) =>
  db
    .select({
      failedJobId: failedJobs.failedJobId,
      job: failedJobs.job,
      area: failedJobs.area,
      cause: failedJobs.cause,
      tries: failedJobs.tries,
      failedAt: failedJobs.failedAt,
      outcome: failedJobs.outcome,
      settledAt: failedJobs.settledAt,
      tenantName: subquery<string>`coalesce((select t.name from ${tenants} t where t.tenant_id = failed_jobs.tenant_id), '')`,
      brandName: subquery<string>`coalesce((select b.name from ${brands} b where b.tenant_id = failed_jobs.tenant_id and b.brand_id = failed_jobs.brand_id), '')`,
    })
    .from(failedJobs)
    .where(inState(state))
    .orderBy(desc(failedJobs.failedAt), desc(failedJobs.failedJobId))
    .limit(page.limit)
    .offset(page.offset)

export const countFailedJobs = async (db: Db, _: Operator, state: 'waiting' | 'all'): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(failedJobs)
    .where(inState(state))
    .limit(mostCounted)
    .as('counted')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** The unsettled ones among these, locked until the transaction ends, so that each is restarted at most once. */
export const lockWaiting = (db: Db, _: Operator, ids: readonly string[]) =>
  db
    .select({ failedJobId: failedJobs.failedJobId, job: failedJobs.job, data: failedJobs.data })
    .from(failedJobs)
    .where(and(inArray(failedJobs.failedJobId, [...ids]), isNull(failedJobs.outcome)))
    .orderBy(asc(failedJobs.failedJobId))
    .for('update')

export const settleFailedJobs = async (
  db: Db,
  { uid }: Operator,
  ids: readonly string[],
  outcome: Outcome,
  now: Instant,
): Promise<void> => {
  if (ids.length === 0) return
  await db
    .update(failedJobs)
    .set({ outcome, settledAt: now, settledBy: uid, data: {} })
    .where(inArray(failedJobs.failedJobId, [...ids]))
}

export const sweepFailedJobs = (db: Db, clubs: Clubs, before: Instant) =>
  db.delete(failedJobs).where(and(isOfClubs(failedJobs.tenantId, clubs), lt(failedJobs.failedAt, before)))

/** Unsettled failures of a brand since a moment. */
export const failedJobsOfBrand = (db: Db, { tenantId, brandId }: Brand, since: Instant, limit: number) =>
  db
    .select({ area: failedJobs.area, itemId: failedJobs.itemId, at: failedJobs.failedAt })
    .from(failedJobs)
    .where(
      and(
        eq(failedJobs.tenantId, tenantId),
        eq(failedJobs.brandId, brandId),
        isNull(failedJobs.outcome),
        gt(failedJobs.failedAt, since),
      ),
    )
    .orderBy(desc(failedJobs.failedAt))
    .limit(limit)
