import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartProblem } from '../machine/processes'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
const lockNumber = 7_483_921 // Any number, the same in every instance.

/** Refuses a database that a newer program has changed, or that was made from edited migrations. */
const refuseUnknown = async (client: pg.Client) => {
  const table = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (!table.rows[0].name) return
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash))
  const applied = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations')
  const unknown = applied.rows.filter(({ hash }) => !known.has(hash)).length
  if (unknown === 0) return
  throw new StartProblem(
    `The database has ${unknown} migration(s) that this program does not know: it was used by a newer or changed version. ` +
      'Start that version, or use another database.',
  )
}

/**
 * Append-only tables, with the columns that may still be updated. The database refuses every other update and every
 * deletion to the program's role.
 */
export const appendOnly: Record<string, readonly string[]> = {
  audit_log: [],
  application_messages: [],
  subscription_terms: ['voided_at'],
  back_number_purchases: ['voided_at'],
  ledger_movements: [],
  ledger_entries: [],
  order_lines: ['fulfilled_quantity', 'refunded_quantity'],
  order_events: [],
  stock_moves: [],
  download_log: [],
}

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
  `)
}

/** Updates the planner's statistics now instead of waiting for autovacuum. */
export const analyzeDatabase = async (ownerUrl: string) => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'tsudoi migration' })
  await client.connect()
  await client.query('analyze').finally(() => client.end())
}

/** Migrates the database to this program's schema. Instances that start at the same time wait for each other here. */
export const migrateDatabase = async ({ ownerUrl, appUrl }: { ownerUrl: string; appUrl: string }) => {
  if (!existsSync(migrationsFolder)) throw new Error(`There are no migrations in ${migrationsFolder}.`)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'tsudoi migration' })
  try {
    await client.connect()
  } catch (error) {
    const cause = error instanceof Error ? error.message || error.name : String(error)
    throw new StartProblem(`The database does not answer: ${cause}. Check DATABASE_URL and MIGRATION_DATABASE_URL.`)
  }
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await refuseUnknown(client)
    await migrate(drizzle({ client }), { migrationsFolder })
    const appRole = new pg.Client({ connectionString: appUrl }).user
    if (appRole && appRole !== client.user) await grant(client, appRole)
    else await client.query('create schema if not exists pgboss')
  } finally {
    await client.end()
  }
}
