import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect } from 'vitest'
import { inTransaction, pool } from '../../src/server/db'
import type { Db } from '../../src/server/proven'
import { shared } from '../../src/server/shared'

/** What a careless programmer would have left out, as a change of the SQL that is sent. */
type Carelessness = [what: RegExp, instead: string][]

export const rowLocks: Carelessness = [[/ for (no key )?update( of "\w+")?/g, '']]
export const advisoryLocks: Carelessness = [[/pg_advisory_xact_lock\(/g, 'abs(']]

/**
 * Runs the work with the program's own code on a database that hears it without its precautions. A race test that still
 * passes like this would prove nothing: these are the teeth.
 */
export const careless = async <T>(carelessness: Carelessness, work: () => Promise<T>): Promise<T> => {
  const heard = (text: string) => carelessness.reduce((sql, [what, instead]) => sql.replace(what, instead), text)
  class Careless extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const ask = this.query.bind(this) as (first: unknown, ...rest: unknown[]) => never
      this.query = (first: unknown, ...rest: unknown[]) => {
        if (typeof first === 'string') return ask(heard(first), ...rest)
        if (typeof first === 'object' && first !== null && 'text' in first && !('submit' in first)) {
          return ask({ ...first, text: heard(String(first.text)) }, ...rest)
        }
        return ask(first, ...rest)
      }
    }
  }
  const pool = new pg.Pool({ connectionString: shared.databaseUrl, max: 16, Client: Careless as typeof pg.Client })
  const { drizzle: carefully, pool: careful } = shared
  Object.assign(shared, { pool, drizzle: drizzle({ client: pool }) })
  try {
    return await work()
  } finally {
    Object.assign(shared, { pool: careful, drizzle: carefully })
    await pool.end()
  }
}

/** All at once; what each answered. */
export const together = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Somebody waits for what another transaction of this file's database holds. */
const isWaiting = async (): Promise<boolean> =>
  (
    await pool().query(`select exists (
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`)
  ).rows[0].waiting

/** Begins the second work while the first one has been done and is not committed; it commits when the second waits for it. */
export const meanwhile = async <T>(first: (db: Db) => Promise<unknown>, second: () => Promise<T>): Promise<T> => {
  const { begun } = await inTransaction(async (db) => {
    await first(db)
    const begun = second()
    begun.catch(() => {})
    await expect.poll(isWaiting, { timeout: 4000, interval: 20 }).toBe(true)
    return { begun }
  })
  return begun
}
