import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#club/audit/contract.ts'
import { brands } from '#club/brands/contract.ts'
import { tenants as invitations } from '#club/tenants/contract.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { serverConfig } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { monthAfter, monthOf } from '#money/ledger/ledger.ts'
import { orders } from '#money/orders/contract.ts'
import { payoutDesk, revenue } from '#money/payouts/revenue/contract.ts'
import { finalFrom } from '#money/payouts/revenue/statement.ts'
import { clubPage } from '#office/club/contract.ts'
import { brandHome } from '#office/home/contract.ts'
import { platform } from '#office/platform/contract.ts'
import { suspension } from '#office/suspension/contract.ts'
import { clubGoesOn, clubSuspended } from '#office/suspension/mails.ts'
import { acts } from '#program/acts.ts'
import { operations } from '#program/operations.ts'
import { now } from '#server/clock.ts'
import { inTransaction, pool } from '#server/db.ts'
import { carts } from '#shop/carts/contract.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { lockVariations } from '#shop/goods/stock.queries.server.ts'
import { addMember, ask, club, operator, type Person, person, refused, request, signedInNow } from '../support/club'
import { makeGoods, newBuyer, payCart, put, variation, voucherOf } from '../support/goods'
import { lastMailTo, mailsTo } from '../support/mail'
import { addAccount, setIdentity, sold } from '../support/money'
import { meanwhile, withoutPrecautions } from '../support/naive'
import { told } from '../support/payments'
import { tokyo } from '../support/plan'
import {
  issue,
  joinAtStore,
  joinByCard,
  moveTo,
  myPlan,
  newFan,
  ordersIn,
  sessionIn,
  settled,
  shop,
} from '../support/shop'

let desk: Person
beforeAll(async () => {
  desk = await operator()
})

const suspend = ({ tenantId }: { tenantId: string }, message = 'Please answer.') =>
  ask(suspension.suspendTenant, { tenantId, reason: 'disputes', message }, desk)
const goOn = ({ tenantId }: { tenantId: string }) => ask(suspension.resumeTenant, { tenantId }, desk)
const isRefused = { status: 409, code: 'tenantSuspended' }

