import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { lockFan } from '#money/orders/queries.server.ts'
import { accounts } from '#office/accounts/contract.ts'
import { waitingMoney } from '#office/waitingMoney/contract.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { contents } from '#publishing/contents/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, club, operator, type Person, refused, request } from '../support/club'
import { checkOut, home, makeGoods, newBuyer, put, stockProblems, voucherOf, wallpaper } from '../support/goods'
import { mailsTo } from '../support/mail'
import { boughtMonth, pastContent } from '../support/month'
import { advisoryLocks, meanwhile, withoutPrecautions } from '../support/naive'
import { callbacks, provider, told } from '../support/payments'
import {
  issue,
  joinAtStore,
  joinByCard,
  ledger,
  moveTo,
  newFan,
  orderAtStore,
  ordersIn,
  sessionIn,
  settled,
  shop,
} from '../support/shop'

/* What is paid for somebody who has deleted the account is not delivered: the money goes back. */

type Shop = Awaited<ReturnType<typeof shop>>

const remove = (by: Person) => ask(accounts.deleteMyAccount, { typedEmail: by.email }, by)
const pay = (session: string) => told<{ outcome: string }>({ action: 'paySession', session })
const payAtStore = (intent: string) => told<{ paid: boolean }>({ action: 'payAtStore', intent })
/** Nothing that happens at the provider meanwhile is reported. */
const unreported = async (act: () => Promise<unknown>) => {
  await told({ drop: 1 })
  await act()
  await told({ drop: 0 })
}
/** The provider answers nothing to the next calls. */
const providerIsAway = (calls = 40) => told({ failNext: Array.from({ length: calls }, () => 'before') })
const providerIsBack = () => told({ failNext: [] })

const openSession = async (of: Shop, fan: Person) =>
  sessionIn((await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)).sessionUrl)
const openMonth = async (of: Shop, fan: Person, paymentType: 'card' | 'konbini') => {
  const { planContentId } = await pastContent(of)
  const said = { ...of.of, planContentId, returnPath: null, paymentType }
  return (await ask(backNumbers.purchasePlanBackNumber, said, fan)).sessionUrl
}
const monthAtStore = async (of: Shop, fan: Person) =>
  issue((await openMonth(of, fan, 'konbini')).split('/').at(-1) ?? '', fan)

const living = async (of: { tenantId: string }) =>
  (
    await pool().query(
      `select subscription_id as id from subscriptions where tenant_id = $1 and ended_at is null
        union all select purchase_id from back_number_purchases where tenant_id = $1 and voided_at is null
        union all select grant_id from download_grants where tenant_id = $1`,
      [of.tenantId],
    )
  ).rows
/** The subscriptions of a fan that the provider would charge again. */
const charging = async ({ uid }: Person) =>
  (
    await pool().query(
      `select s.body->>'id' as id from sandbox_objects s join customers c on c.customer_id = s.body->>'customer'
        where s.object = 'subscription' and c.uid = $1 and s.body->>'status' <> 'canceled'`,
      [uid],
    )
  ).rows
const states = async (of: { tenantId: string }) =>
  (await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)
const buyerOf = async (orderId: string) =>
  (await pool().query('select name, email, phone, address from order_buyers where order_id = $1', [orderId])).rows[0]
const refundsOf = async (orderId: string) =>
  (
    await pool().query(
      'select state, amount, reason, provider_refund_id as id from refunds where order_id = $1 order by requested_at',
      [orderId],
    )
  ).rows
const waiting = async (orderId: string) => {
  const { orders: found } = await ask(waitingMoney.getWaitingMoney, {}, await operator())
  return found.filter((one) => one.orderId === orderId)
}
const seen = async (of: { ids: { tenantId: string; brandId: string }; owner: Person }, orderId: string) =>
  ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
const onlyOrder = async (of: { tenantId: string }): Promise<string> =>
  (await pool().query('select order_id from orders where tenant_id = $1', [of.tenantId])).rows[0].order_id

