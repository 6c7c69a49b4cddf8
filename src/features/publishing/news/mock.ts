import { noticeKinds, waysOf } from '#club/push/notice.ts'
import { type Mocks, mockNow, refused } from '#kit/mock.ts'
import type { memberNews } from './contract'

const noticesOf = (newsByMail: boolean) => noticeKinds.map((kind) => ({ kind, ...waysOf(kind, undefined, newsByMail) }))

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
    notices: noticesOf(true),
  },
  {
    ...club,
    brandId: 'brand_minato',
    name: '港のうた',
    slug: 'minato',
    isMember: false,
    newsByMail: true,
    isEmailVisible: true,
    notices: noticesOf(true),
  },
]

export const memberNewsMocks: Mocks<typeof memberNews> = {
  examples: ({ mailToken, ids, draftNews }) => ({
    getMailSettings: {},
    setNewsByMail: { ...ids, isOn: false },
    setNotice: { ...ids, kind: 'content', way: 'push', isOn: false },
    setEmailVisible: { ...ids, isOn: false },
    getContentNotice: { ...ids, planContentId: draftNews },
    getContentReach: { ...ids, viewableBy: 'allUsers', planIds: [] },
    setContentNotice: { ...ids, planContentId: draftNews, isWanted: true },
    stopNewsByMail: { token: mailToken },
  }),
  answers: {
    getMailSettings: () => ({ brands: clubs }),
    setNewsByMail: ({ isOn }) => ({ newsByMail: isOn }),
    setNotice: () => ({}),
    getContentNotice: ({ planContentId }) => ({
      notice:
        planContentId === 'content_10'
          ? { wantedAt: mockNow - 3_600_000, toldAt: mockNow - 3_000_000, told: 1240 }
          : null,
    }),
    getContentReach: () => ({ members: 1284, byMail: 1102, byPush: 417 }),
    setContentNotice: ({ isWanted }) => ({ notice: isWanted ? { wantedAt: mockNow, toldAt: null, told: 0 } : null }),
    setEmailVisible: ({ isOn }) => ({ isEmailVisible: isOn }),
    stopNewsByMail: ({ token }) =>
      token === 'unknown' ? refused('linkUnknown') : { brand: { name: '葵 — AOI', slug: 'aoi' } },
  },
  scenarios: { empty: { getMailSettings: () => ({ brands: [] }) } },
}
