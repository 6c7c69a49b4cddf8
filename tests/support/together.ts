import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { database } from '#server/db.ts'

export type Write = <T extends PgTable>(table: T, rows: T['$inferInsert'] | T['$inferInsert'][]) => void

/** Rows of many tables, written by one statement: each of its own costs a round trip and a transaction. */
export const together = () => {
  const rowsOf = new Map<PgTable, object[]>()
  const write: Write = (table, rows) => {
    rowsOf.set(table, [...(rowsOf.get(table) ?? []), ...((Array.isArray(rows) ? rows : [rows]) as object[])])
  }
  const written = async () => {
    const inserts = [...rowsOf].map(([table, rows], n) => {
      const insert = database().insert(table).values(rows).getSQL()
      return sql`${sql.identifier(`of_${n}`)} as (${insert})`
    })
    await database().execute(sql`with ${sql.join(inserts, sql`, `)} select`)
  }
  return { write, written }
}