/** How many transactions wait for what another one holds. */
const waiters = async (): Promise<number> =>
  (
    await pool().query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows[0].n

/** Nothing of a deleted fan is left to be paid, delivered or charged; all that came in went back. */
const expectGivenBack = async (of: Shop, fan: Person) => {
  expect(await states(of)).toEqual(['refunded'])
  expect(await living(of)).toEqual([])
  expect(await charging(fan)).toEqual([])
  const { cash, unallocated } = await ledger(of.tenantId)
  expect([cash, unallocated]).toEqual([0, 0])
}

describe('a plan paid by card', () => {
  test('before the deletion and reported after it goes back, and is never charged again', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await pay(await openSession(of, fan))
    await remove(fan)
    await settled()
    await expectGivenBack(of, fan)
    expect(await refundsOf(await onlyOrder(of))).toMatchObject([{ reason: 'accountDeleted', state: 'succeeded' }])
    await moveTo(now() + 40 * day)
    expect(await ordersIn(of.tenantId)).toHaveLength(1)
    expect((await ledger(of.tenantId)).cash).toBe(0)
    const { order } = await seen(of, await onlyOrder(of))
    expect(order.timeline.find(({ what }) => what === 'paidLate')).toMatchObject({ detail: 'accountDeleted' })
    expect(order.buyer.isDeleted).toBe(true)
  })

  test('before the deletion and never reported goes back, too', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const session = await openSession(of, fan)
    await unreported(() => pay(session))
    await remove(fan)
    await settled()
    await expectGivenBack(of, fan)
  })

  test('in a tab that is still open cannot be paid any more', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const session = await openSession(of, fan)
    await remove(fan)
    await runDueJobs()
    expect((await provider.session(session)).status).toBe('expired')
    expect(await pay(session)).toEqual({ outcome: 'closed' })
    await settled()
    expect(await states(of)).toEqual(['expired'])
  })

  test('in a tab that is still open while the provider is away goes back, and a job ends what is left', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const [session, other] = [await openSession(of, fan), await openSession(await shop(), fan)]
    await providerIsAway()
    await remove(fan)
    await runDueJobs()
    await providerIsBack()
    await pay(session)
    await moveTo(now() + day / 24)
    await settled()
    await expectGivenBack(of, fan)
    expect((await provider.session(other)).status).toBe('expired')
  })

  test('ends at the provider although that was away when the account was deleted', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    await providerIsAway()
    await remove(fan)
    await runDueJobs()
    expect(await living(of)).toEqual([])
    await providerIsBack()
    await moveTo(now() + day / 24)
    expect(await charging(fan)).toEqual([])
  })

  /**
   * The callback and the deletion at the same moment. Whoever comes first is held just before its end, at a row that it
   * changes last; the other one is either through by then, or waits as well.
   */
  const paidAtOnce = async (first: 'callback' | 'deletion') => {
    const [of, fan] = [await shop(), await newFan()]
    await pay(await openSession(of, fan))
    const acts: Record<typeof first, () => Promise<unknown>> = { callback: callbacks, deletion: () => remove(fan) }
    const row = { callback: 'orders', deletion: 'people' }
    const other = first === 'callback' ? 'deletion' : 'callback'
    let second: Promise<unknown> = Promise.resolve()
    await meanwhile(
      (db) => db.execute(`select 1 from ${row[first]} where uid = '${fan.uid}' for update`),
      acts[first],
      async () => {
        let isThrough = false
        second = acts[other]().finally(() => {
          isThrough = true
        })
        second.catch(() => {})
        await expect.poll(async () => isThrough || (await waiters()) > 1, { interval: 20 }).toBe(true)
      },
    )
    await second
    await settled()
    return { of, left: (await living(of)).length + (await charging(fan)).length }
  }
  test.each([
    ['callback', 'paid'],
    ['deletion', 'refunded'],
  ] as const)('while the account is deleted leaves nothing living, where the %s comes first', async (first, state) => {
    const { of, left } = await paidAtOnce(first)
    expect(left).toBe(0)
    // Delivered and ended by the deletion, or not delivered and given back.
    expect(await states(of)).toEqual([state])
  })
  test.each(['callback', 'deletion'] as const)(
    'without the fan’s lock outlives its fan, where the %s comes first',
    async (first) => {
      const { left } = await withoutPrecautions(advisoryLocks, () => paidAtOnce(first))
      expect(left).toBeGreaterThan(0)
    },
  )

  test('is not begun by a press that waits for the deletion', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const pressed = await meanwhile(
      (db) => lockFan(db, fan.uid),
      () => request(subscriptions.purchasePlanSubscription, JSON.stringify({ ...of.of, returnPath: null }), fan),
      async (db) => {
        await db.execute(`insert into account_deletions (uid, deleted_at) values ('${fan.uid}', now())`)
      },
    )
    expect(pressed.status).toBe(401)
    expect(await ordersIn(of.tenantId)).toEqual([])
    expect((await pool().query('select 1 from people where uid = $1', [fan.uid])).rows).toEqual([])
  })
})

describe('a month paid by card', () => {
  test('before the deletion and reported after it goes back', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await pay(sessionIn(await openMonth(of, fan, 'card')))
    await remove(fan)
    await settled()
    await expectGivenBack(of, fan)
  })
})

