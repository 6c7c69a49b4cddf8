import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plans } from '#membership/plans/contract.ts'
import { startJobs, stopJobs } from '#program/jobs.ts'
import { replica } from '#program/setup/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { bounds, stopReplica } from '#server/db/replica.ts'
import { shared } from '#server/shared.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { hasPostgres, startPostgres } from '../support/postgres'

/*
 * Reads at a streaming replica: PostgreSQL 15 of Debian, whose replay is held back on purpose (rule: access.replica).
 */
process.env.DATABASE_POOL = '4'
const { ask, club, request } = await import('../support/club')
const { serverConfig } = await import('#config.server.ts')

type Club = Awaited<ReturnType<typeof club>>
const terms = { price: 1500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }

/** A browser: what it was told to say, it says with the next call. */
const browser = () => {
  let cookie = ''
  const send: typeof request = async (operation, body, by) => {
    const answer = await request(operation, body, by, cookie ? { cookie } : {})
    for (const { name, value } of answer.cookies ?? []) cookie = `${name}=${value}`
    return answer
  }
  return { send, cookie: () => cookie }
}
const draft = async (send: typeof request, { ids, owner }: Club, name: string): Promise<string> => {
  const { status, body } = await send(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms, name }), owner)
  expect(status).toBe(200)
  return JSON.parse(body).planId
}
const namesSeen = async (send: typeof request, { ids, owner }: Club): Promise<string[]> => {
  const { status, body } = await send(plans.getPlans, JSON.stringify(ids), owner)
  expect(status).toBe(200)
  return JSON.parse(body).plans.map(({ name }: { name: string }) => name)
}
const reads = async (place: string) =>
  (await metrics().replicaReads.get()).values.find(({ labels }) => labels.place === place)?.value ?? 0

/** Says with every call that it has written nothing: what a browser would that forgets what it was told. */
const forgetful: typeof request = (operation, body, by) => request(operation, body, by, { cookie: 'seen=0' })

