import { expect, test } from 'vitest'
import { day, dayText, tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { subscriptionJobs } from '#membership/subscriptions/jobs.server.ts'
import { confirmationOf } from '#money/orders/confirmation.ts'
import { orders } from '#money/orders/contract.ts'
import { jobContext } from '#program/workContext.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, newId, type Person, refused } from '../support/club'
import { mailsTo } from '../support/mail'
import { pastContent } from '../support/month'
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
  sessionIn,
  settled,
  shop,
  statusOnSale,
  termsIn,
} from '../support/shop'

test('a past month is bought by card and at a store, once, whether or not the fan has the plan', async () => {
  const [of, fan, other] = [await shop(), await newFan(), await newFan()]
  const { planContentId, period } = await pastContent(of)
  const buy = { ...of.of, planContentId, returnPath: null }
  const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, { ...buy, paymentType: 'card' }, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  expect(await refused(backNumbers.purchasePlanBackNumber, { ...buy, paymentType: 'card' }, fan)).toMatchObject({
    code: 'alreadyOwned',
  })
  const atStore = await ask(backNumbers.purchasePlanBackNumber, { ...buy, paymentType: 'konbini' }, other)
  const { intentId } = await issue(atStore.sessionUrl.split('/').at(-1) ?? '', other)
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  const { rows } = await pool().query(
    'select uid, period_year, period_month from back_number_purchases where tenant_id = $1 order by paid_at',
    [of.tenantId],
  )
  expect(rows).toEqual([fan, other].map(({ uid }) => ({ uid, period_year: period.year, period_month: period.month })))
  expect(await myPlan(of, fan)).toBe(null)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1500 + 1700 })
  const { historyItems } = await ask(orders.getFanClubOrderHistory, { filterOption: { orderItemType: 'plan' } }, fan)
  expect(historyItems).toMatchObject([{ paymentMode: 'payment', status: 'active' }])
  // Two months of one plan, and its fee, are told apart by their names: in the history, on receipts and in mails.
  expect(historyItems[0]?.items[0]?.name).toContain(`${period.year}年${period.month}月のバックナンバー`)
})

test.each(['ja', 'en'] as const)(
  'a month of a plan that ends before a voucher would is told, kept and paid until then (%s)',
  async (locale) => {
    const [of, fan] = [await shop(), await newFan()]
    const month = await pastContent(of)
    const archivingAt = Math.floor(now() / 60_000) * 60_000 + 30 * 3_600_000
    await pool().query('update plans set archiving_at = $2 where plan_id = $1', [of.planId, new Date(archivingAt)])
    const { planBackNumber } = await ask(backNumbers.getPublicPlanBackNumber, { ...of.pub, period: month.period }, fan)
    expect(planBackNumber.payableUntil).toBe(archivingAt)
    const buy = { ...of.of, planContentId: month.planContentId, returnPath: null, paymentType: 'konbini' as const }
    const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, buy, fan, { 'accept-language': locale })
    const orderId = sessionUrl.split('/').at(-1) ?? ''
    const { rows } = await pool().query('select confirmation from orders where order_id = $1', [orderId])
    // What the page of the month says, made of what it was told.
    const shown = confirmationOf({
      kind: 'backNumber',
      locale,
      now: now(),
      name: planBackNumber.planName,
      price: planBackNumber.price,
      period: month.period,
      needsPlan: planBackNumber.needsActivePlan,
      endsAt: planBackNumber.payableUntil,
      method: 'konbini',
      konbiniFee: 200,
    })
    expect(rows[0].confirmation).toEqual(shown)
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' })
    expect(shown.deadline).toContain(`${dayText(archivingAt, locale)} ${time.format(archivingAt)}`)
    expect((await issue(orderId, fan)).issued.expiresAt).toBe(archivingAt)
  },
)

/** What a reader is told about the month, on its own page, in the year and by its content. */
const monthFor = async (
  of: Awaited<ReturnType<typeof shop>>,
  { planContentId, period }: Awaited<ReturnType<typeof pastContent>>,
  fan: Person | null,
) => {
  const page = await ask(backNumbers.getPublicPlanBackNumber, { ...of.pub, period }, fan)
  const year = await ask(backNumbers.getPublicBackNumberCalendar, { ...of.pub, year: period.year }, fan)
  const content = await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId }, fan)
  const { isOwned, isReadable, planContents } = page.planBackNumber
  const inYear = year.months.find(({ backNumberPeriod }) => backNumberPeriod.month === period.month)
  expect(inYear).toMatchObject({ isOwned, isReadable })
  expect(content.ok).toBe(isReadable)
  expect(planContents.map(({ status }) => status === 'available')).toEqual([isReadable])
  return { isOwned, isReadable }
}

