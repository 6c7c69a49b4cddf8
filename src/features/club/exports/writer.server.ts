import type { Cell } from '#kit/csv.ts'
import type { Db } from '#server/proven.ts'
import type { ExportType } from './export'
import type { ExportRow } from './queries.server'

/** Yields the rows of an export in batches, header first; amounts as numbers where they may be negative. */
export type ExportWriter = (db: Db, row: ExportRow, now: number) => AsyncIterable<Cell[][]>
export type ExportWriters = Record<ExportType, ExportWriter>

declare module '#server/ports.ts' {
  interface Ports {
    exportWriters: ExportWriters
  }
}