const title = hasPostgres ? 'beside a replica' : 'SKIPPED, as this machine has no PostgreSQL 15: beside a replica'
describe.skipIf(!hasPostgres)(title, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-replica-'))
  const embedded = shared.databaseUrl
  let server: Awaited<ReturnType<typeof startPostgres>>
  const kept = { ...bounds }

  const atReplica = async (text: string) => {
    const client = new pg.Client({ connectionString: server.replicaAdminUrl })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const isAsked = async (of: Club) => {
    const before = await reads('replica')
    await namesSeen(forgetful, of)
    return (await reads('replica')) > before
  }
  /** A club that the replica has, and is asked about. */
  const known = async () => {
    const of = await club()
    await draft(request, of, 'Known')
    await expect.poll(() => isAsked(of)).toBe(true)
    await expect.poll(() => namesSeen(forgetful, of)).toEqual(['Known'])
    return of
  }
  const openAfresh = async () => {
    await stopReplica()
    await shared.pool?.end()
    Object.assign(shared, { pool: undefined, drizzle: undefined, statementNames: undefined, limiters: undefined })
  }

  beforeAll(async () => {
    server = await startPostgres(folder, { isArchived: false })
    await stopJobs()
    await openAfresh()
    Object.assign(serverConfig(), { DATABASE_URL: server.appUrl, DATABASE_REPLICA_URL: server.replicaUrl })
    // Unset as beside a database of one's own: the program goes by its settings.
    delete shared.databaseUrl
    await migrateDatabase(server)
    await startJobs({ work: false })
  })
  beforeEach(async () => {
    // A slow machine is no reason not to ask it.
    Object.assign(bounds, { ...kept, behind: Number.POSITIVE_INFINITY })
    await atReplica('select pg_wal_replay_resume()')
  })
  afterAll(async () => {
    Object.assign(bounds, kept)
    await stopJobs()
    await openAfresh()
    shared.databaseUrl = embedded
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('who has written reads it at once, whatever the replica has: a browser that forgot where it wrote would not', async () => {
    const of = await known()
    await atReplica('select pg_wal_replay_pause()')
    const { send } = browser()
    await draft(send, of, 'Just written')
    expect(await namesSeen(send, of)).toEqual(['Just written', 'Known'])
    expect(await namesSeen(forgetful, of)).toEqual(['Known'])
    await atReplica('select pg_wal_replay_resume()')
    const before = await reads('replica')
    await expect.poll(async () => (await namesSeen(send, of)) && (await reads('replica'))).toBeGreaterThan(before)
    expect(await namesSeen(send, of)).toEqual(['Just written', 'Known'])
  })

  test('a call that is refused after it has written says so too: the next read is past it', async () => {
    const of = await known()
    const { send, cookie } = browser()
    const { status } = await send(
      plans.activateDraftPlan,
      JSON.stringify({ ...of.ids, ...terms, planId: 'plan_none', name: 'None' }),
      of.owner,
    )
    expect(status).toBe(404)
    expect(cookie()).toMatch(/^seen=[1-9a-f][0-9a-f]*$/)
  })

  test('who keeps no cookies reads at the primary, and is given one', async () => {
    const of = await known()
    await atReplica('select pg_wal_replay_pause()')
    await draft(request, of, 'New')
    expect(await namesSeen(request, of)).toEqual(['New', 'Known'])
    const { cookies } = await request(plans.getPlans, JSON.stringify(of.ids), of.owner)
    expect(cookies).toMatchObject([{ name: 'seen', value: '0', path: '/' }])
  })

  test('what the replica refuses is asked at the primary: it may have been granted since', async () => {
    const of = await known()
    await atReplica('select pg_wal_replay_pause()')
    const planId = await draft(request, of, 'New')
    const { status, body } = await forgetful(plans.getPlan, JSON.stringify({ ...of.ids, planId }), of.owner)
    expect([status, JSON.parse(body).plan.name]).toEqual([200, 'New'])
  })

  test('one that is too far behind is not asked, and the metrics say how far it is', async () => {
    const of = await known()
    await atReplica('select pg_wal_replay_pause()')
    await draft(request, of, 'New')
    bounds.behind = 0
    await expect.poll(() => namesSeen(forgetful, of)).toEqual(['New', 'Known'])
    expect(await metrics().registry.metrics()).toMatch(/^tsudoi_replica_behind_seconds (?!0$)\d/m)
  })

  test('while it is away everything is read at the primary, and there again when it is back', async () => {
    const of = await known()
    server.stopReplica()
    await draft(request, of, 'New')
    expect(await namesSeen(forgetful, of)).toEqual(['New', 'Known'])
    await expect.poll(() => shared.replica?.behind()).toBeUndefined()
    expect(await isAsked(of)).toBe(false)
    expect(await metrics().registry.metrics()).not.toMatch(/^tsudoi_replica_behind_seconds \d/m)
    server.startReplica()
    await expect.poll(() => isAsked(of)).toBe(true)
  })

  test('pages of visitors, which are kept, are read at the primary', async () => {
    const { ids } = await known()
    const before = await reads('replica')
    await ask(plans.getPublicPlans, ids)
    expect(await reads('replica')).toBe(before)
  })

  test('what a caller says that we never wrote counts as nothing', async () => {
    const of = await known()
    await atReplica('select pg_wal_replay_pause()')
    await draft(request, of, 'New')
    for (const cookie of [
      'seen=',
      'seen=-1',
      'seen=0/0',
      'seen=0; seen=0',
      `seen=${'f'.repeat(17)}`,
      'seen=ffffffffffffffff',
    ]) {
      const { status, body } = await request(plans.getPlans, JSON.stringify(of.ids), of.owner, { cookie })
      expect([cookie, status, JSON.parse(body).plans.length]).toEqual([cookie, 200, 2])
    }
  })

  test('the check of the set-up says whether it is the replica of this server', async () => {
    expect(await replica(serverConfig())).toMatch(/^\d+ bytes of changes behind$/)
    const check = (DATABASE_REPLICA_URL: string) => replica({ ...serverConfig(), DATABASE_REPLICA_URL })
    await expect(check(server.appUrl)).rejects.toThrow('leads to no replica')
    await expect(check(server.replicaAdminUrl)).rejects.toThrow('its role is not that of DATABASE_URL')
    server.stopReplica()
    await expect(check(server.replicaUrl)).rejects.toThrow('ECONNREFUSED')
    server.startReplica()
  })

  test('an address that leads to the primary itself is no replica: it is not asked', async () => {
    const of = await known()
    await openAfresh()
    serverConfig().DATABASE_REPLICA_URL = server.appUrl
    expect(await isAsked(of)).toBe(false)
    await expect.poll(() => shared.replica?.marks.length).toBeGreaterThan(2)
    expect(await isAsked(of)).toBe(false)
    await openAfresh()
    serverConfig().DATABASE_REPLICA_URL = server.replicaUrl
  })
})
