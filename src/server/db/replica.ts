import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { serverConfig } from '#config.server.ts'
import { inOwnPlans, inSnapshot, pool, primary, type Reading, settingsOfCalls, timeouts } from '../db'
import type { Db } from '../proven'
import { shared } from '../shared'
import { causeOf, log } from '../telemetry/log'
import { metrics } from '../telemetry/metrics'
import { PreparingClient, UnnamedClient } from './client'
import { optionsOf } from './plans'
import { WaitingPool } from './waitingPool'

/*
 * Reads at a streaming replica (DATABASE_REPLICA_URL; rule: access.replica). Positions are PostgreSQL's in its log of changes: a caller says up to
 * where it has written, and a replica that is not there yet is not asked.
 */
export type Position = bigint

/** Milliseconds between two looks at where the replica is. */
const pause = 250
/**
 * Milliseconds: how far the replica may be behind for those who have written nothing, how old the last look may be, and how long the primary may be
 * silent, of which is then not known what it has written.
 */
export const bounds = { behind: 5000, look: 3000, silence: 60_000 }

const mostMarks = 100

/** As PostgreSQL writes it: `16/B374D848`. */
const positionOf = (text: string): Position => {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

type Mark = { position: Position; at: number }
type Watch = {
  replica: pg.Pool
  reading: Reading
  /** Positions of the primary that the replica has not reached yet, oldest first; at most `mostMarks`, the last of which is the newest. */
  marks: Mark[]
  replayed: Position
  isAway: boolean | undefined
  lookedAt: number
  heardAt: number
  /** Milliseconds, as far as is known; undefined where it does not answer. */
  behind: () => number | undefined
  stop: () => Promise<void>
}
declare module '../shared' {
  interface Shared {
    replica?: Watch
  }
}

const look = async (watch: Watch) => {
  const at = performance.now()
  const [ahead, there] = await Promise.allSettled([
    pool().query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position'),
    watch.replica.query<{ position: string | null }>(
      `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`,
    ),
  ])
  if (ahead.status === 'fulfilled') {
    watch.heardAt = at
    const mark = { position: positionOf(ahead.value.rows[0]?.position ?? '0/0'), at }
    watch.marks.splice(mostMarks - 1)
    watch.marks.push(mark)
  }
  const replayed = there.status === 'fulfilled' ? there.value.rows[0]?.position : null
  const isAway = !replayed
  if (isAway !== watch.isAway) {
    const cause = there.status === 'rejected' ? causeOf(there.reason) : undefined
    if (isAway) log.error({ cause }, cause ? 'the replica does not answer' : 'DATABASE_REPLICA_URL leads to no replica')
    else log.info({}, 'the replica answers')
  }
  watch.isAway = isAway
  if (!replayed) return
  watch.replayed = positionOf(replayed)
  watch.lookedAt = at
  watch.marks = watch.marks.filter(({ position }) => position > watch.replayed)
}

const open = (url: string): Watch => {
  const { DATABASE_POOLER: pooler, DATABASE_POOL: max } = serverConfig()
  const replica = new WaitingPool({
    connectionString: url,
    max,
    application_name: 'tsudoi reads',
    connectionTimeoutMillis: timeouts.connectionTimeoutMillis,
    query_timeout: timeouts.query_timeout,
    ...(!pooler && { options: optionsOf(settingsOfCalls()) }),
    pipeline: true,
    Client: pooler === 'transaction' ? UnnamedClient : PreparingClient,
  })
  replica.on('error', () => {})
  const db = drizzle({ client: replica }) as Db
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look(watch)
      .catch((error: unknown) => log.error({ cause: causeOf(error) }, 'replica'))
      .finally(() => {
        isLooking = false
      })
  }, pause)
  timer.unref()
  const watch: Watch = {
    replica,
    reading: {
      database: () => db,
      inSnapshot: (work) => inSnapshot(work, replica),
      inOwnPlans: (work) => inOwnPlans(work, replica),
    },
    marks: [],
    replayed: 0n,
    isAway: undefined,
    lookedAt: Number.NEGATIVE_INFINITY,
    heardAt: Number.NEGATIVE_INFINITY,
    behind: () => {
      const at = performance.now()
      const [oldest] = watch.marks
      if (at - watch.lookedAt > bounds.look) return undefined
      return oldest ? at - oldest.at : 0
    },
    stop: async () => {
      clearInterval(timer)
      await replica.end()
    },
  }
  return watch
}

const replicaWith = (seen: Position): Reading | undefined => {
  const { DATABASE_REPLICA_URL: url } = serverConfig()
  if (!url) return undefined
  shared.replica ??= open(url)
  const watch = shared.replica
  if (watch.replayed < seen || performance.now() - watch.heardAt > bounds.silence) return undefined
  const behind = watch.behind()
  return behind !== undefined && behind <= bounds.behind ? watch.reading : undefined
}

/**
 * Reads at the replica where it has all that the caller wrote (`seen`; undefined: nobody knows), otherwise at the primary. What fails or is
 * refused there is asked at the primary: it may have been granted since.
 */
export const readNear = async <T>(seen: Position | undefined, work: (at: Reading) => Promise<T>): Promise<T> => {
  const near = seen === undefined ? undefined : replicaWith(seen)
  if (near) {
    try {
      const read = await work(near)
      metrics().replicaReads.inc({ place: 'replica' })
      return read
    } catch {
      metrics().replicaReads.inc({ place: 'again' })
      return work(primary)
    }
  }
  if (hasReplica()) metrics().replicaReads.inc({ place: 'primary' })
  return work(primary)
}

export const hasReplica = () => serverConfig().DATABASE_REPLICA_URL !== undefined

/** Up to where has been written by now, by anybody; undefined where it cannot be asked. */
export const writtenUntil = async (): Promise<Position | undefined> => {
  try {
    const { rows } = await pool().query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position')
    return positionOf(rows[0]?.position ?? '0/0')
  } catch {
    return undefined
  }
}

export const stopReplica = async (): Promise<void> => {
  const { replica: watch } = shared
  delete shared.replica
  await watch?.stop()
}
