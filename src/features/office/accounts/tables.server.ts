import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import type { FileState } from './account'

/** Exports of a person's own data. */
export const accountFiles = pgTable(
  'account_files',
  {
    exportId: text('export_id').primaryKey(),
    uid: text('uid').notNull(),
    state: text('state').$type<FileState>().notNull(),
    key: text('key'),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at'),
  },
  (table) => [
    index('account_files_uid').on(table.uid, table.createdAt),
    index('account_files_kept').on(table.expiresAt).where(sql`key is not null`),
    check('account_files_state', sql`state in ('enqueued', 'completed', 'failed', 'expired')`),
  ],
)

/** An address that waits for its owner's press on the link that was mailed to it; at most one of each account. */
export const emailChecks = pgTable('email_checks', {
  uid: text('uid').primaryKey(),
  email: text('email').notNull(),
  /** The account has another address until then. */
  isChange: boolean('is_change').notNull(),
  /** SHA-256 of what the link holds. */
  secretHash: text('secret_hash').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
})
