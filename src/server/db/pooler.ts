import pg from 'pg'
import { serverConfig } from '#config.server.ts'
import { pool, settingsOfCalls } from '../db'
import { StartProblem, sleep } from '../machine/processes'
import { unhurried } from './plans'

/*
 * Between calls and database there may be a pooler (pgbouncer in transaction mode, DATABASE_POOLER): what a call leaves in its
 * session meets another one's call, and what a session begins with is not the program's to say.
 */
const withClient = async <T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString, application_name: 'tsudoi migration', options: unhurried })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes the settings of calls those of the role, which may set its own; one instance at a time. */
export const setForRole = (appUrl: string) =>
  withClient(appUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const database = client.escapeIdentifier(rows[0]?.name ?? '')
    const statements = Object.entries(settingsOfCalls()).map(
      ([name, value]) => `alter role current_user in database ${database} set ${name} = ${client.escapeLiteral(value)}`,
    )
    await client.query(statements.join(';'))
  })

type Place = { role: string; database: string }
const place = 'select current_user as role, current_database() as database'

/**
 * Of a start: a process that is still loading its pages stands still for seconds on a busy machine, and then finds the time for its
 * connection over, though the database has answered.
 */
const tries = 4

/** Who calls are at the database, and what their sessions say of the settings. */
const reached = async (left = tries): Promise<(Place & { settings: Record<string, string> }) | undefined> => {
  try {
    const { rows } = await pool().query<Place & { settings: Record<string, string> }>(
      `${place}, (select json_object_agg(name, setting) from pg_settings where name = any($1)) as settings`,
      [Object.keys(settingsOfCalls())],
    )
    return rows[0]
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (/unsupported startup parameter/i.test(said))
      throw new StartProblem(
        'DATABASE_URL leads to a pooler: set DATABASE_POOLER to its way of working, and DATABASE_DIRECT_URL to the database itself.',
      )
    if (left > 1 && !(error instanceof pg.DatabaseError)) {
      await sleep(250)
      return reached(left - 1)
    }
    throw new StartProblem(`The database does not answer: ${said}. Check DATABASE_URL.`)
  }
}

/** Asks the way that calls take before there are any; `directUrl` leads the same role to the same database. */
export const connectionNotices = async (directUrl: string): Promise<string[]> => {
  const found = await reached()
  if (!serverConfig().DATABASE_POOLER) return []
  const direct = await withClient(directUrl, (client) => client.query<Place>(place).then(({ rows }) => rows[0]))
  if (found?.role !== direct?.role || found?.database !== direct?.database)
    throw new StartProblem(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases or roles: behind the pooler both have to be the same.',
    )
  const old = Object.entries(settingsOfCalls()).filter(([name, value]) => found?.settings[name] !== value)
  if (old.length === 0) return []
  const names = old.map(([name]) => name).join(', ')
  return [
    `Connections that the pooler opened before have other settings (${names}) than calls need: let it open new ones (RECONNECT in pgbouncer's console).`,
  ]
}
