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
import { uploads } from '#club/uploads/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import { events } from '../events/tables.server'
import type { Notice, VodVisibility } from './streaming'

/** Stores actions of staff and the state of the signal; the status is derived (`streamingStatusAt` of streaming.ts). */
export const streamings = pgTable(
  'streamings',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    streamingId: text('streaming_id').notNull(),
    eventId: text('event_id').notNull(),
    scheduleId: text('schedule_id').notNull(),
    streamKey: text('stream_key').notNull(),
    scheduledStartAt: instantColumn('scheduled_start_at').notNull(),
    startedAt: instantColumn('started_at'),
    endedAt: instantColumn('ended_at'),
    signalAt: instantColumn('signal_at'),
    hasSignal: boolean('has_signal').notNull().default(false),
    /** When the signal that is there now began. */
    signalSince: instantColumn('signal_since'),
    /** The receiver that had the last signal. */
    receiver: text('receiver'),
    /** When another encoder that sent with its key was turned away last. */
    refusedAt: instantColumn('refused_at'),
    /** It begins by itself, once its time has come and the signal is steady. */
    autoStart: boolean('auto_start').notNull().default(false),
    /** Number at the last count, and the largest so far. */
    viewers: integer('viewers').notNull().default(0),
    viewersPeak: integer('viewers_peak').notNull().default(0),
    viewersCountedAt: instantColumn('viewers_counted_at'),
    recordingOn: boolean('recording_on').notNull().default(true),
    vodMediaId: text('vod_media_id'),
    hasNoVod: boolean('has_no_vod').notNull().default(false),
    vodAvailableAt: instantColumn('vod_available_at'),
    vodVisibility: text('vod_visibility').$type<VodVisibility>().notNull().default('auto'),
    /** When members were notified of the recording, which happens once. */
    vodToldAt: instantColumn('vod_told_at'),
    expiredAt: instantColumn('expired_at'),
    notices: jsonb('notices').$type<Notice[]>().notNull().default([]),
    createdAt: instantColumn('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.streamingId] }),
    foreignKey({
      name: 'streamings_event',
      columns: [table.tenantId, table.eventId],
      foreignColumns: [events.tenantId, events.eventId],
    }),
    foreignKey({
      name: 'streamings_vod',
      columns: [table.tenantId, table.vodMediaId],
      foreignColumns: [uploads.tenantId, uploads.mediaId],
    }),
    index('streamings_by_id').on(table.streamingId).concurrently(),
    uniqueIndex('streamings_by_key').on(table.streamKey, table.tenantId).concurrently(),
    index('streamings_event').on(table.tenantId, table.eventId, table.scheduledStartAt),
    index('streamings_start').on(table.tenantId, table.brandId, table.scheduledStartAt),
    index('streamings_brand').on(table.tenantId, table.brandId, table.expiredAt),
    index('streamings_going').on(table.startedAt).where(sql`started_at is not null and ended_at is null`),
    index('streamings_unkept').on(table.endedAt).where(sql`vod_media_id is null and not has_no_vod`),
    index('streamings_vod_untold').on(table.streamingId).where(sql`vod_media_id is not null and vod_told_at is null`),
    check('streamings_ended_was_started', sql`ended_at is null or started_at is not null`),
    check('streamings_vod_visibility', sql`vod_visibility in ('auto', 'staffCheck')`),
  ],
)

/** Viewers: one row per device, refreshed while it plays. */
export const streamingViewers = pgTable(
  'streaming_viewers',
  {
    tenantId: text('tenant_id').notNull(),
    streamingId: text('streaming_id').notNull(),
    /** A hash; nothing else is stored about a device. */
    viewer: text('viewer').notNull(),
    /** Null for visitors. */
    uid: text('uid'),
    seenAt: instantColumn('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.streamingId, table.viewer] }),
    foreignKey({
      name: 'streaming_viewers_streaming',
      columns: [table.tenantId, table.streamingId],
      foreignColumns: [streamings.tenantId, streamings.streamingId],
    }).onDelete('cascade'),
    index('streaming_viewers_seen').on(table.tenantId, table.streamingId, table.seenAt),
    index('streaming_viewers_uid').on(table.uid, table.seenAt).where(sql`uid is not null`),
    index('streaming_viewers_age').on(table.seenAt),
  ],
)
