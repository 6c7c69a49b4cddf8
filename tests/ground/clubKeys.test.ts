import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableKinds } from '#server/db/tableKinds.ts'
import { type Keys, keysOf, problemsOf } from '../support/clubKeys'
import { ownerUrl } from '../support/world'

/*
 * Every table has a kind, and the rows of clubs can be cut by clubs (rule: schema.tenant): the catalogue of a migrated database is
 * walked, so that a key is found whoever has made it.
 */

/** What does not hold yet, with its reason. It only gets shorter: an entry that is no longer needed fails. */
const notYet: Record<string, readonly string[]> = {
  'the version before says on conflict by it when it makes a brand; the directory keeps it, so that the next version can take it away':
    ['brands.brands_slug: is unique without the tenant'],
}

let client: pg.Client
let keys: Keys
beforeAll(async () => {
  client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  keys = await keysOf(client)
})
afterAll(() => client.end())

const kindOf = (table: string) => tableKinds[table]?.[0]

test('every table of the program and of the database has a kind, and none that is not there', async () => {
  const files = import.meta.glob<Record<string, unknown>>('/src/**/tables.server.ts', { eager: true })
  const ofProgram = Object.values(files)
    .flatMap((file) => Object.values(file))
    .filter((one) => one instanceof PgTable)
    .map((table) => getTableConfig(table).name)
  const ofDatabase = [...new Set(keys.columns.map(({ table }) => table))]
  expect(ofProgram.toSorted()).toEqual(Object.keys(tableKinds).toSorted())
  expect(ofDatabase.toSorted()).toEqual(Object.keys(tableKinds).toSorted())
})

test('the tenant is in every key of a club’s table, and in every reference between two (rule: schema.tenant)', () => {
  const listed = Object.values(notYet).flat()
  expect(listed.filter((one, at) => listed.indexOf(one) !== at)).toEqual([])
  expect(problemsOf(keys, kindOf).toSorted()).toEqual(listed.toSorted())
})

/** What somebody might add, and what is said of it. */
const made: [string, string][] = [
  ['create table made (a text primary key)', 'made: has no kind'],
  ['create table made_club (a text primary key)', 'made_club: has no tenant'],
  ['create table made_club (tenant_id text, a text)', 'made_club: its tenant may be null'],
  [
    'create table made_club (tenant_id text not null, a text, constraint k primary key (a))',
    'made_club.k: is unique without the tenant',
  ],
  ['create unique index k on plans (name) where price > 600', 'plans.k: is unique without the tenant'],
  ['create unique index k on plans (lower(name))', 'plans.k: is unique without the tenant'],
  [
    'create unique index of_plan on plans (plan_id); create table made_club (tenant_id text not null, a text, constraint k foreign key (a) references plans (plan_id))',
    'made_club.k: refers to a row without its tenant',
  ],
  [
    'create table made_club (tenant_id text not null, a text, constraint k foreign key (a, tenant_id) references plans (tenant_id, plan_id))',
    'made_club.k: refers to a row without its tenant',
  ],
  [
    'create table made_club (tenant_id text not null, uid text, constraint k foreign key (uid) references people)',
    'made_club.k: refers from a table of one kind to one of another',
  ],
  [
    'create table made_club (tenant_id text not null, a text, constraint k foreign key (tenant_id, a) references plans on update cascade)',
    'made_club.k: follows changes of a key that holds the tenant',
  ],
]

test.each(made)('control: %s', async (sql, problem) => {
  await client.query(`begin; ${sql}`)
  try {
    const kind = (table: string) => (table === 'made_club' ? 'club' : kindOf(table))
    expect(problemsOf(await keysOf(client), kind)).toContain(problem)
    expect(problemsOf(keys, kind)).not.toContain(problem)
  } finally {
    await client.query('rollback')
  }
})
