import { describe, expect, test } from 'vitest'
import { rememberFan } from '#club/fans/queries.server.ts'
import { addTokyoMonths, day, monthText, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { subscriptions as leaving, cancelReasons as reasons } from '#membership/subscriptions/contract.ts'
import { insertTerm, voidTerms } from '#membership/subscriptions/queries.server.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { subscriberHeader } from '#membership/subscriptions/staff/export.server.ts'
import en from '#membership/subscriptions/staff/words.en.ts'
import ja from '#membership/subscriptions/staff/words.ja.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { dashboardJobs } from '#office/dashboard/jobs.server.ts'
import { staffFans } from '#office/fans/contract.ts'
import { jobContext } from '#program/workContext.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import { inTransaction, pool } from '#server/db.ts'
import { ask, newId, refused } from '../support/club'
import { addContent } from '../support/fan'
import { fileOf } from '../support/file'
import { provider } from '../support/payments'
import { joinAtStore, joinByCard, moveTo, myPlan, newFan, ordersIn, settled, shop, termsIn } from '../support/shop'

type Shop = Awaited<ReturnType<typeof shop>>
type Kind = { from: number; months: number; interval?: 'month' | 'year'; endedAt?: number }

/** A membership that began at a moment and was paid for so many months. */
const member = async (of: Shop, { from, months, interval = 'month', endedAt }: Kind) => {
  const { uid } = await newFan()
  const subscriptionId = newId('subscription')
  const row = { ...of.ids, planId: of.planId, uid }
  await inTransaction(async (db) => {
    await rememberFan(db, of.ids, uid, { newId, now: from })
    await db.insert(subscriptions).values({
      ...row,
      subscriptionId,
      interval,
      price: 1500,
      method: 'card',
      purchasedAt: from,
      paidUntil: addTokyoMonths(from, months),
      latestOrderId: newId('order'),
      editedAt: from,
      ...(endedAt !== undefined && { endedAt, endReason: 'user' as const }),
    })
    const step = interval === 'year' ? 12 : 1
    for (let n = 0; n < months; n += step)
      await insertTerm(
        db,
        {
          tenantId: of.ids.tenantId,
          termId: newId('term'),
          planId: of.planId,
          uid,
          subscriptionId,
          from: addTokyoMonths(from, n),
          to: addTokyoMonths(from, n + step),
          amount: 1500,
          source: 'card',
        },
        now(),
      )
  })
  return subscriptionId
}

/** Schedules the plan to end, and names its only member. */
const withEndingPlan = async (of: Shop) => {
  const { previewOfArchivingAt } = await ask(plans.getPlanForArchive, of.pub, of.owner)
  const ends = { archivingAt: previewOfArchivingAt + 60 * day, messageToMembers: '' }
  await ask(plans.scheduleToArchivePlan, { ...of.pub, ...ends }, of.owner)
  await settled()
  const { subscribers } = await ask(staffSubscriptions.getSubscribers, of.ids, of.owner)
  const named = { ...of.ids, subscriptionId: subscribers[0]?.subscriptionId ?? '' }
  return { named, given: { ...named, days: 3, reason: 'The stream failed.' } }
}

const month = (at: number) => monthText(tokyoMonth(at))
const found = async (of: Shop, filter: object) => {
  const { subscribers, pagination, counts } = await ask(
    staffSubscriptions.getSubscribers,
    { ...of.ids, ...filter },
    of.owner,
  )
  expect(pagination.totalCount).toBe(subscribers.length)
  return { ids: subscribers.map(({ subscriptionId }) => subscriptionId), rows: subscribers, counts }
}

describe('members are found by when they joined, when they ended and how long they stayed', () => {
  test('each filter finds its rows on every tab, and the file holds the same', async () => {
    const of = await shop()
    const at = (n: number) => addTokyoMonths(now(), -n)
    const old = await member(of, { from: at(14), months: 15 })
    const yearly = await member(of, { from: at(5), months: 12, interval: 'year' })
    const young = await member(of, { from: at(1), months: 2 })
    const gone = await member(of, { from: at(5), months: 3, endedAt: at(2) })

    expect((await found(of, { joinedIn: month(at(5)) })).ids).toEqual([yearly])
    expect((await found(of, { joinedIn: month(at(5)), tab: 'all' })).ids.sort()).toEqual([yearly, gone].sort())
    expect((await found(of, { joinedIn: month(at(5)), tab: 'ended' })).ids).toEqual([gone])
    expect((await found(of, { endedIn: month(at(2)), tab: 'ended' })).ids).toEqual([gone])
    expect((await found(of, { endedIn: month(at(2)), tab: 'all' })).ids).toEqual([gone])
    expect((await found(of, { endedIn: month(at(2)) })).ids).toEqual([])
    expect((await found(of, { endedIn: month(at(1)), tab: 'ended' })).ids).toEqual([])

    expect((await found(of, { monthsAtLeast: 6 })).ids).toEqual([yearly, old])
    expect((await found(of, { monthsAtLeast: 7 })).ids).toEqual([old])
    expect((await found(of, { monthsAtLeast: 2 })).ids).toEqual([young, yearly, old])
    expect((await found(of, { monthsAtLeast: 3, tab: 'ended' })).ids).toEqual([gone])
    expect((await found(of, { monthsAtLeast: 4, tab: 'ended' })).ids).toEqual([])
    expect((await found(of, { monthsAtLeast: 1, joinedIn: month(at(1)) })).counts).toMatchObject({ living: 1, all: 1 })
    // As of a past day the filters narrow those who were members then.
    expect((await found(of, { asOf: at(3), joinedIn: month(at(5)) })).ids.sort()).toEqual([yearly, gone].sort())

    const asked = { ...of.ids, encoding: 'utf8bom', joinedIn: month(at(5)), tab: 'all' } as const
    const file = await fileOf((await ask(staffSubscriptions.exportSubscribers, asked, of.owner)).exportId)
    expect(file.header).toEqual(subscriberHeader)
    expect(file.count).toBe(2)
    expect(file.rows.map((row) => row[subscriberHeader.indexOf('継続月数')]).sort()).toEqual(['3', '6'])
  })

  test('a yearly member has as many months as have begun, and stays no first month for a year', async () => {
    const of = await shop()
    await member(of, { from: addTokyoMonths(now(), -5), months: 12, interval: 'year' })
    const [row] = (await found(of, {})).rows
    expect(row).toMatchObject({ months: 6, isFirstMonth: false })
    const { averageMonths } = await ask(
      staffSubscriptions.getSubscriberSummary,
      { ...of.ids, month: month(now()) },
      of.owner,
    )
    expect(averageMonths).toBe(60)
  })

  test('the months of a year that was paid at once grow by night, in the list of fans as well', async () => {
    const of = await shop()
    const from = addTokyoMonths(now(), -5)
    const subscriptionId = await member(of, { from, months: 12, interval: 'year' })
    const [fan] = (await ask(staffFans.getFans, of.ids, of.owner)).fans
    const { fan: detail } = await ask(staffFans.getFan, { ...of.ids, fanId: fan?.fanId ?? '' }, of.owner)
    expect(detail).toMatchObject({ totalMonths: 6, continuousMonths: 6 })
    await dashboardJobs.countBrandDays.run(jobContext('days'), {})
    const list = async (monthsAtLeast: number) =>
      (await ask(staffFans.getFans, { ...of.ids, monthsAtLeast }, of.owner)).fans.map(({ totalMonths }) => totalMonths)
    expect(await list(6)).toEqual([6])
    expect(await list(7)).toEqual([])

    // Whatever else the fan pays for meanwhile takes none of them away until the next night.
    const [{ uid = '' } = {}] = (
      await pool().query('select uid from subscriptions where subscription_id = $1', [subscriptionId])
    ).rows
    const { tenantId } = of.ids
    const more = { tenantId, planId: of.planId, uid, subscriptionId, amount: 500, source: 'card' as const }
    const next = { from: addTokyoMonths(from, 12), to: addTokyoMonths(from, 24) }
    await inTransaction((db) => insertTerm(db, { ...more, ...next, termId: newId('term') }, now()))
    expect(await list(7)).toEqual([7])
    await inTransaction((db) => voidTerms(db, { tenantId, subscriptionId }, { at: now(), now: now() }))
    expect(await list(1)).toEqual([6])
  })

  test('the months of a long extension of a monthly membership grow by night as well', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinAtStore(of, fan)
    const subscriptionId = (await found(of, {})).ids[0] ?? ''
    const long = { ...of.ids, subscriptionId, days: 100, reason: 'The stream failed.' }
    const { paidUntil } = await ask(staffSubscriptions.extendTerm, long, of.owner)
    const list = async () => (await ask(staffFans.getFans, of.ids, of.owner)).fans.map(({ totalMonths }) => totalMonths)
    // The month that was paid, and the first of the extension.
    expect(await list()).toEqual([2])
    await moveTo(paidUntil - 20 * day)
    const [row] = (await found(of, {})).rows
    expect(row?.months).toBe(4)
    expect(await list()).toEqual([4])
    expect((await ask(staffFans.getFans, { ...of.ids, monthsAtLeast: 4 }, of.owner)).fans).toHaveLength(1)
  })

  test('days that were given to a member who leaves by card are theirs, although the card’s subscription ends before', async () => {
    const of = await shop()
    const [goes, ended] = [await newFan(), await newFan()]
    const planContentId = await addContent(of.ids, { planIds: [of.planId] })
    const read = async (by: { token: string }) =>
      (await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId }, by)).ok
    const heldBy = async ({ uid }: { uid: string }) =>
      (
        await pool().query(
          'select subscription_id as id, provider_subscription_id, paid_until from subscriptions where uid = $1',
          [uid],
        )
      ).rows[0]
    for (const fan of [goes, ended]) {
      await joinByCard(of, fan)
      await ask(leaving.cancelPlanSubscription, { planId: of.planId }, fan)
    }
    const paid = (await heldBy(goes)).paid_until.getTime()
    for (const fan of [goes, ended]) {
      const long = { ...of.ids, subscriptionId: (await heldBy(fan)).id, days: 20, reason: 'The stream failed.' }
      await ask(staffSubscriptions.extendTerm, long, of.owner)
    }
    const until = (await heldBy(goes)).paid_until.getTime()
    expect(until).toBe(paid + 20 * day)
    // Who is ended at the provider before what is paid is over has ended here, too.
    await provider.cancelSubscription((await heldBy(ended)).provider_subscription_id, 'ended')
    await settled()
    expect([await read(goes), await read(ended)]).toEqual([true, false])
    await moveTo(paid + 3 * day)
    await settled()
    expect(await read(goes)).toBe(true)
    expect(await myPlan(of, goes)).toMatchObject({ status: 'scheduledToCancel', cancelScheduledAt: until })
    expect(await ordersIn(of.tenantId)).toHaveLength(2)
    await moveTo(until + day)
    expect(await read(goes)).toBe(false)
    expect(await myPlan(of, goes)).toBeNull()
  })

  test('days that were given to a member of a store are all that is left of a plan that is to end', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const planContentId = await addContent(of.ids, { planIds: [of.planId] })
    const reads = async () =>
      (await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId }, fan)).ok
    await joinAtStore(of, fan)
    const { given } = await withEndingPlan(of)
    const { paidUntil } = await ask(staffSubscriptions.extendTerm, given, of.owner)
    await moveTo(paidUntil - 3_600_000)
    expect(await reads()).toBe(true)
    await moveTo(paidUntil + 3_600_000)
    expect(await reads()).toBe(false)
    expect(await myPlan(of, fan)).toBeNull()
  })

  test('no days are given to a member by card of a plan that is to end: they would end with the paid period', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    const { named, given } = await withEndingPlan(of)
    expect(await refused(staffSubscriptions.extendTerm, given, of.owner)).toMatchObject({
      status: 409,
      code: 'planEnding',
    })
    expect((await ask(staffSubscriptions.getSubscriber, named, of.owner)).canExtend).toBe(false)
    const sources = async () => (await termsIn(of.tenantId)).map(({ source }) => source)
    expect((await sources()).includes('extension')).toBe(false)
    await ask(plans.cancelScheduledArchive, of.pub, of.owner)
    await settled()
    expect(await refused(staffSubscriptions.extendTerm, given, of.owner)).toMatchObject({ code: 'renewsByItself' })
  })

  test('who was given days while leaving by card, and stays, is charged after them', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    await ask(leaving.cancelPlanSubscription, { planId: of.planId }, fan)
    const plan = await myPlan(of, fan)
    if (plan?.status !== 'scheduledToCancel') throw new Error('does not leave')
    const paid = plan.cancelScheduledAt
    const { subscribers } = await ask(staffSubscriptions.getSubscribers, of.ids, of.owner)
    const subscriptionId = subscribers[0]?.subscriptionId ?? ''
    await ask(
      staffSubscriptions.extendTerm,
      { ...of.ids, subscriptionId, days: 20, reason: 'The stream failed.' },
      of.owner,
    )
    await ask(leaving.resumePlanSubscription, { planId: of.planId }, fan)
    await settled()
    await moveTo(paid + 3 * day)
    expect(await ordersIn(of.tenantId)).toHaveLength(1)
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', expiredAt: paid + 20 * day })
    await moveTo(paid + 22 * day)
    expect(await ordersIn(of.tenantId)).toHaveLength(2)
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', expiredAt: addTokyoMonths(paid + 20 * day, 1) })
  })

  test('why a fan leaves is said in words, on the screen and in the file', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const leaves = { planId: of.planId, cancelAtPeriodEnd: true, cancelReason: 'notInterested' } as const
    await ask(leaving.cancelPlanSubscription, leaves, fan)
    const { exportId } = await ask(staffSubscriptions.exportSubscribers, { ...of.ids, encoding: 'utf8bom' }, of.owner)
    const { rows } = await fileOf(exportId)
    expect(rows.map((row) => row[subscriberHeader.indexOf('解約理由')])).toEqual(['興味がなくなった'])
    for (const { cancelReasons } of [ja, en])
      for (const reason of [...reasons, 'blocked', 'staff']) expect(cancelReasons[reason]).toBeTruthy()
  })

  test('months that do not exist are refused', async () => {
    const of = await shop()
    for (const wrong of ['2026-13', '2026-00', '26-01', ''])
      expect(await refused(staffSubscriptions.getSubscribers, { ...of.ids, joinedIn: wrong }, of.owner)).toMatchObject({
        status: 400,
      })
  })
})

