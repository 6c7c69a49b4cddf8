import { expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { signatureOf } from '#sandbox/sandbox.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { webhookEvents } from '#server/payments/events.ts'
import { ask, type Person } from '../support/club'
import { sandboxAddress, told } from '../support/payments'
import { issue, ledger, newFan, sessionIn, settled, shop } from '../support/shop'

/*
 * One change is announced by several events, which may come in any order, late and more than once. Each sequence below
 * replays one fan's history in another order; all have to end like the one in order (rule: B1). `npm run soak` tries 720 of the orders.
 */
const most = Number(process.env.SOAK_ORDERS ?? 24)

type Told = { id: string; body: string }

/** What has not been told yet, in the order in which it happened. */
const untold = async (after: number): Promise<Told[]> => {
  const { rows } = await pool().query<{ id: string; body: object }>(
    `select id, body from sandbox_objects where object = 'event' and serial > $1 and body->>'type' = any($2) order by serial`,
    [after, [...webhookEvents]],
  )
  return rows.map(({ id, body }) => ({ id, body: JSON.stringify(body) }))
}
const lastSerial = async () =>
  Number((await pool().query('select coalesce(max(serial), 0)::text as n from sandbox_objects')).rows[0].n)

const tell = async ({ body }: Told) => {
  const at = Math.floor(now() / 1000)
  const { status } = await fetch(`${sandboxAddress}/api/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Stripe-Signature': signatureOf(body, serverConfig().STRIPE_WEBHOOK_SECRET, at),
    },
    body,
  })
  return status
}
/** Like the provider: events that were not accepted are sent again after the others. */
const tellAll = async (all: readonly Told[]) => {
  let left = all
  for (let round = 0; left.length > 0; round++) {
    expect(round, 'rounds of telling').toBeLessThan(3)
    const missed: Told[] = []
    for (const one of left) {
      const status = await tell(one)
      expect([200, 503]).toContain(status)
      if (status === 503) missed.push(one)
    }
    left = missed
  }
}

/** The final state, without ids and timestamps. */
const ending = async (tenantId: string, fan: Person) => {
  const all = async (text: string) => (await pool().query(text, [tenantId, fan.uid])).rows
  return {
    orders: await all(
      `select kind, payment_method, payment_state, total, refunded from orders
        where tenant_id = $1 and uid = $2 order by placed_at, order_id`,
    ),
    memberships: await all(
      'select method, ended_at is null as lives, end_reason from subscriptions where tenant_id = $1 and uid = $2',
    ),
    terms: await all(
      `select source, voided_at is null as holds from subscription_terms
        where tenant_id = $1 and uid = $2 order by starts_at, source`,
    ),
    late: await all(
      'select l.amount, l.resolution from late_payments l join orders o using (tenant_id, order_id) where o.tenant_id = $1 and o.uid = $2',
    ),
    books: await ledger(tenantId),
  }
}

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, at) => permutations([...all.slice(0, at), ...all.slice(at + 1)]).map((rest) => [one, ...rest]))

/** Some of the orders, spread over all of them, the plain one and the reversed one among them. */
const some = (count: number) => {
  const all = permutations(Array.from({ length: count }, (_, at) => at))
  const every = Math.max(1, Math.floor(all.length / most))
  return all.filter((_, n) => n % every === 0 || n === all.length - 1)
}

type Life = (of: Awaited<ReturnType<typeof shop>>, fan: Person) => Promise<void>
const joinsByCard: Life = async (of, fan) => {
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
}
const intentOf = async (fan: Person) => {
  const { rows } = await pool().query<{ id: string }>(
    `select id from sandbox_objects where object = 'payment_intent' and body->>'customer' =
      (select customer_id from customers where uid = $1)`,
    [fan.uid],
  )
  return rows[0]?.id ?? ''
}
const lives: Record<string, Life> = {
  'who joins by card': joinsByCard,
  'who joins by card and disputes it': async (of, fan) => {
    await joinsByCard(of, fan)
    await told({ action: 'createDispute', intent: await intentOf(fan) })
  },
  'whose bank asks, and then disputes': async (of, fan) => {
    await joinsByCard(of, fan)
    const dispute = await told<{ id: string }>({
      action: 'createDispute',
      intent: await intentOf(fan),
      isInquiry: true,
    })
    await told({ action: 'escalateDispute', dispute: dispute.id })
  },
  'who pays at a store what was given up meanwhile': async (of, fan) => {
    const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
    const { intentId } = await issue(sessionUrl.split('/').at(-1) ?? '', fan)
    await told({ action: 'payAtStore', intent: intentId })
  },
}

/** How one life ends when its events are told in the order that is given, each `times` times. */
const lived = async (
  life: Life,
  order: (count: number) => readonly number[],
  times: (n: number) => number,
  provider = tellAll,
) => {
  const [of, fan] = [await shop(), await newFan()]
  await settled()
  const from = await lastSerial()
  await told({ drop: 1 })
  await life(of, fan)
  await told({ drop: 0 })
  const events = await untold(from)
  const tellings = order(events.length).flatMap((at, n) => Array.from({ length: times(n) }, () => events[at] as Told))
  await provider(tellings)
  await settled()
  return { count: events.length, end: await ending(of.tenantId, fan) }
}
const plainly = (count: number) => Array.from({ length: count }, (_, at) => at)

test.each(Object.entries(lives))(
  '%s: told in any order, any number of times, the end is one',
  async (_name, life) => {
    const { count, end } = await lived(life, plainly, () => 1)
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(8)
    for (const [n, order] of some(count).entries()) {
      const told = await lived(
        life,
        () => order,
        (at) => 1 + ((n + at) % 5 === 0 ? 4 : (n + at) % 3 === 0 ? 1 : 0),
      )
      expect(told.end, `told as ${order}`).toEqual(end)
    }
  },
  600_000,
)

test('all at once, each five times, the end is the same', async () => {
  const { end } = await lived(joinsByCard, plainly, () => 1)
  for (let n = 0; n < 5; n++) {
    const [of, fan] = [await shop(), await newFan()]
    await settled()
    const from = await lastSerial()
    await told({ drop: 1 })
    await joinsByCard(of, fan)
    await told({ drop: 0 })
    const events = await untold(from)
    await Promise.all(events.flatMap((one) => [one, one, one, one, one]).map((one) => tellAll([one])))
    await settled()
    expect(await ending(of.tenantId, fan)).toEqual(end)
  }
})

test('control: dropping events about unknown objects ends in another state', async () => {
  const life = lives['who joins by card and disputes it'] as Life
  const { end } = await lived(life, plainly, () => 1)
  const withoutPrecautions = async (all: readonly Told[]) => {
    for (const one of all) await tell(one)
  }
  const { end: other } = await lived(
    life,
    (count) => plainly(count).toReversed(),
    () => 1,
    withoutPrecautions,
  )
  expect(other).not.toEqual(end)
})
