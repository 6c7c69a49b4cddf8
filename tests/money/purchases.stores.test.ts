import { expect, test } from 'vitest'
import { letterDay } from '#kit/letter.ts'
import { addTokyoMonths, day, dayText, endOfTokyoDay } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { unissuedFor } from '#money/orders/order.ts'
import { applyIntent } from '#money/orders/payments/apply.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, refused } from '../support/club'
import { lastMailTo, mailsTo } from '../support/mail'
import { callbacks, provider, told } from '../support/payments'
import {
  issue,
  joinAtStore,
  joinByCard,
  ledger,
  moveTo,
  myPlan,
  newFan,
  orderAtStore,
  ordersIn,
  settled,
  shop,
  statusOnSale,
  termsIn,
} from '../support/shop'

/* Memberships that are paid at stores, term by term (rule: B5). The clock moves. */

const minute = 60_000
const hour = 60 * minute

/** Mails that wait for the next fee, as the member reads them: from when, and what they say. */
const awaitingMails = async (fan: { email: string }) =>
  (await mailsTo(fan.email)).filter(({ subject }) => /会費のお支払いをお待ち|会費のお支払い期限/.test(subject))

/** The order of the club that waits to be paid. */
const waitingIn = async (tenantId: string): Promise<string | undefined> =>
  (
    await pool().query(`select order_id from orders where tenant_id = $1 and payment_state = 'awaitingPayment'`, [
      tenantId,
    ])
  ).rows[0]?.order_id

/** A member of a store whose next term has been ordered, and until when it may be paid. */
const renewing = async () => {
  const [of, fan] = [await shop(), await newFan()]
  const first = await joinAtStore(of, fan)
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  const paidUntil = joined.expiredAt
  await moveTo(paidUntil - 9 * day)
  const orderId = (await waitingIn(of.tenantId)) ?? ''
  return { of, fan, first, paidUntil, orderId, lastMoment: endOfTokyoDay(paidUntil + 5 * day) }
}
const paidTermsIn = async (tenantId: string) => (await termsIn(tenantId)).filter(({ source }) => source === 'konbini')

test('who pays at a store on the last day that the voucher names stays a member', async () => {
  const { of, fan, orderId, paidUntil, lastMoment } = await renewing()
  const { intentId, issued } = await issue(orderId, fan)
  expect(issued.expiresAt).toBe(lastMoment)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'requiredKonbiniPayment', dueAt: lastMoment })
  await moveTo(lastMoment - hour)
  expect(await statusOnSale(of, fan)).toBe('purchased')
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 2 })
  const [first, second] = await paidTermsIn(of.tenantId)
  expect(first?.ends_at.getTime()).toBe(paidUntil)
  expect(second?.starts_at).toEqual(first?.ends_at)
})

test('a payment that was made in time counts although it is heard of when the last day is over', async () => {
  const { of, fan, orderId, lastMoment } = await renewing()
  const { intentId } = await issue(orderId, fan)
  await moveTo(lastMoment - minute)
  await told({ drop: 1 })
  await told({ action: 'payAtStore', intent: intentId })
  await told({ drop: 0 })
  await moveTo(lastMoment + hour)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  expect(await paidTermsIn(of.tenantId)).toHaveLength(2)
})

test('a membership that was ended while the provider could not be asked goes on when it says that the payment was in time', async () => {
  const { of, fan, orderId, lastMoment } = await renewing()
  const { intentId } = await issue(orderId, fan)
  await moveTo(lastMoment - minute)
  await told({ drop: 1 })
  await told({ action: 'payAtStore', intent: intentId })
  await told({ drop: 0, failNext: Array(100).fill('before') })
  await moveTo(lastMoment + 15 * minute)
  expect(await myPlan(of, fan)).toBe(null)
  await told({ failNext: [] })
  await moveTo(lastMoment + day)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1 })
  expect(await statusOnSale(of, fan)).toBe('purchased')
  const [first, second] = await paidTermsIn(of.tenantId)
  expect(second?.starts_at).toEqual(first?.ends_at)
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(['paid', 'paid'])
})

const renewalMails = async (fan: { email: string }) =>
  (await mailsTo(fan.email)).filter(({ subject }) => subject.includes('次の会費のお支払い')).length
const orderIn = (address: string) => address.split('/').at(-1) ?? ''

