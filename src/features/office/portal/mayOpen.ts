import type { Role } from '#kit/contract.ts'

const all = ['owner', 'admin', 'editor', 'moderator', 'shipper', 'accountant'] as const
const admins = ['owner', 'admin'] as const
const income = ['owner', 'admin', 'accountant'] as const
const payees = ['owner', 'accountant'] as const
const eventGoods = ['owner', 'admin', 'editor', 'shipper'] as const

/**
 * Who may open which page of the menu, by the read that the page begins with. Written out, because the contracts of all
 * pages would come with the frame of each; tests/office/mayOpen.test.ts compares them.
 */
export const pages = {
  plans: { read: 'getPlans', roles: all },
  contents: { read: 'getPlanContentsWithPlans', roles: all },
  events: { read: 'getEvents', roles: all },
  comments: { read: 'getComments', roles: all },
  backNumbers: { read: 'getPlanBackNumbersAdmin', roles: all },
  profile: { read: 'getBrandProfile', roles: all },
  requests: { read: 'getInquiries', roles: admins },
  goods: { read: 'getGoodsList', roles: all },
  orders: { read: 'getOrders', roles: ['owner', 'admin', 'shipper', 'accountant'] },
  sales: { read: 'getSales', roles: income },
  revenue: { read: 'getRevenueMonths', roles: payees },
  bankAccount: { read: 'getBankAccount', roles: payees },
  fans: { read: 'getFans', roles: ['owner', 'admin', 'moderator'] },
  subscribers: { read: 'getSubscribers', roles: income },
  eventGoods: { read: 'getEventGoodsList', roles: eventGoods },
  pickUp: { read: 'getPickUpEvents', roles: eventGoods },
  audit: { read: 'getAuditLog', roles: admins },
} as const satisfies Record<string, { read: string; roles: readonly Role[] }>

export type PageKey = keyof typeof pages

export const mayOpen = (page: PageKey, role: Role | undefined): boolean =>
  role !== undefined && pages[page].roles.some((one) => one === role)