test('a bought month is owned at once, opens with the plan, and closes again when all of it is refunded', async () => {
  const [of, fan, other] = [await shop(), await newFan(), await newFan()]
  const content = await pastContent(of)
  const { planContentId } = content
  const nothing = { isOwned: false, isReadable: false }
  expect(await monthFor(of, content, null)).toEqual(nothing)
  await joinByCard(of, fan)
  expect(await monthFor(of, content, fan)).toEqual(nothing)
  for (const buyer of [fan, other]) {
    const buy = { ...of.of, planContentId, returnPath: null, paymentType: 'card' as const }
    const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, buy, buyer)
    expect(await monthFor(of, content, buyer)).toEqual(nothing)
    await told({ action: 'paySession', session: sessionIn(sessionUrl) })
    await settled()
  }
  expect(await monthFor(of, content, fan)).toEqual({ isOwned: true, isReadable: true })
  expect(await monthFor(of, content, other)).toEqual({ isOwned: true, isReadable: false })
  await pool().query('update brands set back_number_needs_active_plan = false where tenant_id = $1', [of.tenantId])
  expect(await monthFor(of, content, other)).toEqual({ isOwned: true, isReadable: true })

  const { rows } = await pool().query("select order_id from orders where kind = 'backNumber' and uid = $1", [fan.uid])
  const refund = (amount: number) => ({ ...of.ids, orderId: rows[0].order_id, amount, reason: 'twice' })
  await ask(staffOrders.refundOrder, refund(500), of.owner)
  await settled()
  expect(await monthFor(of, content, fan)).toEqual({ isOwned: true, isReadable: true })
  await ask(staffOrders.refundOrder, refund(1000), of.owner)
  await settled()
  expect(await monthFor(of, content, fan)).toEqual(nothing)
  expect(await monthFor(of, content, other)).toEqual({ isOwned: true, isReadable: true })
})

test('who leaves is told of the bought months that close with the plan, where they do', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { planContentId } = await pastContent(of)
  await joinByCard(of, fan)
  const closing = async () => (await myPlan(of, fan))?.monthsToClose
  expect(await closing()).toBe(0)
  const buy = { ...of.of, planContentId, returnPath: null, paymentType: 'card' as const }
  const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, buy, fan)
  expect(await closing()).toBe(0)
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  expect(await closing()).toBe(1)
  await pool().query('update brands set back_number_needs_active_plan = false where tenant_id = $1', [of.tenantId])
  expect(await closing()).toBe(0)
})

test('a month that was paid for as a member is not sold to them again', async () => {
  const [of, fan, other] = [await shop(), await newFan(), await newFan()]
  const period = tokyoMonth(now())
  await joinByCard(of, fan)
  await moveTo(now() + 40 * day)
  const { planContentId } = await pastContent(of, period)
  const buy = { ...of.of, planContentId, returnPath: null, paymentType: 'card' }
  expect(await refused(backNumbers.purchasePlanBackNumber, buy, fan)).toMatchObject({ code: 'alreadyOwned' })
  expect(await ask(backNumbers.purchasePlanBackNumber, { ...buy, paymentType: 'card' as const }, other)).toMatchObject({
    sessionUrl: expect.any(String),
  })
})

test('who has paid for a month on the card’s page and presses for a store before that is heard of owns it, and orders nothing more', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { planContentId } = await pastContent(of)
  const buy = { ...of.of, planContentId, returnPath: null }
  const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, { ...buy, paymentType: 'card' }, fan)
  await told({ drop: 1 })
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await told({ drop: 0 })
  const atStore = { ...buy, paymentType: 'konbini' }
  expect(await refused(backNumbers.purchasePlanBackNumber, atStore, fan)).toMatchObject({ code: 'alreadyOwned' })
  expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_method: 'card', payment_state: 'paid' }])
})

