import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrateDatabase, versionProblem } from '#server/db/migrate.ts'
import { asAdmin, inDatabase, roleIn } from '../support/servers'

const world = inject('world')

/** A database as an older program left it: its migrations are noted as drizzle notes them, and its tables hold rows. */
const databaseOf = async (migrations: string[]) => {
  const name = `m_${randomUUID().replaceAll('-', '')}`
  await asAdmin(world.adminUrl, `create database ${name} owner ${roleIn(world.ownerUrl)}`)
  const client = new pg.Client({ connectionString: inDatabase(world.ownerUrl, name) })
  await client.connect()
  const journal = JSON.parse(readFileSync('src/server/migrations/meta/_journal.json', 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const { readMigrationFiles } = await import('drizzle-orm/migrator')
  const files = readMigrationFiles({ migrationsFolder: 'src/server/migrations' })
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const [i, { tag, when }] of journal.entries.entries()) {
    if (!migrations.includes(tag)) continue
    for (const statement of files[i]?.sql ?? []) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      files[i]?.hash,
      when,
    ])
  }
  return { client, urls: { ownerUrl: inDatabase(world.ownerUrl, name), appUrl: inDatabase(world.appUrl, name) } }
}

test('the database of the first version becomes that of today with every row it had', async () => {
  const { client, urls } = await databaseOf(['0000_first'])
  await client.query(`
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
  await migrateDatabase(urls)
  const { rows } = await client.query(`
    select (select json_agg(json_build_object('id', plan_content_id, 'at', publishing_at is not null) order by plan_content_id) from contents) as contents,
      (select json_agg(visible_from = 'infinity' order by plan_content_id) from content_plans) as hidden,
      (select media_id from uploads) as media, (select answered_at is not null from idempotency_keys) as answered,
      (select count(*)::int from audit_log) as audits`)
  expect(rows).toEqual([
    {
      contents: [
        { id: 'draft', at: false },
        { id: 'timeless', at: true },
      ],
      hidden: [true, false],
      media: 'm',
      answered: true,
      audits: 1,
    },
  ])
  const unread = await client.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and (pg_relation_size(oid) > 0) <> (reltuples >= 0)`,
  )
  expect(unread.rows, 'filled tables without statistics, or empty ones with them').toEqual([])
  await client.end()
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
