import { sql } from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/proven.ts'
import { accountDeletions } from './tables.server'

const deletionsOf = prepared((db) =>
  db
    .select({ uid: accountDeletions.uid })
    .from(accountDeletions)
    .where(sql`${accountDeletions.uid} = any(${sql.placeholder('uids')}::text[])`)
    .prepare(''),
)

type Question = { uid: string; answer: (isGone: boolean) => void; fail: (error: unknown) => void }
const waiting = new Map<Db, Question[]>()

const askAll = async (db: Db) => {
  const asked = waiting.get(db) ?? []
  waiting.delete(db)
  try {
    const rows = await deletionsOf(db).execute({ uids: asked.map(({ uid }) => uid) })
    const gone = new Set(rows.map(({ uid }) => uid))
    for (const { uid, answer } of asked) answer(gone.has(uid))
  } catch (error) {
    for (const { fail } of asked) fail(error)
  }
}

/**
 * Whether the account is gone now, for reads, of which each asks it: those of one turn of the event loop are asked by one
 * statement. The busier the program, the more there are of them.
 */
export const isGoneNow = (db: Db, uid: string): Promise<boolean> =>
  new Promise((answer, fail) => {
    const question = { uid, answer, fail }
    const others = waiting.get(db)
    if (others) return void others.push(question)
    waiting.set(db, [question])
    setImmediate(() => void askAll(db))
  })
