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
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { instantColumn, pictureColumn } from '../../server/db/columns'
import { brands } from '../brands/tables.server'

/**
 * Who a uid is, once for the whole platform: the only row that a deleted account takes with it. Every other table keeps a
 * uid alone. `displayName` and `icon` are those of the identity provider until the fan chooses others.
 */
export const people = pgTable('people', {
  uid: text('uid').primaryKey(),
  displayName: text('display_name').notNull().default(''),
  icon: pictureColumn('icon').notNull().default(''),
  email: text('email').notNull().default(''),
  /** The language of mails to this person. */
  locale: text('locale').$type<'ja' | 'en'>().notNull().default('ja'),
  /** Set once the fan has chosen a name or an icon: the provider's no longer replace them. */
  chosenAt: instantColumn('chosen_at'),
  createdAt: instantColumn('created_at').notNull(),
  editedAt: instantColumn('edited_at').notNull(),
})

/** A fan of one brand: whoever joined, bought, loved or commented there. */
export const fans = pgTable(
  'fans',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    uid: text('uid').notNull(),
    fanId: text('fan_id').notNull(),
    /** Given at the first payment, in order, never used again for somebody else. */
    memberNumber: integer('member_number'),
    memberNumberIssuedAt: instantColumn('member_number_issued_at'),
    firstSeenAt: instantColumn('first_seen_at').notNull(),
    lastActiveAt: instantColumn('last_active_at').notNull(),
    labels: jsonb('labels').$type<string[]>().notNull().default([]),
    note: text('note').notNull().default(''),
    /** May neither comment nor love until this moment; `infinity` for good. */
    commentBanUntil: instantColumn('comment_ban_until'),
    commentBanReason: text('comment_ban_reason').notNull().default(''),
    blockedAt: instantColumn('blocked_at'),
    blockedBy: text('blocked_by'),
    blockReason: text('block_reason').notNull().default(''),
    /** The fan lets the brand see the address. */
    isEmailVisible: boolean('is_email_visible').notNull().default(false),
    /** News of the club by mail, until the fan says no (fans/news). */
    newsByMail: boolean('news_by_mail').notNull().default(true),
    /** Figures that lists are filtered and sorted by, moved with what they count (fans/figures). */
    lifetimeAmount: bigint('lifetime_amount', { mode: 'number' }).notNull().default(0),
    goodsAmount: bigint('goods_amount', { mode: 'number' }).notNull().default(0),
    orderCount: integer('order_count').notNull().default(0),
    lastPurchaseAt: instantColumn('last_purchase_at'),
    /** The first and the last moment that a term of any plan covers, and in how many months one began. */
    joinedAt: instantColumn('joined_at'),
    memberUntil: instantColumn('member_until'),
    totalMonths: integer('total_months').notNull().default(0),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.uid] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    unique('fans_id').on(table.fanId),
    unique('fans_member_number').on(table.tenantId, table.brandId, table.memberNumber),
    index('fans_seen').on(table.tenantId, table.brandId, table.firstSeenAt),
    index('fans_newest').on(table.tenantId, table.brandId, table.firstSeenAt, table.fanId),
    index('fans_members').on(table.tenantId, table.brandId, table.memberUntil),
    index('fans_lifetime').on(table.tenantId, table.brandId, table.lifetimeAmount, table.fanId),
    index('fans_purchase').on(table.tenantId, table.brandId, table.lastPurchaseAt, table.fanId),
    index('fans_months').on(table.tenantId, table.brandId, table.totalMonths, table.fanId),
    index('fans_labelled').on(table.tenantId, table.brandId, table.editedAt).where(sql`labels <> '[]'::jsonb`),
    index('fans_labels').using('gin', table.labels.op('jsonb_path_ops')),
    index('fans_banned')
      .on(table.tenantId, table.brandId, table.firstSeenAt)
      .where(sql`comment_ban_until is not null or blocked_at is not null`),
    index('fans_buyers')
      .on(table.tenantId, table.brandId, table.firstSeenAt, table.fanId)
      .where(sql`member_until is null and order_count > 0`),
    index('fans_followers')
      .on(table.tenantId, table.brandId, table.firstSeenAt, table.fanId)
      .where(sql`member_until is null and order_count = 0`),
    index('fans_joined').on(table.tenantId, table.brandId, table.joinedAt, table.fanId),
    index('fans_uid').on(table.uid),
    check('fans_number_issued', sql`(member_number is null) = (member_number_issued_at is null)`),
  ],
)

/** The next number of a brand's series: member numbers, order numbers. Taken by an update, so that none is given twice. */
export const serials = pgTable(
  'serials',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    series: text('series').$type<'member' | 'order'>().notNull(),
    last: integer('last').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.series] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
  ],
)
