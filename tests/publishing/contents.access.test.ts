import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import {
  type AccessFacts,
  type AccessStatus,
  accessOfViewer,
  accessTo,
  type FormerRight,
  formerRightOf,
  noFacts,
  ownedMonth,
  paysMonth,
} from '#publishing/contents/access.ts'
import { unlockOptions } from '#publishing/contents/unlock.ts'
import { tokyo } from '../support/plan'

const now = tokyo('2026-11-21T12:00')
const october = { year: 2026, month: 10 }
const plan = { planId: 'plan_a', archivingAt: null }
const content = {
  planContentId: 'content_a',
  visibleFrom: now - 1,
  viewableBy: 'paidUsers' as const,
  backNumberPeriod: october as typeof october | null,
  plans: [plan] as { planId: string; archivingAt: number | null }[],
}
type Had = { plan?: boolean; month?: boolean; staff?: boolean; kept?: FormerRight }
const factsOf = ({ plan: running = false, month = false, staff = false, kept }: Had): AccessFacts => ({
  isStaff: staff,
  running: new Set(running ? ['plan_a'] : []),
  months: new Set(month ? [ownedMonth('plan_a', october)] : []),
  kept: new Map(kept ? [['content_a', kept]] : []),
})
const yes = { plan: true, month: true }

type Case = [string, Partial<typeof content> | { viewableBy: 'allUsers' }, Had, AccessStatus, AccessStatus]
const archived = { plans: [{ planId: 'plan_a', archivingAt: now }] }
const noMonth = { backNumberPeriod: null }
const free = { viewableBy: 'allUsers' as const }
const draft = { visibleFrom: Number.POSITIVE_INFINITY }
/** What is read, by whom, and the answer where a month needs a running plan, and where it stands alone. */
const table: Case[] = [
  ['a free content, by a visitor', free, {}, 'freeContents', 'freeContents'],
  ['a free content, by a member', free, yes, 'freeContents', 'freeContents'],
  ['a free content, by staff', free, { staff: true }, 'freeContents', 'freeContents'],
  ['a free content that is a draft', { ...free, ...draft }, {}, 'unavailable', 'unavailable'],
  ['a free content whose plans are archived', { ...free, ...archived }, {}, 'freeContents', 'freeContents'],

  ['a month, with plan and month', {}, yes, 'available', 'available'],
  ['a month, with the plan alone', {}, { plan: true }, 'requiredPurchaseBackNumber', 'requiredPurchaseBackNumber'],
  ['a month, with the month alone', {}, { month: true }, 'requiredPurchasePlan', 'available'],
  ['a month, with nothing', {}, {}, 'requiredPurchasePlanAndBackNumber', 'requiredPurchaseBackNumber'],
  ['no month, with the plan', noMonth, { plan: true }, 'available', 'available'],
  ['no month, with nothing', noMonth, {}, 'requiredPurchasePlan', 'requiredPurchasePlan'],
  ['no month, with some month', noMonth, { month: true }, 'requiredPurchasePlan', 'requiredPurchasePlan'],

  ['an archived month, with the month', archived, { month: true }, 'available', 'available'],
  ['an archived month, with plan and month', archived, yes, 'available', 'available'],
  ['an archived month, with the plan alone', archived, { plan: true }, 'unavailable', 'unavailable'],
  ['an archived month, with nothing', archived, {}, 'unavailable', 'unavailable'],
  [
    'archived without a month, with a term that still runs',
    { ...archived, ...noMonth },
    { plan: true },
    'available',
    'available',
  ],
  ['archived without a month, with nothing', { ...archived, ...noMonth }, {}, 'unavailable', 'unavailable'],
  [
    'a plan that is archived in a moment',
    { plans: [{ planId: 'plan_a', archivingAt: now + 1 }] },
    {},
    'requiredPurchasePlanAndBackNumber',
    'requiredPurchaseBackNumber',
  ],
  [
    'one plan archived and one not, with nothing',
    { plans: [...archived.plans, { planId: 'plan_b', archivingAt: null }] },
    {},
    'requiredPurchasePlanAndBackNumber',
    'requiredPurchaseBackNumber',
  ],
  ['no plan left at all', { plans: [] }, {}, 'unavailable', 'unavailable'],

  // A month that the content had before it was changed.
  ['a changed month, with the former one', {}, { kept: 'month' }, 'requiredPurchasePlan', 'available'],
  ['a changed month, with plan and former month', {}, { plan: true, kept: 'month' }, 'available', 'available'],
  ['a month that was taken off, with it', noMonth, { kept: 'month' }, 'requiredPurchasePlan', 'available'],
  ['an archived changed month, with the former one', archived, { kept: 'month' }, 'available', 'available'],
  ['a month put on, by a member of then', {}, { plan: true, kept: 'membership' }, 'available', 'available'],
  [
    'a month put on, by a member of then who has left',
    {},
    { kept: 'membership' },
    'requiredPurchasePlan',
    'requiredPurchaseBackNumber',
  ],
  ['an archived month put on, by one who has left', archived, { kept: 'membership' }, 'unavailable', 'unavailable'],
  ['a changed month that is a draft', draft, { plan: true, kept: 'month' }, 'unavailable', 'unavailable'],

  ['a draft, with everything', draft, yes, 'unavailable', 'unavailable'],
  ['scheduled, a millisecond before', { visibleFrom: now + 1 }, yes, 'unavailable', 'unavailable'],
  ['scheduled, at its moment', { visibleFrom: now }, yes, 'available', 'available'],
  ['a draft, by staff', draft, { staff: true }, 'available', 'available'],
  ['a month, by staff', {}, { staff: true }, 'available', 'available'],
  ['an archived month, by staff', archived, { staff: true }, 'available', 'available'],
]

