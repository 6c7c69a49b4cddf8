import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrateDatabase, versionProblem } from '#server/db/migrate.ts'
import { catalogueOf } from '../support/catalogue'
import { asAdmin, inDatabase, roleIn } from '../support/servers'

const world = inject('world')

const oldFolder = 'tests/ground/migrations/old'
/** The migrations of version 0.1.0. */
const oldFiles = readdirSync(oldFolder).sort()

const newDatabase = async () => {
  const name = `m_${randomUUID().replaceAll('-', '')}`
  await asAdmin(world.adminUrl, `create database ${name} owner ${roleIn(world.ownerUrl)}`)
  const urls = { ownerUrl: inDatabase(world.ownerUrl, name), appUrl: inDatabase(world.appUrl, name) }
  const client = new pg.Client({ connectionString: urls.ownerUrl })
  await client.connect()
  return { client, urls }
}

/** Noted as drizzle notes them. */
const runOldFiles = async (client: pg.Client, names: string[]) => {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  for (const name of names) {
    const content = readFileSync(join(oldFolder, name), 'utf8')
    for (const statement of content.split('--> statement-breakpoint')) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      createHash('sha256').update(content).digest('hex'),
      1_795_170_489_738 + oldFiles.indexOf(name),
    ])
  }
}

const rowsOf = async (client: pg.Client) => {
  const tables = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const filled: Record<string, unknown[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`select to_jsonb(t) as row from "${name}" t order by t::text`)
    if (rows.length > 0) filled[name] = rows
  }
  return filled
}

test('the first migration makes what the twelve of version 0.1.0 made, and a database of these becomes the same with every row', async () => {
  const [made, old] = [await newDatabase(), await newDatabase()]
  await runOldFiles(old.client, oldFiles.slice(0, 1))
  await old.client.query(`
    insert into tenants values ('t', 'Hoshi Club', now());
    insert into brands values ('t', 'b', 'aoi', 'Aoi', '', '', '', '#2f6f8f', '[]', now(), now());
    insert into plans (tenant_id, brand_id, plan_id, status, name, description, thumbnail, price, subscription_interval, created_at, activated_at, edited_at)
      values ('t', 'b', 'p', 'active', 'Galaxy', '', '', 1500, 'month', now(), now(), now());
    insert into contents (tenant_id, brand_id, plan_content_id, type, status, name, description, thumbnail, viewable_by, publishing_at, created_at, edited_at) values
      ('t', 'b', 'timeless', 'news', 'active', 'Letter', '', '', 'paidUsers', null, '2026-01-02T00:00:00Z', now()),
      ('t', 'b', 'draft', 'news', 'draft', '', '', '', 'paidUsers', '2026-01-02T00:00:00Z', now(), now());
    insert into content_plans values ('t', 'timeless', 'p'), ('t', 'draft', 'p');
    insert into uploads values ('t', 'b', 'm', 'image', 'a.png', 'image/png', 10, 'public/m.png', 'ready', null, 'u', now());
    insert into idempotency_keys values ('u', 'createDraftPlan', 'k', 'h', '{"planId":"p"}', now());
    insert into audit_log values ('a', now(), 'u', 'owner', 'createDraftPlan', 't', 'b', '{}', '127.0.0.1', 'r');
  `)
  await runOldFiles(old.client, oldFiles.slice(1))
  // One of each reference that gets another name, and what the triggers look at.
  await old.client.query(`
    insert into comments (tenant_id, brand_id, plan_content_id, comment_id, uid, content, status, commented_at)
      values ('t', 'b', 'timeless', 'c', 'u', 'Hello', 'published', now());
    insert into comment_reports values ('t', 'c', 'v', 'spam', now());
    insert into content_loves values ('t', 'timeless', 'u', now());
    insert into notifications_seen values ('t', 'b', 'u', now());
    insert into ledger_movements values ('mv', 'payment', '{}', now());
    insert into ledger_entries (movement_id, position, account, component, amount, tenant_id, brand_id) values
      ('mv', 0, 'cash', 'gross', 5, 't', 'b'), ('mv', 1, 'deferred', 'gross', -5, 't', 'b');
  `)
  const rows = await rowsOf(old.client)
  expect(Object.keys(rows).length).toBeGreaterThanOrEqual(13)

  await migrateDatabase(made.urls)
  await migrateDatabase(old.urls)
  const [catalogue, became] = [await catalogueOf(made.client), await catalogueOf(old.client)]
  expect(became).toEqual(catalogue)
  for (const kind of ['column', 'constraint', 'index', 'relation', 'column acl'])
    expect(catalogue.filter((line) => line.startsWith(`${kind} `)).length, kind).toBeGreaterThan(1)
  // Later columns beside them.
  expect(await rowsOf(old.client)).toMatchObject(rows)
  const unread = await old.client.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and (pg_relation_size(oid) > 0) <> (reltuples >= 0)`,
  )
  expect(unread.rows, 'filled tables without statistics, or empty ones with them').toEqual([])

  // The next start finds nothing to do, and later migrations go on from the same place.
  const noted = 'select hash, created_at from drizzle.__drizzle_migrations'
  await migrateDatabase(old.urls)
  expect((await old.client.query(noted)).rows).toEqual((await made.client.query(noted)).rows)
  for (const { client } of [made, old]) await client.end()
})

test.each([1, 11])(
  'a database with %i of the twelve is refused by a sentence that names the version in between',
  async (count) => {
    const { client, urls } = await newDatabase()
    await runOldFiles(client, oldFiles.slice(0, count))
    const before = await catalogueOf(client)
    await expect(migrateDatabase(urls)).rejects.toThrow(
      'The database was last used by a version before 0.1.0, which this version cannot bring up to date. ' +
        'Start version 0.1.0 with it once, then this version.',
    )
    expect(await catalogueOf(client)).toEqual(before)
    await client.end()
  },
)

test('no name is longer than PostgreSQL keeps, and of the snapshots only the newest is kept', () => {
  const folder = 'src/server/migrations'
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const names = entries.flatMap(({ tag }) =>
    [...readFileSync(join(folder, `${tag}.sql`), 'utf8').matchAll(/"([^"\n]+)"/g)].map(([, name]) => name ?? ''),
  )
  expect(names.length).toBeGreaterThan(1000)
  expect(names.filter((name) => Buffer.byteLength(name) > 63)).toEqual([])
  const newest = `${String(entries.length - 1).padStart(4, '0')}_snapshot.json`
  expect(readdirSync(join(folder, 'meta')).sort()).toEqual([newest, '_journal.json'])
})

test.each(['14.19 (Debian 14.19-1.pgdg120+1)', '13.4', '9.6.24'])(
  'PostgreSQL %s is refused by a sentence that names it and what is needed',
  (version) => {
    const sentence = versionProblem(version)
    expect(sentence).toContain(`PostgreSQL ${version.split(' ')[0]},`)
    expect(sentence).toContain('PostgreSQL 15 or newer')
  },
)

test.each(['15.0', '15.20 (Debian 15.20-0+deb12u1)', '16beta1', '18.4'])('PostgreSQL %s is not refused', (version) => {
  expect(versionProblem(version)).toBeUndefined()
})
