import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import type { HeldReason } from '../../comments/comment'
import { streamings } from '../tables.server'
import type { MessageStatus } from './chat'

/** The room of a live, from its first change. */
export const chatRooms = pgTable(
  'chat_rooms',
  {
    tenantId: text('tenant_id').notNull(),
    streamingId: text('streaming_id').notNull(),
    /** Number of the newest change. Counted under the row's lock: whoever reads a number has everything before it. */
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
    slowSeconds: integer('slow_seconds').notNull().default(0),
    pinnedId: text('pinned_id'),
    /** When the instances were last told of a change: they are told at most twice a second, whoever tells. */
    toldAt: instantColumn('told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.streamingId] }),
    foreignKey({
      name: 'chat_rooms_streaming',
      columns: [table.tenantId, table.streamingId],
      foreignColumns: [streamings.tenantId, streamings.streamingId],
    }).onDelete('cascade'),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    tenantId: text('tenant_id').notNull(),
    messageId: text('message_id').notNull(),
    streamingId: text('streaming_id').notNull(),
    /** Who wrote it, also where it shows the brand. */
    uid: text('uid').notNull(),
    /** Written by staff: it shows the brand's name and icon. */
    asBrand: boolean('as_brand').notNull().default(false),
    text: text('text').notNull(),
    status: text('status').$type<MessageStatus>().notNull(),
    heldReasons: jsonb('held_reasons').$type<HeldReason[]>().notNull().default([]),
    /** Number of its last change in the room. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    saidAt: instantColumn('said_at').notNull(),
    /** Milliseconds from the start of the recording. */
    moment: integer('moment').notNull(),
    moderatedAt: instantColumn('moderated_at'),
    moderatedBy: text('moderated_by'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.messageId] }),
    foreignKey({
      name: 'chat_messages_streaming',
      columns: [table.tenantId, table.streamingId],
      foreignColumns: [streamings.tenantId, streamings.streamingId],
    }).onDelete('cascade'),
    index('chat_messages_seq').on(table.tenantId, table.streamingId, table.seq),
    index('chat_messages_moment')
      .on(table.tenantId, table.streamingId, table.moment, table.messageId)
      .where(sql`status = 'published'`),
    index('chat_messages_held').on(table.tenantId, table.streamingId, table.seq).where(sql`status = 'held'`),
    index('chat_messages_author').on(table.tenantId, table.streamingId, table.uid, table.saidAt),
    index('chat_messages_uid').on(table.uid, table.saidAt),
    check('chat_messages_status', sql`status in ('published', 'held', 'removed')`),
  ],
)

/** Hearts of a live, in as many rows as `heartSlots`. */
export const chatHearts = pgTable(
  'chat_hearts',
  {
    tenantId: text('tenant_id').notNull(),
    streamingId: text('streaming_id').notNull(),
    slot: smallint('slot').notNull(),
    hearts: bigint('hearts', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.streamingId, table.slot] }),
    foreignKey({
      name: 'chat_hearts_streaming',
      columns: [table.tenantId, table.streamingId],
      foreignColumns: [streamings.tenantId, streamings.streamingId],
    }).onDelete('cascade'),
  ],
)