test('a member of a store is reminded a day and three hours before the paid time ends, and at nine on the last day', async () => {
  const { fan, orderId, paidUntil, lastMoment } = await renewing()
  await moveTo(lastMoment - minute)
  const mails = await awaitingMails(fan)
  expect(mails.map(({ at }) => at)).toEqual([paidUntil - day, paidUntil - 3 * hour, lastMoment + 1000 - 15 * hour])
  for (const { text } of mails) {
    expect(text).toContain(`/fc/pay/konbini/${orderId}`)
    expect(text).toContain('1,700')
    expect(text).toContain(letterDay(lastMoment + 60 * day, 'ja'))
  }
  expect(mails.at(-1)?.subject).toContain('本日')
})

test('the mail of a plan that ended unpaid says until when the number returns, and it does', async () => {
  const { of, fan, orderId, lastMoment } = await renewing()
  await issue(orderId, fan)
  await moveTo(lastMoment + day)
  const [ended, ...more] = (await mailsTo(fan.email)).filter(({ at }) => at > lastMoment)
  if (!ended || more.length > 0) throw new Error('not one mail')
  expect(ended.text).toContain(letterDay(lastMoment + 60 * day, 'ja'))
  expect(ended.text).toContain(`/plans/${of.planId}`)
  const { canceledMyPlans } = await ask(subscriptions.getCanceledMyPlans, {}, fan)
  expect(canceledMyPlans).toMatchObject([
    { status: 'canceled', endReason: 'konbiniUnpaid', numberUntil: lastMoment + 60 * day },
  ])
  await moveTo(lastMoment + 59 * day)
  await joinByCard(of, fan)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1, months: 2 })
})

type Renewing = Awaited<ReturnType<typeof renewing>>
const pays = async ({ orderId, fan }: Renewing) => {
  const { intentId } = await issue(orderId, fan)
  await told({ action: 'payAtStore', intent: intentId })
}
const leaves = ({ of, fan }: Renewing) =>
  ask(subscriptions.cancelPlanSubscription, { planId: of.planId, cancelReason: 'other' }, fan)
test.each([
  ['pays', pays],
  ['leaves', leaves],
])('who %s is not reminded of the next fee', async (_, act) => {
  const member = await renewing()
  await act(member)
  await moveTo(member.lastMoment - hour)
  expect(await awaitingMails(member.fan)).toEqual([])
})

test('who gave the order up is led to where a new one is made', async () => {
  const { fan, orderId, lastMoment } = await renewing()
  await issue(orderId, fan)
  await ask(orders.cancelPaymentKonbini, { orderId }, fan)
  await moveTo(lastMoment - hour)
  const texts = (await awaitingMails(fan)).map(({ text }) => text)
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(text).toContain('/fc/me/plans')
})

test('a member whose voucher waits is not told of it twice within hours', async () => {
  const { fan, orderId, lastMoment } = await renewing()
  await issue(orderId, fan)
  await moveTo(lastMoment - minute)
  const lastDays = (await mailsTo(fan.email)).filter(({ at }) => at > lastMoment - 2 * day)
  expect(lastDays.map(({ at }) => at)).toEqual([lastMoment + 1000 - 15 * hour, lastMoment - 3 * hour])
})

test('a card instead of the store is offered as long as the provider takes it', async () => {
  const { of, fan, paidUntil } = await renewing()
  expect(await myPlan(of, fan)).toMatchObject({ nextFrom: paidUntil })
  await moveTo(paidUntil - 2 * day)
  expect(await myPlan(of, fan)).not.toHaveProperty('nextFrom')
  expect(
    await refused(subscriptions.moveSubscriptionToCard, { planId: of.planId, returnPath: null }, fan),
  ).toMatchObject({ code: 'tooLateToMove' })
})

test('who joins is welcomed in the club’s name, and each fee says when the next one comes', async () => {
  const [of, byStore, byCard] = [await shop(), await newFan(), await newFan()]
  await joinAtStore(of, byStore)
  await joinByCard(of, byCard)
  const joined = await myPlan(of, byCard)
  if (joined?.status !== 'active') throw new Error('not a member')
  const mailWith = async (fan: { email: string }, subject: string) => {
    const found = (await mailsTo(fan.email)).find((mail) => mail.subject.includes(subject))
    if (!found) throw new Error(`no mail with ${subject}`)
    return found
  }
  expect((await mailWith(byStore, 'お支払い番号')).text).toMatch(/ローソン: .*確認番号 \d+/)
  const [stores, cards] = [await mailWith(byStore, 'ようこそ'), await mailWith(byCard, 'ようこそ')]
  const { name } = (await pool().query('select name from brands where tenant_id = $1', [of.tenantId])).rows[0]
  for (const mail of [stores, cards]) {
    expect(mail).toMatchObject({ subject: `ようこそ、${name}へ`, fromName: name })
    expect(mail.html).toContain('ファンクラブを見る')
  }
  expect(stores.text).toContain('会員番号: No. 00001')
  expect(stores.text).toContain('ご利用いただける期間')
  expect(cards.text).toContain(`次の更新: ${letterDay(joined.expiredAt, 'ja')}に ¥1,500`)
  await moveTo(joined.expiredAt + day)
  expect((await mailWith(byCard, '会費のお支払いを確認しました')).text).toContain(
    `次の更新: ${letterDay(addTokyoMonths(joined.expiredAt, 1), 'ja')}に`,
  )
})