describe('the act', () => {
  test('the staff see in the profile that nothing is sold, until the club goes on', async () => {
    const of = await shop()
    const isSuspended = async () => (await ask(brands.getBrandProfile, of.ids, of.owner)).isSuspended
    expect(await isSuspended()).toBe(false)
    await suspend(of)
    expect(await isSuspended()).toBe(true)
    await goOn(of)
    expect(await isSuspended()).toBe(false)
  })

  test('the owners are told in their language, word for word as the dialog shows it; going on too', async () => {
    const of = await shop()
    const other = await person()
    await addMember(of.tenantId, other, 'owner')
    await pool().query(
      `insert into people (uid, email, locale, created_at, edited_at) values ($1, $2, 'en', now(), now())
        on conflict (uid) do update set locale = 'en'`,
      [other.uid, other.email],
    )
    expect(await ask(payoutDesk.getPayoutOwners, { tenantId: of.tenantId }, desk)).toEqual({
      owners: 2,
      locales: ['en', 'ja'],
    })
    const origin = serverConfig().PUBLIC_ORIGIN
    const about = { tenantId: of.tenantId, name: 'Hoshi Club' }
    const said = ({ subject, text }: { subject: string; text: string }) => [subject, text.trim()]
    const owners = [
      [of.owner, 'ja'],
      [other, 'en'],
    ] as const
    await suspend(of)
    for (const [{ email }, locale] of owners)
      expect((await mailsTo(email)).map(said)).toEqual([
        said(clubSuspended({ origin, locale }, { ...about, reason: 'disputes', message: 'Please answer.' })),
      ])
    await goOn(of)
    for (const [{ email }, locale] of owners) {
      const mails = (await mailsTo(email)).map(said)
      expect(mails).toHaveLength(2)
      expect(mails).toContainEqual(said(clubGoesOn({ origin, locale }, { ...about, message: '' })))
    }
  })

  test('staff see why and since when, on the home of a brand and on the page of the club, until it goes on', async () => {
    const of = await shop()
    const { since } = await suspend(of, 'Line one.\nLine two.')
    const shown = { since, reason: 'disputes', message: 'Line one.\nLine two.' }
    const both = async () => [
      (await ask(brandHome.getBrandHome, of.ids, of.owner)).suspension,
      (await ask(clubPage.getTenant, { tenantId: of.tenantId }, of.owner)).suspension,
    ]
    expect(await both()).toEqual([shown, shown])
    await goOn(of)
    expect(await both()).toEqual([null, null])
  })

  test('who is invited reads that the club is suspended, and may join it all the same', async () => {
    const of = await shop()
    const invited = await person()
    const { tenantId } = of
    await ask(
      invitations.inviteTenantMember,
      { tenantId, email: invited.email, role: 'editor', brandIds: null },
      of.owner,
    )
    const [, invitation = ''] = /invitation=([\w-]+)/.exec((await lastMailTo(invited.email)).text) ?? []
    const isSuspended = async () => (await ask(invitations.getTenantInvitation, { invitation }, invited)).isSuspended
    expect(await isSuspended()).toBe(false)
    await suspend(of)
    expect(await isSuspended()).toBe(true)
    expect(await ask(invitations.acceptTenantInvitation, { invitation }, invited)).toEqual({ tenantId })
  })

  test('the club’s log says both in words, with the reason, and nothing of who it was', async () => {
    const of = await shop()
    await suspend(of)
    await goOn(of)
    const { entries } = await ask(audit.getAuditLog, { tenantId: of.tenantId, topic: 'staff' }, of.owner)
    expect(
      entries.map(({ operation, role, actorName, address, details }) => [
        acts[operation]?.en,
        ...[role, actorName, address],
        details.map(({ value }) => value),
      ]),
    ).toEqual([
      ['Let the club go on', 'operator', '', '', []],
      [
        'Suspended the club',
        'operator',
        '',
        '',
        ['お支払いへの異議申し立て / Payments are disputed', 'Please answer.'],
      ],
    ])
  })

  test('the operators’ list says it, and shows those alone that are', async () => {
    const of = await club(`Club ${crypto.randomUUID()}`)
    const one = async () =>
      (await ask(platform.getClubs, { state: 'suspended', pagination: { limit: 100, offset: 0 } }, desk)).clubs.find(
        ({ tenantId }) => tenantId === of.tenantId,
      )
    expect(await one()).toBeUndefined()
    await suspend(of)
    expect(await one()).toMatchObject({ state: 'open', suspension: { reason: 'disputes', message: 'Please answer.' } })
    await goOn(of)
    expect(await one()).toBeUndefined()
  })

  test('pressed twice, in two tabs or again after a lost answer, it is done once', async () => {
    const of = await club()
    const said = { tenantId: of.tenantId, reason: 'other' }
    const again = { 'idempotency-key': crypto.randomUUID() }
    const first = await ask(suspension.suspendTenant, said as never, desk, again)
    expect(await ask(suspension.suspendTenant, said as never, desk, again)).toEqual(first)
    expect(await refused(suspension.suspendTenant, said, desk)).toMatchObject({ code: 'alreadySuspended' })
    const answers = await Promise.all(
      [1, 2, 3].map(() => request(suspension.resumeTenant, JSON.stringify({ tenantId: of.tenantId }), desk)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await mailsTo(of.owner.email)).toHaveLength(2)
  })

  test('what cannot be is refused: a closed club, one that is not suspended, one that is not there', async () => {
    const of = await club()
    expect(await refused(suspension.resumeTenant, { tenantId: of.tenantId }, desk)).toMatchObject({
      ...{ status: 409, code: 'notSuspended' },
    })
    await pool().query('update tenants set closing_at = now(), closes_at = now() where tenant_id = $1', [of.tenantId])
    const said = { tenantId: of.tenantId, reason: 'other' }
    expect(await refused(suspension.suspendTenant, said, desk)).toMatchObject({ status: 409, code: 'clubClosed' })
    const unknown = { tenantId: 'tenant_unknown', reason: 'other' }
    expect(await refused(suspension.suspendTenant, unknown, desk)).toMatchObject({ code: 'tenantNotFound' })
    expect((await refused(suspension.suspendTenant, said, of.owner)).status).toBe(403)
  })
})

describe('nothing new is sold', () => {
  test('joining, by card and at a store, is refused; the pages of the brand say why, and sell again once it goes on', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const notice = async () => (await ask(memberFigures.getPublicBrandProfile, of.ids)).notice
    expect(await notice()).toBe('')
    await suspend(of)
    expect(await notice()).toContain('お休みしています')
    expect(await refused(subscriptions.purchasePlanSubscription, of.of, fan)).toMatchObject(isRefused)
    expect(await refused(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)).toMatchObject(isRefused)
    expect(await ordersIn(of.tenantId)).toEqual([])
    await goOn(of)
    expect(await notice()).toBe('')
    await joinByCard(of, fan)
    expect((await myPlan(of, fan))?.status).toBe('active')
  })

  test('goods go into no cart, and a cart from before is not paid; it says why', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of, { variations: [variation(5)] })
    const { cartId } = await put(of, fan, made)
    await suspend(of)
    const more = { ...of.ids, goodsId: made.goodsId, variationId: made.variationId, quantity: 1 }
    expect(await refused(carts.addGoodsToCart, more, fan)).toMatchObject(isRefused)
    expect(await refused(carts.purchaseGoodsByCart, { cartId, returnPath: null }, fan)).toMatchObject(isRefused)
    expect(await refused(carts.purchaseGoodsByCartByKonbini, { cartId }, fan)).toMatchObject(isRefused)
    const { carts: all } = await ask(carts.getCarts, {}, fan)
    expect(all[0]?.notice).toContain('お休みしています')
    expect((await ask(carts.getPrePurchaseByCart, { cartId }, fan)).notice).toBe(all[0]?.notice)
    await goOn(of)
    await payCart(cartId, fan)
  })

  test('an order without a voucher gets none, and a voucher no more time', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
    const orderId = sessionUrl.split('/').at(-1) ?? ''
    const said = { orderId, name: '青井 そら', email: fan.email, phone: '090-1234-5678' }
    const other = await newBuyer()
    const made = await makeGoods(of, { variations: [variation(5)] })
    const issued = await voucherOf((await put(of, other, made)).cartId, other)
    await suspend(of)
    expect(await refused(orders.issueKonbiniPayment, said, fan)).toMatchObject(isRefused)
    const { rows } = await pool().query('select order_id from orders where uid = $1', [other.uid])
    const longer = { ...of.ids, orderId: rows[0].order_id }
    expect(await refused(staffOrders.extendVoucher, longer, of.owner)).toMatchObject(isRefused)
    expect(issued).toBeDefined()
  })

  test('every operation that makes an order or a session says that it sells, or stands here with its reason', () => {
    const others: Record<string, string> = {
      moveSubscriptionToCard: 'a renewal, which goes on: nothing is paid before the term that is paid has ended',
      resumePlanSubscription: 'a renewal, which goes on',
      giveFreeDays: 'a renewal, which comes later',
      payWithNewCard: 'renewals that were refused, of every club',
      changePaymentMethod: 'the card of the fan at the provider, of every club',
      cancelPlanSubscription: 'leaving',
      cancelSubscriptionByStaff: 'leaving',
      askRefundAgain: 'money that goes back',
      refundOrder: 'money that goes back',
      cancelOrder: 'money that goes back',
      cancelOrders: 'money that goes back',
      cancelPaymentKonbini: 'a payment that is given up',
      createFulfillment: 'handles what was paid',
      updateFulfillment: 'handles what was paid',
      holdOrder: 'handles what was paid',
      pickUpOrderLines: 'handles what was paid',
    }
    const signs = ['paymentRefused', 'awaitingPayment', 'notSelling', 'konbiniUnavailable', 'cartFull']
    const sells = [...operations.values()]
      .map(({ operation }) => operation)
      .filter(({ effect, refusals }) => effect !== 'read' && signs.some((sign) => refusals.includes(sign)))
    expect(sells.length).toBeGreaterThan(10)
    const silent = sells.filter(({ name, sells: says }) => says === null && !(name in others)).map(({ name }) => name)
    expect(silent).toEqual([])
    for (const { operation } of operations.values())
      if (operation.sells !== null) expect(operation.refusals, operation.name).toContain('tenantSuspended')
    for (const name of Object.keys(others))
      if (operations.has(name)) expect(operations.get(name)?.operation.sells).toBeNull()
  })
})