describe('who may read what', () => {
  test.each(table)('%s', (_, what, facts, withPlan, alone) => {
    const asked = { ...content, ...what } as typeof content
    expect(accessTo(asked, factsOf(facts), { now, backNumberNeedsActivePlan: true })).toBe(withPlan)
    expect(accessTo(asked, factsOf(facts), { now, backNumberNeedsActivePlan: false })).toBe(alone)
  })

  test('every combination answers one of the six, and what is open is never closed by having more', () => {
    const bools = [false, true]
    for (const viewableBy of ['allUsers', 'paidUsers'] as const)
      for (const period of [null, october])
        for (const isArchived of bools)
          for (const visibleFrom of [now, now + 1])
            for (const needs of bools) {
              const asked = {
                planContentId: 'content_a',
                visibleFrom,
                viewableBy,
                backNumberPeriod: period,
                plans: [{ planId: 'plan_a', archivingAt: isArchived ? now : null }],
              }
              const answers = bools.flatMap((hasPlan) =>
                bools.map((hasMonth) => ({
                  hasPlan,
                  hasMonth,
                  status: accessTo(asked, factsOf({ plan: hasPlan, month: hasMonth }), {
                    now,
                    backNumberNeedsActivePlan: needs,
                  }),
                })),
              )
              const open = ({ status }: { status: AccessStatus }) => status === 'available' || status === 'freeContents'
              for (const less of answers)
                for (const more of answers)
                  if (more.hasPlan >= less.hasPlan && more.hasMonth >= less.hasMonth && open(less))
                    expect(open(more), JSON.stringify({ asked, less, more })).toBe(true)
              if (visibleFrom > now) expect(answers.some(open)).toBe(false)
            }
  })

  test("a month of another plan, and another plan's term, open nothing", () => {
    const other: AccessFacts = {
      ...noFacts,
      running: new Set(['plan_b']),
      months: new Set([ownedMonth('plan_b', october)]),
    }
    expect(accessTo(content, other, { now, backNumberNeedsActivePlan: true })).toBe('requiredPurchasePlanAndBackNumber')
  })

  test('the preview answers by the same rule', () => {
    const previewed = { viewableBy: 'paidUsers' as const, planIds: ['plan_a'], backNumberPeriod: october }
    expect(accessOfViewer('visitor', previewed)).toBe('requiredPurchasePlanAndBackNumber')
    expect(accessOfViewer('member', previewed)).toBe('available')
    expect(accessOfViewer('monthOwner', previewed)).toBe('requiredPurchasePlan')
    expect(accessOfViewer('monthOwner', previewed, false)).toBe('available')
    expect(accessOfViewer('visitor', { ...previewed, viewableBy: 'allUsers' })).toBe('freeContents')
    expect(accessOfViewer('member', { ...previewed, planIds: [] })).toBe('unavailable')
  })
})

