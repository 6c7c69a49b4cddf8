import { expect, test } from 'vitest'
import { type BackNumberPeriod, day, tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, type Person, refused } from '../support/club'
import { addContent } from '../support/fan'
import { mailsTo } from '../support/mail'
import { told } from '../support/payments'
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
  sessionIn,
  settled,
  shop,
  statusOnSale,
  termsIn,
} from '../support/shop'

test('a fan joins by card: a member at once, with a number, a term, an order and a ledger that balances', async () => {
  const [of, fan] = [await shop(), await newFan()]
  expect(await statusOnSale(of, fan)).toBe('onSale')
  await joinByCard(of, fan)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1, paymentMethod: 'card', price: 1500 })
  expect(await statusOnSale(of, fan)).toBe('purchased')
  expect(await statusOnSale(of, null)).toBe('onSale')
  expect(await ledger(of.tenantId)).toEqual({ brandPayable: -1296, cash: 1500, paymentFee: -54, platformFee: -150 })
  const { historyItems } = await ask(orders.getFanClubOrderHistory, {}, fan)
  expect(historyItems).toMatchObject([
    { paymentMode: 'subscription', status: 'active', totalPrice: 1500, hasReceipt: true, orderNumber: 'A-000001' },
  ])
  const [paid, grace] = await termsIn(of.tenantId)
  expect([paid?.source, grace?.source, grace?.starts_at]).toEqual(['card', 'grace', paid?.ends_at])
  const { receiptUrl } = await ask(orders.getOrderReceiptUrl, { orderId: historyItems[0]?.orderId ?? '' }, fan)
  expect(receiptUrl).toContain('/fc/me/orders/')
  expect(await ask(orders.getOrderReceipt, { orderId: historyItems[0]?.orderId ?? '' }, fan)).toMatchObject({
    total: 1500,
    taxIncluded: 136,
  })
})

test('who joins is counted, by how they pay, once it is paid', async () => {
  const joins = async () =>
    [...(await metrics().registry.metrics()).matchAll(/^tsudoi_joins_total\{method="(\w+)"\} (\d+)$/gm)].map(
      ([, method, n]) => [method, Number(n)],
    )
  metrics().joins.reset()
  const [of, fan, other] = [await shop(), await newFan(), await newFan()]
  await joinByCard(of, fan)
  const { intentId } = await orderAtStore(of, other)
  expect(await joins()).toEqual([['card', 1]])
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect(await joins()).toEqual([
    ['card', 1],
    ['konbini', 1],
  ])
})

test('a receipt is a PDF, too, and only its buyer’s', async () => {
  const [of, fan, other] = [await shop(), await newFan(), await newFan()]
  await joinByCard(of, fan)
  const { historyItems } = await ask(orders.getFanClubOrderHistory, {}, fan)
  const orderId = historyItems[0]?.orderId ?? ''
  const file = await ask(orders.getOrderReceiptFile, { orderId }, fan)
  expect(file).toMatchObject({ fileName: 'receipt-A-000001.pdf', contentType: 'application/pdf' })
  expect(Buffer.from(file.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  expect(await refused(orders.getOrderReceiptFile, { orderId }, other)).toMatchObject({ status: 404 })
  const waiting = await orderAtStore(of, other)
  expect(await refused(orders.getOrderReceiptFile, { orderId: waiting.orderId }, other)).toMatchObject({
    code: 'notPaid',
  })
})

test('what was told before paying is kept with the order, word for word', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  const { rows } = await pool().query('select confirmation from orders where tenant_id = $1', [of.tenantId])
  expect(Object.keys(rows[0].confirmation).sort()).toEqual([
    'cancellation',
    'deadline',
    'payment',
    'price',
    'quantity',
    'start',
  ])
  expect(rows[0].confirmation.price).toContain('1,500')
})

test('the history offers to pay an order as long as there is a page to pay it', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  const listed = async () => (await ask(orders.getFanClubOrderHistory, {}, fan)).historyItems[0]
  const before = await listed()
  expect(before).toMatchObject({ status: 'incomplete', isPayable: true })
  // As where the provider's answer never came.
  await pool().query('update orders set session_id = null, session_url = null where tenant_id = $1', [of.tenantId])
  expect(await listed()).toMatchObject({ status: 'incomplete', isPayable: false })
  const { orderId = '' } = before ?? {}
  expect(await refused(orders.getOrderPaymentUrl, { orderId }, fan)).toMatchObject({ code: 'orderClosed' })
})

