import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applications } from '#club/applications/contract.ts'
import { writeMovements } from '#money/ledger/queries.server.ts'
import { namedColumns } from '#program/names.ts'
import { enterAll } from '#server/db/directory.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { platformTenantId } from '#server/db/tableKinds.ts'
import { database, pool } from '#server/db.ts'
import { catalogueOf } from '../support/catalogue'
import { newId, operator, request } from '../support/club'
import { scene } from '../support/scene'
import { asAdmin, inDatabase, roleIn } from '../support/servers'
import { adminUrl, ownerUrl, world } from '../support/world'

/*
 * A database before migration 0013 is carried over with all its rows. Its rows are those of a club with one of everything, put back to
 * what they were: whatever the migration makes of them is compared with that club.
 */
const before = '0012_answers_as_the_brand'
const folder = fs.mkdtempSync(join(tmpdir(), 'tsudoi-before-'))
const clients: pg.Client[] = []
afterAll(async () => {
  for (const client of clients) await client.end()
  fs.rmSync(folder, { recursive: true, force: true })
})
const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  clients.push(client)
  return client
}

/** What the club's rows say in columns that came later: what lies in the bin, and a club that is suspended. */
const later: Record<string, readonly string[]> = {
  ...Object.fromEntries(['contents', 'plans', 'goods', 'events'].map((table) => [table, ['deleted_at']])),
  tenants: ['suspended_at', 'suspension_reason'],
}
type Rows = Record<string, object[]>
/** Every row of every table, each table's in an order of its own. */
const rowsOf = async (client: pg.Client): Promise<Rows> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const found: Rows = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: object[] }>(
      `with its as (select to_jsonb(t)${(later[name] ?? []).map((column) => ` - '${column}'`).join('')} as row from ${name} t)
       select coalesce(json_agg(row order by row::text), '[]') as rows from its`,
    )
    found[name] = rows[0]?.rows ?? []
  }
  return found
}

/** Tables with rows of the platform, which had no tenant. */
const ofPlatform = ['audit_log', 'failed_jobs', 'uploads']
const asBefore = (table: string, row: object): object => {
  if (ofPlatform.includes(table) && 'tenant_id' in row && row.tenant_id === platformTenantId)
    return { ...row, tenant_id: null }
  return row
}

