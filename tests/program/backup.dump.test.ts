import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJobs, stopJobs } from '#program/jobs.ts'
import { jobContext } from '#program/workContext.ts'
import { inTransaction, pool } from '#server/db.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { payments } from '#server/payments/provider.ts'
import { enqueue, runDueJobs } from '#server/queue.ts'
import { readiness } from '#server/readiness.ts'
import { restoredSchema } from '#server/restored.ts'
import { shared } from '#server/shared.ts'
import { contentOf, fillPlace, leavePlace, writing } from '../support/backedUp'
import { tsudoi } from '../support/command'
import { mailbox } from '../support/mailbox'
import { hasPostgres15, startPostgres15 } from '../support/postgres15'
import { newDataDir } from '../support/program'
import { asSetting, outside, type TestServer } from '../support/servers'
import { demoSettings } from '../support/settings'

/* `tsudoi backup` and `restore` with an outside PostgreSQL 15 that has tools, and what a restored copy does not do. */
const key = 'a-key-of-at-least-32-characters-0001'
const dataDir = newDataDir('dump-of')
const mails = await mailbox()
demoSettings({ DATA_DIR: dataDir, FIELD_ENCRYPTION_KEY: key, SMTP_URL: mails.url })

/** The payment provider, as far as anybody asks it. */
let asked = 0
const provider = createServer((_request, response) => {
  asked++
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ id: 'acct_1', object: 'account' }))
})
await new Promise<void>((up) => provider.listen(0, '127.0.0.1', up))
shared.ownPort = (provider.address() as AddressInfo).port

let postgres: Awaited<ReturnType<typeof startPostgres15>>
let source: TestServer
const targets: TestServer[] = []
const made: string[] = [dataDir]
const place = (name: string) => {
  const folder = newDataDir(name)
  made.push(folder)
  return folder
}
const settingsOf = ({ appUrl, ownerUrl }: TestServer, folder: string) => ({
  DATA_DIR: folder,
  FIELD_ENCRYPTION_KEY: key,
  DATABASE_URL: asSetting(appUrl),
  MIGRATION_DATABASE_URL: asSetting(ownerUrl),
  SMTP_URL: mails.url,
})
const emptyDatabase = async () => {
  const target = await outside(postgres.url)
  targets.push(target)
  return target
}
beforeAll(async () => {
  if (!hasPostgres15) return
  postgres = await startPostgres15()
  source = await outside(postgres.url)
  await fillPlace(source)
})
afterAll(async () => {
  mails.close()
  provider.close()
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true })
  if (!hasPostgres15) return
  await stopJobs()
  await leavePlace()
  for (const one of [source, ...targets]) await one.stop()
  await postgres.stop()
})

const mail = (to: string) => ({ to, subject: to, text: 'こんにちは', locale: 'ja' as const })
const mailsTo = (to: string) => mails.taken.filter((text) => text.includes(`To: ${to}`)).length
/** This process works on the database, as an instance does. */
const workOn = async ({ appUrl }: TestServer) => {
  await stopJobs()
  await leavePlace()
  shared.databaseUrl = appUrl
  await startJobs()
}

const tools = hasPostgres15 ? 'pg_dump' : 'SKIPPED, as this machine has no PostgreSQL 15: pg_dump'
const backup = join(place('dump'), 'backup')
let copy: TestServer
let files = ''
test.skipIf(!hasPostgres15)(
  `${tools} by the role that owns the tables, under load, is restored whole into an empty database, and verified`,
  async () => {
    // Waits in the queue, as in a program that goes on.
    shared.databaseUrl = source.appUrl
    await startJobs({ work: false })
    await inTransaction((db) => enqueue(db, mailJobs.sendMail, mail('waiting@tsudoi.test')))
    await stopJobs()
    const writer = writing()
    await writer.begun
    const before = writer.written()
    const saved = await tsudoi(['backup', backup], settingsOf(source, dataDir))
    const meanwhile = writer.written() - before
    await writer.stop()
    expect(saved.said).toMatch(/database: by \/usr\/lib\/postgresql\/15\/bin\/pg_dump, from one snapshot/)
    expect([saved.code, meanwhile > 0]).toEqual([0, true])

    copy = await emptyDatabase()
    files = place('dump-restored')
    const own = settingsOf(copy, files)
    const both = await Promise.all([0, 1].map(() => tsudoi(['restore', backup], own)))
    expect(both.map(({ code }) => code).toSorted(), both.map(({ said }) => said).join()).toEqual([0, 1])
    const verified = await tsudoi(['verify', backup], own)
    expect(verified.said).toMatch(/works {4}rows: /)
    expect(verified.code, verified.said).toBe(0)
    const again = await tsudoi(['restore', backup], { ...own, DATA_DIR: place('dump-again') })
    expect(again).toMatchObject({
      code: 1,
      said: expect.stringMatching(/The database has \d+ tables: a backup is restored into an empty one/),
    })
  },
)

