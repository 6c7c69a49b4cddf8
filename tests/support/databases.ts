import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { World } from './global'
import { asAdmin, databaseIn, inDatabase, roleIn } from './servers'

/*
 * The databases of a run go from file to file: making one from the migrated template and installing the job queue in it takes a
 * quarter to a third of what the files of operations take. A file gives its database back without its rows. One that the file has
 * changed otherwise (tables, triggers, statistics, settings), that has grown or that somebody still uses is dropped instead.
 */

/** What the next file finds as it is: what the migration and the start of the queue write, which both look for first. */
const kept = ['drizzle.__drizzle_migrations', 'pgboss.version', 'pgboss.queue']

/** A larger one is slower to look through than a new one is to make. */
const largest = 30 * 1024 * 1024

/** The rows of each catalog that are of the program's own tables: the queue installs its clock when it starts, and takes it away when it stops. */
const ofTables = (column: string) =>
  `${column} in (select pg_class.oid from pg_class where pg_class.relnamespace <> 'pgboss'::regnamespace)`
const catalogs = {
  pg_class: `pg_class.relnamespace <> 'pgboss'::regnamespace`,
  pg_type: `pg_type.typnamespace <> 'pgboss'::regnamespace`,
  pg_proc: `pg_proc.pronamespace <> 'pgboss'::regnamespace`,
  pg_constraint: `pg_constraint.connamespace <> 'pgboss'::regnamespace`,
  pg_attribute: ofTables('pg_attribute.attrelid'),
  pg_attrdef: ofTables('pg_attrdef.adrelid'),
  pg_index: ofTables('pg_index.indrelid'),
  pg_trigger: ofTables('pg_trigger.tgrelid'),
  pg_statistic: 'true',
  pg_rewrite: 'true',
  pg_policy: 'true',
  pg_extension: 'true',
  'drizzle.__drizzle_migrations': 'true',
  pg_db_role_setting: `pg_db_role_setting.setdatabase = (
    select pg_database.oid from pg_database where pg_database.datname = current_database())`,
}
/** Each change of a catalog's row is a younger row, and each row that goes one less; what VACUUM notes about tables is neither. */
const structure = Object.entries(catalogs)
  .map(
    ([name, condition]) =>
      `select '${name}' as of, count(*) as rows, max(${name}.xmin::text::bigint) as youngest from ${name} where ${condition}`,
  )
  .join(' union all ')

const tables = `
  select format('%I.%I', pg_namespace.nspname, pg_class.relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = pg_class.relnamespace
  where pg_class.relkind in ('r', 'p') and not pg_class.relispartition
    and pg_namespace.nspname not in ('pg_catalog', 'information_schema')`

const sequences = `
  select setval(format('%I.%I', pg_sequences.schemaname, pg_sequences.sequencename)::regclass, pg_sequences.start_value, false)
  from pg_sequences where pg_sequences.last_value is not null`

const others = `
  select 1 from pg_stat_activity
  where pg_stat_activity.datname = current_database() and pg_stat_activity.pid <> pg_backend_pid()
    and pg_stat_activity.backend_type = 'client backend'`

const inside = async <T>(url: string, work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const structureOf = async (client: pg.Client) => JSON.stringify((await client.query(structure)).rows)

/** Whether it is again what it was when its structure was noted. */
const emptied = (url: string, noted: string) =>
  inside(url, async (client) => {
    const { rows: size } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    if (Number(size[0]?.bytes) > largest) return false
    if ((await client.query(others)).rowCount || (await structureOf(client)) !== noted) return false
    const names = (await client.query<{ name: string }>(tables)).rows.map(({ name }) => name)
    const emptyable = names.filter((name) => !kept.includes(name))
    const filled = await client.query<{ name: string }>(
      emptyable.map((name) => `(select '${name}' as name from ${name} limit 1)`).join(' union all '),
    )
    const full = filled.rows.map(({ name }) => name)
    if (full.length === 0) return true
    // Neither keys nor triggers hold what goes as a whole.
    const remove = ['set local session_replication_role = replica', ...full.map((name) => `delete from ${name}`)]
    await client.query(['begin', ...remove, sequences, 'commit'].join(';'))
    await client.query(`vacuum ${full.join(', ')}`)
    return true
  })

/** A file in the first folder is a database that nobody has, and contains its structure; in the second, one that somebody has. */
export const databasesOf = ({ dataDir, appUrl, ownerUrl, adminUrl }: World) => {
  const folder = join(dataDir, 'databases')
  const taken = join(dataDir, 'databases.taken')
  for (const each of [folder, taken]) mkdirSync(each, { recursive: true })

  const takeOne = () => {
    for (const name of readdirSync(folder)) {
      try {
        renameSync(join(folder, name), join(taken, name))
        return name
      } catch {
        // Another process was first.
      }
    }
    return undefined
  }
  const make = async () => {
    const name = `t_${randomUUID().replaceAll('-', '')}`
    // Half the time of the default strategy.
    const template = `template ${databaseIn(ownerUrl)} strategy file_copy`
    await asAdmin(adminUrl, `create database ${name} ${template} owner ${roleIn(ownerUrl)}`)
    return name
  }

  /** `started`: when the program has started its queue in it. `back`: when nobody of this process is connected to it any more. */
  const take = async ({ isShared }: { isShared: boolean }) => {
    const found = isShared ? takeOne() : undefined
    const name = found ?? (await make())
    const admin = inDatabase(adminUrl, name)
    const note = join(taken, name)
    return {
      urls: { appUrl: inDatabase(appUrl, name), ownerUrl: inDatabase(ownerUrl, name), adminUrl: admin },
      started: async () => {
        if (isShared && !found) writeFileSync(note, await inside(admin, structureOf))
      },
      back: async () => {
        if (isShared && (await emptied(admin, readFileSync(note, 'utf8')))) return renameSync(note, join(folder, name))
        // Not waited for: it takes a second of the disk's time, and what is left at the end goes with the server.
        asAdmin(adminUrl, `drop database ${name} with (force)`).catch(() => {})
      },
    }
  }
  return { take }
}
