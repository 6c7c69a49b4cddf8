import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, min, not, or, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { entriesOf, isNamed } from '#server/db/directory.ts'
import { namesIn } from '#server/db/names.ts'
import { prepared } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import { sendTogether } from '#server/db/together.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { tellRoomAccessChanged } from '#server/rooms.ts'
import { type Content, type ContentStatus, isNarrower } from './content'
import { bodyLength } from './document'
import { contentPlans, contents } from './tables.server'
import { videoConversions } from './video/tables.server'

/** Without those in the bin, which are drafts besides: what asks for published ones need not ask for this. */
export const contentsOfBrand = (brand: Brand | PublicBrand) =>
  and(eq(contents.tenantId, brand.tenantId), eq(contents.brandId, brand.brandId), isNull(contents.deletedAt))

/** Active, or scheduled for a moment that has passed (rule: time.published). */
export const isPublished = (now: Instant) =>
  or(eq(contents.status, 'active'), and(eq(contents.status, 'publishmentScheduled'), lte(contents.publishingAt, now)))

export const nextPublishing = async (db: Db, brand: PublicBrand, now: Instant): Promise<Instant | null> => {
  const [row] = await db
    .select({ at: min(contents.publishingAt) })
    .from(contents)
    .where(and(contentsOfBrand(brand), eq(contents.status, 'publishmentScheduled'), gt(contents.publishingAt, now)))
  return row?.at ?? null
}

// --- Current status --------------------------------------------------------------------------------------------------

export const opensContent = and(
  eq(contentPlans.tenantId, contents.tenantId),
  eq(contentPlans.planContentId, contents.planContentId),
)
/** The link to a draft in the bin stays, so that the plan comes back with it, and is not read meanwhile. */
export const isPlanOfLink = and(
  eq(plans.tenantId, contentPlans.tenantId),
  eq(plans.planId, contentPlans.planId),
  isNull(plans.deletedAt),
)

export const isLiving = (at: Instant | typeof contents.publishingAt) =>
  or(isNull(plans.archivingAt), gt(plans.archivingAt, at))

/** Readable by everybody, or opened by a plan that is not archived. */
export const isOpened = (db: Db, at: Instant | typeof contents.publishingAt): SQL => {
  const living = db
    .select({ one: sql`true` })
    .from(contentPlans)
    .innerJoin(plans, isPlanOfLink)
    .where(and(opensContent, isLiving(at)))
    .limit(1)
  // Not `exists`: together with the `or` PostgreSQL would read every link of the club first, for a page of 20.
  return sql`(${contents.viewableBy} = 'allUsers' or coalesce((${living}), false))`
}

/** `asRead` of content.ts as SQL; a test compares the two. */
export const readsAs = (db: Db, status: ContentStatus, now: Instant): SQL | undefined => {
  switch (status) {
    case 'active':
      return and(isPublished(now), isOpened(db, now))
    case 'publishmentScheduled':
      return and(eq(contents.status, 'publishmentScheduled'), gt(contents.publishingAt, now), isOpened(db, now))
    case 'draft':
      return or(eq(contents.status, 'draft'), not(isOpened(db, now)))
  }
}

/** Published and open to somebody: the contents that fans can see at all. */
export const isShown = (db: Db, now: Instant) => readsAs(db, 'active', now)

// --- By publishing time ----------------------------------------------------------------------------------------------

export const plansOfContent = subquery<{ planId: string; name: string; archivingAt: string | null }[]>`
  coalesce((select json_agg(json_build_object('planId', p.plan_id, 'name', p.name, 'archivingAt', p.archiving_at) order by p.price, p.plan_id)
   from content_plans cp join plans p on p.tenant_id = cp.tenant_id and p.plan_id = cp.plan_id and p.deleted_at is null
   where ${and(eq(sql`cp.tenant_id`, contents.tenantId), eq(sql`cp.plan_content_id`, contents.planContentId))}), '[]')`