const term = (from: string, to: string, more = {}) => ({
  from: tokyo(from),
  to: tokyo(to),
  source: 'card',
  voidedAt: null,
  ...more,
})
const termCases: [string, ReturnType<typeof term> & { voidedAt: number | null }, boolean][] = [
  ['a term inside the month', term('2026-10-05T00:00', '2026-10-25T00:00'), true],
  ['a term that begins in it', term('2026-10-31T23:59:59.999', '2026-11-30T00:00'), true],
  ['a term that begins when it is over', term('2026-11-01T00:00', '2026-12-01T00:00'), false],
  ['a term that ends in it', term('2026-09-10T00:00', '2026-10-10T00:00'), true],
  ['a term that ends when it begins', term('2026-09-01T00:00', '2026-10-01T00:00'), false],
  ['a year around it', term('2026-01-15T00:00', '2027-01-15T00:00'), true],
  ['a grace', term('2026-10-05T00:00', '2026-10-12T00:00', { source: 'grace' }), false],
  ['a carry-over', term('2026-10-01T00:00', '2026-11-01T00:00', { source: 'carryOver' }), true],
  ['a complimentary term', term('2026-10-01T00:00', '2026-11-01T00:00', { source: 'comp' }), true],
  ['voided within it', term('2026-10-05T00:00', '2026-11-05T00:00', { voidedAt: tokyo('2026-10-20T00:00') }), true],
  ['voided later', term('2026-10-05T00:00', '2026-11-05T00:00', { voidedAt: tokyo('2026-11-02T00:00') }), true],
  ['voided before it', term('2026-08-05T00:00', '2027-08-05T00:00', { voidedAt: tokyo('2026-09-30T00:00') }), false],
  [
    'voided at its very beginning',
    term('2026-10-05T00:00', '2026-11-05T00:00', { voidedAt: tokyo('2026-10-05T00:00') }),
    false,
  ],
]

describe('which terms pay for a month', () => {
  test.each(termCases)('%s', (_, one, pays) => {
    expect(paysMonth(one, october)).toBe(pays)
  })
})

describe('what a change of the month leaves to those who could read', () => {
  const until = tokyo('2026-11-05T00:00')
  const of = (period: typeof october | null) => ({ period, until })
  const member = term('2026-10-10T00:00', '2026-11-10T00:00')
  test.each([
    ['a term in the former month', of(october), [member], [], 'month'],
    ['the former month, bought in time', of(october), [], [{ period: october, paidAt: until - 1 }], 'month'],
    ['the former month, bought when it was another', of(october), [], [{ period: october, paidAt: until }], null],
    ['another month, bought', of({ year: 2026, month: 9 }), [], [{ period: october, paidAt: 0 }], null],
    ['a term of another month', of({ year: 2026, month: 8 }), [member], [], null],
    ['no month, and a term that ran', of(null), [member], [], 'membership'],
    ['no month, and a term that began later', of(null), [{ ...member, from: until + 1 }], [], null],
    ['no month, and a term that was over', of(null), [{ ...member, to: until }], [], null],
    ['no month, and a voided term', of(null), [{ ...member, voidedAt: until }], [], null],
    ['no month, and a term that was voided later', of(null), [{ ...member, voidedAt: until + 1 }], [], 'membership'],
  ] as const)('%s', (_, former, terms, purchases, right) => {
    expect(formerRightOf(former, terms, purchases)).toBe(right)
  })
})

