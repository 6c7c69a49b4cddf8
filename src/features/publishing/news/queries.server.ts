import { and, asc, eq, exists, gt, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { fans, people } from '#club/fans/tables.server.ts'
import { type NoticeKind, noticeKinds, waysOf } from '#club/push/notice.ts'
import { hasDevice, isNoticeOf, noticesOf, takesByMail, takesByPush } from '#club/push/queries.server.ts'
import { fanNotices } from '#club/push/tables.server.ts'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import { type BackNumberPeriod, type Instant, monthText } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { termRuns } from '#membership/subscriptions/queries.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { isOfOne } from '#server/db/brandRows.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Fan } from '#server/proven.ts'
import { saleStateOf } from '../backNumbers/backNumber'
import { backNumbers } from '../backNumbers/tables.server'
import { owns, readsAll } from '../contents/facts.queries.server'
import { isShown, opensContent } from '../contents/queries.server'
import { contentPlans, contents } from '../contents/tables.server'
import { videoConversions } from '../contents/video/tables.server'
import { isStatus } from '../streamings/queries.server'
import { streamings } from '../streamings/tables.server'

type BrandIds = { tenantId: string; brandId: string }

// --- The setting ----------------------------------------------------------------------------------------------------------

const isBrandOfFan = and(eq(brands.tenantId, fans.tenantId), eq(brands.brandId, fans.brandId))

/** Clubs that know the fan, latest activity first, with what the fan is told of each. */
export const mailSettingsOf = async (db: Db, fan: Fan) => {
  const chosen = new Map((await noticesOf(db, fan)).map((one) => [`${one.tenantId} ${one.brandId} ${one.kind}`, one]))
  const known = await clubsOf(db, fan)
  return known.map((brand) => ({
    ...brand,
    notices: noticeKinds.map((kind) => ({
      kind,
      ...waysOf(kind, chosen.get(`${brand.tenantId} ${brand.brandId} ${kind}`), brand.newsByMail),
    })),
  }))
}

const clubsOf = (db: Db, { uid }: Fan) =>
  db
    .select({
      tenantId: brands.tenantId,
      brandId: brands.brandId,
      name: brands.name,
      slug: brands.slug,
      icon: brands.icon,
      isMember: sql<boolean>`${isNotNull(fans.memberNumber)}`,
      newsByMail: fans.newsByMail,
      isEmailVisible: fans.isEmailVisible,
    })
    .from(fans)
    .innerJoin(brands, isBrandOfFan)
    .where(eq(fans.uid, uid))
    .orderBy(sql`${fans.lastActiveAt} desc`, fans.fanId)
    .limit(200)

/** Saves settings and returns the brand; undefined if the brand does not know this fan. */
export const saveMailSetting = async (
  db: Db,
  { tenantId, brandId, uid }: BrandIds & { uid: string },
  settings: { newsByMail?: boolean; isEmailVisible?: boolean },
) => {
  const [brand] = await db
    .update(fans)
    .set(settings)
    .from(brands)
    .where(and(isBrandOfFan, eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), eq(fans.uid, uid)))
    .returning({ name: brands.name, slug: brands.slug })
  return brand
}

// --- Recipients ------------------------------------------------------------------------------------------------------

const pageSize = 200
/** `planIds` null: members of any plan of the brand. */
type RecipientFilter = {
  kind: NoticeKind
  planIds: readonly string[] | null
  now: Instant
  lacks?: { planIds: readonly string[]; period: BackNumberPeriod }
}
export type Recipient = { uid: string; email: string; locale: 'ja' | 'en'; byMail: boolean; byPush: boolean }

/** Does not own this month in any of these plans, and cannot read all months as staff. */
const isLacking = ({ planIds, period: { year, month } }: NonNullable<RecipientFilter['lacks']>): SQL => {
  const sold = sql`unnest(${sql.param([...planIds])}::text[]) as sold(plan_id)`
  const [uid, tenantId] = [sql`${fans.uid}`, sql`${fans.tenantId}`]
  const owned = owns(uid, tenantId, sql`sold.plan_id`, sql`${year}::int`, sql`${month}::int`)
  return subquery`not ${readsAll(uid, tenantId, sql`${fans.brandId}`)} and not exists (select 1 from ${sold} where ${owned})`
}

