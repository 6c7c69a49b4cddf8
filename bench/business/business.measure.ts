import { appendFileSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, test } from 'vitest'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { rebuildStretches } from '#membership/subscriptions/stretches/queries.server.ts'
import { monthAfter, monthOf } from '#money/ledger/ledger.ts'
import { revenue } from '#money/payouts/revenue/contract.ts'
import { revenueJobs } from '#money/payouts/revenue/jobs.server.ts'
import { lastClosable } from '#money/payouts/revenue/statement.ts'
import { staffFans } from '#office/fans/contract.ts'
import { sales } from '#office/sales/contract.ts'
import { jobContext } from '#program/workContext.ts'
import { contents } from '#publishing/contents/contract.ts'
import { now } from '#server/clock.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, club } from '../../tests/support/club'
import { boundOf, type Cost, costOf } from '../../tests/support/cost'
import { adminUrl } from '../../tests/support/world'
import {
  clubTables,
  contentTables,
  fillClub,
  fillContents,
  fillMonth,
  goodsOfClub,
  monthTables,
  plansOfClub,
  withoutIndexes,
} from './fill'

/*
 * What a page of each list costs in a large club and in a small one, in the same tables: the pages of PostgreSQL that its
 * rows are read from, under every tab and filter, with values that are common and with ones that only the oldest rows have.
 * A total may be counted to 10,000 rows, so it has a bound of its own.
 */
const large = Number(process.env.BENCH_ROWS ?? 1_000_000)
/** Contents, and a month's ledger: no club makes ten million contents, or sells 300,000 times a month. */
const many = Math.min(large, 1_000_000)
const parts = (process.env.BENCH_PARTS ?? 'club,contents,month').split(',')
/** Some of the measures, by their names. */
const only = new RegExp(process.env.BENCH_ONLY ?? '')
/** For each row that is counted, an index entry and often the row itself and rows joined to it. */
const mostOfTotals = 10_000 * 20
/** A name can be anywhere in a text: it is looked for among the newest 10,000, whose texts are read. */
const mostOfNames = 10_000 * 6
/** Of an order three are read: what was bought, who bought it, and to whom it goes; and those that are found, once more. An index of ten million has one level more. */
const mostOfOrderNames = 10_000 * (large > 1_000_000 ? 26 : 20)
/** Goods that are sold now and then are in a hundred orders, each looked up by its key for the rows and for their number; a small club's orders are few enough to be read in a row. */
const mostOfHundred = 100 * 6 * 2
/** Whether they were members at a moment is asked one by one of those who began or ended on that day. */
const mostOfDay = ((large / 5) * 2 * 6) / (5 * 365)

type Line = { part: string; name: string; small: number; large: number; totals: number; miss: string | null }
const tell = (line: Line | { said: string }) => {
  const { BENCH_RESULT } = process.env
  if (BENCH_RESULT) appendFileSync(BENCH_RESULT, `${JSON.stringify(line)}\n`)
  else process.stdout.write(`${JSON.stringify(line)}\n`)
}

const client = new pg.Client({ connectionString: adminUrl })
beforeAll(() => client.connect())
afterAll(() => client.end())

type Club = Awaited<ReturnType<typeof club>>
const seconds = async (name: string, work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  const took = (performance.now() - from) / 1000
  tell({ said: `${name}: ${took.toFixed(1)} s` })
  return took
}
const page = { pagination: { limit: 20, offset: 0 } }

const compare = async (part: string, name: string, small: () => Promise<Cost>, big: () => Promise<Cost>) => {
  const [one, other] = [await small(), await big()]
  const names = part === staffOrders.getOrders.name ? mostOfOrderNames : mostOfNames
  const usual = boundOf(one, other)
  const bound = name.startsWith('a name')
    ? names
    : name.startsWith('as of')
      ? Math.max(usual, mostOfDay)
      : name === 'goods now and then'
        ? Math.max(usual, one.pages + mostOfHundred)
        : usual
  const miss =
    // Beside a large club a small one may be planned as if it had no rows.
    one.pages > mostOfNames
      ? `${part} ${name}: ${one.pages} pages in the small club, wanted ${mostOfNames}`
      : other.pages > bound
        ? `${part} ${name}: ${one.pages} pages become ${other.pages}, wanted ${Math.floor(bound)}`
        : other.totals > mostOfTotals
          ? `${part} ${name}: its totals read ${other.totals} pages, wanted ${mostOfTotals}`
          : null
  tell({ part, name, small: one.pages, large: other.pages, totals: other.totals, miss })
}

type Question = (of: Club) => object

