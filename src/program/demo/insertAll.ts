import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/proven.ts'

/** Small enough for a slow machine: a statement has ten seconds. */
const rowsAtOnce = 5000

const sent = new WeakMap<Db, Promise<unknown>[]>()

/** Does not wait for a statement: later queries on this connection see what it wrote. */
export const isSent = (db: Db, statement: Promise<unknown>): void => {
  statement.catch(() => {})
  sent.set(db, [...(sent.get(db) ?? []), statement])
}

/**
 * Inserts many rows in few statements, with one array argument per column, so that neither the statement nor its plan
 * grows with the rows. An omitted value is the column's default; `conflict` is the on-conflict clause. Statements are
 * sent without waiting: later queries on this connection see the rows. `allInserted` reports failures.
 */
export const insertAll = <T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
  conflict: SQL = sql``,
): void => {
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = Object.entries<PgColumn>(getTableColumns(table)).filter(([key]) => given.has(key))
  const names = columns.map(([, { name }]) => sql.identifier(name))
  // Each value is sent as text in PostgreSQL's own notation, so that a list stays one value.
  const read = columns.map(([, column]) => sql`${sql.identifier(column.name)}::${sql.raw(column.getSQLType())}`)
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const batch: readonly Record<string, unknown>[] = rows.slice(start, start + rowsAtOnce)
    const values = columns.map(([key, column]) => {
      const missing = column.default === undefined ? null : column.mapToDriverValue(column.default)
      const list = batch.map((row) => {
        const value = row[key]
        return value === undefined ? missing : value === null ? null : column.mapToDriverValue(value)
      })
      return sql`${sql.param(list)}::text[]`
    })
    const inserted = db
      .execute(sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(read, sql`, `)}
        from unnest(${sql.join(values, sql`, `)}) as given (${sql.join(names, sql`, `)}) ${conflict}`)
      .execute()
    isSent(db, inserted)
  }
}

/** Waits for all rows that were sent; throws the first failure, which is the cause of any later ones. */
export const allInserted = async (db: Db): Promise<void> => {
  for (const inserted of sent.get(db) ?? []) await inserted
}
