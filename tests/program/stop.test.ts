import fs from 'node:fs'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDataDir } from '../support/demoWorld'
import { mailbox } from '../support/mailbox'
import { program } from '../support/program'

/* SIGTERM for the built program while a job sends a mail: the job ends, or is tried again. */
let dataDir: string
let house: Awaited<ReturnType<typeof program>>
let mails: Awaited<ReturnType<typeof mailbox>>
let clock = Date.now()

beforeAll(async () => {
  dataDir = await demoDataDir('stop')
  mails = await mailbox()
  house = await program({ dataDir, env: { SMTP_URL: mails.url, CLOCK: 'adjustable', TRUSTED_PROXIES: '1' } })
  await house.start()
})
afterAll(async () => {
  mails.release()
  await house.stop()
  mails.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const post = (path: string, body: object, token = '') =>
  fetch(`${house.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
const invite = async (email: string) => {
  const token = await house.signIn('owner@hoshi.test')
  const answer = await post(
    '/api/cms/inviteTenantMember',
    { tenantId: 'tenant_hoshi', email, role: 'editor', brandIds: null },
    token,
  )
  expect(answer.status).toBe(200)
}
const mailsTo = (email: string) => mails.taken.filter((text) => text.includes(`To: ${email}`))
const moveOn = async () => {
  clock = Math.max(clock, Date.now()) + 3_600_000
  expect((await post('/api/testing/clock', { now: clock })).status).toBe(200)
}
test('the adjustable clock makes one move at a time, and goes on where it stood after a restart', async () => {
  await moveOn()
  // So long that the first one runs when the second one comes.
  const days = 3 * 86_400_000
  const [first, second] = await Promise.all([
    post('/api/testing/clock', { now: clock + days }),
    post('/api/testing/clock', { now: clock + days }),
  ])
  const refusedOne = first.status === 409 ? first : second
  expect([first.status, second.status].sort()).toEqual([200, 409])
  expect(await refusedOne.json()).toMatchObject({ ok: false, code: 'inProgress' })
  clock += days
  await house.stop()
  await house.start()
  const back = await post('/api/testing/clock', { now: clock - 60_000 })
  expect(await back.json()).toMatchObject({ ok: false, code: 'conflict' })
})

const jobsLeft = () =>
  house.query<{ state: string }>(`select state from pgboss.job where name = 'sendMail' and state <> 'completed'`)

const isDown = () =>
  expect
    .poll(() =>
      fetch(`${house.origin}/api/health`).then(
        () => 'up',
        () => 'down',
      ),
    )
    .toBe('down')

test("a proxy's next request on a connection that it keeps is answered while the program stops, as the last one", async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async () => {
    const answer = await new Promise<http.IncomingMessage>((done, failed) =>
      http.get(`${house.origin}/api/health`, { agent }, done).once('error', failed),
    )
    await text(answer)
    return { status: answer.statusCode, connection: answer.headers.connection }
  }
  expect(await ask()).toEqual({ status: 200, connection: 'keep-alive' })
  const stopped = house.stop()
  await isDown()
  expect(await ask()).toEqual({ status: 200, connection: 'close' })
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await stopped
  agent.destroy()
  await house.start()
})

test('a mail that is being sent is finished before the program ends, and not sent again', async () => {
  const held = mails.holdNext()
  await invite('finished@tsudoi.test')
  await held
  const stopped = house.stop()
  // The web server has stopped listening: the stop has begun.
  await isDown()
  mails.release()
  await stopped
  expect(mailsTo('finished@tsudoi.test')).toHaveLength(1)
  await house.start()
  await moveOn()
  expect(mailsTo('finished@tsudoi.test')).toHaveLength(1)
  expect(await jobsLeft()).toEqual([])
})

test('a mail that does not get away in time is sent after the next start, as the same mail', async () => {
  const held = mails.holdNext()
  await invite('later@tsudoi.test')
  await held
  await house.stop()
  // The program ends by itself; the starter, which waits twelve seconds and then kills it, would answer with 130.
  expect(house.said()).toMatch(/has ended \([01]\)/)
  expect(mailsTo('later@tsudoi.test')).toEqual([])
  mails.release()
  await house.start()
  await moveOn()
  await expect.poll(() => mailsTo('later@tsudoi.test').length).toBe(1)
  expect(await jobsLeft()).toEqual([])
})
