import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { instantColumn, pictureColumn } from '#server/db/columns.ts'
import { streamings } from '../streamings/tables.server'
import type { CommentAudience, CommentPolicy, ContentInEnglish, FormerPeriod } from './content'

export const contents = pgTable(
  'contents',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    type: text('type').$type<'video' | 'news' | 'streaming'>().notNull(),
    status: text('status').$type<'draft' | 'publishmentScheduled' | 'active'>().notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** What everybody may read of it beforehand, in the creator's own words; never made of the body. */
    preview: text('preview').notNull().default(''),
    /** What of it the creator gave in English too. */
    english: jsonb('english').$type<ContentInEnglish>().notNull().default({}),
    thumbnail: pictureColumn('thumbnail').notNull(),
    viewableBy: text('viewable_by').$type<'allUsers' | 'paidUsers'>().notNull(),
    periodYear: integer('period_year'),
    periodMonth: integer('period_month'),
    /** Of a draft: nobody has chosen a month, and that of its publication will be its own. */
    periodFollows: boolean('period_follows').notNull().default(false),
    /** Former months with their ends; see `formerPeriodsAfter` of content.ts. */
    formerPeriods: jsonb('former_periods').$type<readonly FormerPeriod[]>().notNull().default([]),
    /** When an active content was published, or a scheduled one will be. */
    publishingAt: instantColumn('publishing_at'),
    /** The body as JSON (document.ts). */
    text: text('text').notNull().default(''),
    /** Length of the body: characters of its text, pictures in and beside it. Null in rows of before it was counted. */
    characters: integer('characters'),
    pictures: integer('pictures'),
    /** News only: pictures beside the text. */
    imageUrls: jsonb('image_urls').$type<string[]>().notNull().default([]),
    /** Video only: id of its upload. */
    mediaId: text('media_id'),
    /** Video only: where its public clip begins, in milliseconds; null: it has none. */
    clipFromMs: integer('clip_from_ms'),
    /** The address of that clip; empty until it has been cut. */
    clip: pictureColumn('clip').notNull().default(''),
    /** Live streaming only. */
    streamingId: text('streaming_id'),
    commentPolicy: text('comment_policy').$type<CommentPolicy>().notNull().default('enabled'),
    commentAudience: text('comment_audience').$type<CommentAudience>().notNull().default('all'),
    createdAt: instantColumn('created_at').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
    /** uid of the last editor. */
    editedBy: text('edited_by'),
    /** In the bin since then, and in no list; see club/bin. */
    deletedAt: instantColumn('deleted_at'),
    /** `visibleFrom` of content.ts, in an index for lists of visible contents, newest first. */
    visibleFrom: instantColumn('visible_from')
      .notNull()
      .generatedAlwaysAs(
        sql`case when status = 'draft' then 'infinity'::timestamptz else coalesce(publishing_at, created_at) end`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planContentId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    foreignKey({
      name: 'contents_media',
      columns: [table.tenantId, table.mediaId],
      foreignColumns: [uploads.tenantId, uploads.mediaId],
    }),
    foreignKey({
      name: 'contents_streaming',
      columns: [table.tenantId, table.streamingId],
      foreignColumns: [streamings.tenantId, streamings.streamingId],
    }),
    index('contents_by_id').on(table.planContentId).concurrently(),
    index('contents_brand').on(table.tenantId, table.brandId, table.publishingAt),
    index('contents_edited').on(table.tenantId, table.brandId, table.editedAt),
    index('contents_status').on(table.tenantId, table.brandId, table.status, table.editedAt),
    index('contents_type').on(table.tenantId, table.brandId, table.type, table.editedAt, table.planContentId),
    index('contents_name').on(table.tenantId, table.brandId, table.name, table.planContentId).concurrently(),
    index('contents_media').on(table.mediaId),
    index('contents_streaming').on(table.tenantId, table.streamingId),
    index('contents_newest').on(
      table.tenantId,
      table.brandId,
      table.visibleFrom.desc().nullsFirst(),
      table.planContentId,
    ),
    index('contents_free')
      .on(table.tenantId, table.brandId, table.visibleFrom.desc().nullsFirst(), table.planContentId)
      .where(sql`viewable_by = 'allUsers'`),
    index('contents_month')
      .on(table.tenantId, table.brandId, table.periodYear, table.periodMonth)
      .where(sql`period_year is not null`),
    check('contents_type', sql`type in ('video', 'news', 'streaming')`),
    check('contents_status', sql`status in ('draft', 'publishmentScheduled', 'active')`),
    check('contents_viewable_by', sql`viewable_by in ('allUsers', 'paidUsers')`),
    check(
      'contents_comments',
      sql`comment_policy in ('enabled', 'approvalFirst', 'disabled') and comment_audience in ('members', 'plan', 'all')`,
    ),
    check('contents_published_has_name', sql`status = 'draft' or name <> ''`),
    check('contents_published_has_time', sql`(status = 'draft') = (publishing_at is null)`),
    check('contents_period', sql`(period_year is null) = (period_month is null) and period_month between 1 and 12`),
  ],
)

/** What of it was given in English but the body, for lists. */
export const englishBesideBody = sql<ContentInEnglish>`${contents.english} - 'text'`.mapWith(contents.english)

/**
 * Which plans open a content. `visibleFrom` and `editedAt` are copied here, so that the newest contents of a plan are
 * found without reading others; the statement that writes the content's writes the copies.
 */
export const contentPlans = pgTable(
  'content_plans',
  {
    tenantId: text('tenant_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    planId: text('plan_id').notNull(),
    visibleFrom: instantColumn('visible_from').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planContentId, table.planId] }),
    foreignKey({
      name: 'content_plans_content',
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.tenantId, table.planId], foreignColumns: [plans.tenantId, plans.planId] }),
    index('content_plans_newest').on(
      table.tenantId,
      table.planId,
      table.visibleFrom.desc().nullsFirst(),
      table.planContentId,
    ),
    index('content_plans_edited').on(table.tenantId, table.planId, table.editedAt, table.planContentId),
  ],
)
