import { describe, expect, test } from 'vitest'
import { slugIn } from '#office/fanHome/link.ts'
import { homeOf } from '#office/portal/homeOf.tsx'

describe('where who is signed in is at home', () => {
  const nobody = { isOperator: false, isFan: false, tenants: [], brands: [] }
  const tenants = [{ tenantId: 't', name: 'T', role: 'owner' as const, brandIds: ['b'] }]
  const brand = { tenantId: 't', brandId: 'b', brandName: 'B', brandThumbnail: '', brandSlug: 'bbb' }
  test.each([
    ['an operator', { ...nobody, isOperator: true, isFan: true }, '/operator'],
    ['who works for one brand', { ...nobody, tenants, brands: [brand] }, '/tenants/t/brands/b'],
    ['who does and is a fan', { ...nobody, isFan: true, tenants, brands: [brand] }, '/tenants/t/brands/b'],
    ['who works for a club without brands and is a fan', { ...nobody, isFan: true, tenants }, '/tenants'],
    ['a fan', { ...nobody, isFan: true }, '/fc/me'],
    ['somebody new, who may open a club', nobody, '/tenants'],
  ])('%s', (_, who, home) => {
    expect(homeOf(who)).toBe(home)
  })
})

test('a club is found by any link to its pages, or by its name', () => {
  const links = [
    'https://fan.example/fc/aoi',
    'https://fan.example/en/fc/aoi/plans?x=1',
    '/fc/aoi#legal',
    ' AOI ',
    '＠aoi',
  ]
  expect(links.map(slugIn)).toEqual(['aoi', 'aoi', 'aoi', 'aoi', 'aoi'])
  expect(['', 'https://fan.example/', 'a b', '/fc/a', '葵'].map(slugIn)).toEqual([null, null, null, null, null])
})
