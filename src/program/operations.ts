import { applications } from '#club/applications/contract.ts'
import { applicationHandlers } from '#club/applications/operations.server.ts'
import { audit } from '#club/audit/contract.ts'
import { auditHandlers } from '#club/audit/operations.server.ts'
import { bin } from '#club/bin/contract.ts'
import { brands } from '#club/brands/contract.ts'
import { brandHandlers } from '#club/brands/operations.server.ts'
import { exports } from '#club/exports/contract.ts'
import { exportHandlers } from '#club/exports/operations.server.ts'
import { fans } from '#club/fans/contract.ts'
import { fanHandlers } from '#club/fans/operations.server.ts'
import { identity } from '#club/identity/contract.ts'
import { identityHandlers } from '#club/identity/operations.server.ts'
import { inquiries } from '#club/inquiries/contract.ts'
import { inquiryHandlers } from '#club/inquiries/operations.server.ts'
import { notices } from '#club/notices/contract.ts'
import { noticeHandlers } from '#club/notices/operations.server.ts'
import { postal } from '#club/postal/contract.ts'
import { postalHandlers } from '#club/postal/operations.server.ts'
import { presence } from '#club/presence/contract.ts'
import { presenceHandlers } from '#club/presence/operations.server.ts'
import { push } from '#club/push/contract.ts'
import { pushHandlers } from '#club/push/operations.server.ts'
import { tenants } from '#club/tenants/contract.ts'
import { tenantHandlers } from '#club/tenants/operations.server.ts'
import { uploads } from '#club/uploads/contract.ts'
import { uploadHandlers } from '#club/uploads/operations.server.ts'
import type { Contract, Operation } from '#kit/contract.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { memberFigureHandlers } from '#membership/figures/operations.server.ts'
import { plans } from '#membership/plans/contract.ts'
import { planHandlers } from '#membership/plans/operations.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { subscriptionHandlers } from '#membership/subscriptions/operations.server.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { staffSubscriptionHandlers } from '#membership/subscriptions/staff/operations.server.ts'
import { orders } from '#money/orders/contract.ts'
import { orderHandlers } from '#money/orders/operations.server.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/contract.ts'
import { bankAccountHandlers } from '#money/payouts/bankAccounts/operations.server.ts'
import { payoutDesk, revenue } from '#money/payouts/revenue/contract.ts'
import { revenueHandlers } from '#money/payouts/revenue/operations.server.ts'
import { payoutDeskHandlers } from '#money/payouts/revenue/operator/operations.server.ts'
import { accounts } from '#office/accounts/contract.ts'
import { accountHandlers } from '#office/accounts/operations.server.ts'
import { binHandlers } from '#office/bin/operations.server.ts'
import { closing } from '#office/club/closing/contract.ts'
import { closingHandlers } from '#office/club/closing/operations.server.ts'
import { clubPage } from '#office/club/contract.ts'
import { clubPageHandlers } from '#office/club/operations.server.ts'
import { dashboard } from '#office/dashboard/contract.ts'
import { dashboardHandlers } from '#office/dashboard/operations.server.ts'
import { failedJobs } from '#office/failedJobs/contract.ts'
import { failedJobHandlers } from '#office/failedJobs/operations.server.ts'
import { fanHome } from '#office/fanHome/contract.ts'
import { fanHomeHandlers } from '#office/fanHome/operations.server.ts'
import { staffFans } from '#office/fans/contract.ts'
import { staffFanHandlers } from '#office/fans/operations.server.ts'
import { brandHome } from '#office/home/contract.ts'
import { brandHomeHandlers } from '#office/home/operations.server.ts'
import { notifications } from '#office/notifications/contract.ts'
import { notificationHandlers } from '#office/notifications/operations.server.ts'
import { platform } from '#office/platform/contract.ts'
import { platformHandlers } from '#office/platform/operations.server.ts'
import { sales } from '#office/sales/contract.ts'
import { salesHandlers } from '#office/sales/operations.server.ts'
import { search } from '#office/search/contract.ts'
import { searchHandlers } from '#office/search/operations.server.ts'
import { sitemap } from '#office/sitemap/contract.ts'
import { sitemapHandlers } from '#office/sitemap/operations.server.ts'
import { suspension } from '#office/suspension/contract.ts'
import { suspensionHandlers } from '#office/suspension/operations.server.ts'
import { waitingMoney } from '#office/waitingMoney/contract.ts'
import { waitingMoneyHandlers } from '#office/waitingMoney/operations.server.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { backNumberHandlers } from '#publishing/backNumbers/operations.server.ts'
import { comments } from '#publishing/comments/contract.ts'
import { commentHandlers } from '#publishing/comments/operations.server.ts'
import { contents } from '#publishing/contents/contract.ts'
import { loves } from '#publishing/contents/loves/contract.ts'
import { loveHandlers } from '#publishing/contents/loves/operations.server.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { newsHandlers } from '#publishing/contents/news/operations.server.ts'
import { contentHandlers } from '#publishing/contents/operations.server.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { publicContentHandlers } from '#publishing/contents/public/operations.server.ts'
import { versions } from '#publishing/contents/versions/contract.ts'
import { versionHandlers } from '#publishing/contents/versions/operations.server.ts'
import { video } from '#publishing/contents/video/contract.ts'
import { videoHandlers } from '#publishing/contents/video/operations.server.ts'
import { embeds } from '#publishing/embeds/contract.ts'
import { embedHandlers } from '#publishing/embeds/operations.server.ts'
import { events } from '#publishing/events/contract.ts'
import { eventHandlers } from '#publishing/events/operations.server.ts'
import { memberNews } from '#publishing/news/contract.ts'
import { memberNewsHandlers } from '#publishing/news/operations.server.ts'
import { chats } from '#publishing/streamings/chat/contract.ts'
import { chatHandlers } from '#publishing/streamings/chat/operations.server.ts'
import { streamingContents } from '#publishing/streamings/contents/contract.ts'
import { streamingContentHandlers } from '#publishing/streamings/contents/operations.server.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { streamingHandlers } from '#publishing/streamings/operations.server.ts'
import type { Handler, Handlers } from '#server/context.ts'
import { addresses } from '#shop/carts/addresses/contract.ts'
import { addressHandlers } from '#shop/carts/addresses/operations.server.ts'
import { carts } from '#shop/carts/contract.ts'
import { cartHandlers } from '#shop/carts/operations.server.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { orderFileHandlers } from '#shop/desk/files/operations.server.ts'
import { staffOrderHandlers } from '#shop/desk/operations.server.ts'
import { downloads } from '#shop/downloads/contract.ts'
import { downloadHandlers } from '#shop/downloads/operations.server.ts'
import { calledOff } from '#shop/eventGoods/calledOff/contract.ts'
import { calledOffHandlers } from '#shop/eventGoods/calledOff/operations.server.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { eventGoodsHandlers } from '#shop/eventGoods/operations.server.ts'
import { goods } from '#shop/goods/contract.ts'
import { goodsHandlers } from '#shop/goods/operations.server.ts'
import { goodsWaits } from '#shop/goods/waits/contract.ts'
import { goodsWaitHandlers } from '#shop/goods/waits/operations.server.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { goodsOrderHandlers } from '#shop/orders/operations.server.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { fulfillmentHandlers } from '#shop/parcels/operations.server.ts'

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
  served(clubPage, clubPageHandlers),
  served(closing, closingHandlers),
  served(bin, binHandlers),
  served(postal, postalHandlers),
  served(presence, presenceHandlers),
  served(versions, versionHandlers),
  served(brands, brandHandlers),
  served(sitemap, sitemapHandlers),
  served(memberFigures, memberFigureHandlers),
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
  served(push, pushHandlers),
  served(memberNews, memberNewsHandlers),
  served(notices, noticeHandlers),
  served(fanHome, fanHomeHandlers),
  served(inquiries, inquiryHandlers),
  served(uploads, uploadHandlers),
  served(embeds, embedHandlers),
  served(events, eventHandlers),
  served(calledOff, calledOffHandlers),
  served(goodsWaits, goodsWaitHandlers),
  served(streamings, streamingHandlers),
  served(chats, chatHandlers),
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
  served(platform, platformHandlers),
  served(suspension, suspensionHandlers),
  served(waitingMoney, waitingMoneyHandlers),
)
