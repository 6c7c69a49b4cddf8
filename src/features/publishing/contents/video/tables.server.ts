import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { uploads } from '#club/uploads/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'

/** Conversion of an uploaded video: one row per upload, created when its parts have been joined. */
export const videoConversions = pgTable(
  'video_conversions',
  {
    tenantId: text('tenant_id').notNull(),
    mediaId: text('media_id').notNull(),
    status: text('status', { enum: ['progressing', 'completed', 'error', 'canceled'] }).notNull(),
    /** Percent. */
    progress: integer('progress').notNull().default(0),
    /** Id of the current run, which is also its folder's name; results of earlier runs are ignored. */
    attempt: text('attempt'),
    /** Number of runs so far; limited, because a file may crash its worker each time. */
    attempts: integer('attempts').notNull().default(0),
    /** Code of the error, translated by screens. */
    reason: text('reason'),
    durationMs: integer('duration_ms'),
    width: integer('width'),
    height: integer('height'),
    /** Heights of the renditions in pixels, largest first. */
    renditions: jsonb('renditions').$type<number[]>().notNull().default([]),
    /** Public pictures that can become the thumbnail. */
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
