import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import type { English } from '#kit/english.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { termRuns } from '#membership/subscriptions/queries.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { isListed } from '#publishing/events/queries.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { contains } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db, Member, PublicBrand, Tenant } from '#server/proven.ts'
import type { SalesStatus } from '../goods/goods'
import { hasStatus } from '../goods/queries.server'
import { goods, goodsVariations } from '../goods/tables.server'
import type { DraftState } from './eventGoods'
import { eventGoods, eventGoodsDrafts } from './tables.server'

type OfTenant = { tenantId: string }
export type DraftRow = typeof eventGoodsDrafts.$inferSelect

// --- Buyers ----------------------------------------------------------------------------------------------------------

/** The brand's plans with a current membership of this fan. */
export const plansHeldBy = async (
  db: Db,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  { uid }: { uid: string },
  now: Instant,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectDistinct({ planId: subscriptionTerms.planId })
    .from(subscriptionTerms)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptionTerms.tenantId), eq(plans.planId, subscriptionTerms.planId)))
    .where(
      and(
        eq(subscriptionTerms.uid, uid),
        eq(subscriptionTerms.tenantId, tenantId),
        eq(plans.brandId, brandId),
        ne(subscriptionTerms.source, 'grace'),
        termRuns(now),
      ),
    )
  return new Set(rows.map(({ planId }) => planId))
}

// --- Brands, events and plans ----------------------------------------------------------------------------------------

const isOfMemberBrands = (
  { brandIds }: Pick<Member, 'brandIds'>,
  column: typeof goods.brandId | typeof eventGoods.brandId | typeof eventGoodsDrafts.brandId,
) => (brandIds === null ? undefined : inArray(column, [...brandIds]))

/** The club's brands, for names and shares. */
export const brandsOf = (db: Db, { tenantId }: Tenant) =>
  db
    .select({ brandId: brands.brandId, name: brands.name })
    .from(brands)
    .where(eq(brands.tenantId, tenantId))
    .orderBy(asc(brands.createdAt), asc(brands.brandId))
    .limit(100)

/** The brand if it belongs to the club and this member may work for it. */
export const homeBrand = async (
  db: Db,
  { tenantId }: Tenant,
  { brandIds }: Member,
  brandId: string,
): Promise<Brand | undefined> => {
  if (brandIds !== null && !brandIds.includes(brandId)) return undefined
  const [row] = await db
    .select({ tenantId: brands.tenantId, brandId: brands.brandId, slug: brands.slug, name: brands.name })
    .from(brands)
    .where(and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId)))
  return row as Brand | undefined
}

/** Whether any brand of the club has goods for this event. */
export const hasGoods = async (db: Db, { tenantId }: OfTenant, eventId: string): Promise<boolean> => {
  const rows = await db
    .select({ goodsId: eventGoods.goodsId })
    .from(eventGoods)
    .where(and(eq(eventGoods.tenantId, tenantId), eq(eventGoods.eventId, eventId)))
    .limit(1)
  return rows.length > 0
}

export const isEventOf = async (db: Db, { tenantId }: Tenant, eventId: string) => {
  const rows = await db
    .select({ eventId: events.eventId })
    .from(events)
    .where(and(eq(events.tenantId, tenantId), eq(events.eventId, eventId), isNull(events.deletedAt)))
  return rows.length > 0
}

/** Titles of events and names of plans that a draft refers to. */
export const titlesOf = (db: Db, { tenantId }: Tenant, eventIds: readonly string[]) =>
  db
    .select({ eventId: events.eventId, title: events.title })
    .from(events)
    .where(and(eq(events.tenantId, tenantId), inArray(events.eventId, [...eventIds])))
export const planNamesOf = (db: Db, { tenantId }: Tenant, planIds: readonly string[]) =>
  db
    .select({ planId: plans.planId, name: plans.name })
    .from(plans)
    .where(and(eq(plans.tenantId, tenantId), inArray(plans.planId, [...planIds])))

