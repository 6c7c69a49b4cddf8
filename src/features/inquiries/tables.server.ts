import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../server/db/columns'
import { brands } from '../brands/tables.server'

/** A letter to a brand, kept as it came. */
export const inquiries = pgTable(
  'inquiries',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    inquiryId: text('inquiry_id').notNull(),
    direction: text('direction').$type<'fanToCreator'>().notNull(),
    fromName: text('from_name').notNull(),
    from: text('from_email').notNull(),
    /** Of whom, where somebody was signed in. */
    uid: text('uid'),
    subject: text('subject').notNull(),
    content: text('content').notNull(),
    state: text('state').$type<'new' | 'open' | 'answered' | 'closed'>().notNull().default('new'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.inquiryId] }),
    unique('inquiries_id').on(table.inquiryId),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('inquiries_brand').on(table.tenantId, table.brandId, table.createdAt, table.inquiryId),
    index('inquiries_uid').on(table.uid),
    check('inquiries_state', sql`state in ('new', 'open', 'answered', 'closed')`),
  ],
)