describe('a voucher', () => {
  const kinds = { plan: orderAtStore, month: monthAtStore } as const

  test.each(['plan', 'month'] as const)('for a %s that nobody has paid is ended with the account', async (kind) => {
    const [of, fan] = [await shop(), await newFan()]
    const { orderId, intentId } = await kinds[kind](of, fan)
    await remove(fan)
    await settled()
    expect((await provider.intent(intentId)).status).toBe('canceled')
    expect(await states(of)).toEqual(['canceled'])
    await moveTo(now() + day)
    expect(await buyerOf(orderId)).toBeUndefined()
  })

  test.each(['plan', 'month'] as const)(
    'for a %s paid at the till during the deletion goes back to who the kept address asks for an account',
    async (kind) => {
      const [of, fan] = [await shop(), await newFan()]
      const { orderId, intentId } = await kinds[kind](of, fan)
      await unreported(() => payAtStore(intentId))
      await remove(fan)
      // Of the payer nothing is kept but where the refund's question goes.
      expect(await buyerOf(orderId)).toEqual({ name: '', email: fan.email, phone: '', address: '' })
      await settled()
      expect(await living(of)).toEqual([])
      expect(await states(of)).toEqual(['paidLate'])
      const [refund] = await refundsOf(orderId)
      expect(refund).toMatchObject({ state: 'requiresCustomerAction', reason: 'accountDeleted' })
      await moveTo(now() + day)
      expect((await buyerOf(orderId))?.email).toBe(fan.email)
      await told({ action: 'answerRefund', refund: refund.id })
      await settled()
      await expectGivenBack(of, fan)
      await moveTo(now() + day)
      expect(await buyerOf(orderId)).toBeUndefined()
      expect(await waiting(orderId)).toEqual([])
    },
  )

  test('paid after the deletion, while it could not be ended, goes back as well', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { orderId, intentId } = await orderAtStore(of, fan)
    await providerIsAway()
    await remove(fan)
    await runDueJobs()
    await providerIsBack()
    await payAtStore(intentId)
    await settled()
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'requiresCustomerAction' }])
    expect(await living(of)).toEqual([])
  })

  test('whose refund nobody answers is waiting money of the platform: its address is forgotten', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { orderId, intentId } = await orderAtStore(of, fan)
    await unreported(() => payAtStore(intentId))
    await remove(fan)
    await settled()
    const [refund] = await refundsOf(orderId)
    expect(await waiting(orderId)).toEqual([])
    await told({ action: 'answerRefund', refund: refund.id, status: 'failed' })
    await settled()
    await moveTo(now() + day)
    expect(await buyerOf(orderId)).toBeUndefined()
    expect(await waiting(orderId)).toMatchObject([{ amount: 1700, paymentMethod: 'konbini', brandName: 'Aoi' }])
    expect((await ledger(of.tenantId)).unallocated).toBe(-1700)
    // The club has nothing to decide.
    const { orders: late } = await ask(staffOrders.getOrders, { ...of.ids, isLate: true }, of.owner)
    expect(late).toEqual([])
    expect((await seen(of, orderId)).canResolveLate).toBe(false)
    // Who writes to the platform is asked once more.
    const desk = await operator()
    expect(await refused(waitingMoney.refundWaitingMoney, { orderId, email: null }, desk)).toMatchObject({
      code: 'refundNeedsEmail',
    })
    expect((await refused(waitingMoney.refundWaitingMoney, { orderId, email: null }, of.owner)).status).toBe(403)
    await ask(waitingMoney.refundWaitingMoney, { orderId, email: 'again@example.test' }, desk)
    await settled()
    expect(await waiting(orderId)).toEqual([])
    expect((await buyerOf(orderId))?.email).toBe('again@example.test')
    expect(await refused(waitingMoney.refundWaitingMoney, { orderId, email: 'x@example.test' }, desk)).toMatchObject({
      code: 'orderNotFound',
    })
    const [, second] = await refundsOf(orderId)
    await told({ action: 'answerRefund', refund: second.id })
    await settled()
    await expectGivenBack(of, fan)
  })

  test('that is paid for nothing and waits for the staff goes back when its buyer deletes the account', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { planContentId } = await pastContent(of)
    const said = { ...of.of, planContentId, returnPath: null, paymentType: 'konbini' as const }
    const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, said, fan)
    const { orderId, intentId } = await issue(sessionUrl.split('/').at(-1) ?? '', fan)
    await ask(contents.revertPlanContentToDraft, { ...of.ids, planContentId }, of.owner)
    await moveTo(now() + 2000)
    await payAtStore(intentId)
    await settled()
    expect((await seen(of, orderId)).canResolveLate).toBe(true)
    await remove(fan)
    await settled()
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'requiresCustomerAction', reason: 'accountDeleted' }])
    expect((await seen(of, orderId)).canResolveLate).toBe(false)
  })
})

