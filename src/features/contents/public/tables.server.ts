import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../../server/db/columns'
import { contents } from '../tables.server'

/** A fan's love of a content: the row is the truth, the figure in `content_counts` follows it in the same transaction. */
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
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
    index('content_loves_uid').on(table.uid),
  ],
)

/** Figures of a content that are shown everywhere, kept beside it: an edit of the content never waits for them. */
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
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
    check('content_counts_positive', sql`loves >= 0 and comments >= 0`),
  ],
)

/** Viewers of a content on a day of Tokyo, each counted once. */
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
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
  ],
)

/** Who has been counted today: by a hash, and gone with the next day. */
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
