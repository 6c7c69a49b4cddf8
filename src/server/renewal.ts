import { randomUUID } from 'node:crypto'
import { lt, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { realNow } from './clock'
import { directUrl, onCommit } from './db'
import { unhurried } from './db/plans'
import { gatherAfterCommit } from './gather'
import type { Db } from './proven'
import { countsTag } from './rendering'
import { channelOfAccess, channelOfRooms } from './rooms'
import { shared } from './shared'
import { pageRenewals } from './tables.server'
import { causeOf, log } from './telemetry/log'

/*
 * A write that changes what visitors see invalidates the cached pages of every instance. It leaves a row in its transaction, of which the
 * others are told right after the commit: a notification within the transaction would have it wait with its commit for those of all other
 * writes, as PostgreSQL takes one lock for all of them until what was written is on the disk. What an instance that was killed in between
 * has told nobody is told by any other.
 */
const channel = 'tsudoi_pages'
/** Milliseconds between two notifications of one instance, which are of all that was written meanwhile. */
const tellEvery = 50
/** Milliseconds after which nobody is about to tell of a row any more; by a clock that is ahead it is told of once too often. */
const lateAfter = 5000
/** Tag for every page, instead of a tenant or brand. */
const everything = '*'
const retryMs = 1000
const heartbeatMs = 10_000

type Staff = { brand?: { brandId: string }; tenant?: { tenantId: string }; operator?: object }

/** Tag of a change: brand for staff, club for administrators, everything for operators. */
export const renewedBy = ({ brand, tenant, operator }: Staff): string | null =>
  brand?.brandId ?? tenant?.tenantId ?? (operator ? everything : null)

/** Equal ones are one notification. It waits for no disk: rows that come back with a crash of the database are told of once more. */
const tell = (which: SQL) =>
  sql`delete from ${pageRenewals} where ${which}
    returning pg_notify(${channel}, ${pageRenewals.tag}), set_config('synchronous_commit', 'off', true)`

const tellUntold = async (db: Db): Promise<boolean> => {
  const ids = shared.untoldRenewals?.splice(0) ?? []
  await db.execute(tell(sql`${pageRenewals.renewalId} = any(${sql.param(ids)}::text[])`))
  return true
}

/** `tag`: a brandId or tenantId. This instance has renewed its pages before the write gets its response. */
export const renewPages = async (db: Db, tag: string): Promise<void> => {
  const renewalId = randomUUID()
  await db.insert(pageRenewals).values({ renewalId, tag, at: realNow() })
  onCommit(db, () => {
    shared.pages?.renew(tag === everything ? null : tag)
    shared.untoldRenewals ??= []
    shared.untoldRenewals.push(renewalId)
  })
  gatherAfterCommit(db, 'renewals', tellEvery, tellUntold)
}

/** Loves or comments of a brand's contents were counted anew: answers that show these counts are made anew, pages are not. */
export const renewCounts = (db: Db, { brandId }: { brandId: string }): Promise<void> =>
  renewPages(db, countsTag(brandId))

export type Renewable = {
  /** Drops the pages that show this tenant or brand; null: all. */
  renew(tag: string | null): void
  /** Whether notifications arrive: pages rendered while they do not must not be cached. */
  listening(isListening: boolean): void
}

/** Several that are renewed by the same writes. */
export const togetherRenewed = (...all: readonly Renewable[]): Renewable => ({
  renew: (tag) => {
    for (const each of all) each.renew(tag)
  },
  listening: (yes) => {
    for (const each of all) each.listening(yes)
  },
})

export type FollowedRooms = {
  /** A room has changed: `tenantId streamingId`. */
  heard(room: string): void
  /** Somebody may read less than before: `tenantId uid`. */
  accessChanged(whose: string): void
  listening(isListening: boolean): void
  /** Ends all streams; their followers come back, here or elsewhere. */
  stop(): void
  followers(): number
}

declare module './shared' {
  interface Shared {
    /** Cache of visitors' pages; unset in development. */
    pages?: (Renewable & { size?: () => { pages: number; bytes: number } }) | undefined
    /** The rooms of lives that are followed in this instance, from the first follower on. */
    rooms?: FollowedRooms | undefined
    /** Ids of what was written here, and the other instances have not been told of. */
    untoldRenewals?: string[]
    hearsRooms?: boolean
  }
}

/** Listens for the writes of all instances while the program runs. */
export const listenForRenewals = (pages: Renewable) => {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const again = () => {
    client = undefined
    pages.listening(false)
    shared.hearsRooms = false
    shared.rooms?.listening(false)
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(connect, retryMs).unref()
  }
  const connect = async () => {
    const own = new pg.Client({
      connectionString: directUrl(),
      application_name: 'tsudoi pages',
      options: unhurried,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
    })
    client = own
    let isOver = false
    const over = (error?: unknown) => {
      if (isOver) return
      isOver = true
      if (error && !stopped) log.warn({ cause: causeOf(error) }, 'page renewals are not heard')
      own.end().catch(() => {})
      again()
    }
    own.on('error', over)
    own.on('end', () => over())
    own.on('notification', ({ channel: told, payload }) => {
      if (told === channelOfRooms) shared.rooms?.heard(payload ?? '')
      else if (told === channelOfAccess) shared.rooms?.accessChanged(payload ?? '')
      else pages.renew(payload === everything ? null : (payload ?? null))
    })
    const telling = drizzle({ client: own })
    // A connection that was lost silently looks like an idle one.
    const ask = async () => {
      if (isOver || stopped) return
      await telling.execute(tell(lt(pageRenewals.at, realNow() - lateAfter)))
      timer = setTimeout(() => ask().catch(over), heartbeatMs).unref()
    }
    try {
      await own.connect()
      await own.query(`listen ${channel}; listen ${channelOfRooms}; listen ${channelOfAccess}`)
      pages.listening(true)
      shared.hearsRooms = true
      shared.rooms?.listening(true)
      await ask()
    } catch (error) {
      over(error)
    }
  }
  void connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
