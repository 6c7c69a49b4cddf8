import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { paymentEvents } from '#money/orders/payments/tables.server.ts'
import { sandboxDeliveries } from '#sandbox/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { callbacks, provider, sandboxAddress, told } from '../support/payments'

/* The callbacks of the payment provider: who may send them, and how often each counts (rule: B2, and B8). */
const address = `${sandboxAddress}/api/webhooks/stripe`
let serial = 0
const event = (more: object = {}) =>
  JSON.stringify({
    id: `evt_of_test_${++serial}`,
    object: 'event',
    type: 'product.created',
    created: Math.floor(now() / 1000),
    livemode: false,
    data: { object: { id: 'prod_x', object: 'product' } },
    ...more,
  })
const seconds = (shift = 0) => Math.floor(now() / 1000) + shift
const sign = (body: string | Buffer, at = seconds(), secret = serverConfig().STRIPE_WEBHOOK_SECRET) =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
const signed = (body: string | Buffer, at = seconds()) => `t=${at},v1=${sign(body, at)}`
const send = async (body: string | Buffer, signature: string | null, init: RequestInit = {}) => {
  const headers = { 'Content-Type': 'application/json', ...(signature !== null && { 'Stripe-Signature': signature }) }
  return (await fetch(address, { method: 'POST', body: body as BodyInit, headers, ...init })).status
}
const kept = async (body: string) => {
  const { id } = JSON.parse(body) as { id: string }
  return (await database().select().from(paymentEvents).where(eq(paymentEvents.eventId, id))).length
}
const countEvents = async () => {
  const [row] = await database().select({ count: sql<number>`count(*)::int` }).from(paymentEvents)
  return row?.count
}

describe('a signature', () => {
  const forged: [string, (body: string) => string | null][] = [
    ['is missing', () => null],
    ['is empty', () => ''],
    ['is garbled', () => 'not a signature'],
    ['has no moment', (body) => `v1=${sign(body)}`],
    ['has a moment that is no number', (body) => `t=soon,v1=${sign(body)}`],
    ['is of an old kind alone', (body) => `t=${seconds()},v0=${sign(body)}`],
    ['is by another secret', (body) => `t=${seconds()},v1=${sign(body, seconds(), 'whsec_other')}`],
    ['is of another moment than it says', (body) => `t=${seconds()},v1=${sign(body, seconds(-1))}`],
    ['is older than five minutes', (body) => signed(body, seconds(-301))],
    ['is from more than five minutes ahead', (body) => signed(body, seconds(302))],
    ['is half', (body) => `t=${seconds()},v1=${sign(body).slice(0, 32)}`],
    ['is of a body with one byte more', (body) => signed(`${body} `)],
    ['is of the same JSON written otherwise', (body) => signed(JSON.stringify(JSON.parse(body), null, 1))],
  ]
  test.each(forged)('that %s is refused, and nothing is kept', async (_name, signatureOf) => {
    const body = event()
    expect(await send(body, signatureOf(body))).toBe(400)
    expect(await kept(body)).toBe(0)
  })

  test.each<[string, (body: string) => string]>([
    ['is right', (body) => signed(body)],
    ['is nearly five minutes old', (body) => signed(body, seconds(-290))],
    ['is one of two, the other wrong', (body) => `t=${seconds()},v1=${'0'.repeat(64)},v1=${sign(body)}`],
    ['comes with one of an old kind', (body) => `${signed(body)},v0=${'0'.repeat(64)}`],
  ])('that %s is taken', async (_name, signatureOf) => {
    const body = event()
    expect(await send(body, signatureOf(body))).toBe(200)
    expect(await kept(body)).toBe(1)
  })
})

