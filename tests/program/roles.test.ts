import fs from 'node:fs'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailbox } from '../support/mailbox'
import { newDataDir, program } from '../support/program'
import { realProject } from '../support/realProject'
import { asSetting, startTestServer, type TestServer } from '../support/servers'

/* The built program as two instances on one database: one serves, the other runs the jobs. */
const token = 'metrics-of-the-roles'
const auth = { authorization: `Bearer ${token}` }

let server: TestServer
let mails: Awaited<ReturnType<typeof mailbox>>
const folders: string[] = []
const running: Awaited<ReturnType<typeof program>>[] = []

beforeAll(async () => {
  server = await startTestServer()
  mails = await mailbox()
})
afterAll(async () => {
  for (const house of running) await house.stop()
  mails.close()
  await server.stop()
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
})

/** A real project's settings; nothing of it is asked here. */
const instance = async (env: Record<string, string>) => {
  const dataDir = newDataDir('role')
  folders.push(dataDir)
  const DATABASE_URL_FILE = `${dataDir}/database-url`
  fs.writeFileSync(DATABASE_URL_FILE, `${asSetting(server.appUrl)}\n`)
  const house = await program({
    dataDir,
    env: {
      ...realProject,
      RATE_LIMITS: 'on',
      SMTP_URL: mails.url,
      S3_BUCKET: 'files',
      S3_REGION: 'ap-northeast-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      PUBLIC_STORAGE_URL: 'https://files.example.jp/public',
      METRICS_TOKEN: token,
      DATABASE_URL_FILE,
      MIGRATION_DATABASE_URL: asSetting(server.ownerUrl),
      ...env,
    },
  })
  running.push(house)
  await house.start()
  return house
}

const query = async (statement: string) => {
  const client = new pg.Client({ connectionString: server.appUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
const schedules = async () => (await query('select name from pgboss.schedule')).length
const states = async (name: string) =>
  (await query(`select state from pgboss.job where name = '${name}'`)).map(({ state }) => state)
const enqueue = async (name: string, data: object) => {
  const boss = new PgBoss({ connectionString: server.appUrl, createSchema: false, supervise: false, schedule: false })
  await boss.start()
  await boss.insert(name, [{ data }])
  await boss.stop({ graceful: false })
}
const letter = (to: string) => ({ to, subject: to, text: 'こんにちは', locale: 'ja' })
const mailsTo = (email: string) => mails.taken.filter((text) => text.includes(`To: ${email}`)).length
const jobsRunBy = async (house: { origin: string }) => {
  const answer = await fetch(`${house.origin}/api/metrics`, { headers: auth })
  expect(answer.status).toBe(200)
  return [...(await answer.text()).matchAll(/^tsudoi_job_seconds_count\{.*?job="(\w+)"/gm)].map(([, name]) => name)
}

test('one serves and enqueues, the other runs the jobs and answers monitoring alone', async () => {
  const web = await instance({ INSTANCE_ROLE: 'web' })
  expect((await fetch(`${web.origin}/terms`)).status).toBe(200)
  // Schedules are for who runs them.
  expect(await schedules()).toBe(0)
  await enqueue('convertVideo', { mediaId: 'media_of_nobody' })
  await enqueue('sendMail', letter('before@tsudoi.test'))

  const worker = await instance({ INSTANCE_ROLE: 'worker', VIDEO_CONVERSIONS: '0' })
  await expect.poll(() => mailsTo('before@tsudoi.test')).toBe(1)
  expect(await schedules()).toBeGreaterThan(5)
  // A second round of the queue: each worker has looked for its jobs by now.
  await enqueue('sendMail', letter('after@tsudoi.test'))
  await expect.poll(() => mailsTo('after@tsudoi.test')).toBe(1)
  expect(await states('convertVideo')).toEqual(['created'])
  await expect.poll(() => states('sendMail')).toEqual(['completed', 'completed'])
  expect(await jobsRunBy(worker)).toContain('sendMail')
  expect(await jobsRunBy(web)).toEqual([])

  const ready = await fetch(`${worker.origin}/api/ready`)
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { ok: true, parts: { database: true, jobs: true, storage: false } },
  ])
  const health = await fetch(`${worker.origin}/api/health`)
  expect([health.status, await health.json()]).toEqual([200, { ok: true }])
  expect((await fetch(`${worker.origin}/api/metrics`)).status).toBe(404)
  for (const path of [
    '/',
    '/terms',
    '/api/public/getPublicPlans',
    '/api/cms/getMyAccount',
    '/v1/charges',
    '/api/webhooks/stripe',
  ]) {
    const answer = await fetch(`${worker.origin}${path}`, { method: path.startsWith('/api') ? 'POST' : 'GET' })
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      404,
      {
        ok: false,
        code: 'notFound',
        message: 'This instance runs jobs alone (INSTANCE_ROLE=worker): it has no pages and takes no calls.',
        requestId: expect.any(String),
      },
    ])
  }
})
