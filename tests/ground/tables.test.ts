import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { appendOnly, writtenByFunction } from '#server/db/migrate.ts'
import { database, pool } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import { club } from '../support/club'
import { type Ids, planRow } from '../support/plan'
import { roleIn } from '../support/servers'
import { ownerUrl } from '../support/world'

test('no session compiles its statements', async () => {
  expect((await pool().query('show jit')).rows).toEqual([{ jit: 'off' }])
})

describe('the tables themselves', () => {
  let ours: Ids
  let theirs: Ids
  let theirPlan: string
  beforeAll(async () => {
    ours = (await club()).ids
    theirs = (await club()).ids
    const row = planRow(theirs)
    theirPlan = row.planId
    await database().insert(planTable).values(row)
  })
  const failsWith = (code: string, sql: string, values: unknown[]) =>
    expect(pool().query(sql, values)).rejects.toMatchObject({ code })

  test("cannot hold a row of one club that points to another's", async () => {
    const foreignKey = '23503'
    await failsWith(
      foreignKey,
      `insert into plans (tenant_id, brand_id, plan_id, status, name, description, thumbnail, price, subscription_interval, created_at, edited_at)
       values ($1, $2, 'plan_mixed', 'draft', '', '', '', 500, 'month', now(), now())`,
      [ours.tenantId, theirs.brandId],
    )
    await failsWith(
      foreignKey,
      `insert into subscription_terms (tenant_id, term_id, plan_id, uid, starts_at, ends_at, amount, source)
       values ($1, 'term_mixed', $2, 'x', now(), now() + interval '1 day', 500, 'card')`,
      [ours.tenantId, theirPlan],
    )
    await failsWith(
      foreignKey,
      `insert into contents (tenant_id, brand_id, plan_content_id, type, status, name, description, thumbnail, viewable_by, created_at, edited_at)
       values ($1, $2, 'content_mixed', 'news', 'draft', '', '', '', 'allUsers', now(), now())`,
      [ours.tenantId, theirs.brandId],
    )
    await failsWith(
      foreignKey,
      `insert into content_plans (tenant_id, plan_content_id, plan_id, visible_from, edited_at) values ($1, 'x', $2, 'infinity', '2026-01-01')`,
      [ours.tenantId, theirPlan],
    )
    await failsWith(foreignKey, `update plans set tenant_id = $1 where plan_id = $2`, [ours.tenantId, theirPlan])
  })

  test('of a club have the tenant in their key, and refer to each other by it', async () => {
    // What belongs to nobody's club yet, or to all: these refer to no row of a club but the tenant itself.
    const aside = ['tenants', 'tenant_applications', 'directory']
    const keys = await pool().query<{ table: string; key: string[] }>(
      `select c.relname as table, array_agg(a.attname::text order by a.attnum) as key
       from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
       where c.relnamespace = 'public'::regnamespace and exists
         (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
       group by 1`,
    )
    expect(keys.rows.length).toBeGreaterThan(5)
    for (const { table, key } of keys.rows.filter((row) => !aside.includes(row.table))) {
      expect(key, table).toContain('tenant_id')
    }
    const references = await pool().query<{ name: string; columns: string[] }>(
      `select k.conname as name, array_agg(a.attname::text) as columns from pg_constraint k
       join pg_attribute a on a.attrelid = k.confrelid and a.attnum = any(k.confkey)
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace and exists
         (select 1 from pg_attribute t where t.attrelid = k.confrelid and t.attname = 'tenant_id')
         and k.confrelid <> 'tenant_applications'::regclass
       group by 1`,
    )
    expect(references.rows.length).toBeGreaterThan(5)
    for (const { name, columns } of references.rows) expect(columns, name).toContain('tenant_id')
  })

  test("the program's role is no superuser, owns no table, and can change none", async () => {
    const { rows } = await pool().query(
      `select current_user as name, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([
      {
        name: roleIn(shared.databaseUrl ?? ''),
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
      },
    ])
    const owned = await pool().query(
      `select relname from pg_class where relowner = current_user::regrole and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)`,
    )
    expect(owned.rows).toEqual([])
    for (const sql of [
      'drop table plans',
      'alter table plans drop constraint plans_price',
      'create table public.mine ()',
      'truncate plans',
      `set role ${roleIn(ownerUrl)}`,
    ]) {
      await failsWith('42501', sql, [])
    }
    expect(roleIn(ownerUrl)).toContain('tsudoi_owner')
  })

  test.each(Object.values(writtenByFunction).flat())('%s is inserted into by a function alone', async (table) => {
    expect(Object.keys(appendOnly)).toContain(table)
    await failsWith('42501', `insert into ${table} select * from ${table}`, [])
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    // Control: to whoever may insert the same statement is a plain one.
    await owner.query(`insert into ${table} select * from ${table} where false`).finally(() => owner.end())
  })

  test.each(Object.entries(appendOnly))('%s can only be added to', async (table, settable) => {
    await failsWith('42501', `delete from ${table}`, [])
    const { rows } = await pool().query<{ name: string }>(
      'select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2',
      ['public', table],
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { name } of rows) {
      const update = `update ${table} set "${name}" = "${name}"`
      if (settable.includes(name)) await pool().query(update)
      else await failsWith('42501', update, [])
    }
  })
})
