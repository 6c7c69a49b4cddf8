import { and, asc, count, desc, eq, gt, isNull, lte, max, or, type SQL, sql } from 'drizzle-orm'
import type { Sort } from '../../kit/list'
import type { PaginationRequest } from '../../kit/pagination'
import type { Instant } from '../../kit/time'
import type { Brand, Db, PublicBrand } from '../../server/context'
import { contains } from '../../server/db/search'
import { contentPlans, contents } from '../contents/tables.server'
import { subscriptionTerms } from '../subscriptions/tables.server'
import type { ActivePlan, DraftPlan, Plan, PlanStatus } from './plan'
import { plans } from './tables.server'

const ofBrand = (brand: Brand | PublicBrand) =>
  and(eq(plans.tenantId, brand.tenantId), eq(plans.brandId, brand.brandId))

/** `statusAt` of plan.ts as SQL: the two are held together by a test. */
const hasStatus = (status: PlanStatus | 'current', now: Instant): SQL | undefined => {
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
const countOf = (status: PlanStatus | 'current', now: Instant) =>
  sql<number>`(count(*) filter (where ${hasStatus(status, now)}))::int`

const isSearched = (q: string | undefined) => contains([plans.name, plans.description], q)

const sortable = { name: plans.name, price: plans.price, editedAt: plans.editedAt }
type PlanSort = Sort<keyof typeof sortable>
type PlansAsked = {
  status: PlanStatus | 'current' | undefined
  q: string | undefined
  sort: PlanSort | undefined
  page: PaginationRequest
  now: Instant
}

/** Newest edit first where no other order is asked for. */
export const plansOf = async (db: Db, brand: Brand, { status, q, sort = '-editedAt', page, now }: PlansAsked) =>
  (await db
    .select()
    .from(plans)
    .where(and(ofBrand(brand), status && hasStatus(status, now), isSearched(q)))
    .orderBy(
      (sort.startsWith('-') ? desc : asc)(sortable[sort.replace('-', '') as keyof typeof sortable]),
      desc(plans.planId),
    )
    .limit(page.limit)
    .offset(page.offset)) as Plan[]

export const planCounts = async (db: Db, brand: Brand, now: Instant, q?: string) => {
  const [row] = await db
    .select({
      all: count(),
      current: countOf('current', now),
      draft: countOf('draft', now),
      active: countOf('active', now),
      scheduledToBeArchived: countOf('scheduledToBeArchived', now),
      archived: countOf('archived', now),
    })
    .from(plans)
    .where(and(ofBrand(brand), isSearched(q)))
  return row ?? { all: 0, current: 0, draft: 0, active: 0, scheduledToBeArchived: 0, archived: 0 }
}

export const findPlan = async (db: Db, brand: Brand, planId: string) => {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(ofBrand(brand), eq(plans.planId, planId)))
  return row as Plan | undefined
}

/** The plan, held until the transaction ends, so that what was checked is still true when it is saved. */
export const lockPlan = async (db: Db, brand: Brand, planId: string) => {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(ofBrand(brand), eq(plans.planId, planId)))
    .for('update')
  return row as Plan | undefined
}

export const insertPlan = (db: Db, brand: Brand, plan: Plan) =>
  db.insert(plans).values({ ...plan, tenantId: brand.tenantId, brandId: brand.brandId })

/** Saves only over the state that the move started from; false when somebody else's move came first. */
export const savePlan = async (db: Db, brand: Brand, plan: DraftPlan | ActivePlan, from: Plan['status']) => {
  const { planId, createdAt: _, ...values } = plan
  const saved = await db
    .update(plans)
    .set(values)
    .where(and(ofBrand(brand), eq(plans.planId, planId), eq(plans.status, from)))
    .returning({ planId: plans.planId })
  return saved.length === 1
}

const isLiving = (now: Instant) =>
  and(isNull(subscriptionTerms.voidedAt), lte(subscriptionTerms.from, now), gt(subscriptionTerms.to, now))

