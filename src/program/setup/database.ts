import pg from 'pg'
import { clockDifference } from '#server/db/clockDifference.ts'
import { migrationsOf, newerNotice, versionProblem } from '#server/db/migrate.ts'
import { unhurried } from '#server/db/plans.ts'
import { connectionNotices } from '#server/db/pooler.ts'
import { directUrl, pool, timeouts } from '#server/db.ts'
import type { Part } from './part'

const builtIn = { unset: 'DATABASE_URL is empty: the program starts the database that comes with it' }

const numberOf = async (text: string) => {
  const { rows } = await pool().query<{ value: string }>(`select (${text})::text as value`)
  return rows[0]?.value ?? ''
}

/** The way that calls take, through the pooler where there is one, and the way past it. */
export const database: Part = async ({ DATABASE_URL, DATABASE_POOLER: pooler }) => {
  const direct = directUrl()
  if (!DATABASE_URL || !direct) return builtIn
  const notices = await connectionNotices(direct)
  const version = await numberOf(`current_setting('server_version')`)
  const problem = versionProblem(version)
  if (problem) throw new Error(problem)
  const way = pooler ? `through a pooler (${pooler}), and past it for the queue` : 'directly'
  return [`PostgreSQL ${version}, ${way}`, ...notices].join('. ')
}

/** The replica that reads are answered from: of the same server, and how far it is. */
export const replica: Part = async ({ DATABASE_REPLICA_URL: connectionString }) => {
  if (!connectionString) return { unset: 'DATABASE_REPLICA_URL is empty: every read is answered by the database' }
  const { connectionTimeoutMillis, query_timeout } = timeouts
  const client = new pg.Client({ connectionString, connectionTimeoutMillis, query_timeout })
  client.on('error', () => {})
  try {
    await client.connect()
    const server = '(select pg_control_system.system_identifier from pg_control_system())'
    const { rows } = await client.query<{ isReplica: boolean; server: string; role: string }>(
      `select pg_is_in_recovery() as "isReplica", ${server}::text as server, current_user as role`,
    )
    const [there] = rows
    if (!there?.isReplica) throw new Error('DATABASE_REPLICA_URL leads to no replica: this server takes writes itself')
    if (there.server !== (await numberOf(server))) throw new Error('it is the replica of another server')
    if (there.role !== (await numberOf('current_user'))) throw new Error('its role is not that of DATABASE_URL')
    const position = await numberOf('pg_current_wal_insert_lsn()')
    const { rows: found } = await client.query<{ bytes: string }>(
      'select greatest(0, $1::pg_lsn - pg_last_wal_replay_lsn())::text as bytes',
      [position],
    )
    return `${found[0]?.bytes} bytes of changes behind`
  } finally {
    await client.end()
  }
}

export const migrations: Part = async ({ DATABASE_URL, MIGRATION_DATABASE_URL }) => {
  const connectionString = MIGRATION_DATABASE_URL ?? directUrl()
  if (!DATABASE_URL || !connectionString) return builtIn
  const key = MIGRATION_DATABASE_URL ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL'
  const { connectionTimeoutMillis, query_timeout } = timeouts
  const client = new pg.Client({ connectionString, options: unhurried, connectionTimeoutMillis, query_timeout })
  // A connection that breaks later says so by the query that is waiting.
  client.on('error', () => {})
  try {
    await client.connect().catch((error: unknown) => {
      throw new Error(`${key} does not answer`, { cause: error })
    })
    const { unknown, waiting, isNewer } = await migrationsOf(client)
    if (isNewer) return newerNotice(unknown)
    if (unknown > 0) throw new Error(`the database has ${unknown} that this version does not know`)
    const { rows } = await client.query<{ may: boolean }>(
      `select has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may`,
    )
    if (waiting > 0 && !rows[0]?.may)
      throw new Error(`${waiting} wait, and the role of ${key} may not create tables and schemas`)
    return waiting === 0 ? 'all are there' : `${waiting} wait for the next start`
  } finally {
    await client.end()
  }
}

/** Seconds; what is published for a moment appears later or earlier by the difference. */
const mostDifference = 5

export const clock: Part = async ({ DATABASE_URL }) => {
  if (!DATABASE_URL) return builtIn
  const seconds = await clockDifference()
  const said = `the database's is ${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead'}`
  if (Math.abs(seconds) > mostDifference) throw new Error(`${said}: set both by NTP`)
  return said
}
