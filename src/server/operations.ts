import { accounts } from '../features/accounts/contract'
import { accountHandlers } from '../features/accounts/operations.server'
import { applications } from '../features/applications/contract'
import { applicationHandlers } from '../features/applications/operations.server'
import { audit } from '../features/audit/contract'
import { auditHandlers } from '../features/audit/operations.server'
import { backNumbers } from '../features/backNumbers/contract'
import { backNumberHandlers } from '../features/backNumbers/operations.server'
import { bankAccounts } from '../features/bankAccounts/contract'
import { bankAccountHandlers } from '../features/bankAccounts/operations.server'
import { brands } from '../features/brands/contract'
import { brandHome } from '../features/brands/home/contract'
import { brandHomeHandlers } from '../features/brands/home/operations.server'
import { brandHandlers } from '../features/brands/operations.server'
import { addresses } from '../features/carts/addresses/contract'
import { addressHandlers } from '../features/carts/addresses/operations.server'
import { carts } from '../features/carts/contract'
import { cartHandlers } from '../features/carts/operations.server'
import { comments } from '../features/comments/contract'
import { commentHandlers } from '../features/comments/operations.server'
import { contents } from '../features/contents/contract'
import { loves } from '../features/contents/loves/contract'
import { loveHandlers } from '../features/contents/loves/operations.server'
import { news } from '../features/contents/news/contract'
import { newsHandlers } from '../features/contents/news/operations.server'
import { contentHandlers } from '../features/contents/operations.server'
import { publicContents } from '../features/contents/public/contract'
import { publicContentHandlers } from '../features/contents/public/operations.server'
import { streamingContents } from '../features/contents/streaming/contract'
import { streamingContentHandlers } from '../features/contents/streaming/operations.server'
import { video } from '../features/contents/video/contract'
import { videoHandlers } from '../features/contents/video/operations.server'
import { dashboard } from '../features/dashboard/contract'
import { dashboardHandlers } from '../features/dashboard/operations.server'
import { downloads } from '../features/downloads/contract'
import { downloadHandlers } from '../features/downloads/operations.server'
import { embeds } from '../features/embeds/contract'
import { embedHandlers } from '../features/embeds/operations.server'
import { eventGoods } from '../features/eventGoods/contract'
import { eventGoodsHandlers } from '../features/eventGoods/operations.server'
import { events } from '../features/events/contract'
import { eventHandlers } from '../features/events/operations.server'
import { exports } from '../features/exports/contract'
import { exportHandlers } from '../features/exports/operations.server'
import { failedJobs } from '../features/failedJobs/contract'
import { failedJobHandlers } from '../features/failedJobs/operations.server'
import { fans } from '../features/fans/contract'
import { fanHandlers } from '../features/fans/operations.server'
import { staffFans } from '../features/fans/staff/contract'
import { staffFanHandlers } from '../features/fans/staff/operations.server'
import { goods } from '../features/goods/contract'
import { goodsHandlers } from '../features/goods/operations.server'
import { identity } from '../features/identity/contract'
import { identityHandlers } from '../features/identity/operations.server'
import { inquiries } from '../features/inquiries/contract'
import { inquiryHandlers } from '../features/inquiries/operations.server'
import { notifications } from '../features/notifications/contract'
import { notificationHandlers } from '../features/notifications/operations.server'
import { orders } from '../features/orders/contract'
import { orderFiles } from '../features/orders/files/contract'
import { orderFileHandlers } from '../features/orders/files/operations.server'
import { fulfillments } from '../features/orders/fulfillments/contract'
import { fulfillmentHandlers } from '../features/orders/fulfillments/operations.server'
import { goodsOrders } from '../features/orders/goods/contract'
import { goodsOrderHandlers } from '../features/orders/goods/operations.server'
import { orderHandlers } from '../features/orders/operations.server'
import { staffOrders } from '../features/orders/staff/contract'
import { staffOrderHandlers } from '../features/orders/staff/operations.server'
import { plans } from '../features/plans/contract'
import { planHandlers } from '../features/plans/operations.server'
import { payoutDesk, revenue } from '../features/revenue/contract'
import { revenueHandlers } from '../features/revenue/operations.server'
import { payoutDeskHandlers } from '../features/revenue/operator/operations.server'
import { sales } from '../features/sales/contract'
import { salesHandlers } from '../features/sales/operations.server'
import { search } from '../features/search/contract'
import { searchHandlers } from '../features/search/operations.server'
import { streamings } from '../features/streamings/contract'
import { streamingHandlers } from '../features/streamings/operations.server'
import { subscriptions } from '../features/subscriptions/contract'
import { subscriptionHandlers } from '../features/subscriptions/operations.server'
import { staffSubscriptions } from '../features/subscriptions/staff/contract'
import { staffSubscriptionHandlers } from '../features/subscriptions/staff/operations.server'
import { closing } from '../features/tenants/closing/contract'
import { closingHandlers } from '../features/tenants/closing/operations.server'
import { tenants } from '../features/tenants/contract'
import { tenantHandlers } from '../features/tenants/operations.server'
import { uploads } from '../features/uploads/contract'
import { uploadHandlers } from '../features/uploads/operations.server'
import { waitingMoney } from '../features/waitingMoney/contract'
import { waitingMoneyHandlers } from '../features/waitingMoney/operations.server'
import type { Contract, Operation } from '../kit/contract'
import type { Handler, Handlers } from './context'