/** Plans that everybody may join, and those that this fan holds although they are no longer sold. */
export const publicPlansOf = async (
  db: Db,
  brand: PublicBrand,
  { uid, planId, now }: { uid: string | undefined; planId?: string; now: Instant },
) => {
  const held = uid
    ? sql<boolean>`exists (select 1 from ${subscriptionTerms} where ${and(
        eq(subscriptionTerms.tenantId, plans.tenantId),
        eq(subscriptionTerms.planId, plans.planId),
        eq(subscriptionTerms.uid, uid),
        isLiving(now),
      )})`
    : sql<boolean>`false`
  return db
    .select({
      planId: plans.planId,
      name: plans.name,
      description: plans.description,
      thumbnail: plans.thumbnail,
      price: plans.price,
      subscriptionInterval: plans.subscriptionInterval,
      archivingAt: plans.archivingAt,
      archiveMessage: plans.archiveMessage,
      held,
    })
    .from(plans)
    .where(
      and(
        ofBrand(brand),
        planId === undefined ? undefined : eq(plans.planId, planId),
        eq(plans.status, 'active'),
        or(isNull(plans.archivingAt), held),
      ),
    )
    .orderBy(plans.price, plans.activatedAt, plans.planId)
    .limit(100)
}

/** Published contents by plan, newest first, at most 12 a plan: what a visitor is shown of a plan's inside. */
export const publishedContentsOf = (db: Db, brand: PublicBrand, planId: string | undefined, now: Instant) => {
  const ranked = db
    .select({
      planId: contentPlans.planId,
      planContentId: contents.planContentId,
      name: contents.name,
      thumbnail: contents.thumbnail,
      rank: sql<number>`row_number() over (partition by ${contentPlans.planId} order by ${contents.publishingAt} desc nulls last, ${contents.planContentId})`.as(
        'rank',
      ),
    })
    .from(contents)
    .innerJoin(
      contentPlans,
      and(eq(contentPlans.tenantId, contents.tenantId), eq(contentPlans.planContentId, contents.planContentId)),
    )
    .where(
      and(
        eq(contents.tenantId, brand.tenantId),
        eq(contents.brandId, brand.brandId),
        planId === undefined ? undefined : eq(contentPlans.planId, planId),
        isPublished(now),
      ),
    )
    .as('ranked')
  return db
    .select({
      planId: ranked.planId,
      planContentId: ranked.planContentId,
      name: ranked.name,
      thumbnail: ranked.thumbnail,
    })
    .from(ranked)
    .where(lte(ranked.rank, 12))
    .orderBy(ranked.planId, ranked.rank)
}

/** Active, or scheduled for a moment that has passed (architecture, section 5). */
const isPublished = (now: Instant) =>
  or(eq(contents.status, 'active'), and(eq(contents.status, 'publishmentScheduled'), lte(contents.publishingAt, now)))

/** The published contents that this plan opens, each with every plan that opens it. */
export const contentsOfPlan = (db: Db, brand: Brand, planId: string, now: Instant) =>
  db
    .select({
      planContentId: contents.planContentId,
      name: contents.name,
      thumbnail: contents.thumbnail,
      viewableBy: contents.viewableBy,
      plans: sql<{ planId: string; status: 'draft' | 'active'; archivingAt: string | null }[]>`
        (select json_agg(json_build_object('planId', p.plan_id, 'status', p.status, 'archivingAt', p.archiving_at))
         from content_plans cp join plans p on p.tenant_id = cp.tenant_id and p.plan_id = cp.plan_id
         where cp.tenant_id = ${contents.tenantId} and cp.plan_content_id = ${contents.planContentId})`,
    })
    .from(contents)
    .innerJoin(
      contentPlans,
      and(eq(contentPlans.tenantId, contents.tenantId), eq(contentPlans.planContentId, contents.planContentId)),
    )
    .where(
      and(
        eq(contents.tenantId, brand.tenantId),
        eq(contents.brandId, brand.brandId),
        eq(contentPlans.planId, planId),
        isPublished(now),
      ),
    )
    .orderBy(desc(contents.publishingAt), contents.planContentId)

/** Members of one plan now, and when the last of their paid terms ends (future terms included). */
export const membersOfPlan = async (db: Db, brand: Brand, planId: string, now: Instant) => {
  const [row] = await db
    .select({
      members: sql<number>`(count(distinct ${subscriptionTerms.uid}) filter (where ${isLiving(now)}))::int`,
      latestEnd: max(subscriptionTerms.to),
    })
    .from(subscriptionTerms)
    .where(
      and(
        eq(subscriptionTerms.tenantId, brand.tenantId),
        eq(subscriptionTerms.planId, planId),
        isNull(subscriptionTerms.voidedAt),
        gt(subscriptionTerms.to, now),
      ),
    )
  return { members: row?.members ?? 0, latestEnd: row?.latestEnd ?? null }
}
