import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { StartProblem } from '../machine/processes'
import { unhurried } from './plans'
import { setForRole } from './pooler'
import { floorIn, floorOf, lockForMigrations, noteFloor, runMigrations } from './runMigrations'
import { adoptVersion010, isVersion010 } from './version010'

const ownMigrations = fileURLToPath(new URL('../migrations', import.meta.url))

/**
 * Migrations after it expand, so that the last version goes on with the schema of the next one (docs/rules.md: schema.expand). This one
 * is the last that may lock and take away: keys and the ledger had to change before there are installations that cannot stop for it.
 */
export const firstExpanding = '0013_every_row_knows_its_club'

const oldestPostgres = 15

/** Why a server of this version (`server_version`, such as "14.19 (Debian 14.19-1)") cannot be used; none for newer ones. */
export const versionProblem = (version: string): string | undefined => {
  if (Number.parseInt(version, 10) >= oldestPostgres) return undefined
  const found = version.split(' ')[0]
  return `The database is PostgreSQL ${found}, but Tsudoi needs PostgreSQL ${oldestPostgres} or newer. Update the server, or set DATABASE_URL to another one.`
}

const refuseOld = async (client: pg.Client) => {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const problem = versionProblem(rows[0]?.server_version ?? '')
  if (problem) throw new StartProblem(problem)
}

/** The hashes of the migrations that the database has. */
export const appliedIn = async (client: pg.Client): Promise<string[]> => {
  const table = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (!table.rows[0].name) return []
  const applied = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
  return applied.rows.map(({ hash }) => hash)
}

const namedMigrations = (migrationsFolder: string) => {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  )
  return readMigrationFiles({ migrationsFolder }).map((one, at) => ({ ...one, tag: journal.entries[at]?.tag ?? '' }))
}

/** The names of these migrations. */
const namesOf = (hashes: readonly string[], migrationsFolder: string): string[] =>
  namedMigrations(migrationsFolder).flatMap(({ hash, tag }) => (hashes.includes(hash) ? [tag || hash] : []))

export const compare = (applied: readonly string[], migrationsFolder = ownMigrations) => {
  const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)
  return {
    /** Of a newer program, or made from edited migrations. */
    unknown: applied.filter((hash) => !known.includes(hash)).length,
    waiting: known.filter((hash) => !applied.includes(hash)).length,
  }
}

/**
 * How many migrations the database has that this program does not know, and how many it lacks. `isNewer`: those of a newer program, which
 * has noted that this one works with them.
 */
export const migrationsOf = async (client: pg.Client, migrationsFolder = ownMigrations) => {
  const applied = await appliedIn(client)
  const found = compare(isVersion010(applied) ? [] : applied, migrationsFolder)
  const floor = found.unknown > 0 && found.waiting === 0 ? await floorIn(client) : undefined
  const isNewer = floor !== undefined && readMigrationFiles({ migrationsFolder }).some(({ hash }) => hash === floor)
  return { ...found, isNewer }
}

/**
 * Append-only tables, with the columns that may still be updated. The database refuses every other update and every
 * deletion to the program's role.
 */
export const appendOnly: Record<string, readonly string[]> = {
  audit_log: [],
  application_messages: ['body'],
  subscription_terms: ['voided_at'],
  back_number_purchases: ['voided_at'],
  ledger_movements: [],
  ledger_entries: [],
  order_lines: ['fulfilled_quantity', 'refunded_quantity'],
  order_events: [],
  stock_moves: [],
  download_log: [],
}

/** Append-only tables that only a function of the database inserts into: it refuses what their rows may not be together. */
export const writtenByFunction: Record<string, readonly string[]> = {
  'book_movements(text, jsonb)': ['ledger_movements', 'ledger_entries'],
}

const functionGrants = (app: string) =>
  Object.entries(writtenByFunction)
    .map(
      ([name, tables]) =>
        `revoke insert on ${tables.join(', ')} from ${app}; grant execute on function ${name} to ${app};`,
    )
    .join('\n')

const appendOnlyGrants = (app: string) =>
  Object.entries(appendOnly)
    .map(([table, columns]) => {
      const settable = columns.length > 0 ? `grant update (${columns.join(', ')}) on ${table} to ${app};` : ''
      return `revoke update, delete on ${table} from ${app}; ${settable}`
    })
    .join('\n')

/** The program's role may read and write every table but alter none; pg-boss creates its tables in its own schema. */
const grant = async (client: pg.Client, appRole: string) => {
  const app = client.escapeIdentifier(appRole)
  await client.query(`
    create schema if not exists pgboss;
    grant usage, create on schema pgboss to ${app};
    grant usage on schema public to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    grant usage, select on all sequences in schema public to ${app};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${app};
    alter default privileges in schema public grant usage, select on sequences to ${app};
    ${appendOnlyGrants(app)}
    ${functionGrants(app)}
    grant usage on schema drizzle to ${app};
    grant select on all tables in schema drizzle to ${app};
  `)
}