/** Number of members who may decide on drafts; a single one may approve their own. */
export const countDeciders = async (db: Db, { tenantId }: Tenant) => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(tenantMembers)
    .where(
      and(
        eq(tenantMembers.tenantId, tenantId),
        eq(tenantMembers.status, 'active'),
        inArray(tenantMembers.role, ['owner', 'admin']),
      ),
    )
  return row?.count ?? 0
}

// --- Goods -----------------------------------------------------------------------------------------------------------

const joined = and(eq(eventGoods.tenantId, goods.tenantId), eq(eventGoods.goodsId, goods.goodsId))
const variationRows = subquery<
  {
    variationId: string
    name: string
    english: English<'name'>
    sku: string
    maxQuantity: number | null
    isStopped: boolean
    isHidden: boolean
    isUnlimited: boolean
    available: number
    reserved: number
    sold: number
  }[]
>`(select coalesce(jsonb_agg(jsonb_build_object('variationId', v.variation_id, 'name', v.name, 'english', v.english, 'sku', v.sku,
    'maxQuantity', v.max_quantity, 'isStopped', v.is_stopped, 'isHidden', v.is_hidden, 'isUnlimited', v.is_unlimited,
    'available', v.available, 'reserved', v.reserved, 'sold', v.sold) order by v.position, v.variation_id), '[]')
  from ${goodsVariations} v where v.tenant_id = ${goods.tenantId} and v.goods_id = ${goods.goodsId})`
const draftStateOf = subquery<DraftState | null>`(select d.state from ${eventGoodsDrafts} d where d.tenant_id = ${goods.tenantId}
  and d.goods_id = ${goods.goodsId} and d.state <> 'approved' limit 1)`
const columns = {
  goods,
  event: eventGoods,
  eventTitle: sql<string>`coalesce(${events.title}, '')`.as('event_title'),
  variations: variationRows.as('variations'),
  draftState: draftStateOf.as('draft_state'),
}
const withAll = (db: Db) =>
  db
    .select(columns)
    .from(eventGoods)
    .innerJoin(goods, joined)
    .leftJoin(events, and(eq(events.tenantId, eventGoods.tenantId), eq(events.eventId, eventGoods.eventId)))

type EventGoodsFilter = {
  status: SalesStatus | 'hidden' | 'all'
  eventId: string | undefined
  q: string | undefined
  page: PaginationRequest
  now: Instant
}
const passes = (
  { tenantId }: Tenant,
  member: Member,
  { status, eventId, q, now }: Omit<EventGoodsFilter, 'page'>,
): SQL | undefined =>
  and(
    eq(eventGoods.tenantId, tenantId),
    isOfMemberBrands(member, goods.brandId),
    eventId === undefined ? undefined : eq(eventGoods.eventId, eventId),
    status === 'all'
      ? undefined
      : status === 'hidden'
        ? eq(goods.visibility, 'hidden')
        : and(eq(goods.visibility, 'visible'), hasStatus(status, sql`${toTimestamp(now)}::timestamptz`)),
    contains([goods.name], q),
  )

/** Number of newest goods whose events are offered as filter options. */
const mostLookedAt = 100

/** Looked up row by row: a join would be planned as a scan of all events where a club has few of them. */
const titleOfEvent = subquery<string | null>`(select e.title from ${events} e
  where e.tenant_id = ${eventGoods.tenantId} and e.event_id = ${eventGoods.eventId})`

/** Events of the newest goods, latest first. */
export const eventsWithGoods = async (db: Db, { tenantId }: Tenant, member: Member) => {
  const newest = await db
    .select({ eventId: eventGoods.eventId, title: titleOfEvent.as('title') })
    .from(eventGoods)
    .where(and(eq(eventGoods.tenantId, tenantId), isOfMemberBrands(member, eventGoods.brandId)))
    .orderBy(desc(eventGoods.createdAt), asc(eventGoods.goodsId))
    .limit(mostLookedAt)
  const titles = new Map(newest.map(({ eventId, title }) => [eventId, title]))
  return [...titles].flatMap(([eventId, title]) => (eventId === null || title === null ? [] : { eventId, title }))
}

