import { and, count, eq, gt, isNull, lte, max, min, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import type { BackNumberPeriod, Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { ledgerEntries } from '#money/ledger/tables.server.ts'
import { disputes, orders } from '#money/orders/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { opensContent } from '../contents/queries.server'
import { contentPlans, contents } from '../contents/tables.server'
import type { BackNumberChoice } from './backNumber'
import { backNumberPurchases, backNumbers } from './tables.server'

type AnyBrand = Brand | PublicBrand
type Ids = Pick<AnyBrand, 'tenantId' | 'brandId'>
const ofBrand = ({ tenantId, brandId }: AnyBrand) => and(eq(plans.tenantId, tenantId), eq(plans.brandId, brandId))

const planColumns = {
  planId: plans.planId,
  name: plans.name,
  english: plans.english,
  status: plans.status,
  price: plans.price,
  subscriptionInterval: plans.subscriptionInterval,
  archivingAt: plans.archivingAt,
}

export const planOfMonths = async (db: Db, brand: AnyBrand, planId: string) => {
  const [row] = await db
    .select(planColumns)
    .from(plans)
    .where(and(ofBrand(brand), eq(plans.planId, planId)))
  return row
}

/** Plans whose months a fan may look through: active ones that are not archived yet, those on sale first. */
export const plansWithMonths = async (db: Db, brand: AnyBrand, now: Instant) => {
  const those = (which: SQL | undefined, order: (typeof plans)['price' | 'archivingAt']) =>
    db
      .select(planColumns)
      .from(plans)
      .where(and(ofBrand(brand), eq(plans.status, 'active'), which))
      .orderBy(order, plans.activatedAt, plans.planId)
      .limit(25)
  const [onSale, ending] = await Promise.all([
    those(isNull(plans.archivingAt), plans.price),
    those(gt(plans.archivingAt, now), plans.archivingAt),
  ])
  return [...onSale, ...ending]
}

export const needsActivePlan = async (db: Db, { tenantId, brandId }: AnyBrand) => {
  const [row] = await db
    .select({ needs: brands.backNumberNeedsActivePlan })
    .from(brands)
    .where(and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId)))
  return row?.needs ?? true
}

const choices = (brand: AnyBrand, planId: string, year: number): SQL | undefined =>
  and(eq(backNumbers.tenantId, brand.tenantId), eq(backNumbers.planId, planId), eq(backNumbers.periodYear, year))

/** The creators' settings for the months of a plan's year, by month. */
export const choicesOf = async (db: Db, brand: AnyBrand, planId: string, year: number) => {
  const rows = await db
    .select({
      month: backNumbers.periodMonth,
      priceOverride: backNumbers.priceOverride,
      saleState: backNumbers.saleState,
    })
    .from(backNumbers)
    .where(choices(brand, planId, year))
  return new Map<number, NonNullable<BackNumberChoice>>(rows.map(({ month, ...choice }) => [month, choice]))
}

/** Published contents of the brand that are opened by this plan, and not by everybody. */
const soldBy = ({ tenantId, brandId }: Ids, now: Instant): SQL | undefined =>
  and(
    eq(contents.tenantId, tenantId),
    eq(contents.brandId, brandId),
    eq(contents.viewableBy, 'paidUsers'),
    lte(contents.visibleFrom, now),
  )
const ofPlan = (planId: string) => and(opensContent, eq(contentPlans.planId, planId))

/**
 * How many published contents each month of a plan's year has. A plan may open few of a brand's contents or all of them, and a year hold
 * few of either (`inOwnPlans`).
 */
export const contentsByMonth = async (
  db: Db,
  brand: AnyBrand,
  { planId, year, now }: { planId: string; year: number; now: Instant },
) => {
  const rows = await db
    .select({ month: sql<number>`${contents.periodMonth}`, count: count() })
    .from(contents)
    .innerJoin(contentPlans, ofPlan(planId))
    .where(and(soldBy(brand, now), eq(contents.periodYear, year)))
    .groupBy(contents.periodMonth)
  return new Map(rows.map(({ month, count: counted }) => [month, counted]))
}

/**
 * Whether a purchase of the month that is paid at a moment opens anything: a content of the month, or one that was
 * moved to another month after the payment (`formerRightOf` of contents/access.ts).
 */
