import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { App } from 'firebase-admin/app'
import type { LRUCache } from 'lru-cache'
import type { LimitFunction } from 'p-limit'
import type { Pool } from 'pg'

/**
 * What one process has once. The program runs two module graphs (ours by tsx, Next's bundles), and Next may even load
 * a module twice within its own, so a module-level variable would exist two or three times. Jobs, metrics, kept pages and the
 * sandbox declare their own property beside their type.
 */
export interface Shared {
  /** Milliseconds that the adjustable clock stands ahead of real time. */
  clockOffset?: number
  /** Where the embedded database listens, as the program's own role; unset where DATABASE_URL names another. */
  databaseUrl?: string
  pool?: Pool
  drizzle?: NodePgDatabase
  identity?: App
  /** Verified tokens by the hash of their text; see identity.ts. */
  tokens?: LRUCache<string, object>
  /** Rate limiters by the name of their limit. */
  limiters?: Map<string, object>
  /** Lets two pictures be decoded at a time. */
  pictures?: LimitFunction
  /** The last of the works that wait for each other, by name; see machine/oneAtATime.ts. */
  works?: Map<string, Promise<void>>
  /** Where the program's own http server listens, when that is not PORT: tests open one at a free port. */
  ownPort?: number
}

declare global {
  var tsudoi: Shared | undefined
}

globalThis.tsudoi ??= {}
export const shared: Shared = globalThis.tsudoi
