import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { plans } from '#membership/plans/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'

/** A month of a plan that a fan has bought and paid for. A full refund voids it, once. */
export const backNumberPurchases = pgTable(
  'back_number_purchases',
  {
    tenantId: text('tenant_id').notNull(),
    purchaseId: text('purchase_id').notNull(),
    planId: text('plan_id').notNull(),
    uid: text('uid').notNull(),
    periodYear: integer('period_year').notNull(),
    periodMonth: integer('period_month').notNull(),
    orderId: text('order_id').notNull(),
    paidAt: instantColumn('paid_at').notNull(),
    voidedAt: instantColumn('voided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.purchaseId] }),
    foreignKey({
      name: 'back_number_purchases_plan',
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.planId],
    }),
    uniqueIndex('back_number_purchases_owned')
      .on(table.uid, table.tenantId, table.planId, table.periodYear, table.periodMonth)
      .where(sql`voided_at is null`),
    index('back_number_purchases_plan').on(table.tenantId, table.planId, table.periodYear, table.periodMonth),
    check('back_number_purchases_month', sql`period_month between 1 and 12`),
  ],
)

/** The creator's settings for a month of a plan; without a row the defaults apply. */
export const backNumbers = pgTable(
  'back_numbers',
  {
    tenantId: text('tenant_id').notNull(),
    planId: text('plan_id').notNull(),
    periodYear: integer('period_year').notNull(),
    periodMonth: integer('period_month').notNull(),
    priceOverride: integer('price_override'),
    saleState: text('sale_state').$type<'onSale' | 'notForSale'>().notNull().default('onSale'),
    editedAt: instantColumn('edited_at').notNull(),
    editedBy: text('edited_by'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planId, table.periodYear, table.periodMonth] }),
    foreignKey({ columns: [table.tenantId, table.planId], foreignColumns: [plans.tenantId, plans.planId] }),
    check('back_numbers_price', sql`price_override >= 500`),
    check('back_numbers_state', sql`sale_state in ('onSale', 'notForSale')`),
  ],
)