/** Newest first, with how many there are. */
export const eventGoodsOf = async (db: Db, tenant: Tenant, member: Member, asked: EventGoodsFilter) => {
  const which = passes(tenant, member, asked)
  const ids = await db
    .select({ goodsId: eventGoods.goodsId })
    .from(eventGoods)
    .innerJoin(goods, joined)
    .where(which)
    .orderBy(desc(eventGoods.createdAt), asc(eventGoods.goodsId))
    .limit(asked.page.limit)
    .offset(asked.page.offset)
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(eventGoods)
    .innerJoin(goods, joined)
    .where(which)
    .limit(mostCounted)
    .as('some')
  const [rows, [counted]] = await Promise.all([
    ids.length === 0
      ? []
      : withAll(db)
          .where(
            and(
              eq(eventGoods.tenantId, tenant.tenantId),
              inArray(
                eventGoods.goodsId,
                ids.map(({ goodsId }) => goodsId),
              ),
            ),
          )
          .orderBy(desc(eventGoods.createdAt), asc(eventGoods.goodsId)),
    db.select({ count: sql<number>`count(*)::int` }).from(some),
  ])
  return { rows, total: counted?.count ?? 0 }
}

export const findEventGoods = async (db: Db, { tenantId }: Tenant, member: Member, goodsId: string) => {
  const [row] = await withAll(db).where(
    and(eq(eventGoods.tenantId, tenantId), eq(eventGoods.goodsId, goodsId), isOfMemberBrands(member, goods.brandId)),
  )
  return row
}
export type EventGoodsRow = NonNullable<Awaited<ReturnType<typeof findEventGoods>>>

export const insertEventGoods = (db: Db, row: typeof eventGoods.$inferInsert) => db.insert(eventGoods).values(row)
export const setEventGoods = (
  db: Db,
  { tenantId }: OfTenant,
  goodsId: string,
  changes: Partial<Pick<typeof eventGoods.$inferSelect, 'eventId' | 'delivery' | 'pickUp' | 'endedAt'>>,
) =>
  db
    .update(eventGoods)
    .set(changes)
    .where(and(eq(eventGoods.tenantId, tenantId), eq(eventGoods.goodsId, goodsId)))

type OnGoods = Partial<
  Pick<
    typeof goods.$inferSelect,
    | 'isPickUp'
    | 'isPickUpOffered'
    | 'saleWindows'
    | 'shares'
    | 'saleStartAt'
    | 'saleEndAt'
    | 'audience'
    | 'planIds'
    | 'visibility'
    | 'editedAt'
  >
>
/** The caller has locked the row with `lockGoods`, or has just created it. */
export const setOnGoods = (db: Db, { tenantId }: OfTenant, goodsId: string, changes: OnGoods) =>
  db
    .update(goods)
    .set(changes)
    .where(and(eq(goods.tenantId, tenantId), eq(goods.goodsId, goodsId)))

// --- Drafts ----------------------------------------------------------------------------------------------------------------