test('a month whose price changes under an open dialog is not ordered at a price that nobody was shown', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { planContentId, period } = await pastContent(of)
  const shown = async () =>
    (await ask(backNumbers.getPublicPlanBackNumber, { ...of.pub, period }, fan)).planBackNumber.price
  const buy = (paymentType: 'card' | 'konbini', expectedTotal: number) => ({
    ...of.of,
    planContentId,
    returnPath: null,
    paymentType,
    expectedTotal,
  })
  const before = await shown()
  const dearer = { ...of.pub, period, priceOverride: before + 400, saleState: 'onSale' as const }
  await ask(backNumbers.updateBackNumber, dearer, of.owner)
  for (const [paymentType, fee] of [
    ['card', 0],
    ['konbini', 200],
  ] as const) {
    expect(await refused(backNumbers.purchasePlanBackNumber, buy(paymentType, before + fee), fan)).toMatchObject({
      code: 'priceChanged',
    })
    expect((await ordersIn(of.tenantId)).filter(({ payment_state }) => payment_state === 'awaitingPayment')).toEqual([])
    await ask(backNumbers.purchasePlanBackNumber, buy(paymentType, (await shown()) + fee), fan)
    expect((await ordersIn(of.tenantId)).at(-1)).toMatchObject({ total: before + 400 + fee })
  }
})

test('the current month is not sold, nor one that was taken from sale, nor a content without a month', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const current = await pastContent(of, tokyoMonth(now()))
  const past = await pastContent(of)
  const buy = (planContentId: string) => ({ ...of.of, planContentId, returnPath: null, paymentType: 'card' })
  expect(await refused(backNumbers.purchasePlanBackNumber, buy(current.planContentId), fan)).toMatchObject({
    code: 'currentMonth',
  })
  await pool().query(
    `insert into back_numbers (tenant_id, plan_id, period_year, period_month, sale_state, edited_at) values ($1, $2, $3, $4, 'notForSale', now())`,
    [of.tenantId, of.planId, past.period.year, past.period.month],
  )
  expect(await refused(backNumbers.purchasePlanBackNumber, buy(past.planContentId), fan)).toMatchObject({
    code: 'notForSale',
  })
  await pool().query('update contents set period_year = null, period_month = null where plan_content_id = $1', [
    past.planContentId,
  ])
  expect(await refused(backNumbers.purchasePlanBackNumber, buy(past.planContentId), fan)).toMatchObject({
    code: 'noBackNumber',
  })
  expect(await refused(backNumbers.purchasePlanBackNumber, buy('content_unknown'), fan)).toMatchObject({ status: 404 })
})

test('a plan that is to be archived charges nobody again, gives up what could be paid, and tells its members', async () => {
  const [of, member, storeMember, waiting] = [await shop(), await newFan(), await newFan(), await newFan()]
  await joinByCard(of, member)
  await joinAtStore(of, storeMember)
  const { intentId } = await orderAtStore(of, waiting)
  const { previewOfArchivingAt, membersCount } = await ask(plans.getPlanForArchive, of.pub, of.owner)
  expect(membersCount).toBe(2)
  await ask(
    plans.scheduleToArchivePlan,
    { ...of.pub, archivingAt: previewOfArchivingAt, messageToMembers: 'Thank you.' },
    of.owner,
  )
  await settled()
  expect(await myPlan(of, member)).toMatchObject({
    status: 'scheduledToArchive',
    archiveScheduledAt: previewOfArchivingAt,
  })
  expect(await told({ action: 'payAtStore', intent: intentId })).toEqual({ paid: false })
  expect(await myPlan(of, waiting)).toBe(null)
  expect(await refused(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, waiting)).toMatchObject({
    code: 'planNotOnSale',
  })
  await moveTo(previewOfArchivingAt + day)
  expect((await ordersIn(of.tenantId)).filter(({ payment_state }) => payment_state === 'paid')).toHaveLength(2)
  const { canceledMyPlans } = await ask(subscriptions.getCanceledMyPlans, {}, member)
  expect(canceledMyPlans).toMatchObject([{ status: 'archived' }])
})

