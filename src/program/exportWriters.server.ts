import type { ExportType } from '#club/exports/export.ts'
import type { ExportRow } from '#club/exports/queries.server.ts'
import { subscriberRows } from '#membership/subscriptions/staff/export.server.ts'
import { fanRows } from '#office/fans/export.server.ts'
import { salesRows } from '#office/sales/export.server.ts'
import type { Db } from '#server/proven.ts'
import { orderRows } from '#shop/desk/files/export.server.ts'

/** Yields the rows of an export in batches, header first. */
export type Writer = (db: Db, row: ExportRow, now: number) => AsyncIterable<string[][]>

export const writers: Record<ExportType, Writer> = {
  orders: orderRows,
  fans: fanRows,
  subscribers: subscriberRows,
  sales: salesRows,
}
