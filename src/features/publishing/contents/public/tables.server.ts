import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import { contents } from '../tables.server'

/**
 * A fan's love of a content. The row is authoritative; the count in `content_counts` is updated in the same
 * transaction.
 */
export const contentLoves = pgTable(
  'content_loves',
  {
    tenantId: text('tenant_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    uid: text('uid').notNull(),
    lovedAt: instantColumn('loved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planContentId, table.uid] }),
    foreignKey({
      name: 'content_loves_content',
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
    index('content_loves_uid').on(table.uid),
    index('content_loves_newest').on(table.tenantId, table.lovedAt),
  ],
)

/** Counts of a content that are shown in many places; in a table of their own, so that edits do not wait for them. */
export const contentCounts = pgTable(
  'content_counts',
  {
    tenantId: text('tenant_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    loves: integer('loves').notNull().default(0),
    /** Published comments. */
    comments: integer('comments').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planContentId] }),
    foreignKey({
      name: 'content_counts_content',
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
    index('content_counts_loves').on(table.tenantId, table.loves, table.planContentId).concurrently(),
    index('content_counts_comments').on(table.tenantId, table.comments, table.planContentId).concurrently(),
    check('content_counts_positive', sql`loves >= 0 and comments >= 0`),
  ],
)

/** Viewers per content and day (Tokyo time), each counted once. */
export const contentViews = pgTable(
  'content_views',
  {
    tenantId: text('tenant_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    viewers: integer('viewers').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planContentId, table.day] }),
    foreignKey({
      name: 'content_views_content',
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
  ],
)

/** The sum of a content's days, by which a list is sorted. */
export const contentViewTotals = pgTable(
  'content_view_totals',
  {
    tenantId: text('tenant_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    viewers: integer('viewers').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planContentId] }),
    foreignKey({
      name: 'content_view_totals_content',
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
    index('content_view_totals_viewers').on(table.tenantId, table.viewers, table.planContentId),
  ],
)

/** Hashes of the viewers counted today; deleted the next day. */
export const contentViewers = pgTable(
  'content_viewers',
  {
    tenantId: text('tenant_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    viewer: text('viewer').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planContentId, table.day, table.viewer] }),
    index('content_viewers_day').on(table.day),
  ],
)
