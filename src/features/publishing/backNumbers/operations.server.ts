import { figuresOrCount } from '#club/brands/statistics.server.ts'
import { mayEdit, seesMoney } from '#kit/contract.ts'
import { allInLanguage, inLanguage } from '#kit/english.ts'
import { type BackNumberPeriod, type Instant, monthText, tokyoMonth } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import type { Db, PublicBrand } from '#server/proven.ts'
import { noFacts, ownedMonth } from '../contents/access'
import { type Facts, factsOf } from '../contents/facts.queries.server'
import { cardOf, cardsFor, streamingsOf } from '../contents/public/cards.server'
import { contentForReader } from '../contents/public/queries.server'
import { accessOfRow, periodOf } from '../contents/public/reader.server'
import { sellingPlans } from '../contents/public/selling.queries.server'
import { type BackNumberChoice, type BackNumberPlan, onSaleFrom, priceOf, saleStateOf } from './backNumber'
import type { backNumbers as contract } from './contract'
import { earlierPrices, openedBy } from './opening.queries.server'
import { purchaseMonth } from './purchase.server'
import {
  choicesOf,
  contentsByMonth,
  needsActivePlan,
  planOfMonths,
  plansWithMonths,
  salesName,
  salesOfMonths,
  saveBackNumber,
  yearsOf,
} from './queries.server'

type Reader = { uid: string | undefined; now: Instant }
type Plan = BackNumberPlan & { planId: string; name: string }

/** What the reader owns and can read of these months. */
const factsFor = async (
  db: Db,
  brand: PublicBrand,
  months: readonly { planId: string; period: BackNumberPeriod }[],
  { uid, now }: Reader,
): Promise<Facts> => {
  if (uid === undefined) return { ...noFacts, backNumberNeedsActivePlan: await needsActivePlan(db, brand) }
  const asked = months.map((month) => ({ ...month, key: ownedMonth(month.planId, month.period) }))
  return factsOf(db, brand, { uid, planIds: [...new Set(months.map(({ planId }) => planId))], months: asked, now })
}

const monthOf = (plan: Plan, choice: BackNumberChoice, period: BackNumberPeriod, facts: Facts, now: Instant) => {
  const isOwned = facts.months.has(ownedMonth(plan.planId, period))
  const isArchived = plan.archivingAt !== null && plan.archivingAt <= now
  return {
    planId: plan.planId,
    planName: plan.name,
    backNumberPeriod: period,
    price: priceOf(plan, choice),
    saleState: saleStateOf(plan, choice, period, now),
    isOwned,
    isReadable:
      facts.isStaff || (isOwned && (facts.running.has(plan.planId) || isArchived || !facts.backNumberNeedsActivePlan)),
  }
}

const isHidden = ({ status }: Plan) => status === 'draft'

/** Maximum number of plans returned for one content, each with the contents of its month. */
const mostPlans = 10
const firstOfMonth = { limit: 20, offset: 0 }

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