describe('every night', () => {
  /** As if it had been delivered to somebody who was gone already. */
  const goneBefore = async ({ uid }: Person) => {
    await pool().query(
      `insert into account_deletions (uid, deleted_at)
        select $1, min(e.at) from order_events e join orders o using (tenant_id, order_id) where o.uid = $1 and e.what = 'paid'`,
      [uid],
    )
    await pool().query('delete from people where uid = $1', [uid])
  }

  test('a membership of a deleted fan ends at the provider too, and what was paid since goes back', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    await moveTo(now() + 32 * day)
    expect(await ordersIn(of.tenantId)).toHaveLength(2)
    await goneBefore(fan)
    await moveTo(now() + day)
    await settled()
    expect(await states(of)).toEqual(['refunded', 'refunded'])
    expect(await living(of)).toEqual([])
    expect(await charging(fan)).toEqual([])
    expect((await ledger(of.tenantId)).cash).toBe(0)
  })

  test('a month given to a deleted fan is given back, and what was paid before the deletion stays', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await boughtMonth(of, fan)
    await goneBefore(fan)
    const [early, gone] = [await shop(), await newFan()]
    await boughtMonth(early, gone)
    await moveTo(now() + 2000)
    await remove(gone)
    await moveTo(now() + day)
    await settled()
    expect(await states(of)).toEqual(['refunded'])
    expect(await living(of)).toEqual([])
    expect(await states(early)).toEqual(['paid'])
  })

  test('a store’s money without an address is tried once and then waits for the platform', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { orderId } = await joinAtStore(of, fan)
    await goneBefore(fan)
    await pool().query('delete from order_buyers where order_id = $1', [orderId])
    await moveTo(now() + day)
    await moveTo(now() + 2 * day)
    expect(await living(of)).toEqual([])
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'failed' }])
    expect(await waiting(orderId)).toMatchObject([{ amount: 1700 }])
    await ask(waitingMoney.refundWaitingMoney, { orderId, email: 'found@example.test' }, await operator())
    await moveTo(now() + day / 24)
    const [, second] = await refundsOf(orderId)
    await told({ action: 'answerRefund', refund: second.id })
    await settled()
    expect(await states(of)).toEqual(['refunded'])
  })

  test('an open payment of a deleted fan is ended, however it was left', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { intentId } = await orderAtStore(of, fan)
    await pool().query('insert into account_deletions (uid, deleted_at) values ($1, $2)', [fan.uid, new Date(now())])
    await moveTo(now() + day)
    expect((await provider.intent(intentId)).status).toBe('canceled')
    expect(await states(of)).toEqual(['canceled'])
  })
})

describe('goods of somebody who has deleted the account', () => {
  test('that were paid just before it was ended go to the address that is kept, and staff see whose they are', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const { sessionUrl } = await checkOut((await put(of, fan, await makeGoods(of), 1)).cartId, fan)
    await pay(sessionIn(sessionUrl))
    await remove(fan)
    await settled()
    const orderId = await onlyOrder(of)
    const { order, canRefund } = await seen(of, orderId)
    expect(order).toMatchObject({ paymentState: 'paid', fulfillmentState: 'unfulfilled' })
    expect(order.buyer.isDeleted).toBe(true)
    expect(order.destination?.prefecture).toBe(home.prefecture)
    expect(canRefund).toBe(true)
    await moveTo(now() + day)
    expect((await buyerOf(orderId))?.address).toBe(home.street)
    expect(await stockProblems()).toEqual([])
  })

  test('whose address is gone are not kept for nothing', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const { sessionUrl } = await checkOut((await put(of, fan, await makeGoods(of), 1)).cartId, fan)
    await remove(fan)
    await pool().query('delete from order_buyers where uid = $1', [fan.uid])
    await pay(sessionIn(sessionUrl))
    await settled()
    expect(await states(of)).toEqual(['refunded'])
    expect(await stockProblems()).toEqual([])
  })

  test('that are files nobody could open go back', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of, wallpaper())
    const voucher = await voucherOf((await put(of, fan, made, 1)).cartId, fan)
    await unreported(() => payAtStore(voucher.intentId))
    await remove(fan)
    await settled()
    expect(await refundsOf(voucher.orderId)).toMatchObject([{ state: 'requiresCustomerAction' }])
    expect(await living(of)).toEqual([])
  })
})

test('the mail about the deletion says that what was still paid comes back', async () => {
  const fan = await newFan()
  await remove(fan)
  expect((await mailsTo(fan.email)).at(-1)?.text).toContain('お返しします')
})
