import { and, asc, desc, eq, gt, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { allInLanguage, inLanguage } from '#kit/english.ts'
import type { PaginationRequest } from '#kit/pagination.ts'
import type { BackNumberPeriod, Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { saidOfMembership } from '#membership/subscriptions/living.queries.server.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { prepared } from '#server/db/prepared.ts'
import { bothTexts, containsAll, patternsOf } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Locale, PublicBrand } from '#server/proven.ts'
import { streamings } from '../../streamings/tables.server'
import type { FormerRight } from '../access'
import type { ContentType } from '../content'
import { formerRight, owns, readsAll, runsOn } from '../facts.queries.server'
import { isPlanOfLink, opensContent } from '../queries.server'
import { contentPlans, contents, englishBesideBody } from '../tables.server'
import { videoConversions } from '../video/tables.server'
import type { FilterOption } from './contract'
import { contentCounts, contentLoves } from './tables.server'

const arg = sql.placeholder
const uid = sql`${arg('uid')}`

// --- Lists ------------------------------------------------------------------------------------------------------------------

/** Plans that can still be joined come first; lists show the first one. */
const joinableFirst = sql`${plans.archivingAt} is not null, ${plans.price}, ${plans.planId}`

/** When the reader's membership of a plan that goes on is renewed; null without one. A time as the database writes it. */
export type Renewal = { at: string | null; interval: 'month' | 'year' }
const renewalOf = ([tenantId, planId]: readonly [SQL, SQL]) =>
  saidOfMembership<string>(
    sql`case when ${subscriptions.cancelScheduledAt} is null and ${subscriptions.method} <> 'comp'
      then ${subscriptions.paidUntil} end`,
    { uid, tenantId, planId, at: sql`${arg('now')}::timestamptz` },
  )
const isMonthAhead = (year: SQL, month: SQL) =>
  sql`make_timestamp(${year}, ${month}, 1, 0, 0, 0) at time zone interval '9 hours' > ${arg('now')}`

/**
 * The plans that open a content, with the reader's rights to them and to its month; none for visitors. `then`: the
 * rights at a past moment.
 */
const openingPlans = (db: Db, byFan: boolean, then?: SQL) => {
  const plan = [sql`${plans.tenantId}`, sql`${plans.planId}`] as const
  const [year, month] = [sql`${contents.periodYear}`, sql`${contents.periodMonth}`]
  const those = (has: SQL) =>
    byFan ? sql<string[]>`coalesce(json_agg(${plans.planId}) filter (where ${has}), '[]')` : sql<string[]>`'[]'::json`
  return db
    .select({
      list: jsonList(
        { planId: plans.planId, name: plans.name, english: plans.english, archivingAt: plans.archivingAt },
        joinableFirst,
      ).as('list'),
      isLiving:
        sql<boolean>`coalesce(bool_or(${plans.archivingAt} is null or ${plans.archivingAt} > ${arg('now')}), false)`.as(
          'is_living',
        ),
      running: those(runsOn(uid, ...plan, then)).as('running'),
      owned: those(sql`${year} is not null and ${owns(uid, ...plan, year, month, { then })}`).as('owned'),
      // Asked only for a month that has not begun: what is left of it can be bought by nobody.
      renewals: (byFan
        ? sql<
            Renewal[]
          >`coalesce(json_agg(json_build_object('at', ${renewalOf(plan)}, 'interval', ${plans.subscriptionInterval})) filter (where ${isMonthAhead(year, month)}), '[]')`
        : sql<Renewal[]>`'[]'::json`
      ).as('renewals'),
      formerRight: (byFan ? formerRight(uid, ...plan, then) : sql<FormerRight | null>`null`).as('former_right'),
    })
    .from(contentPlans)
    .innerJoin(plans, isPlanOfLink)
    .where(opensContent)
    .as('opening')
}

/** With `openingPlans`, all inputs of `accessTo`. */
const accessColumns = (opening: ReturnType<typeof openingPlans>, byFan: boolean) => ({
  plans: opening.list,
  running: opening.running,
  owned: opening.owned,
  formerRight: opening.formerRight,
  renewals: opening.renewals,
  isStaff: byFan ? readsAll(uid, sql`${arg('tenantId')}`, sql`${arg('brandId')}`) : sql<boolean>`false`,
  backNumberNeedsActivePlan: brands.backNumberNeedsActivePlan,
})
const isBrandOfContent = and(eq(brands.tenantId, contents.tenantId), eq(brands.brandId, contents.brandId))

/** How long a content is; the body itself only of rows whose length was not counted when they were saved. */
const lengthColumns = {
  characters: contents.characters,
  pictures: contents.pictures,
  uncounted: sql<{ text: string; imageUrls: string[] } | null>`case
    when ${contents.characters} is null and ${contents.type} = 'news'
    then json_build_object('text', ${contents.text}, 'imageUrls', ${contents.imageUrls}) end`,
  durationMs: videoConversions.durationMs,
}
const isConversionOfContent = and(
  eq(videoConversions.tenantId, contents.tenantId),
  eq(videoConversions.mediaId, contents.mediaId),
)

const cardColumns = {
  planContentId: contents.planContentId,
  type: contents.type,
  name: contents.name,
  description: contents.description,
  preview: contents.preview,
  english: englishBesideBody,
  clip: contents.clip,
  ...lengthColumns,
  thumbnail: contents.thumbnail,
  viewableBy: contents.viewableBy,
  periodYear: contents.periodYear,
  periodMonth: contents.periodMonth,
  visibleFrom: contents.visibleFrom,
  streamingId: contents.streamingId,
}

/**
 * Where all plans of a content are archived it is listed only for a fan who can still open it: an owner of its month,
 * or where it has no month, one whose term still runs.
 */
const keepsArchived = ({ running, owned, formerRight }: ReturnType<typeof openingPlans>) => {
  const some = (of: SQL.Aliased) => sql`json_array_length(${of}) > 0`
  return sql`case when ${contents.periodYear} is null then ${some(running)} else ${some(owned)} end
    or case ${formerRight} when 'month' then true when 'membership' then ${some(running)} end`
}

type Narrowing =
  | 'allContents'
  | 'freeContents'
  | 'planContents'
  | 'month'
  | 'named'
  | 'lives'
  | 'ofEvent'
  | 'newer'
  | 'older'
/** The plan of the list; its contents are found by an index of their own, independent of the brand's other contents. */
const chosen = alias(contentPlans, 'chosen')

/** `byMonth`: only contents that belong to a month, latest month first. */
const listQuery = (narrowing: Narrowing, byFan: boolean, byMonth = false) =>
  prepared((db) => {
    const opening = openingPlans(db, byFan)
    const ofPlan = narrowing === 'planContents' || narrowing === 'month'
    const narrowed = {
      allContents: undefined,
      freeContents: eq(contents.viewableBy, 'allUsers'),
      planContents: lte(chosen.visibleFrom, arg('now')),
      /** A back number: a plan's contents of one month. */
      month: and(eq(contents.periodYear, arg('year')), eq(contents.periodMonth, arg('month'))),
      /** Chosen by the brand to stand first. */
      named: sql`${contents.planContentId} = any(${arg('ids')}::text[])`,
      /** Live streamings that are not over and were not to begin before a moment; few, whatever was ever streamed. */
      lives: subquery`${contents.streamingId} in (select ${streamings.streamingId} from ${streamings}
        where ${streamings.tenantId} = ${arg('tenantId')} and ${streamings.brandId} = ${arg('brandId')}
          and ${streamings.scheduledStartAt} > ${arg('since')} and ${streamings.endedAt} is null)`,
      /** Live streamings of an event. */
      ofEvent: subquery`${contents.streamingId} in (select ${streamings.streamingId} from ${streamings}
        where ${streamings.tenantId} = ${arg('tenantId')} and ${streamings.eventId} = ${arg('eventId')})`,
      newer: or(
        gt(contents.visibleFrom, arg('besideAt')),
        and(eq(contents.visibleFrom, arg('besideAt')), lt(contents.planContentId, arg('besideId'))),
      ),
      older: or(
        lt(contents.visibleFrom, arg('besideAt')),
        and(eq(contents.visibleFrom, arg('besideAt')), gt(contents.planContentId, arg('besideId'))),
      ),
    }[narrowing]
    const isNearestAbove = narrowing === 'newer'
    const isShown = or(
      eq(contents.viewableBy, 'allUsers'),
      eq(opening.isLiving, true),
      byFan ? keepsArchived(opening) : undefined,
    )
    const all = db
      .select({
        ...cardColumns,
        ...accessColumns(opening, byFan),
        loves: sql<number>`coalesce(${contentCounts.loves}, 0)`,
        comments: sql<number>`coalesce(${contentCounts.comments}, 0)`,
      })
      .from(contents)
      .innerJoin(brands, isBrandOfContent)
      .innerJoinLateral(opening, sql`true`)
      .leftJoin(contentCounts, isCountOfContent)
      .leftJoin(videoConversions, isConversionOfContent)
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
          sql`(${arg('type')}::text is null or ${contents.type} = ${arg('type')})`,
          containsAll(bothTexts(contents.name, contents.english), sql`${arg('words')}`),
          byMonth ? isNotNull(contents.periodYear) : undefined,
          isShown,
        ),
      )
      .orderBy(
        ...(byMonth ? [desc(contents.periodYear), desc(contents.periodMonth)] : []),
        isNearestAbove ? asc(newest.visibleFrom) : desc(newest.visibleFrom),
        isNearestAbove ? desc(newest.planContentId) : asc(newest.planContentId),
      )
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare('')
  })

