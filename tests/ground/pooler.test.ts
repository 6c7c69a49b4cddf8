import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plans } from '#membership/plans/contract.ts'
import { startJobs, stopJobs } from '#program/jobs.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { connectionNotices, setForRole } from '#server/db/pooler.ts'
import { pool, settingsOfCalls, timeouts } from '#server/db.ts'
import { listenForRenewals } from '#server/renewal.ts'
import { shared } from '#server/shared.ts'

/*
 * pgbouncer in transaction mode between calls and database: Debian 12's, 1.18, which knows no prepared statements.
 */
process.env.RATE_LIMITS = 'on'
const { ask, club, request } = await import('../support/club')
const { adminUrl, ownerUrl } = await import('../support/world')
const { pgbouncer, startPgbouncer } = await import('../support/pgbouncer')
const { serverConfig } = await import('#config.server.ts')

const calls = 200
const terms = { price: 1500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }
const direct = shared.databaseUrl ?? ''

/** Half of them read and half of them write, all at once, each from an address of its own: the number of answers of each status. */
const atOnce = async ({ ids, owner }: Awaited<ReturnType<typeof club>>) => {
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, n) =>
      n % 2
        ? request(plans.getPublicPlans, JSON.stringify(ids), null)
        : request(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms, name: `Plan ${n}` }), owner),
    ),
  )
  const counted: Record<string, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

const rowsOf = async <Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
    .query<Row>(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
const settingsOf = async (connectionString: string) => {
  const names = Object.keys(settingsOfCalls())
  const rows = await rowsOf<{ name: string; setting: string }>(
    connectionString,
    'select name, setting from pg_settings where name = any($1)',
    [names],
  )
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

/** A pool as the settings want it now. */
const openAfresh = async () => {
  await shared.pool?.end()
  Object.assign(shared, { pool: undefined, drizzle: undefined, statementNames: undefined, limiters: undefined })
}

test('no statement leaves anything in its session, which is another call’s afterwards; but migration and listener, which go past the pooler', () => {
  const stays = /pg_(try_)?advisory_(un)?lock|`(listen|set(?! local)|create temp(orary)?|prepare|declare) /
  const found = globSync('src/**/*.ts').filter((file) => stays.test(readFileSync(file, 'utf8')))
  expect(found.sort()).toEqual(['src/server/db/runMigrations.ts', 'src/server/renewal.ts'])
})

const title = pgbouncer ? 'behind pgbouncer' : 'SKIPPED, as this machine has no pgbouncer: behind pgbouncer'
describe.skipIf(!pgbouncer)(title, () => {
  let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
  beforeAll(async () => {
    bouncer = await startPgbouncer([direct, ownerUrl], { connections: 4 })
    Object.assign(serverConfig(), {
      DATABASE_POOLER: 'transaction',
      DATABASE_POOL: 40,
      DATABASE_URL: bouncer.through(direct),
      DATABASE_DIRECT_URL: direct,
    })
    // Unset as beside a database of one's own: the program goes by its settings.
    delete shared.databaseUrl
    await stopJobs()
    await openAfresh()
    await migrateDatabase({ ownerUrl, appUrl: direct, isPooled: true })
    await startJobs({ work: false })
  })
  afterAll(async () => {
    await openAfresh()
    shared.databaseUrl = direct
    await bouncer.stop()
  })

  test('two hundred calls at once get along with four connections, and the counters of the limits with them', async () => {
    const of = await club()
    expect(await atOnce(of)).toEqual({ 200: calls })
    const [counted] = await rowsOf<{ points: number }>(
      ownerUrl,
      'select sum(rate_limits.points)::int as points from rate_limits',
    )
    expect(counted?.points).toBeGreaterThanOrEqual(calls / 2)
    expect((await ask(plans.getPlans, of.ids, of.owner)).plans).toHaveLength(calls / 2)
    const [used] = await rowsOf<{ connections: number }>(
      adminUrl,
      `select count(*)::int as connections from pg_stat_activity
      where pg_stat_activity.datname = current_database() and pg_stat_activity.application_name = 'tsudoi'`,
    )
    expect(used?.connections).toBeLessThanOrEqual(4)
  })

  test('time limits and plans of calls hold there: they are settings of the role', async () => {
    await openAfresh()
    const { rows } = await pool().query('select name, setting from pg_settings where name = any($1)', [
      Object.keys(settingsOfCalls()),
    ])
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(settingsOfCalls())
    expect(await settingsOf(bouncer.through(direct))).toEqual(settingsOfCalls())
    expect(await connectionNotices(direct)).toEqual([])
  })

  test('other instances hear what a call has changed, and its jobs run: neither goes through the pooler', async () => {
    const heard: (string | null)[] = []
    let isHeard = false
    const stop = listenForRenewals({
      renew: (tag) => heard.push(tag),
      listening: (yes) => {
        isHeard = yes
      },
    })
    await expect.poll(() => isHeard).toBe(true)
    const { ids, owner, brandId } = await club()
    await ask(plans.createDraftPlan, { ...ids, ...terms, name: 'Galaxy' }, owner)
    await expect.poll(() => heard).toContain(brandId)
    await stop()
    expect(await shared.jobs?.isAnswering()).toBe(true)
    await shared.jobs?.runDue()
  })

  test('names of statements are what this version of pgbouncer cannot keep: with them calls fail', async () => {
    serverConfig().DATABASE_POOLER = 'prepared'
    await openAfresh()
    const of = await club().catch(() => undefined)
    expect(of && (await atOnce(of))).not.toEqual({ 200: calls })
    serverConfig().DATABASE_POOLER = 'transaction'
    await openAfresh()
  })

  test('where one role does everything, its migration and its jobs have no time limit of calls', async () => {
    const kept = { ...timeouts }
    Object.assign(timeouts, { lock_timeout: 1, statement_timeout: 1 })
    try {
      for (const url of [ownerUrl, direct]) {
        await setForRole(url)
        // Two limits of a millisecond may end together, and PostgreSQL then names neither.
        await expect(rowsOf(url, 'select pg_sleep(1)')).rejects.toThrow(/due to (statement timeout|user request)/)
      }
      await stopJobs()
      await migrateDatabase({ ownerUrl, appUrl: ownerUrl, isPooled: true })
      await startJobs({ work: false })
      expect(await shared.jobs?.isAnswering()).toBe(true)
    } finally {
      Object.assign(timeouts, kept)
      for (const url of [ownerUrl, direct]) await setForRole(url)
    }
  })

  test('a pooler that is not named, one that leads elsewhere, and its old connections are each a sentence', async () => {
    timeouts.lock_timeout += 1
    expect((await connectionNotices(direct)).join()).toContain('(lock_timeout)')
    timeouts.lock_timeout -= 1

    serverConfig().DATABASE_URL = bouncer.through(direct, 'other')
    await openAfresh()
    await expect(connectionNotices(direct)).rejects.toThrow('lead to different databases or roles')

    Object.assign(serverConfig(), { DATABASE_URL: bouncer.through(direct), DATABASE_POOLER: undefined })
    await openAfresh()
    await expect(connectionNotices(direct)).rejects.toThrow('DATABASE_URL leads to a pooler')
    serverConfig().DATABASE_POOLER = 'transaction'
    await openAfresh()
  })
})
