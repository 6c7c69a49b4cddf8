import { routes } from '#client/routes.ts'

/* Walks through the demo's club (program/demo): each with its account, and where it stops. */

const brand = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const shop = { brandSlug: 'aoi' }

export const tourPath = '/sandbox/tour'

export const walks = {
  fan: {
    email: 'fan@tsudoi.test',
    stops: {
      page: routes.fanBrand(shop),
      join: routes.fanPlans(shop),
      read: routes.fanContents(shop),
      buy: routes.fanGoods(shop),
      mine: routes.myHome(),
      mail: routes.sandboxMail(),
    },
  },
  creator: {
    email: 'owner@hoshi.test',
    stops: {
      home: routes.brand(brand),
      write: routes.newContent(brand, { query: { type: 'news' } }),
      plans: routes.plans(brand),
      members: routes.subscribers(brand),
      orders: routes.orders(brand),
      revenue: routes.revenue(brand),
    },
  },
  operator: {
    email: 'operator@tsudoi.test',
    stops: {
      desk: routes.operatorHome(),
      applications: routes.operatorTenants(),
      payouts: routes.operatorPayouts(),
      balance: routes.operatorMoney(),
    },
  },
} as const

export type Walk = keyof typeof walks
export type StopsOf<W extends Walk> = keyof (typeof walks)[W]['stops']
