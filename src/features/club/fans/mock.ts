import { type Mocks, refused } from '#kit/mock.ts'
import type { fans } from './contract'

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

export const fanMocks: Mocks<typeof fans> = {
  answers: {
    getMyProfile: () => ({ displayName: '佐藤 葵', icon: '', email: 'member@example.test' }),
    uploadMyIcon: ({ contentType, data }) => ({
      displayName: '佐藤 葵',
      icon: `data:${contentType};base64,${data}`,
      email: 'member@example.test',
    }),
    getMailSettings: () => ({ brands: clubs }),
    setNewsByMail: ({ isOn }) => ({ newsByMail: isOn }),
    setEmailVisible: ({ isOn }) => ({ isEmailVisible: isOn }),
    stopNewsByMail: ({ token }) =>
      token === 'unknown' ? refused('linkUnknown') : { brand: { name: '葵 — AOI', slug: 'aoi' } },
    updateMyProfile: ({ displayName, icon }) => ({ displayName, icon, email: 'member@example.test' }),
  },
  scenarios: { empty: { getMailSettings: () => ({ brands: [] }) } },
}
