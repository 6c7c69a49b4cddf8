import { rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { plans } from '#membership/plans/contract.ts'
import { openMonitoring } from '#program/http/monitoring.ts'
import { pool } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import { storage } from '#server/storage/storage.ts'
import { isUnavailable } from '#server/unavailable.ts'
import { request as call, club } from '../support/club'
import { asAdmin, databaseIn, inDatabase } from '../support/servers'
import { adminUrl } from '../support/world'

/*
 * What a balancer asks: an instance that answers every read and takes no write is not ready.
 */
const server = createServer((request, response) => void openMonitoring['/api/ready'](request, response))
let at = ''
beforeAll(async () => {
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/ready`
})
afterAll(() => server.close())
const ready = async () => {
  const answer = await fetch(at)
  return [answer.status, await answer.json()]
}
const all = { database: true, jobs: true, storage: true }
const green = [200, { ok: true, parts: all }]

/** What PostgreSQL says when it cannot make a table larger. */
const fullDisk = `
  create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
  create trigger full_disk before insert on plans execute function full_disk()`

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  shared.writeProbes = undefined
})
afterEach(() => vi.useRealTimers())
/** Of a call that writes: who is told to come back does, and loses nothing. */
const written = async ({ ids, owner }: Awaited<ReturnType<typeof club>>) => {
  const terms = { name: 'Plan', price: 1500, subscriptionInterval: 'month', description: '', thumbnail: '' }
  const { status, headers } = await call(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms }), owner)
  return [status, headers['Retry-After']]
}
const later = () => vi.setSystemTime(Date.now() + 5000)

test('what works is named', async () => {
  expect(await ready()).toEqual(green)
})

test('a database that can only be read is not ready, and ready again when it takes what is written', async () => {
  const { connectionString = '' } = pool().options
  const inFuture = async (mode: 'on' | 'off') => {
    await asAdmin(
      adminUrl,
      `alter database ${databaseIn(connectionString)} set default_transaction_read_only = ${mode}`,
    )
    for (const client of await Promise.all(Array.from({ length: pool().totalCount }, () => pool().connect())))
      client.release(true)
    later()
  }
  const of = await club()
  await inFuture('on')
  expect(await pool().query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
  expect(await ready()).toEqual([503, { ok: false, parts: { ...all, database: false } }])
  expect(await written(of)).toEqual([503, '5'])
  await inFuture('off')
  expect(await ready()).toEqual(green)
  expect(await written(of)).toEqual([200, undefined])
})

test('a database whose disk is full answers no call with an error of the program', async () => {
  const of = await club()
  const owner = new pg.Client({
    connectionString: inDatabase(adminUrl, databaseIn(pool().options.connectionString ?? '')),
  })
  await owner.connect()
  await owner.query(fullDisk)
  expect(await written(of)).toEqual([503, '5'])
  await owner.query('drop trigger full_disk on plans')
  await owner.end()
  expect(await written(of)).toEqual([200, undefined])
})

test('a disk of this machine that is full is a failure of the moment, not of the program', async () => {
  const full = await writeFile('/dev/full', 'a file').catch((error: unknown) => error)
  expect(full).toMatchObject({ code: 'ENOSPC' })
  expect(isUnavailable(full)).toBe(true)
  expect(isUnavailable(new Error('of the program', { cause: full }))).toBe(true)
  const missing = await writeFile('/nowhere/at/all', 'a file').catch((error: unknown) => error)
  expect(isUnavailable(missing)).toBe(false)
})

test('a storage that cannot be written to is not ready', async () => {
  expect(await ready()).toEqual(green)
  const { DATA_DIR } = serverConfig()
  // A file where a folder has to be: nothing can be written below it, by nobody.
  serverConfig().DATA_DIR = join(DATA_DIR, 'a-file')
  writeFileSync(serverConfig().DATA_DIR, '')
  later()
  expect(await ready()).toEqual([503, { ok: false, parts: { ...all, storage: false } }])
  // One that all instances share is no reason to take this one out.
  const { S3_BUCKET } = serverConfig()
  serverConfig().S3_BUCKET = 'files'
  expect(await ready()).toEqual([200, { ok: true, parts: { ...all, storage: false } }])
  serverConfig().S3_BUCKET = S3_BUCKET
  rmSync(serverConfig().DATA_DIR)
  serverConfig().DATA_DIR = DATA_DIR
  later()
  expect(await ready()).toEqual(green)
})

test('without jobs an instance is not ready', async () => {
  const { jobs } = shared
  shared.jobs = undefined
  expect(await ready()).toEqual([503, { ok: false, parts: { ...all, jobs: false } }])
  shared.jobs = jobs
})

test('however many ask, one in five seconds is written', async () => {
  const put = vi.spyOn(storage(), 'put')
  const writtenAt = async () =>
    (await pool().query(`select rate_limits.expire from rate_limits where rate_limits.key = 'ready'`)).rows[0]?.expire
  for (const answer of await Promise.all(Array.from({ length: 20 }, ready))) expect(answer).toEqual(green)
  const first = await writtenAt()
  vi.setSystemTime(Date.now() + 4900)
  expect(await ready()).toEqual(green)
  expect([put.mock.calls.length, await writtenAt()]).toEqual([1, first])
  later()
  expect(await ready()).toEqual(green)
  expect(put).toHaveBeenCalledTimes(2)
  expect(await writtenAt()).not.toBe(first)
  put.mockRestore()
})