test('two presses, and ten at once, open one session', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)),
  )
  expect(new Set(answers.map(({ sessionUrl }) => sessionUrl)).size).toBe(1)
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
})

test('at a store: waiting and without access until it is paid, then exactly one period', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { intentId, issued, orderId } = await orderAtStore(of, fan)
  expect(issued).toMatchObject({ state: 'issued', total: 1700, konbiniPaymentFee: 200 })
  expect(issued.stores).toHaveLength(4)
  expect(await statusOnSale(of, fan)).toBe('waitingForKonbiniPayment')
  expect(await myPlan(of, fan)).toMatchObject({ status: 'requiredKonbiniPayment', latestOrderId: orderId })
  expect(await termsIn(of.tenantId)).toEqual([])
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', paymentMethod: 'konbini' })
  expect((await termsIn(of.tenantId)).map(({ source }) => source)).toEqual(['konbini', 'grace'])
  expect(await ledger(of.tenantId)).toEqual({
    brandPayable: -(1500 - 150 - 61),
    cash: 1700,
    konbiniFee: -200,
    paymentFee: -61,
    platformFee: -150,
  })
  // The store fee is a service of the platform: the club's invoice is about the plan alone.
  expect(await ask(orders.getOrderReceipt, { orderId }, fan)).toMatchObject({
    total: 1500,
    taxIncluded: 136,
    platform: { fee: 200, taxIncluded: 18 },
    received: 1700,
  })
})

test('an order at a store is cancelled: nothing can be paid any more, and the plan can be joined again', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { orderId } = await orderAtStore(of, fan)
  expect(await refused(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)).toMatchObject({
    status: 409,
    code: 'awaitingPayment',
  })
  await ask(orders.cancelPaymentKonbini, { orderId }, fan)
  expect(await refused(orders.cancelPaymentKonbini, { orderId }, fan)).toMatchObject({ code: 'orderClosed' })
  expect(await refused(orders.getOrderPaymentUrl, { orderId }, fan)).toMatchObject({ code: 'orderClosed' })
  await joinByCard(of, fan)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', paymentMethod: 'card' })
})

test('cancelling and paying at the same moment has one winner', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { orderId, intentId } = await orderAtStore(of, fan)
  await told({ action: 'payAtStore', intent: intentId })
  expect(await refused(orders.cancelPaymentKonbini, { orderId }, fan)).toMatchObject({ code: 'alreadyPaid' })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
})

test('an order is its buyer’s: for everybody else it does not exist', async () => {
  const [of, fan, other] = [await shop(), await newFan(), await newFan()]
  const { orderId } = await orderAtStore(of, fan)
  for (const operation of [
    orders.getKonbiniPayment,
    orders.cancelPaymentKonbini,
    orders.getOrderPaymentUrl,
    orders.getOrderReceiptUrl,
  ])
    expect(await refused(operation, { orderId }, other)).toMatchObject({ status: 404 })
})

test('a member does not join twice, and a club without a legal notice sells nothing', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  expect(await refused(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)).toMatchObject({
    code: 'alreadySubscribed',
  })
  expect(await refused(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)).toMatchObject({
    code: 'alreadySubscribed',
  })
  await pool().query(`update brands set legal_notice = ' ' where tenant_id = $1`, [of.tenantId])
  expect(
    await refused(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, await newFan()),
  ).toMatchObject({
    code: 'notSelling',
  })
})

