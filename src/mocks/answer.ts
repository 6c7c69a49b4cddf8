import { accounts } from '../features/accounts/contract'
import { accountMocks } from '../features/accounts/mock'
import { applications } from '../features/applications/contract'
import { applicationMocks } from '../features/applications/mock'
import { audit } from '../features/audit/contract'
import { auditMocks } from '../features/audit/mock'
import { backNumbers } from '../features/backNumbers/contract'
import { backNumberMocks } from '../features/backNumbers/mock'
import { bankAccounts } from '../features/bankAccounts/contract'
import { bankAccountMocks } from '../features/bankAccounts/mock'
import { brands } from '../features/brands/contract'
import { brandHome } from '../features/brands/home/contract'
import { brandHomeMocks } from '../features/brands/home/mock'
import { brandMocks } from '../features/brands/mock'
import { addresses } from '../features/carts/addresses/contract'
import { carts } from '../features/carts/contract'
import { addressMocks, cartMocks } from '../features/carts/mock'
import { comments } from '../features/comments/contract'
import { commentMocks } from '../features/comments/mock'
import { contents } from '../features/contents/contract'
import { loves } from '../features/contents/loves/contract'
import { contentMocks, newsMocks, streamingContentMocks, videoMocks } from '../features/contents/mock'
import { news } from '../features/contents/news/contract'
import { publicContents } from '../features/contents/public/contract'
import { loveMocks, publicContentMocks } from '../features/contents/public/mock'
import { streamingContents } from '../features/contents/streaming/contract'
import { video } from '../features/contents/video/contract'
import { dashboard } from '../features/dashboard/contract'
import { dashboardMocks } from '../features/dashboard/mock'
import { downloads } from '../features/downloads/contract'
import { downloadMocks } from '../features/downloads/mock'
import { embeds } from '../features/embeds/contract'
import { embedMocks } from '../features/embeds/mock'
import { eventGoods } from '../features/eventGoods/contract'
import { eventGoodsMocks } from '../features/eventGoods/mock'
import { events } from '../features/events/contract'
import { eventMocks } from '../features/events/mock'
import { exports } from '../features/exports/contract'
import { exportMocks } from '../features/exports/mock'
import { failedJobs } from '../features/failedJobs/contract'
import { failedJobMocks } from '../features/failedJobs/mock'
import { fans } from '../features/fans/contract'
import { fanMocks } from '../features/fans/mock'
import { staffFans } from '../features/fans/staff/contract'
import { staffFanMocks } from '../features/fans/staff/mock'
import { goods } from '../features/goods/contract'
import { goodsMocks } from '../features/goods/mock'
import { identity } from '../features/identity/contract'
import { identityMocks } from '../features/identity/mock'
import { inquiries } from '../features/inquiries/contract'
import { inquiryMocks } from '../features/inquiries/mock'
import { notifications } from '../features/notifications/contract'
import { notificationMocks } from '../features/notifications/mock'
import { orders } from '../features/orders/contract'
import { orderFiles } from '../features/orders/files/contract'
import { orderFileMocks } from '../features/orders/files/mock'
import { fulfillments } from '../features/orders/fulfillments/contract'
import { fulfillmentMocks } from '../features/orders/fulfillments/mock'
import { goodsOrders } from '../features/orders/goods/contract'
import { goodsOrderMocks } from '../features/orders/goods/mock'
import { orderMocks } from '../features/orders/mock'
import { staffOrders } from '../features/orders/staff/contract'
import { staffOrderMocks } from '../features/orders/staff/mock'
import { plans } from '../features/plans/contract'
import { planMocks } from '../features/plans/mock'
import { payoutDesk, revenue } from '../features/revenue/contract'
import { payoutDeskMocks, revenueMocks } from '../features/revenue/mock'
import { sales } from '../features/sales/contract'
import { salesMocks } from '../features/sales/mock'
import { search } from '../features/search/contract'
import { searchMocks } from '../features/search/mock'
import { streamings } from '../features/streamings/contract'
import { streamingMocks } from '../features/streamings/mock'
import { subscriptions } from '../features/subscriptions/contract'
import { subscriptionMocks } from '../features/subscriptions/mock'
import { staffSubscriptions } from '../features/subscriptions/staff/contract'
import { staffSubscriptionMocks } from '../features/subscriptions/staff/mock'
import { closing } from '../features/tenants/closing/contract'
import { closingMocks } from '../features/tenants/closing/mock'
import { tenants } from '../features/tenants/contract'
import { tenantMocks } from '../features/tenants/mock'
import { uploads } from '../features/uploads/contract'
import { uploadMocks } from '../features/uploads/mock'
import { waitingMoney } from '../features/waitingMoney/contract'
import { waitingMoneyMocks } from '../features/waitingMoney/mock'
import type { Contract, Operation } from '../kit/contract'
import type { MockAnswer, MockContext, Mocks } from '../kit/mock'

