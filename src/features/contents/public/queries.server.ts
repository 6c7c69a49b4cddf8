import { and, desc, eq, isNull, lt, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PaginationRequest } from '../../../kit/pagination'
import type { BackNumberPeriod, Instant } from '../../../kit/time'
import type { Db, PublicBrand } from '../../../server/context'
import { toTimestamp } from '../../../server/db/columns'
import { jsonList } from '../../../server/db/jsonList'
import { prepared } from '../../../server/db/prepared'
import { backNumberPurchases, backNumbers } from '../../backNumbers/tables.server'
import { brands } from '../../brands/tables.server'
import { isOnSale } from '../../plans/queries.server'
import { plans } from '../../plans/tables.server'
import { termRuns } from '../../subscriptions/queries.server'
import { subscriptionTerms } from '../../subscriptions/tables.server'
import { tenantMembers } from '../../tenants/tables.server'
import type { AccessFacts, FormerRight } from '../access'
import { isPlanOfLink, opensContent } from '../queries.server'
import { contentPlans, contents } from '../tables.server'
import type { FilterOption } from './contract'
import { contentCounts, contentLoves } from './tables.server'

/*
 * The facts of `contents/access.ts`, for the contents at hand and never for all that a fan ever paid: rows of
 * `subscription_terms` that run now or run in the month of a content, rows of `back_number_purchases` of that month, and
 * the staff's own membership.
 */
const arg = sql.placeholder

/** Fixed, as in kit/time.ts: all months of ours lie after Japan's last summer time. */
const startOf = (year: SQL, month: SQL) =>
  sql`make_timestamp(${year}, ${month}, 1, 0, 0, 0) at time zone interval '9 hours'`
const endOf = (year: SQL, month: SQL) =>
  sql`(make_timestamp(${year}, ${month}, 1, 0, 0, 0) + interval '1 month') at time zone interval '9 hours'`

/** `paysMonth` of access.ts as SQL, over `subscription_terms`: the two are held together by a test. */
const paysForMonth = (year: SQL, month: SQL) => {
  const { from, to, source, voidedAt } = subscriptionTerms
  const end = sql`least(${to}, ${voidedAt})`
  return sql`${source} <> 'grace' and ${to} > ${startOf(year, month)} and ${from} < ${endOf(year, month)}
    and ${end} > ${from} and ${end} > ${startOf(year, month)}`
}
const isBoughtMonth = (year: SQL, month: SQL) =>
  and(
    sql`${backNumberPurchases.periodYear} = ${year} and ${backNumberPurchases.periodMonth} = ${month}`,
    isNull(backNumberPurchases.voidedAt),
  )

/** Whether this fan has paid for a month of a plan, as a member or by buying it; `until`: before this moment. */
const owns = (uid: SQL, tenantId: SQL, planId: SQL, year: SQL, month: SQL, until?: SQL) => sql<boolean>`(
  exists (select 1 from ${subscriptionTerms} where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
    and ${and(sql`${subscriptionTerms.planId} = ${planId}`, paysForMonth(year, month), until && lt(subscriptionTerms.from, until))})
  or exists (select 1 from ${backNumberPurchases} where ${backNumberPurchases.uid} = ${uid} and ${backNumberPurchases.tenantId} = ${tenantId}
    and ${and(sql`${backNumberPurchases.planId} = ${planId}`, isBoughtMonth(year, month), until && lt(backNumberPurchases.paidAt, until))}))`

const runsOn = (uid: SQL, tenantId: SQL, planId: SQL, at: SQL | Placeholder = arg('now')) =>
  sql<boolean>`exists (select 1 from ${subscriptionTerms}
  where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
    and ${subscriptionTerms.planId} = ${planId} and ${termRuns(at)})`

/** `formerRightOf` of access.ts as SQL, over `contents`: the two are held together by a test. */
const formerRight = (uid: SQL) => {
  const [tenantId, planId] = [sql`${contents.tenantId}`, sql`${contentPlans.planId}`]
  const until = sql`to_timestamp(former.until / 1000.0)`
  const [year, month] = [sql`(former.period ->> 'year')::int`, sql`(former.period ->> 'month')::int`]
  return sql<FormerRight | null>`(select case
    when bool_or(former.period is not null and ${owns(uid, tenantId, planId, year, month, until)}) then 'month'
    when bool_or(former.period is null and ${runsOn(uid, tenantId, planId, until)}) then 'membership' end
    from jsonb_to_recordset(${contents.formerPeriods}) as former(period jsonb, until double precision), ${contentPlans}
    where ${opensContent})`
}