/** A database with the migrations up to then. */
const older = async () => {
  const name = `b_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminUrl, `create database ${name} owner ${roleIn(ownerUrl)}`)
  const urls = { ownerUrl: inDatabase(ownerUrl, name), appUrl: inDatabase(world.appUrl, name) }
  const client = await connect(urls.ownerUrl)
  for (const { tag } of journal.entries) {
    const sql = fs.readFileSync(join(folder, `${tag}.sql`), 'utf8')
    await client.query(sql)
  }
  return { name, urls, client }
}

type Journal = { entries: { tag: string }[] }
let journal: Journal
let now: pg.Client
let rows: Rows
beforeAll(async () => {
  fs.cpSync('src/server/migrations', folder, { recursive: true })
  journal = JSON.parse(fs.readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  journal.entries.splice(1 + journal.entries.findIndex(({ tag }) => tag === before))

  const [ours, theirs] = [await scene(), await scene()]
  const decider = await operator()
  const example = ours.examples[applications.rejectPendingTenant.name]
  expect((await request(applications.rejectPendingTenant, JSON.stringify(example), decider)).status).toBe(200)
  await pool().query(
    `insert into failed_jobs (failed_job_id, job, area, data, cause, tries, failed_at) values ($1, 'sweepUploads', 'other', '{}', 'x', 5, now())`,
    [newId('attempt')],
  )
  await pool().query(
    `insert into uploads (media_id, application_id, kind, file_name, content_type, size, key, state, created_by, created_at)
     select $1, a.application_id, 'file', 'a.pdf', 'application/pdf', 1, $1, 'ready', a.applicant_uid, now() from tenant_applications a limit 1`,
    [newId('media')],
  )
  // Its sum is of a table that came later, and that its migration fills.
  await pool().query(`with seen as (
      insert into content_views (tenant_id, plan_content_id, day, viewers)
      select c.tenant_id, c.plan_content_id, d.day, 7 from contents c, (values (date '2026-01-01'), ('2026-01-02')) d (day)
      returning content_views.tenant_id, content_views.plan_content_id, content_views.viewers)
    insert into content_view_totals (tenant_id, plan_content_id, viewers)
    select s.tenant_id, s.plan_content_id, sum(s.viewers) from seen s group by 1, 2`)
  for (const { ids } of [ours, theirs]) {
    const entry = (position: number, account: 'cash' | 'deferred', amount: number) =>
      ({ position, account, component: 'gross', amount, brandId: ids.brandId }) as const
    const entries = [entry(0, 'cash', 500), entry(1, 'deferred', -500)]
    const movementId = newId('movement')
    await writeMovements(database(), ids, [
      { movementId, kind: 'plan', fact: `paid:${movementId}`, occurredAt: Date.UTC(2026, 3, 1), entries },
    ])
  }
  now = await connect(ownerUrl)
  // What the program had entered before is of rows that are there, and of links of invitations that hold no more.
  await now.query('delete from directory')
  await enterAll(drizzle({ client: now }), namedColumns)
  rows = await rowsOf(now)
  for (const table of ofPlatform)
    expect(
      rows[table]?.some((row) => 'tenant_id' in row && row.tenant_id === platformTenantId),
      table,
    ).toBe(true)
  expect(Object.values(rows).filter((its) => its.length > 0).length).toBeGreaterThan(45)
})

/** Writes the rows as they were, past keys and triggers: they are those of a whole database. */
const fill = async (name: string) => {
  const admin = await connect(inDatabase(adminUrl, name))
  const { rows: columns } = await admin.query<{ table: string; names: string }>(
    `select c.relname as table, string_agg(quote_ident(a.attname), ', ') as names from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1`,
  )
  await admin.query('set session_replication_role = replica')
  for (const { table, names } of columns) {
    const its = (rows[table] ?? []).map((row) => asBefore(table, row))
    await admin.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(its)],
    )
  }
}
const note = async (client: pg.Client) => {
  await client.query(`create schema if not exists drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  const { rows: applied } = await now.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by id limit $1',
    [journal.entries.length],
  )
  for (const { hash, created_at } of applied)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      created_at,
    ])
}
const hasTenant = async (client: pg.Client) =>
  (
    await client.query(
      `select 1 from information_schema.columns where table_name = 'ledger_movements' and column_name = 'tenant_id'`,
    )
  ).rowCount === 1

test('a database of today is carried over: every row is there, and names its club', async () => {
  const { name, urls, client } = await older()
  await note(client)
  await fill(name)
  expect(await hasTenant(client)).toBe(false)
  const then = await rowsOf(client)
  const { applied } = await migrateDatabase(urls)
  expect(applied[0]).toBe('0013_every_row_knows_its_club')
  // A table that is newer has no rows of then, but what its migration makes of them.
  const isCarried = (table: string) => table in then || ['content_view_totals', 'directory'].includes(table)
  const carried = Object.entries(rows).map(([table, its]) => [table, isCarried(table) ? its : []] as const)
  expect(rows.content_view_totals).toContainEqual(expect.objectContaining({ viewers: 14 }))
  expect(await rowsOf(client)).toEqual(Object.fromEntries(carried))
  expect(await catalogueOf(client)).toEqual(await catalogueOf(now))
})

test('a ledger in which a movement is of two clubs stops it, and nothing is changed', async () => {
  const { name, urls, client } = await older()
  await note(client)
  await fill(name)
  const admin = await connect(inDatabase(adminUrl, name))
  await admin.query(
    `set session_replication_role = replica; update ledger_entries e set tenant_id = 'another' where e.position = 1`,
  )
  const was = await rowsOf(client)
  await expect(migrateDatabase(urls)).rejects.toMatchObject({ code: '23503' })
  expect(await hasTenant(client)).toBe(false)
  expect(await rowsOf(client)).toEqual(was)
})
