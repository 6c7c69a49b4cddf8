import { type Mocks, mockNow } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { notices } from './contract'

const hour = day / 24
const aoi = { slug: 'aoi', name: '葵 — AOI', icon: '' }
const minato = { slug: 'minato', name: '港のうた', icon: '' }

export const noticeMocks: Mocks<typeof notices> = {
  examples: ({ ids, at }) => ({ getMyNotices: {}, markMyNoticesSeen: { until: at }, markClubSeen: ids }),
  answers: {
    getMyNotices: () => ({
      notices: [
        {
          kind: 'liveBegan',
          at: mockNow - hour,
          brand: aoi,
          itemId: 'content_4',
          name: '夜の雑談配信',
          detail: '',
          startAt: mockNow - hour,
          isNew: true,
        },
        {
          kind: 'reply',
          at: mockNow - 3 * hour,
          brand: aoi,
          itemId: 'content_10',
          name: '秋のツアー 舞台裏',
          detail: '鈴木 陽菜',
          startAt: null,
          isNew: true,
        },
        {
          kind: 'brandReply',
          at: mockNow - 4 * hour,
          brand: aoi,
          itemId: 'content_10',
          name: '秋のツアー 舞台裏',
          detail: '葵 — AOI',
          startAt: null,
          isNew: true,
        },
        {
          kind: 'content',
          at: mockNow - 5 * hour,
          brand: aoi,
          itemId: 'content_10',
          name: '秋のツアー 舞台裏',
          detail: '',
          startAt: null,
          isNew: true,
        },
        {
          kind: 'orderSent',
          at: mockNow - day,
          brand: minato,
          itemId: 'order_mock_3',
          name: 'ツアータオル',
          detail: 'A-001240',
          startAt: null,
          isNew: false,
        },
        {
          kind: 'livePlanned',
          at: mockNow - 2 * day,
          brand: minato,
          itemId: 'content_5',
          name: '新曲お披露目配信',
          detail: '',
          startAt: mockNow + 3 * day + 8 * hour,
          isNew: false,
        },
        {
          kind: 'orderReady',
          at: mockNow - 6 * day,
          brand: minato,
          itemId: 'order_mock_3',
          name: '会場限定パンフレット',
          detail: 'A-001198',
          startAt: null,
          isNew: false,
        },
      ],
      unread: 4,
    }),
    markMyNoticesSeen: ({ until }) => ({ seenAt: until }),
    markClubSeen: () => ({}),
  },
  scenarios: { empty: { getMyNotices: () => ({ notices: [], unread: 0 }) } },
}
