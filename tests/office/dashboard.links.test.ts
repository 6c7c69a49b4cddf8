import { expect, test } from 'vitest'
import { dayTextOf, lastOfStep, startOfDay } from '#kit/days.ts'
import { day, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { endOfDayText, type MoveKind, monthlyWorth, moveKinds } from '#membership/subscriptions/staff/subscriber.ts'
import { dashboard } from '#office/dashboard/contract.ts'
import { rowsOf } from '#office/dashboard/links.tsx'
import { brandHome } from '#office/home/contract.ts'
import { movesHref, mrrHref } from '#office/home/HomeScreen.tsx'
import { sales } from '#office/sales/contract.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { addMember, ask, person, refused } from '../support/club'
import { told } from '../support/payments'
import { planRow } from '../support/plan'
import { joinAtStore, joinByCard, moveTo, newFan, sessionIn, settled, shop } from '../support/shop'

/* Every figure of the dashboard against the list that it opens, called as that list's screen calls it. */
type Of = Awaited<ReturnType<typeof shop>>
const page = { pagination: { limit: 100, offset: 0 } }
const behind = async (of: Of, href: string) => {
  const { pathname, searchParams } = new URL(href, 'http://club.test')
  const { asOf, kind, from, to } = Object.fromEntries(searchParams)
  const screen = pathname.split('/').at(-1)
  if (screen === 'subscribers') {
    const moment = endOfDayText(asOf ?? '')
    if (moment === null) throw new Error('The list would be of today.')
    const { people, subscribers } = await ask(
      staffSubscriptions.getSubscribers,
      { ...of.ids, ...page, asOf: moment },
      of.owner,
    )
    return { people, worth: subscribers.reduce((sum, row) => sum + monthlyWorth(row), 0) }
  }
  const span = { from: from ?? '', to: to ?? '' }
  if (screen === 'moves') {
    const asked = { ...of.ids, ...page, ...span, kind: kind as MoveKind }
    const { moves, pagination } = await ask(dashboard.getMemberMoves, asked, of.owner)
    expect(moves).toHaveLength(pagination.totalCount)
    return { moves: moves.length }
  }
  const days = { from: startOfDay(span.from), to: startOfDay(span.to) + day }
  const asked = { ...of.ids, ...days, ...(kind && { kind: kind as 'plan' }) }
  const { sales: rows } = await ask(sales.getSales, { ...asked, ...page }, of.owner)
  return { gross: rows.reduce((sum, row) => sum + row.gross, 0) }
}

const joinOther = async (of: Of, planId: string, fan: Awaited<ReturnType<typeof newFan>>) => {
  const { sessionUrl } = await ask(
    subscriptions.purchasePlanSubscription,
    { tenantId: of.tenantId, planId, returnPath: null },
    fan,
  )
  await told({ action: 'paySession', session: sessionIn(sessionUrl), card: 'works' })
  await settled()
}

/** Six weeks: some join, one has two plans, one leaves, one comes back soon and one late, one never pays again. */
const weeks = async () => {
  const of = await shop()
  const other = planRow(of.ids, { price: 6000, subscriptionInterval: 'year' })
  await database().insert(plans).values(other)
  const [stays, both, leaves, returns, lapses] = await Promise.all([1, 2, 3, 4, 5].map(() => newFan()))
  if (!stays || !both || !leaves || !returns || !lapses) throw new Error('Five fans.')
  const leave = (fan: typeof stays) =>
    ask(subscriptions.cancelPlanSubscription, { planId: of.planId, cancelAtPeriodEnd: false }, fan)
  // Late in the evening: a card that is charged some hours after its month has ended is charged on the next day.
  await moveTo(startOfDay(dayTextOf(now() + day / 12)) + day - 1_800_000)
  const first = dayTextOf(now())
  for (const fan of [stays, both, leaves, returns]) await joinByCard(of, fan)
  await joinAtStore(of, lapses)
  await moveTo(now() + 2 * day)
  await joinOther(of, other.planId, both)
  await leave(returns)
  await moveTo(now() + 3 * day)
  await joinByCard(of, returns)
  await leave(leaves)
  await moveTo(now() + 9 * day)
  await joinByCard(of, leaves)
  await leave(returns)
  await moveTo(now() + 28 * day)
  return { of, first, today: dayTextOf(now()) }
}

test('every figure of every day, and of all days, opens exactly what it counts', async () => {
  const { of, first, today } = await weeks()
  const { days } = await ask(dashboard.getBrandStats, { ...of.ids, from: first, to: today }, of.owner)
  expect(days.length).toBeGreaterThan(40)
  const to = rowsOf(of.ids)
  const seen = { joined: 0, ended: 0, voluntary: 0, paymentFailed: 0, archived: 0, other: 0 }
  for (const { day: text, members, mrr, joined, ended, gross } of days) {
    const span = { from: text, to: text }
    expect(await behind(of, to.members(span)), text).toEqual({ people: members, worth: mrr })
    const total = ended.voluntary + ended.paymentFailed + ended.archived + ended.other
    for (const kind of moveKinds) {
      const figure = kind === 'joined' ? joined : kind === 'ended' ? total : ended[kind]
      expect(await behind(of, to.moves(kind, span)), `${text} ${kind}`).toEqual({ moves: figure })
      seen[kind] += figure
    }
    for (const kind of ['plan', 'backNumber', 'goods', 'eventGoods'] as const)
      expect(await behind(of, to.sales(span, kind)), text).toEqual({ gross: gross?.[kind] })
  }
  const all = { from: first, to: today }
  for (const kind of moveKinds) expect(await behind(of, to.moves(kind, all)), kind).toEqual({ moves: seen[kind] })
  const sold = days.reduce((sum, { gross }) => sum + Object.values(gross ?? {}).reduce((all, one) => all + one, 0), 0)
  expect(await behind(of, to.sales(all))).toEqual({ gross: sold })
  // Control: people joined and left, and something was sold.
  expect(seen.joined).toBeGreaterThan(5)
  expect(seen.voluntary).toBeGreaterThan(2)
  expect(sold).toBeGreaterThan(10_000)
})

test('the monthly worth and the moves on the brand home open the rows of the nights in which they were counted', async () => {
  const { of } = await weeks()
  // Some way into a month, some days after somebody joined in it.
  await moveTo(startOfTokyoMonth(tokyoMonth(now() + 31 * day)) + 2 * day)
  await joinByCard(of, await newFan())
  await moveTo(now() + 3 * day)
  const { numbers } = await ask(brandHome.getBrandHome, of.ids, of.owner)
  expect(numbers.joined).toBe(1)
  expect(await behind(of, movesHref(of.ids, numbers.mrrOf, now()))).toEqual({ moves: 1 })
  await joinByCard(of, await newFan())
  expect(await behind(of, mrrHref(of.ids, numbers.mrrOf))).toMatchObject({ worth: numbers.mrr })
})

test('a step’s rows are of its days, and who may not see money sees none of them', async () => {
  expect(lastOfStep('2026-02-01', 'month')).toBe('2026-02-28')
  expect(lastOfStep('2026-11-30', 'week')).toBe('2026-12-06')
  const of = await shop()
  const editor = await person()
  await addMember(of.tenantId, editor, 'editor')
  const asked = { ...of.ids, from: '2026-10-01', to: '2026-10-31', kind: 'joined' as const }
  expect(await refused(dashboard.getMemberMoves, asked, editor)).toMatchObject({ status: 403 })
  for (const span of [
    { from: '2026-10-02', to: '2026-10-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2024-01-01', to: '2026-03-01' },
  ])
    expect(await refused(dashboard.getMemberMoves, { ...asked, ...span }, of.owner)).toMatchObject({ status: 400 })
})