/** Members of one of these plans (null: of any) who are not blocked. */
const isMember = (db: Db, planIds: readonly string[] | null, now: Instant) =>
  and(
    isNull(fans.blockedAt),
    exists(
      db
        .select({ one: sql`1` })
        .from(subscriptionTerms)
        .innerJoin(
          plans,
          and(eq(plans.tenantId, subscriptionTerms.tenantId), eq(plans.planId, subscriptionTerms.planId)),
        )
        .where(
          and(
            eq(subscriptionTerms.uid, fans.uid),
            eq(subscriptionTerms.tenantId, fans.tenantId),
            planIds === null
              ? eq(plans.brandId, fans.brandId)
              : sql`${subscriptionTerms.planId} = any(${sql.param([...planIds])}::text[])`,
            termRuns(now),
          ),
        ),
    ),
  )
/** The link below stops each of these mails. */
const getsMail = (kind: NoticeKind) =>
  sql<boolean>`(${fans.newsByMail} and ${takesByMail(kind)} and ${people.email} <> '')`
const getsPush = (db: Db, kind: NoticeKind) => sql<boolean>`(${takesByPush(kind)} and ${hasDevice(db)})`

/** Next page of current members who want such news, by mail or by message, sorted by uid. */
const membersAfter = (
  db: Db,
  { tenantId, brandId }: BrandIds,
  { kind, planIds, now, lacks }: RecipientFilter,
  after: string,
) =>
  db
    .select({
      uid: fans.uid,
      email: people.email,
      locale: people.locale,
      byMail: getsMail(kind),
      byPush: getsPush(db, kind),
    })
    .from(fans)
    .innerJoin(people, eq(people.uid, fans.uid))
    .leftJoin(fanNotices, isNoticeOf(kind))
    .where(
      and(
        eq(fans.tenantId, tenantId),
        eq(fans.brandId, brandId),
        gt(fans.uid, after),
        or(getsMail(kind), getsPush(db, kind)),
        isMember(db, planIds, now),
        lacks && isLacking(lacks),
      ),
    )
    .orderBy(asc(fans.uid))
    .limit(pageSize)

/** How many would be told now, and in which way. */
export const reachOf = async (
  db: Db,
  { tenantId, brandId }: BrandIds,
  { kind, planIds, now }: Omit<RecipientFilter, 'lacks'>,
) => {
  const [counted] = await db
    .select({
      members: sql<number>`count(*)::int`,
      byMail: sql<number>`(count(*) filter (where ${getsMail(kind)}))::int`,
      byPush: sql<number>`(count(*) filter (where ${getsPush(db, kind)}))::int`,
    })
    .from(fans)
    .innerJoin(people, eq(people.uid, fans.uid))
    .leftJoin(fanNotices, isNoticeOf(kind))
    .where(and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), isMember(db, planIds, now)))
  return counted ?? { members: 0, byMail: 0, byPush: 0 }
}

export const membersToTell = async function* (
  db: Db,
  brand: BrandIds,
  asked: RecipientFilter,
): AsyncGenerator<Recipient[]> {
  for (let after = ''; ; ) {
    const page = await membersAfter(db, brand, asked, after)
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.uid
  }
}

// --- News ------------------------------------------------------------------------------------------------------------

/** Published contents with this streaming, and the plans that open them. */
export const contentsShowing = (db: Db, { tenantId, brandId }: BrandIds, streamingId: string, now: Instant) =>
  db
    .select({
      planContentId: contents.planContentId,
      name: contents.name,
      viewableBy: contents.viewableBy,
      planIds: subquery<
        string[]
      >`coalesce((select json_agg(${contentPlans.planId}) from ${contentPlans} where ${opensContent}), '[]')`,
    })
    .from(contents)
    .where(
      and(
        eq(contents.tenantId, tenantId),
        eq(contents.brandId, brandId),
        eq(contents.streamingId, streamingId),
        isShown(db, now),
      ),
    )
    .orderBy(contents.createdAt, contents.planContentId)
    .limit(100)

const isUntold = isNull(streamings.vodToldAt)