const authorName = subquery<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
  where m.tenant_id = ${eventGoodsDrafts.tenantId} and m.uid = ${eventGoodsDrafts.authorUid} limit 1), '')`

const draftsIn = (db: Db) =>
  db.select({ draft: eventGoodsDrafts, authorName: authorName.as('author_name') }).from(eventGoodsDrafts)

export const draftsOf = async (
  db: Db,
  { tenantId }: Tenant,
  member: Member,
  { status, page }: { status: DraftState | undefined; page: PaginationRequest },
) => {
  const which = and(
    eq(eventGoodsDrafts.tenantId, tenantId),
    isOfMemberBrands(member, eventGoodsDrafts.brandId),
    status && eq(eventGoodsDrafts.state, status),
  )
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(eventGoodsDrafts)
    .where(which)
    .limit(mostCounted)
    .as('some')
  const [rows, [counted]] = await Promise.all([
    draftsIn(db)
      .where(which)
      .orderBy(desc(eventGoodsDrafts.editedAt), asc(eventGoodsDrafts.draftId))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ count: sql<number>`count(*)::int` }).from(some),
  ])
  return { rows, total: counted?.count ?? 0 }
}

const isDraft = ({ tenantId }: Tenant, member: Member, draftId: string) =>
  and(
    eq(eventGoodsDrafts.tenantId, tenantId),
    eq(eventGoodsDrafts.draftId, draftId),
    isOfMemberBrands(member, eventGoodsDrafts.brandId),
  )
export const findDraft = async (db: Db, tenant: Tenant, member: Member, draftId: string) => {
  const [row] = await draftsIn(db).where(isDraft(tenant, member, draftId))
  return row
}
/** The draft of these goods that is not approved yet. */
export const openDraftOf = async (db: Db, { tenantId }: Tenant, goodsId: string) => {
  const [row] = await draftsIn(db).where(
    and(
      eq(eventGoodsDrafts.tenantId, tenantId),
      eq(eventGoodsDrafts.goodsId, goodsId),
      ne(eventGoodsDrafts.state, 'approved'),
    ),
  )
  return row
}
/** Locked until the transaction ends, so that of two simultaneous decisions the second sees the first. */
export const lockDraft = async (db: Db, tenant: Tenant, member: Member, draftId: string) => {
  const [row] = await db
    .select()
    .from(eventGoodsDrafts)
    .where(isDraft(tenant, member, draftId))
    .for('update')
  return row
}
/** False if another draft of the same goods is open. */
export const insertDraft = async (db: Db, row: typeof eventGoodsDrafts.$inferInsert): Promise<boolean> => {
  const made = await db
    .insert(eventGoodsDrafts)
    .values(row)
    .onConflictDoNothing()
    .returning({ draftId: eventGoodsDrafts.draftId })
  return made.length > 0
}
/** The caller has locked the row with `lockDraft`. */
export const setDraft = (
  db: Db,
  { tenantId }: OfTenant,
  draftId: string,
  changes: Partial<Omit<DraftRow, 'tenantId' | 'draftId' | 'createdAt'>>,
) =>
  db
    .update(eventGoodsDrafts)
    .set(changes)
    .where(and(eq(eventGoodsDrafts.tenantId, tenantId), eq(eventGoodsDrafts.draftId, draftId)))

/** Venue and hours of pick-up for these goods. */
export const pickUpsOf = async (db: Db, { tenantId }: OfTenant, goodsIds: readonly string[]) => {
  const rows = await db
    .select({ goodsId: eventGoods.goodsId, pickUp: eventGoods.pickUp })
    .from(eventGoods)
    .where(and(eq(eventGoods.tenantId, tenantId), inArray(eventGoods.goodsId, [...goodsIds])))
  return new Map(rows.map(({ goodsId, pickUp }) => [goodsId, pickUp]))
}

/** The event of event goods, where it stands in the brand's list. */
export const eventOfGoods = async (db: Db, { tenantId, brandId }: PublicBrand, goodsId: string, now: Instant) => {
  const [row] = await db
    .select({ eventId: events.eventId, title: events.title, english: events.english })
    .from(eventGoods)
    .innerJoin(events, and(eq(events.tenantId, eventGoods.tenantId), eq(events.eventId, eventGoods.eventId)))
    .where(
      and(
        eq(eventGoods.tenantId, tenantId),
        eq(eventGoods.goodsId, goodsId),
        eq(events.brandId, brandId),
        isListed(now),
      ),
    )
  return row ?? null
}
