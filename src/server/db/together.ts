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
  const { rows } = await db
    .execute(named.length === 0 ? last.write : sql`with ${sql.join(named, sql`, `)} ${last.write}`)
    .execute()
  return rows
}

type Answers<Works extends readonly unknown[]> = { -readonly [N in keyof Works]: Awaited<Works[N]> }

/**
 * What may be asked of one transaction at once: its connection sends each without waiting for the one before, and PostgreSQL does them in the
 * order in which they were begun, each seeing all before it. Where one fails the others have ended, too, before that is thrown, so that nothing
 * is sent after the rollback. Prepared queries are begun when they are called, others (`await db.select()`) when this has all of them.
 */
export const atOnce = async <const Works extends readonly unknown[]>(works: Works): Promise<Answers<Works>> => {
  const failures: unknown[] = []
  const ended = works.map((work) => Promise.resolve(work).catch((error: unknown) => void failures.push(error)))
  const answers = await Promise.all(ended)
  // The first one is the cause: what comes after it in the transaction is refused.
  if (failures.length > 0) throw failures[0]
  return answers as Answers<Works>
}
