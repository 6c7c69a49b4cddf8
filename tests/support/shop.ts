import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import { ask, club, type Person, person } from './club'
import { callbacks, told } from './payments'
import { planRow } from './plan'

/** A club that sells: one plan of 1,500 yen a month, and how fans pay for it. */
export const shop = async (values: Partial<Parameters<typeof planRow>[1]> = {}) => {
  const built = await club()
  const row = planRow(built.ids, values)
  await database().insert(planTable).values(row)
  const { tenantId, ids } = built
  const { planId } = row
  return { ...built, planId, plan: row, of: { tenantId, planId }, pub: { ...ids, planId } }
}
type Shop = Awaited<ReturnType<typeof shop>>

/** The id of the provider's session in its page's address. */
export const sessionIn = (url: string) => /(cs_[A-Za-z0-9_]+)/.exec(url)?.[1] ?? ''

/** Runs pending jobs and delivers the provider's callbacks until there are none left. */
export const settled = async () => {
  await callbacks()
  await shared.jobs?.runDue()
  await callbacks()
}

export const joinByCard = async (of: Shop, fan: Person, card: 'works' | 'declinesLater' = 'works') => {
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl), card })
  await settled()
  return sessionIn(sessionUrl)
}

export const orderAtStore = async (of: Shop, fan: Person) => {
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  const orderId = sessionUrl.split('/').at(-1) ?? ''
  return issue(orderId, fan)
}

export const issue = async (orderId: string, fan: Person) => {
  const issued = await ask(
    orders.issueKonbiniPayment,
    { orderId, name: '青井 そら', email: fan.email, phone: '090-1234-5678' },
    fan,
  )
  const [row] = (await pool().query('select intent_id from orders where order_id = $1', [orderId])).rows
  return { orderId, issued, intentId: row.intent_id as string }
}

export const joinAtStore = async (of: Shop, fan: Person) => {
  const order = await orderAtStore(of, fan)
  await told({ action: 'payAtStore', intent: order.intentId })
  await settled()
  return order
}

export const myPlan = async (of: Shop, fan: Person) =>
  (await ask(subscriptions.getActiveUserPlan, { planId: of.planId }, fan)).userPlan

export const statusOnSale = async (of: Shop, fan: Person | null) =>
  (await ask(plans.getPublicPlan, of.pub, fan)).plan.status

export const newFan = () => person()

/** Orders of goods of which nothing is left to be sent, nor any refund to be decided, and whose money still waits. */
export const waitsForNothing = async () =>
  (
    await pool().query<{ order_id: string; waits: string }>(`
      select o.order_id, o.fulfillment_state, o.payment_state, -sum(e.amount) as waits
      from orders o join ledger_entries e using (tenant_id, order_id)
      where e.account = 'deferred'
        and not exists (select 1 from order_lines l where l.tenant_id = o.tenant_id and l.order_id = o.order_id
          and l.delivery_method = 'physical' and l.quantity > l.fulfilled_quantity + l.refunded_quantity)
        and not exists (select 1 from fulfillments f where f.tenant_id = o.tenant_id and f.order_id = o.order_id
          and f.state = 'shipping')
        and not exists (select 1 from refunds r where r.tenant_id = o.tenant_id and r.order_id = o.order_id
          and r.state in ('requested', 'requiresCustomerAction'))
      group by o.order_id, o.fulfillment_state, o.payment_state having sum(e.amount) <> 0`)
  ).rows

/**
 * Orders of goods whose waiting money is below nothing, above what is still to be sent or what is still there of its payment, or,
 * where nothing went back or it came back, not just what is to be sent. Whether pieces that nobody collected are still waited for is open once the
 * pick-up is over. Of one club, or of all.
 */
