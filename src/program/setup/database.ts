import pg from 'pg'
import { realNow } from '#server/clock.ts'
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
  // A connection first: making one would count as a difference.
  await numberOf('1')
  const before = realNow()
  const there = Number(await numberOf('extract(epoch from clock_timestamp()) * 1000'))
  const seconds = (there - (before + realNow()) / 2) / 1000
  const said = `the database's is ${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead'}`
  if (Math.abs(seconds) > mostDifference) throw new Error(`${said}: set both by NTP`)
  return said
}
