import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrateDatabase } from '#server/db/migrate.ts'
import { asAdmin, inDatabase, roleIn } from '../support/servers'

/* A version that has one migration more, and the present one beside it on the same database. */
const world = inject('world')
const made: string[] = []
const clients: pg.Client[] = []
afterAll(async () => {
  for (const client of clients) await client.end()
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true })
})

const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  clients.push(client)
  return client
}
/** Migrated by the present version. */
const newDatabase = async () => {
  const name = `u_${randomUUID().replaceAll('-', '')}`
  await asAdmin(world.adminUrl, `create database ${name} owner ${roleIn(world.ownerUrl)}`)
  const urls = { ownerUrl: inDatabase(world.ownerUrl, name), appUrl: inDatabase(world.appUrl, name) }
  await migrateDatabase(urls)
  return { urls, client: await connect(urls.ownerUrl) }
}

const present = 'src/server/migrations'
/** The migrations of the present version and these after them. */
const newerFolder = (...migrations: string[]) => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'tsudoi-newer-'))
  made.push(folder)
  fs.cpSync(present, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal: { entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[] } =
    JSON.parse(fs.readFileSync(path, 'utf8'))
  for (const sql of migrations) {
    const last = journal.entries.at(-1)
    if (!last) throw new Error('There are no migrations.')
    const tag = `${String(last.idx + 1).padStart(4, '0')}_newer`
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
    fs.writeFileSync(join(folder, `${tag}.sql`), sql)
  }
  fs.writeFileSync(path, JSON.stringify(journal))
  return folder
}
const isValid = async (client: pg.Client, name: string) =>
  (
    await client.query<{ valid: boolean }>(
      'select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass($1)',
      [name],
    )
  ).rows[0]?.valid

/** The first of these, as its file is called. */
const firstNewer = `${String(fs.readdirSync(present).filter((name) => name.endsWith('.sql')).length).padStart(4, '0')}_newer`
const column = 'ALTER TABLE "plans" ADD COLUMN "newer" text;'
const index = 'CREATE INDEX CONCURRENTLY "plans_newer" ON "plans" USING btree ("name");'

test('an index is made concurrently, once, by three instances that start together; in one transaction it cannot be made', async () => {
  const { urls, client } = await newDatabase()
  const migrationsFolder = newerFolder(column, index)
  const naive = await migrate(drizzle({ client }), { migrationsFolder }).catch((error: Error) => error)
  expect(String((naive as Error).cause)).toMatch(/CREATE INDEX CONCURRENTLY cannot run inside a transaction block/)
  await Promise.all([0, 1, 2].map(() => migrateDatabase({ ...urls, migrationsFolder })))
  expect(await isValid(client, 'plans_newer')).toBe(true)
  const { rows } = await client.query(
    `select count(*)::integer as n, count(distinct hash)::integer as m from drizzle.__drizzle_migrations`,
  )
  expect(rows[0].n).toBe(rows[0].m)
})

test('an index that was not finished is made again by the next start', async () => {
  const { urls, client } = await newDatabase()
  const migrationsFolder = newerFolder(
    'CREATE UNIQUE INDEX CONCURRENTLY "rate_once" ON "rate_limits" USING btree ("points");',
  )
  await client.query(`insert into rate_limits (key, points) values ('a', 1), ('b', 1)`)
  await expect(migrateDatabase({ ...urls, migrationsFolder })).rejects.toThrow(/could not create unique index/)
  expect(await isValid(client, 'rate_once')).toBe(false)
  await client.query('delete from rate_limits')
  await migrateDatabase({ ...urls, migrationsFolder })
  expect(await isValid(client, 'rate_once')).toBe(true)
})

/** A migration behind a transaction that goes on; what a reader who comes after both is told. */
const readerBehind = async (
  migrateBy: (of: Awaited<ReturnType<typeof newDatabase>>, folder: string) => Promise<unknown>,
) => {
  const of = await newDatabase()
  const { urls, client } = of
  const [long, reader] = [await connect(urls.appUrl), await connect(urls.appUrl)]
  await long.query('begin; select count(*) from plans')
  const migrating = migrateBy(of, newerFolder(column))
  const isWaiting = async () =>
    (
      await client.query(
        `select 1 from pg_locks l where l.relation = 'plans'::regclass and l.mode = 'AccessExclusiveLock' and not l.granted`,
      )
    ).rowCount
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
  // As long as calls wait.
  await reader.query('set lock_timeout = 5000')
  const told = await reader.query('select count(*) from plans').then(
    () => 'read',
    ({ code }: { code: string }) => code,
  )
  await long.query('commit')
  await migrating
  await reader.query('select newer from plans')
  return told
}

test('a migration that waits for a long transaction keeps no reader waiting', async () => {
  expect(await readerBehind(({ urls }, migrationsFolder) => migrateDatabase({ ...urls, migrationsFolder }))).toBe(
    'read',
  )
  // Control: one that waits without an end, as drizzle's own does, refuses everybody (55P03, lock_not_available).
  const naive = async ({ urls }: { urls: { ownerUrl: string } }, migrationsFolder: string) =>
    migrate(drizzle({ client: await connect(urls.ownerUrl) }), { migrationsFolder })
  expect(await readerBehind(naive)).toBe('55P03')
})

test('the present version starts again on the schema of the next one, and the next one takes it over as it was', async () => {
  const { urls, client } = await newDatabase()
  const migrationsFolder = newerFolder(column, index)
  await migrateDatabase({ ...urls, migrationsFolder })
  expect((await migrateDatabase(urls)).notices).toEqual([
    'The database has 2 migration(s) of a newer version, which only add to what this one uses: it works with them.',
  ])
  expect((await migrateDatabase({ ...urls, migrationsFolder })).notices).toEqual([])
  expect((await client.query('select newer from plans')).rowCount).toBe(0)
})

test('a version that uses what was dropped, and one with other migrations, are refused', async () => {
  const { urls } = await newDatabase()
  const dropped = newerFolder(
    column,
    `-- contract: unused since ${firstNewer}\nALTER TABLE "plans" DROP COLUMN "newer";`,
  )
  await migrateDatabase({ ...urls, migrationsFolder: dropped })
  await expect(migrateDatabase(urls)).rejects.toThrow(/2 migration\(s\) that this program does not know/)
  // The one between knows that nothing uses it.
  expect((await migrateDatabase({ ...urls, migrationsFolder: newerFolder(column) })).notices).toHaveLength(1)
  const edited = await newDatabase()
  await migrateDatabase({ ...edited.urls, migrationsFolder: newerFolder(column) })
  const other = newerFolder('ALTER TABLE "plans" ADD COLUMN "other" text;')
  await expect(migrateDatabase({ ...edited.urls, migrationsFolder: other })).rejects.toThrow(
    /used by a newer or changed version/,
  )
})
