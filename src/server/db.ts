import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { serverConfig } from '../config.server'
import type { Db } from './context'
import { PreparingClient } from './db/client'
import { shared } from './shared'

/** The pool, opened at the first question: `next build` loads this file without a database. */
export const pool = (): pg.Pool => {
  shared.pool ??= new pg.Pool({
    connectionString: shared.databaseUrl ?? serverConfig().DATABASE_URL,
    max: 16,
    // A database that does not answer must become an answer of 500, not a browser that waits for ever.
    connectionTimeoutMillis: 10_000,
    application_name: 'tsudoi',
    Client: PreparingClient,
  })
  // A connection that breaks while idle is replaced at the next question; unheard, the event would end the process.
  if (shared.pool.listenerCount('error') === 0) shared.pool.on('error', () => {})
  return shared.pool
}

export const database = (): Db => {
  shared.drizzle ??= drizzle({ client: pool() })
  return shared.drizzle as Db
}

/** SQLSTATE of a failed query, through the wrapper that drizzle puts around it. */
export const sqlState = (error: unknown): string | undefined => {
  let current = error
  while (typeof current === 'object' && current !== null) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) return current.code
    current = 'cause' in current ? current.cause : undefined
  }
  return undefined
}

const afterCommit = new WeakMap<Db, (() => void)[]>()

/** Does it as soon as the transaction has committed, before its caller goes on; at once where there is none. */
export const onCommit = (db: Db, act: () => void): void => {
  const acts = afterCommit.get(db)
  if (acts) acts.push(act)
  else act()
}

// Deadlock and serialization failure: PostgreSQL has undone everything, so doing it again is safe.
const repeatable = new Set(['40P01', '40001'])

/**
 * On a connection of its own that is given back whatever happens: drizzle keeps one whose `begin` fails, so that a few
 * restarts of the database would empty the pool, and nobody listens to one that breaks while it is in use.
 */
const transaction = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const client = await pool().connect()
  let broken: Error | undefined
  const note = (error: Error) => {
    broken = error
  }
  client.on('error', note)
  try {
    const acts: (() => void)[] = []
    const result = await drizzle({ client }).transaction((tx) => {
      const db = tx as unknown as Db
      afterCommit.set(db, acts)
      return work(db)
    })
    for (const act of acts) act()
    return result
  } finally {
    client.off('error', note)
    client.release(broken)
  }
}

/** One transaction, repeated when PostgreSQL chose it as a deadlock's victim. */
export const inTransaction = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(work)
    } catch (error) {
      if (attempt === 3 || !repeatable.has(sqlState(error) ?? '')) throw error
    }
  }
}
