import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { serverConfig } from '#config.server.ts'
import { PreparingClient, UnnamedClient } from './db/client'
import { optionsOf, planForValues, plansOfCalls, type Settings } from './db/plans'
import { WaitingPool } from './db/waitingPool'
import type { Db } from './proven'
import { shared } from './shared'

/**
 * Limits in milliseconds after which a request fails instead of hanging: waiting for a connection and making one, waiting
 * for a row lock, one statement, and idle time inside a transaction. `query_timeout` is measured by the client, for a
 * database that does not answer at all.
 */
export const timeouts = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 5000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 20_000,
  query_timeout: 12_000,
}

/** What the database has to hold for sessions that serve calls. */
export const settingsOfCalls = (): Settings => ({
  ...plansOfCalls,
  lock_timeout: String(timeouts.lock_timeout),
  statement_timeout: String(timeouts.statement_timeout),
  idle_in_transaction_session_timeout: String(timeouts.idle_in_transaction_session_timeout),
})

/** Where sessions last longer than a transaction: for the job queue and for whoever listens. */
export const directUrl = () => shared.databaseUrl ?? serverConfig().DATABASE_DIRECT_URL ?? serverConfig().DATABASE_URL

/** The pool, opened at the first query: `next build` loads this file without a database. */
export const pool = (): pg.Pool => {
  const { DATABASE_POOLER: pooler, DATABASE_POOL: max, DATABASE_URL: url } = serverConfig()
  shared.pool ??= new WaitingPool({
    connectionString: shared.databaseUrl ?? url,
    max,
    application_name: 'tsudoi',
    connectionTimeoutMillis: timeouts.connectionTimeoutMillis,
    query_timeout: timeouts.query_timeout,
    // A pooler refuses settings at the start of a session, which is nobody's own: there they stand with the role.
    ...(!pooler && { options: optionsOf(settingsOfCalls()) }),
    pipeline: true,
    Client: pooler === 'transaction' ? UnnamedClient : PreparingClient,
  })
  // A connection that breaks while idle is replaced by the next query; without a listener the event would end the
  // process.
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

/** Calls `act` right after the transaction commits, before its caller continues; immediately without a transaction. */
export const onCommit = (db: Db, act: () => void): void => {
  const acts = afterCommit.get(db)
  if (acts) acts.push(act)
  else act()
}
/** pg's own `query_timeout`, which has no code. */
const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && (error.message === 'Query read timeout' || isUnanswered(error.cause))

// Deadlock and serialization failure: PostgreSQL has rolled everything back, so repeating is safe.
const repeatable = new Set(['40P01', '40001'])

/**
 * Runs the work on a connection of its own, which is always released. `begin` is not awaited: the connection is
 * pipelined, so it is sent together with the first query.
 */
const transaction = async <T>(work: (db: Db) => Promise<T>, begin = 'begin', at = pool()): Promise<T> => {
  const client = await at.connect()
  let broken: Error | undefined
  const note = (error: Error) => {
    broken = error
  }
  client.on('error', note)
  try {
    const db = drizzle({ client }) as Db
    const acts: (() => void)[] = []
    afterCommit.set(db, acts)
    const begun = client.query(begin)
    // If it fails, the first query fails as well.
    begun.catch(note)
    const result = await work(db)
    await begun
    await client.query('commit')
    for (const act of acts) act()
    return result
  } catch (error) {
    // A connection that still waits for a response cannot send anything, not even a rollback.
    if (isUnanswered(error)) note(error)
    if (!broken) await client.query('rollback').catch(note)
    throw error
  } finally {
    client.release(broken)
    client.off('error', note)
  }
}

/** One transaction, repeated after a deadlock or serialization failure. */
export const inTransaction = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(work)
    } catch (error) {
      if (attempt === 3 || !repeatable.has(sqlState(error) ?? '')) throw error
    }
  }
}

/** Reads from one snapshot: figures that are added up must not change in between. */
export const inSnapshot = <T>(work: (db: Db) => Promise<T>, at?: pg.Pool): Promise<T> =>
  transaction(work, 'begin isolation level repeatable read read only', at)

/** Like `inSnapshot`, with each statement planned for its actual values (`planForValues`). */
export const inOwnPlans = <T>(work: (db: Db) => Promise<T>, at?: pg.Pool): Promise<T> =>
  transaction(work, `begin isolation level repeatable read read only; ${planForValues}`, at)

/** Where a read reads: at the primary, or at a replica (db/replica.ts). */
export type Reading = {
  database: () => Db
  inSnapshot: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  inOwnPlans: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}
export const primary: Reading = {
  database,
  inSnapshot: (work) => inSnapshot(work),
  inOwnPlans: (work) => inOwnPlans(work),
}
