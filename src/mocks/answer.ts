import { applications } from '#club/applications/contract.ts'
import { applicationMocks } from '#club/applications/mock.ts'
import { audit } from '#club/audit/contract.ts'
import { auditMocks } from '#club/audit/mock.ts'
import { bin } from '#club/bin/contract.ts'
import { binMocks } from '#club/bin/mock.ts'
import { brands } from '#club/brands/contract.ts'
import { brandMocks } from '#club/brands/mock.ts'
import { exports } from '#club/exports/contract.ts'
import { exportMocks } from '#club/exports/mock.ts'
import { fans } from '#club/fans/contract.ts'
import { fanMocks } from '#club/fans/mock.ts'
import { identity } from '#club/identity/contract.ts'
import { identityMocks } from '#club/identity/mock.ts'
import { inquiries } from '#club/inquiries/contract.ts'
import { inquiryMocks } from '#club/inquiries/mock.ts'
import { notices } from '#club/notices/contract.ts'
import { noticeMocks } from '#club/notices/mock.ts'
import { postal } from '#club/postal/contract.ts'
import { postalMocks } from '#club/postal/mock.ts'
import { presence } from '#club/presence/contract.ts'
import { presenceMocks } from '#club/presence/mock.ts'
import { push } from '#club/push/contract.ts'
import { pushMocks } from '#club/push/mock.ts'
import { tenants } from '#club/tenants/contract.ts'
import { tenantMocks } from '#club/tenants/mock.ts'
import { uploads } from '#club/uploads/contract.ts'
import { uploadMocks } from '#club/uploads/mock.ts'
import type { Contract, Operation } from '#kit/contract.ts'
import type { ExampleWorld } from '#kit/exampleWorld.ts'
import type { MockAnswer, MockContext, Mocks } from '#kit/mock.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { memberFigureMocks } from '#membership/figures/mock.ts'
import { plans } from '#membership/plans/contract.ts'
import { planMocks } from '#membership/plans/mock.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { subscriptionMocks } from '#membership/subscriptions/mock.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { staffSubscriptionMocks } from '#membership/subscriptions/staff/mock.ts'
import { orders } from '#money/orders/contract.ts'
import { orderMocks } from '#money/orders/mock.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/contract.ts'
import { bankAccountMocks } from '#money/payouts/bankAccounts/mock.ts'
import { payoutDesk, revenue } from '#money/payouts/revenue/contract.ts'
import { payoutDeskMocks, revenueMocks } from '#money/payouts/revenue/mock.ts'
import { accounts } from '#office/accounts/contract.ts'
import { accountMocks } from '#office/accounts/mock.ts'
import { closing } from '#office/club/closing/contract.ts'
import { closingMocks } from '#office/club/closing/mock.ts'
import { clubPage } from '#office/club/contract.ts'
import { clubPageMocks } from '#office/club/mock.ts'
import { dashboard } from '#office/dashboard/contract.ts'
import { dashboardMocks } from '#office/dashboard/mock.ts'
import { failedJobs } from '#office/failedJobs/contract.ts'
import { failedJobMocks } from '#office/failedJobs/mock.ts'
import { fanHome } from '#office/fanHome/contract.ts'
import { fanHomeMocks } from '#office/fanHome/mock.ts'
import { staffFans } from '#office/fans/contract.ts'
import { staffFanMocks } from '#office/fans/mock.ts'
import { brandHome } from '#office/home/contract.ts'
import { brandHomeMocks } from '#office/home/mock.ts'
import { notifications } from '#office/notifications/contract.ts'
import { notificationMocks } from '#office/notifications/mock.ts'
import { platform } from '#office/platform/contract.ts'
import { platformMocks } from '#office/platform/mock.ts'
import { sales } from '#office/sales/contract.ts'
import { salesMocks } from '#office/sales/mock.ts'
import { search } from '#office/search/contract.ts'
import { searchMocks } from '#office/search/mock.ts'
import { sitemap } from '#office/sitemap/contract.ts'
import { sitemapMocks } from '#office/sitemap/mock.ts'
import { suspension } from '#office/suspension/contract.ts'
import { suspensionMocks } from '#office/suspension/mock.ts'
import { waitingMoney } from '#office/waitingMoney/contract.ts'
import { waitingMoneyMocks } from '#office/waitingMoney/mock.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { backNumberMocks } from '#publishing/backNumbers/mock.ts'
import { comments } from '#publishing/comments/contract.ts'
import { commentMocks } from '#publishing/comments/mock.ts'
import { contents } from '#publishing/contents/contract.ts'
import { loves } from '#publishing/contents/loves/contract.ts'
import { contentMocks, newsMocks } from '#publishing/contents/mock.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { loveMocks, publicContentMocks } from '#publishing/contents/public/mock.ts'
import { versions } from '#publishing/contents/versions/contract.ts'
import { versionMocks } from '#publishing/contents/versions/mock.ts'
import { video } from '#publishing/contents/video/contract.ts'
import { videoMocks } from '#publishing/contents/video/mock.ts'
import { embeds } from '#publishing/embeds/contract.ts'
import { embedMocks } from '#publishing/embeds/mock.ts'
import { events } from '#publishing/events/contract.ts'
import { eventMocks } from '#publishing/events/mock.ts'
import { memberNews } from '#publishing/news/contract.ts'
import { memberNewsMocks } from '#publishing/news/mock.ts'
import { chats } from '#publishing/streamings/chat/contract.ts'
import { chatMocks } from '#publishing/streamings/chat/mock.ts'
import { streamingContents } from '#publishing/streamings/contents/contract.ts'
import { streamingContentMocks } from '#publishing/streamings/contents/mock.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { streamingMocks } from '#publishing/streamings/mock.ts'
import { addresses } from '#shop/carts/addresses/contract.ts'
import { carts } from '#shop/carts/contract.ts'
import { addressMocks, cartMocks } from '#shop/carts/mock.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { orderFileMocks } from '#shop/desk/files/mock.ts'
import { staffOrderMocks } from '#shop/desk/mock.ts'
import { downloads } from '#shop/downloads/contract.ts'
import { downloadMocks } from '#shop/downloads/mock.ts'
import { calledOff } from '#shop/eventGoods/calledOff/contract.ts'
import { calledOffMocks } from '#shop/eventGoods/calledOff/mock.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { eventGoodsMocks } from '#shop/eventGoods/mock.ts'
import { goods } from '#shop/goods/contract.ts'
import { goodsMocks } from '#shop/goods/mock.ts'
import { goodsWaits } from '#shop/goods/waits/contract.ts'
import { goodsWaitMocks } from '#shop/goods/waits/mock.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { goodsOrderMocks } from '#shop/orders/mock.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { fulfillmentMocks } from '#shop/parcels/mock.ts'