const isCountOfContent = and(
  eq(contentCounts.tenantId, contents.tenantId),
  eq(contentCounts.planContentId, contents.planContentId),
)

const both = (narrowing: Narrowing, byMonth = false) => ({
  visitor: listQuery(narrowing, false, byMonth),
  fan: listQuery(narrowing, true, byMonth),
})
const listQueries = {
  newest: {
    allContents: both('allContents'),
    freeContents: both('freeContents'),
    planContents: both('planContents'),
    month: both('month'),
    named: both('named'),
    lives: both('lives'),
    ofEvent: both('ofEvent'),
    newer: both('newer'),
    older: both('older'),
  },
  months: {
    allContents: both('allContents', true),
    freeContents: both('freeContents', true),
    planContents: both('planContents', true),
    month: both('month'),
    named: both('named'),
    lives: both('lives'),
    ofEvent: both('ofEvent'),
    newer: both('newer'),
    older: both('older'),
  },
}

/** Filters of the specification's lists, and of a plan's back number. */
export type CardFilter =
  | FilterOption
  | { type: 'month'; planId: string; period: BackNumberPeriod }
  | { type: 'named'; planContentIds: readonly string[] }
  | { type: 'lives'; since: Instant }
  | { type: 'ofEvent'; eventId: string }
  | { type: 'newer' | 'older'; than: { planContentId: string; visibleFrom: Instant } }