/** The same query for both clubs. */
const both = async <O extends Operation>(
  operation: O,
  [small, big]: readonly [Club, Club],
  questions: Record<string, Question>,
) => {
  const cost = (of: Club, question: Question) => () =>
    costOf(client, () => ask(operation, { ...of.ids, ...page, ...question(of) } as PayloadOf<O>, of.owner))
  for (const [name, question] of Object.entries(questions).filter(([name]) => only.test(`${operation.name} ${name}`)))
    await compare(operation.name, name, cost(small, question), cost(big, question))
}

test.runIf(parts.includes('club'))('orders, fans, subscribers and sales', async () => {
  const at = new Date(now()).toISOString()
  const clubs = [await club('Few orders'), await club('Some terms'), await club('Large')] as const
  const [few, some, big] = clubs
  await seconds(`${large} terms and orders filled in`, () =>
    withoutIndexes(client, clubTables, async () => {
      await fillClub(client, few.ids, { terms: 1000, orders: 1000 }, at)
      await fillClub(client, some.ids, { terms: 10_000, orders: 10_000 }, at)
      await fillClub(client, big.ids, { terms: large, orders: large }, at)
    }),
  )
  await seconds('the days of all memberships written', () =>
    withoutIndexes(client, ['membership_stretches'], async () => {
      // Not on the program's own connections, whose statements end after some seconds.
      for (const { ids } of clubs) await rebuildStretches(drizzle({ client }), ids)
    }),
  )
  const ago = (days: number) => now() - days * day

  const tabs = ['todo', 'awaiting', 'preparing', 'shipped', 'done', 'closed', 'all'] as const
  await both(staffOrders.getOrders, [few, big], {
    ...Object.fromEntries(tabs.map((tab) => [`tab ${tab}`, () => ({ tab })])),
    'kind plan': () => ({ kind: 'plan' }),
    'kind goods': () => ({ kind: 'goods' }),
    'kind eventGoods (rare)': () => ({ kind: 'eventGoods' }),
    'tab todo, kind eventGoods (rare)': () => ({ tab: 'todo', kind: 'eventGoods' }),
    'tab done, kind goods': () => ({ tab: 'done', kind: 'goods' }),
    'method card': () => ({ method: 'card' }),
    'method konbini (rare)': () => ({ method: 'konbini' }),
    'placed in a year': () => ({ from: ago(700), to: ago(350) }),
    'paid in a year': () => ({ from: ago(700), to: ago(350), dateField: 'paidAt' }),
    'paid at first (rare)': (of) => ({ to: of === few ? ago(1065) : ago(1094.9), dateField: 'paidAt' }),
    'goods common': (of) => ({ goodsId: goodsOfClub(of.ids).common }),
    'goods now and then': (of) => ({ goodsId: goodsOfClub(of.ids).some }),
    'goods rare': (of) => ({ goodsId: goodsOfClub(of.ids).rare }),
    'goods unknown': () => ({ goodsId: 'goods_none' }),
    'event common': (of) => ({ eventId: `event_${goodsOfClub(of.ids).common}` }),
    'event rare': (of) => ({ eventId: `event_${goodsOfClub(of.ids).rare}` }),
    'event unknown': () => ({ eventId: 'event_none' }),
    'payment paid': () => ({ paymentState: ['paid'] }),
    'payment awaited (rare)': () => ({ paymentState: ['awaitingPayment'] }),
    'payment awaited or late (rare)': () => ({ paymentState: ['awaitingPayment', 'paidLate'] }),
    'payment paid or late': () => ({ paymentState: ['paid', 'paidLate'] }),
    'payment unknown': () => ({ paymentState: ['failed', 'canceled'] }),
    'fulfillment delivered': () => ({ fulfillmentState: ['delivered'] }),
    'fulfillment preparing (rare)': () => ({ fulfillmentState: ['preparing'] }),
    'fulfillment preparing or shipped (rare)': () => ({ fulfillmentState: ['preparing', 'shipped'] }),
    'fulfillment delivered or shipped': () => ({ fulfillmentState: ['delivered', 'shipped'] }),
    'fulfillment on hold (none)': () => ({ fulfillmentState: ['onHold'] }),
    'payment late, fulfillment delivered (rare)': () => ({
      paymentState: ['paidLate'],
      fulfillmentState: ['delivered'],
    }),
    'tab done, payment paid, kind goods': () => ({ tab: 'done', paymentState: ['paid'], kind: 'goods' }),
    'prefecture common': () => ({ prefecture: '大阪府' }),
    'prefecture rare': () => ({ prefecture: '沖縄県' }),
    'with a tracking number': () => ({ hasTracking: true }),
    'without a tracking number': () => ({ hasTracking: false }),
    'sent in a year': () => ({ shippedFrom: ago(700), shippedTo: ago(350) }),
    'sent at first (rare)': (of) => ({ shippedTo: of === few ? ago(900) : ago(1094.98) }),
    'sent on days when nothing left': () => ({ shippedFrom: ago(500), shippedTo: ago(490.5) }),
    'carrier common': () => ({ carrier: 'yamato' }),
    'carrier rare': () => ({ carrier: 'sagawa' }),
    'carrier unknown': () => ({ carrier: 'clickPost' }),
    'amount common': () => ({ amountFrom: 500, amountTo: 1000 }),
    'amount rare': () => ({ amountFrom: 80_000 }),
    'amount unknown': () => ({ amountFrom: 1_000_000 }),
    'an order number': () => ({ q: 'A-0000500' }),
    'a tracking number': () => ({ q: '000000000500' }),
    'a name, common': () => ({ q: 'Shirt' }),
    'a name, rare': () => ({ q: 'Lantern' }),
    'a name of many buyers': () => ({ q: 'Fan' }),
    'a name of one buyer': () => ({ q: 'Fan 77' }),
    'a name, unknown': () => ({ q: 'Unicorn' }),
  })

  const sorts = ['firstSeenAt', 'totalMonths', 'lifetimeAmount', 'lastPurchaseAt', 'memberNumber'] as const
  const segments = ['subscriber', 'formerSubscriber', 'buyer', 'follower'] as const
  await both(staffFans.getFans, [some, big], {
    ...Object.fromEntries(segments.map((segment) => [`segment ${segment}`, () => ({ segment })])),
    ...Object.fromEntries(
      sorts.flatMap((sort) => [
        [`sort ${sort}`, () => ({ sort })],
        [`sort -${sort}`, () => ({ sort: `-${sort}` as const })],
      ]),
    ),
    'segment follower, sort -lifetimeAmount': () => ({ segment: 'follower', sort: '-lifetimeAmount' }),
    'segment buyer, sort -lastPurchaseAt': () => ({ segment: 'buyer', sort: '-lastPurchaseAt' }),
    'segment subscriber, sort -lifetimeAmount': () => ({ segment: 'subscriber', sort: '-lifetimeAmount' }),
    'plan common': (of) => ({ planId: plansOfClub(of.ids).common }),
    'plan rare': (of) => ({ planId: plansOfClub(of.ids).rare }),
    'label common': () => ({ label: 'VIP' }),
    'label rare': () => ({ label: 'Founder' }),
    restricted: () => ({ isRestricted: true }),
    'months at least 2': () => ({ monthsAtLeast: 2 }),
    'months at least 12 (rare)': () => ({ monthsAtLeast: 12 }),
    'lifetime at least 1,000': () => ({ lifetimeAtLeast: 1000 }),
    'lifetime at least 1,000,000 (rare)': () => ({ lifetimeAtLeast: 1_000_000 }),
    'joined lately': () => ({ joinedFrom: ago(100) }),
    'joined in a month long ago': () => ({ joinedFrom: ago(1500), joinedTo: ago(1470) }),
    'a name, or a member number': () => ({ q: '77' }),
    'a name, common': () => ({ q: 'Fan' }),
    'a name, unknown': () => ({ q: 'Unicorn' }),
  })

  const states = ['living', 'atRisk', 'leaving', 'ended', 'all'] as const
  await both(staffSubscriptions.getSubscribers, [some, big], {
    ...Object.fromEntries(states.map((tab) => [`tab ${tab}`, () => ({ tab })])),
    'plan common': (of) => ({ planId: plansOfClub(of.ids).common }),
    'plan rare': (of) => ({ planId: plansOfClub(of.ids).rare }),
    'plan rare, all': (of) => ({ tab: 'all', planId: plansOfClub(of.ids).rare }),
    'method card': () => ({ method: 'card' }),
    'method konbini (rare)': () => ({ method: 'konbini' }),
    'method comp (rare), all': () => ({ tab: 'all', method: 'comp' }),
    'interval month': () => ({ interval: 'month' }),
    'interval year (rare)': () => ({ interval: 'year' }),
    'interval year (rare), all': () => ({ tab: 'all', interval: 'year' }),
    // In fewer days the small club has fewer than a page.
    'renews within 30 days': () => ({ renewsWithin: 30 }),
    'renews within 366 days': () => ({ renewsWithin: 366 }),
    'as of yesterday': () => ({ asOf: ago(1) }),
    'as of a month ago': () => ({ asOf: ago(30) }),
    'as of a year and a half ago': () => ({ asOf: ago(550) }),
    'as of a day when nearly all had left': () => ({ asOf: ago(800) }),
    'as of the first days': () => ({ asOf: ago(1800) }),
    'as of a day when nearly all had left, plan common': (of) => ({
      asOf: ago(800),
      planId: plansOfClub(of.ids).common,
    }),
    'as of a month ago, plan rare': (of) => ({ asOf: ago(30), planId: plansOfClub(of.ids).rare }),
    'a name, or a member number': () => ({ q: '77' }),
    'a name, unknown': () => ({ q: 'Unicorn' }),
  })

  const month = { from: ago(31), to: now() }
  const old = { from: ago(1000), to: ago(600) }
  const longest = { from: ago(1097), to: now() }
  await both(sales.getSales, [some, big], {
    'this month': () => month,
    'a year long ago': () => old,
    'three years': () => longest,
    'kind plan': () => ({ ...longest, kind: 'plan' }),
    'kind goods': () => ({ ...longest, kind: 'goods' }),
    'kind eventGoods (rare)': () => ({ ...longest, kind: 'eventGoods' }),
    'method card': () => ({ ...longest, method: 'card' }),
    'method konbini (rare)': () => ({ ...longest, method: 'konbini' }),
    'plan common': (of) => ({ ...longest, planId: plansOfClub(of.ids).common }),
    'plan rare': (of) => ({ ...longest, planId: plansOfClub(of.ids).rare }),
    'goods common': (of) => ({ ...longest, goodsId: goodsOfClub(of.ids).common }),
    'goods now and then': (of) => ({ ...longest, goodsId: goodsOfClub(of.ids).some }),
    'goods rare': (of) => ({ ...longest, goodsId: goodsOfClub(of.ids).rare }),
  })
})