describe('the cheapest way to open a content', () => {
  const sold = (planId: string, price: number, monthPrice: number | null, isOnSale = true) => ({
    planId,
    name: planId,
    price,
    subscriptionInterval: 'month' as const,
    isOnSale,
    monthPrice,
    paidUntil: null as number | null,
  })
  const plans = [sold('plan_cheap', 800, 900), sold('plan_dear', 3000, 500)]
  const said = (more: object) => ({
    status: 'requiredPurchasePlanAndBackNumber' as AccessStatus,
    hasPlan: false,
    hasMonth: false,
    period: october,
    plans,
    backNumberNeedsActivePlan: true,
    now,
    ...more,
  })
  const ways = (more: object) =>
    unlockOptions(said(more)).map(({ plan: joined, month, total }) => [
      joined?.planId ?? '-',
      month?.planId ?? '-',
      total,
    ])

  test('plan and month, of whatever plans are cheapest together', () => {
    expect(ways({})[0]).toEqual(['plan_cheap', 'plan_dear', 1300])
    expect(ways({})).toHaveLength(4)
  })
  test('a member needs the month alone, an owner of the month the plan alone', () => {
    expect(ways({ hasPlan: true, status: 'requiredPurchaseBackNumber' })[0]).toEqual(['-', 'plan_dear', 500])
    expect(ways({ hasMonth: true, status: 'requiredPurchasePlan' })[0]).toEqual(['plan_cheap', '-', 800])
  })
  test('who joins has the running month with it', () => {
    expect(ways({ period: { year: 2026, month: 11 }, plans: [sold('plan_cheap', 800, null)] })).toEqual([
      ['plan_cheap', '-', 800],
    ])
  })
  test('and every month in which the first term runs: the next one, or all of a year', () => {
    const next = { year: 2026, month: 12 }
    const yearly = { ...sold('plan_year', 16_000, null), subscriptionInterval: 'year' as const }
    const joined = [sold('plan_cheap', 800, null), yearly]
    expect(ways({ period: next, plans: joined })).toEqual([
      ['plan_cheap', '-', 800],
      ['plan_year', '-', 16_000],
    ])
    expect(ways({ period: { year: 2027, month: 3 }, plans: joined })).toEqual([['plan_year', '-', 16_000]])
    expect(ways({ period: { year: 2028, month: 1 }, plans: joined })).toEqual([])
    // Who is a member already has the month with the next term, which nothing sells.
    expect(ways({ period: next, plans: joined, hasPlan: true })).toEqual([])
  })
  test('a member whose fee is due pays it, before all that others are offered, and joins nothing twice', () => {
    const due = { ...sold('plan_dear', 3000, null), paidUntil: now - day }
    const offered = [sold('plan_cheap', 800, null), due]
    const free = { period: null, hasMonth: true, plans: offered, status: 'requiredPurchasePlan' }
    expect(ways(free)).toEqual([
      ['plan_dear', '-', 3000],
      ['plan_cheap', '-', 800],
    ])
    const [first, second] = unlockOptions(said(free))
    expect([first?.plan?.isMember, second?.plan?.isMember]).toEqual([true, false])
    // In its grace the plan still runs, and the fee brings the month that has begun since.
    const grace = { hasPlan: true, plans: offered, status: 'requiredPurchaseBackNumber' }
    expect(ways({ ...grace, period: { year: 2026, month: 11 } })).toEqual([['plan_dear', '-', 3000]])
    expect(ways({ ...grace, period: { year: 2027, month: 1 } })).toEqual([])
    // What is paid is neither paid nor joined again, and a plan that ends takes no fee.
    expect(ways({ ...free, plans: [{ ...due, paidUntil: now + day }] })).toEqual([])
    expect(ways({ ...free, plans: [{ ...due, isOnSale: false }] })).toEqual([])
  })
  test('a fee that is due pays from where the last one ended', () => {
    const due = { ...sold('plan_dear', 3000, 500), paidUntil: tokyo('2026-10-30T12:00') }
    expect(ways({ period: { year: 2026, month: 11 }, plans: [due] })).toEqual([['plan_dear', '-', 3000]])
    expect(ways({ period: { year: 2026, month: 12 }, plans: [{ ...due, monthPrice: null }] })).toEqual([])
    expect(ways({ period: { year: 2026, month: 1 }, plans: [due] })).toEqual([['plan_dear', 'plan_dear', 3500]])
  })
  test('a month that stands alone is bought alone', () => {
    expect(ways({ backNumberNeedsActivePlan: false, status: 'requiredPurchaseBackNumber' })[0]).toEqual([
      '-',
      'plan_dear',
      500,
    ])
  })
  test('nothing that is not sold is offered, and nothing where it is open or gone', () => {
    expect(ways({ plans: [sold('plan_cheap', 800, 900, false)] })).toEqual([])
    expect(ways({ plans: [sold('plan_cheap', 800, null)] })).toEqual([])
    for (const status of ['available', 'freeContents', 'unavailable']) expect(ways({ status })).toEqual([])
  })
})
