import { type MockContext, type Mocks, mockNow } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { fanHome } from './contract'

const hour = day / 24
const minato = { slug: 'minato', name: '港のうた', icon: '' }
const luna = { slug: 'luna', name: '月の庭', icon: '' }

const home = ({ picture }: MockContext) => {
  const aoi = { slug: 'aoi', name: '葵 — AOI', icon: picture('aoi-icon') }
  const content = { type: 'video' as const, thumbnail: picture('content') }
  return {
    clubs: [
      {
        brandId: 'brand_aoi',
        ...aoi,
        accentColor: '#2f6f8f',
        memberNumber: 128,
        isMember: true,
        newCount: 3,
        isLive: true,
      },
      {
        brandId: 'brand_minato',
        ...minato,
        accentColor: '#b4532a',
        memberNumber: 7,
        isMember: true,
        newCount: 0,
        isLive: false,
      },
      {
        brandId: 'brand_luna',
        ...luna,
        accentColor: '#5b4b9a',
        memberNumber: null,
        isMember: false,
        newCount: 1,
        isLive: false,
      },
    ],
    hasMoreClubs: false,
    newest: [
      {
        ...content,
        planContentId: 'content_10',
        brand: aoi,
        name: '秋のツアー 舞台裏',
        publishedAt: mockNow - 5 * hour,
        isNew: true,
      },
      {
        ...content,
        planContentId: 'content_9',
        type: 'news' as const,
        brand: aoi,
        name: '11月の近況と、次の制作のこと',
        publishedAt: mockNow - 2 * day,
        isNew: true,
      },
      {
        ...content,
        planContentId: 'content_8',
        type: 'news' as const,
        brand: luna,
        name: '庭の便り 第12号',
        publishedAt: mockNow - 3 * day,
        isNew: true,
      },
      {
        ...content,
        planContentId: 'content_7',
        brand: minato,
        name: '港町スタジオライブ',
        publishedAt: mockNow - 9 * day,
        isNew: false,
      },
    ],
    lives: [
      {
        planContentId: 'content_4',
        brand: aoi,
        name: '夜の雑談配信',
        thumbnail: picture('live'),
        state: 'live' as const,
        startAt: mockNow - hour,
        mayWatch: true,
      },
      {
        planContentId: 'content_5',
        brand: minato,
        name: '新曲お披露目配信',
        thumbnail: picture('live'),
        state: 'planned' as const,
        startAt: mockNow + 3 * day + 8 * hour,
        mayWatch: true,
      },
      {
        planContentId: 'content_6',
        brand: luna,
        name: '会員限定 月見の夜',
        thumbnail: picture('live'),
        state: 'planned' as const,
        startAt: mockNow + 9 * day + 9 * hour,
        mayWatch: false,
      },
    ],
    orders: [
      {
        orderId: 'order_mock_0',
        orderNumber: 'A-001240',
        kind: 'goods' as const,
        paymentMethod: 'konbini' as const,
        brand: aoi,
        items: ['ツアータオル', 'アクリルスタンド'],
        total: 4800,
        going: 'pay' as const,
        placedAt: mockNow - day,
        dueAt: mockNow + 2 * day,
        sentAt: null,
      },
      {
        orderId: 'order_mock_3',
        orderNumber: 'A-001198',
        kind: 'eventGoods' as const,
        paymentMethod: 'card' as const,
        brand: minato,
        items: ['会場限定パンフレット'],
        total: 2500,
        going: 'pickUp' as const,
        placedAt: mockNow - 6 * day,
        dueAt: null,
        sentAt: null,
      },
      {
        orderId: 'order_mock_4',
        orderNumber: 'A-001150',
        kind: 'goods' as const,
        paymentMethod: 'card' as const,
        brand: luna,
        items: ['月のカレンダー 2027'],
        total: 3300,
        going: 'sent' as const,
        placedAt: mockNow - 4 * day,
        dueAt: null,
        sentAt: mockNow - day,
      },
    ],
    months: [
      { orderId: 'order_mock_5', brand: aoi, period: { year: 2026, month: 8 }, total: 980, paidAt: mockNow - 20 * day },
      { orderId: 'order_mock_6', brand: aoi, period: { year: 2026, month: 7 }, total: 980, paidAt: mockNow - 48 * day },
    ],
  }
}

/** Clubs from the one at `offset` on. */
const moreClubs = (context: MockContext, offset: number, count = 1) =>
  Array.from({ length: count }, (_, n) => {
    const { clubs } = home(context)
    const club = clubs[(offset + n) % clubs.length] as (typeof clubs)[number]
    return offset + n < clubs.length
      ? club
      : {
          ...club,
          brandId: `${club.brandId}_${offset + n}`,
          slug: `${club.slug}-${offset + n}`,
          name: `${club.name}（${offset + n + 1}）`,
          newCount: 0,
          isLive: false,
        }
  })

export const fanHomeMocks: Mocks<typeof fanHome> = {
  examples: () => ({ getMyHome: {}, getMyClubs: { offset: 30 } }),
  answers: {
    getMyHome: (_, context) => home(context),
    getMyClubs: ({ offset }, context) => ({ clubs: moreClubs(context, offset), hasMore: false }),
  },
  scenarios: {
    /** A fan of 31 clubs. */
    many: {
      getMyHome: (_, context) => ({ ...home(context), clubs: moreClubs(context, 0, 30), hasMoreClubs: true }),
    },
    empty: { getMyHome: () => ({ clubs: [], hasMoreClubs: false, newest: [], lives: [], orders: [], months: [] }) },
  },
}
