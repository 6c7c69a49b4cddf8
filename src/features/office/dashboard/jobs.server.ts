import { z } from 'zod'
import { forgetFigures, keepFigures } from '#club/brands/statistics.server.ts'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { daysBetween, dayTextOf } from '#kit/days.ts'
import { day, type Instant } from '#kit/time.ts'
import { planFees, planStatistics } from '#membership/plans/statistics.server.ts'
import { recountLongTerms } from '#membership/subscriptions/figures.queries.server.ts'
import { summaryName, summaryOfMonth } from '#membership/subscriptions/staff/statistics.server.ts'
import { monthAfter, monthOf, startOfMonth } from '#money/ledger/ledger.ts'
import { salesName, salesOfMonths } from '#publishing/backNumbers/queries.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import type { Brand, Db } from '#server/proven.ts'
import { countDay, countedBrands, countedDays, daysFilledSince, isLarge, keptFigures } from './queries.server'

/** How many past days are counted if their nightly run was missed. */
const lookBack = 31

/** Past days are recounted if a late payment for them was recorded within this time. */
const filledBack = 3 * day

/** Brands whose day is counted by one statement; a large one takes seconds. */
const brandsAtOnce = 25

/** Brands with at most this many terms and bought months are counted on each request. */
export const mostCountedLive = 5_000
/** Maximum number of past months filled in by one hourly run, because each one reads every term. */
const monthsAtOnce = 3

/** Stores the figures that a large brand's screens show; stored figures of past months are kept. */
const countFigures = async (db: Db, brand: Brand & { createdAt: Instant }, now: Instant) => {
  const kept = await keptFigures(db, brand)
  await keepFigures(db, brand, 'planStatistics', await planStatistics(db, brand, now), now)
  await keepFigures(db, brand, 'planFees', await planFees(db, brand, now), now)
  const monthly = await salesOfMonths(db, brand)
  for (const { planId, year, months } of monthly) await keepFigures(db, brand, salesName(planId, year), { months }, now)
  const open: string[] = []
  for (let month = monthOf(now); month >= monthOf(brand.createdAt) && open.length < monthsAtOnce; ) {
    const countedAt = kept.get(summaryName(month))
    if (countedAt === undefined || countedAt < startOfMonth(monthAfter(month))) open.push(month)
    month = monthAfter(month, -1)
  }
  for (const month of open)
    await keepFigures(db, brand, summaryName(month), await summaryOfMonth(db, brand, month, now), now)
}

export const dashboardJobs = jobs({
  countBrandFigures: job(
    { about: 'platform', data: z.object({}), cron: '5 * * * *', expireInSeconds: 3600 },
    async ({ db, now, transaction }) => {
      const { attempt, end } = eachOnItsOwn('countBrandFigures')
      for await (const clubs of clubsInBatches(db))
        for (const brand of await countedBrands(db, clubs))
          await attempt(brand.brandId, async () => {
            const large = await isLarge(db, brand, mostCountedLive)
            await transaction((tx) => (large ? countFigures(tx.db, brand, now) : forgetFigures(tx.db, brand)))
          })
      end()
    },
  ),

  /**
   * Counts yesterday, and earlier days that were missed or changed by a late payment. With a given day, recounts that
   * day.
   */
  countBrandDays: job(
    {
      about: 'platform',
      data: z.object({
        day: z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}$/)
          .optional(),
      }),
      cron: '10 0 * * *',
      catchesUp: true,
      expireInSeconds: 3600,
    },
    async ({ db, now, transaction }, { day: named }) => {
      const yesterday = dayTextOf(now - day)
      const span = { from: dayTextOf(now - lookBack * day), to: yesterday }
      const countDays = async (batch: readonly Brand[]) => {
        await transaction((tx) => recountLongTerms(tx.db, batch, now))
        const known = Map.groupBy(await countedDays(db, batch, span), ({ brandId }) => brandId)
        const filled = Map.groupBy(await daysFilledSince(db, batch, now - filledBack), ({ brandId }) => brandId)
        const due = new Map<string, Brand[]>()
        for (const brand of batch) {
          const [days, late] = [known, filled].map((of) => new Set(of.get(brand.brandId)?.map((row) => row.day)))
          // For a brand that was never counted, only the last week is counted.
          const from = days?.size ? span.from : dayTextOf(now - 7 * day)
          const own = daysBetween(from, yesterday).filter((one) => !days?.has(one) || late?.has(one))
          for (const one of named ? [named] : own) due.set(one, [...(due.get(one) ?? []), brand])
        }
        for (const [one, its] of due) await transaction((tx) => countDay(tx.db, its, one, now))
      }
      const { together, end } = eachOnItsOwn('countBrandDays')
      for await (const clubs of clubsInBatches(db)) {
        const its = await countedBrands(db, clubs)
        for (let first = 0; first < its.length; first += brandsAtOnce)
          await together(its.slice(first, first + brandsAtOnce), ({ brandId }) => brandId, countDays)
      }
      end()
    },
  ),
})
