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
  unique,
} from 'drizzle-orm/pg-core'
import type { English } from '#kit/english.ts'
import { instantColumn, pictureColumn } from '#server/db/columns.ts'
import { tenants } from '../tenants/tables.server'
import type { PagePart } from './pageParts'

export const brands = pgTable(
  'brands',
  {
    tenantId: text('tenant_id')
      .notNull()
      .references(() => tenants.tenantId),
    brandId: text('brand_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    /** The wide cover and the square icon; empty text means none. */
    thumbnail: pictureColumn('thumbnail').notNull(),
    icon: pictureColumn('icon').notNull(),
    description: text('description').notNull(),
    /** What of it the creator gave in English too. */
    english: jsonb('english').$type<English<'description' | 'welcomeLetter'>>().notNull().default({}),
    accentColor: text('accent_color').notNull(),
    /** Parts of the brand's page in the creator's order; those not named follow in the usual one. */
    pageParts: jsonb('page_parts').$type<PagePart[]>().notNull().default([]),
    /** What stands first among the contents and goods of the brand's page. */
    pinnedContents: jsonb('pinned_contents').$type<string[]>().notNull().default([]),
    pinnedGoods: jsonb('pinned_goods').$type<string[]>().notNull().default([]),
    links: jsonb('links').$type<string[]>().notNull(),
    /** Notice required by commercial law (特商法); without it the brand cannot sell. */
    legalNotice: text('legal_notice').notNull().default(''),
    /** For qualified invoices: `T` and 13 digits, or empty. */
    invoiceNumber: text('invoice_number').notNull().default(''),
    /** How many days contents stay open after a failed renewal. */
    graceDays: integer('grace_days').notNull().default(7),
    /** Whether reading a bought month also requires a running plan. */
    backNumberNeedsActivePlan: boolean('back_number_needs_active_plan').notNull().default(true),
    /** Last month (`yyyy-mm`) that members were notified of as a new back number. */
    monthTold: text('month_told'),
    /** Free shipping for orders of this amount in yen or more; null: never. */
    freeShippingOver: integer('free_shipping_over'),
    /** The creator's words to who has just become a member; empty: none. */
    welcomeLetter: text('welcome_letter').notNull().default(''),
    /** Default comment settings for new contents. */
    commentPolicy: text('comment_policy')
      .$type<'enabled' | 'approvalFirst' | 'disabled'>()
      .notNull()
      .default('enabled'),
    commentAudience: text('comment_audience').$type<'members' | 'plan' | 'all'>().notNull().default('all'),
    /** Set once by the owner: sales stop from then on. Access to what was paid for ends at `closesAt`. */
    closingAt: instantColumn('closing_at'),
    closesAt: instantColumn('closes_at'),
    closingMessage: text('closing_message').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
    /** uid of the last editor. */
    editedBy: text('edited_by'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId] }),
    index('brands_by_id').on(table.brandId).concurrently(),
    unique('brands_slug').on(table.slug),
    check('brands_closing', sql`(closing_at is null) = (closes_at is null) and closes_at >= closing_at`),
    check('brands_grace', sql`grace_days between 0 and 14`),
    check('brands_free_shipping', sql`free_shipping_over > 0`),
  ],
)

/** Stored figures of large brands, which would be too slow to count on each request. Other brands have no rows. */
export const brandFigures = pgTable(
  'brand_figures',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    name: text('name').notNull(),
    value: jsonb('value').notNull(),
    countedAt: instantColumn('counted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.name] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
  ],
)
