import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import { brands } from '../brands/tables.server'
import type { InquiryDirection, InquirySide, InquiryState } from './inquiry'

/** Inquiries, from fans to a brand or from a club to the platform. */
export const inquiries = pgTable(
  'inquiries',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    inquiryId: text('inquiry_id').notNull(),
    direction: text('direction').$type<InquiryDirection>().notNull(),
    fromName: text('from_name').notNull(),
    from: text('from_email').notNull(),
    /** uid of the sender, if signed in. */
    uid: text('uid'),
    subject: text('subject').notNull(),
    content: text('content').notNull(),
    state: text('state').$type<InquiryState>().notNull().default('new'),
    /** Member id of the assignee, or the operator's address for inquiries to the platform. */
    assignedTo: text('assigned_to'),
    createdAt: instantColumn('created_at').notNull(),
    lastMessageAt: instantColumn('last_message_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.inquiryId] }),
    index('inquiries_by_id').on(table.inquiryId).concurrently(),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('inquiries_brand').on(
      table.tenantId,
      table.brandId,
      table.direction,
      table.state,
      table.lastMessageAt,
      table.inquiryId,
    ),
    index('inquiries_newest').on(table.tenantId, table.brandId, table.direction, table.createdAt),
    index('inquiries_platform').on(table.direction, table.state, table.lastMessageAt, table.inquiryId),
    index('inquiries_assigned')
      .on(table.assignedTo, table.state, table.lastMessageAt, table.inquiryId)
      .where(sql`direction = 'creatorToPlatform'`),
    index('inquiries_uid').on(table.uid),
    check('inquiries_direction', sql`direction in ('fanToCreator', 'creatorToPlatform')`),
    check('inquiries_state', sql`state in ('new', 'open', 'answered', 'closed')`),
  ],
)

/** Messages after the first one; rows are only added. */
export const inquiryMessages = pgTable(
  'inquiry_messages',
  {
    tenantId: text('tenant_id').notNull(),
    inquiryId: text('inquiry_id').notNull(),
    messageId: text('message_id').notNull(),
    side: text('side').$type<InquirySide>().notNull(),
    uid: text('uid').notNull(),
    name: text('name').notNull(),
    content: text('content').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.messageId] }),
    foreignKey({
      name: 'inquiry_messages_inquiry',
      columns: [table.tenantId, table.inquiryId],
      foreignColumns: [inquiries.tenantId, inquiries.inquiryId],
    }),
    index('inquiry_messages_thread').on(table.tenantId, table.inquiryId, table.at),
    check('inquiry_messages_side', sql`side in ('asker', 'answerer')`),
  ],
)
