import { pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'

/** Deleted accounts: a token can stay valid for minutes after the deletion, and must not write any more. */
export const accountDeletions = pgTable('account_deletions', {
  uid: text('uid').primaryKey(),
  deletedAt: instantColumn('deleted_at').notNull(),
  /** When the account was deleted at the identity provider as well. */
  finishedAt: instantColumn('finished_at'),
})