/** Scheduled and published between two moments, oldest first. */
export const dueBetween = (db: Db, brand: Brand, { from, to }: { from: Instant; to: Instant }, limit = 500) =>
  db
    .select({
      planContentId: contents.planContentId,
      type: contents.type,
      name: contents.name,
      status: contents.status,
      viewableBy: contents.viewableBy,
      publishingAt: sql<Instant>`${contents.publishingAt}`.mapWith(contents.publishingAt),
      editedAt: contents.editedAt,
      plans: plansOfContent,
    })
    .from(contents)
    .where(and(contentsOfBrand(brand), gte(contents.publishingAt, from), lt(contents.publishingAt, to)))
    .orderBy(asc(contents.publishingAt), asc(contents.planContentId))
    .limit(limit)

/** Scheduled between two moments while every plan was archived: these were never shown to anybody. */
export const unpublishedBetween = (db: Db, brand: Brand, { from, to }: { from: Instant; to: Instant }, limit: number) =>
  db
    .select({
      planContentId: contents.planContentId,
      name: contents.name,
      at: sql<Instant>`${contents.publishingAt}`.mapWith(contents.publishingAt),
    })
    .from(contents)
    .where(
      and(
        contentsOfBrand(brand),
        eq(contents.status, 'publishmentScheduled'),
        gt(contents.publishingAt, from),
        lte(contents.publishingAt, to),
        not(isOpened(db, contents.publishingAt)),
      ),
    )
    .orderBy(desc(contents.publishingAt), desc(contents.planContentId))
    .limit(limit)

// --- One content ----------------------------------------------------------------------------------------------------------

type Row = typeof contents.$inferSelect
export type OpeningPlan = { planId: string; archivingAt: Instant | null }
export type Found = { content: Content; plans: OpeningPlan[] }

const contentOf = (
  { periodYear, periodMonth, tenantId: _, brandId: __, visibleFrom: ___, deletedAt: ____, ...row }: Row,
  planIds: string[],
): Content =>
  ({
    ...row,
    planIds,
    backNumberPeriod: periodYear === null || periodMonth === null ? null : { year: periodYear, month: periodMonth },
  }) as Content

const withPlans = async (db: Db, row: Row | undefined): Promise<Found | undefined> => {
  if (!row) return undefined
  const opening = await db
    .select({ planId: plans.planId, archivingAt: plans.archivingAt })
    .from(contentPlans)
    .innerJoin(plans, isPlanOfLink)
    .where(and(eq(contentPlans.tenantId, row.tenantId), eq(contentPlans.planContentId, row.planContentId)))
    .orderBy(plans.price, plans.planId)
  return {
    content: contentOf(
      row,
      opening.map(({ planId }) => planId),
    ),
    plans: opening,
  }
}

const isContent = (brand: Brand, planContentId: string) =>
  and(contentsOfBrand(brand), eq(contents.planContentId, planContentId))

export const findContent = async (db: Db, brand: Brand, planContentId: string) => {
  const [row] = await db.select().from(contents).where(isContent(brand, planContentId))
  return withPlans(db, row)
}

/** Locks the content until the transaction ends, so that the checks are still true when it is saved. */
export const lockContent = async (db: Db, brand: Brand, planContentId: string) => {
  const [row] = await db.select().from(contents).where(isContent(brand, planContentId)).for('update')
  return withPlans(db, row)
}

const valuesOf = ({ planIds: _, backNumberPeriod, planContentId: __, imageUrls, ...content }: Content) => ({
  ...content,
  ...bodyLength({ text: content.text, imageUrls }),
  imageUrls: [...imageUrls],
  periodYear: backNumberPeriod?.year ?? null,
  periodMonth: backNumberPeriod?.month ?? null,
})

/**
 * Sends a write of one content together with its links to plans, which keep a copy of its times; false if it found no such content.
 * Nothing else writes these times.
 */
const writeLinked = async (db: Db, { planIds }: Content, write: SQL, beside: readonly SQL[] = []): Promise<boolean> => {
  const opening = sql`${sql.param(planIds)}::text[]`
  const written = await sendTogether(db, [
    { name: 'written', write },
    ...beside,
    sql`delete from content_plans cp using written w
      where cp.tenant_id = w.tenant_id and cp.plan_content_id = w.plan_content_id and cp.plan_id <> all (${opening})`,
    sql`insert into content_plans (tenant_id, plan_content_id, plan_id, visible_from, edited_at)
      select w.tenant_id, w.plan_content_id, p.plan_id, w.visible_from, w.edited_at from written w, unnest(${opening}) p (plan_id)
      on conflict (tenant_id, plan_content_id, plan_id) do update set visible_from = excluded.visible_from, edited_at = excluded.edited_at`,
    sql`select w.plan_content_id from written w`,
  ])
  return written.length === 1
}

