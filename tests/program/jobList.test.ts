import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jobList } from '#program/jobList.ts'
import { ownerOfJob } from '#program/ownerOfJob.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { newId } from '../support/club'
import { scene } from '../support/scene'

/* Every job says which brand it is about: those staff learn of it when it has failed in every try. */

const all = [...jobList.values()]
const keysOf = ({ data }: { data: z.ZodType }) =>
  Object.keys(
    (z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {},
  )

/** Jobs that name something and are yet the platform's. */
const ofNoBrand: Record<string, string> = {
  sendMail: 'a mail goes to a person; what it tells of has its own job',
  sendBulkMail: 'as sendMail',
  sendPush: 'a message goes to a person’s device; what it tells of has its own job',
  sendBulkPush: 'as sendPush',
  removeIcon: 'the icon of a person, who belongs to no brand',
  writeAccountFile: 'a copy of a person’s data of all brands',
  finishAccountDeletion: 'a person of all brands',
  countBrandDays: 'a day of all brands',
  purgePages: 'a cache in front of all clubs, which whoever runs the platform looks after',
  settleUnallocated: 'a payment of nobody that is known',
}

test('what is of the platform names nothing of a club', () => {
  const named = all.filter(({ about }) => about === 'platform').filter((one) => keysOf(one).length > 0)
  expect(named.map(({ name }) => name).toSorted()).toEqual(Object.keys(ofNoBrand).toSorted())
  expect(all.length).toBeGreaterThan(45)
})

describe('a job is about the brand whose ids it is given', () => {
  let of: Awaited<ReturnType<typeof scene>>
  let known: Record<string, unknown>
  beforeAll(async () => {
    of = await scene()
    await scene()
    await pool().query(
      `update subscriptions set provider_subscription_id = $2 || subscription_id where tenant_id = $1 and method = 'card'`,
      [of.tenantId, newId('sub')],
    )
    const one = async (sql: string) =>
      (await pool().query(`select ${sql} limit 1`, [of.tenantId])).rows[0]?.id as string
    const row = (table: string, id: string) =>
      one(`${id} as id from ${table} where tenant_id = $1 and ${id} is not null`)
    known = {
      ...of.ids,
      of: of.ids,
      orderId: await row('orders', 'order_id'),
      subscriptionId: await row('subscriptions', 'subscription_id'),
      refundId: await row('refunds', 'refund_id'),
      exportId: await row('exports', 'export_id'),
      planId: await row('plans', 'plan_id'),
      mediaId: await row('uploads', 'media_id'),
      streamingId: await row('streamings', 'streaming_id'),
      fulfillmentId: await row('fulfillments', 'fulfillment_id'),
      eventId: await row('events', 'event_id'),
      goodsId: await row('goods', 'goods_id'),
      providerSubscriptionId: newId('sub'),
      uid: of.applicant.uid,
      planContentId: await row('contents', 'plan_content_id'),
      clip: '',
      fileIds: [newId('file')],
      contentIds: [newId('content')],
      media: [newId('media')],
      sessionId: null,
      intentId: newId('pi'),
      attempt: newId('attempt'),
      expiresAt: now(),
      until: now(),
      paidUntil: now(),
      archivingAt: now(),
      closingAt: now(),
      shippedAt: now(),
      failedAt: now(),
      seconds: 1,
      by: '',
      period: { year: 2026, month: 11 },
      termId: newId('term'),
      from: now(),
      to: now(),
      days: 7,
      note: '',
      actorUid: '',
    }
  })

  test.each(all.filter(({ about }) => about !== 'platform').map((one) => [one.name, one] as const))(
    '%s',
    async (name, definition) => {
      const keys = keysOf(definition)
      const reason = name === 'finishFreeDays' ? 'liveFailed' : 'staff'
      const words = { which: 'day', when: 'now', reason } as Record<string, unknown>
      const data = Object.fromEntries(keys.map((key) => [key, key in known ? known[key] : words[key]]))
      expect(definition.data.safeParse(data).error, name).toBeUndefined()
      expect(await ownerOfJob(database(), name, data)).toEqual(of.ids)
      // Of ids that nobody has it is nobody's, unless it is told whose it is.
      const told = keys.includes('brandId') || keys.includes('of')
      const unknown = Object.fromEntries(
        Object.entries(data).map(([key, value]) => [key, /Id$|^uid$/.test(key) && value ? newId('plan') : value]),
      )
      if (!told) expect(await ownerOfJob(database(), name, unknown)).toBeNull()
    },
  )

  test('an end at the provider that was queued before it was told whose it is, is found by the membership', async () => {
    const id = newId('sub')
    await pool().query('update subscriptions set provider_subscription_id = $1 where subscription_id = $2', [
      id,
      known.subscriptionId,
    ])
    expect(await ownerOfJob(database(), 'endProviderSubscription', { providerSubscriptionId: id })).toEqual(of.ids)
    expect(await ownerOfJob(database(), 'aJobOfAnOlderProgram', { orderId: known.orderId })).toBeNull()
  })
})
