import { routes } from '#client/routes.ts'
import type { TodoKind } from './home'

type Ids = { tenantId: string; brandId: string }

/** Links to exactly the rows behind each number. */
export const numberHrefs = (ids: Ids) => ({
  members: routes.fans(ids, { query: { segment: 'subscriber' } }),
  newFans: routes.fans(ids, { query: { seen: 'thisMonth' } }),
  salesToday: routes.sales(ids, { query: { period: 'today' } }),
  sales: routes.sales(ids, { query: { period: 'thisMonth' } }),
})

/** Links to exactly the rows behind each card. */
export const hrefsOf = (ids: Ids): Record<TodoKind, string> => ({
  latePayments: routes.orders(ids, { query: { late: 'only' } }),
  disputesOpen: routes.orders(ids, { query: { needs: 'disputed' } }),
  refundsFailed: routes.orders(ids, { query: { needs: 'refundFailed' } }),
  // Who has waited longest stands first.
  ordersTodo: routes.orders(ids, { query: { tab: 'todo', sort: 'placedAt' } }),
  ordersPartSent: routes.orders(ids, { query: { needs: 'partSent' } }),
  paymentsAtRisk: routes.subscribers(ids, { query: { tab: 'atRisk' } }),
  commentsHeld: routes.contentComments(ids, { query: { tab: 'needsReview' } }),
  commentsReported: routes.contentComments(ids, { query: { tab: 'reported' } }),
  requestsOpen: routes.request(ids, { query: { status: 'open' } }),
  accountErrored: routes.bankAccount(ids),
  accountMissing: routes.bankAccount(ids),
  identityFailed: routes.bankAccount(ids, { hash: 'identity' }),
  identityMissing: routes.bankAccount(ids, { hash: 'identity' }),
  legalNotice: routes.profile(ids, { hash: 'legalNotice' }),
  stockLow: routes.goods(ids, { query: { stock: 'low' } }),
  firstPlan: routes.newPlan(ids),
  planDrafts: routes.plans(ids, { query: { status: 'draft' } }),
  contentDrafts: routes.contents(ids, { query: { status: 'draft' } }),
  icon: routes.profile(ids, { hash: 'icon' }),
  cover: routes.profile(ids, { hash: 'cover' }),
  description: routes.profile(ids, { hash: 'description' }),
})