describe('what was under way goes on', () => {
  test('a payment page and a voucher from before are paid, and settled as always', async () => {
    const of = await shop()
    const [byCard, atStore] = [await newFan(), await newFan()]
    const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, byCard)
    const asked = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, atStore)
    const { intentId } = await issue(asked.sessionUrl.split('/').at(-1) ?? '', atStore)
    await suspend(of)
    await told({ action: 'paySession', session: sessionIn(sessionUrl) })
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    expect((await myPlan(of, byCard))?.status).toBe('active')
    expect((await myPlan(of, atStore))?.status).toBe('active')
  })

  test('members are renewed: by card by itself, at a store by the next order, its voucher and its payment; they leave too', async () => {
    const of = await shop()
    const [byCard, atStore] = [await newFan(), await newFan()]
    await joinByCard(of, byCard)
    await joinAtStore(of, atStore)
    await suspend(of)
    const before = await myPlan(of, atStore)
    await moveTo((before && 'expiredAt' in before ? before.expiredAt : 0) - 9 * day)
    const due = await myPlan(of, atStore)
    const orderId = due && 'latestOrderId' in due ? due.latestOrderId : ''
    const { intentId } = await issue(orderId, atStore)
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    expect((await myPlan(of, atStore))?.status).toBe('active')
    await moveTo(now() + 20 * day)
    await settled()
    expect((await myPlan(of, byCard))?.status).toBe('active')
    await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, byCard)
    expect((await myPlan(of, byCard))?.status).toBe('scheduledToCancel')
  })
})