type Example = (world: ExampleWorld) => Record<string, unknown>
type Mocked = {
  operation: Operation
  example: Example
  answer: MockAnswer<Operation>
  followed: ((payload: unknown, context: MockContext) => object[]) | undefined
  scenarios: Map<string, MockAnswer<Operation>>
}

const mocked = <C extends Contract>(
  contract: C,
  { examples, answers, scenarios, followed }: Mocks<C>,
): [string, Mocked][] =>
  Object.values(contract).map((operation) => [
    operation.name,
    {
      operation,
      example: (world) => examples(world)[operation.name] as Record<string, unknown>,
      answer: answers[operation.name] as MockAnswer<Operation>,
      followed: followed?.[operation.name] as Mocked['followed'],
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
  ...mocked(clubPage, clubPageMocks),
  ...mocked(closing, closingMocks),
  ...mocked(bin, binMocks),
  ...mocked(postal, postalMocks),
  ...mocked(presence, presenceMocks),
  ...mocked(versions, versionMocks),
  ...mocked(brands, brandMocks),
  ...mocked(sitemap, sitemapMocks),
  ...mocked(memberFigures, memberFigureMocks),
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
  ...mocked(push, pushMocks),
  ...mocked(memberNews, memberNewsMocks),
  ...mocked(notices, noticeMocks),
  ...mocked(fanHome, fanHomeMocks),
  ...mocked(inquiries, inquiryMocks),
  ...mocked(uploads, uploadMocks),
  ...mocked(dashboard, dashboardMocks),
  ...mocked(embeds, embedMocks),
  ...mocked(events, eventMocks),
  ...mocked(calledOff, calledOffMocks),
  ...mocked(goodsWaits, goodsWaitMocks),
  ...mocked(streamingContents, streamingContentMocks),
  ...mocked(streamings, streamingMocks),
  ...mocked(chats, chatMocks),
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
  ...mocked(platform, platformMocks),
  ...mocked(suspension, suspensionMocks),
  ...mocked(waitingMoney, waitingMoneyMocks),
])

/** A payload of every operation, by its name. */
export const examplesIn = (world: ExampleWorld): Record<string, Record<string, unknown>> =>
  Object.fromEntries([...mocks].map(([name, { example }]) => [name, example(world)]))

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

/** What the stream of a followed operation sends. */
export const followedAsMock = (name: string, payload: unknown, context: MockContext): object[] => {
  const found = mocks.get(name)
  const parsed = found?.operation.payload.safeParse(payload)
  return (parsed?.success && found?.followed?.(parsed.data, context)) || []
}