type ContentFilter = {
  uid: string | undefined
  filter: CardFilter
  /** Contents of one type. */
  only?: ContentType | undefined
  q?: string | undefined
  /** Default: newest first. `months`: only contents with a month, sorted by month. */
  order?: keyof typeof listQueries | undefined
  page: PaginationRequest
  locale: Locale
  now: Instant
}

/** Published contents that are open to somebody, and those of archived plans that this fan owns. */
export const cardsOf = async (
  db: Db,
  { tenantId, brandId }: PublicBrand,
  { uid, filter, only, q, order = 'newest', page, locale, now }: ContentFilter,
) => {
  const { type } = filter ?? { type: 'allContents' as const }
  const rows = await listQueries[order][type][uid === undefined ? 'visitor' : 'fan'](db).execute({
    tenantId,
    brandId,
    uid: uid ?? '',
    now: toTimestamp(now),
    planId: filter !== null && 'planId' in filter ? filter.planId : '',
    ...(filter?.type === 'month' && filter.period),
    ...(filter?.type === 'named' && { ids: [...filter.planContentIds] }),
    ...(filter?.type === 'lives' && { since: toTimestamp(filter.since) }),
    ...(filter?.type === 'ofEvent' && { eventId: filter.eventId }),
    ...(filter !== null &&
      'than' in filter && {
        besideAt: toTimestamp(filter.than.visibleFrom),
        besideId: filter.than.planContentId,
      }),
    type: only ?? null,
    words: patternsOf(q),
    ...page,
  })
  return rows.map((row) => ({ ...inLanguage(row, locale), plans: allInLanguage(row.plans, locale) }))
}
export type CardRow = Awaited<ReturnType<typeof cardsOf>>[number]

