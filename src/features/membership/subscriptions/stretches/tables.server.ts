import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import { subscriptions } from '../tables.server'

/**
 * On which days a membership ran: an index by which the members of any day are found in their order. The whole days
 * that its terms cover are cut into stretches of 1, 2, 4 ... days, each beginning at a multiple of its length: few rows
 * cover any time, and a day lies in at most one stretch of each length. A day that is covered in part is a stretch of
 * length 0, decided by the terms. Days are counted from 1 January 1970 in Tokyo.
 */
export const membershipStretches = pgTable(
  'membership_stretches',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    planId: text('plan_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    uid: text('uid').notNull(),
    /** Copied from the membership; neither ever changes. */
    purchasedAt: instantColumn('purchased_at').notNull(),
    /** The length of the stretch, and its first day divided by that; 0, and the day itself. */
    days: integer('days').notNull(),
    number: integer('number').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.subscriptionId, table.days, table.number] }),
    foreignKey({
      name: 'membership_stretches_subscription',
      columns: [table.tenantId, table.subscriptionId],
      foreignColumns: [subscriptions.tenantId, subscriptions.subscriptionId],
    }),
    index('membership_stretches_brand').on(
      table.tenantId,
      table.brandId,
      table.days,
      table.number,
      table.purchasedAt,
      table.subscriptionId,
    ),
    index('membership_stretches_plan').on(
      table.tenantId,
      table.planId,
      table.days,
      table.number,
      table.purchasedAt,
      table.subscriptionId,
    ),
  ],
)