describe('a callback', () => {
  test('is POST', async () => {
    const answer = await fetch(address)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('of 5 MB is too large, whatever its signature', async () => {
    const body = event({ filler: 'x'.repeat(5 * 1024 * 1024) })
    expect(await send(body, signed(body)).catch(() => 413)).toBe(413)
    expect(await kept(body)).toBe(0)
  })

  test('is taken as the bytes that were signed: packed ones are others', async () => {
    const body = event()
    const packed = gzipSync(body)
    const headers = { 'Content-Encoding': 'gzip', 'Stripe-Signature': signed(body) }
    expect(await send(packed, null, { headers })).toBe(400)
    expect(await send(packed, signed(packed))).toBe(400)
    expect(await kept(body)).toBe(0)
  })

  test.each(['', 'null', '[]', '{}', '{"id":"evt_1"', '"x"', '{"id":"evt_x","object":"v2.core.event"}'])(
    'that is no event is refused although it is signed: %s',
    async (body) => {
      expect(await send(body, signed(body))).toBe(400)
    },
  )

  test('of real money is refused where none is', async () => {
    const body = event({ livemode: true })
    expect(await send(body, signed(body))).toBe(400)
    expect(await kept(body)).toBe(0)
  })

  test('that is signed is measured by its type; what anybody else sends is not', async () => {
    const [ours, forged] = [event({ type: 'price.created' }), event({ type: 'of.anybody' })]
    expect([await send(ours, signed(ours)), await send(forged, signed(ours))]).toEqual([200, 400])
    const text = await metrics().registry.metrics()
    expect(text).toContain('tsudoi_callback_seconds_count{type="price.created",status="200"}')
    expect(text).not.toContain('of.anybody')
  })

  test('that comes a hundred times at once counts once', async () => {
    const body = event()
    const before = await countEvents()
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(body, signed(body))))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await countEvents()).toBe((before ?? 0) + 1)
  })
})

describe('the sandbox tells', () => {
  beforeAll(callbacks)
  const waiting = () => database().select().from(sandboxDeliveries)
  const happen = async (n = 1) => {
    for (let i = 0; i < n; i++) {
      const uid = `told-${++serial}`
      await provider.createCustomer({ uid, email: 'x@example.test', name: 'X' }, uid)
    }
  }
  const enabled = { enabledEvents: ['customer.created'] }

  test('what it was asked for, and not the rest', async () => {
    await told({ enabledEvents: [] })
    await happen()
    expect(await waiting()).toHaveLength(0)
    await told(enabled)
    await happen()
    const before = (await countEvents()) ?? 0
    expect(await waiting()).toHaveLength(1)
    await callbacks()
    expect(await waiting()).toHaveLength(0)
    expect(await countEvents()).toBe(before + 1)
  })

  test('twice, late or never, as the control says', async () => {
    await told({ ...enabled, duplicate: 1, delayMs: 60_000, shuffle: true })
    await happen(2)
    expect(await waiting()).toHaveLength(4)
    const before = (await countEvents()) ?? 0
    await callbacks()
    expect(await waiting()).toHaveLength(4)
    expect((await waiting()).every(({ dueAt }) => dueAt > now())).toBe(true)
    await database().update(sandboxDeliveries).set({ dueAt: now() })
    await callbacks()
    expect(await waiting()).toHaveLength(0)
    expect(await countEvents()).toBe(before + 2)
    await told({ duplicate: 0, delayMs: 0, shuffle: false, drop: 1 })
    await happen()
    expect(await waiting()).toHaveLength(0)
    await told({ drop: 0 })
  })

  test('again later when it was not taken', async () => {
    await happen()
    const right = serverConfig().STRIPE_WEBHOOK_SECRET
    serverConfig().STRIPE_WEBHOOK_SECRET = 'whsec_changed'
    await callbacks()
    serverConfig().STRIPE_WEBHOOK_SECRET = right
    const [one] = await waiting()
    expect(one).toMatchObject({ attempts: 1 })
    expect(one?.dueAt).toBeGreaterThan(now())
    await database().update(sandboxDeliveries).set({ dueAt: now() })
    await callbacks()
    expect(await waiting()).toHaveLength(0)
  })
})
