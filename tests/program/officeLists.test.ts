import { beforeAll, describe, expect, test } from 'vitest'
import { exportTypes } from '#club/exports/export.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import type { Operation } from '#kit/contract.ts'
import { notificationKinds } from '#office/notifications/notification.ts'
import { search } from '#office/search/contract.ts'
import { exportWriters } from '#program/exportWriters.ts'
import { operations } from '#program/operations.ts'
import { ports } from '#program/ports.ts'
import { pool } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { ask } from '../support/club'
import { scene } from '../support/scene'

/* Files, search, uploads and notifications: each a list that the compiler keeps complete, walked here in a club. */

let of: Awaited<ReturnType<typeof scene>>
beforeAll(async () => {
  of = await scene()
})
const operation = (name: string) => operations.get(name)?.operation as Operation

describe('a file of each type is written', () => {
  test.each(exportTypes)('%s', async (type) => {
    expect(Object.keys(exportWriters)).toEqual([...exportTypes])
    const name = `export${type.charAt(0).toUpperCase()}${type.slice(1)}`
    const { exportId } = (await ask(operation(name), of.examples[name] as never, of.owner)) as { exportId: string }
    await runDueJobs()
    const { rows } = await pool().query('select type, state from exports where export_id = $1', [exportId])
    expect(rows).toEqual([{ type, state: 'completed' }])
  })
})

describe('the search finds each noun of its answer', () => {
  const { canEdit: _, ...nouns } = search.search.result.shape
  const oneOf: Record<keyof typeof nouns, string> = {
    plans: `select name as q from plans where tenant_id = $1`,
    contents: `select name as q from contents where tenant_id = $1`,
    events: `select title as q from events where tenant_id = $1`,
    goods: `select name as q from goods where tenant_id = $1`,
    orders: `select 'A-000123' as q from orders where tenant_id = $1`,
    fans: `select member_number::text as q from fans where tenant_id = $1`,
  }
  test.each(Object.keys(nouns) as (keyof typeof nouns)[])('%s', async (noun) => {
    await pool().query(`update orders set order_number = 'A-000123' where order_id =
      (select o.order_id from orders o where o.tenant_id = '${of.tenantId}' order by o.order_id limit 1)`)
    await pool().query(`update fans set member_number = 456, member_number_issued_at = first_seen_at where fan_id =
      (select f.fan_id from fans f where f.tenant_id = '${of.tenantId}' order by f.fan_id limit 1)`)
    const sql = `select q from (${oneOf[noun]}) x where q is not null and q <> '' order by q limit 1`
    const { rows } = await pool().query<{ q: string }>(sql, [of.tenantId])
    const found = await ask(search.search, { ...of.ids, q: rows[0]?.q ?? '' }, of.owner)
    expect(found[noun].length).toBeGreaterThan(0)
  })
})

test('of every kind of upload it is said what follows', () => {
  expect(Object.keys(ports.uploadArrivals).toSorted()).toEqual(uploads.kind.enumValues.toSorted())
})

test('every kind of notification is asked for', async () => {
  const { happened } = await import('#office/notifications/queries.server.ts')
  const { database } = await import('#server/db.ts')
  for (const kind of notificationKinds)
    for (const one of await happened(database(), of.ids as never, [kind], { since: 1, now: Date.now() }))
      expect(one.kind).toBe(kind)
  expect(notificationKinds.length).toBeGreaterThan(10)
})
