import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../server/db/columns'
import { plans } from '../plans/tables.server'

/**
 * One row per paid period of one fan on one plan: the only fact that says who was a member when. Rows are never edited;
 * only `voidedAt` may be set, once.
 */
export const subscriptionTerms = pgTable(
  'subscription_terms',
  {
    tenantId: text('tenant_id').notNull(),
    termId: text('term_id').notNull(),
    planId: text('plan_id').notNull(),
    uid: text('uid').notNull(),
    from: instantColumn('starts_at').notNull(),
    to: instantColumn('ends_at').notNull(),
    amount: integer('amount').notNull(),
    source: text('source').$type<'card' | 'konbini' | 'comp' | 'extension' | 'grace' | 'carryOver'>().notNull(),
    voidedAt: instantColumn('voided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.termId] }),
    foreignKey({ columns: [table.tenantId, table.planId], foreignColumns: [plans.tenantId, plans.planId] }),
    index('subscription_terms_plan').on(table.tenantId, table.planId, table.to),
    index('subscription_terms_uid').on(table.uid, table.tenantId, table.planId, table.to),
    check('subscription_terms_period', sql`ends_at > starts_at`),
    check('subscription_terms_source', sql`source in ('card', 'konbini', 'comp', 'extension', 'grace', 'carryOver')`),
  ],
)
