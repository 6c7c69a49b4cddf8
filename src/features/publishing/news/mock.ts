import { type Mocks, refused } from '#kit/mock.ts'
import type { memberNews } from './contract'

const club = { tenantId: 'tenant_hoshi', icon: '' }
const clubs = [
  {
    ...club,
    brandId: 'brand_aoi',
    name: '葵 — AOI',
    slug: 'aoi',
    isMember: true,
    newsByMail: true,
    isEmailVisible: false,
  },
  {
    ...club,
    brandId: 'brand_minato',
    name: '港のうた',
    slug: 'minato',
    isMember: false,
    newsByMail: true,
    isEmailVisible: true,
  },
]

export const memberNewsMocks: Mocks<typeof memberNews> = {
  examples: ({ mailToken, ids }) => ({
    getMailSettings: {},
    setNewsByMail: { ...ids, isOn: false },
    setEmailVisible: { ...ids, isOn: false },
    stopNewsByMail: { token: mailToken },
  }),
  answers: {
    getMailSettings: () => ({ brands: clubs }),
    setNewsByMail: ({ isOn }) => ({ newsByMail: isOn }),
    setEmailVisible: ({ isOn }) => ({ isEmailVisible: isOn }),
    stopNewsByMail: ({ token }) =>
      token === 'unknown' ? refused('linkUnknown') : { brand: { name: '葵 — AOI', slug: 'aoi' } },
  },
  scenarios: { empty: { getMailSettings: () => ({ brands: [] }) } },
}