test.runIf(parts.includes('contents'))('contents', async () => {
  const at = new Date(now()).toISOString()
  const [few, some, big] = [await club('Few contents'), await club('Some contents'), await club('Many contents')]
  await seconds(`${many} contents filled in`, () =>
    withoutIndexes(client, contentTables, async () => {
      await fillContents(client, few.ids, 100, at)
      await fillContents(client, some.ids, 10_000, at)
      await fillContents(client, big.ids, many, at)
    }),
  )
  const questions: Record<string, Question> = {
    all: () => ({}),
    'status active': () => ({ status: 'active' }),
    'status draft (rare)': () => ({ status: 'draft' }),
    'status publishmentScheduled (rare)': () => ({ status: 'publishmentScheduled' }),
    'type news': () => ({ type: 'news' }),
    'type video': () => ({ type: 'video' }),
    'type streaming (rare)': () => ({ type: 'streaming' }),
    'plan common': (of) => ({ planId: plansOfClub(of.ids).common }),
    'plan rare': (of) => ({ planId: plansOfClub(of.ids).rare }),
    'month common': () => ({ month: { year: 2025, month: 4 } }),
    'month rare': () => ({ month: { year: 2019, month: 1 } }),
    'a name, common': () => ({ q: 'News' }),
    'a name, unknown': () => ({ q: 'Unicorn' }),
  }
  // A hundred hold fewer rows than a page of the rare ones: rows are compared with rows there.
  await both(contents.getPlanContentsWithPlans, [few, some], questions)
  await both(contents.getPlanContentsWithPlans, [some, big], questions)
})