/** Available recordings in published contents, of which members were not notified yet. */
export const untoldRecordings = (db: Db, clubs: Clubs, now: Instant) =>
  db
    .select({ tenantId: streamings.tenantId, streamingId: streamings.streamingId })
    .from(streamings)
    .innerJoin(
      videoConversions,
      and(eq(videoConversions.tenantId, streamings.tenantId), eq(videoConversions.mediaId, streamings.vodMediaId)),
    )
    .where(
      and(
        isOfClubs(streamings.tenantId, clubs),
        // Needed to match the index's condition.
        isNotNull(streamings.vodMediaId),
        isUntold,
        isStatus('vod', now),
        exists(
          db
            .select({ one: sql`1` })
            .from(contents)
            .where(
              and(
                eq(contents.tenantId, streamings.tenantId),
                eq(contents.streamingId, streamings.streamingId),
                isShown(db, now),
              ),
            ),
        ),
      ),
    )
    .limit(100)

/** Marks the recording as notified; true for the first call only. */
export const claimRecording = async (
  db: Db,
  { tenantId, streamingId }: { tenantId: string; streamingId: string },
  now: Instant,
) => {
  const taken = await db
    .update(streamings)
    .set({ vodToldAt: now })
    .where(and(eq(streamings.tenantId, tenantId), eq(streamings.streamingId, streamingId), isUntold))
    .returning({ streamingId: streamings.streamingId })
  return taken.length === 1
}

const isMonthUntold = (period: BackNumberPeriod) =>
  or(isNull(brands.monthTold), sql`${brands.monthTold} < ${monthText(period)}`)

/** Brands of these clubs that can sell and have not notified their members of this month. */
export const brandsToTell = (db: Db, clubs: Clubs, period: BackNumberPeriod) =>
  db
    .select({ tenantId: brands.tenantId, brandId: brands.brandId })
    .from(brands)
    .where(
      and(
        isOfClubs(brands.tenantId, clubs),
        isMonthUntold(period),
        isNull(brands.closingAt),
        ne(brands.legalNotice, ''),
      ),
    )

export const takeMonth = async (db: Db, { tenantId, brandId }: BrandIds, period: BackNumberPeriod) => {
  const taken = await db
    .update(brands)
    .set({ monthTold: monthText(period) })
    .where(and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId), isMonthUntold(period)))
    .returning({ brandId: brands.brandId })
  return taken.length === 1
}

/** Plans of the brands whose month is on sale and has contents. */
export const plansSellingMonth = async (
  db: Db,
  of: readonly BrandIds[],
  period: BackNumberPeriod,
  now: Instant,
): Promise<{ brandId: string; planId: string }[]> => {
  const isOfMonth = and(eq(contents.periodYear, period.year), eq(contents.periodMonth, period.month))
  const rows = await db
    .select({
      brandId: plans.brandId,
      planId: plans.planId,
      status: plans.status,
      price: plans.price,
      subscriptionInterval: plans.subscriptionInterval,
      archivingAt: plans.archivingAt,
      saleState: backNumbers.saleState,
      priceOverride: backNumbers.priceOverride,
    })
    .from(plans)
    .leftJoin(
      backNumbers,
      and(
        eq(backNumbers.tenantId, plans.tenantId),
        eq(backNumbers.planId, plans.planId),
        eq(backNumbers.periodYear, period.year),
        eq(backNumbers.periodMonth, period.month),
      ),
    )
    .where(
      and(
        isOfOne(plans, of),
        exists(
          db
            .select({ one: sql`1` })
            .from(contents)
            .innerJoin(contentPlans, and(opensContent, eq(contentPlans.planId, plans.planId)))
            .where(
              and(
                eq(contents.tenantId, plans.tenantId),
                eq(contents.brandId, plans.brandId),
                isOfMonth,
                eq(contents.viewableBy, 'paidUsers'),
                lte(contents.visibleFrom, now),
              ),
            ),
        ),
      ),
    )
  return rows
    .filter(({ saleState, priceOverride, ...plan }) => {
      const choice = saleState === null ? null : { saleState, priceOverride }
      return saleStateOf(plan, choice, period, now) === 'onSale'
    })
    .map(({ brandId, planId }) => ({ brandId, planId }))
}
