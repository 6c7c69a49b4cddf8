import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plans } from '#membership/plans/contract.ts'
import { connectionNotices } from '#server/db/pooler.ts'
import { WaitingPool } from '#server/db/waitingPool.ts'
import { pool, timeouts } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import { asAdmin, databaseIn } from '../support/servers'

/*
 * More calls at once than there are connections: of this process (DATABASE_POOL), or of the server.
 */
process.env.DATABASE_POOL = '2'
const { ask, club, request } = await import('../support/club')
const { adminUrl } = await import('../support/world')

const calls = 40
const terms = { price: 1500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }

/** Half of them read and half of them write, all at once: the number of answers of each status. */
const atOnce = async ({ ids, owner }: Awaited<ReturnType<typeof club>>) => {
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, n) =>
      n % 2
        ? request(plans.getPlans, JSON.stringify(ids), owner)
        : request(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms, name: `Plan ${n}` }), owner),
    ),
  )
  const counted: Record<string, number> = {}
  for (const { status, body, headers } of answers) {
    const code = status === 200 ? '' : ` ${(JSON.parse(body) as { code: string }).code}`
    const later = headers['Retry-After'] ? ' later' : ''
    counted[`${status}${code}${later}`] = (counted[`${status}${code}${later}`] ?? 0) + 1
  }
  return counted
}

const name = () => databaseIn(pool().options.connectionString ?? '')
beforeAll(() => {
  // How long a call waits for a connection; the test that lets them wait in vain makes it shorter.
  timeouts.connectionTimeoutMillis = 60_000
})
afterAll(() => asAdmin(adminUrl, `alter database ${name()} connection limit -1`))

test('a pool of two serves forty calls at once: they wait for each other', async () => {
  const of = await club()
  expect(pool().options.max).toBe(2)
  expect(await atOnce(of)).toEqual({ 200: calls })
  expect(pool().totalCount).toBeLessThanOrEqual(2)
})

test('who waits in vain for a connection is told to come back, and is served then', async () => {
  const of = await club()
  const held = await Promise.all([pool().connect(), pool().connect()])
  pool().options.connectionTimeoutMillis = 200
  expect(await atOnce(of)).toEqual({ '503 unavailable later': calls })
  for (const client of held) client.release()
  pool().options.connectionTimeoutMillis = 60_000
  expect(await atOnce(of)).toEqual({ 200: calls })
})

test('a server that takes fewer connections than the pools want fails no call: it waits for those that there are', async () => {
  const of = await club()
  // Refused with 53300, as a server is whose max_connections are taken; the queue has its own beside these.
  const taken = await asAdmin(
    adminUrl,
    `select count(*)::text as name from pg_stat_activity where datname = '${name()}'`,
  )
  await asAdmin(adminUrl, `alter database ${name()} connection limit ${Number(taken[0]?.name) + 3}`)
  pool().options.max = calls
  expect(await atOnce(of)).toEqual({ 200: calls })
})

/** Who is served when one of a full server's connections is given back: one waits for it, others ask in that moment. */
const servedBy = async (one: pg.Pool, connect: () => Promise<pg.PoolClient>, waits: () => Promise<unknown>) => {
  const taken = await asAdmin(
    adminUrl,
    `select count(*)::text as name from pg_stat_activity where datname = '${name()}'`,
  )
  await asAdmin(adminUrl, `alter database ${name()} connection limit ${Number(taken[0]?.name) + 1}`)
  const served: string[] = []
  const ask = async (who: string) => {
    const client = await connect()
    served.push(who)
    client.release()
  }
  const held = await connect()
  const first = ask('first')
  await waits()
  held.release()
  await Promise.all([first, ...Array.from({ length: 10 }, () => ask('later'))])
  await one.end()
  await asAdmin(adminUrl, `alter database ${name()} connection limit -1`)
  return served[0]
}

test('where the server has none left, whoever has waited longest is next: nobody who comes later is served before', async () => {
  const { connectionString } = pool().options
  const options = { ...(connectionString && { connectionString }), max: calls, connectionTimeoutMillis: 60_000 }
  const waiting = new WaitingPool(options)
  const inLine = () => expect.poll(() => waiting.waitingCount).toBe(1)
  expect(await servedBy(waiting, () => waiting.connect(), inLine)).toBe('first')
  // Control: who asks again from time to time is passed.
  const polling = new pg.Pool(options)
  const refused = Promise.withResolvers<void>()
  const again = async (): Promise<pg.PoolClient> =>
    polling.connect().catch(async () => {
      refused.resolve()
      await sleep(50)
      return again()
    })
  expect(await servedBy(polling, again, () => refused.promise)).toBe('later')
})

test('a server without a connection left is a 503 that says when to come back', async () => {
  const of = await club()
  await asAdmin(adminUrl, `alter database ${name()} connection limit 0`)
  for (const client of await Promise.all(Array.from({ length: pool().idleCount }, () => pool().connect())))
    client.release(true)
  pool().options.connectionTimeoutMillis = 200
  expect(await atOnce(of)).toEqual({ '503 unavailable later': calls })
  await asAdmin(adminUrl, `alter database ${name()} connection limit -1`)
  pool().options.connectionTimeoutMillis = 60_000
  expect(await ask(plans.getPlans, of.ids, of.owner)).toMatchObject({ plans: expect.any(Array) })
})

test('a start whose first connection is lost asks again; where none comes about it says so', async () => {
  const address = pool().options.connectionString ?? ''
  const { host, port } = new pg.Client({ connectionString: address })
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-door-'))
  let lost = 1
  const door = createServer((caller) => {
    if (lost-- > 0) return caller.destroy()
    const database = connect(join(host, `.s.PGSQL.${port}`))
    for (const end of [caller, database]) end.on('error', () => {})
    caller.pipe(database).pipe(caller)
  })
  await new Promise<void>((open) => door.listen(join(folder, `.s.PGSQL.${port}`), open))
  const { pool: own, databaseUrl } = shared
  const started = async () => {
    shared.pool = undefined
    shared.databaseUrl = address.replace(encodeURIComponent(host), encodeURIComponent(folder))
    try {
      return await connectionNotices(address)
    } finally {
      await pool().end()
      Object.assign(shared, { pool: own, databaseUrl })
    }
  }
  expect(address).toContain(encodeURIComponent(host))
  expect(await started()).toEqual([])
  expect(lost).toBeLessThan(0)
  lost = 1000
  await expect(started()).rejects.toThrow('The database does not answer')
  door.close()
  rmSync(folder, { recursive: true, force: true })
})
