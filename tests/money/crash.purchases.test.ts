import fs from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoDataDir } from '../support/demoWorld'
import { program } from '../support/program'

/*
 * kill -9 of the built program in the middle of a purchase, held at the very point by a lock of the test: whatever was lost
 * there, the fan who presses again ends with one order, one term and one movement of the ledger.
 */
const tenantId = 'tenant_hoshi'
let dataDir: string
let house: Awaited<ReturnType<typeof program>>
let planId = ''

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${house.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const tell = (what: object) => post('/sandbox/control', what)

/** How far its clock is ahead of real time, in which it goes on: a kill may lose the last step, and it is always moved beyond its earlier time. */
let ahead = 0
const later = async (milliseconds: number) => {
  ahead += milliseconds
  expect((await post('/api/testing/clock', { now: Date.now() + ahead })).status).toBe(200)
}
const restart = async () => {
  await house.start()
  await later(15_000)
}

beforeAll(async () => {
  dataDir = await demoDataDir('crash-purchases')
  house = await program({ dataDir, env: { CLOCK: 'adjustable' } })
  await house.start()
  const { body } = await post('/api/public/getPublicPlans', { tenantId, brandId: 'brand_aoi' })
  const plans = body.plans as { planId: string; archivingAt: number | null }[]
  planId = plans.find(({ archivingAt }) => archivingAt === null)?.planId ?? ''
})
afterAll(async () => {
  await house.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const held: pg.Client[] = []
afterEach(() => Promise.all(held.splice(0).map((client) => client.end().catch(() => {}))))

/** A connection of the test's own that holds something, which the program then waits for. */
const holding = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: house.databaseUrl('owner') })
  await client.connect()
  held.push(client)
  await client.query('begin')
  for (const statement of statements) await client.query(statement)
  return { letGo: () => client.query('rollback') }
}
/** Somebody waits for a lock: which one, the test knows. */
const isWaiting = async () => {
  const rows = await house.query<{ waiting: boolean }>(
    'select exists (select 1 from pg_locks where not granted) as waiting',
  )
  return rows[0]?.waiting ?? false
}
const until = (what: () => Promise<boolean>) => expect.poll(what, { interval: 20 }).toBe(true)

const fanOf = async (email: string, key: string) => {
  const uid = (await house.query<{ uid: string }>('select uid from people where email = $1', [email]))[0]?.uid
  const token = await house.signIn(email)
  const known = uid ?? JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).user_id
  const authorization = { authorization: `Bearer ${token}` }
  return {
    uid: String(known),
    press: (own = key) =>
      post(
        '/api/cms/purchasePlanSubscription',
        { tenantId, planId, returnPath: null },
        { ...authorization, 'idempotency-key': own },
      ),
  }
}
const ordersOf = (uid: string) =>
  house.query<{ order_id: string; payment_state: string; session_id: string | null }>(
    'select order_id, payment_state, session_id from orders where uid = $1 and tenant_id = $2 and plan_id = $3',
    [uid, tenantId, planId],
  )