/** Who reads every content of the brand: its content roles, and moderators. */
const readsAll = (uid: SQL, tenantId: SQL, brandId: SQL) => sql<boolean>`exists (select 1 from ${tenantMembers}
  where ${tenantMembers.tenantId} = ${tenantId} and ${tenantMembers.uid} = ${uid} and ${tenantMembers.status} = 'active'
    and ${tenantMembers.role} in ('owner', 'admin', 'editor', 'moderator')
    and (${tenantMembers.brandIds} is null or ${brandId} = any(${tenantMembers.brandIds})))`

const factsQuery = prepared((db) => {
  const [uid, tenantId] = [sql`${arg('uid')}`, sql`${arg('tenantId')}`]
  const running = sql<
    string[]
  >`coalesce((select json_agg(distinct ${subscriptionTerms.planId}) from ${subscriptionTerms}
    where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
      and ${subscriptionTerms.planId} = any(${arg('planIds')}::text[]) and ${termRuns(arg('now'))}), '[]')`
  const months = sql<string[]>`coalesce((select json_agg(asked.key)
    from unnest(${arg('keys')}::text[], ${arg('ofPlans')}::text[], ${arg('years')}::int[], ${arg('months')}::int[])
      as asked(key, plan_id, year, month)
    where ${owns(uid, tenantId, sql`asked.plan_id`, sql`asked.year`, sql`asked.month`)}), '[]')`
  const kept = sql<Record<string, FormerRight>>`coalesce((select json_object_agg(found.id, found.former_right) from (
    select ${contents.planContentId} as id, ${formerRight(uid)} as former_right from ${contents}
    where ${contents.tenantId} = ${tenantId} and ${contents.planContentId} = any(${arg('changed')}::text[])) as found
    where found.former_right is not null), '{}')`
  return db
    .select({
      running,
      months,
      kept,
      isStaff: readsAll(uid, tenantId, sql`${brands.brandId}`),
      backNumberNeedsActivePlan: brands.backNumberNeedsActivePlan,
    })
    .from(brands)
    .where(and(eq(brands.tenantId, arg('tenantId')), eq(brands.brandId, arg('brandId'))))
    .prepare('')
})

export type AskedMonth = { key: string; planId: string; period: BackNumberPeriod }
export type Facts = AccessFacts & { backNumberNeedsActivePlan: boolean }

/** What is known of a fan for these plans and months, in one question. */
export const factsOf = async (
  db: Db,
  { tenantId, brandId }: Pick<PublicBrand, 'tenantId' | 'brandId'>,
  {
    uid,
    planIds,
    months,
    changed = [],
    now,
  }: {
    uid: string
    planIds: readonly string[]
    months: readonly AskedMonth[]
    /** Ids of the contents among them whose month was changed. */
    changed?: readonly string[]
    now: Instant
  },
): Promise<Facts> => {
  const [row] = await factsQuery(db).execute({
    tenantId,
    brandId,
    uid,
    now: toTimestamp(now),
    planIds,
    keys: months.map(({ key }) => key),
    ofPlans: months.map(({ planId }) => planId),
    years: months.map(({ period }) => period.year),
    months: months.map(({ period }) => period.month),
    changed,
  })
  if (!row) throw new Error('The brand that access proved is gone.')
  return { ...row, running: new Set(row.running), months: new Set(row.months), kept: new Map(Object.entries(row.kept)) }
}

// --- Lists ------------------------------------------------------------------------------------------------------------------

/** Those that can still be joined come first: the first is the one that is named. */
const joinableFirst = sql`${plans.archivingAt} is not null, ${plans.price}, ${plans.planId}`

const openingPlans = (db: Db) =>
  db
    .select({
      list: jsonList({ planId: plans.planId, name: plans.name, archivingAt: plans.archivingAt }, joinableFirst).as(
        'list',
      ),
      isLiving:
        sql<boolean>`coalesce(bool_or(${plans.archivingAt} is null or ${plans.archivingAt} > ${arg('now')}), false)`.as(
          'is_living',
        ),
    })
    .from(contentPlans)
    .innerJoin(plans, isPlanOfLink)
    .where(opensContent)
    .as('opening')

const cardColumns = {
  planContentId: contents.planContentId,
  type: contents.type,
  name: contents.name,
  description: contents.description,
  thumbnail: contents.thumbnail,
  viewableBy: contents.viewableBy,
  periodYear: contents.periodYear,
  periodMonth: contents.periodMonth,
  visibleFrom: contents.visibleFrom,
  streamingId: contents.streamingId,
  hasFormerPeriods: sql<boolean>`${contents.formerPeriods} <> '[]'`,
}

