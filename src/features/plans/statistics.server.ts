import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Instant } from '../../kit/time'
import type { Brand, Db } from '../../server/context'
import { subscriptionTerms } from '../subscriptions/tables.server'
import { plans } from './tables.server'

const iso = (at: Instant) => new Date(at).toISOString()

const termsOfBrand = (brand: Brand) =>
  and(eq(plans.tenantId, brand.tenantId), eq(plans.brandId, brand.brandId), isNull(subscriptionTerms.voidedAt))

const ofPlan = and(eq(subscriptionTerms.tenantId, plans.tenantId), eq(subscriptionTerms.planId, plans.planId))

/** Distinct members of each plan at each of the moments. */
export const membersAt = async (db: Db, brand: Brand, moments: readonly Instant[]) => {
  const rows = await db
    .select({
      planId: plans.planId,
      members: sql<number[]>`array[${sql.join(
        moments.map(
          (at) =>
            sql`(count(distinct ${subscriptionTerms.uid}) filter (where ${subscriptionTerms.from} <= ${iso(at)} and ${subscriptionTerms.to} > ${iso(at)}))::int`,
        ),
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
export const movement = async (db: Db, brand: Brand, monthStart: Instant, now: Instant) => {
  const during = (at: Instant) =>
    sql`bool_or(${subscriptionTerms.from} <= ${iso(at)} and ${subscriptionTerms.to} > ${iso(at)})`
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

/** Membership fees of the terms that began in [from, to). */
export const feesBetween = async (db: Db, brand: Brand, from: Instant, to: Instant) => {
  const [row] = await db
    // A sum is wider than its parts: a large club passes the column's own range.
    .select({ fees: sql`coalesce(sum(${subscriptionTerms.amount}), 0)`.mapWith(Number) })
    .from(plans)
    .innerJoin(subscriptionTerms, ofPlan)
    .where(
      and(
        termsOfBrand(brand),
        sql`${subscriptionTerms.from} >= ${iso(from)} and ${subscriptionTerms.from} < ${iso(to)}`,
      ),
    )
  return row?.fees ?? 0
}
