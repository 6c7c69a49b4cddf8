import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import { contents } from '../contents/tables.server'
import type { CommentStatus, HeldReason } from './comment'

export const comments = pgTable(
  'comments',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    commentId: text('comment_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    /** Who wrote it, also where it shows the brand. */
    uid: text('uid').notNull(),
    /** Written by staff: it shows the brand's name and icon. */
    asBrand: boolean('as_brand').notNull().default(false),
    content: text('content').notNull(),
    status: text('status').$type<CommentStatus>().notNull(),
    heldReasons: jsonb('held_reasons').$type<HeldReason[]>().notNull().default([]),
    reportCount: integer('report_count').notNull().default(0),
    commentedAt: instantColumn('commented_at').notNull(),
    editedAt: instantColumn('edited_at'),
    /** The comment replied to; null for a top-level comment. */
    parentId: text('parent_id'),
    /** Set by the first reply: if the comment is removed, a placeholder stays above its replies. */
    hasReplies: boolean('has_replies').notNull().default(false),
    /** The brand wrote last of what is shown under it. False where that was so before this was written down: those are found by their replies. */
    isAnswered: boolean('is_answered').notNull().default(false),
    /** Pinned since; at most one comment per content. */
    pinnedAt: instantColumn('pinned_at'),
    moderatedAt: instantColumn('moderated_at'),
    moderatedBy: text('moderated_by'),
    moderationReason: text('moderation_reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.commentId] }),
    index('comments_by_id').on(table.commentId).concurrently(),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    foreignKey({
      name: 'comments_content',
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.parentId],
      foreignColumns: [table.tenantId, table.commentId],
    }).onDelete('cascade'),
    index('comments_shown')
      .on(table.tenantId, table.planContentId, table.commentedAt.desc().nullsFirst(), table.commentId)
      .where(sql`parent_id is null and (status = 'published' or (status = 'deleted' and has_replies))`),
    uniqueIndex('comments_pinned').on(table.tenantId, table.planContentId).where(sql`pinned_at is not null`),
    index('comments_replies')
      .on(table.tenantId, table.parentId, table.commentedAt, table.commentId)
      .where(sql`parent_id is not null`),
    index('comments_author').on(table.tenantId, table.planContentId, table.uid).where(sql`status = 'held'`),
    index('comments_uid').on(table.uid, table.commentedAt),
    index('comments_brand').on(table.tenantId, table.brandId, table.commentedAt, table.commentId),
    index('comments_state').on(table.tenantId, table.brandId, table.status, table.commentedAt, table.commentId),
    index('comments_reported')
      .on(table.tenantId, table.brandId, table.commentedAt, table.commentId)
      .where(sql`report_count > 0`),
    index('comments_unanswered')
      .on(table.tenantId, table.brandId, table.commentedAt, table.commentId)
      .where(sql`parent_id is null and status = 'published' and not as_brand and not is_answered`)
      .concurrently(),
    check('comments_pinned', sql`pinned_at is null or (status = 'published' and parent_id is null)`),
    check('comments_status', sql`status in ('published', 'held', 'hidden', 'deleted')`),
  ],
)

/** Comments that staff have chosen for the brand's page. */
export const featuredComments = pgTable(
  'featured_comments',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    commentId: text('comment_id').notNull(),
    featuredAt: instantColumn('featured_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.commentId] }),
    foreignKey({
      name: 'featured_comments_comment',
      columns: [table.tenantId, table.commentId],
      foreignColumns: [comments.tenantId, comments.commentId],
    }).onDelete('cascade'),
    index('featured_comments_comment').on(table.tenantId, table.commentId),
  ],
)

/** One report per fan and comment. */
export const commentReports = pgTable(
  'comment_reports',
  {
    tenantId: text('tenant_id').notNull(),
    commentId: text('comment_id').notNull(),
    uid: text('uid').notNull(),
    reason: text('reason').notNull().default(''),
    reportedAt: instantColumn('reported_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.commentId, table.uid] }),
    foreignKey({
      name: 'comment_reports_comment',
      columns: [table.tenantId, table.commentId],
      foreignColumns: [comments.tenantId, comments.commentId],
    }).onDelete('cascade'),
  ],
)

/** Settings for holding comments for review; one row per brand. */
export const watchedWords = pgTable(
  'watched_words',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    words: jsonb('words').$type<string[]>().notNull(),
    /** Every fan's first comment is held as well. */
    holdNewFans: boolean('hold_new_fans').notNull().default(false),
    editedAt: instantColumn('edited_at').notNull(),
    editedBy: text('edited_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
  ],
)
