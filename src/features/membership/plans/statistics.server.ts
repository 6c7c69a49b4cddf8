import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { subscriptions, subscriptionTerms } from '../subscriptions/tables.server'
import { plans } from './tables.server'

const iso = (at: Instant) => new Date(at).toISOString()

/** A grace period, which keeps contents open for a late payment, does not count as membership (rule: membership.figures). */
const termsOfBrand = (brand: Brand | PublicBrand) =>
  and(eq(plans.tenantId, brand.tenantId), eq(plans.brandId, brand.brandId), ne(subscriptionTerms.source, 'grace'))

/** A term that was voided counts until then. */
const covers = (at: Instant) =>
  sql`${subscriptionTerms.from} <= ${iso(at)} and ${subscriptionTerms.to} > ${iso(at)} and (${subscriptionTerms.voidedAt} is null or ${subscriptionTerms.voidedAt} > ${iso(at)})`

const ofPlan = and(eq(subscriptionTerms.tenantId, plans.tenantId), eq(subscriptionTerms.planId, plans.planId))

type Members = { members: number; plans: { planId: string; members: number }[] }

/** How many people have a plan of the brand, and how many have each. */
export const membersOf = async (db: Db, brand: PublicBrand, now: Instant): Promise<Members> => {
  const rows = await db
    .select({
      planId: sql<string | null>`${plans.planId}`,
      members: sql<number>`count(distinct ${subscriptionTerms.uid})::int`,
    })
    .from(plans)
    .innerJoin(subscriptionTerms, ofPlan)
    .where(and(termsOfBrand(brand), covers(now)))
    .groupBy(sql`grouping sets ((), (${plans.planId}))`)
  return {
    members: rows.find(({ planId }) => planId === null)?.members ?? 0,
    plans: rows.flatMap(({ planId, members }) => (planId === null ? [] : [{ planId, members }])),
  }
}

/** Distinct members of each plan at each of the moments. */
const membersAt = async (db: Db, brand: Brand, moments: readonly Instant[]) => {
  const rows = await db
    .select({
      planId: plans.planId,
      members: sql<number[]>`array[${sql.join(
        moments.map((at) => sql`(count(distinct ${subscriptionTerms.uid}) filter (where ${covers(at)}))::int`),
        sql`, `,
      )}]`,
    })
    .from(plans)
    .innerJoin(subscriptionTerms, ofPlan)
    .where(termsOfBrand(brand))
    .groupBy(plans.planId)
  return new Map(rows.map((row) => [row.planId, row.members]))
}

/** People with any plan of the brand: at the month's start, now, and how many of the former are gone. */
const movement = async (db: Db, brand: Brand, monthStart: Instant, now: Instant) => {
  const during = (at: Instant) => sql`bool_or(${covers(at)})`
  const people = db
    .select({ before: during(monthStart).as('before'), now: during(now).as('now') })
    .from(plans)
    .innerJoin(subscriptionTerms, ofPlan)
    .where(termsOfBrand(brand))
    .groupBy(subscriptionTerms.uid)
    .as('people')
  const [row] = await db
    .select({
      before: sql<number>`(count(*) filter (where ${people.before}))::int`,
      now: sql<number>`(count(*) filter (where ${people.now}))::int`,
      left: sql<number>`(count(*) filter (where ${people.before} and not ${people.now}))::int`,
    })
    .from(people)
  return row ?? { before: 0, now: 0, left: 0 }
}

/** The term was cut short by a change of the plan: nothing of what was paid for it has gone back. */
const wasChanged = subquery`exists (select 1 from ${subscriptions} s where s.tenant_id = ${subscriptionTerms.tenantId}
  and s.subscription_id = ${subscriptionTerms.subscriptionId}
  and s.end_reason = 'switched' and s.ended_at = ${subscriptionTerms.voidedAt})`

/** Membership fees of the terms that began in [from, to). */
const feesBetween = async (db: Db, brand: Brand, from: Instant, to: Instant) => {
  const [row] = await db
    // A sum is wider than its parts: a large club passes the column's own range.
    .select({ fees: sql`coalesce(sum(${subscriptionTerms.amount}), 0)`.mapWith(Number) })
    .from(plans)
    .innerJoin(subscriptionTerms, ofPlan)
    .where(
      and(
        termsOfBrand(brand),
        or(isNull(subscriptionTerms.voidedAt), wasChanged),
        sql`${subscriptionTerms.from} >= ${iso(from)} and ${subscriptionTerms.from} < ${iso(to)}`,
      ),
    )
  return row?.fees ?? 0
}

/** Midnight on the first of the month `back` months before the one that holds `now`. */
const monthStartBefore = (now: Instant, back: number) => {
  const { year, month } = tokyoMonth(now)
  return startOfTokyoMonth(tokyoMonth(Date.UTC(year, month - 1 - back, 15)))
}

/** Members of each plan over twelve months, and of the brand at the month's start and now. */
export const planStatistics = async (db: Db, brand: Brand, now: Instant) => {
  // The ends of the eleven months before this one, and this moment.
  const moments = [...Array.from({ length: 11 }, (_, i) => monthStartBefore(now, 10 - i) - 1), now]
  const [members, people] = [
    await membersAt(db, brand, moments),
    await movement(db, brand, monthStartBefore(now, 0), now),
  ]
  return {
    plans: [...members].map(([planId, membersByMonth]) => ({
      planId,
      members: membersByMonth.at(-1) ?? 0,
      membersByMonth,
    })),
    members: people.now,
    membersAtMonthStart: people.before,
    leftThisMonth: people.left,
  }
}

/** Membership fees of this month so far, and of the last one up to the same moment. */
export const planFees = async (db: Db, brand: Brand, now: Instant) => {
  const [monthStart, lastMonthStart] = [monthStartBefore(now, 0), monthStartBefore(now, 1)]
  const sameMoment = Math.min(lastMonthStart + (now - monthStart), monthStart)
  return {
    feesThisMonth: await feesBetween(db, brand, monthStart, now),
    feesLastMonthToDate: await feesBetween(db, brand, lastMonthStart, sameMoment),
  }
}