const linked = {
  tenantId: contents.tenantId,
  planContentId: contents.planContentId,
  visibleFrom: contents.visibleFrom,
  editedAt: contents.editedAt,
}

export const insertContent = async (db: Db, brand: Brand, content: Content) => {
  const { tenantId, brandId } = brand
  const { planContentId } = content
  const row = { ...valuesOf(content), planContentId, tenantId, brandId }
  const named = entriesOf(tenantId, [[contents.planContentId, planContentId]])
  await writeLinked(db, content, db.insert(contents).values(row).returning(linked).getSQL(), named)
}

/** Saves only if the stored version is the one that was read; false if another save came first. */
export const saveContent = async (db: Db, brand: Brand, content: Content, from: Content) => {
  const isAsRead = and(
    isContent(brand, content.planContentId),
    eq(contents.status, from.status),
    eq(contents.editedAt, from.editedAt),
  )
  const save = db.update(contents).set(valuesOf(content)).where(isAsRead).returning(linked)
  if (!(await writeLinked(db, content, save.getSQL()))) return false
  // Its live may be running: who watches is asked again with the commit.
  if (from.streamingId !== null && isNarrower(content, from))
    await tellRoomAccessChanged(db, { tenantId: brand.tenantId, streamingId: from.streamingId })
  return true
}

/** A content in the bin; the caller has taken its row there, so nobody else moves it. */
const isBinned = ({ tenantId, brandId }: { tenantId: string; brandId: string }, planContentId: string) =>
  and(
    eq(contents.tenantId, tenantId),
    eq(contents.brandId, brandId),
    eq(contents.planContentId, planContentId),
    isNotNull(contents.deletedAt),
  )

/** In the bin from `deletedAt` on; null: out of it again. */
export const setContentDeleted = (db: Db, brand: Brand, planContentId: string, deletedAt: Instant | null) =>
  db
    .update(contents)
    .set({ deletedAt })
    .where(deletedAt === null ? isBinned(brand, planContentId) : isContent(brand, planContentId))

/** Deletes a content in the bin with all that belongs to it, and answers what it was, as stored. */
export const deleteContent = async (db: Db, brand: { tenantId: string; brandId: string }, planContentId: string) => {
  const [gone] = await db.delete(contents).where(isBinned(brand, planContentId)).returning()
  return gone
}

/** Whether the video has been converted. */
export const isConverted = async (db: Db, brand: Brand, mediaId: string) => {
  const [row] = await db
    .select({ status: videoConversions.status })
    .from(videoConversions)
    .where(and(eq(videoConversions.tenantId, brand.tenantId), eq(videoConversions.mediaId, mediaId)))
  return row?.status === 'completed'
}

const ownerOfContent = prepared((db) =>
  db
    .select({ tenantId: contents.tenantId, brandId: contents.brandId, slug: brands.slug })
    .from(contents)
    .innerJoin(brands, and(eq(brands.tenantId, contents.tenantId), eq(brands.brandId, contents.brandId)))
    .where(isNamed(contents.planContentId, sql.placeholder('planContentId')))
    .prepare(''),
)

/** Brand of a content, for `access.ts`. */
export const brandOfContent = async (db: Db, planContentId: string) => {
  const [row] = await ownerOfContent(db).execute({ planContentId })
  return row ?? null
}

/** Month and opening plans of a content that fans can see. */
export const monthOfContent = async (db: Db, brand: PublicBrand, planContentId: string, now: Instant) => {
  const [row] = await db
    .select()
    .from(contents)
    .where(and(contentsOfBrand(brand), eq(contents.planContentId, planContentId), isShown(db, now)))
  const found = await withPlans(db, row)
  return found && { period: found.content.backNumberPeriod, planIds: found.content.planIds }
}

export const namesOfContents = namesIn(contents, {
  tenantId: contents.tenantId,
  id: contents.planContentId,
  name: contents.name,
})
