import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Columns = Record<string, PgColumn>
type Row<C extends Columns> = {
  [Key in keyof C]: C[Key]['_']['data'] | (C[Key]['_']['notNull'] extends true ? never : null)
}

/**
 * The rows of a subquery as one value, so that a list is read with the row that it belongs to: one round trip, and one
 * JSON text instead of a field for each column of each row. Each value is what its column makes of it.
 */
export const jsonList = <C extends Columns>(columns: C, orderBy: SQL, isListed: SQL = sql`true`) => {
  const keys = Object.keys(columns)
  const pairs = keys.flatMap((key) => [sql`${sql.raw(`'${key}'`)}`, sql`${columns[key]}`])
  const object = sql`json_build_object(${sql.join(pairs, sql`, `)})`
  const read = (key: string, value: unknown) => (value === null ? null : columns[key]?.mapFromDriverValue(value))
  return sql`coalesce(json_agg(${object} order by ${orderBy}) filter (where ${isListed}), '[]')`.mapWith(
    (list: Record<string, unknown>[]) =>
      list.map((row) => Object.fromEntries(keys.map((key) => [key, read(key, row[key])]))) as Row<C>[],
  )
}
