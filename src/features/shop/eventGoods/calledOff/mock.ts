import type { Mocks } from '#kit/mock.ts'
import type { calledOff } from './contract'

export const calledOffMocks: Mocks<typeof calledOff> = {
  examples: ({ publishedEvent, ids }) => ({
    getGoodsOfEvent: { ...ids, eventId: publishedEvent },
    cancelEvent: { ...ids, eventId: publishedEvent, reason: 'Snow.', refundPolicy: 'All of it.' },
  }),
  answers: {
    getGoodsOfEvent: () => ({
      ...{ all: 4, ending: 3, staying: 1, unpaid: 5, told: 4 },
      brandName: '葵 — AOI',
      uncollected: [{ brandId: 'brand_aoi', name: '葵 — AOI', orders: 12, isVisible: true }],
    }),
    cancelEvent: ({ eventId }) => ({ eventId }),
  },
  scenarios: {},
}