test('a plan that is to be archived leaves the codes of months that are sold until then, and tells whose code is dead', async () => {
  const [of, joining, buyer, late] = [await shop(), await newFan(), await newFan(), await newFan()]
  const { planContentId } = await pastContent(of)
  const month = async (fan: Person) => {
    const buy = { ...of.of, planContentId, returnPath: null, paymentType: 'konbini' as const }
    const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, buy, fan)
    return issue(sessionUrl.split('/').at(-1) ?? '', fan)
  }
  const [first, its, beyond] = [await orderAtStore(of, joining), await month(buyer), await month(late)]
  const unissued = await newFan()
  await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, unissued)
  const { previewOfArchivingAt: archivingAt } = await ask(plans.getPlanForArchive, of.pub, of.owner)
  await pool().query('update konbini_payments set expires_at = $2 where order_id = $1', [
    beyond.orderId,
    new Date(archivingAt + 1),
  ])
  await ask(plans.scheduleToArchivePlan, { ...of.pub, archivingAt, messageToMembers: '' }, of.owner)
  await settled()
  await subscriptionJobs.stopPlan.run(jobContext('again'), { planId: of.planId, archivingAt })
  await settled()
  const pays = async ({ intentId }: { intentId: string }) =>
    (await told<{ paid: boolean }>({ action: 'payAtStore', intent: intentId })).paid
  expect([await pays(first), await pays(its), await pays(beyond)]).toEqual([false, true, false])
  const letters = async (fan: Person) =>
    (await mailsTo(fan.email)).filter(({ subject }) => subject.includes('取り消され')).map(({ text }) => text)
  const dead = [expect.stringContaining('お支払い番号はご利用')]
  expect([await letters(joining), await letters(buyer), await letters(late)]).toEqual([dead, [], dead])
  // Nobody goes to a store without a code.
  expect(await letters(unissued)).toEqual([])
})

test('an archive that is called off lets members go on, but for those who had left by themselves', async () => {
  const [of, member, leaving] = [await shop(), await newFan(), await newFan()]
  await joinByCard(of, member)
  await joinByCard(of, leaving)
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, leaving)
  const { previewOfArchivingAt } = await ask(plans.getPlanForArchive, of.pub, of.owner)
  await ask(plans.scheduleToArchivePlan, { ...of.pub, archivingAt: previewOfArchivingAt }, of.owner)
  await settled()
  await ask(plans.cancelScheduledArchive, of.pub, of.owner)
  await settled()
  expect(await myPlan(of, member)).toMatchObject({ status: 'active' })
  expect(await myPlan(of, leaving)).toMatchObject({ status: 'scheduledToCancel' })
  // Both were told in writing that nothing would be charged any more; who goes on is told before it is.
  const toldThat = async (fan: Person) =>
    (await mailsTo(fan.email)).filter(({ subject }) => subject.includes('プランは終了せず、続きます'))
  const [letter, ...more] = await toldThat(member)
  expect([more.length, (await toldThat(leaving)).length]).toEqual([0, 0])
  expect(letter?.text).toContain(`¥${of.plan.price.toLocaleString('en')}`)
  await moveTo(now() + 33 * day)
  expect(await statusOnSale(of, member)).toBe('purchased')
  expect(await statusOnSale(of, leaving)).toBe('onSale')
  expect(await ordersIn(of.tenantId)).toHaveLength(3)
})

type Shop = Awaited<ReturnType<typeof shop>>
const callOff = (of: Shop) => ask(plans.cancelScheduledArchive, of.pub, of.owner)
const schedule = async (of: Shop, later = 0) => {
  const { previewOfArchivingAt } = await ask(plans.getPlanForArchive, of.pub, of.owner)
  const archivingAt = previewOfArchivingAt + later
  await ask(plans.scheduleToArchivePlan, { ...of.pub, archivingAt }, of.owner)
  return archivingAt
}
/** The provider's ids of the members' subscriptions, in the order in which the members are gone through. */
const subscriptionsIn = async (of: Shop) =>
  (
    await pool().query<{ id: string; uid: string }>(
      `select provider_subscription_id as id, uid from subscriptions where tenant_id = $1 order by subscription_id`,
      [of.tenantId],
    )
  ).rows
/** Who is not charged again, member by member. */
const stoppedIn = async (of: Shop) => {
  const held = await subscriptionsIn(of)
  return Promise.all(held.map(async ({ id }) => (await provider.subscription(id)).cancelsAtPeriodEnd))
}

