import fs from 'node:fs'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDataDir } from '../support/demoWorld'
import { mailbox } from '../support/mailbox'
import { program } from '../support/program'

/* kill -9 for the built program while it sends mails: those that had left stay sent once, the others go on soon. */
let dataDir: string
let house: Awaited<ReturnType<typeof program>>
let mails: Awaited<ReturnType<typeof mailbox>>

beforeAll(async () => {
  dataDir = await demoDataDir('mail-kill')
  mails = await mailbox()
  house = await program({ dataDir, env: { SMTP_URL: mails.url } })
  await house.start()
})
afterAll(async () => {
  mails.release()
  await house.stop()
  mails.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const letter = (to: string) => ({ to, subject: to, text: 'こんにちは', locale: 'ja' })
/** All in one statement, so that one batch of the program's takes them. */
const putIntoQueue = async (to: string[]) => {
  const boss = new PgBoss({
    connectionString: house.databaseUrl(),
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.insert(
    'sendMail',
    to.map((address) => ({ data: letter(address) })),
  )
  await boss.stop({ graceful: false })
}
const mailsTo = (email: string) => mails.taken.filter((text) => text.includes(`To: ${email}`))
const completed = async () =>
  (await house.query(`select id from pgboss.job where name = 'sendMail' and state = 'completed'`)).length

test('of the mails of a batch, those that were taken before a kill are sent once; the one that hung goes on in half a minute', async () => {
  const many = Array.from({ length: 8 }, (_, i) => `taken-${i}@tsudoi.test`)
  const held = mails.holdNext((text) => text.includes('To: held@tsudoi.test'))
  await putIntoQueue([...many, 'held@tsudoi.test'])
  await held
  await expect.poll(() => many.filter((to) => mailsTo(to).length > 0)).toHaveLength(many.length)
  // What was taken is noted one by one, not when the last of the batch is.
  await expect.poll(completed).toBe(many.length)
  await house.kill()
  const killedAt = Date.now()
  mails.release()
  await house.start()
  await expect.poll(() => mailsTo('held@tsudoi.test').length, { interval: 200 }).toBeGreaterThan(0)
  console.info(`The mail that hung went on ${((Date.now() - killedAt) / 1000).toFixed(1)} s after the kill.`)
  // The queue waits half a minute for a dead worker, and a quarter of an hour for one that only takes long.
  const lost = await house.query<{ output: object }>(
    `select output from pgboss.job where name = 'sendMail' and data ->> 'to' = 'held@tsudoi.test'`,
  )
  expect(JSON.stringify(lost)).not.toContain('timed out')
  await expect.poll(completed).toBe(many.length + 1)
  for (const to of many) expect(mailsTo(to)).toHaveLength(1)
})
