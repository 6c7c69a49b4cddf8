import { routes } from '#client/routes.ts'
import type { Slug } from './articles'

/** The article beside each screen of the portal, by the pattern of its route. */
export const articleOf: Record<string, Slug> = {
  [routes.tenants.pattern]: 'start',
  [routes.newTenant.pattern]: 'start',
  [routes.startTenant.pattern]: 'start',
  [routes.joinTenant.pattern]: 'team',
  [routes.tenant.pattern]: 'team',
  [routes.audit.pattern]: 'team',
  [routes.eventGoods.pattern]: 'shipping',
  [routes.newEventGoods.pattern]: 'shipping',
  [routes.eventGoodsItem.pattern]: 'shipping',
  [routes.eventGoodsDrafts.pattern]: 'shipping',
  [routes.pickUp.pattern]: 'shipping',
  [routes.brand.pattern]: 'start',
  [routes.profile.pattern]: 'start',
  [routes.plans.pattern]: 'plans',
  [routes.newPlan.pattern]: 'plans',
  [routes.plan.pattern]: 'plans',
  [routes.archivePlan.pattern]: 'plans',
  [routes.contents.pattern]: 'writing',
  [routes.content.pattern]: 'text',
  [routes.newContent.pattern]: 'text',
  [routes.contentComments.pattern]: 'comments',
  [routes.backNumbers.pattern]: 'back-numbers',
  [routes.events.pattern]: 'events',
  [routes.newEvent.pattern]: 'events',
  [routes.event.pattern]: 'events',
  [routes.goods.pattern]: 'shipping',
  [routes.goodsItem.pattern]: 'shipping',
  [routes.orders.pattern]: 'shipping',
  [routes.order.pattern]: 'refunds',
  [routes.deliveryDetails.pattern]: 'shipping',
  [routes.packingSlips.pattern]: 'shipping',
  [routes.pickList.pattern]: 'shipping',
  [routes.orderFiles.pattern]: 'shipping',
  [routes.fans.pattern]: 'members',
  [routes.fan.pattern]: 'members',
  [routes.subscribers.pattern]: 'members',
  [routes.subscriber.pattern]: 'konbini',
  [routes.memberMoves.pattern]: 'members',
  [routes.dashboard.pattern]: 'fees',
  [routes.sales.pattern]: 'fees',
  [routes.revenue.pattern]: 'payouts',
  [routes.revenueMonth.pattern]: 'taxes',
  [routes.bankAccount.pattern]: 'payouts',
}

/** Where one route makes several kinds of things (`type` of its address). */
const articleOfNew: Record<string, Slug> = { video: 'video', streaming: 'live' }

/** Screens without an article: their help link leads to the list. */
export const withoutArticle: Record<string, string> = {
  [routes.account.pattern]: 'the account is a person’s own, of fans as well, and explains itself',
  [routes.request.pattern]: 'questions of fans and to the operators: a conversation',
  [routes.operatorHome.pattern]: 'operators of the platform have the documents of the installation',
  [routes.operatorTenants.pattern]: 'as the operators’ home',
  [routes.operatorRequests.pattern]: 'as the operators’ home',
  [routes.operatorPayouts.pattern]: 'as the operators’ home',
  [routes.operatorIdentity.pattern]: 'as the operators’ home',
  [routes.operatorJobs.pattern]: 'as the operators’ home',
  [routes.operatorDisputes.pattern]: 'as the operators’ home',
  [routes.operatorMoney.pattern]: 'as the operators’ home',
}

/** Where the help of this screen is; another site where the installation has a help of its own. */
export const helpOf = (pattern: string, helpUrl: string | undefined, type?: string): string => {
  if (helpUrl !== undefined && helpUrl !== routes.help.pattern) return helpUrl
  const ofNew = pattern === routes.newContent.pattern && type ? articleOfNew[type] : undefined
  const article = ofNew ?? articleOf[pattern]
  // Its own line and not that of the articles: their table belongs to the pages of the help and to the search.
  return article ? `${routes.help()}/${article}` : routes.help()
}
