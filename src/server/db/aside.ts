import { drizzle } from 'drizzle-orm/node-postgres'
import { directUrl, settingsOfCalls, timeouts } from '../db'
import type { Db } from '../proven'
import { shared } from '../shared'
import { PreparingClient } from './client'
import { optionsOf } from './plans'
import { WaitingPool } from './waitingPool'

/**
 * One connection beside the pool, for short statements that are a transaction of their own within another one: who holds a connection of
 * the pool would wait for a second one there, and all for each other. Their commits do not wait for the disk: whatever is done with the
 * answer commits after them, and the log is written in that order, so that a crash cannot keep the one and lose the other.
 */
export const aside = (): Db => {
  shared.aside ??= new WaitingPool({
    connectionString: directUrl(),
    max: 1,
    application_name: 'tsudoi aside',
    connectionTimeoutMillis: timeouts.connectionTimeoutMillis,
    query_timeout: timeouts.query_timeout,
    options: optionsOf({ ...settingsOfCalls(), synchronous_commit: 'off' }),
    Client: PreparingClient,
  })
  if (shared.aside.listenerCount('error') === 0) shared.aside.on('error', () => {})
  return drizzle({ client: shared.aside }) as Db
}
