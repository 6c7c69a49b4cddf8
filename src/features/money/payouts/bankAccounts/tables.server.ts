import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'

/**
 * Payout accounts of a brand. Each change adds a row, and the newest is in effect. Number and holder are encrypted; the
 * parts that may be shown are in columns of their own.
 */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    bankAccountId: text('bank_account_id').notNull(),
    bankCode: text('bank_code').notNull(),
    bankName: text('bank_name').notNull(),
    branchCode: text('branch_code').notNull(),
    branchName: text('branch_name').notNull(),
    accountType: text('account_type').$type<'ordinary' | 'checking' | 'savings'>().notNull(),
    holderType: text('holder_type').$type<'individual' | 'corporation'>().notNull(),
    /** Account number and holder's name as JSON, encrypted (server/encryption.ts). */
    secret: text('secret').notNull(),
    lastDigits: text('last_digits').notNull(),
    status: text('status').$type<'registered' | 'errored'>().notNull(),
    savedBy: text('saved_by').notNull(),
    savedAt: instantColumn('saved_at').notNull(),
    erroredAt: instantColumn('errored_at'),
    erroredReason: text('errored_reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.bankAccountId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('bank_accounts_by_id').on(table.bankAccountId).concurrently(),
    index('bank_accounts_brand').on(table.tenantId, table.brandId, table.savedAt),
    check('bank_accounts_codes', sql`bank_code ~ '^[0-9]{4}$' and branch_code ~ '^[0-9]{3}$'`),
    check('bank_accounts_type', sql`account_type in ('ordinary', 'checking', 'savings')`),
    check('bank_accounts_status', sql`status in ('registered', 'errored')`),
  ],
)

/** Identity check of the person or company behind a club: once, before its first payout. */
export const identityChecks = pgTable(
  'identity_checks',
  {
    tenantId: text('tenant_id')
      .primaryKey()
      .references(() => tenants.tenantId),
    state: text('state').$type<'submitted' | 'verified' | 'failed'>().notNull(),
    submittedBy: text('submitted_by').notNull(),
    submittedAt: instantColumn('submitted_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: instantColumn('decided_at'),
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    index('identity_checks_state').on(table.state, table.submittedAt),
    check('identity_checks_state', sql`state in ('submitted', 'verified', 'failed')`),
  ],
)

/** A document of a check. The file is stored encrypted, and deleted 90 days after the decision. */
export const identityDocuments = pgTable(
  'identity_documents',
  {
    tenantId: text('tenant_id')
      .notNull()
      .references(() => identityChecks.tenantId),
    documentId: text('document_id').notNull(),
    kind: text('kind').$type<'front' | 'back' | 'registry'>().notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    key: text('key').notNull(),
    uploadedAt: instantColumn('uploaded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.documentId] }),
    index('identity_documents_time').on(table.uploadedAt),
  ],
)
