import type { ResultOf } from '#kit/contract.ts'
import { type Mocks, mockNow, refused } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { closing } from './contract'

const closesAt = mockNow + 130 * day
const ahead: ResultOf<typeof closing.getClosing> = {
  tenant: { name: 'Hoshi Club', state: 'open', closesAt: null, reason: null },
  told: { owners: 2, locales: ['en', 'ja'] },
  brands: [
    { brandId: 'brand_aoi', name: '葵 — AOI', state: 'open', closesAt, members: 1284, openOrders: 6 },
    {
      brandId: 'brand_minato',
      name: 'みなと',
      state: 'closing',
      closesAt: mockNow + 20 * day,
      members: 4,
      openOrders: 0,
    },
  ],
}

export const closingMocks: Mocks<typeof closing> = {
  examples: ({ freeSlug, tenantId, ids, brandName }) => ({
    createBrand: { tenantId, name: 'Minato', slug: freeSlug },
    getClosing: { tenantId },
    closeBrand: { ...ids, typedName: brandName, message: 'Thank you.' },
    closeTenant: { tenantId, typedName: 'Hoshi Club' },
    getClosingAsOperator: { tenantId },
    closeTenantAsOperator: { tenantId, typedName: 'Hoshi Club', reason: 'reports', message: 'Please see our terms.' },
  }),
  answers: {
    createBrand: ({ slug }) => (slug === 'aoi' ? refused('slugTaken') : { brandId: 'brand_aoi' }),
    getClosing: () => ahead,
    closeBrand: ({ typedName }) => (typedName === '葵 — AOI' ? { closesAt } : refused('nameDiffers')),
    closeTenant: ({ typedName }) => (typedName === 'Hoshi Club' ? { closesAt } : refused('nameDiffers')),
    getClosingAsOperator: () => ahead,
    closeTenantAsOperator: () => ({ closesAt }),
  },
  scenarios: {
    /** By the platform. */
    closed: {
      getClosing: () => ({
        ...ahead,
        tenant: { name: 'Hoshi Club', state: 'closing', closesAt, reason: 'reports' },
        brands: ahead.brands.map((brand) => ({ ...brand, state: 'closing' })),
      }),
    },
    conflict: {
      closeBrand: () => refused('alreadyClosing'),
      closeTenantAsOperator: () => refused('alreadyClosing'),
    },
  },
}
