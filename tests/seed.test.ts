import { expect, test } from 'vitest'
import { plans } from '../src/features/plans/contract'
import { applications } from '../src/features/applications/contract'
import { tenants } from '../src/features/tenants/contract'
import { seedDemoWorld } from '../src/server/seed'
import { ask, operator, tokenOf } from './support/club'

test('the demo world fills every list of the first clubs, and is made once', async () => {
  await seedDemoWorld()
  await seedDemoWorld()
  const owner = { token: tokenOf('demo_owner_hoshi', 'owner@hoshi.test') }
  const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
  const list = await ask(plans.getPlans, { ...ids, pagination: { limit: 20, offset: 0 } }, owner)
  expect(list.pagination.totalPage).toBe(3)
  expect(Math.min(...Object.values(list.counts))).toBeGreaterThan(0)
  const statistics = await ask(plans.getPlanStatistics, ids, owner)
  expect(statistics.members).toBeGreaterThan(1000)
  expect(statistics.feesThisMonth).toBeGreaterThan(0)
  const members = await ask(tenants.getTenantMembers, { tenantId: 'tenant_hoshi' }, owner)
  expect(members.pagination.totalCount).toBeGreaterThan(40)
  const queue = await ask(applications.getPendingTenants, { pagination: { limit: 20, offset: 0 } }, await operator())
  expect(queue.pagination.totalPage).toBeGreaterThan(2)
  const { plans: shown } = await ask(plans.getPublicPlans, ids)
  expect(shown.map(({ planId }) => planId)).toEqual(['plan_seiza', 'plan_ginga', 'plan_suisei'])
  expect(shown[0]?.planContents.length).toBe(12)
})
