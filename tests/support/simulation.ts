import { AsyncLocalStorage } from 'node:async_hooks'
import pLimit from 'p-limit'
import pg from 'pg'
import { expect } from 'vitest'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import { day, monthText, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { type PaymentState, paymentMoves } from '#money/orders/order.ts'
import { accounts } from '#office/accounts/contract.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { newId, type Person, person, request, signedInNow } from './club'
import { payingOut } from './payingOut'
import { told } from './payments'
import { planRow } from './plan'
import { ledger, moveTo, sessionIn, settled, shop } from './shop'
import { ownerUrl } from './world'

/*
 * Simulates months of a club from a seed: fans join, pay, fail to pay, leave, come back and dispute charges, staff
 * refund, and callbacks come twice, out of order or not at all. Each month is closed and paid out. After every step the
 * provider's books and ours are compared.
 */

/** Numbers in [0, 1) that follow from the seed alone (mulberry32). */
const lots = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await pool().query(text, values)).rows as Row[]
const number = async (text: string, values: unknown[] = []) => {
  const [row] = await query<{ n: string | null }>(text, values)
  return Number(row?.n ?? 0)
}

/**
 * What the provider holds of these people's money, by its own objects: captured, less what went back or is disputed. Every object is
 * added up anew; each is opened once, and those of other states by their short keys alone are not.
 */
export const heldByProvider = (uids: readonly string[]) =>
  number(
    `with intents as materialized (select o.id, x.amount_received as amount from sandbox_objects o,
        jsonb_to_record(o.body) as x (amount_received bigint, currency text, customer text)
      where o.object = 'payment_intent' and 'status:succeeded' = any(o.refs) and x.currency = 'jpy'
        and x.customer in (select customer_id from customers where uid = any($1))),
    gone as (select x.amount from sandbox_objects o, jsonb_to_record(o.body) as x (amount bigint, status text, payment_intent text)
      where o.object in ('refund', 'dispute') and (o.object = 'refund' and x.status = 'succeeded'
          or o.object = 'dispute' and x.status in ('needs_response', 'under_review', 'lost'))
        and x.payment_intent in (select id from intents))
    select (select coalesce(sum(amount), 0) from intents) - (select coalesce(sum(amount), 0) from gone) as n`,
    [uids],
  )

/** What the last night's look found to differ between the provider's transactions and the ledger. */
const balanceDifference = () =>
  number('select provider - unknown - ledger as n from balance_looks order by looked_at desc limit 1')

/** Every state that an order can come to from another, in any number of moves. */
const reachable = (from: PaymentState, seen = new Set<PaymentState>([from])): ReadonlySet<PaymentState> => {
  for (const next of paymentMoves[from]) if (!seen.has(next)) reachable(next, seen.add(next))
  return seen
}

const analyzed = async () => {
  const statistics = new pg.Client({ connectionString: ownerUrl })
  await statistics.connect()
  await statistics.query('analyze').finally(() => statistics.end())
}

type Misbehaviour = { duplicate?: number; shuffle?: boolean; drop?: number; delayMs?: number }