/** Where a published content stands among those of its brand. */
export const placeOf = async (
  db: Db,
  { tenantId, brandId }: PublicBrand,
  planContentId: string,
  now: Instant,
): Promise<{ planContentId: string; visibleFrom: Instant } | undefined> => {
  const [row] = await db
    .select({ planContentId: contents.planContentId, visibleFrom: contents.visibleFrom })
    .from(contents)
    .where(
      and(
        eq(contents.tenantId, tenantId),
        eq(contents.brandId, brandId),
        eq(contents.planContentId, planContentId),
        lte(contents.visibleFrom, now),
      ),
    )
  return row?.visibleFrom == null ? undefined : { planContentId: row.planContentId, visibleFrom: row.visibleFrom }
}

// --- One content ------------------------------------------------------------------------------------------------------------

const readerQuery = (then?: SQL) =>
  prepared((db) => {
    const opening = openingPlans(db, true, then)
    return db
      .select({
        ...cardColumns,
        ...accessColumns(opening, true),
        tenantId: contents.tenantId,
        brandId: contents.brandId,
        publishingAt: contents.publishingAt,
        editedAt: contents.editedAt,
        text: contents.text,
        english: contents.english,
        imageUrls: contents.imageUrls,
        mediaId: contents.mediaId,
        streamingId: contents.streamingId,
        commentPolicy: contents.commentPolicy,
        commentAudience: contents.commentAudience,
        brandName: brands.name,
        brandSlug: brands.slug,
        brandIcon: brands.icon,
        brandThumbnail: brands.thumbnail,
        loves: sql<number>`coalesce(${contentCounts.loves}, 0)`,
        comments: sql<number>`coalesce(${contentCounts.comments}, 0)`,
        hasAlreadyLoved: subquery<boolean>`exists (select 1 from ${contentLoves} where ${contentLoves.tenantId} = ${contents.tenantId}
        and ${contentLoves.planContentId} = ${contents.planContentId} and ${contentLoves.uid} = ${uid})`,
      })
      .from(contents)
      .innerJoin(brands, isBrandOfContent)
      .innerJoinLateral(opening, sql`true`)
      .leftJoin(contentCounts, isCountOfContent)
      .leftJoin(videoConversions, isConversionOfContent)
      .where(
        and(
          eq(contents.tenantId, arg('tenantId')),
          eq(contents.brandId, arg('brandId')),
          eq(contents.planContentId, arg('planContentId')),
        ),
      )
      .prepare('')
  })
const readerQueries = { now: readerQuery(), past: readerQuery(sql`${arg('now')}::timestamptz`) }

/**
 * One content with all inputs of the access check; only `accessTo` decides what may be returned. `isPast`: `now` is in
 * the past, and the reader's rights are as of then, while the content is as of today. Without `locale` its texts are as they were written.
 */
export const contentForReader = async (
  db: Db,
  { tenantId, brandId }: Pick<PublicBrand, 'tenantId' | 'brandId'>,
  planContentId: string,
  {
    uid,
    locale = 'ja',
    now,
    isPast = false,
  }: { uid: string | undefined; locale?: Locale; now: Instant; isPast?: boolean },
) => {
  const [row] = await readerQueries[isPast ? 'past' : 'now'](db).execute({
    tenantId,
    brandId,
    planContentId,
    uid: uid ?? '',
    now: toTimestamp(now),
  })
  return row && { ...inLanguage(row, locale), plans: allInLanguage(row.plans, locale) }
}
export type ReaderRow = NonNullable<Awaited<ReturnType<typeof contentForReader>>>