test('the plan of a member of a store names the order that waits, and every way leads to it', async () => {
  const { of, fan, orderId } = await renewing()
  expect(await myPlan(of, fan)).toMatchObject({ latestOrderId: orderId, isOrderWaiting: true })
  const { paymentUrl } = await ask(orders.getOrderPaymentUrl, { orderId }, fan)
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  expect([paymentUrl, sessionUrl].map(orderIn)).toEqual([orderId, orderId])
  expect(await refused(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)).toMatchObject({
    code: 'alreadySubscribed',
  })
})

test('a voucher that the fan gave up is not made again by itself: a new one is there for the asking', async () => {
  const { of, fan, orderId, paidUntil, lastMoment } = await renewing()
  await issue(orderId, fan)
  await ask(orders.cancelPaymentKonbini, { orderId }, fan)
  const states = async () => (await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)
  await moveTo(paidUntil + day)
  expect(await states()).toEqual(['paid', 'canceled'])
  expect(await renewalMails(fan)).toBe(1)
  expect(await myPlan(of, fan)).toMatchObject({
    status: 'requiredKonbiniPayment',
    isOrderWaiting: false,
    dueAt: lastMoment,
  })
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  const again = orderIn(sessionUrl)
  expect(again).not.toBe(orderId)
  expect(await myPlan(of, fan)).toMatchObject({ latestOrderId: again, isOrderWaiting: true })
  const { intentId, issued } = await issue(again, fan)
  expect(issued).toMatchObject({ total: 1700, expiresAt: lastMoment })
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1 })
  const [first, second] = await paidTermsIn(of.tenantId)
  expect(second?.starts_at).toEqual(first?.ends_at)
  expect(await renewalMails(fan)).toBe(1)
  // The next term's is made by itself again.
  await moveTo(paidUntil + 25 * day)
  expect(await states()).toEqual(['paid', 'canceled', 'paid', 'awaitingPayment'])
})

test('a member of a store cannot order the next term before it is due, nor while leaving', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinAtStore(of, fan)
  const again = () => refused(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  expect(await again()).toMatchObject({ code: 'alreadySubscribed' })
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  await moveTo(joined.expiredAt - 2 * day)
  expect(await again()).toMatchObject({ code: 'alreadySubscribed' })
})

test('who left and stays after all is sent the next order again', async () => {
  const { of, fan, orderId } = await renewing()
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  await ask(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)
  await moveTo(now() + day)
  const plan = await myPlan(of, fan)
  expect(plan).toMatchObject({ status: 'requiredKonbiniPayment', isOrderWaiting: true })
  expect(plan).not.toMatchObject({ latestOrderId: orderId })
  expect(await renewalMails(fan)).toBe(2)
})

test('staff remind of what is to be paid at a store: of the order that waits, or of where a new one is made', async () => {
  const { of, fan, orderId } = await renewing()
  const { subscribers } = await ask(staffSubscriptions.getSubscribers, { ...of.ids, tab: 'atRisk' }, of.owner)
  const remind = { ...of.ids, subscriptionId: subscribers[0]?.subscriptionId ?? '' }
  await ask(staffSubscriptions.remindPayment, remind, of.owner)
  expect((await lastMailTo(fan.email)).text).toContain(orderId)
  await ask(orders.cancelPaymentKonbini, { orderId }, fan)
  await moveTo(now() + 4 * day)
  const { counts } = await ask(staffSubscriptions.getSubscribers, { ...of.ids, tab: 'atRisk' }, of.owner)
  expect(counts.atRisk).toBe(1)
  await ask(staffSubscriptions.remindPayment, remind, of.owner)
  const { text } = await lastMailTo(fan.email)
  expect(text).toContain('/fc/me/plans')
  expect(text).toContain('コンビニ')
  expect(text).not.toContain('カード')
})

test('vouchers that were never issued are none that lapsed: the store stays open', async () => {
  const [of, fan] = [await shop(), await newFan()]
  for (let n = 0; n < 3; n++) {
    await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
    await moveTo(now() + day)
  }
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(Array(3).fill('expired'))
  await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
})