test('both ways open at once: the card’s page is ended before a voucher is made', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  const { intentId } = await orderAtStore(of, fan)
  expect(await told({ action: 'paySession', session: sessionIn(sessionUrl) })).toEqual({ outcome: 'closed' })
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state).sort()).toEqual(['expired', 'paid'])
})

test('who has paid on the card’s page and presses for a store before that is heard of is a member, and orders nothing more', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await told({ drop: 1 })
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await told({ drop: 0 })
  expect(await refused(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)).toMatchObject({
    code: 'alreadySubscribed',
  })
  expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_method: 'card', payment_state: 'paid' }])
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
})

test.each([
  '//evil',
  '/\\evil',
  'https://evil.example',
  '/%2f%2fevil',
  'javascript:alert(1)',
  '\t//evil',
  '/tenants/x',
  '/fc/../login',
  '/fc/a\r\nb',
])('comes back to nowhere but its own site: %j', async (returnPath) => {
  const [of, fan] = [await shop(), await newFan()]
  expect(await refused(subscriptions.purchasePlanSubscription, { ...of.of, returnPath }, fan)).toMatchObject({
    status: 400,
  })
})

test('money for an order that has lapsed is taken up by itself where the plan can still be joined', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { intentId, orderId } = await orderAtStore(of, fan)
  await pool().query(`update orders set payment_state = 'expired', closed_at = placed_at where order_id = $1`, [
    orderId,
  ])
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1700 })
})

test('money that comes late for a plan that is no longer sold waits for the staff, who give it back', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { intentId, orderId } = await orderAtStore(of, fan)
  await pool().query('update plans set archiving_at = $2 where plan_id = $1', [of.planId, new Date(now() + 40 * day)])
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect(await myPlan(of, fan)).toBe(null)
  expect(await ledger(of.tenantId)).toEqual({ cash: 1700, unallocated: -1700 })
  const { counts } = await ask(staffOrders.getOrders, of.ids, of.owner)
  expect(counts.todo).toBe(1)
  const decides = async () => (await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)).canResolveLate
  expect(await decides()).toBe(true)
  expect(
    await refused(staffOrders.resolveLatePayment, { ...of.ids, orderId, action: 'accept' }, of.owner),
  ).toMatchObject({ code: 'cannotAccept' })
  await ask(staffOrders.resolveLatePayment, { ...of.ids, orderId, action: 'refund' }, of.owner)
  expect(
    await refused(staffOrders.resolveLatePayment, { ...of.ids, orderId, action: 'refund' }, of.owner),
  ).toMatchObject({ code: 'notLate' })
  expect(await decides()).toBe(false)
  await settled()
  const { rows } = await pool().query('select provider_refund_id as id, state from refunds where order_id = $1', [
    orderId,
  ])
  expect(rows).toMatchObject([{ state: 'requiresCustomerAction' }])
  await told({ action: 'answerRefund', refund: rows[0].id })
  await settled()
  expect(await ledger(of.tenantId)).toEqual({ cash: 0, unallocated: 0 })
  expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'refunded' }])
})

test('staff take up a late order when it can be given after all', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { intentId, orderId } = await orderAtStore(of, fan)
  await pool().query('update plans set archiving_at = $2 where plan_id = $1', [of.planId, new Date(now() + 40 * day)])
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  await pool().query('update plans set archiving_at = null where plan_id = $1', [of.planId])
  await ask(staffOrders.resolveLatePayment, { ...of.ids, orderId, action: 'accept' }, of.owner)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1700, unallocated: 0 })
})

