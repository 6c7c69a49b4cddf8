import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { inLanguage } from '#kit/english.ts'
import { type Instant, tokyoMonth } from '#kit/time.ts'
import { monthsOf } from '#money/orders/order.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { Db, Locale, PublicBrand } from '#server/proven.ts'
import { opensContent } from '../contents/queries.server'
import { contentPlans, contents, englishBesideBody } from '../contents/tables.server'
import { type BackNumberPlan, priceOf } from './backNumber'
import { backNumbers } from './tables.server'

type PlanOfMonths = BackNumberPlan & { planId: string }

/** How many contents are named. */
const mostNamed = 6
/** How far back contents are looked through: those that open today are among the newest. */
const mostLookedAt = 500

const monthNumber = sql`${contents.periodYear} * 12 + ${contents.periodMonth}`
const thisMonth = (now: Instant) => {
  const { year, month } = tokyoMonth(now)
  return year * 12 + month
}
const isOfBrand = ({ tenantId, brandId }: PublicBrand) =>
  and(eq(contents.tenantId, tenantId), eq(contents.brandId, brandId), eq(contents.viewableBy, 'paidUsers'))
const isShown = (of: PublicBrand, planId: string, now: Instant) =>
  and(
    eq(contentPlans.tenantId, of.tenantId),
    eq(contentPlans.planId, planId),
    lte(contentPlans.visibleFrom, sql`${toTimestamp(now)}::timestamptz`),
  )

/** What a term that begins now opens: contents of its months, and those of no month (rule: months.access). */
export const openedBy = async (
  db: Db,
  brand: PublicBrand,
  { planId, subscriptionInterval }: PlanOfMonths,
  { locale, now }: { locale: Locale; now: Instant },
) => {
  const newest = db
    .select({ planContentId: contentPlans.planContentId, visibleFrom: contentPlans.visibleFrom })
    .from(contentPlans)
    .where(isShown(brand, planId, now))
    .orderBy(desc(contentPlans.visibleFrom), contentPlans.planContentId)
    .limit(mostLookedAt)
    .as('newest')
  const from = thisMonth(now)
  const isOpened = sql`${monthNumber} between ${from} and ${from + monthsOf[subscriptionInterval]}`
  const rows = await db
    .select({
      planContentId: contents.planContentId,
      name: contents.name,
      english: englishBesideBody,
      thumbnail: contents.thumbnail,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(newest)
    .innerJoin(contents, eq(contents.planContentId, newest.planContentId))
    .where(and(isOfBrand(brand), or(isNull(contents.periodYear), isOpened)))
    .orderBy(desc(newest.visibleFrom), newest.planContentId)
    .limit(mostNamed)
  return {
    planContents: rows.map(({ all: _, ...content }) => inLanguage(content, locale)),
    more: (rows[0]?.all ?? 0) - rows.length,
  }
}

/**
 * What the months before this one cost, from the cheapest to the dearest; null where none has contents. A plan may open few of a brand's
 * contents or all of them (`inOwnPlans`).
 */
export const earlierPrices = async (db: Db, brand: PublicBrand, plan: PlanOfMonths, now: Instant) => {
  const { planId } = plan
  if (plan.archivingAt !== null && plan.archivingAt <= now) return null
  const { year, month } = tokyoMonth(now)
  // By the columns of the index of months, and in its order: computed from them, the month would be looked for in every content of the plan.
  const [earlier] = await db
    .select({ one: sql`1` })
    .from(contents)
    .innerJoin(contentPlans, and(opensContent, isShown(brand, planId, now)))
    .where(
      and(
        isOfBrand(brand),
        isNotNull(contents.periodYear),
        sql`(${contents.periodYear}, ${contents.periodMonth}) < (${year}, ${month})`,
      ),
    )
    .orderBy(asc(contents.periodYear), asc(contents.periodMonth))
    .limit(1)
  if (!earlier) return null
  const from = thisMonth(now)
  const number = sql`${backNumbers.periodYear} * 12 + ${backNumbers.periodMonth}`
  const decided = await db
    .select({ priceOverride: backNumbers.priceOverride })
    .from(backNumbers)
    .where(
      and(
        eq(backNumbers.tenantId, brand.tenantId),
        eq(backNumbers.planId, planId),
        eq(backNumbers.saleState, 'onSale'),
        sql`${number} < ${from}`,
      ),
    )
    .limit(1000)
  const prices = [null, ...decided].map((choice) =>
    priceOf(plan, choice && { priceOverride: choice.priceOverride, saleState: 'onSale' }),
  )
  return { least: Math.min(...prices), most: Math.max(...prices) }
}
