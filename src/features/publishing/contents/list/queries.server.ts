import { and, desc, eq, exists, ilike, lte, ne, type SQL, sql } from 'drizzle-orm'
import { type PgSelect, unionAll } from 'drizzle-orm/pg-core'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { BackNumberPeriod, Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import type { ContentStatus, ContentType } from '../content'
import { contentCounts, contentViewTotals } from '../public/tables.server'
import { contentsOfBrand, isLiving, isPlanOfLink, opensContent, plansOfContent, readsAs } from '../queries.server'
import { contentPlans, contents } from '../tables.server'
import { videoConversions } from '../video/tables.server'

export type ContentFilter = {
  status: ContentStatus | undefined
  type: ContentType | undefined
  planId: string | undefined
  month: BackNumberPeriod | undefined
  q: string | undefined
}

const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Limits a name search to the contents that were edited last. */
const isAmongNewest = (brand: Brand) => subquery`${contents.editedAt} >= (select min(edited_at) from (
  select edited_at from ${contents} where tenant_id = ${brand.tenantId} and brand_id = ${brand.brandId}
  order by edited_at desc limit ${mostCounted}) newest)`

/** Whether archived plans opened so many contents that a scan of all contents finds enough of them quickly. */
const areManyClosed = async (db: Db, { tenantId }: Brand, now: Instant): Promise<boolean> => {
  const links = db
    .select({ one: sql`1`.as('one') })
    .from(plans)
    .innerJoin(contentPlans, isPlanOfLink)
    .where(and(eq(plans.tenantId, tenantId), lte(plans.archivingAt, now)))
    .limit(mostCounted)
    .as('links')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(links)
  return row?.count === mostCounted
}

/**
 * Contents that read as drafts are rare among published ones. Stored drafts are found by an index, contents of archived
 * plans by the plans' links, without scanning all contents: the newest `most` of each.
 */
const drafts = (db: Db, brand: Brand, others: SQL | undefined, { now, most }: { now: Instant; most: number }) => {
  const written = db
    .select({ id: contents.planContentId })
    .from(contents)
    .where(and(contentsOfBrand(brand), eq(contents.status, 'draft'), others))
    .orderBy(desc(contents.editedAt), desc(contents.planContentId))
    .limit(most)
  const touched = db
    .selectDistinct({ id: contents.planContentId, editedAt: contents.editedAt })
    .from(plans)
    .innerJoin(contentPlans, isPlanOfLink)
    .innerJoin(contents, opensContent)
    .where(
      and(
        eq(plans.tenantId, brand.tenantId),
        lte(plans.archivingAt, now),
        contentsOfBrand(brand),
        ne(contents.status, 'draft'),
        ne(contents.viewableBy, 'allUsers'),
        others,
      ),
    )
    .as('touched')
  const living = db
    .select({ one: sql`true` })
    .from(contentPlans)
    .innerJoin(plans, isPlanOfLink)
    .where(and(eq(contentPlans.tenantId, brand.tenantId), eq(contentPlans.planContentId, touched.id), isLiving(now)))
    .limit(1)
  const closed = db
    .select({ id: touched.id })
    .from(touched)
    .where(sql`not coalesce((${living}), false)`)
    .orderBy(desc(touched.editedAt), desc(touched.id))
    .limit(most)
  return sql`${contents.planContentId} in (${unionAll(written, closed)})`
}

/** `most` limits the drafts to the newest ones. A filter by plan is applied by joining its links (`joined`). */
export const passing = async (
  db: Db,
  brand: Brand,
  { status, ...filter }: ContentFilter,
  { now, most }: { now: Instant; most: number },
) => {
  const isSought = status === 'draft' && !(await areManyClosed(db, brand, now))
  return and(
    contentsOfBrand(brand),
    isSought
      ? drafts(db, brand, isNarrowed(db, brand, filter), { now, most })
      : and(status && readsAs(db, status, now), isNarrowed(db, brand, { ...filter, planId: undefined })),
  )
}

/** Sorted by last edit; for a plan by its links, which contain the time of the edit. */
const joined = <Q extends PgSelect>(asked: Q, planId: string | undefined) => {
  if (planId === undefined) return { asked, order: [desc(contents.editedAt), desc(contents.planContentId)] }
  const order = [desc(contentPlans.editedAt), desc(contentPlans.planContentId)]
  return {
    asked: asked.innerJoin(contentPlans, and(opensContent, eq(contentPlans.planId, planId))) as unknown as Q,
    order,
  }
}

export const isOfPlan = (db: Db, planId: string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(contentPlans)
      .where(and(opensContent, eq(contentPlans.planId, planId))),
  )

const isNarrowed = (db: Db, brand: Brand, { type, planId, month, q }: Omit<ContentFilter, 'status'>) =>
  and(
    type && eq(contents.type, type),
    planId === undefined ? undefined : isOfPlan(db, planId),
    month &&
      and(
        eq(contents.periodYear, month.year),
        eq(contents.periodMonth, month.month),
        eq(contents.periodFollows, false),
      ),
    q ? and(ilike(contents.name, `%${escaped(q)}%`), isAmongNewest(brand)) : undefined,
  )

/** The rows of the list, not yet narrowed or ordered. */
export const rowsOf = (db: Db) =>
  db
    .select({
      planContentId: contents.planContentId,
      type: contents.type,
      status: contents.status,
      name: contents.name,
      description: contents.description,
      thumbnail: contents.thumbnail,
      viewableBy: contents.viewableBy,
      periodFollows: contents.periodFollows,
      periodYear: contents.periodYear,
      periodMonth: contents.periodMonth,
      publishingAt: contents.publishingAt,
      editedAt: contents.editedAt,
      mediaId: contents.mediaId,
      plans: plansOfContent,
      conversionStatus: videoConversions.status,
      loves: sql<number>`coalesce(${contentCounts.loves}, 0)`,
      comments: sql<number>`coalesce(${contentCounts.comments}, 0)`,
      viewers: sql<number>`coalesce(${contentViewTotals.viewers}, 0)`,
    })
    .from(contents)
    .leftJoin(
      videoConversions,
      and(eq(videoConversions.tenantId, contents.tenantId), eq(videoConversions.mediaId, contents.mediaId)),
    )
    .leftJoin(
      contentCounts,
      and(eq(contentCounts.tenantId, contents.tenantId), eq(contentCounts.planContentId, contents.planContentId)),
    )
    .leftJoin(
      contentViewTotals,
      and(
        eq(contentViewTotals.tenantId, contents.tenantId),
        eq(contentViewTotals.planContentId, contents.planContentId),
      ),
    )
    .$dynamic()

/** Newest edit first. */
export const listOf = async (
  db: Db,
  brand: Brand,
  filter: ContentFilter,
  { page, now }: { page: PaginationRequest; now: Instant },
) => {
  const passes = await passing(db, brand, filter, { now, most: page.limit + page.offset })
  const { asked, order } = joined(rowsOf(db), filter.planId)
  return asked
    .where(passes)
    .orderBy(...order)
    .limit(page.limit)
    .offset(page.offset)
}

/** Number of contents that pass the filter, up to 10,000. */
export const countOf = async (db: Db, brand: Brand, filter: ContentFilter, now: Instant): Promise<number> => {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(contents)
    .$dynamic()
  const counted = joined(found, filter.planId)
    .asked.where(await passing(db, brand, filter, { now, most: mostCounted }))
    .limit(mostCounted)
    .as('counted')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(counted)
  return row?.count ?? 0
}

/** Counts by current status, among the newest 10,000: one scan for all four figures. */
export const countsOf = async (db: Db, brand: Brand, now: Instant) => {
  const newest = db
    .select({
      isActive: sql<boolean>`${readsAs(db, 'active', now)}`.as('is_active'),
      isScheduled: sql<boolean>`${readsAs(db, 'publishmentScheduled', now)}`.as('is_scheduled'),
    })
    .from(contents)
    .where(contentsOfBrand(brand))
    .orderBy(desc(contents.editedAt))
    .limit(mostCounted)
    .as('newest')
  const [row] = await db
    .select({
      all: sql<number>`count(*)::int`,
      active: sql<number>`(count(*) filter (where ${newest.isActive}))::int`,
      publishmentScheduled: sql<number>`(count(*) filter (where ${newest.isScheduled}))::int`,
    })
    .from(newest)
  const { all = 0, active = 0, publishmentScheduled = 0 } = row ?? {}
  // Every content reads as exactly one of the three statuses, so the rest are drafts.
  return { all, active, publishmentScheduled, draft: all - active - publishmentScheduled }
}