export const waitsWrongly = async (tenantId: string | null = null) =>
  (
    await pool().query<{ order_id: string; waits: string; unsent: string; cash: string }>(
      `
      with o as (
        select o.tenant_id, o.order_id, o.shipping_fee,
          coalesce((select -sum(e.amount) from ledger_entries e
            where e.tenant_id = o.tenant_id and e.order_id = o.order_id and e.account = 'deferred'), 0) as waits,
          coalesce((select sum(greatest(0, l.quantity - l.fulfilled_quantity - l.refunded_quantity) * l.unit_price) from order_lines l
            where l.tenant_id = o.tenant_id and l.order_id = o.order_id and l.delivery_method = 'physical'), 0)
          + coalesce((select sum(p.quantity * l.unit_price) from fulfillments f
              join fulfillment_lines p using (tenant_id, fulfillment_id) join order_lines l using (tenant_id, line_id)
              where f.tenant_id = o.tenant_id and f.order_id = o.order_id and f.state = 'shipping'), 0)
          + coalesce((select sum(r.unshipped_amount) from refunds r where r.tenant_id = o.tenant_id and r.order_id = o.order_id
              and r.state in ('requested', 'requiresCustomerAction')), 0) as unsent,
          coalesce((select sum(e.amount) from ledger_entries e
            where e.tenant_id = o.tenant_id and e.order_id = o.order_id and e.account = 'cash'), 0) as cash,
          exists (select 1 from fulfillments f join fulfillment_lines p using (tenant_id, fulfillment_id)
            join order_lines l using (tenant_id, line_id) where f.tenant_id = o.tenant_id and f.order_id = o.order_id
            and f.state <> 'shipping' and not l.is_pick_up) as has_left,
          o.payment_state = 'paid'
            and not exists (select 1 from refunds r where r.tenant_id = o.tenant_id and r.order_id = o.order_id
              and r.state <> 'failed')
            and not exists (select 1 from disputes d where d.tenant_id = o.tenant_id and d.order_id = o.order_id
              and d.state in ('open', 'lost'))
            and not exists (select 1 from ledger_movements m
              where m.tenant_id = o.tenant_id and m.fact = 'earned:uncollected:' || o.order_id) as is_plain
        from orders o where o.kind in ('goods', 'eventGoods') and o.paid_at is not null and ($1::text is null or o.tenant_id = $1))
      select order_id, waits, unsent, cash from o
      where waits < 0 or waits > unsent + shipping_fee or waits > greatest(0, cash)
        or (is_plain and waits <> unsent + case when unsent = 0 or has_left then 0 else shipping_fee end)`,
      [tenantId],
    )
  ).rows

/** The whole ledger: every movement balances, and cash is what came in less what went out. */
export const ledger = async (tenantId: string) => {
  const { rows } = await pool().query<{ account: string; sum: string }>(
    'select account, sum(amount)::text as sum from ledger_entries where tenant_id = $1 group by account order by account',
    [tenantId],
  )
  const unbalanced = await pool().query(
    'select movement_id from ledger_entries group by movement_id having sum(amount) <> 0',
  )
  if (unbalanced.rows.length > 0) throw new Error('A movement does not balance.')
  const stuck = await waitsForNothing()
  if (stuck.length > 0) throw new Error(`Money waits for nothing: ${JSON.stringify(stuck)}`)
  const wrong = await waitsWrongly(tenantId)
  if (wrong.length > 0) throw new Error(`Money waits for something else: ${JSON.stringify(wrong)}`)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]))
}

/** A member whose first renewal the card has refused a day ago; the provider goes on trying. */
export const refusedMember = async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan, 'declinesLater')
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  await moveTo(joined.expiredAt + day)
  if ((await myPlan(of, fan))?.status !== 'paymentIncomplete') throw new Error('not refused')
  return { of, fan, ranOut: joined.expiredAt }
}

export const ordersIn = async (tenantId: string) =>
  (
    await pool().query<{
      kind: string
      payment_method: string
      payment_state: string
      total: number
      refunded: number
    }>(
      'select kind, payment_method, payment_state, total, refunded from orders where tenant_id = $1 order by placed_at, order_id',
      [tenantId],
    )
  ).rows

/** Terms of the club, oldest first, as they open contents. */
export const termsIn = async (tenantId: string) =>
  (
    await pool().query<{ source: string; starts_at: Date; ends_at: Date; voided_at: Date | null }>(
      'select source, starts_at, ends_at, voided_at from subscription_terms where tenant_id = $1 order by starts_at, source',
      [tenantId],
    )
  ).rows

/** In a hurry (`catchesUp` of a job): most of the time of these tests would be nights that change nothing. */
export const moveTo = async (at: number) => {
  await shared.jobs?.moveClock(at, { isHasty: true })
}
/** Past a night that looks at what is there now: its checks leave out what is younger than an hour. */
export const nextNight = async () => {
  await moveTo(now() + day + day / 12)
  await settled()
}