test('in each month start and joined, less ended, are the members, and the list shows exactly these', async () => {
  const of = await shop()
  const summary = async (at: number) =>
    ask(staffSubscriptions.getSubscriberSummary, { ...of.ids, month: month(at) }, of.owner)
  const agrees = async (at: number) => {
    const { membersAtStart, joined, ended, members, ...more } = await summary(at)
    expect(membersAtStart + joined - ended.total, month(at)).toBe(members)
    return { membersAtStart, joined, ended: ended.total, members, lost: more.lost }
  }
  const listed = async () => {
    const { people, pagination, counts } = await ask(staffSubscriptions.getSubscribers, of.ids, of.owner)
    expect(counts.living).toBe(pagination.totalCount)
    return people
  }
  await moveTo(addTokyoMonths(startOfTokyoMonth(tokyoMonth(now())), 1) + 2 * day)
  const [first, unpaid, gone, late] = [await newFan(), await newFan(), await newFan(), await newFan()]
  await joinByCard(of, first)
  await joinByCard(of, unpaid, 'declinesLater')
  const begun = now()
  // Joins and leaves within the month: counted as both.
  await joinByCard(of, gone)
  await moveTo(now() + day)
  await ask(leaving.cancelPlanSubscription, { planId: of.planId, cancelAtPeriodEnd: false }, gone)
  expect(await agrees(begun)).toMatchObject({ membersAtStart: 0, joined: 3, ended: 1, members: 2, lost: 0 })
  expect(await listed()).toBe(2)
  // Later by days: when the first ones are charged again, this one’s month still runs.
  await moveTo(now() + 3 * day)
  await joinByCard(of, late)
  await moveTo(addTokyoMonths(begun, 1) + day)
  // The refused card is tried again: its membership goes on, and its fan is no member.
  expect(await listed()).toBe(2)
  expect(await agrees(now())).toMatchObject({ membersAtStart: 3, joined: 0, ended: 1, members: 2, lost: 1 })
  await agrees(begun)
  const { counts } = await found(of, { tab: 'atRisk' })
  expect(counts.atRisk).toBe(1)
})
