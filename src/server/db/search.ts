import { type Column, type SQL, sql } from 'drizzle-orm'

/** Whether one of the columns contains the text, ignoring case. An empty text means no condition. */
export const contains = (columns: readonly (Column | SQL)[], q: string | undefined): SQL | undefined => {
  if (!q) return undefined
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${sql.join(
    columns.map((column) => sql`normalize(${column}, NFKC) ilike ${pattern}`),
    sql` or `,
  )})`
}
