import type { ResultOf } from '../../kit/contract'
import type { identity } from './contract'

type Mocks = { [Name in keyof typeof identity]: ResultOf<(typeof identity)[Name]> }

export const identityMocks: Mocks = {
  'me.get': {
    code: 'success',
    me: {
      tenants: [
        {
          firestoreId: 'tenant_hoshi',
          name: 'Hoshi Club',
          brands: [{ firestoreId: 'brand_aoi', name: 'Aoi', coverThumbnail: '', brandSlug: 'aoi' }],
        },
      ],
      isOperator: false,
    },
  },
}