test('an archive that is called off and set for the same moment again charges nobody, and tells each member once', async () => {
  const [of, member] = [await shop(), await newFan()]
  await joinByCard(of, member)
  const archivingAt = await schedule(of)
  await settled()
  await callOff(of)
  await settled()
  expect(await stoppedIn(of)).toEqual([false])
  expect(await schedule(of)).toBe(archivingAt)
  await settled()
  expect(await stoppedIn(of)).toEqual([true])
  await moveTo(archivingAt + day)
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
  const subjects = (await mailsTo(member.email)).map(({ subject }) => subject)
  for (const notice of ['プラン終了のお知らせ', 'プラン終了まで7日です'])
    expect(subjects.filter((subject) => subject.includes(notice))).toHaveLength(1)
})

test('a member whose subscription has ended at the provider keeps nobody else from being stopped', async () => {
  const of = await shop()
  for (let n = 0; n < 3; n++) await joinByCard(of, await newFan())
  const [gone] = await subscriptionsIn(of)
  await told({ drop: 1 })
  await provider.cancelSubscription(gone?.id ?? '', 'gone')
  await callbacks()
  await told({ drop: 0 })
  await schedule(of)
  await settled()
  expect(await stoppedIn(of)).toEqual([false, true, true])
  const { rows } = await pool().query(
    'select uid, end_reason from subscriptions where tenant_id = $1 and ended_at is not null',
    [of.tenantId],
  )
  expect(rows).toEqual([{ uid: gone?.uid, end_reason: 'planArchived' }])
})

test('what an archive set at the provider, heard of after it was called off, is no leaving of the member', async () => {
  const [of, member] = [await shop(), await newFan()]
  await joinByCard(of, member)
  await schedule(of)
  await runDueJobs()
  await callOff(of)
  await callbacks()
  await settled()
  expect(await stoppedIn(of)).toEqual([false])
  expect(await myPlan(of, member)).toMatchObject({ status: 'active' })
})

test('an archive that is called off while its members are gone through stops no further ones', async () => {
  const of = await shop()
  for (let n = 0; n < 6; n++) await joinByCard(of, await newFan())
  const archivingAt = await schedule(of)
  let off: Promise<unknown> | undefined
  const context = jobContext('stop')
  const payments: typeof provider = {
    ...provider,
    setCancelAtPeriodEnd: async (...asked) => {
      off ??= callOff(of)
      await off
      return provider.setCancelAtPeriodEnd(...asked)
    },
  }
  await subscriptionJobs.stopPlan.run({ ...context, payments }, { planId: of.planId, archivingAt })
  expect((await stoppedIn(of)).slice(-2)).toEqual([false, false])
  await settled()
  expect(await stoppedIn(of)).toEqual(Array(6).fill(false))
})

/** Runs something whose call to the provider is held back until something else has been done from beginning to end. */
const overtaken = async (act: (payments: typeof provider) => Promise<unknown>, meanwhile: () => Promise<unknown>) => {
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const payments: typeof provider = {
    ...provider,
    setCancelAtPeriodEnd: async (...of) => {
      if (isFirst) {
        isFirst = false
        asked.resolve()
        await free.promise
      }
      return provider.setCancelAtPeriodEnd(...of)
    },
  }
  const acting = act(payments)
  await asked.promise
  await meanwhile()
  free.resolve()
  await acting
  await settled()
}
const archivedPlan = async () => {
  const [of, member] = [await shop(), await newFan()]
  await joinByCard(of, member)
  return { of, member, archivingAt: await schedule(of), context: jobContext('held') }
}

test('a member goes on whose stop reaches the provider after the archive was called off, and after that was told', async () => {
  const { of, member, archivingAt, context } = await archivedPlan()
  const data = { planId: of.planId, archivingAt, decidedAt: now() }
  await overtaken(
    (payments) => subscriptionJobs.stopPlan.run({ ...context, payments }, data),
    async () => {
      await callOff(of)
      await settled()
    },
  )
  expect(await stoppedIn(of)).toEqual([false])
  expect(await myPlan(of, member)).toMatchObject({ status: 'active' })
  await moveTo(now() + 33 * day)
  expect(await ordersIn(of.tenantId)).toHaveLength(2)
})

