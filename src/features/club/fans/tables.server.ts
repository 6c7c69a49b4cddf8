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
import { instantColumn, pictureColumn } from '#server/db/columns.ts'
import { brands } from '../brands/tables.server'

/**
 * Name, icon and address of a uid, once for the whole platform; deleted with the account. All other tables contain only
 * the uid. `displayName` and `icon` come from the identity provider until the fan chooses others.
 */
export const people = pgTable(
  'people',
  {
    uid: text('uid').primaryKey(),
    displayName: text('display_name').notNull().default(''),
    icon: pictureColumn('icon').notNull().default(''),
    email: text('email').notNull().default(''),
    /** When the person changed it here, by the real clock: what was said of it before does not count any more. */
    emailChangedAt: instantColumn('email_changed_at'),
    /** Language of mails to this person. */
    locale: text('locale').$type<'ja' | 'en'>().notNull().default('ja'),
    /** Set when the fan chooses a name or an icon: the provider's values are ignored from then on. */
    chosenAt: instantColumn('chosen_at'),
    /** Until when the person has looked at what happened in their clubs (club/notices). */
    noticesSeenAt: instantColumn('notices_seen_at'),
    createdAt: instantColumn('created_at').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    index('people_email').on(sql`lower(${table.email})`),
    index('people_named').using('gin', sql`letter_pairs(${table.displayName})`).concurrently(),
  ],
)

/** A fan of one brand: somebody who joined, bought, loved or commented there. */
export const fans = pgTable(
  'fans',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    uid: text('uid').notNull(),
    fanId: text('fan_id').notNull(),
    /** Assigned at the first payment, in ascending order, and never reused. */
    memberNumber: integer('member_number'),
    memberNumberIssuedAt: instantColumn('member_number_issued_at'),
    firstSeenAt: instantColumn('first_seen_at').notNull(),
    lastActiveAt: instantColumn('last_active_at').notNull(),
    /** When the fan last opened a page of the brand: what was published since is new to them. */
    seenAt: instantColumn('seen_at'),
    labels: jsonb('labels').$type<string[]>().notNull().default([]),
    note: text('note').notNull().default(''),
    /** Comments and loves are banned until this moment; `infinity`: permanently. */
    commentBanUntil: instantColumn('comment_ban_until'),
    commentBanReason: text('comment_ban_reason').notNull().default(''),
    blockedAt: instantColumn('blocked_at'),
    blockedBy: text('blocked_by'),
    blockReason: text('block_reason').notNull().default(''),
    /** Whether the brand may see the fan's address. */
    isEmailVisible: boolean('is_email_visible').notNull().default(false),
    /** News of the club by mail; switched off by the fan (fans/news). */
    newsByMail: boolean('news_by_mail').notNull().default(true),
    /** Denormalized figures to filter and sort lists; updated with the rows that they count (fans/figures). */
    lifetimeAmount: bigint('lifetime_amount', { mode: 'number' }).notNull().default(0),
    goodsAmount: bigint('goods_amount', { mode: 'number' }).notNull().default(0),
    orderCount: integer('order_count').notNull().default(0),
    lastPurchaseAt: instantColumn('last_purchase_at'),
    /** Start of the first and end of the last term of any plan, and the number of months in which one started. */
    joinedAt: instantColumn('joined_at'),
    memberUntil: instantColumn('member_until'),
    totalMonths: integer('total_months').notNull().default(0),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.uid] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('fans_by_id').on(table.fanId).concurrently(),
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

/**
 * Last number of a brand's series (member numbers, order numbers). Taken in blocks by an update (serials.queries.server.ts), so that none
 * is assigned twice.
 */
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
