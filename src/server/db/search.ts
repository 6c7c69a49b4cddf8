import { type Column, type Placeholder, type SQL, sql } from 'drizzle-orm'

/** A search as a pattern, for `oneContains`. */
export const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** A pattern for each word of a search, for `containsAll`. */
export const patternsOf = (q: string | undefined): string[] => (q ?? '').split(/\s+/).filter(Boolean).map(patternOf)

/** A creator's text and what they gave of it in English: a reader of either language finds by both (rule: texts.english). */
export const bothTexts = (text: Column, english: Column): SQL =>
  sql`concat_ws(' ', ${text}, ${english} ->> ${sql.raw(`'${text.name}'`)})`

/** Whether the column contains every word, ignoring case; `patterns` is a list of `patternsOf`. No words mean no condition. */
export const containsAll = (column: Column | SQL, patterns: SQL): SQL =>
  sql`normalize(${column}, NFKC) ilike all (${patterns}::text[])`

/** Whether one of the columns contains the text, ignoring case. An empty text means no condition. */
export const contains = (columns: readonly (Column | SQL)[], q: string | undefined): SQL | undefined =>
  q ? oneContains(columns, patternOf(q)) : undefined

/** Whether one of the columns is like the pattern (`patternOf`), ignoring case. */
export const oneContains = (columns: readonly (Column | SQL)[], pattern: string | Placeholder): SQL =>
  sql`(${sql.join(
    columns.map((column) => sql`normalize(${column}, NFKC) ilike ${pattern}`),
    sql` or `,
  )})`