describe('nothing is paid out', () => {
  test('no payout is made, made again or sent until the club goes on; the balance says so, and stays', async () => {
    const of = await shop()
    const month = monthAfter(monthOf(now()), -1)
    await addAccount(of.ids, of.owner.uid)
    await setIdentity(of.tenantId, of.owner.uid)
    await sold(of.ids, 20_000, tokyo(`${month}-15T12:00`))
    if (finalFrom(month) > now()) await moveTo(finalFrom(month))
    const by = signedInNow(desk)
    await ask(payoutDesk.finalizeStatements, { month }, by)
    const mine = async () => await ask(revenue.getRevenueMonths, of.ids, of.owner)
    const { balance } = await mine()
    await suspend(of)
    expect(await mine()).toMatchObject({ balance, blockers: [{ kind: 'suspended' }] })
    const { blocked } = await ask(payoutDesk.getPayoutPreflight, { month }, by)
    expect(blocked.find(({ brandId }) => brandId === of.brandId)?.blockers).toMatchObject([{ kind: 'suspended' }])
    const { skipped } = await ask(payoutDesk.createPayoutBatch, { month }, by)
    expect(skipped.find(({ brandId }) => brandId === of.brandId)?.blockers).toMatchObject([{ kind: 'suspended' }])
    await goOn(of)
    await ask(payoutDesk.createPayoutBatch, { month }, by)
    const made = await mine()
    expect([made.balance.unpaid, made.balance.scheduled]).toEqual([0, balance.unpaid])
    const payoutId = made.months.find((one) => one.month === month)?.payout?.payoutId ?? ''
    await suspend(of)
    const rows = async () => (await ask(payoutDesk.getPayoutDesk, { state: 'scheduled' }, by)).payouts
    expect((await rows()).find((one) => one.payoutId === payoutId)?.isSuspended).toBe(true)
    expect(await refused(payoutDesk.exportZenginFile, { payoutIds: [payoutId] }, by)).toMatchObject(isRefused)
    expect((await mine()).balance).toEqual(made.balance)
    await goOn(of)
    expect((await ask(payoutDesk.exportZenginFile, { payoutIds: [payoutId] }, by)).count).toBe(1)
  })
})