test('three vouchers that lapsed close the store for thirty days, counted from the last', async () => {
  const [of, fan] = [await shop(), await newFan()]
  for (let n = 0; n < 3; n++) {
    await orderAtStore(of, fan)
    await moveTo(now() + 4 * day)
  }
  const begin = () => ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  await moveTo(now() + 27 * day)
  expect(await refused(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)).toMatchObject({
    code: 'konbiniUnavailable',
  })
  await moveTo(now() + 4 * day)
  await begin()
})

test('money that came in time and waits for the staff renews when they take it up, however late they do', async () => {
  const { of, fan, orderId, lastMoment } = await renewing()
  const { intentId } = await issue(orderId, fan)
  const costs = (more: number) =>
    pool().query('update orders set subtotal = subtotal + $2, total = total + $2 where order_id = $1', [orderId, more])
  await costs(100)
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  await costs(-100)
  await moveTo(lastMoment + 2 * day)
  expect(await myPlan(of, fan)).toBe(null)
  await ask(staffOrders.resolveLatePayment, { ...of.ids, orderId, action: 'accept' }, of.owner)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1 })
  const [first, second] = await paidTermsIn(of.tenantId)
  expect(second?.starts_at).toEqual(first?.ends_at)
})

test.each(['ja', 'en'] as const)(
  'who pays the next term reads the six things before the code is made, as they are kept (%s)',
  async (locale) => {
    const [of, fan] = [await shop(), await newFan()]
    await joinAtStore(of, fan)
    const joined = await myPlan(of, fan)
    if (joined?.status !== 'active') throw new Error('not a member')
    await pool().query('update people set locale = $2 where uid = $1', [fan.uid, locale])
    const paidUntil = joined.expiredAt
    await moveTo(paidUntil - 9 * day)
    const orderId = (await waitingIn(of.tenantId)) ?? ''
    const { rows } = await pool().query('select confirmation, expires_at from orders where order_id = $1', [orderId])
    const { confirmation, expires_at } = rows[0]
    expect(confirmation.start).toContain(dayText(paidUntil, locale))
    expect(confirmation.deadline).toContain(`${dayText(expires_at.getTime(), locale)} 23:59`)
    expect(confirmation.price).toContain('1,700')
    expect(/[ぁ-ん]/.test(confirmation.start)).toBe(locale === 'ja')
    const shown = await ask(orders.getKonbiniPayment, { orderId }, fan)
    expect(shown.confirmation).toEqual(confirmation)
    const { issued } = await issue(orderId, fan)
    expect(issued).toMatchObject({ expiresAt: expires_at.getTime(), confirmation: null })
  },
)

test('an order without a payment code says until when one can be made, and one whose time has passed that none was', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  const [orderId, plan] = [orderIn(sessionUrl), await myPlan(of, fan)]
  const issueBy = (plan?.purchasedAt ?? 0) + unissuedFor
  expect(plan).toMatchObject({ isFirstOrder: true, issueBy })
  expect(await ask(orders.getKonbiniPayment, { orderId }, fan)).toMatchObject({ state: 'creating', issueBy })
  const { issued } = await issue(orderId, fan)
  expect(issued.issueBy).toBe(null)
  expect(await myPlan(of, fan)).toMatchObject({ issueBy: null, dueAt: issued.expiresAt })
  const other = await newFan()
  const { sessionUrl: unissued } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, other)
  await moveTo(now() + unissuedFor + 60_000)
  await settled()
  expect(await ask(orders.getKonbiniPayment, { orderId: orderIn(unissued) }, other)).toMatchObject({
    state: 'expired',
    voucherUrl: '',
    issueBy: null,
  })
})

test('a first order is told from the next term: it can be given up, and there is nothing to leave or to move yet', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { orderId } = await orderAtStore(of, fan)
  expect(await myPlan(of, fan)).toMatchObject({
    status: 'requiredKonbiniPayment',
    latestOrderId: orderId,
    isFirstOrder: true,
  })
  await ask(orders.cancelPaymentKonbini, { orderId }, fan)
  expect(await myPlan(of, fan)).toBe(null)
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(['canceled'])
  const next = await renewing()
  expect(await myPlan(next.of, next.fan)).toMatchObject({ status: 'requiredKonbiniPayment', isFirstOrder: false })
})

