import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import type { Platform } from '#server/payments/platform.ts'
import type { PayoutState, ReturnReason } from './payout'
import type { Figures } from './statement'

/** A final month: the ledger's figures at that moment. It never changes; later entries count in the next month. */
export const statements = pgTable(
  'statements',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    month: text('month').notNull(),
    statementId: text('statement_id').notNull(),
    figures: jsonb('figures').$type<Figures>().notNull(),
    /** From `figures`: amount owed to the brand at the end of the month. */
    payable: bigint('payable', { mode: 'number' }).notNull(),
    /** Copied on that day: a statement is a document. */
    brandName: text('brand_name').notNull(),
    invoiceNumber: text('invoice_number').notNull().default(''),
    /** Null in statements of before they were copied: as they are today. */
    legalName: text('legal_name'),
    platform: jsonb('platform').$type<Platform>(),
    finalizedAt: instantColumn('finalized_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.month] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('statements_by_id').on(table.statementId).concurrently(),
    index('statements_month').on(table.month, table.statementId),
    check('statements_month', sql`month ~ '^[0-9]{4}-[0-9]{2}$'`),
  ],
)

/** Money on its way to a brand: everything that its final statements leave to be paid. */
export const payouts = pgTable(
  'payouts',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    payoutId: text('payout_id').notNull(),
    /** The newest month that it pays. */
    month: text('month').notNull(),
    /** Amount taken from the brand's balance, and the transfer fee within it. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    fee: integer('fee').notNull(),
    state: text('state').$type<PayoutState>().notNull(),
    /** The account that was in force, as it is shown. */
    bankLabel: text('bank_label').notNull(),
    bankAccountId: text('bank_account_id').notNull(),
    /** In the bank's file: 10 digits, once on the whole platform. */
    traceId: text('trace_id').notNull(),
    scheduledFor: instantColumn('scheduled_for').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    exportedAt: instantColumn('exported_at'),
    /** When it was taken from the brand's balance: as its file was made. Null while nobody has. */
    bookedAt: instantColumn('booked_at'),
    returnedAt: instantColumn('returned_at'),
    returnReason: text('return_reason').$type<ReturnReason>(),
    /** The payout that was made again in its place. */
    retriedAs: text('retried_as'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.payoutId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('payouts_by_id').on(table.payoutId).concurrently(),
    uniqueIndex('payouts_by_trace').on(table.traceId, table.tenantId).concurrently(),
    index('payouts_brand').on(table.tenantId, table.brandId, table.createdAt, table.payoutId),
    index('payouts_waiting').on(table.tenantId, table.brandId, table.createdAt).where(sql`state = 'scheduled'`),
    index('payouts_state').on(table.state, table.createdAt, table.payoutId),
    check('payouts_state', sql`state in ('scheduled', 'processing', 'paid', 'returned', 'canceled')`),
    check('payouts_amount', sql`amount > fee and fee >= 0`),
    check('payouts_returned', sql`(state = 'returned') = (returned_at is not null)`),
  ],
)

/** Why a final month was corrected; the amount stands in the ledger, under `adjustment:<month>:<correctionId>`. */
export const statementCorrections = pgTable(
  'statement_corrections',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    correctionId: text('correction_id').notNull(),
    reason: text('reason').notNull(),
    correctedBy: text('corrected_by').notNull(),
    correctedAt: instantColumn('corrected_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.correctionId] }),
    foreignKey({
      name: 'statement_corrections_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
  ],
)

/** The next number of the bank's file. */
export const payoutSerials = pgTable('payout_serials', {
  series: text('series').primaryKey(),
  last: integer('last').notNull(),
})
