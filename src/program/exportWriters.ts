import type { ExportWriters } from '#club/exports/writer.server.ts'
import { subscriberRows } from '#membership/subscriptions/staff/export.server.ts'
import { ledgerRows } from '#money/payouts/revenue/export.server.ts'
import { fanRows } from '#office/fans/export.server.ts'
import { salesRows } from '#office/sales/export.server.ts'
import { orderRows } from '#shop/desk/files/export.server.ts'

/** What writes the rows of each type of file. */
export const exportWriters: ExportWriters = {
  orders: orderRows,
  fans: fanRows,
  subscribers: subscriberRows,
  sales: salesRows,
  ledger: ledgerRows,
}