test('a whole refund ends the membership and takes its month; the platform gives its fee back, the payment fee stays', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const {
    orders: [order],
  } = await ask(staffOrders.getOrders, of.ids, of.owner)
  const orderId = order?.orderId ?? ''
  const refund = (amount: number) => ({ ...of.ids, orderId, amount, reason: 'twice' })
  expect(await refused(staffOrders.refundOrder, refund(1501), of.owner)).toMatchObject({ code: 'refundExceedsPaid' })
  await ask(staffOrders.refundOrder, refund(500), of.owner)
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  expect(await refused(staffOrders.refundOrder, refund(1001), of.owner)).toMatchObject({ code: 'refundExceedsPaid' })
  await ask(staffOrders.refundOrder, refund(1000), of.owner)
  await settled()
  expect(await ledger(of.tenantId)).toEqual({ brandPayable: 54, cash: 0, paymentFee: -54, platformFee: 0 })
  expect(await myPlan(of, fan)).toBe(null)
  const { canceledMyPlans } = await ask(subscriptions.getCanceledMyPlans, {}, fan)
  expect(canceledMyPlans).toMatchObject([{ status: 'canceled' }])
  const [term] = await termsIn(of.tenantId)
  expect(term?.voided_at).toEqual(term?.starts_at)
  const { order: seen, refundable } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
  expect([seen.paymentState, seen.refunded, refundable, seen.refunds.length]).toEqual(['refunded', 1500, 0, 2])
})

test('ten refunds of everything at once give the money back once', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const {
    orders: [order],
  } = await ask(staffOrders.getOrders, of.ids, of.owner)
  const payload = { ...of.ids, orderId: order?.orderId ?? '', amount: 1500, reason: 'twice' }
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => ask(staffOrders.refundOrder, payload, of.owner)),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await settled()
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 0 })
})

test('a dispute takes the term and the money; won, both come back', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const { rows } = await pool().query('select intent_id from orders where tenant_id = $1', [of.tenantId])
  const before = await ledger(of.tenantId)
  const dispute = await told<{ id: string }>({ action: 'createDispute', intent: rows[0].intent_id })
  await settled()
  expect(await myPlan(of, fan)).toBe(null)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 0, brandPayable: 54, disputes: 0 })
  await told({ action: 'closeDispute', dispute: dispute.id, status: 'won' })
  await settled()
  expect(await ledger(of.tenantId)).toEqual({ ...before, disputes: 0 })
  expect(await statusOnSale(of, fan)).toBe('purchased')
})

test('an amount that is not the order’s changes nothing but the books: the money waits and goes back', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await pool().query('update orders set subtotal = 1400, total = 1400 where tenant_id = $1', [of.tenantId])
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  await settled()
  expect(await myPlan(of, fan)).toBe(null)
  expect(await ledger(of.tenantId)).toEqual({ cash: 0, unallocated: 0 })
})

// --- The clock moves from here on ------------------------------------------------------------------------------------------

test('a membership by card renews month by month, each renewal one order, without a gap', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  await moveTo(now() + 65 * day)
  const all = await ordersIn(of.tenantId)
  expect(all.map(({ payment_state }) => payment_state)).toEqual(['paid', 'paid', 'paid'])
  const paid = (await termsIn(of.tenantId)).filter(({ source }) => source === 'card')
  for (const [n, term] of paid.entries()) if (n > 0) expect(term.starts_at).toEqual(paid[n - 1]?.ends_at)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 4500, brandPayable: -1296 * 3 })
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 3 })
})

test('leaving at the end of what is paid: open until its last seconds, then closed without any job', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  expect(
    await ask(subscriptions.cancelPlanSubscription, { planId: of.planId, cancelReason: 'tooExpensive' }, fan),
  ).toEqual({ cancelAtPeriodEnd: true })
  const leaving = await myPlan(of, fan)
  if (leaving?.status !== 'scheduledToCancel') throw new Error('not leaving')
  const end = leaving.cancelScheduledAt
  await settled()
  expect((await mailsTo(fan.email)).at(-1)?.subject).toMatch(/^解約を受け付けました/)
  // Real time goes on while the answer is awaited.
  await moveTo(end - 5000)
  expect(await statusOnSale(of, fan)).toBe('purchased')
  await moveTo(end)
  expect(await statusOnSale(of, fan)).toBe('onSale')
  expect(await myPlan(of, fan)).toBe(null)
  await moveTo(end + 40 * day)
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
  await joinByCard(of, fan)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1 })
})