export const simulate = async (
  seed: number,
  { months, fans: count, misbehaviour = {} }: { months: number; fans: number; misbehaviour?: Misbehaviour },
) => {
  // Fans act at the same time: each has random numbers of their own, so that a seed gives the same result.
  const common = lots(seed)
  const own = new AsyncLocalStorage<() => number>()
  const lot = () => (own.getStore() ?? common)()
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(lot() * all.length)]
  const of = await shop()
  const { tenantId, ids, owner } = of
  const yearly = planRow(ids, { price: 12_000, subscriptionInterval: 'year' })
  const ending = planRow(ids, { price: 800 })
  await database().insert(planTable).values([yearly, ending])
  const bigger = planRow(ids, { price: 2_500 })
  await database().insert(planTable).values(bigger)
  const planIds = [of.planId, yearly.planId, ending.planId, bigger.planId]
  const fans: Person[] = []
  for (let n = 0; n < count; n++) fans.push(await person())
  const lotsOf = new Map(fans.map((fan, n) => [fan, lots(seed * 1_000 + n)]))
  await told({ duplicate: 0.2, shuffle: true, ...misbehaviour })

  // Random numbers of its own, so that a seed's fans do the same whoever is paid.
  const money = await payingOut(of, lots(seed * 7 + 1))

  // And who stands at the till.
  const till = lots(seed * 13 + 3)

  const done: Record<string, number> = {}
  /** What the habits are for. A habit that the provider always refuses would go unseen, and prove nothing. */
  const happened = {
    appealsWon: 0,
    banksConfirmed: 0,
    renewalsMended: 0,
    paidAtTheTill: 0,
    extended: 0,
    extensionsRefused: 0,
    paidAfterExtension: 0,
    deletedAtTheTill: 0,
    paidAfterDeletion: 0,
  }
  /** An act of somebody: what is refused is refused by a declared answer, and nothing ever fails otherwise. */
  const act = async <O extends Operation>(operation: O, payload: PayloadOf<O>, by: Person) => {
    const answer = await request(operation, JSON.stringify(payload), signedInNow(by))
    if (answer.status >= 500) throw new Error(`${operation.name} answered ${answer.status}: ${answer.body}`)
    const name = answer.status === 200 ? operation.name : `${operation.name} refused`
    done[name] = (done[name] ?? 0) + 1
    return answer.status === 200 ? (JSON.parse(answer.body) as Record<string, never>) : null
  }
  /** Also the provider's customers may find that there is nothing to be done. */
  const happens = (what: object) => told(what).catch(() => null)
  const confirmsToBank = async (what: object) => {
    const answer = await happens({ ...what, isConfirmed: lot() < 0.8 })
    if (answer?.paid === true || answer?.outcome === 'paid') happened.banksConfirmed++
  }
  const customerOf = async (fan: Person) =>
    (await query<{ id: string }>('select customer_id as id from customers where uid = $1', [fan.uid]))[0]?.id

  /** A content of this month for each plan. */
  const written = new Map<string, string>()
  const write = async () => {
    const period = tokyoMonth(now())
    for (const planId of planIds) {
      const key = `${planId}:${monthText(period)}`
      if (written.has(key)) continue
      const planContentId = newId('content')
      const at = startOfTokyoMonth(period)
      await database()
        .insert(contents)
        .values({
          ...ids,
          planContentId,
          type: 'news',
          status: 'active',
          name: `Letter of ${monthText(period)}`,
          description: '',
          thumbnail: '',
          viewableBy: 'paidUsers',
          periodYear: period.year,
          periodMonth: period.month,
          publishingAt: at,
          createdAt: at,
          editedAt: at,
        })
      await database().insert(contentPlans).values({ tenantId, planContentId, planId, visibleFrom: at, editedAt: at })
      written.set(key, planContentId)
    }
  }

  const payAtStore = async (orderId: string, fan: Person) => {
    const issued = await act(
      orders.issueKonbiniPayment,
      { orderId, name: '青井 そら', email: fan.email, phone: '090-1234-5678' },
      fan,
    )
    const [row] = await query<{ id: string | null }>('select intent_id as id from orders where order_id = $1', [
      orderId,
    ])
    if (!issued || !row?.id) return
    const chance = lot()
    if (chance < 0.6) await happens({ action: 'payAtStore', intent: row.id })
    else if (chance < 0.75) await act(orders.cancelPaymentKonbini, { orderId }, fan)
    // The others do nothing: it lapses, or is paid by somebody who comes back to it.
  }

  const joins = async (fan: Person) => {
    const planId = pick(planIds) ?? of.planId
    if (lot() < 0.6) {
      const begun = await act(subscriptions.purchasePlanSubscription, { tenantId, planId, returnPath: null }, fan)
      if (!begun) return
      const chance = lot()
      const session = sessionIn(String(begun.sessionUrl))
      if (chance < 0.65) await happens({ action: 'paySession', session, card: 'works' })
      else if (chance < 0.75) {
        // The card's bank asks; who does not confirm leaves the page open.
        await happens({ action: 'paySession', session, card: 'authenticates' })
        await confirmsToBank({ action: 'answerBank', session })
      } else if (chance < 0.9) await happens({ action: 'paySession', session, card: 'declinesLater' })
      else if (chance < 0.95) await happens({ action: 'expireSession', session })
      return
    }
    const begun = await act(subscriptions.purchasePlanSubscriptionKonbini, { tenantId, planId }, fan)
    if (begun) await payAtStore(String(begun.sessionUrl).split('/').at(-1) ?? '', fan)
  }

  const paysWhatWaits = async (fan: Person) => {
    const waiting = await query<{ order_id: string }>(
      `select order_id from orders where uid = $1 and payment_method = 'konbini' and payment_state = 'awaitingPayment'`,
      [fan.uid],
    )
    for (const { order_id } of waiting) await payAtStore(order_id, fan)
  }

  const paysLate = async (fan: Person) => {
    const [lapsed] = await query<{ id: string }>(
      `select intent_id as id from orders where uid = $1 and payment_method = 'konbini'
        and payment_state in ('expired', 'canceled') and intent_id is not null order by order_id limit 1`,
      [fan.uid],
    )
    if (lapsed) await happens({ action: 'payAtStore', intent: lapsed.id })
  }

  const buysMonth = async (fan: Person) => {
    const planId = pick(planIds) ?? of.planId
    const month = tokyoMonth(startOfTokyoMonth(tokyoMonth(now())) - day)
    const planContentId = written.get(`${planId}:${monthText(month)}`)
    if (!planContentId) return
    const paymentType = lot() < 0.5 ? ('card' as const) : ('konbini' as const)
    const begun = await act(
      backNumbers.purchasePlanBackNumber,
      { tenantId, planId, planContentId, paymentType, returnPath: null },
      fan,
    )
    if (!begun) return
    if (paymentType === 'konbini') await payAtStore(String(begun.sessionUrl).split('/').at(-1) ?? '', fan)
    else if (lot() < 0.8) await happens({ action: 'paySession', session: sessionIn(String(begun.sessionUrl)) })
  }

  const refundsSomething = async () => {
    const [order] = await query<{ order_id: string; rest: number }>(
      `select order_id, total - refunded as rest from orders where tenant_id = $1
        and payment_state in ('paid', 'partiallyRefunded')
        order by $3 and open_key like 'change:%' desc, md5(order_id || $2) limit 1`,
      // Changes of plans are few among all that is paid.
      [tenantId, String(lot()), lot() < 0.3],
    )
    if (!order) return
    const amount = lot() < 0.5 ? order.rest : Math.max(1, Math.floor(order.rest / 3))
    await act(staffOrders.refundOrder, { ...ids, orderId: order.order_id, amount, reason: 'asked for' }, owner)
  }

  const decidesLate = async () => {
    const [late] = await query<{ order_id: string }>(
      'select order_id from late_payments where tenant_id = $1 and resolution is null order by order_id limit 1',
      [tenantId],
    )
    if (!late) return
    const taken = await act(
      staffOrders.resolveLatePayment,
      { ...ids, orderId: late.order_id, action: lot() < 0.5 ? 'accept' : 'refund' },
      owner,
    )
    if (!taken) await act(staffOrders.resolveLatePayment, { ...ids, orderId: late.order_id, action: 'refund' }, owner)
  }

  const answersRefunds = async () => {
    const waiting = await query<{ id: string }>(
      `select id from sandbox_objects where object = 'refund' and body->>'status' = 'requires_action' order by serial limit 3`,
    )
    for (const { id } of waiting)
      await happens({
        action: 'answerRefund',
        refund: id,
        status: pick(['succeeded', 'succeeded', 'failed', 'canceled']),
      })
  }

  /** The bank sends back what it has been sent. */
  const bounces = async () => {
    const [gone] = await query<{ id: string }>(
      `select provider_refund_id as id from refunds where tenant_id = $1 and state = 'succeeded' order by md5(refund_id || $2) limit 1`,
      [tenantId, String(lot())],
    )
    if (gone) await happens({ action: 'bounceRefund', refund: gone.id })
  }

  const quarrels = async (fan: Person) => {
    const [paid] = await query<{ id: string; total: number }>(
      `select intent_id as id, total from orders where uid = $1 and payment_method = 'card' and payment_state = 'paid'
        and intent_id is not null order by paid_at desc limit 1`,
      [fan.uid],
    )
    if (!paid) return
    // A bank may only ask, or dispute a part.
    const amount = lot() < 0.3 ? Math.ceil(paid.total / 3) : paid.total
    await happens({ action: 'createDispute', intent: paid.id, amount, isInquiry: lot() < 0.4 })
  }
  const answersInquiry = async () => {
    const [asked] = await query<{ id: string }>(
      `select id from sandbox_objects where object = 'dispute' and body->>'status' = 'warning_needs_response' order by serial limit 1`,
    )
    if (!asked) return
    if (lot() < 0.5) await happens({ action: 'escalateDispute', dispute: asked.id })
    else await happens({ action: 'closeDispute', dispute: asked.id, status: 'warning_closed' })
  }
  const endsQuarrel = async () => {
    const [open] = await query<{ id: string }>(
      `select id from sandbox_objects where object = 'dispute' and body->>'status' = 'needs_response' order by serial limit 1`,
    )
    if (open) await happens({ action: 'closeDispute', dispute: open.id, status: lot() < 0.5 ? 'won' : 'lost' })
  }

  /** A renewal that waits for an answer to the bank. */
  const confirms = async (fan: Person) => {
    const [asked] = await query<{ id: string }>(
      `select i.id from sandbox_objects i
        where i.object = 'invoice' and i.body->>'status' = 'open'
          and i.refs @> array['customer:' || (select customer_id from customers where uid = $1), 'status:open']
          and exists (select 1 from sandbox_objects p where p.id = i.body#>>'{payments,data,0,payment,payment_intent}'
            and p.body->>'status' = 'requires_action') order by i.serial limit 1`,
      [fan.uid],
    )
    if (asked) await confirmsToBank({ action: 'answerBankOfInvoice', invoice: asked.id })
  }
  const openVouchers = () =>
    query<{ order_id: string; uid: string; id: string }>(
      `select order_id, uid, intent_id as id from orders where tenant_id = $1 and payment_method = 'konbini'
        and payment_state = 'awaitingPayment' and intent_id is not null and subscription_id is null
        and uid not in (select account_deletions.uid from account_deletions) order by md5(order_id || $2) limit 3`,
      [tenantId, String(lot())],
    )
  /** The first comes in any case, so that no run is without one. */
  const chanceOf = (share: number, soFar: number) => lot() < share || soFar === 0
  const isAtTheTill = async (intent: string) =>
    (await happens({ action: 'beginPayingAtStore', intent }))?.isBeingPaid === true
  const isPaid = async (intent: string) => (await happens({ action: 'payAtStore', intent }))?.paid === true
  /**
   * A day after it was issued, staff extend the voucher of a fan who is on the way to the till, or stands at it. Whoever comes with the
   * first one when it has ended pays the second, or nothing.
   */
  const extendsAtTheTill = async () => {
    for (const { order_id: orderId, id } of await openVouchers()) {
      const isThere = chanceOf(0.5, happened.paidAtTheTill) && (await isAtTheTill(id))
      const extended = await act(staffOrders.extendVoucher, { ...ids, orderId }, owner)
      if (extended) happened.extended++
      else if (isThere) happened.extensionsRefused++
      await isAtTheTill(id)
      if (chanceOf(0.7, happened.paidAtTheTill) && (await isPaid(id)) && isThere) happened.paidAtTheTill++
      const [second] = await query<{ id: string }>('select intent_id as id from orders where order_id = $1', [orderId])
      const isWanted = extended && second && chanceOf(0.7, happened.paidAfterExtension)
      if (isWanted && (await isPaid(second.id))) happened.paidAfterExtension++
    }
  }
  /** Who has begun to pay deletes the account, and pays, or goes away from the till. */
  const deletesAtTheTill = async () => {
    const [open] = await openVouchers()
    const fan = fans.find(({ uid }) => uid === open?.uid)
    if (!open || !fan || !(await isAtTheTill(open.id))) return
    if (!(await act(accounts.deleteMyAccount, { typedEmail: fan.email }, fan))) return
    happened.deletedAtTheTill++
    if (chanceOf(0.7, happened.paidAfterDeletion) && (await isPaid(open.id))) happened.paidAfterDeletion++
  }
  /** Renewals that had been refused, and were paid since then with a new card. */
  const countMended = async (since: number) => {
    happened.renewalsMended += await number(
      `select count(*) as n from sandbox_keys where key like 'pay:in%' and answer->>'status' = 'paid' and created_at >= $1`,
      [new Date(since)],
    )
  }
  /** The card's network decides for the club after all. */
  const appeals = async () => {
    const [lost] = await query<{ id: string }>(
      `select id from sandbox_objects where object = 'dispute' and body->>'status' = 'lost' order by serial desc limit 1`,
    )
    const won = lost && (await happens({ action: 'appealDispute', dispute: lost.id }))
    if (won?.status === 'won') happened.appealsWon++
  }

  /** Taken by hand on the provider's pages, in money that is no sum of yen, for whatever came of it in yen. */
  const paysInDollars = async (fan: Person) => {
    const customer = await customerOf(fan)
    const amount = 500 + Math.floor(lot() * 2000)
    const yen = lot() < 0.7 ? Math.floor(amount * 1.5) : null
    if (customer) await happens({ action: 'takePayment', customer, amount, currency: 'usd', yen })
  }

  const cardFails = async (fan: Person) => {
    const customer = await customerOf(fan)
    if (customer) await happens({ action: 'setCard', customer, card: 'declines' })
  }
  const cardWorks = async (fan: Person) => {
    const customer = await customerOf(fan)
    if (customer) await happens({ action: 'setCard', customer, card: lot() < 0.8 ? 'works' : 'authenticates' })
  }

  /** Who reads that the card was refused gives another one, as the provider's page makes it the default. */
  const mendsCard = async (fan: Person) => {
    const [refused] = await query(
      'select subscription_id from subscriptions where uid = $1 and payment_failed_at is not null',
      [fan.uid],
    )
    if (refused) await cardWorks(fan)
  }

  /** A plan that the fan is a member of. */
  const planOf = async (fan: Person, isLeaving: boolean) =>
    (
      await query<{ id: string }>(
        `select plan_id as id from subscriptions where uid = $1 and ended_at is null
          and (cancel_scheduled_at is not null) = $2 order by plan_id limit 1`,
        [fan.uid, isLeaving],
      )
    )[0]?.id
  const leaves = async (fan: Person) => {
    const planId = await planOf(fan, false)
    if (!planId) return
    await act(subscriptions.cancelPlanSubscription, { planId, cancelAtPeriodEnd: lot() < 0.8 }, fan)
  }
  /** To another plan, at once or when the term ends; paid, refused, given up, or left to lapse. */
  const changesPlan = async (fan: Person) => {
    const planId = await planOf(fan, false)
    const toPlanId = pick(planIds.filter((one) => one !== planId))
    if (!planId || !toPlanId) return
    const begun = await act(subscriptions.changePlanSubscription, { planId, toPlanId, returnPath: null }, fan)
    const sessionUrl = begun?.sessionUrl as string | null | undefined
    if (!sessionUrl) return
    if (!sessionUrl.includes('cs_')) return payAtStore(sessionUrl.split('/').at(-1) ?? '', fan)
    const [chance, session] = [lot(), sessionIn(sessionUrl)]
    if (chance < 0.7) await happens({ action: 'paySession', session, card: 'works' })
    else if (chance < 0.8) await happens({ action: 'paySession', session, card: 'declines' })
    else if (chance < 0.9) {
      await happens({ action: 'paySession', session, card: 'authenticates' })
      await confirmsToBank({ action: 'answerBank', session })
    }
  }
  const keepsPlan = async (fan: Person) => {
    const planId = await planOf(fan, false)
    if (planId) await act(subscriptions.undoPlanSubscriptionChange, { planId }, fan)
  }
  const comesBack = async (fan: Person) => {
    const planId = await planOf(fan, true)
    if (planId) await act(subscriptions.resumePlanSubscription, { planId }, fan)
  }

  /** Whatever is open or unreported at that moment; from then on the fan is refused everything. */
  const deletesAccount = async (fan: Person) => {
    await act(accounts.deleteMyAccount, { typedEmail: fan.email }, fan)
  }

  /** How often each is done by a fan in one step of five days. */
  const habits: readonly (readonly [share: number, act: (fan: Person) => Promise<unknown>])[] = [
    [0.06, joins],
    [0.3, paysWhatWaits],
    [0.02, paysLate],
    [0.02, buysMonth],
    // Of few fans each does it often, so that no run is without it.
    [count < 100 ? 0.4 : 0.06, changesPlan],
    [0.01, keepsPlan],
    [0.02, leaves],
    [0.05, comesBack],
    [0.01, cardFails],
    [0.02, cardWorks],
    [0.2, mendsCard],
    [0.3, confirms],
    [0.006, quarrels],
    [0.002, paysInDollars],
    [0.01, deletesAccount],
  ]

  /** Subscriptions of living memberships that go on, whose price at the provider is another one than theirs. */
  const mispriced = () =>
    query(
      `select s.subscription_id as id, (o.body#>>'{items,data,0,price,unit_amount}')::int as charged, p.price
        from subscriptions s join plans p on p.tenant_id = s.tenant_id and p.plan_id = coalesce(s.next_plan_id, s.plan_id)
        join sandbox_objects o on o.id = s.provider_subscription_id
        where s.tenant_id = $1 and s.ended_at is null and s.cancel_scheduled_at is null and s.paid_until > $2
          and (o.body#>>'{items,data,0,price,unit_amount}')::int <> p.price`,
      [tenantId, new Date(now())],
    )

  // --- What has to hold ----------------------------------------------------------------------------------------------------

  const before = new Map<string, PaymentState>()
  const holds = async (isQuiet: boolean) => {
    // Asked together: nothing happens meanwhile.
    const [books, states, waiting, terms, twice, held, charged, inVain] = await Promise.all([
      ledger(tenantId),
      query<{ order_id: string; state: PaymentState; expires_at: Date | null }>(
        'select order_id, payment_state as state, expires_at from orders where tenant_id = $1',
        [tenantId],
      ),
      number(
        `select sum(l.amount) as n from late_payments l join orders o using (tenant_id, order_id)
          where l.tenant_id = $1 and o.payment_state = 'paidLate'`,
        [tenantId],
      ),
      query(
        `select o.order_id, count(t.term_id)::int as terms from orders o
          left join subscription_terms t on t.tenant_id = o.tenant_id and t.order_id = o.order_id and t.source <> 'extension'
          where o.tenant_id = $1 and o.kind = 'plan' and o.payment_state in ('paid', 'partiallyRefunded')
          group by o.order_id having count(*) filter (where t.voided_at is null) > 1 or count(t.term_id) = 0`,
        [tenantId],
      ),
      number(
        `select count(*) as n from (select uid, plan_id from subscriptions where tenant_id = $1 and ended_at is null
          group by uid, plan_id having count(*) > 1) twice`,
        [tenantId],
      ),
      isQuiet ? heldByProvider(fans.map(({ uid }) => uid)) : 0,
      isQuiet
        ? query(
            `select id from sandbox_objects where object = 'subscription'
              and body->>'customer' in (select customer_id from customers where uid = any($2))
              and body->>'status' in ('active', 'past_due', 'trialing') and body->>'cancel_at_period_end' <> 'true'
              and id not in (select provider_subscription_id from subscriptions
                where tenant_id = $1 and ended_at is null and provider_subscription_id is not null)`,
            [tenantId, fans.map(({ uid }) => uid)],
          )
        : [],
      query(
        `select 'member' as what, s.subscription_id as id from subscriptions s join account_deletions d using (uid)
            where s.tenant_id = $1 and s.ended_at is null
          union all select 'paid', o.order_id from orders o join account_deletions d using (uid)
            join order_events e using (tenant_id, order_id)
            where o.tenant_id = $1 and e.what in ('paid', 'lateAccepted') and e.at > d.deleted_at
          union all select 'term', t.term_id from subscription_terms t join account_deletions d using (uid)
            where t.tenant_id = $1 and t.voided_at is null and t.starts_at <= $2 and t.ends_at > $2
          union all select 'buyer', b.order_id from order_buyers b join account_deletions d using (uid)
            where b.tenant_id = $1 and (b.name <> '' or b.phone <> '')`,
        [tenantId, new Date(now())],
      ),
    ])
    for (const { order_id, state } of states) {
      const was = before.get(order_id)
      if (was === state) continue
      if (was) expect(reachable(was).has(state), `${order_id}: ${was} -> ${state}`).toBe(true)
      before.set(order_id, state)
    }
    // Money in no account is waiting for a decision or being returned.
    expect((books.unallocated ?? 0) + waiting, 'money of nobody').toBe(0)
    // One term for each paid order of a plan, and never two.
    expect(terms, 'paid orders without a term, or with two').toEqual([])
    expect(twice, 'memberships that live twice').toBe(0)
    expect(inVain, 'members, payments, terms and names of deleted people').toEqual([])
    if (!isQuiet) return
    expect(await mispriced(), 'charged for another plan than the next term is of').toEqual([])
    // Once everything was told, or the night's look has found it, both sides say the same to the yen.
    expect(books.cash ?? 0, 'cash').toBe(held - money.leftProvider())
    // The third side: the provider's own list of transactions, with what it kept, by the night's look.
    expect(await balanceDifference(), 'provider says, ledger says').toBe(0)
    const late = states.filter(
      ({ state, expires_at }) => state === 'awaitingPayment' && (expires_at?.getTime() ?? 0) < now() - 3_600_000,
    )
    expect(late, 'orders that wait beyond their end').toEqual([])
    expect(charged, 'charged, and no member').toEqual([])
  }

  /** What became of the changes of plans: those that were charged, and those that cost nothing or waited for the term's end. */
  const changesOfPlans = async () => {
    const [counts] = await query<Record<'up' | 'across' | 'unpaid' | 'refunded' | 'later' | 'dollars', number>>(
      `with charged as (
        select o.payment_state as state, f.subscription_interval <> p.subscription_interval as is_across
        from orders o join subscriptions f on f.tenant_id = o.tenant_id and o.open_key = 'change:' || f.subscription_id
          join plans p on p.tenant_id = o.tenant_id and p.plan_id = o.plan_id
        where o.tenant_id = $1)
      select count(*) filter (where state = 'paid' and not is_across)::int as up,
        count(*) filter (where state = 'paid' and is_across)::int as across,
        count(*) filter (where state in ('expired', 'canceled', 'failed'))::int as unpaid,
        count(*) filter (where state in ('refunded', 'partiallyRefunded'))::int as refunded,
        (select count(*)::int from subscriptions s where s.tenant_id = $1 and s.changed_from_id is not null
          and not exists (select 1 from orders o where o.tenant_id = s.tenant_id and o.paid_at is not null
            and o.open_key = 'change:' || s.changed_from_id)) as later,
        (select count(*)::int from unallocated_payments where unallocated_payments.currency = 'usd') as dollars
      from charged`,
      [tenantId],
    )
    return counts
  }

  /** Who has paid for now reads what is new; who never paid reads nothing. */
  const reads = async (fan: Person) => {
    const planId = pick(planIds) ?? of.planId
    const planContentId = written.get(`${planId}:${monthText(tokyoMonth(now()))}`) ?? ''
    const at = new Date(now())
    const paid = await number(
      `select count(*) as n from subscription_terms t join orders o using (tenant_id, order_id)
        where t.uid = $1 and t.plan_id = $2 and t.voided_at is null and t.starts_at <= $3 and t.ends_at > $3
          and o.payment_state = 'paid'`,
      [fan.uid, planId, at],
    )
    const ever = await number(
      `select count(*) as n from orders where uid = $1 and plan_id = $2 and paid_at is not null`,
      [fan.uid, planId],
    )
    const answer = await request(publicContents.getPublicPlanContent, JSON.stringify({ tenantId, planContentId }), fan)
    const isOpen = answer.status === 200 && (JSON.parse(answer.body) as { ok?: boolean }).ok !== false
    if (paid > 0) expect(isOpen, `a member who has paid reads: ${answer.status} ${answer.body}`).toBe(true)
    if (ever === 0) expect(isOpen, 'who never paid reads').toBe(false)
  }

  // --- The months ----------------------------------------------------------------------------------------------------------

  const step = 5 * day
  const end = now() + months * 30 * day
  let steps = 0
  while (now() < end) {
    const began = now()
    steps++
    // Months pass in minutes here: the database learns what its tables hold sooner than its own daemon would look.
    if (Number.isInteger(Math.log2(steps))) await analyzed()
    await write()
    if (steps === Math.floor((months * 6) / 2))
      await act(
        plans.scheduleToArchivePlan,
        { ...ids, planId: ending.planId, archivingAt: now() + 40 * day, messageToMembers: 'Thank you.' },
        owner,
      )
    await pLimit(8).map(fans, (fan) =>
      own.run(lotsOf.get(fan) ?? common, async () => {
        for (const [share, habit] of habits) if (lot() < share) await habit(fan)
      }),
    )
    if (lot() < 0.3) await refundsSomething()
    if (lot() < 0.5) await decidesLate()
    if (lot() < 0.5) await answersRefunds()
    if (lot() < 0.3) await endsQuarrel()
    if (lot() < 0.3) await answersInquiry()
    if (lot() < 0.2) await appeals()
    if (lot() < 0.1) await bounces()
    await settled()
    await countMended(began)
    await holds(false)
    const next = began + step
    await own.run(till, async () => {
      const isExtending = chanceOf(0.2, happened.paidAfterExtension)
      const isDeleting = chanceOf(0.1, happened.deletedAtTheTill)
      // On the day of its issue a voucher cannot be extended.
      if (isExtending) await moveTo(now() + day)
      if (isExtending) await extendsAtTheTill()
      if (isDeleting) await deletesAtTheTill()
    })
    await moveTo(next)
    await settled()
    await money.step()
    await holds(true)
    await write()
    for (let n = 0; n < 5; n++) {
      const fan = pick(fans)
      if (fan) await reads(fan)
    }
  }
  await told({ duplicate: 0, shuffle: false, drop: 0, delayMs: 0 })
  const [books, changes] = [await ledger(tenantId), await changesOfPlans()]
  return { done, happened, books, changes, orders: before.size, steps, paid: await money.proves() }
}