test('a member goes on whose stop was sent by a program that died, and arrived when the archive had been called off', async () => {
  const { of, member, archivingAt, context } = await archivedPlan()
  const data = { planId: of.planId, archivingAt, decidedAt: now() }
  await settled()
  await callOff(of)
  await settled()
  const [held] = await subscriptionsIn(of)
  await provider.setCancelAtPeriodEnd(held?.id ?? '', true, newId('key'))
  await settled()
  // Nobody has heard of the end of the job: it is done again.
  await subscriptionJobs.stopPlan.run(context, data)
  expect(await stoppedIn(of)).toEqual([false])
  expect(await myPlan(of, member)).toMatchObject({ status: 'active' })
})

test('nobody is charged whose staying reaches the provider after the plan was archived again', async () => {
  const { of, member, context } = await archivedPlan()
  await settled()
  const calledOffAt = now()
  await callOff(of)
  await overtaken(
    (payments) => subscriptionJobs.resumePlan.run({ ...context, payments }, { planId: of.planId, calledOffAt }),
    async () => {
      await settled()
      await schedule(of)
      await settled()
    },
  )
  expect(await stoppedIn(of)).toEqual([true])
  expect(await myPlan(of, member)).toMatchObject({ status: 'scheduledToArchive' })
  await moveTo(now() + 33 * day)
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
})

test('a member who leaves while the plan’s going on is on its way to the provider is not charged again', async () => {
  const { of, member, context } = await archivedPlan()
  await settled()
  const calledOffAt = now()
  await callOff(of)
  await overtaken(
    (payments) => subscriptionJobs.resumePlan.run({ ...context, payments }, { planId: of.planId, calledOffAt }),
    () => ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, member),
  )
  expect(await stoppedIn(of)).toEqual([true])
  expect(await myPlan(of, member)).toMatchObject({ status: 'scheduledToCancel' })
})

test('what the provider was told last on the way to a decision of the member is looked at again', async () => {
  const [of, member] = [await shop(), await newFan()]
  await joinByCard(of, member)
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, member)
  const [held] = await subscriptionsIn(of)
  // A staying of another tab that was on its way, and arrived after the leaving.
  await provider.setCancelAtPeriodEnd(held?.id ?? '', false, newId('key'))
  await settled()
  expect(await stoppedIn(of)).toEqual([true])
})

test('who pays at stores leaves a plan that is to be archived as its member, not as one who did not pay', async () => {
  const [of, member] = [await shop(), await newFan()]
  await joinAtStore(of, member)
  const joined = await myPlan(of, member)
  if (joined?.status !== 'active') throw new Error('not a member')
  await schedule(of, 20 * day)
  await settled()
  await moveTo(joined.expiredAt + 7 * day)
  const { canceledMyPlans } = await ask(subscriptions.getCanceledMyPlans, {}, member)
  expect(canceledMyPlans).toMatchObject([{ status: 'archived' }])
  expect((await mailsTo(member.email)).filter(({ subject }) => subject.includes('プランが終了しました'))).toEqual([])
})

test('a payment at a store that was made in time renews although the plan is to end, and keeps nothing open beyond it', async () => {
  const [of, member] = [await shop(), await newFan()]
  await joinAtStore(of, member)
  const joined = await myPlan(of, member)
  if (joined?.status !== 'active') throw new Error('not a member')
  const hour = day / 24
  await moveTo(joined.expiredAt - hour)
  const { rows } = await pool().query(
    `select order_id from orders where tenant_id = $1 and payment_state = 'awaitingPayment'`,
    [of.tenantId],
  )
  const { intentId } = await issue(rows[0].order_id, member)
  await told({ drop: 1 })
  await told({ action: 'payAtStore', intent: intentId })
  await told({ drop: 0, failNext: Array(100).fill('before') })
  await schedule(of, 20 * day)
  await settled()
  await moveTo(joined.expiredAt + hour)
  expect(await myPlan(of, member)).toBe(null)
  await told({ failNext: [] })
  await moveTo(joined.expiredAt + day)
  expect(await myPlan(of, member)).toMatchObject({ status: 'scheduledToArchive' })
  const terms = await termsIn(of.tenantId)
  const [first, second] = terms.filter(({ source }) => source === 'konbini')
  expect(second?.starts_at).toEqual(first?.ends_at)
  const open = terms.filter(({ voided_at, ends_at }) => voided_at === null && ends_at > (second?.ends_at ?? 0))
  expect(open).toEqual([])
})