test('who takes the cancellation back is charged again', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  await ask(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)
  expect(await refused(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)).toMatchObject({
    code: 'notCanceling',
  })
  await moveTo(now() + 35 * day)
  expect(await ordersIn(of.tenantId)).toHaveLength(2)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
})

test('leaving now closes at once, and gives nothing back', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  expect(await ask(subscriptions.cancelPlanSubscription, { planId: of.planId, cancelAtPeriodEnd: false }, fan)).toEqual(
    { cancelAtPeriodEnd: false },
  )
  expect(await statusOnSale(of, fan)).toBe('onSale')
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1500 })
})

test('a card that is refused: grace, then closed, then ended after fourteen days', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const planContentId = await addContent(of.ids, { planIds: [of.planId] })
  const read = { tenantId: of.tenantId, planContentId }
  const isReading = async () => (await ask(publicContents.getPublicPlanContent, read, fan)).ok
  await joinByCard(of, fan, 'declinesLater')
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  await moveTo(joined.expiredAt + day)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete' })
  expect(await isReading()).toBe(true)
  await moveTo(joined.expiredAt + 8 * day)
  expect(await isReading()).toBe(false)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete' })
  await moveTo(joined.expiredAt + 16 * day)
  expect(await myPlan(of, fan)).toBe(null)
  const { rows } = await pool().query('select end_reason from subscriptions where tenant_id = $1', [of.tenantId])
  expect(rows).toEqual([{ end_reason: 'paymentFailed' }])
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1500 })
})

test('whose card is refused is told so by the plan until it is ended: what cannot be joined is not offered', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan, 'declinesLater')
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  const afterGrace = joined.expiredAt + 8 * day
  const add = (period: BackNumberPeriod | null) => addContent(of.ids, { planIds: [of.planId], period })
  const [ofNoMonth, ofThatMonth] = [await add(null), await add(tokyoMonth(afterGrace))]
  const ways = async (who: Person | null, planContentId = ofNoMonth) =>
    (await ask(publicContents.explainMyAccess, { tenantId: of.tenantId, planContentId }, who)).unlockOptions
  const shown = async (who: Person | null) => {
    const [{ plan }, { plans: all }] = [
      await ask(plans.getPublicPlan, of.pub, who),
      await ask(plans.getPublicPlans, of.ids, who),
    ]
    expect(all).toEqual([plan])
    return { status: plan.status, paymentIncomplete: plan.paymentIncomplete }
  }
  expect(await shown(fan)).toEqual({ status: 'purchased', paymentIncomplete: false })
  for (const after of [1, 8]) {
    await moveTo(joined.expiredAt + after * day)
    expect(await shown(fan)).toEqual({ status: 'purchased', paymentIncomplete: true })
    expect(await shown(null)).toEqual({ status: 'onSale', paymentIncomplete: false })
    expect(await refused(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)).toMatchObject({
      code: 'alreadySubscribed',
    })
  }
  const { price, name, subscriptionInterval } = of.plan
  const way = (isMember: boolean) => [
    { plan: { planId: of.planId, name, price, subscriptionInterval, isMember }, month: null, total: price },
  ]
  expect(await ways(fan)).toEqual(way(true))
  expect(await ways(fan, ofThatMonth)).toEqual(way(true))
  expect(await ways(null)).toEqual(way(false))
  // The plan is to end: no payment changes that, and it is no longer on sale.
  const ends = (at: number | null) =>
    pool().query('update plans set archiving_at = $2 where plan_id = $1', [of.planId, at && new Date(at)])
  await ends(now() + 40 * day)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'scheduledToArchive' })
  expect(await ways(fan)).toEqual([])
  expect(await shown(fan)).toEqual({ status: 'purchased', paymentIncomplete: false })
  await ends(now() - 1)
  expect((await ask(plans.getPublicPlan, of.pub, fan)).plan).toMatchObject({ archivedAt: expect.any(Number) })
  await ends(null)
  await moveTo(joined.expiredAt + 16 * day)
  expect(await shown(fan)).toEqual({ status: 'onSale', paymentIncomplete: false })
  expect(await ways(fan)).toEqual(way(false))
})