test('a next term that was paid ahead and is refunded whole takes its days of grace along', async () => {
  const { of, fan, orderId, paidUntil, lastMoment } = await renewing()
  const { intentId } = await issue(orderId, fan)
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 1 })
  await ask(staffOrders.refundOrder, { ...of.ids, orderId, amount: 1700, reason: 'x' }, of.owner)
  await settled()
  const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [orderId])
  await told({ action: 'answerRefund', refund: rows[0].id })
  await settled()
  // The first term runs on, and the next one is to be paid by the same day as before.
  expect(await myPlan(of, fan)).toMatchObject({ status: 'requiredKonbiniPayment', dueAt: lastMoment })
  const grace = (await termsIn(of.tenantId)).filter((term) => term.source === 'grace' && term.voided_at === null)
  expect(grace.map((term) => [term.starts_at.getTime(), term.ends_at.getTime()])).toEqual([[paidUntil, lastMoment]])
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  const again = await issue(orderIn(sessionUrl), fan)
  expect(again.issued.expiresAt).toBe(lastMoment)
  await moveTo(lastMoment + day)
  expect(await myPlan(of, fan)).toBe(null)
  expect(await statusOnSale(of, fan)).toBe('onSale')
})

/** The only month that a member of a store has paid is given back while the next term waits to be paid; not heard of yet. */
const refundedWhileRenewing = async () => {
  const built = await renewing()
  const { of, fan, first, orderId } = built
  const { intentId } = await issue(orderId, fan)
  await ask(staffOrders.refundOrder, { ...of.ids, orderId: first.orderId, amount: 1700, reason: 'x' }, of.owner)
  await settled()
  const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [
    first.orderId,
  ])
  await told({ action: 'answerRefund', refund: rows[0].id })
  await callbacks()
  expect(await myPlan(of, fan)).toBe(null)
  return { ...built, intentId }
}

test('who is given the only month back need not pay the next one, is told so, and joins with an order of their own', async () => {
  const { of, fan, orderId, intentId } = await refundedWhileRenewing()
  await settled()
  expect(await told({ action: 'payAtStore', intent: intentId })).toEqual({ paid: false })
  const letters = (await mailsTo(fan.email)).filter(({ subject }) => subject.includes('取り消され'))
  expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining('お支払い番号はご利用')])
  const again = await joinAtStore(of, fan)
  expect(again.orderId).not.toBe(orderId)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1 })
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual([
    'refunded',
    'canceled',
    'paid',
  ])
})

test.each(['card', 'store'] as const)(
  'who joins anew before that is done is not led to the order of the membership that has ended (%s)',
  async (way) => {
    const { of, fan, orderId, intentId } = await refundedWhileRenewing()
    if (way === 'card') await joinByCard(of, fan)
    else expect((await joinAtStore(of, fan)).orderId).not.toBe(orderId)
    expect(await told({ action: 'payAtStore', intent: intentId })).toEqual({ paid: false })
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  },
)

/** A member of a store whose next term was not paid in time, and what the provider says when it is paid after that. */
const paidTooLate = async () => {
  const built = await renewing()
  const { of, fan, orderId, lastMoment } = built
  const { intentId } = await issue(orderId, fan)
  await moveTo(lastMoment + 2 * day)
  expect(await myPlan(of, fan)).toBe(null)
  const intent = await provider.intent(intentId)
  const arrives = async () => {
    const context = jobContext('told')
    const at = now()
    const paid = { ...intent, status: 'succeeded' as const, succeededAt: at }
    await context.transaction((tx) => applyIntent(workOf(context, tx), paid))
    return at
  }
  return { ...built, arrives }
}

test('a next term that is paid after its last day begins a membership anew, with the number of before', async () => {
  const { of, fan, arrives } = await paidTooLate()
  const at = await arrives()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1, expiredAt: addTokyoMonths(at, 1) })
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(['paid', 'paid'])
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 3400 })
  const [first, second] = await paidTermsIn(of.tenantId)
  expect(second?.starts_at.getTime()).toBeGreaterThan(first?.ends_at.getTime() ?? 0)
})

test('where its fan has joined anew meanwhile, the money for a lapsed term waits for the staff', async () => {
  const { of, fan, orderId, arrives } = await paidTooLate()
  const first = await joinAtStore(of, fan)
  await arrives()
  const accept = { ...of.ids, orderId, action: 'accept' } as const
  const states = async () => (await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state).toSorted()
  expect(await states()).toEqual(['paid', 'paid', 'paidLate'])
  expect(await refused(staffOrders.resolveLatePayment, accept, of.owner)).toMatchObject({ code: 'cannotAccept' })
  expect(first.orderId).not.toBe(orderId)
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId, cancelAtPeriodEnd: false }, fan)
  await ask(staffOrders.resolveLatePayment, accept, of.owner)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1 })
  expect(await states()).toEqual(['paid', 'paid', 'paid'])
})
