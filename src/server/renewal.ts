import { sql } from 'drizzle-orm'
import pg from 'pg'
import { serverConfig } from '../config.server'
import { onCommit } from './db'
import type { Db } from './proven'
import { shared } from './shared'
import { causeOf, log } from './telemetry/log'

/*
 * A write that changes what visitors see renews the cached pages of every instance: a notification that is part of its
 * transaction, so that it goes out with the commit and never without it.
 */
const channel = 'tsudoi_pages'
/** In place of a tenant or brand: every page. */
const everything = '*'
const retryMs = 1000
const heartbeatMs = 10_000

type Staff = { brand?: { brandId: string }; tenant?: { tenantId: string }; operator?: object }

/** Staff change what visitors see of their brand, administrators of their club, operators anything. */
export const renewedBy = ({ brand, tenant, operator }: Staff): string | null =>
  brand?.brandId ?? tenant?.tenantId ?? (operator ? everything : null)

/** `tag`: a brandId, a tenantId. This instance has renewed its pages before the write is answered. */
export const renewPages = async (db: Db, tag: string): Promise<void> => {
  await db.execute(sql`select pg_notify(${channel}, ${tag})`)
  onCommit(db, () => shared.pages?.renew(tag === everything ? null : tag))
}

export type Renewable = {
  /** Drops the pages that show this tenant or brand; null: all. */
  renew(tag: string | null): void
  /** Whether changes are heard: what is rendered while they are not must not be kept. */
  listening(isListening: boolean): void
}

declare module './shared' {
  interface Shared {
    /** The pages that are kept for visitors; none in development. */
    pages?: Renewable | undefined
  }
}

/** Hears the writes of all instances for as long as the program runs. */
export const listenForRenewals = (pages: Renewable) => {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const again = () => {
    client = undefined
    pages.listening(false)
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(connect, retryMs).unref()
  }
  const connect = async () => {
    const own = new pg.Client({
      connectionString: shared.databaseUrl ?? serverConfig().DATABASE_URL,
      application_name: 'tsudoi pages',
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
    own.on('notification', ({ payload }) => pages.renew(payload === everything ? null : (payload ?? null)))
    // A connection that is silently gone looks like one on which nothing is said.
    const ask = async () => {
      if (isOver || stopped) return
      await own.query('select 1')
      timer = setTimeout(() => ask().catch(over), heartbeatMs).unref()
    }
    try {
      await own.connect()
      await own.query(`listen ${channel}`)
      pages.listening(true)
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
