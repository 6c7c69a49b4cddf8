import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect } from 'vitest'
import { inTransaction, pool } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { shared } from '#server/shared.ts'
import { ownerUrl } from './world'

/** Precautions to remove from the SQL that is sent: a pattern and what replaces it. */
type Carelessness = [what: RegExp, instead: string][]

export const rowLocks: Carelessness = [[/ for (no key )?update( of "\w+")?/g, '']]
export const advisoryLocks: Carelessness = [[/pg_advisory_xact_lock\(/g, 'abs(']]

/**
 * Runs the work with the program's own code, but with locks or other precautions removed from its SQL. A race test that
 * still passes like this would prove nothing.
 */
export const withoutPrecautions = async <T>(carelessness: Carelessness, work: () => Promise<T>): Promise<T> => {
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
  const pool = new pg.Pool({
    connectionString: shared.databaseUrl,
    max: 16,
    pipeline: true,
    Client: Careless as typeof pg.Client,
  })
  const { drizzle: carefully, pool: careful } = shared
  Object.assign(shared, { pool, drizzle: drizzle({ client: pool }) })
  try {
    return await work()
  } finally {
    Object.assign(shared, { pool: careful, drizzle: carefully })
    await pool.end()
  }
}

/**
 * Runs the work without one of the database's indexes, which is created again afterwards: rows that it forbids have to be
 * deleted by then, for which the work is given a connection of the tables' owner.
 */
export const withoutIndex = async (name: string, work: (owner: pg.Client) => Promise<void>): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const known = await owner.query<{ indexdef: string }>('select indexdef from pg_indexes where indexname = $1', [name])
  await owner.query(`drop index ${owner.escapeIdentifier(name)}`)
  try {
    await work(owner)
  } finally {
    await owner.query(known.rows[0]?.indexdef ?? '')
    await owner.end()
  }
}

/** Runs all at the same time; returns the result of each. */
export const together = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Somebody waits for what another transaction of this file's database holds. */
const isWaiting = async (): Promise<boolean> =>
  (
    await pool().query(`select exists (
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`)
  ).rows[0].waiting

/**
 * Begins the second work while the first one has been done and is not committed; it commits when the second waits for it,
 * and when the rest of it has been done.
 */
export const meanwhile = async <T>(
  first: (db: Db) => Promise<unknown>,
  second: () => Promise<T>,
  rest: (db: Db) => Promise<unknown> = async () => {},
): Promise<T> => {
  const { begun } = await inTransaction(async (db) => {
    await first(db)
    const begun = second()
    let isOver = false
    const over = () => {
      isOver = true
    }
    begun.then(over, over)
    await expect.poll(async () => isOver || (await isWaiting()), { interval: 20 }).toBe(true)
    expect(isOver, 'the second work has waited').toBe(false)
    await rest(db)
    return { begun }
  })
  return begun
}
