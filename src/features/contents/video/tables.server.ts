import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../../server/db/columns'
import { uploads } from '../../uploads/tables.server'

/** What becomes of an uploaded video: one row per upload, made when its parts have been joined. */
export const videoConversions = pgTable(
  'video_conversions',
  {
    tenantId: text('tenant_id').notNull(),
    mediaId: text('media_id').notNull(),
    status: text('status', { enum: ['progressing', 'completed', 'error', 'canceled'] }).notNull(),
    /** Percent. */
    progress: integer('progress').notNull().default(0),
    /** The run that works on it: what an earlier one still says no longer counts. Its files lie in a folder of this name. */
    attempt: text('attempt'),
    /** How often it was begun: a file that ends its worker is not begun for ever. */
    attempts: integer('attempts').notNull().default(0),
    /** Why it ended in error: a code that screens say in the reader's language. */
    reason: text('reason'),
    durationMs: integer('duration_ms'),
    width: integer('width'),
    height: integer('height'),
    /** Heights of the renditions in pixels, largest first. */
    renditions: jsonb('renditions').$type<number[]>().notNull().default([]),
    /** Public pictures to choose a thumbnail from. */
    posters: jsonb('posters').$type<string[]>().notNull().default([]),
    createdAt: instantColumn('created_at').notNull(),
    finishedAt: instantColumn('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.mediaId] }),
    foreignKey({
      name: 'video_conversions_upload',
      columns: [table.tenantId, table.mediaId],
      foreignColumns: [uploads.tenantId, uploads.mediaId],
    }),
    index('video_conversions_status').on(table.status, table.createdAt),
    check('video_conversions_progress', sql`progress between 0 and 100`),
  ],
)