export const backNumberHandlers: Handlers<typeof contract> = {
  purchasePlanBackNumber: purchaseMonth,

  async getPublicPlanBackNumbers({ db, brand, user, locale, now }, { filterOption, pagination: page }) {
    const asked = { filter: filterOption, order: 'months', page, uid: user?.uid, locale, now } as const
    const { planContents, hasMore } = await cardsFor(db, brand, asked)
    const found = planContents.flatMap((content) =>
      content.backNumberPeriod ? [{ content, period: content.backNumberPeriod }] : [],
    )
    // The cards are already sorted by month, latest first.
    const byMonth = Map.groupBy(found, ({ period }) => monthText(period))
    const planBackNumbers = [...byMonth.values()].flatMap((all) =>
      all[0] ? [{ backNumberPeriod: all[0].period, planContents: all.map(({ content }) => content) }] : [],
    )
    return { planBackNumbers, hasMore }
  },

  async getPublicPlanContentWithBackNumbers({ db, brand, user, locale, now, refuse }, { planContentId }) {
    const uid = user?.uid
    const row = (await contentForReader(db, brand, planContentId, { uid, locale, now })) ?? refuse('contentNotFound')
    if (row.visibleFrom > now && !row.isStaff) return refuse('contentNotFound')
    const period = periodOf(row)
    const { status, opensAt } = accessOfRow(row, now)
    const streamings = await streamingsOf(db, brand, [row], now)
    const planContent = cardOf(row, { status, opensAt, streamings, now, publishedAt: row.publishingAt ?? row.editedAt })
    if (!period || row.viewableBy === 'allUsers') return { planContent, planBackNumbers: [] }
    const plans = row.plans.slice(0, mostPlans).map(({ planId }) => ({ planId, period }))
    const planIds = plans.map(({ planId }) => planId)
    const [facts, selling, ...contents] = await Promise.all([
      factsFor(db, brand, plans, { uid, now }),
      sellingPlans(db, brand, { planIds, period, locale }),
      ...planIds.map((planId) =>
        cardsFor(db, brand, { filter: { type: 'month', planId, period }, page: firstOfMonth, uid, locale, now }),
      ),
    ])
    const planBackNumbers = planIds.flatMap((planId, n) => {
      const plan = selling.find((one) => one.planId === planId)
      if (!plan || isHidden(plan)) return []
      const { saleState, priceOverride } = plan
      const month = monthOf(plan, saleState && { saleState, priceOverride }, period, facts, now)
      return [{ ...month, planContents: contents[n]?.planContents ?? [] }]
    })
    return { planContent, planBackNumbers }
  },

  async getPublicPlanBackNumber({ db, brand, user, locale, now, refuse }, { planId, period, pagination: page }) {
    const plan = inLanguage((await planOfMonths(db, brand, planId)) ?? refuse('planNotFound'), locale)
    if (isHidden(plan)) return refuse('planNotFound')
    const uid = user?.uid
    const [facts, decided, { planContents, hasMore }] = await Promise.all([
      factsFor(db, brand, [{ planId, period }], { uid, now }),
      choicesOf(db, brand, planId, period.year),
      cardsFor(db, brand, { filter: { type: 'month', planId, period }, page, uid, locale, now }),
    ])
    return {
      planBackNumber: {
        ...monthOf(plan, decided.get(period.month) ?? null, period, facts, now),
        needsActivePlan: facts.backNumberNeedsActivePlan,
        hasPlan: facts.running.has(planId),
        canJoin: plan.archivingAt === null,
        planPrice: plan.price,
        subscriptionInterval: plan.subscriptionInterval,
        payableUntil: plan.archivingAt,
        planContents,
      },
      hasMore,
    }
  },

  async getPublicBackNumberCalendar(
    { db, inOwnPlans, brand, user, locale, now, refuse },
    { planId: named, year: asked },
  ) {
    const [all, years] = await Promise.all([plansWithMonths(db, brand, now), yearsOf(db, brand)])
    const thisYear = tokyoMonth(now).year
    const year = asked ?? Math.min(thisYear, years?.last ?? thisYear)
    const found =
      named === undefined
        ? all[0]
        : (all.find(({ planId }) => planId === named) ??
          (await planOfMonths(db, brand, named)) ??
          refuse('planNotFound'))
    if (found && isHidden(found)) return refuse('planNotFound')
    const plans = allInLanguage(all, locale).map(({ planId, name }) => ({ planId, name }))
    if (!found) {
      return { planId: null, year, plans, months: [], years: null, needsActivePlan: true, hasPlan: false }
    }
    const plan = inLanguage(found, locale)
    const { planId } = plan
    const wholeYear = months.map((month) => ({ planId, period: { year, month } }))
    const [facts, counts, decided] = await Promise.all([
      factsFor(db, brand, wholeYear, { uid: user?.uid, now }),
      inOwnPlans((seen) => contentsByMonth(seen, brand, { planId, year, now })),
      choicesOf(db, brand, planId, year),
    ])
    return {
      planId,
      year,
      plans,
      months: wholeYear.flatMap(({ period }) => {
        const countOfContents = counts.get(period.month) ?? 0
        const month = monthOf(plan, decided.get(period.month) ?? null, period, facts, now)
        return countOfContents > 0 || month.isOwned ? [{ ...month, countOfContents }] : []
      }),
      years,
      needsActivePlan: facts.backNumberNeedsActivePlan,
      hasPlan: facts.running.has(planId),
    }
  },

  async getPublicPlanOpening({ db, inOwnPlans, brand, locale, now, refuse }, { planId }) {
    const plan = (await planOfMonths(db, brand, planId)) ?? refuse('planNotFound')
    if (isHidden(plan)) return refuse('planNotFound')
    return inOwnPlans(async (seen) => ({
      ...(await openedBy(seen, brand, plan, { locale, now })),
      earlier: await earlierPrices(seen, brand, plan, now),
    }))
  },

  async getPlanBackNumbersAdmin({ db, inOwnPlans, brand, member, now, refuse }, { planId, year }) {
    const plan = (await planOfMonths(db, brand, planId)) ?? refuse('planNotFound')
    const money = seesMoney(member.role)
    const count = async () => ({ months: (await salesOfMonths(db, brand, { planId, year }))[0]?.months ?? [] })
    const [counts, decided, sales] = await Promise.all([
      inOwnPlans((seen) => contentsByMonth(seen, brand, { planId, year, now })),
      choicesOf(db, brand, planId, year),
      money ? figuresOrCount(db, brand, salesName(planId, year), count) : { months: [] },
    ])
    const bought = new Map(sales.months.map((one) => [one.month, one]))
    return {
      planName: plan.name,
      defaultPrice: priceOf(plan, null),
      months: months.flatMap((month) => {
        const period = { year, month }
        const choice = decided.get(month) ?? null
        const countOfContents = counts.get(month) ?? 0
        if (countOfContents === 0 && !choice && !bought.has(month)) return []
        return {
          period,
          countOfContents,
          price: priceOf(plan, choice),
          priceOverride: choice?.priceOverride ?? null,
          saleState: saleStateOf(plan, choice, period, now),
          chosenSaleState: choice?.saleState ?? ('onSale' as const),
          onSaleFrom: onSaleFrom(period),
          buyers: money ? (bought.get(month)?.buyers ?? 0) : null,
          income: money ? (bought.get(month)?.income ?? 0) : null,
        }
      }),
      canEdit: mayEdit(member.role),
    }
  },

  async updateBackNumber({ db, brand, user, now, refuse }, { planId, period, priceOverride, saleState }) {
    if (!(await planOfMonths(db, brand, planId))) return refuse('planNotFound')
    await saveBackNumber(db, brand, { planId, period, priceOverride, saleState }, { uid: user.uid, now })
    return {}
  },
}
