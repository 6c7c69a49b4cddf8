import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { startJobs } from '#program/jobs.ts'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import { pool } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import { databasesOf } from './databases'
import { type Message, objectMessage, sentPrefix, shapesOf } from './providerTypes'

/*
 * What a test file of operations works on. Files that share a process (tests/support/processes.ts) share the imported program,
 * its settings and the payment provider's address; the database, the clock and what the program keeps in memory are each file's own.
 */
export const world = inject('world')
export const operatorEmail = 'operator@tsudoi.test'

Object.assign(process.env, {
  FIREBASE_PROJECT_ID: 'demo-tsudoi',
  FIREBASE_API_KEY: 'demo',
  USE_EMULATOR: 'true',
  AUTH_EMULATOR_PORT: String(world.emulatorPort),
  OPERATOR_EMAILS: operatorEmail,
  DATA_DIR: mkdtempSync(join(world.dataDir, 'worker-')),
  RATE_LIMITS: process.env.RATE_LIMITS ?? 'off',
  CLOCK: process.env.CLOCK ?? 'adjustable',
  FEATURE_FAN_CLUB_EVENTS: 'true',
  LOOKER_HOST: 'looker.example.test',
  LOOKER_EMBED_SECRET: 'embed-secret',
  LOOKER_MODELS: 'club',
  LOOKER_REPORTS: '/embed/dashboards/1',
  OAUTH_AUTHORIZATION_URL: 'http://127.0.0.1:1/authorize',
  OAUTH_TOKEN_URL: 'http://127.0.0.1:1/token',
  OAUTH_CLIENT_ID: 'tsudoi',
  PAYOUT_SENDER_CODE: '1234567890',
  PAYOUT_SENDER_NAME: 'ﾂﾄﾞｲ(ｶ',
  PAYOUT_SENDER_ACCOUNT: '0001-001-1-7654321',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
})

/** A measure of thousands of orders keeps none of what was sent. */
const isRecorded = process.env.RECORD_SENT !== 'off'
/** What the program and the payment provider sent each other in this file. */
export const providerCalls: Message[] = []

/*
 * The payment provider: the sandbox behind a real http server at a free port, with the callback endpoint. Nothing
 * happens there by itself: time is moved, or callbacks are asked for (tests/support/payments.ts).
 */
const providerServer = createServer(async (incoming, response) => {
  const [{ openProviderDoors }, { noting }] = await Promise.all([import('./providerDoors'), import('./providerCalls')])
  if (isRecorded) noting((messages) => providerCalls.push(...messages), incoming, response)
  await openProviderDoors(incoming, response).catch((error: unknown) => response.destroy(error as Error))
})
await new Promise<void>((done) => providerServer.listen(0, '127.0.0.1', done))
providerServer.unref()
const { port: ownPort } = providerServer.address() as AddressInfo
shared.ownPort = ownPort

export let ownerUrl = ''
export let adminUrl = ''
export let sandbox: Sandbox
let isOpen = false

/** What was sent in this file, one of each shape: compiled with the SDK's types when all files have run. */
const recordSent = async () => {
  if (!isRecorded) return
  // Past the program's pool: a file may have led that one to a database that answers no more.
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client
    .query<{ body: { object: string } }>(
      'select sandbox_objects.body from sandbox_objects order by sandbox_objects.serial',
    )
    .finally(() => client.end())
  const shapes = shapesOf([...rows.map(({ body }) => objectMessage(body)), ...providerCalls.splice(0)])
  if (shapes.length === 0) return
  const file = relative(process.cwd(), expect.getState().testPath ?? '')
  writeFileSync(join(world.dataDir, `${sentPrefix}${randomUUID()}.json`), JSON.stringify({ file, shapes }))
}

/** The file's own database, used as the program's own role; the clock tells the time again. */
const open = async () => {
  const { identity, metrics, pictures, renderings } = shared
  for (const name of Object.keys(shared)) delete shared[name as keyof typeof shared]
  Object.assign(shared, { identity, metrics, pictures, renderings, ownPort })

  rmSync(join(process.env.DATA_DIR ?? '', 'outbox'), { recursive: true, force: true })
  // Another clock, or none, is part of what the queue writes into its database.
  const database = await databasesOf(world).take({ isShared: process.env.CLOCK === 'adjustable' })
  Object.assign(shared, { databaseUrl: database.urls.appUrl })
  ownerUrl = database.urls.ownerUrl
  adminUrl = database.urls.adminUrl
  await startJobs({ work: false })
  await database.started()
  sandbox = startSandbox({ auto: false })
  isOpen = true

  afterAll(async () => {
    isOpen = false
    await sandbox.stop()
    providerServer.closeAllConnections()
    await shared.jobs?.stop()
    await recordSent()
    await Promise.all([pool().end(), shared.aside?.end()])
    await database.back()
  })
}

/** Before a file's own imports where files share a process, otherwise with the first import of tests/support/club.ts. */
export const openWorld = async () => {
  if (!isOpen) await open()
}
