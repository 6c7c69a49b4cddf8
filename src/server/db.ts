import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { serverConfig } from '../config.server'
import { PreparingClient } from './db/client'
import { planForValues } from './db/plans'
import type { Db } from './proven'
import { shared } from './shared'

/**
 * How long the database may take, in milliseconds, before it is an answer of 500 instead of a browser that waits for ever:
 * to connect, to get a row that somebody holds, for one statement, between two of a transaction. `query_timeout` is counted
 * on this side, for a database that answers nothing at all.
 */
export const patience = {
  connectionTimeoutMillis: 10_000,
  lock_timeout: 5000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 20_000,
  query_timeout: 12_000,
}

/** The pool, opened at the first question: `next build` loads this file without a database. */
export const pool = (): pg.Pool => {
  shared.pool ??= new pg.Pool({
    connectionString: shared.databaseUrl ?? serverConfig().DATABASE_URL,
    max: 16,
    application_name: 'tsudoi',
    // Each filter is a statement of its own, so that one plan serves all arguments: making one anew takes longer than to answer.
    // Pages are as near as memory or a disk without heads has them: small tables are asked by their indexes, too.
    options: '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
    ...patience,
    pipeline: true,
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
/** pg's own `query_timeout`, which has no code. */
const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && (error.message === 'Query read timeout' || isUnanswered(error.cause))

// Deadlock and serialization failure: PostgreSQL has undone everything, so doing it again is safe.
const repeatable = new Set(['40P01', '40001'])

/** What is asked until the program waits for the first answer leaves in one packet: each write is a call of the system. */
const together = (client: pg.PoolClient) => {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * On a connection of its own that is given back whatever happens. `begin` is not waited for: the connection is pipelined, so
 * that it goes out together with the first question.
 */
const transaction = async <T>(work: (db: Db) => Promise<T>, begin = 'begin'): Promise<T> => {
  const client = await pool().connect()
  let broken: Error | undefined
  const note = (error: Error) => {
    broken = error
  }
  client.on('error', note)
  try {
    const db = drizzle({ client }) as Db
    const acts: (() => void)[] = []
    afterCommit.set(db, acts)
    together(client)
    const begun = client.query(begin)
    // Where it fails, so does the first question.
    begun.catch(note)
    const result = await work(db)
    await begun
    await client.query('commit')
    for (const act of acts) act()
    return result
  } catch (error) {
    // A connection that still waits for an answer can be asked nothing, not even to roll back.
    if (isUnanswered(error)) note(error)
    if (!broken) await client.query('rollback').catch(note)
    throw error
  } finally {
    client.release(broken)
    client.off('error', note)
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

/** Reads that all see the same moment: figures that are added up must not change in between. */
export const inSnapshot = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  transaction(work, 'begin isolation level repeatable read read only')

/** Such reads, each of them planned for its values (`planForValues`). */
export const inOwnPlans = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  transaction(work, `begin isolation level repeatable read read only; ${planForValues}`)
