import { describe, expect, test } from 'vitest'
import { routes } from '#client/routes.ts'

const brand = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }

describe('typed links', () => {
  test.each([
    [routes.home(), '/'],
    [routes.login({ query: { redirect_to: '/tenants/a b?x=1' } }), '/login?redirect_to=%2Ftenants%2Fa+b%3Fx%3D1'],
    [routes.plans(brand), '/tenants/tenant_hoshi/brands/brand_aoi/plans'],
    [
      routes.plans(brand, { query: { status: 'draft', page: 2, q: '' } }),
      '/tenants/tenant_hoshi/brands/brand_aoi/plans?status=draft&page=2',
    ],
    [
      routes.plan({ ...brand, planId: 'p1' }, { hash: '価格' }),
      '/tenants/tenant_hoshi/brands/brand_aoi/plans/p1#%E4%BE%A1%E6%A0%BC',
    ],
    [
      routes.event({ ...brand, eventId: 'e1' }, { query: { anything: 'goes' } }),
      '/tenants/tenant_hoshi/brands/brand_aoi/events/e1?anything=goes',
    ],
    [routes.revenueMonth({ ...brand, month: '2026-11' }), '/tenants/tenant_hoshi/brands/brand_aoi/revenue/2026-11'],
    [routes.fanPlan({ brandSlug: 'aoi', planId: 'p1' }), '/fc/aoi/plans/p1'],
  ])('%s', (link, expected) => {
    expect(link).toBe(expected)
  })

  test('an id cannot leave its place in the path', () => {
    expect(routes.tenant({ tenantId: '../x?y#z/é' })).toBe('/tenants/..%2Fx%3Fy%23z%2F%C3%A9')
  })

  test('a route keeps its pattern', () => {
    expect(routes.archivePlan.pattern).toBe('/tenants/[tenantId]/brands/[brandId]/plans/[planId]/archive')
  })
})
