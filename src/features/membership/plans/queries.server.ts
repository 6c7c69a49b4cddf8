import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  min,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Sort } from '#kit/list.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { namesIn } from '#server/db/names.ts'
import { prepared, rowBy } from '#server/db/prepared.ts'
import { contains } from '#server/db/search.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { contentsCounted } from './contents.queries.server'
import type { ActivePlan, DraftPlan, Plan, PlanStatus } from './plan'
import { plans } from './tables.server'

/** Without those in the bin, which are drafts. */
export const plansOfBrand = (brand: Brand | PublicBrand) =>
  and(eq(plans.tenantId, brand.tenantId), eq(plans.brandId, brand.brandId), isNull(plans.deletedAt))

/** `current`: all but the archived ones. */
type ListedStatus = PlanStatus | 'current'

/** `statusAt` of plan.ts as SQL; a test compares the two. */
const hasStatus = (status: ListedStatus, now: Instant | Placeholder): SQL | undefined => {
  const active = eq(plans.status, 'active')
  switch (status) {
    case 'draft':
      return eq(plans.status, 'draft')
    case 'active':
      return and(active, isNull(plans.archivingAt))
    case 'scheduledToBeArchived':
      return and(active, gt(plans.archivingAt, now))
    case 'archived':
      return and(active, lte(plans.archivingAt, now))
    case 'current':
      return or(eq(plans.status, 'draft'), isNull(plans.archivingAt), gt(plans.archivingAt, now))
  }
}
/** Plans that can be joined: active, and not scheduled for archiving. */
export const isOnSale = () => and(eq(plans.status, 'active'), isNull(plans.archivingAt))

const arg = sql.placeholder
export const ofNamedBrand = and(
  eq(plans.tenantId, arg('tenantId')),
  eq(plans.brandId, arg('brandId')),
  isNull(plans.deletedAt),
)

/** `hasStatus` with a named moment, for queries that are built once. */
const hasStatusAtArg = (status: ListedStatus) => hasStatus(status, arg('now'))

const countOf = (status: ListedStatus) => sql<number>`(count(*) filter (where ${hasStatusAtArg(status)}))::int`
/** Counts by status of the plans that match the search; at most 10,000. */
const countsOf = (db: Db, isAsked?: SQL) =>
  db
    .select({
      all: count().as('all_plans'),
      current: countOf('current').as('current'),
      draft: countOf('draft').as('draft'),
      active: countOf('active').as('active'),
      scheduledToBeArchived: countOf('scheduledToBeArchived').as('scheduled'),
      archived: countOf('archived').as('archived'),
    })
    .from(
      db
        .select({ status: plans.status, archivingAt: plans.archivingAt })
        .from(plans)
        .where(and(ofNamedBrand, isAsked))
        .limit(mostCounted)
        .as('plans'),
    )

/** Columns of a list. */
const listed = ({
  planId,
  status,
  name,
  price,
  subscriptionInterval,
  description,
  thumbnail,
  archivingAt,
  editedAt,
}: Record<Exclude<keyof ListedPlan, 'contents'>, PgColumn>) => ({
  planId,
  status,
  name,
  price,
  subscriptionInterval,
  description,
  thumbnail,
  archivingAt,
  editedAt,
})
export type ListedPlan = Pick<
  Plan,
  | 'planId'
  | 'status'
  | 'name'
  | 'price'
  | 'subscriptionInterval'
  | 'description'
  | 'thumbnail'
  | 'archivingAt'
  | 'editedAt'
> & { contents: number }

/** Page and counts in one query: a list always shows both, and each query costs a round trip. */
const plansQuery = (status: ListedStatus | undefined) =>
  prepared((db) => {
    const counts = countsOf(db).as('counts')
    const found = db
      .select()
      .from(plans)
      .where(and(ofNamedBrand, status && hasStatusAtArg(status)))
      .orderBy(desc(plans.editedAt), desc(plans.planId))
      .limit(arg('limit'))
      .offset(arg('offset'))
      .as('found')
    const counted = contentsCounted(db, found, { tenantId: arg('tenantId'), brandId: arg('brandId') })
    const page = db
      .select({
        rows: jsonList(listed(found), sql`${found.editedAt} desc, ${found.planId} desc`).as('rows'),
        contents: sql<Record<string, number>>`coalesce(json_object_agg(${found.planId}, ${counted.count}), '{}')`.as(
          'contents',
        ),
      })
      .from(found)
      .innerJoinLateral(counted, sql`true`)
      .as('page')
    return db.select().from(counts).innerJoin(page, sql`true`).prepare('')
  })
const plansQueries = {
  all: plansQuery(undefined),
  current: plansQuery('current'),
  draft: plansQuery('draft'),
  active: plansQuery('active'),
  scheduledToBeArchived: plansQuery('scheduledToBeArchived'),
  archived: plansQuery('archived'),
}

