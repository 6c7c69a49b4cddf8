import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { sleep } from '../machine/processes'

/*
 * Runs the migrations that drizzle-kit writes, while instances of the last version go on. drizzle's own migrator runs all of them in one
 * transaction: it holds every lock until the last statement, and `create index concurrently` cannot run in one.
 */

/** A lock that is waited for holds up all who come after: it is given up, and tried again. */
const lockTimeout = '2s'
const tries = 60
const pauseMs = 1000

const isConcurrent = (statement: string) => /\bconcurrently\b/i.test(statement.replaceAll(/--.*$/gm, ''))

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'

const table = 'drizzle.__drizzle_migrations'
const note = (client: pg.Client, { hash, folderMillis }: MigrationMeta) =>
  client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [hash, folderMillis])

/** All of it or nothing, with short locks. */
const inOneTransaction = async (client: pg.Client, migration: MigrationMeta) => {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = '${lockTimeout}'`)
      for (const statement of migration.sql) await client.query(statement)
      await note(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || attempt === tries) throw error
      await sleep(pauseMs)
    }
  }
}

/** An index that was not finished stays as one that is not valid, and keeps its name. */
const dropUnfinished = async (client: pg.Client, statement: string) => {
  const name = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?([\w$]+)"?/im.exec(
    statement,
  )?.[1]
  if (!name) return
  const { rows } = await client.query<{ name: string; valid: boolean }>(
    `select i.indexrelid::regclass::text as name, i.indisvalid as valid from pg_catalog.pg_index i
     join pg_catalog.pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = 'public'::regnamespace`,
    [name],
  )
  const [found] = rows
  if (found && !found.valid) await client.query(`drop index concurrently ${found.name}`)
  return found?.valid === true
}

/** One statement after the other: what is done already is left out by the next try. */
const outsideOfTransactions = async (client: pg.Client, migration: MigrationMeta) => {
  for (const statement of migration.sql) {
    if (!isConcurrent(statement)) throw new Error('A migration with "concurrently" has no other statements.')
    if (!(await dropUnfinished(client, statement))) await client.query(statement)
  }
  await note(client, migration)
}

export const runMigrations = async (client: pg.Client, migrationsFolder: string): Promise<void> => {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`)
  const { rows } = await client.query<{ hash: string }>(`select hash from ${table}`)
  const applied = new Set(rows.map(({ hash }) => hash))
  for (const migration of readMigrationFiles({ migrationsFolder })) {
    if (applied.has(migration.hash)) continue
    await (migration.sql.some(isConcurrent) ? outsideOfTransactions : inOneTransaction)(client, migration)
  }
}

const lockNumber = 7_483_921 // Any number, the same in every instance.

/** Takes the lock of whoever changes the schema, until this session ends; false where another has it. */
export const lockIfFree = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lockNumber])
  return rows[0]?.free === true
}

/**
 * Waits for that lock by asking again and again: a session that waits inside a statement has a snapshot, for which `create index
 * concurrently` waits in turn.
 */
export const lockForMigrations = async (client: pg.Client): Promise<void> => {
  while (!(await lockIfFree(client))) await sleep(100)
}

// --- What the last version may still do ------------------------------------------------------------------------------

/** `-- contract: unused since 0014_name`: what the statement drops is used by no program that knows that migration. */
const contract = /--\s*contract:\s*unused since (\d{4}_\w+)/g

const floorNote = 'works for programs that know migration '

type Named = MigrationMeta & { tag: string }

/**
 * The migration that a program has to know to work with this schema: that since which what was dropped is unused, and at least the one
 * from which on migrations only expand.
 */
export const floorOf = (migrations: readonly Named[], firstExpanding: string): string => {
  const tags = migrations.map(({ tag }) => tag)
  const named = migrations.flatMap(({ sql }) =>
    sql.flatMap((text) => [...text.matchAll(contract)].map(([, tag]) => tag)),
  )
  const places = [firstExpanding, ...named].map((tag) => tags.indexOf(tag ?? ''))
  const last = migrations[Math.max(...places)]
  if (!last || places.includes(-1))
    throw new Error(`There is no migration ${firstExpanding}, or one that is named as "unused since".`)
  return last.hash
}

export const noteFloor = (client: pg.Client, hash: string) =>
  client.query(`comment on table ${table} is ${pg.escapeLiteral(floorNote + hash)}`)

export const floorIn = async (client: pg.Client): Promise<string | undefined> => {
  const { rows } = await client.query<{ note: string | null }>(
    `select obj_description(to_regclass('${table}'), 'pg_class') as note`,
  )
  const said = rows[0]?.note
  return said?.startsWith(floorNote) ? said.slice(floorNote.length) : undefined
}