const sessionsOf = async (orderId: string) => {
  const client = new pg.Client({ connectionString: house.databaseUrl('owner') })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select id from sandbox_objects where object = 'checkout.session' and body::text like '%' || $1 || '%'`,
    [orderId],
  )
  await client.end()
  return rows.map(({ id }) => id)
}

/** What a purchase that is over has left, wherever it was interrupted. */
const isBoughtOnce = async (uid: string) => {
  const orders = await ordersOf(uid)
  expect(orders.map(({ payment_state }) => payment_state)).toEqual(['paid'])
  const [order] = orders
  expect(await sessionsOf(order?.order_id ?? '')).toEqual([order?.session_id])
  const terms = await house.query(
    `select 1 from subscription_terms where uid = $1 and plan_id = $2 and source = 'card' and voided_at is null`,
    [uid, planId],
  )
  const memberships = await house.query('select 1 from subscriptions where uid = $1 and plan_id = $2', [uid, planId])
  // What the provider kept of it is booked by the night, which may have come on the way.
  const movements = await house.query<{ sum: number }>(
    `select sum(e.amount)::int as sum from ledger_entries e join ledger_movements m using (tenant_id, movement_id)
      where e.order_id = $1 and m.kind <> 'providerFee' group by movement_id`,
    [order?.order_id],
  )
  expect([terms.length, memberships.length, movements]).toEqual([1, 1, [{ sum: 0 }]])
}
const pay = async (sessionUrl: unknown) => {
  const session = /(cs_[A-Za-z0-9_]+)/.exec(String(sessionUrl))?.[1] ?? ''
  expect(await tell({ action: 'paySession', session })).toMatchObject({ status: 200 })
  return session
}
/** Delivers the provider's callbacks, again where one was lost. */
const hear = async () => {
  await later(10 * 60_000)
  await tell({ action: 'deliver' })
}

test('killed after the order was written, before the provider was asked', async () => {
  const { uid, press } = await fanOf('fan@tsudoi.test', 'before-the-provider')
  const provider = await holding('lock table sandbox_objects in access exclusive mode')
  const pressed = press().catch(() => null)
  await until(async () => (await ordersOf(uid)).length === 1)
  await until(isWaiting)
  await house.kill()
  expect(await pressed).toBeNull()
  await provider.letGo()
  await restart()

  const again = await fanOf('fan@tsudoi.test', 'before-the-provider')
  // The press of another window does not wait for what has become of the first, and begins nothing new.
  const { body } = await again.press('another-window')
  await later(3 * 60_000)
  expect((await again.press()).body).toEqual(body)
  await pay(body.sessionUrl)
  await hear()
  await isBoughtOnce(uid)
})

test('killed after the provider had opened its page, before that was written down', async () => {
  const { uid, press } = await fanOf('newcomer@tsudoi.test', 'before-the-outcome')
  const provider = await holding('lock table sandbox_objects in access exclusive mode')
  const pressed = press().catch(() => null)
  await until(async () => (await ordersOf(uid)).length === 1)
  const [order] = await ordersOf(uid)
  const outcome = await holding(`select 1 from orders where order_id = '${order?.order_id}' for update`)
  await provider.letGo()
  await until(async () => (await sessionsOf(order?.order_id ?? '')).length === 1)
  await until(isWaiting)
  await house.kill()
  expect(await pressed).toBeNull()
  await outcome.letGo()
  await restart()
  expect((await ordersOf(uid))[0]?.session_id).toBeNull()

  const again = await fanOf('newcomer@tsudoi.test', 'before-the-outcome')
  await later(3 * 60_000)
  const { body } = await again.press()
  await pay(body.sessionUrl)
  await hear()
  await isBoughtOnce(uid)
})

test('killed after the provider had taken the money, before what it told had its effect', async () => {
  const { uid, press } = await fanOf('operator@tsudoi.test', 'before-the-effect')
  const { body } = await press()
  const fan = await holding(`select pg_advisory_xact_lock(hashtextextended('fan:${uid}', 0))`)
  const session = await pay(body.sessionUrl)
  const telling = tell({ action: 'deliver' }).catch(() => null)
  await until(isWaiting)
  await house.kill()
  expect(await telling).toBeNull()
  await fan.letGo()
  await restart()
  expect((await ordersOf(uid)).map((one) => [one.payment_state, one.session_id])).toContainEqual([
    expect.stringMatching(/awaitingPayment|paid/),
    session,
  ])
  await hear()
  await isBoughtOnce(uid)
  // Told once more, and asked for once more: nothing more happens.
  await hear()
  const again = await fanOf('operator@tsudoi.test', 'again')
  expect((await again.press()).body.code).toBe('alreadySubscribed')
  await isBoughtOnce(uid)
})
