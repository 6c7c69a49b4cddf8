import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../server/db/columns'
import { brands } from '../brands/tables.server'
import type { Account, Component, MovementKind } from './ledger'

/**
 * What happened to money, added and never changed. The entries of a movement sum to zero: a deferred constraint trigger
 * refuses the transaction otherwise. Debits are positive, credits negative.
 */
export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    movementId: text('movement_id').primaryKey(),
    kind: text('kind').$type<MovementKind>().notNull(),
    /** Names the fact that it books (`paid:{orderId}`, `refund:{refundId}`): no fact is booked twice. */
    fact: text('fact').notNull(),
    occurredAt: instantColumn('occurred_at').notNull(),
  },
  (table) => [unique('ledger_movements_fact').on(table.fact), index('ledger_movements_time').on(table.occurredAt)],
)

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    movementId: text('movement_id')
      .notNull()
      .references(() => ledgerMovements.movementId),
    position: integer('position').notNull(),
    account: text('account').$type<Account>().notNull(),
    /** What of the movement it is, so that a statement can name its sums. */
    component: text('component').$type<Component>().notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    orderId: text('order_id'),
    /** The month of Tokyo that it counts in, `yyyy-mm`; null on accounts that no statement sums. */
    recognizedMonth: text('recognized_month'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.movementId, table.position] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('ledger_entries_statement').on(table.tenantId, table.brandId, table.account, table.recognizedMonth),
    index('ledger_entries_movement').on(table.movementId),
    index('ledger_entries_order').on(table.tenantId, table.orderId),
    check('ledger_entries_amount', sql`amount <> 0`),
    check(
      'ledger_entries_account',
      sql`account in ('cash', 'deferred', 'brandPayable', 'platformFee', 'paymentFee', 'konbiniFee', 'unallocated', 'disputes', 'payouts')`,
    ),
    check('ledger_entries_month', sql`recognized_month ~ '^[0-9]{4}-[0-9]{2}$'`),
  ],
)