const isSearched = (q: string | undefined) => contains([plans.name, plans.description], q)
const sortable = { name: plans.name, price: plans.price, editedAt: plans.editedAt }
type PlansAsked = {
  status: ListedStatus | undefined
  q?: string | undefined
  sort?: Sort<keyof typeof sortable> | undefined
  page: PaginationRequest
  now: Instant
}

const searchedPlans = async (db: Db, brand: Brand, { status, q, sort, page, now }: PlansAsked) => {
  const { tenantId, brandId } = brand
  const [column, direction] = sort?.startsWith('-') ? [sort.slice(1), desc] : [sort ?? 'editedAt', sort ? asc : desc]
  const counted = contentsCounted(db, plans, brand)
  const rows = await db
    .select({ ...listed(plans), contents: counted.count })
    .from(plans)
    .innerJoinLateral(counted, sql`true`)
    .where(and(plansOfBrand(brand), status && hasStatus(status, now), isSearched(q)))
    .orderBy(direction(sortable[column as keyof typeof sortable]), desc(plans.planId))
    .limit(page.limit)
    .offset(page.offset)
  const [counts] = await countsOf(db, isSearched(q))
    .prepare('')
    .execute({ tenantId, brandId, now: toTimestamp(now) })
  return { rows, counts }
}

/** Newest edit first by default, with the number of plans of each status (at most 10,000). */
export const plansOf = async (db: Db, brand: Brand, asked: PlansAsked) => {
  const { tenantId, brandId } = brand
  const { status, q, sort, page, now } = asked
  if (q || sort) {
    const { rows, counts } = await searchedPlans(db, brand, asked)
    if (!counts) throw new Error('A count answers one row.')
    return { rows: rows as ListedPlan[], counts }
  }
  const args = { tenantId, brandId, ...page, now: toTimestamp(now) }
  const [found] = await plansQueries[status ?? 'all'](db).execute(args)
  if (!found) throw new Error('A count answers one row.')
  const { rows, contents } = found.page
  const listedPlans = rows as Omit<ListedPlan, 'contents'>[]
  return { counts: found.counts, rows: listedPlans.map((row) => ({ ...row, contents: contents[row.planId] ?? 0 })) }
}

export const findPlan = async (db: Db, brand: Brand, planId: string) => {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(plansOfBrand(brand), eq(plans.planId, planId)))
  return row as Plan | undefined
}

/** The plan, locked until the transaction ends, so that what was checked is still true when it is saved. */
export const lockPlan = async (db: Db, brand: Brand, planId: string) => {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(plansOfBrand(brand), eq(plans.planId, planId)))
    .for('update')
  return row as Plan | undefined
}

export const insertPlan = (db: Db, brand: Brand, plan: Plan) =>
  withNames(db, brand.tenantId, [[plans.planId, plan.planId]])
    .insert(plans)
    .values({ ...plan, tenantId: brand.tenantId, brandId: brand.brandId })

/** Saves only if the state is still the one the change started from; otherwise false. */
export const savePlan = async (db: Db, brand: Brand, plan: DraftPlan | ActivePlan, from: Plan['status']) => {
  const { planId, createdAt: _, ...values } = plan
  const saved = await db
    .update(plans)
    .set(values)
    .where(and(plansOfBrand(brand), eq(plans.planId, planId), eq(plans.status, from)))
    .returning({ planId: plans.planId })
  return saved.length === 1
}

export const nextArchive = async (db: Db, brand: PublicBrand, now: Instant): Promise<Instant | null> => {
  const [row] = await db
    .select({ at: min(plans.archivingAt) })
    .from(plans)
    .where(and(plansOfBrand(brand), hasStatus('scheduledToBeArchived', now)))
  return row?.at ?? null
}

/** Those of these plans that are the brand's (also in the bin), each with whether it may open a published content. */
export const plansForContents = async (db: Db, brand: Brand, planIds: readonly string[], now: Instant) => {
  const rows = await db
    .select({ planId: plans.planId, status: plans.status, archivingAt: plans.archivingAt })
    .from(plans)
    .where(
      and(eq(plans.tenantId, brand.tenantId), eq(plans.brandId, brand.brandId), inArray(plans.planId, [...planIds])),
    )
  return rows.map(({ planId, status, archivingAt }) => ({
    planId,
    isOpen: status === 'active' && (archivingAt === null || archivingAt > now),
  }))
}

/** The brand of a plan, for `access.ts`. */
export const brandOfPlan = async (db: Db, planId: string) => {
  const [row] = await db
    .select({ tenantId: plans.tenantId, brandId: plans.brandId })
    .from(plans)
    .where(isNamed(plans.planId, planId))
  return row ?? null
}

/** A plan by its id alone, for what money does: the order that names it has been proven before. */
export const planById = rowBy<Plan & { tenantId: string; brandId: string }>(plans, plans.planId, isNamed)

export const namesOfPlans = namesIn(plans, {
  tenantId: plans.tenantId,
  id: plans.planId,
  name: plans.name,
})
