import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from './columns'

/** Small, so that the rows of a batch can be freed before the next ones are read. */
export const batchSize = 100

/** Rows after the last one that was read, in the order of these two columns, so that an index is used. */
export const isAfterLast = (at: PgColumn, id: PgColumn): SQL =>
  sql`(${at}, ${id}) > (${sql.placeholder('lastAt')}::timestamptz, ${sql.placeholder('lastId')})`

/**
 * The rows of a query with `isAfterLast`, `batchSize` at a time, each batch starting after the last row before it.
 * The query is built once, whatever the number of its batches.
 */
export const batchesOf = async function* <Row>(
  question: { execute: (last: { lastAt: string; lastId: string }) => Promise<Row[]> },
  placeOf: (row: Row) => { at: Instant; id: string },
): AsyncGenerator<Row[]> {
  let last = { lastAt: '-infinity', lastId: '' }
  for (;;) {
    const batch = await question.execute(last)
    if (batch.length > 0) yield batch
    const end = batch.at(-1)
    if (!end || batch.length < batchSize) return
    const { at, id } = placeOf(end)
    last = { lastAt: toTimestamp(at), lastId: id }
  }
}
