import { type SQL, sql } from 'drizzle-orm'

/**
 * Like `sql`, for a text that holds a subquery: its columns are always written with their table. Where a text of `sql`
 * is selected from one table, drizzle leaves the table of its columns out, and inside a subquery such a name means the
 * subquery's own column: `l.order_id = ${orders.orderId}` would compare each line with itself.
 */
export const subquery = <T>(strings: TemplateStringsArray, ...values: unknown[]): SQL<T> =>
  sql<T>`${sql(strings, ...values)}`