type Served = { operation: Operation; handle: Handler<Operation> }

export const served = <C extends Contract>(contract: C, handlers: Handlers<C>): [string, Served][] =>
  Object.values(contract).map((operation) => [
    operation.name,
    { operation, handle: handlers[operation.name] as unknown as Handler<Operation> },
  ])

export const listed = (...nouns: [string, Served][][]): ReadonlyMap<string, Served> => {
  const all = new Map<string, Served>()
  for (const [name, one] of nouns.flat()) {
    if (all.has(name)) throw new Error(`Two operations are called ${name}.`)
    all.set(name, one)
  }
  return all
}

/** Every operation of the program, by its name. The only place that lists the features' handlers. */
export const operations = listed(
  served(identity, identityHandlers),
  served(applications, applicationHandlers),
  served(tenants, tenantHandlers),
  served(closing, closingHandlers),
  served(brands, brandHandlers),
  served(brandHome, brandHomeHandlers),
  served(plans, planHandlers),
  served(contents, contentHandlers),
  served(dashboard, dashboardHandlers),
  served(news, newsHandlers),
  served(video, videoHandlers),
  served(streamingContents, streamingContentHandlers),
  served(orders, orderHandlers),
  served(staffOrders, staffOrderHandlers),
  served(fulfillments, fulfillmentHandlers),
  served(orderFiles, orderFileHandlers),
  served(exports, exportHandlers),
  served(subscriptions, subscriptionHandlers),
  served(publicContents, publicContentHandlers),
  served(loves, loveHandlers),
  served(backNumbers, backNumberHandlers),
  served(comments, commentHandlers),
  served(fans, fanHandlers),
  served(inquiries, inquiryHandlers),
  served(uploads, uploadHandlers),
  served(embeds, embedHandlers),
  served(events, eventHandlers),
  served(streamings, streamingHandlers),
  served(goods, goodsHandlers),
  served(carts, cartHandlers),
  served(addresses, addressHandlers),
  served(staffFans, staffFanHandlers),
  served(staffSubscriptions, staffSubscriptionHandlers),
  served(audit, auditHandlers),
  served(sales, salesHandlers),
  served(revenue, revenueHandlers),
  served(payoutDesk, payoutDeskHandlers),
  served(bankAccounts, bankAccountHandlers),
  served(goodsOrders, goodsOrderHandlers),
  served(search, searchHandlers),
  served(accounts, accountHandlers),
  served(notifications, notificationHandlers),
  served(downloads, downloadHandlers),
  served(eventGoods, eventGoodsHandlers),
  served(failedJobs, failedJobHandlers),
  served(waitingMoney, waitingMoneyHandlers),
)
