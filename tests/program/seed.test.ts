import { expect, test } from 'vitest'
import { applications } from '#club/applications/contract.ts'
import { brands } from '#club/brands/contract.ts'
import { tenants } from '#club/tenants/contract.ts'
import { uploads } from '#club/uploads/contract.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { revenue } from '#money/payouts/revenue/contract.ts'
import { staffFans } from '#office/fans/contract.ts'
import { sales } from '#office/sales/contract.ts'
import { fillDemoAccounts, seedDemoWorld } from '#program/seed.ts'
import { events } from '#publishing/events/contract.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { ask, club, operator, tokenOf } from '../support/club'
import { stockProblems } from '../support/goods'

test('the demo world fills every list of the first clubs, and is made once', async () => {
  // Two programs on one new database, started at the same moment, and another one later.
  await Promise.all([fillDemoAccounts(), fillDemoAccounts()])
  expect((await Promise.all([seedDemoWorld(), seedDemoWorld()])).toSorted()).toEqual([false, true])
  await fillDemoAccounts()
  expect(await seedDemoWorld()).toBe(false)
  const owner = { token: tokenOf('demo_owner_hoshi', 'owner@hoshi.test') }
  const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
  const list = await ask(plans.getPlans, { ...ids, pagination: { limit: 20, offset: 0 } }, owner)
  expect(list.pagination.totalPage).toBe(3)
  expect(Math.min(...Object.values(list.counts))).toBeGreaterThan(0)
  const statistics = await ask(plans.getPlanStatistics, ids, owner)
  expect(statistics.members).toBeGreaterThan(500)
  expect((await ask(plans.getPlanFees, ids, owner)).feesThisMonth).toBeGreaterThan(0)
  const members = await ask(tenants.getTenantMembers, { tenantId: 'tenant_hoshi' }, owner)
  expect(members.pagination.totalCount).toBeGreaterThan(40)
  const queue = await ask(applications.getPendingTenants, { pagination: { limit: 20, offset: 0 } }, await operator())
  expect(queue.pagination.totalPage).toBeGreaterThan(2)
  const { plans: shown } = await ask(plans.getPublicPlans, ids)
  expect(shown.map(({ planId }) => planId)).toEqual(['plan_seiza', 'plan_ginga', 'plan_suisei'])
  expect(shown[0]?.planContents.length).toBe(12)
  const calendar = await ask(events.getEvents, { ...ids, pagination: { limit: 20, offset: 0 } }, owner)
  expect(calendar.pagination.totalPage).toBe(3)
  expect(Math.min(...Object.values(calendar.counts))).toBeGreaterThan(0)
  const sold = await ask(staffOrders.getOrders, { ...ids, pagination: { limit: 20, offset: 0 } }, owner)
  expect(sold.pagination.totalPage).toBeGreaterThan(3)
  expect(Math.min(...Object.values(sold.counts))).toBeGreaterThan(0)
  const twenty = { ...ids, pagination: { limit: 20, offset: 0 } }
  const fans = await ask(staffFans.getFans, twenty, owner)
  expect(fans.pagination.totalPage).toBeGreaterThan(3)
  const held = await ask(staffSubscriptions.getSubscribers, twenty, owner)
  expect(Math.min(...Object.values(held.counts))).toBeGreaterThan(0)
  const months = await ask(revenue.getRevenueMonths, twenty, owner)
  expect(months.months.filter(({ state }) => state === 'paid').length).toBeGreaterThan(1)
  for (const { month } of months.months)
    expect((await ask(revenue.checkRevenue, { ...ids, month }, owner)).agrees, month).toBe(true)
  const { from, to } = { from: Date.now() - 30 * 86_400_000, to: Date.now() + 86_400_000 }
  expect((await ask(sales.getSales, { ...twenty, from, to }, owner)).pagination.totalPage).toBeGreaterThan(3)
  expect((await ask(sales.getSalesSummary, { ...ids, from, to, groupBy: 'week' }, owner)).gross).toBeGreaterThan(0)
  const shelves = await ask(goods.getGoodsList, { ...ids, pagination: { limit: 20, offset: 0 } }, owner)
  expect(shelves.pagination.totalPage).toBe(3)
  expect(Math.min(...Object.values(shelves.counts))).toBeGreaterThan(0)
  expect(await stockProblems()).toEqual([])
  const unbalanced = 'select movement_id from ledger_entries group by movement_id having sum(amount) <> 0'
  expect((await pool().query(unbalanced)).rows).toEqual([])
  // A parcel that leaves tomorrow came back today: nothing of an order has happened that is still to come.
  const toCome = 'select distinct what from order_events where at > now()'
  expect((await pool().query(toCome)).rows).toEqual([])
  // Goods of events are two brands': what was handed over is earned by both.
  const other = { tenantId: 'tenant_hoshi', brandId: 'brand_minato' }
  const theirs = await ask(revenue.getRevenueMonths, { ...other, pagination: { limit: 20, offset: 0 } }, owner)
  expect(theirs.months.length).toBeGreaterThan(0)
  for (const { month } of theirs.months)
    expect((await ask(revenue.checkRevenue, { ...other, month }, owner)).agrees, month).toBe(true)
  const ofEvents = await ask(eventGoods.getEventGoodsList, { tenantId: 'tenant_hoshi' }, owner)
  expect(new Set(ofEvents.eventGoods.map(({ delivery }) => delivery)).size).toBe(3)
  const member = { token: tokenOf('demo_member', 'member@tsudoi.test') }
  expect((await ask(subscriptions.getActiveMyPlans, {}, member)).activeMyPlans).toMatchObject([{ status: 'active' }])
})

test('a picture of our own storage moves with it, and nobody else’s is touched', async () => {
  const { ids, owner } = await club()
  const { urlForDownload } = await ask(
    uploads.getSignedUrlForPlanContentAttachmentUpload,
    { ...ids, type: 'image', fileName: 'a.png', contentType: 'image/png', size: 100 },
    owner,
  )
  const profile = {
    ...ids,
    name: 'Aoi',
    brandThumbnail: urlForDownload,
    brandIcon: 'https://example.com/i.png',
    description: '',
  }
  await ask(brands.updateBrandProfile, profile, owner)
  expect(await ask(memberFigures.getPublicBrandProfile, ids)).toMatchObject({
    brandThumbnail: urlForDownload,
    brandIcon: 'https://example.com/i.png',
  })
  const { rows } = await pool().query('select thumbnail, icon from brands where brand_id = $1', [ids.brandId])
  expect(rows[0].thumbnail).toMatch(/^storage:/)
  expect(rows[0].icon).toBe('https://example.com/i.png')
})
