import fs from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataDir, program } from '../support/program'
import { asSetting, startTestServer, type TestServer } from '../support/servers'

/* What README says of the connections of one instance, counted at the database while the built program has more calls than it has of them. */
const dataDir = newDataDir('budget')
let server: TestServer
let house: Awaited<ReturnType<typeof program>>

beforeAll(async () => {
  server = await startTestServer()
  house = await program({
    dataDir,
    env: { DATABASE_URL: asSetting(server.appUrl), MIGRATION_DATABASE_URL: asSetting(server.ownerUrl) },
  })
  await house.start()
})
afterAll(async () => {
  await house?.stop()
  await server?.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

test('one instance takes no more than 18 connections, so that five fit into what PostgreSQL has by itself', async () => {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await house.signIn('owner@hoshi.test')}`,
  }
  const body = JSON.stringify({ tenantId: 'tenant_hoshi', brandId: 'brand_aoi' })
  const call = () => fetch(`${house.origin}/api/cms/getPlans`, { method: 'POST', headers, body })
  const admin = new pg.Client({ connectionString: server.adminUrl })
  await admin.connect()
  const most: Record<string, number> = {}
  let all = 0
  const look = async () => {
    const { rows } = await admin.query<{ name: string; n: number }>(
      `select application_name as name, count(*)::integer as n from pg_stat_activity
       where usename = $1 group by 1`,
      [new pg.Client({ connectionString: server.appUrl }).user],
    )
    all = Math.max(
      all,
      rows.reduce((sum, { n }) => sum + n, 0),
    )
    for (const { name, n } of rows) most[name] = Math.max(most[name] ?? 0, n)
  }
  let isOver = false
  const looking = (async () => {
    while (!isOver) await look()
  })()
  for (let round = 0; round < 5; round++)
    for (const { status } of await Promise.all(Array.from({ length: 60 }, call))) expect(status).toBe(200)
  isOver = true
  await looking
  await admin.end()
  // The whole pool was wanted.
  expect(most).toMatchObject({ tsudoi: expect.any(Number), 'tsudoi pages': 1 })
  expect(all, JSON.stringify(most)).toBeGreaterThanOrEqual(16)
  expect(all, JSON.stringify(most)).toBeLessThanOrEqual(18)
  // Of the 100 that PostgreSQL has by itself 3 are kept for superusers.
  expect(Math.floor((100 - 3) / all)).toBeGreaterThanOrEqual(5)
})