/* The press and the act at the same moment; each race is run again without its precaution, and then has to fail. */
describe('a press beside the act', () => {
  const pressAfter = async () => {
    const [of, fan] = [await shop(), await newFan()]
    // The page that the fan looks at is from before.
    expect((await ask(memberFigures.getPublicBrandProfile, of.ids)).notice).toBe('')
    await suspend(of)
    const { status } = await request(
      subscriptions.purchasePlanSubscription,
      JSON.stringify({ ...of.of, returnPath: null }),
      fan,
    )
    return { status, orders: (await ordersIn(of.tenantId)).length }
  }
  test('a page from before it sells nothing any more', async () => {
    expect(await pressAfter()).toEqual({ status: 409, orders: 0 })
  })
  test('were only the page asked, it would', async () => {
    const atThePageAlone: [RegExp, string][] = [
      [/select "suspended_at" from "tenants" (.*) for share/g, 'select null::timestamptz from "tenants" $1 for share'],
    ]
    expect(await withoutPrecautions(atThePageAlone, pressAfter)).toEqual({ status: 200, orders: 1 })
  })

  const waiting = async () =>
    (
      await pool().query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0]?.n
  /** The press has been let through and makes its order, which takes its time, when the club is suspended. */
  const pressMeanwhile = async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of, { variations: [variation(5)] })
    const { cartId } = await put(of, fan, made)
    let isAnswered = false
    const { press, act, answeredFirst } = await inTransaction(async (db) => {
      await lockVariations(db, of.tenantId, [made.variationId])
      const press = request(carts.purchaseGoodsByCart, JSON.stringify({ cartId, returnPath: null }), fan)
      await expect.poll(waiting, { interval: 20 }).toBe(1)
      const act = suspend(of).then(() => {
        isAnswered = true
      })
      await expect.poll(async () => isAnswered || (await waiting()) === 2, { interval: 20 }).toBe(true)
      return { press, act, answeredFirst: isAnswered }
    })
    const { status } = await press
    await act
    await settled()
    return { status, answeredFirst }
  }
  test('no order is made once the suspension is answered: it waits for the one that is being made', async () => {
    expect(await pressMeanwhile()).toEqual({ status: 200, answeredFirst: false })
  })
  test('without the lock of the club’s row one would be', async () => {
    expect(await withoutPrecautions([[/ for share/g, '']], pressMeanwhile)).toEqual({
      status: 200,
      answeredFirst: true,
    })
  })
  test('a press that comes while the club is being suspended waits, and is refused', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const answer = await meanwhile(
      (db) =>
        db
          .update(tenants)
          .set({ suspendedAt: now(), suspensionReason: 'other' })
          .where(eq(tenants.tenantId, of.tenantId)),
      () => request(subscriptions.purchasePlanSubscriptionKonbini, JSON.stringify(of.of), fan),
    )
    expect(answer.status).toBe(409)
    expect(await ordersIn(of.tenantId)).toEqual([])
  })
})
