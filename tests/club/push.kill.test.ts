import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDataDir } from '../support/demoWorld'
import { program } from '../support/program'
import { openPushService } from '../support/pushService'

/* kill -9 of the built program between the push service having taken a message and the program knowing it. */

let dataDir: string
let house: Awaited<ReturnType<typeof program>>
let service: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  service = await openPushService()
  dataDir = await demoDataDir('push')
  house = await program({ dataDir, env: { PUSH_TEST_ORIGIN: service.origin } })
  await house.start()
})
afterAll(async () => {
  await house.stop()
  await service.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const call = async <T>(operation: string, payload: object, token: string) => {
  const answer = await fetch(`${house.origin}/api/cms/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(payload),
  })
  expect(answer.status, operation).toBe(200)
  return (await answer.json()) as T
}
const left = async () =>
  (await house.query(`select id from pgboss.job where name = 'sendPush' and state < 'completed'`)).length

test('a sender that is killed before it knows that a message arrived sends it again, as the same one, and no other twice', async () => {
  const [fan, staff] = [await house.signIn('fan@tsudoi.test'), await house.signIn('moderator@hoshi.test')]
  const [silent, taking] = [service.browser(), service.browser()]
  for (const browser of [silent, taking]) await call('addPushDevice', { ...browser, name: 'Phone' }, fan)
  service.keepSilent(silent.endpoint, true)
  const { commentId } = await call<{ commentId: string }>(
    'postCommentToPlanContent',
    { tenantId: ids.tenantId, planContentId: 'content_aoi_0005', content: 'Hello' },
    fan,
  )
  await call('moderateComments', { ...ids, ids: [commentId], action: 'approve' }, staff)
  await call('replyToComment', { ...ids, commentId, content: 'Thank you' }, staff)
  // Both have been taken; of the second one the program knows it.
  await expect.poll(() => service.taken.length).toBe(2)
  await expect.poll(left).toBe(1)
  await house.kill()
  service.keepSilent(silent.endpoint, false)
  await house.start()
  await expect.poll(left).toBe(0)
  expect(service.problems).toEqual([])
  const [first, again, ...more] = service.at(silent.endpoint)
  expect(more).toEqual([])
  expect(first?.message.id).toBeTruthy()
  // A phone that was off gets one of the two (topic), and one that shows it already is not heard again (id).
  expect([again?.topic, again?.message]).toEqual([first?.topic, first?.message])
  expect(service.at(taking.endpoint)).toHaveLength(1)
})
