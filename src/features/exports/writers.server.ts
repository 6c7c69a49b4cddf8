import type { Db } from '../../server/proven'
import { fanRows } from '../fans/staff/export.server'
import { orderRows } from '../orders/files/export.server'
import { salesRows } from '../sales/export.server'
import { subscriberRows } from '../subscriptions/staff/export.server'
import type { ExportType } from './export'
import type { ExportRow } from './queries.server'

/** Yields the rows of an export in batches, header first. */
export type Writer = (db: Db, row: ExportRow, now: number) => AsyncIterable<string[][]>

export const writers: Record<ExportType, Writer> = {
  orders: orderRows,
  fans: fanRows,
  subscribers: subscriberRows,
  sales: salesRows,
}
