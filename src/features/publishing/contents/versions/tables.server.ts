import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import type { ContentInEnglish } from '../content'
import { contents } from '../tables.server'

/** What the words and pictures of a content were after each save, its last thirty states (rule: contents.versions). */
export const contentVersions = pgTable(
  'content_versions',
  {
    tenantId: text('tenant_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    versionId: text('version_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    text: text('text').notNull(),
    /** Of news: its pictures beside the text, as contents keep them. Null in rows of before they were kept. */
    imageUrls: jsonb('image_urls').$type<string[]>(),
    english: jsonb('english').$type<ContentInEnglish>().notNull().default({}),
    /** Saved as a draft: what its writer saves next may go on in this row. */
    isDraft: boolean('is_draft').notNull(),
    beganAt: instantColumn('began_at').notNull(),
    savedAt: instantColumn('saved_at').notNull(),
    /** Empty: nobody is known. */
    savedBy: text('saved_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planContentId, table.versionId] }),
    foreignKey({
      name: 'content_versions_content',
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
    index('content_versions_newest').on(table.tenantId, table.planContentId, table.savedAt, table.versionId),
  ],
)
