import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../proven'

/** A write without an answer that others need; one with a name can be read by those that are sent with it. */
export type Write = SQL | { name: string; write: SQL }

/**
 * Sends several writes as one statement, and answers the rows of the last one. PostgreSQL orders them itself: no two of them may name the
 * same row, and none sees what another one writes, but for the rows that a named one returns.
 */
export const sendTogether = async (db: Db, writes: readonly Write[]): Promise<Record<string, unknown>[]> => {
  const parts = writes.map((one, n) => ('write' in one ? one : { name: `part_${n}`, write: one }))
  const last = parts.at(-1)
  if (!last) return []
  const named = parts.slice(0, -1).map(({ name, write }) => sql`${sql.identifier(name)} as (${write})`)
  const { rows } = await db.execute(
    named.length === 0 ? last.write : sql`with ${sql.join(named, sql`, `)} ${last.write}`,
  )
  return rows
}