test('who leaves while the card is refused is gone at once, and is not charged when the card works again', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan, 'declinesLater')
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  await moveTo(joined.expiredAt + day)
  expect(await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)).toEqual({
    cancelAtPeriodEnd: false,
  })
  expect(await statusOnSale(of, fan)).toBe('onSale')
  const { rows } = await pool().query('select customer_id from customers where uid = $1', [fan.uid])
  await told({ action: 'setCard', customer: rows[0].customer_id, card: 'works' })
  await moveTo(joined.expiredAt + 20 * day)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1500 })
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
})

test('at stores each next term is an order ten days before; unpaid it ends the membership five days after', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinAtStore(of, fan)
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  await moveTo(joined.expiredAt - 9 * day)
  const due = await myPlan(of, fan)
  if (due?.status !== 'requiredKonbiniPayment') throw new Error(`reads as ${due?.status}`)
  // The order waits to be paid from the day that it was made, whenever the fan has time.
  const { orderId, intentId } = await (async () => {
    const [row] = (
      await pool().query(`select order_id from orders where tenant_id = $1 and payment_state = 'awaitingPayment'`, [
        of.tenantId,
      ])
    ).rows
    return issue(row.order_id, fan)
  })()
  expect(orderId).not.toBe('')
  await moveTo(joined.expiredAt + 2 * day)
  expect(await statusOnSale(of, fan)).toBe('purchased')
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  const paid = (await termsIn(of.tenantId)).filter(({ source }) => source === 'konbini')
  expect(paid).toHaveLength(2)
  expect(paid[1]?.starts_at).toEqual(paid[0]?.ends_at)
  const renewed = await myPlan(of, fan)
  if (renewed?.status !== 'active') throw new Error(`reads as ${renewed?.status}`)
  await moveTo(renewed.expiredAt + 6 * day)
  expect(await myPlan(of, fan)).toBe(null)
  expect(await statusOnSale(of, fan)).toBe('onSale')
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(['paid', 'paid', 'expired'])
})

test('a voucher that nobody pays lapses at its deadline, and three of them close the store for a while', async () => {
  const [of, fan] = [await shop(), await newFan()]
  for (let n = 0; n < 3; n++) {
    await orderAtStore(of, fan)
    await moveTo(now() + 4 * day)
    expect(await statusOnSale(of, fan)).toBe('onSale')
  }
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual([
    'expired',
    'expired',
    'expired',
  ])
  expect(await refused(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)).toMatchObject({
    code: 'konbiniUnavailable',
  })
  expect(await ledger(of.tenantId)).toEqual({})
})

test('a member who paid at stores goes on by card when what is paid has ended', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinAtStore(of, fan)
  const { sessionUrl } = await ask(subscriptions.moveSubscriptionToCard, { planId: of.planId, returnPath: null }, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', paymentMethod: 'card' })
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1700 })
  await moveTo(now() + 40 * day)
  expect(
    (await ordersIn(of.tenantId)).map(({ payment_method, payment_state }) => `${payment_method} ${payment_state}`),
  ).toEqual(['konbini paid', 'card paid'])
  const paid = (await termsIn(of.tenantId)).filter(({ source }) => source === 'konbini' || source === 'card')
  expect(paid[1]?.starts_at).toEqual(paid[0]?.ends_at)
})