const mayMigrate = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'create') as may`,
  )
  return rows[0]?.may ?? false
}

/** For a role that owns nothing: another one has migrated, or it has to. */
const refuseWaiting = async (client: pg.Client, migrationsFolder: string): Promise<string[]> => {
  const first = 'Run "tsudoi migrate" with MIGRATION_DATABASE_URL first.'
  const { unknown, waiting, isNewer } = await migrationsOf(client, migrationsFolder).catch(
    (error: { code?: string }) => {
      if (error.code !== '42501') throw error
      throw new StartProblem(`The role of DATABASE_URL may not see which migrations the database has. ${first}`)
    },
  )
  if (isNewer) return [newerNotice(unknown)]
  if (unknown > 0) throw new StartProblem(unknownSentence(unknown))
  if (waiting === 0) return []
  throw new StartProblem(`${waiting} migration(s) wait, which the role of DATABASE_URL may not run. ${first}`)
}

/** The queue's tables are its role's own: the role that owns the others may read them, so that it can dump all (`pg_dump`). */
const showQueue = async (appUrl: string, ownerRole: string) => {
  const client = connection(appUrl)
  await client.connect()
  const owner = client.escapeIdentifier(ownerRole)
  await client
    .query(`
      alter default privileges in schema pgboss grant select on tables to ${owner};
      alter default privileges in schema pgboss grant select on sequences to ${owner};
      grant select on all tables in schema pgboss to ${owner};
      grant select on all sequences in schema pgboss to ${owner};
    `)
    .finally(() => client.end())
}

const connection = (ownerUrl: string) =>
  new pg.Client({ connectionString: ownerUrl, application_name: 'tsudoi migration', options: unhurried })

/** Updates the planner's statistics now instead of waiting for autovacuum. */
export const analyzeDatabase = async (ownerUrl: string) => {
  const client = connection(ownerUrl)
  await client.connect()
  await client.query('analyze').finally(() => client.end())
}

/**
 * Statistics of tables that a migration filled or rewrote. Empty ones are left out: PostgreSQL plans for some rows where
 * it knows nothing of a table, and for none where it has counted none.
 */
const analyzeFilled = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  )
  if (rows.length > 0) await client.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
}

type Urls = { ownerUrl: string; appUrl: string; isPooled?: boolean; migrationsFolder?: string }

/** The names of the migrations that were applied, and what is to be said. */
type Migrated = { applied: string[]; notices: string[] }

const unknownSentence = (unknown: number) =>
  `The database has ${unknown} migration(s) that this program does not know: it was used by a newer or changed version. ` +
  'Start that version, or use another database.'

export const newerNotice = (unknown: number) =>
  `The database has ${unknown} migration(s) of a newer version, which only add to what this one uses: it works with them.`

/**
 * Migrates the database to this program's schema, or leaves it as a newer version has made it. Instances that start at the same time wait
 * for each other here. Both addresses lead to the database itself; `isPooled`: calls reach it through a pooler.
 */
export const migrateDatabase = async ({
  ownerUrl,
  appUrl,
  isPooled = false,
  migrationsFolder = ownMigrations,
}: Urls): Promise<Migrated> => {
  if (!existsSync(migrationsFolder)) throw new Error(`There are no migrations in ${migrationsFolder}.`)
  const client = connection(ownerUrl)
  try {
    await client.connect()
  } catch (error) {
    const cause = error instanceof Error ? error.message || error.name : String(error)
    throw new StartProblem(`The database does not answer: ${cause}. Check DATABASE_URL and MIGRATION_DATABASE_URL.`)
  }
  try {
    await refuseOld(client)
    await lockForMigrations(client)
    if (!(await mayMigrate(client))) {
      const notices = await refuseWaiting(client, migrationsFolder)
      if (isPooled) await setForRole(appUrl)
      return { applied: [], notices }
    }
    const before = await appliedIn(client)
    await adoptVersion010(client, before, migrationsFolder)
    const { unknown, isNewer } = await migrationsOf(client, migrationsFolder)
    // What a newer version has made is its own: tables, rights and settings stay as they are.
    if (isNewer) return { applied: [], notices: [newerNotice(unknown)] }
    if (unknown > 0) throw new StartProblem(unknownSentence(unknown))
    await runMigrations(client, migrationsFolder)
    await noteFloor(client, floorOf(namedMigrations(migrationsFolder), firstExpanding))
    const added = (await appliedIn(client)).filter((hash) => !before.includes(hash))
    if (added.length > 0) await analyzeFilled(client)
    const appRole = new pg.Client({ connectionString: appUrl }).user
    if (appRole && client.user && appRole !== client.user) {
      await grant(client, appRole)
      await showQueue(appUrl, client.user)
    } else await client.query('create schema if not exists pgboss')
    if (isPooled) await setForRole(appUrl)
    return { applied: namesOf(added, migrationsFolder), notices: [] }
  } finally {
    await client.end()
  }
}