test.runIf(parts.includes('month'))('the close of a month', async () => {
  const [few, big] = [await club('Few sales'), await club('Many sales')]
  const month = lastClosable(now())
  await withoutIndexes(client, monthTables, async () => {
    await fillMonth(client, few.ids, { month, sales: 100 })
    // Three entries of the brand's account each.
    await fillMonth(client, big.ids, { month, sales: Math.ceil(many / 30) })
  })
  const pair = [few, big] as const
  await both(revenue.getRevenueMonths, pair, { 'before the close': () => ({}) })
  await both(revenue.getRevenue, pair, { 'before the close': () => ({ month }) })
  const took = await seconds(`a month of ${Math.ceil(many / 30) * 3} entries closed`, () =>
    revenueJobs.closeMonths.run(jobContext('closing'), {}),
  )
  if (took >= 10)
    tell({
      part: 'closeMonths',
      name: '',
      small: 0,
      large: 0,
      totals: 0,
      miss: `a month closes in ${took.toFixed(1)} s, wanted under 10`,
    })
  await both(revenue.getRevenueMonths, pair, { final: () => ({}) })
  await both(revenue.getRevenue, pair, { final: () => ({ month }) })
  const listed = ['gross', 'refunds', 'platformFee', 'paymentFee', 'adjustments', 'payouts', 'all'] as const
  await both(revenue.getLedgerEntries, pair, {
    ...Object.fromEntries(listed.map((part) => [`part ${part}`, () => ({ month, part })])),
    'kind plan': () => ({ month, kind: 'plan' }),
    'kind backNumber (rare)': () => ({ month, kind: 'backNumber' }),
    'part gross, kind backNumber (none)': () => ({ month, part: 'gross', kind: 'backNumber' }),
    'a month without entries': () => ({ month: monthAfter(monthOf(now()), -3) }),
  })
})