/**
 * Where a content's plans are all archived, only a fan to whom `accessTo` leaves it open still finds it in a list: an owner
 * of its month, or a term that runs on where it has none.
 */
const keepsArchived = sql`exists (select 1 from ${contentPlans} where ${opensContent} and case
  when ${contents.periodYear} is null then ${runsOn(sql`${arg('uid')}`, sql`${contents.tenantId}`, sql`${contentPlans.planId}`)}
  else ${owns(
    sql`${arg('uid')}`,
    sql`${contents.tenantId}`,
    sql`${contentPlans.planId}`,
    sql`${contents.periodYear}`,
    sql`${contents.periodMonth}`,
  )} end)
  or case ${formerRight(sql`${arg('uid')}`)} when 'month' then true
    when 'membership' then exists (select 1 from ${contentPlans} where ${opensContent}
      and ${runsOn(sql`${arg('uid')}`, sql`${contents.tenantId}`, sql`${contentPlans.planId}`)}) end`

type Narrowing = 'allContents' | 'freeContents' | 'planContents' | 'month'
/** The plan of which a list is: its contents are found by its own index, however many others the brand has. */
const chosen = alias(contentPlans, 'chosen')

const listQuery = (narrowing: Narrowing, byFan: boolean) =>
  prepared((db) => {
    const opening = openingPlans(db)
    const ofPlan = narrowing === 'planContents' || narrowing === 'month'
    const narrowed = {
      allContents: undefined,
      freeContents: eq(contents.viewableBy, 'allUsers'),
      planContents: lte(chosen.visibleFrom, arg('now')),
      /** A plan's back number. */
      month: and(eq(contents.periodYear, arg('year')), eq(contents.periodMonth, arg('month'))),
    }[narrowing]
    const isShown = or(
      eq(contents.viewableBy, 'allUsers'),
      eq(opening.isLiving, true),
      byFan ? sql`${keepsArchived}` : undefined,
    )
    const all = db
      .select({
        ...cardColumns,
        plans: opening.list,
        loves: sql<number>`coalesce(${contentCounts.loves}, 0)`,
        comments: sql<number>`coalesce(${contentCounts.comments}, 0)`,
      })
      .from(contents)
      .innerJoinLateral(opening, sql`true`)
      .leftJoin(contentCounts, isCountOfContent)
      .$dynamic()
    const isOfChosen = and(
      eq(chosen.tenantId, contents.tenantId),
      eq(chosen.planContentId, contents.planContentId),
      eq(chosen.tenantId, arg('tenantId')),
      eq(chosen.planId, arg('planId')),
    )
    const newest = narrowing === 'planContents' ? chosen : contents
    return (ofPlan ? all.innerJoin(chosen, isOfChosen) : all)
      .where(
        and(
          eq(contents.tenantId, arg('tenantId')),
          eq(contents.brandId, arg('brandId')),
          lte(contents.visibleFrom, arg('now')),
          narrowed,
          isShown,
        ),
      )
      .orderBy(desc(newest.visibleFrom), newest.planContentId)
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare('')
  })

const isCountOfContent = and(
  eq(contentCounts.tenantId, contents.tenantId),
  eq(contentCounts.planContentId, contents.planContentId),
)

const both = (narrowing: Narrowing) => ({ visitor: listQuery(narrowing, false), fan: listQuery(narrowing, true) })
const listQueries = {
  allContents: both('allContents'),
  freeContents: both('freeContents'),
  planContents: both('planContents'),
  month: both('month'),
}

/** What the specification's lists may be narrowed to, and a plan's back number. */
export type CardFilter = FilterOption | { type: 'month'; planId: string; period: BackNumberPeriod }
type Asked = {
  uid: string | undefined
  filter: CardFilter
  page: PaginationRequest
  now: Instant
}

/** Published contents, newest first: those that are open to somebody, and those of archived plans that this fan owns. */
export const cardsOf = (db: Db, { tenantId, brandId }: PublicBrand, { uid, filter, page, now }: Asked) => {
  const { type } = filter ?? { type: 'allContents' as const }
  return listQueries[type][uid === undefined ? 'visitor' : 'fan'](db).execute({
    tenantId,
    brandId,
    uid: uid ?? '',
    now: toTimestamp(now),
    planId: filter !== null && 'planId' in filter ? filter.planId : '',
    ...(filter?.type === 'month' && filter.period),
    ...page,
  })
}
export type CardRow = Awaited<ReturnType<typeof cardsOf>>[number]

// --- One content ------------------------------------------------------------------------------------------------------------

