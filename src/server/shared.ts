import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { App } from 'firebase-admin/app'
import type { LRUCache } from 'lru-cache'
import type { LimitFunction } from 'p-limit'
import type { Pool } from 'pg'

/**
 * Values that exist once per process. The program has two module graphs (ours by tsx, Next's bundles), and Next may
 * load a module twice within its own, so a module-level variable would exist two or three times. Jobs, metrics, cached
 * pages and the sandbox declare their own property beside their type.
 */
export interface Shared {
  /** Milliseconds that the adjustable clock is ahead of real time. */
  clockOffset?: number
  /** Where that is kept for the next start; unset where the clock cannot be adjusted. */
  clockFile?: string
  /** URL of the embedded database for the program's own role; unset if DATABASE_URL is configured. */
  databaseUrl?: string
  pool?: Pool
  /** See db/aside.ts. */
  aside?: Pool
  drizzle?: NodePgDatabase
  /** Names of prepared statements by their text; see db/client.ts. */
  statementNames?: Map<string, string>
  identity?: App
  /** Verified tokens by the hash of their text; see identity.ts. */
  tokens?: LRUCache<string, object>
  /** Rate limiters by the name of their limit. */
  limiters?: Map<string, object>
  /** Limits picture decoding to two at a time. */
  pictures?: LimitFunction
  /** The last of the works that run one after the other, by name; see machine/oneAtATime.ts. */
  works?: Map<string, Promise<void>>
  /** Port of the program's own http server if it is not PORT: tests use a free port. */
  ownPort?: number
}

declare global {
  var tsudoi: Shared | undefined
}

globalThis.tsudoi ??= {}
export const shared: Shared = globalThis.tsudoi
