import type { Db } from '../../server/context'
import { orderRows } from '../orders/files/export.server'
import type { ExportType } from './export'
import type { ExportRow } from './queries.server'

/** The rows of an export, its header first, in batches. */
export type Writer = (db: Db, row: ExportRow, now: number) => AsyncIterable<string[][]>

export const writers: Record<ExportType, Writer> = { orders: orderRows }
