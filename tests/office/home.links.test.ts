import { describe, expect, test } from 'vitest'
import { inquiries } from '#club/inquiries/contract.ts'
import { day, endOfTokyoDay, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { staffFans } from '#office/fans/contract.ts'
import { brandHome } from '#office/home/contract.ts'
import { type TodoKind, todoKinds } from '#office/home/home.ts'
import { hrefsOf, numberHrefs } from '#office/home/links.tsx'
import { sales } from '#office/sales/contract.ts'
import { comments } from '#publishing/comments/contract.ts'
import { contents } from '#publishing/contents/contract.ts'
import { now } from '#server/clock.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { ask, type Person, request } from '../support/club'
import { scene } from '../support/scene'
import { joinByCard, newFan, shop } from '../support/shop'

type Ids = { tenantId: string; brandId: string }
type Query = Record<string, string>

/** What a screen asks for at an address, and how many rows (or how much) it then says there are. */
const screens: Record<string, (ids: Ids, query: Query, by: Person) => Promise<number>> = {
  orders: async (ids, { tab, late, needs, sort, ...rest }, by) => {
    expect(rest).toEqual({})
    const asked = {
      ...ids,
      ...(tab && { tab: tab as 'todo' }),
      ...(late === 'only' && { isLate: true }),
      ...(needs && { needs: needs as 'disputed' }),
      ...(sort && { sort: sort as 'placedAt' }),
    }
    const { orders, pagination, counts } = await ask(staffOrders.getOrders, asked, by)
    // What is to be sent begins with who has waited longest.
    if (tab === 'todo') expect(orders).toEqual(orders.toSorted((a, b) => a.placedAt - b.placedAt))
    expect(pagination.totalCount).toBe(counts[asked.tab ?? 'all'])
    return pagination.totalCount
  },
  subscribers: async (ids, { tab }, by) =>
    (await ask(staffSubscriptions.getSubscribers, { ...ids, tab: tab as 'atRisk' }, by)).pagination.totalCount,
  comments: async (ids, { tab }, by) =>
    (await ask(comments.getComments, { ...ids, tab: tab as 'reported' }, by)).pagination.totalCount,
  request: async (ids, { status }, by) =>
    (await ask(inquiries.getInquiries, { ...ids, direction: 'fanToCreator', tab: status as 'open' }, by)).pagination
      .totalCount,
  goods: async (ids, { stock }, by) =>
    (await ask(goods.getGoodsList, { ...ids, isLow: stock === 'low' }, by)).pagination.totalCount,
  plans: async (ids, { status }, by) =>
    (await ask(plans.getPlans, { ...ids, status: status as 'draft' }, by)).pagination.totalCount,
  contents: async (ids, { status }, by) =>
    (await ask(contents.getPlanContentsWithPlans, { ...ids, status: status as 'draft' }, by)).pagination.totalCount,
  fans: async (ids, { segment, seen }, by) => {
    const seenFrom = seen === 'thisMonth' ? startOfTokyoMonth(tokyoMonth(now())) : undefined
    return (await ask(staffFans.getFans, { ...ids, segment: segment as 'subscriber', seenFrom }, by)).pagination
      .totalCount
  },
  sales: async (ids, { period }, by) => {
    const to = endOfTokyoDay(now()) + 1000
    const from = period === 'today' ? to - day : startOfTokyoMonth(tokyoMonth(now()))
    return (await ask(sales.getSalesSummary, { ...ids, from, to, groupBy: 'day' }, by)).gross
  },
}
const behind = (href: string, ids: Ids, by: Person) => {
  const { pathname, searchParams } = new URL(href, 'http://club.test')
  const screen = screens[pathname.split('/').at(-1) ?? '']
  if (!screen) throw new Error(`Nothing counts what stands at ${pathname}.`)
  return screen(ids, Object.fromEntries(searchParams), by)
}

/** These are there or not: their page is where something is to be done. */
const single: readonly TodoKind[] = [
  'accountErrored',
  'accountMissing',
  'identityFailed',
  'identityMissing',
  'legalNotice',
  'firstPlan',
  'icon',
  'cover',
  'description',
]

describe('the brand home opens exactly what it counts', () => {
  test('every card', async () => {
    const { ids, owner } = await scene()
    const { todos } = await ask(brandHome.getBrandHome, ids, owner)
    const counted = new Map(todos.map(({ kind, count }) => [kind, count]))
    for (const kind of todoKinds.filter((one) => !single.includes(one)))
      expect(await behind(hrefsOf(ids)[kind], ids, owner), kind).toBe(counted.get(kind) ?? 0)
    // Control: most counts are above zero, and late payments are not all of `ordersTodo`.
    expect([...counted.keys()].filter((kind) => !single.includes(kind)).length).toBeGreaterThanOrEqual(5)
    expect(counted.get('ordersTodo')).toBeGreaterThan(counted.get('latePayments') ?? 0)
  })

  test('every number', async () => {
    const of = await shop()
    for (let n = 0; n < 2; n++) await joinByCard(of, await newFan())
    const { numbers } = await ask(brandHome.getBrandHome, of.ids, of.owner)
    const shown = {
      members: numbers.members,
      newFans: numbers.newFans,
      salesToday: numbers.sales?.today,
      sales: numbers.sales?.thisMonth,
    }
    for (const [name, href] of Object.entries(numberHrefs(of.ids)))
      expect(await behind(href, of.ids, of.owner), name).toBe(shown[name as keyof typeof shown])
    expect(shown).toEqual({ members: 2, newFans: 2, salesToday: 3000, sales: 3000 })
  })

  test('what comes next, each by its own page, and for whoever may read it', async () => {
    const { ids, owner } = await scene()
    const { upcoming } = await ask(brandHome.getBrandHome, ids, owner)
    expect(upcoming.length).toBeGreaterThan(0)
    for (const { kind, itemId } of upcoming.filter((one) => one.kind === 'content'))
      expect(
        (await request(contents.getPrivatePlanContent, JSON.stringify({ ...ids, planContentId: itemId }), owner))
          .status,
        kind,
      ).toBe(200)
  })
})
