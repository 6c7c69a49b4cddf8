import { describe, expect, test } from 'vitest'
import { loginRedirect, safeRedirect, signInFrom } from '#club/identity/identity.ts'

describe('the way back after signing in', () => {
  test.each([
    '/tenants/tenant_hoshi',
    '/tenants/tenant_hoshi/brands/brand_aoi/plans?status=active&page=2#top',
    '/en/tenants/tenant_hoshi',
    '/fc/aoi/plans/plan_1',
    '/en/fc/aoi',
    '/fc/me/plans?q=%E6%98%9F',
    '/tenants/new',
  ])('%j is kept', (path) => expect(safeRedirect(path)).toBe(path))

  test.each([
    undefined,
    null,
    7,
    ['/tenants/x'],
    '',
    '/',
    '/login',
    '/tenants',
    '/tenantsevil/x',
    '/operator/tenants',
    '/api/cms/me.get',
    'tenants/x',
    'https://e.test/tenants/x',
    '//evil.test/tenants/x',
    '/\\evil.test/tenants/x',
    '\\/evil.test',
    '/%2f%2fe.test',
    '/tenants/%2f%2fevil.test',
    '/tenants/%5cevil',
    '/tenants/../login',
    '/tenants/../../x',
    '/tenants/..%2flogin',
    '/tenants/%2e%2e/login',
    '/tenants//evil.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//tenants/',
    '\t//e.test',
    '/\t/evil.test/tenants/x',
    '/tenants/x\r\nSet-Cookie: a=b',
    '/tenants/x\n',
    ' /tenants/x',
    '/tenants/\u0000',
    '/tenants/a b',
    '/de/tenants/x',
    '/en//evil.test',
    '/en/..//evil.test',
    `/tenants/${'a'.repeat(2000)}`,
    'data:text/html,/tenants/',
    '/tenants\\..\\..\\evil',
    '/fc/me/orders/[orderId]',
    '/fc/me/orders/%5BorderId%5D/downloads/1',
  ])('%j leads home', (path) => expect(safeRedirect(path)).toBe('/'))

  test.each([
    ['/tenants/tenant_hoshi', '/tenants/tenant_hoshi'],
    ['/en/tenants/tenant_hoshi', '/en/tenants/tenant_hoshi'],
    ['/tenants', undefined],
    ['/fc/aoi', undefined],
    ['/', undefined],
  ])('the guard at %j remembers %j', (path, kept) => expect(loginRedirect(path)).toBe(kept))
})

describe('who a login speaks to, by the page from which somebody comes', () => {
  test.each([
    ['/fc/aoi', 'fc/aoi'],
    ['/en/fc/aoi/plans/plan_1?x=1#top', 'fc/aoi'],
    ['/fc/hoshi-club?page=2', 'fc/hoshi-club'],
    ['/fc/aoi/plans/plan_1?join=true', 'fc/aoi/new'],
    ['/en/fc/aoi/back-numbers?planId=plan_1&month=2026-08&join=true', 'fc/aoi/new'],
    ['/fc/me/plans?join=true', 'fc'],
    ['/fc/me/plans', 'fc'],
    ['/fc/carts', 'fc'],
    ['/en/fc/carts', 'fc'],
    ['/fc/carts?join=true', 'fc/carts/new'],
    ['/en/fc/carts?join=true', 'fc/carts/new'],
    ['/fc/carts?join=no', 'fc'],
    ['/fc/checkout/cart_1?join=true', 'fc'],
    ['/fc/pay/konbini/order_1', 'fc'],
    ['/fc/checkout/cart_1', 'fc'],
    ['/fc/', 'fc'],
    ['/fc/AOI', 'fc'],
    ['/tenants/tenant_hoshi', 'portal'],
    ['//evil.test/fc/aoi', 'portal'],
    ['https://evil.test/fc/aoi', 'portal'],
    ['', 'portal'],
    [undefined, 'portal'],
    [['/fc/aoi', '/fc/luna'], 'portal'],
  ])('%j: %j', (path, from) => expect(signInFrom(path)).toBe(from))
})