const readerQuery = prepared((db) => {
  const [uid, tenantId] = [sql`${arg('uid')}`, sql`${contents.tenantId}`]
  const opening = db
    .select({
      list: jsonList({ planId: plans.planId, name: plans.name, archivingAt: plans.archivingAt }, joinableFirst).as(
        'list',
      ),
      running: sql<
        string[]
      >`coalesce(json_agg(${plans.planId}) filter (where ${runsOn(uid, sql`${plans.tenantId}`, sql`${plans.planId}`)}), '[]')`.as(
        'running',
      ),
      owned: sql<
        string[]
      >`coalesce(json_agg(${plans.planId}) filter (where ${contents.periodYear} is not null and ${owns(
        uid,
        sql`${plans.tenantId}`,
        sql`${plans.planId}`,
        sql`${contents.periodYear}`,
        sql`${contents.periodMonth}`,
      )}), '[]')`.as('owned'),
    })
    .from(contentPlans)
    .innerJoin(plans, isPlanOfLink)
    .where(opensContent)
    .as('opening')
  return db
    .select({
      ...cardColumns,
      tenantId: contents.tenantId,
      brandId: contents.brandId,
      publishingAt: contents.publishingAt,
      editedAt: contents.editedAt,
      text: contents.text,
      imageUrls: contents.imageUrls,
      mediaId: contents.mediaId,
      streamingId: contents.streamingId,
      commentPolicy: contents.commentPolicy,
      commentAudience: contents.commentAudience,
      brandName: brands.name,
      brandSlug: brands.slug,
      brandIcon: brands.icon,
      brandThumbnail: brands.thumbnail,
      backNumberNeedsActivePlan: brands.backNumberNeedsActivePlan,
      plans: opening.list,
      running: opening.running,
      owned: opening.owned,
      loves: sql<number>`coalesce(${contentCounts.loves}, 0)`,
      comments: sql<number>`coalesce(${contentCounts.comments}, 0)`,
      hasAlreadyLoved: sql<boolean>`exists (select 1 from ${contentLoves} where ${contentLoves.tenantId} = ${contents.tenantId}
        and ${contentLoves.planContentId} = ${contents.planContentId} and ${contentLoves.uid} = ${uid})`,
      formerRight: formerRight(uid),
      isStaff: readsAll(uid, tenantId, sql`${contents.brandId}`),
    })
    .from(contents)
    .innerJoin(brands, and(eq(brands.tenantId, contents.tenantId), eq(brands.brandId, contents.brandId)))
    .innerJoinLateral(opening, sql`true`)
    .leftJoin(contentCounts, isCountOfContent)
    .where(
      and(
        eq(contents.tenantId, arg('tenantId')),
        eq(contents.brandId, arg('brandId')),
        eq(contents.planContentId, arg('planContentId')),
      ),
    )
    .prepare('')
})

/** One content with everything that says whether this reader may see it. What it holds is for `accessTo` to give away. */
export const contentForReader = async (
  db: Db,
  { tenantId, brandId }: Pick<PublicBrand, 'tenantId' | 'brandId'>,
  planContentId: string,
  { uid, now }: { uid: string | undefined; now: Instant },
) => {
  const [row] = await readerQuery(db).execute({
    tenantId,
    brandId,
    planContentId,
    uid: uid ?? '',
    now: toTimestamp(now),
  })
  return row
}
export type ReaderRow = NonNullable<Awaited<ReturnType<typeof contentForReader>>>

/** The plans that open a content as they are sold, with what its month costs there. */
export const sellingPlans = (
  db: Db,
  { tenantId, brandId }: Pick<PublicBrand, 'tenantId' | 'brandId'>,
  { planIds, period }: { planIds: readonly string[]; period: BackNumberPeriod | null },
) =>
  planIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          planId: plans.planId,
          name: plans.name,
          status: plans.status,
          price: plans.price,
          subscriptionInterval: plans.subscriptionInterval,
          archivingAt: plans.archivingAt,
          isOnSale: sql<boolean>`${isOnSale()}`,
          priceOverride: backNumbers.priceOverride,
          saleState: backNumbers.saleState,
        })
        .from(plans)
        .leftJoin(
          backNumbers,
          and(
            eq(backNumbers.tenantId, plans.tenantId),
            eq(backNumbers.planId, plans.planId),
            period
              ? and(eq(backNumbers.periodYear, period.year), eq(backNumbers.periodMonth, period.month))
              : sql`false`,
          ),
        )
        .where(
          and(
            eq(plans.tenantId, tenantId),
            eq(plans.brandId, brandId),
            sql`${plans.planId} = any(${sql.param([...planIds])}::text[])`,
          ),
        )
        .orderBy(plans.price, plans.planId)
