import { and, asc, count, desc, eq, exists, gt, gte, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { mostCounted } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { contentsOfBrand } from '#publishing/contents/queries.server.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { jsonList } from '#server/db/jsonList.ts'
import type { Brand, Db } from '#server/proven.ts'
import { paidBeyond } from '../subscriptions/queries.server'
import { monthsLeft, refundOfMonths } from '../subscriptions/subscription'
import { subscriptionTerms } from '../subscriptions/tables.server'
import { plansOfBrand } from './queries.server'
import { plans } from './tables.server'

/**
 * What happens to published contents of a plan when it is archived: a content stays active while another plan
 * that is not archived by then opens it, or while everybody may see it. Counted to the newest 10,000; named are the newest
 * 100 that turn into drafts.
 */
export const contentsForArchive = async (
  db: Db,
  brand: Brand,
  planId: string,
  { now, archivingAt }: { now: Instant; archivingAt: Instant },
) => {
  const other = alias(contentPlans, 'other_link')
  const opensToo = db
    .select({ one: sql`1` })
    .from(other)
    .innerJoin(plans, and(eq(plans.tenantId, other.tenantId), eq(plans.planId, other.planId)))
    .where(
      and(
        eq(other.tenantId, contents.tenantId),
        eq(other.planContentId, contents.planContentId),
        ne(other.planId, planId),
        or(eq(plans.status, 'draft'), isNull(plans.archivingAt), gt(plans.archivingAt, archivingAt)),
      ),
    )
  const opened = db
    .select({
      planContentId: contents.planContentId,
      name: contents.name,
      thumbnail: contents.thumbnail,
      visibleFrom: contentPlans.visibleFrom,
      stays: sql<boolean>`(${contents.viewableBy} = 'allUsers' or ${exists(opensToo)})`.as('stays'),
    })
    .from(contentPlans)
    .innerJoin(
      contents,
      and(eq(contents.tenantId, contentPlans.tenantId), eq(contents.planContentId, contentPlans.planContentId)),
    )
    .where(
      and(
        contentsOfBrand(brand),
        eq(contentPlans.tenantId, brand.tenantId),
        eq(contentPlans.planId, planId),
        lte(contentPlans.visibleFrom, now),
      ),
    )
    .orderBy(desc(contentPlans.visibleFrom), contentPlans.planContentId)
    .limit(mostCounted)
    .as('opened')
  const shown = { planContentId: opened.planContentId, name: opened.name, thumbnail: opened.thumbnail }
  const [row] = await db
    .select({
      total: count(),
      stay: sql<number>`(count(*) filter (where ${opened.stays}))::int`,
      toBeDraft: jsonList(shown, sql`${opened.visibleFrom} desc, ${opened.planContentId}`, sql`not ${opened.stays}`),
    })
    .from(opened)
  return {
    total: row?.total ?? 0,
    stay: row?.stay ?? 0,
    toBeDraft: (row?.toBeDraft ?? []).slice(0, 100) as ShownContent[],
  }
}

type ShownContent = { planContentId: string; name: string; thumbnail: string }

/** Refunds for a plan's terms that are paid beyond a moment; at most the newest 10,000 terms are counted. */
export const refundOfTerms = async (db: Db, brand: Brand, planId: string, at: Instant) => {
  const rows = await db
    .select({ from: subscriptionTerms.from, amount: subscriptionTerms.amount })
    .from(subscriptionTerms)
    .where(paidBeyond({ tenantId: brand.tenantId, planId }, at))
    .orderBy(desc(subscriptionTerms.to))
    .limit(mostCounted)
  const amounts = rows.map((term) => refundOfMonths(term.amount, monthsLeft(term, at))).filter((amount) => amount > 0)
  return { countOfTerms: amounts.length, amount: amounts.reduce((sum, one) => sum + one, 0) }
}

/**
 * Members of one plan now, counted to 10,000, and when the last of their terms ends (future terms included). A grace opens
 * contents and is no membership (rule: membership.terms): it delays no archive.
 */
export const membersOfPlan = async (db: Db, brand: Brand, planId: string, now: Instant) => {
  const isPaid = and(
    eq(subscriptionTerms.tenantId, brand.tenantId),
    eq(subscriptionTerms.planId, planId),
    isNull(subscriptionTerms.voidedAt),
    ne(subscriptionTerms.source, 'grace'),
    gt(subscriptionTerms.to, now),
  )
  const some = db
    .select({ uid: subscriptionTerms.uid, from: subscriptionTerms.from })
    .from(subscriptionTerms)
    .where(isPaid)
    .limit(mostCounted)
    .as('some')
  const [[counted], [last]] = await Promise.all([
    db
      .select({ members: sql<number>`(count(distinct ${some.uid}) filter (where ${lte(some.from, now)}))::int` })
      .from(some),
    db
      .select({ to: subscriptionTerms.to })
      .from(subscriptionTerms)
      .where(isPaid)
      .orderBy(desc(subscriptionTerms.to))
      .limit(1),
  ])
  return { members: counted?.members ?? 0, latestEnd: last?.to ?? null }
}

/** Plans that end between two moments, the soonest first. */
export const archivesBetween = (
  db: Db,
  brand: Brand,
  { from, to }: { from: Instant; to: Instant },
  limit: number,
): Promise<{ planId: string; name: string; at: Instant }[]> =>
  db
    .select({
      planId: plans.planId,
      name: plans.name,
      at: sql<Instant>`${plans.archivingAt}`.mapWith(plans.archivingAt),
    })
    .from(plans)
    .where(and(plansOfBrand(brand), gte(plans.archivingAt, from), lt(plans.archivingAt, to)))
    .orderBy(asc(plans.archivingAt), asc(plans.planId))
    .limit(limit)
