import { type Column, type SQL, sql } from 'drizzle-orm'

/** Whether the text is found in one of the columns, in small or capital letters. An empty text asks for nothing. */
export const contains = (columns: readonly (Column | SQL)[], q: string | undefined): SQL | undefined => {
  if (!q) return undefined
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${sql.join(
    columns.map((column) => sql`normalize(${column}, NFKC) ilike ${pattern}`),
    sql` or `,
  )})`
}