export const givesContents = async (
  db: Db,
  brand: Ids,
  { planId, period, paidAt }: { planId: string; period: BackNumberPeriod; paidAt: Instant },
  now: Instant,
): Promise<boolean> => {
  const some = async (which: SQL | undefined) => {
    const rows = await db
      .select({ one: sql`1` })
      .from(contents)
      .innerJoin(contentPlans, ofPlan(planId))
      .where(and(soldBy(brand, now), which))
      .limit(1)
    return rows.length > 0
  }
  const isIts = and(eq(contents.periodYear, period.year), eq(contents.periodMonth, period.month))
  const wasIts = subquery`${contents.formerPeriods} <> '[]' and exists (select 1
    from jsonb_to_recordset(${contents.formerPeriods}) as former(period jsonb, until double precision)
    where (former.period ->> 'year')::int = ${period.year} and (former.period ->> 'month')::int = ${period.month}
      and former.until > ${paidAt}::double precision)`
  return (await some(isIts)) || (await some(wasIts))
}

/** The first and the last year that a content of the brand belongs to. */
export const yearsOf = async (db: Db, { tenantId, brandId }: AnyBrand) => {
  const [row] = await db
    .select({ first: min(contents.periodYear), last: max(contents.periodYear) })
    .from(contents)
    .where(and(eq(contents.tenantId, tenantId), eq(contents.brandId, brandId), sql`${contents.periodYear} is not null`))
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : null
}

/**
 * Buyers and income of each month of a plan; income is net of refunds and disputes, before fees. A purchase that was
 * voided by a dispute and then restored has two rows for one order, whose payment counts once.
 */
export const salesOfMonths = async (db: Db, brand: Brand, only?: { planId: string; year: number }) => {
  const { tenantId, orderId } = backNumberPurchases
  const disputed = subquery`(select coalesce(sum(d.amount), 0) from ${disputes} d
    where d.tenant_id = ${tenantId} and d.order_id = ${orderId} and d.state in ('open', 'lost'))`
  const ofBoth = subquery`(select coalesce(-sum(e.amount), 0) from ${ledgerEntries} e where e.tenant_id = ${tenantId} and e.order_id = ${orderId}
    and e.account = 'brandPayable' and e.kind = 'backNumber' and e.component in ('gross', 'refund', 'chargeback'))`
  const isFirst = sql`row_number() over (partition by ${tenantId}, ${orderId} order by ${backNumberPurchases.purchaseId}) = 1`
  const bought = db
    .select({
      planId: backNumberPurchases.planId,
      year: backNumberPurchases.periodYear,
      month: backNumberPurchases.periodMonth,
      voidedAt: backNumberPurchases.voidedAt,
      income: sql<number>`case when not ${isFirst} then 0 when ${orders.kind} = 'plan' then ${ofBoth}
          else greatest(${orders.subtotal} - ${orders.refunded} - ${disputed}, 0) end`.as('income'),
    })
    .from(backNumberPurchases)
    .innerJoin(
      plans,
      and(eq(plans.tenantId, backNumberPurchases.tenantId), eq(plans.planId, backNumberPurchases.planId)),
    )
    .leftJoin(orders, and(eq(orders.tenantId, tenantId), eq(orders.orderId, orderId)))
    .where(
      and(
        ofBrand(brand),
        only && eq(backNumberPurchases.planId, only.planId),
        only && eq(backNumberPurchases.periodYear, only.year),
      ),
    )
    .as('bought')
  const rows = await db
    .select({
      planId: bought.planId,
      year: bought.year,
      month: bought.month,
      buyers: sql<number>`(count(*) filter (where ${bought.voidedAt} is null))::int`,
      income: sql<number>`coalesce(sum(${bought.income}), 0)::int`,
    })
    .from(bought)
    .groupBy(bought.planId, bought.year, bought.month)
  const years = new Map<string, { planId: string; year: number; months: MonthSales[] }>()
  for (const { planId, year, ...sales } of rows) {
    const name = salesName(planId, year)
    const found = years.get(name) ?? { planId, year, months: [] }
    found.months.push(sales)
    years.set(name, found)
  }
  return [...years.values()]
}
type MonthSales = { month: number; buyers: number; income: number }

/** Key under which the sales figures of a plan's year are stored. */
export const salesName = (planId: string, year: number) => `months:${planId}:${year}`

type Decided = NonNullable<BackNumberChoice> & { planId: string; period: BackNumberPeriod }

export const saveBackNumber = async (
  db: Db,
  { tenantId }: Brand,
  { planId, period, ...choice }: Decided,
  { uid, now }: { uid: string; now: Instant },
) => {
  const decided = { ...choice, editedAt: now, editedBy: uid }
  await db
    .insert(backNumbers)
    .values({ tenantId, planId, periodYear: period.year, periodMonth: period.month, ...decided })
    .onConflictDoUpdate({
      target: [backNumbers.tenantId, backNumbers.planId, backNumbers.periodYear, backNumbers.periodMonth],
      set: decided,
    })
}
