import { type Column, type SQL, sql } from 'drizzle-orm'

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** A pattern for each word of a search, for `containsAll`. */
export const patternsOf = (q: string | undefined): string[] => (q ?? '').split(/\s+/).filter(Boolean).map(patternOf)

/** Whether the column contains every word, ignoring case; `patterns` is a list of `patternsOf`. No words mean no condition. */
export const containsAll = (column: Column, patterns: SQL): SQL =>
  sql`normalize(${column}, NFKC) ilike all (${patterns}::text[])`

/** Whether one of the columns contains the text, ignoring case. An empty text means no condition. */
export const contains = (columns: readonly (Column | SQL)[], q: string | undefined): SQL | undefined => {
  if (!q) return undefined
  const pattern = patternOf(q)
  return sql`(${sql.join(
    columns.map((column) => sql`normalize(${column}, NFKC) ilike ${pattern}`),
    sql` or `,
  )})`
}