type Mocked = { operation: Operation; answer: MockAnswer<Operation>; scenarios: Map<string, MockAnswer<Operation>> }

const mocked = <C extends Contract>(contract: C, { answers, scenarios }: Mocks<C>): [string, Mocked][] =>
  Object.values(contract).map((operation) => [
    operation.name,
    {
      operation,
      answer: answers[operation.name] as MockAnswer<Operation>,
      scenarios: new Map(
        Object.entries(scenarios).flatMap(([scenario, replaced]) =>
          replaced[operation.name] ? [[scenario, replaced[operation.name] as MockAnswer<Operation>]] : [],
        ),
      ),
    },
  ])

/** Every operation with its mocked results, by its name. The only place that lists the features' mocks. */
export const mocks: ReadonlyMap<string, Mocked> = new Map([
  ...mocked(identity, identityMocks),
  ...mocked(applications, applicationMocks),
  ...mocked(tenants, tenantMocks),
  ...mocked(closing, closingMocks),
  ...mocked(brands, brandMocks),
  ...mocked(brandHome, brandHomeMocks),
  ...mocked(plans, planMocks),
  ...mocked(contents, contentMocks),
  ...mocked(news, newsMocks),
  ...mocked(video, videoMocks),
  ...mocked(orders, orderMocks),
  ...mocked(staffOrders, staffOrderMocks),
  ...mocked(fulfillments, fulfillmentMocks),
  ...mocked(orderFiles, orderFileMocks),
  ...mocked(exports, exportMocks),
  ...mocked(subscriptions, subscriptionMocks),
  ...mocked(publicContents, publicContentMocks),
  ...mocked(loves, loveMocks),
  ...mocked(backNumbers, backNumberMocks),
  ...mocked(comments, commentMocks),
  ...mocked(fans, fanMocks),
  ...mocked(inquiries, inquiryMocks),
  ...mocked(uploads, uploadMocks),
  ...mocked(dashboard, dashboardMocks),
  ...mocked(embeds, embedMocks),
  ...mocked(events, eventMocks),
  ...mocked(streamingContents, streamingContentMocks),
  ...mocked(streamings, streamingMocks),
  ...mocked(goods, goodsMocks),
  ...mocked(carts, cartMocks),
  ...mocked(addresses, addressMocks),
  ...mocked(staffFans, staffFanMocks),
  ...mocked(staffSubscriptions, staffSubscriptionMocks),
  ...mocked(audit, auditMocks),
  ...mocked(sales, salesMocks),
  ...mocked(revenue, revenueMocks),
  ...mocked(payoutDesk, payoutDeskMocks),
  ...mocked(bankAccounts, bankAccountMocks),
  ...mocked(goodsOrders, goodsOrderMocks),
  ...mocked(search, searchMocks),
  ...mocked(accounts, accountMocks),
  ...mocked(notifications, notificationMocks),
  ...mocked(downloads, downloadMocks),
  ...mocked(eventGoods, eventGoodsMocks),
  ...mocked(failedJobs, failedJobMocks),
  ...mocked(waitingMoney, waitingMoneyMocks),
])

/** Scenarios that every operation has, but for who somebody is: without that no screen would show its own failure. */
const everywhere = {
  loading: 'never',
  failing: { ok: false, code: 'internal' },
  sessionOver: { ok: false, code: 'unauthenticated' },
  /** An answer that breaks its contract, as no server of ours gives: for the screen of last resort. */
  broken: { ok: true, data: {} },
} as const satisfies Record<string, MockedAnswer>
const isEverywhere = (scenario: string): scenario is keyof typeof everywhere => Object.hasOwn(everywhere, scenario)

export type MockedAnswer = { ok: true; data: unknown } | { ok: false; code: string } | 'never'

/** `scenario` is one name or several separated by commas; the default result applies if none of them has one. */
export const answerAsMock = (
  name: string,
  payload: unknown,
  { scenario = '', ...context }: MockContext & { scenario?: string },
): MockedAnswer => {
  const found = mocks.get(name)
  if (!found) return { ok: false, code: 'notFound' }
  const names = scenario.split(',')
  if (name === 'me.get' && names.includes('meLoading')) return 'never'
  const general = name === 'me.get' ? undefined : names.find(isEverywhere)
  if (general) return everywhere[general]
  const parsed = found.operation.payload.safeParse(payload)
  if (!parsed.success) return { ok: false, code: 'validation' }
  const chosen = names.map((one) => found.scenarios.get(one)).find((one) => one !== undefined) ?? found.answer
  const answer = chosen(parsed.data, context)
  if (typeof answer === 'object' && answer !== null && 'refusal' in answer) {
    return { ok: false, code: String(answer.refusal) }
  }
  return { ok: true, data: answer }
}
