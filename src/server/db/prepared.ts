import { eq, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../proven'
import type { isNamed } from './directory'
import { type DrizzleQuery, executeOf } from './preparedQuery'

/** The connection of a query built with drizzle: the pool's, or a transaction's. */
type Asking = { client: unknown }
export const clientOf = (db: Db): unknown => (db._.session as unknown as Asking).client

/**
 * A query whose SQL is built once, at its first use, instead of for every call; its arguments are placeholders. In a
 * transaction it uses that connection: the SQL is the same, and building it takes longer than running it.
 */
export const prepared = <Q extends object>(build: (db: Db) => Q): ((db: Db) => Q) => {
  let built: Q | undefined
  return (db) => {
    if (!built) {
      built = build(db)
      Object.assign(built, { execute: executeOf(built as unknown as DrizzleQuery) })
    }
    const client = clientOf(db)
    if ((built as unknown as Asking).client === client) return built
    return Object.assign(Object.create(Object.getPrototypeOf(built)) as Q, built, { client })
  }
}

/**
 * The same for a question that differs by what is asked of it, such as its filters and its order: built once for each. Its shapes are
 * few, and none of them holds a value of somebody's.
 */
export const preparedFor = <Shape extends object, Q extends object>(
  build: (db: Db, shape: Shape) => Q,
): ((db: Db, shape: Shape) => Q) => {
  const known = new Map<string, (db: Db) => Q>()
  return (db, shape) => {
    const key = JSON.stringify(shape)
    const query = known.get(key) ?? prepared((at) => build(at, shape))
    known.set(key, query)
    return query(db)
  }
}

const dialect = new PgDialect()

/** The same for a statement that is written as SQL; answers its rows as the driver has them. */
export const preparedSql = <Row extends object = object>(build: () => SQL) => {
  let known: { text: string; execute: ReturnType<typeof executeOf> } | undefined
  const built = () => {
    const { sql: text, params } = dialect.sqlToQuery(build())
    return { text, execute: executeOf({ params }) }
  }
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    known ??= built()
    const { text, execute } = known
    const asked = { client: clientOf(db), rawQueryConfig: { text } } as unknown as DrizzleQuery
    const { rows } = (await execute.call(asked, values)) as { rows: Row[] }
    return rows
  }
}

/** The one row of a table with this text in this column; `is`: by the platform's directory (`isNamed`), where the text names no club. */
export const rowBy = <Row>(table: PgTable, column: PgColumn, is: typeof isNamed = eq) => {
  const question = prepared((db) =>
    db
      .select()
      .from(table)
      .where(is(column, sql.placeholder('value')))
      .prepare(''),
  )
  return async (db: Db, value: string): Promise<Row | undefined> => {
    const [row] = await question(db).execute({ value })
    return row as Row | undefined
  }
}
