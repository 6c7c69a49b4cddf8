import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../server/db/columns'
import type { FileState } from './account'

/** A copy of somebody's data, made for themselves. */
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

/** Accounts that are gone: what a token that is still good for minutes may no longer write under. */
export const accountDeletions = pgTable('account_deletions', {
  uid: text('uid').primaryKey(),
  deletedAt: instantColumn('deleted_at').notNull(),
  /** When the sign-in provider had forgotten the account as well. */
  finishedAt: instantColumn('finished_at'),
})