/** PostgreSQL 15's, which restores into newer servers as well, under the name of another version. */
const installed = (version: number) => {
  const folder = place('dump-tools')
  const text = `#!/bin/sh\nif [ "$1" = --version ]; then echo "pg_restore (PostgreSQL) ${version}.0"; else exec /usr/lib/postgresql/15/bin/pg_restore "$@"; fi\n`
  fs.writeFileSync(join(folder, 'pg_restore'), text, { mode: 0o755 })
  return folder
}

test.skipIf(!hasPostgres15)(
  `${tools}: a restore without its tool has done nothing, and works once it is there`,
  async () => {
    const own = { ...settingsOf(source, place('dump-built-in')), DATABASE_URL: '', MIGRATION_DATABASE_URL: '' }
    for (const _ of ['once', 'again'])
      expect(await tsudoi(['restore', backup], own)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/has no pg_restore of PostgreSQL 18/),
      })
    const path = `${installed(18)}:${process.env.PATH}`
    const restored = await tsudoi(['restore', backup], { ...own, PATH: path })
    expect(restored.code, restored.said).toBe(0)
    expect(await tsudoi(['verify', backup], own)).toMatchObject({ code: 0 })
  },
)

test.skipIf(!hasPostgres15)(`${tools}: what was quiet is the same to the last row`, async () => {
  const quiet = join(place('dump-quiet'), 'backup')
  expect(await tsudoi(['backup', quiet, '--without-files'], settingsOf(source, dataDir))).toMatchObject({ code: 0 })
  const target = await emptyDatabase()
  const restored = await tsudoi(['restore', quiet], settingsOf(target, place('dump-quiet-files')))
  expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/the backup has none/) })
  expect(await contentOf(target.ownerUrl)).toEqual(await contentOf(source.ownerUrl))
})

test.skipIf(!hasPostgres15)(
  `${tools}: a restored copy sends no mail, runs no job and calls no provider until it is released`,
  async () => {
    await workOn(copy)
    await runDueJobs()
    await expect(jobContext('job-1').sendMail(mail('by-hand@tsudoi.test'))).rejects.toThrow(/is a restored copy/)
    await expect(payments().account()).rejects.toThrow()
    expect(asked).toBe(0)
    expect(await readiness()).toMatchObject({ restoredCopy: true })
    const waiting = async () =>
      (
        await pool().query(
          `select state from pgboss.job where name = 'sendMail' and data->>'to' = 'waiting@tsudoi.test'`,
        )
      ).rows
    expect([await waiting(), mails.taken]).toEqual([[{ state: 'created' }], []])
    await inTransaction((db) => enqueue(db, mailJobs.sendMail, mail('later@tsudoi.test')))

    const released = await tsudoi(['restore', '--release'], settingsOf(copy, files))
    expect(released).toMatchObject({ code: 0, said: expect.stringMatching(/^Released/) })
    await expect
      .poll(() => [mailsTo('waiting@tsudoi.test'), mailsTo('later@tsudoi.test')], { timeout: 30_000 })
      .toEqual([1, 1])
    expect([await payments().account(), asked]).toEqual(['acct_1:test', 1])
    expect(await readiness()).not.toHaveProperty('restoredCopy')
    expect(await tsudoi(['restore', '--release'], settingsOf(copy, files))).toMatchObject({
      said: expect.stringMatching(/is no restored copy/),
    })
  },
)

test.skipIf(!hasPostgres15)(
  `${tools}: a database that came back in another way is held by hand, before an instance works on it`,
  async () => {
    const own = settingsOf(copy, files)
    await workOn(copy)
    await pool().query('select 1')
    // An instance that has asked once whether it is a copy does not ask again.
    expect(await tsudoi(['restore', '--hold'], own)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/An instance works on this database/),
    })
    await stopJobs()
    await leavePlace()
    expect(await tsudoi(['restore', '--hold'], own)).toMatchObject({ code: 0, said: expect.stringMatching(/^Held/) })
    expect(await tsudoi(['restore', '--hold'], own)).toMatchObject({ code: 0, said: expect.stringMatching(/already/) })
    await workOn(copy)
    await expect(jobContext('job-2').sendMail(mail('held@tsudoi.test'))).rejects.toThrow(/is a restored copy/)
    expect(await tsudoi(['restore', '--release'], own)).toMatchObject({ code: 0 })
  },
)

test.skipIf(!hasPostgres15)(
  `${tools}: without its mark the same copy sends what waits: the check sees something`,
  async () => {
    const target = await emptyDatabase()
    expect(await tsudoi(['restore', backup], settingsOf(target, place('dump-naive')))).toMatchObject({ code: 0 })
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: target.ownerUrl })
    await client.connect()
    await client.query(`drop schema ${restoredSchema}`).finally(() => client.end())
    const before = mailsTo('waiting@tsudoi.test')
    await workOn(target)
    await expect.poll(() => mailsTo('waiting@tsudoi.test'), { timeout: 30_000 }).toBe(before + 1)
  },
)
