import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import type { Account, Component, MovementKind, SaleKind } from './ledger'

/**
 * What happened to money, added and never changed. The entries of a movement sum to zero: movements are written by
 * `book_movements` (migration 0013) alone, a function of the database that refuses others; nobody else may insert here (db/migrate.ts).
 * Debits are positive, credits negative.
 */
export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    tenantId: text('tenant_id').notNull(),
    movementId: text('movement_id').notNull(),
    kind: text('kind').$type<MovementKind>().notNull(),
    /** Names the fact that it books (`paid:{orderId}`, `refund:{refundId}`), by an id that is of one club: no fact is booked twice. */
    fact: text('fact').notNull(),
    occurredAt: instantColumn('occurred_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.movementId] }),
    unique('ledger_movements_fact').on(table.tenantId, table.fact),
    index('ledger_movements_time').on(table.occurredAt),
  ],
)

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    movementId: text('movement_id').notNull(),
    position: integer('position').notNull(),
    account: text('account').$type<Account>().notNull(),
    /** The component of the movement, so that a statement can name its sums. */
    component: text('component').$type<Component>().notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** What of the amount is of goods at the reduced rate of the consumption tax; signed as the amount (rule: money.reducedTax). */
    reduced: bigint('reduced', { mode: 'number' }).notNull().default(0),
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    orderId: text('order_id'),
    /** The month of Tokyo that it counts in, `yyyy-mm`; null on accounts that no statement sums. */
    recognizedMonth: text('recognized_month'),
    /** The movement's own, once more, so that a month is read in its order from one index. */
    kind: text('kind').$type<MovementKind>(),
    occurredAt: instantColumn('occurred_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.movementId, table.position] }),
    foreignKey({
      name: 'ledger_entries_movement',
      columns: [table.tenantId, table.movementId],
      foreignColumns: [ledgerMovements.tenantId, ledgerMovements.movementId],
    }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('ledger_entries_listed').on(
      table.tenantId,
      table.brandId,
      table.account,
      table.recognizedMonth,
      table.occurredAt,
      table.movementId,
      table.position,
    ),
    index('ledger_entries_part')
      .on(
        table.tenantId,
        table.brandId,
        table.recognizedMonth,
        table.component,
        table.occurredAt,
        table.movementId,
        table.position,
      )
      .where(sql`account = 'brandPayable'`),
    index('ledger_entries_kind')
      .on(
        table.tenantId,
        table.brandId,
        table.recognizedMonth,
        table.kind,
        table.occurredAt,
        table.movementId,
        table.position,
      )
      .where(sql`account = 'brandPayable'`),
    index('ledger_entries_order').on(table.tenantId, table.orderId),
    check('ledger_entries_amount', sql`amount <> 0`),
    check(
      'ledger_entries_account',
      sql`account in ('cash', 'providerFees', 'deferred', 'brandPayable', 'platformFee', 'paymentFee', 'konbiniFee', 'unallocated', 'disputes', 'payouts')`,
    ),
    check('ledger_entries_month', sql`recognized_month ~ '^[0-9]{4}-[0-9]{2}$'`),
  ],
)

const monthColumns = {
  tenantId: text('tenant_id').notNull(),
  brandId: text('brand_id').notNull(),
  month: text('month').notNull(),
  kind: text('kind').$type<MovementKind>().notNull(),
  component: text('component').$type<Component>().notNull(),
  /** Signed as in the ledger: what the platform owes is negative. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  entries: integer('entries').notNull(),
  /** As in `ledgerEntries`. */
  reduced: bigint('reduced', { mode: 'number' }).notNull().default(0),
}

const dayColumns = {
  tenantId: text('tenant_id').notNull(),
  brandId: text('brand_id').notNull(),
  /** `yyyy-mm-dd`. */
  day: text('day').notNull(),
  kind: text('kind').$type<SaleKind>().notNull(),
  method: text('method').$type<'card' | 'konbini'>().notNull(),
  /** Id of the plan or goods; empty for shipping and for amounts that belong to no single item. */
  itemId: text('item_id').notNull(),
  orders: integer('orders').notNull(),
  gross: bigint('gross', { mode: 'number' }).notNull(),
  refunds: bigint('refunds', { mode: 'number' }).notNull(),
}

/**
 * What the entries of a brand's account sum to, by month and part: added to by the transaction that books them, so that a
 * statement page costs the same whatever the month has seen. `entries` counts the rows behind a sum. Read as `ledgerSums`.
 */
export const ledgerMonths = pgTable('ledger_months', monthColumns, (table) => [
  primaryKey({ columns: [table.tenantId, table.brandId, table.month, table.kind, table.component] }),
  foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
  check('ledger_months_month', sql`month ~ '^[0-9]{4}-[0-9]{2}$'`),
])

/** What was booked while another booking held the row of `ledgerMonths`, by slot (sums.queries.server.ts). */
export const ledgerMonthSlots = pgTable(
  'ledger_month_slots',
  { ...monthColumns, slot: smallint('slot').notNull() },
  (table) => [
    primaryKey({
      name: 'ledger_month_slots_key',
      columns: [table.tenantId, table.brandId, table.month, table.kind, table.component, table.slot],
    }),
    foreignKey({
      name: 'ledger_month_slots_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
    check('ledger_month_slots_month', sql`month ~ '^[0-9]{4}-[0-9]{2}$'`),
  ],
)

/** Both: of one month and part there may be several rows, which are summed by whoever reads them. */
export const ledgerSums = pgView('ledger_sums', monthColumns).as(sql`
  select m.tenant_id, m.brand_id, m.month, m.kind, m.component, m.amount, m.entries, m.reduced from ledger_months m
  union all
  select s.tenant_id, s.brand_id, s.month, s.kind, s.component, s.amount, s.entries, s.reduced from ledger_month_slots s`)

/** Sales and returns per day (Tokyo), by kind, payment method and item (a plan or goods). Read as `salesSums`. */
export const salesDays = pgTable('sales_days', dayColumns, (table) => [
  primaryKey({ columns: [table.tenantId, table.brandId, table.day, table.kind, table.method, table.itemId] }),
  index('sales_days_item').on(table.tenantId, table.brandId, table.itemId),
  foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
  check('sales_days_day', sql`day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`),
])

/** As `ledgerMonthSlots`. */
export const salesDaySlots = pgTable(
  'sales_day_slots',
  { ...dayColumns, slot: smallint('slot').notNull() },
  (table) => [
    primaryKey({
      name: 'sales_day_slots_key',
      columns: [table.tenantId, table.brandId, table.day, table.kind, table.method, table.itemId, table.slot],
    }),
    index('sales_day_slots_item').on(table.tenantId, table.brandId, table.itemId),
    foreignKey({
      name: 'sales_day_slots_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
    check('sales_day_slots_day', sql`day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`),
  ],
)

/** Both: of one day and item there may be several rows, which are summed by whoever reads them. */
export const salesSums = pgView('sales_sums', dayColumns).as(sql`
  select d.tenant_id, d.brand_id, d.day, d.kind, d.method, d.item_id, d.orders, d.gross, d.refunds from sales_days d
  union all
  select s.tenant_id, s.brand_id, s.day, s.kind, s.method, s.item_id, s.orders, s.gross, s.refunds from sales_day_slots s`)
