import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import type { Confirmation } from '#money/orders/order.ts'
import { instantColumn } from '#server/db/columns.ts'
import { plans } from '../plans/tables.server'
import type { EndReason } from './subscription'

/**
 * A fan's membership of one plan, from joining to its end. Its states are computed (subscription.ts) from what happened and
 * the clock; who may read what is decided by `subscription_terms` alone.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    planId: text('plan_id').notNull(),
    uid: text('uid').notNull(),
    interval: text('subscription_interval').$type<'month' | 'year'>().notNull(),
    /** Price at the time of joining; it stays the same while the membership lasts. */
    price: integer('price').notNull(),
    method: text('method').$type<'card' | 'konbini' | 'comp'>().notNull(),
    /** The provider's subscription; konbini cannot renew by itself and has none. */
    providerSubscriptionId: text('provider_subscription_id'),
    purchasedAt: instantColumn('purchased_at').notNull(),
    /** The end of the last paid term. */
    paidUntil: instantColumn('paid_until').notNull(),
    cancelAppliedAt: instantColumn('cancel_applied_at'),
    /** The end that the fan chose: at the end of what is paid. */
    cancelScheduledAt: instantColumn('cancel_scheduled_at'),
    cancelReason: text('cancel_reason').notNull().default(''),
    /** The first refusal of the renewal that is being retried. */
    paymentFailedAt: instantColumn('payment_failed_at'),
    failedCount: integer('failed_count').notNull().default(0),
    /** The provider's page where the fan confirms the refused renewal to the card's bank, where that is why. */
    authenticationUrl: text('authentication_url'),
    /** Until when a renewal that is not paid keeps the contents open. */
    graceUntil: instantColumn('grace_until'),
    endedAt: instantColumn('ended_at'),
    endReason: text('end_reason').$type<EndReason>(),
    /** When staff last reminded the fan of a payment. */
    remindedAt: instantColumn('reminded_at'),
    /** When the fan was last notified of a yearly renewal. */
    renewalToldAt: instantColumn('renewal_told_at'),
    /** The plan that the next term is of, chosen by the member; null where the plan stays. */
    nextPlanId: text('next_plan_id'),
    /** The membership that was changed into this one, which keeps its day of joining. */
    changedFromId: text('changed_from_id'),
    /** The confirmation shown when the member moved to a card, or chose the next plan: kept with the order of the next charge. */
    moveConfirmation: jsonb('move_confirmation').$type<Confirmation>(),
    /** The last paid order; the one that awaits payment is found in `orders`. */
    latestOrderId: text('latest_order_id').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.subscriptionId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    foreignKey({ columns: [table.tenantId, table.planId], foreignColumns: [plans.tenantId, plans.planId] }),
    foreignKey({
      name: 'subscriptions_next_plan',
      columns: [table.tenantId, table.nextPlanId],
      foreignColumns: [plans.tenantId, plans.planId],
    }),
    index('subscriptions_by_id').on(table.subscriptionId).concurrently(),
    uniqueIndex('subscriptions_by_provider').on(table.providerSubscriptionId, table.tenantId).concurrently(),
    // At most one living membership per fan and plan (rule: B4).
    uniqueIndex('subscriptions_living').on(table.uid, table.tenantId, table.planId).where(sql`ended_at is null`),
    index('subscriptions_fan').on(table.uid, table.purchasedAt),
    index('subscriptions_brand').on(table.tenantId, table.brandId, table.purchasedAt, table.subscriptionId),
    index('subscriptions_living_brand')
      .on(table.tenantId, table.brandId, table.purchasedAt, table.subscriptionId)
      .where(sql`ended_at is null`),
    index('subscriptions_ended_brand')
      .on(table.tenantId, table.brandId, table.endedAt, table.subscriptionId)
      .where(sql`ended_at is not null`),
    index('subscriptions_leaving')
      .on(table.tenantId, table.brandId, table.purchasedAt, table.subscriptionId)
      .where(sql`ended_at is null and cancel_scheduled_at is not null`),
    index('subscriptions_at_risk')
      .on(table.tenantId, table.brandId, table.purchasedAt, table.subscriptionId)
      .where(sql`ended_at is null and (payment_failed_at is not null or method = 'konbini')`),
    index('subscriptions_changing').on(table.tenantId, table.nextPlanId).where(sql`next_plan_id is not null`),
    index('subscriptions_plan').on(table.tenantId, table.planId, table.endedAt),
    index('subscriptions_plan_newest').on(table.tenantId, table.planId, table.purchasedAt, table.subscriptionId),
    index('subscriptions_method').on(
      table.tenantId,
      table.brandId,
      table.method,
      table.purchasedAt,
      table.subscriptionId,
    ),
    index('subscriptions_interval').on(
      table.tenantId,
      table.brandId,
      table.interval,
      table.purchasedAt,
      table.subscriptionId,
    ),
    index('subscriptions_renewing')
      .on(table.tenantId, table.brandId, table.paidUntil, table.subscriptionId)
      .where(sql`ended_at is null and cancel_scheduled_at is null`),
    index('subscriptions_lapsing').on(table.paidUntil, table.subscriptionId).where(sql`ended_at is null`),
    index('subscriptions_konbini_due').on(table.paidUntil).where(sql`ended_at is null and method = 'konbini'`),
    index('subscriptions_yearly').on(table.paidUntil).where(sql`ended_at is null and subscription_interval = 'year'`),
    check('subscriptions_ended', sql`(ended_at is null) = (end_reason is null)`),
    check('subscriptions_method', sql`method in ('card', 'konbini', 'comp')`),
  ],
)

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
    subscriptionId: text('subscription_id'),
    /** The order that paid it; none of a complimentary term, a grace or an extension. */
    orderId: text('order_id'),
    from: instantColumn('starts_at').notNull(),
    to: instantColumn('ends_at').notNull(),
    amount: integer('amount').notNull(),
    source: text('source').$type<'card' | 'konbini' | 'comp' | 'extension' | 'grace' | 'carryOver'>().notNull(),
    voidedAt: instantColumn('voided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.termId] }),
    foreignKey({ columns: [table.tenantId, table.planId], foreignColumns: [plans.tenantId, plans.planId] }),
    uniqueIndex('subscription_terms_order')
      .on(table.tenantId, table.orderId)
      .where(sql`source in ('card', 'konbini') and voided_at is null`),
    index('subscription_terms_subscription').on(table.subscriptionId, table.to),
    index('subscription_terms_plan').on(table.tenantId, table.planId, table.to),
    index('subscription_terms_begun').on(table.tenantId, table.planId, table.from),
    index('subscription_terms_voided')
      .on(table.tenantId, table.planId, table.voidedAt)
      .where(sql`voided_at is not null`),
    index('subscription_terms_uid').on(table.uid, table.tenantId, table.planId, table.to),
    check('subscription_terms_period', sql`ends_at > starts_at`),
    check('subscription_terms_source', sql`source in ('card', 'konbini', 'comp', 'extension', 'grace', 'carryOver')`),
  ],
)
