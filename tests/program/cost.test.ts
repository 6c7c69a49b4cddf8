import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { monthText, tokyoMonth } from '#kit/time.ts'
import { dashboardJobs } from '#office/dashboard/jobs.server.ts'
import { operations } from '#program/operations.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { operator, type Person, person, request } from '../support/club'
import { boundOf, type Cost, costOf } from '../support/cost'
import { fills, type Noun } from '../support/fill'
import { scene } from '../support/scene'
import { ownerUrl } from '../support/world'

/*
 * What a read costs may not grow with the club: the pages of PostgreSQL that its statements read on a brand of 100 rows of
 * each feature and on one of 10,000. A total may be counted up to 10,000 rows; that part of a statement is left out.
 */
const sizes = [100, 10_000] as const

/** Which features a read's rows belong to, or why nothing that it reads can grow. New reads are added here. */
const grows: Record<string, readonly Noun[] | string> = {
  'me.get': ['staff', 'plans'],
  checkBrandSlug: ['applications'],
  getMyTenantApplications: ['applications'],
  getTenantInvitation: ['staff'],
  getBrandProfile: ['staff'],
  getLegalNoticeTemplate: ['applications'],
  // By a number; a name is looked for among the newest 10,000 of each feature.
  getMyAccount: ['memberships', 'orders', 'staff'],
  getNotifications: [
    'orders',
    'goodsOrders',
    'memberships',
    'fans',
    'comments',
    'loves',
    'inquiries',
    'payouts',
    'plans',
    'contents',
    'streamings',
    'failedJobs',
  ],
  getNotificationSettings: ['staff'],
  getBrandHome: [
    'audit',
    'staff',
    'plans',
    'contents',
    'events',
    'streamings',
    'orders',
    'goodsOrders',
    'memberships',
    'comments',
    'fans',
    'inquiries',
    'goods',
    'payouts',
  ],
  getFanActs: ['memberships', 'plans', 'comments', 'contents', 'loves', 'fans', 'inquiries'],
  getPublicBrandProfile: ['plans'],
  getBrandMetadataBySlug: ['plans'],
  getPlans: ['plans'],
  getBin: ['plans', 'contents', 'goods', 'events', 'staff'],
  getPlan: ['plans'],
  getPublicPlans: ['plans', 'contents', 'members'],
  getPublicPlan: ['plans', 'contents', 'members'],
  getPlanForArchive: ['plans', 'contents', 'members'],
  getTenant: ['plans', 'members'],
  getClosing: ['members', 'memberships', 'fans', 'orders'],
  getClosingAsOperator: ['members', 'memberships', 'fans', 'orders'],
  getTenantMembers: ['staff'],
  getPendingTenants: ['applications'],
  getPendingTenant: ['applications'],
  getPlanContentsWithPlans: ['contents', 'plans'],
  getPrivatePlanContent: ['contents', 'plans'],
  getContentVersions: ['contents', 'plans'],
  getContentVersion: ['contents', 'plans'],
  getScheduledActions: 'at most 500 rows of a range that the caller names',
  getEvents: ['events'],
  getEvent: ['events'],
  getGoodsOfEvent: ['events', 'eventGoods', 'goodsOrders'],
  getPublicEvents: ['events'],
  getPublicEvent: ['events'],
  getStreamings: ['streamings', 'contents', 'videos'],
  getStreaming: ['streamings', 'contents', 'videos'],
  getChat: ['streamings', 'contents', 'plans', 'members', 'fans', 'comments', 'messages'],
  followChat: ['streamings', 'contents', 'plans', 'members', 'messages'],
  getArchivedChat: ['streamings', 'contents', 'plans', 'members', 'fans', 'messages'],
  followChatDesk: ['streamings', 'contents', 'messages'],
  getPublicPlanContents: ['contents', 'plans', 'members', 'months'],
  getPublicPlanContent: ['contents', 'plans', 'members', 'loves', 'months'],
  getPublicPlanContentWithPlans: ['contents', 'plans', 'members'],
  getPlanContentMetadata: ['contents'],
  explainMyAccess: ['contents', 'plans', 'members', 'months'],
  explainAccess: ['contents', 'plans', 'members', 'months'],
  getPublicPlanBackNumbers: ['contents', 'plans', 'members', 'months'],
  getPublicPlanContentWithBackNumbers: ['contents', 'plans', 'members', 'months'],
  getPublicPlanBackNumber: ['contents', 'plans', 'members', 'months'],
  getPublicBackNumberCalendar: ['contents', 'plans', 'members', 'months'],
  getPublicPlanOpening: ['contents', 'plans', 'members', 'months'],
  getPublicPlanContentComments: ['comments', 'fans'],
  getComments: ['comments', 'fans', 'contents'],
  getRemovalMails: ['comments', 'fans', 'contents'],
  getReplyMail: ['comments', 'fans', 'contents'],
  getMyProfile: ['fans'],
  getMailSettings: ['fans'],
  getMyNotices: ['fans', 'contents', 'plans', 'members', 'months', 'streamings', 'comments', 'orders', 'goodsOrders'],
  getMyClubs: ['fans', 'contents', 'plans', 'members', 'streamings'],
  getMyHome: ['fans', 'contents', 'plans', 'members', 'months', 'streamings', 'orders', 'goodsOrders', 'downloads'],
  getContentNotice: ['contents'],
  getFeaturedComments: 'reads at most ten comments that were chosen',
  getGoodsWait: 'reads what the caller asked to be told of one item of goods',
  getPushSettings: 'reads at most ten rows of the caller',
  getInquiries: ['inquiries', 'staff'],
  getInquiry: ['inquiries', 'staff'],
  getPlatformInquiries: ['inquiries'],
  getPlatformInquiry: ['inquiries'],
  getDashboardConnection: ['staff'],
  getBrandStats: ['contents', 'orders'],
  getMemberMoves: ['fans'],
  'dashboard/getLookerSignedUrlUrl': 'signs an address and reads no table',
  getEmbedBlockData: 'reads an address and no table',
  getPlanContentVideoConversionStatus: ['videos'],
  getSignedUrlsForMultipartUpload: ['videos'],
  getKonbiniPayment: ['orders'],
  getOrderPaymentUrl: ['orders'],
  getOrderReceiptUrl: ['orders'],
  getOrderReceipt: ['orders'],
  getFanClubOrderHistory: ['orders'],
  getOrders: ['orders', 'goodsOrders'],
  getOrderIds: ['orders', 'goodsOrders'],
  getOrderChoices: ['goods', 'orders', 'events', 'eventGoods'],
  getOrder: ['orders', 'goodsOrders', 'audit'],
  getExports: ['files', 'staff'],
  getLabelSender: 'reads one row of the brand',
  getTrackingImport: ['files', 'orders', 'goodsOrders'],
  getTrackingImports: ['files', 'staff'],
  getActiveMyPlans: ['memberships', 'orders', 'members'],
  getCanceledMyPlans: ['memberships', 'orders', 'members'],
  getActiveUserPlan: ['memberships', 'orders', 'members'],
  getPlanSubscriptionChanges: ['memberships', 'orders', 'members'],
  getOrderDetail: ['orders', 'goods', 'downloads'],
  getEventGoodsList: ['goods', 'orders', 'events', 'eventGoods'],
  getEventGoods: ['goods', 'orders', 'events', 'eventGoods'],
  getEventChoices: ['events'],
  getEventGoodsDrafts: ['goods', 'events', 'eventGoods', 'staff'],
  getEventGoodsDraft: ['goods', 'events', 'eventGoods', 'staff'],
  getPickUpOrder: ['orders', 'goodsOrders'],
  getPickUpEvents: ['events', 'eventGoods'],
  getPickUpList: ['orders', 'goodsOrders', 'events', 'eventGoods'],
  getDownloadGrants: ['orders', 'goods', 'downloads'],
  getGoodsList: ['goods', 'goodsOrders'],
  getGoods: ['goods', 'stock', 'orders', 'downloads'],
  getPublicGoodsList: ['goods', 'orders'],
  getPublicGoods: ['goods', 'orders'],
  getGoodsMetadataById: ['goods'],
  getCarts: ['carts', 'goods'],
  getGoodsCountInCarts: ['carts'],
  getPrePurchaseByCart: ['carts', 'goods', 'addresses'],
  getShippingAddressList: ['addresses'],
  getAddressByPostalCode: 'reads a table in memory',
  getFans: ['fans', 'members', 'plans'],
  getFan: ['fans', 'members', 'memberships', 'months', 'orders', 'comments', 'plans'],
  getSubscriberSummary: ['memberships', 'members', 'plans'],
  getPlanStatistics: ['plans', 'members', 'memberships'],
  getPlanFees: ['plans', 'members', 'memberships'],
  getPlanBackNumbersAdmin: ['months', 'contents', 'orders'],
  getSubscribers: ['memberships', 'fans', 'orders', 'plans'],
  getSubscriber: ['memberships', 'fans', 'orders'],
  getAuditLog: ['audit', 'staff'],
  getParcelMails: ['goodsOrders', 'fans'],
  getSales: ['orders', 'fans'],
  getSalesSummary: ['orders', 'plans'],
  getRevenueMonths: ['ledger'],
  getRevenue: ['ledger'],
  getLedgerEntries: ['ledger', 'orders'],
  getCorrectionMonth: ['ledger', 'staff'],
  getPayoutOwners: ['staff'],
  getPayouts: ['payouts'],
  getPayoutDesk: ['payouts'],
  searchBanks: 'reads a table in memory',
  searchBranches: 'reads a table in memory',
  convertYucho: 'reads a table in memory',
  normalizeHolderKana: 'a rule, and no table',
  getBankAccount: ['payouts', 'staff'],
  getIdentityChecks: ['applications'],
  getPlatformHome: ['failedJobs', 'payouts', 'orders', 'refunded', 'applications', 'inquiries'],
  getDisputes: ['orders', 'refunded'],
  getClubs: ['fans', 'orders', 'goodsOrders', 'ledger'],
  getFailedJobs: ['failedJobs'],
  getWaitingMoney: ['orders'],
  getProviderBalance: 'reads one row of one look a night',
  getUnallocatedPayments: 'reads what waits, which the operator settles',
}

/** Reads that have to read every row, with the reason. */
const stillGrow: Record<string, string> = {
  getContentReach: 'counts every member whom a notice reaches, asked by who is about to send it',
  getChatDesk: 'shows up to 200 words that wait for the staff, as many as there are, each with its author',
  search: 'looks for a name in the middle of the newest 10,000 of each noun, so it reads as many rows',
  getFanclubSitemapInfo: 'names up to 18,000 pages of the platform, so it reads as many rows',
  getPayoutPreflight: 'asks of every brand of the platform what it is owed and what keeps it from a payout',
  checkOrderFile: 'measures every address that waits for a label, which is what it is for',
  getWaitingFiles: 'counts every file of 90 days that was not loaded down, which is what it is for',
  getPickList: 'counts every piece that waits to be packed, which is what it is for',
  checkRevenue: 'adds up every entry of the ledger, which is what it is for',
  getAdvances: 'adds up every payment for goods that were not handed over yet, which is what it is for',
}

const costs = new Map<string, Cost[]>()
const reads = [...operations.values()].filter(({ operation }) => operation.effect === 'read')

beforeAll(async () => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { ids, examples, owner: creator, applicant } = await scene()
  const someone = await person()
  const byWhom: Record<string, Person> = { operator: await operator(), fan: applicant }
  // The tables are large in any case: it is the club whose size must not count.
  const others = await scene()
  for (const fill of Object.values(fills)) await owner.query(fill, [others.tenantId, others.brandId, 0, 10_000])
  let filled = 0
  for (const size of sizes) {
    for (const fill of Object.values(fills)) await owner.query(fill, [ids.tenantId, ids.brandId, filled, size])
    filled = size
    await owner.query('vacuum analyze')
    // Figures of a large brand are counted by the hour.
    await dashboardJobs.countBrandFigures.run(jobContext('figures'), {})
    for (const { operation } of reads) {
      // A plan that has many contents and members, not the scene's own.
      const payload = { ...examples[operation.name] }
      // A search in the middle of names reads them all, whatever stands around it.
      if (operation.name === 'getPlanContentsWithPlans')
        for (const filter of ['q', 'month', 'planId', 'type', 'sort']) delete payload[filter]
      if (operation.name === 'getOrders')
        for (const filter of [
          'q',
          'from',
          'to',
          'method',
          'kind',
          'tab',
          'dateField',
          'uid',
          'isPaid',
          'shippedFrom',
          'shippedTo',
          'carrier',
          'amountFrom',
          'amountTo',
        ])
          delete payload[filter]
      // Continues after the same order in both clubs, so that newer orders are not scanned.
      if (operation.name === 'getOrderIds')
        Object.assign(payload, {
          sort: undefined,
          after: { placedAt: Date.UTC(2025, 0, 1, 1, 40), total: 0, orderId: 'goods_' },
        })
      if (operation.name === 'getGoodsList') for (const filter of ['q', 'goodsType', 'tab']) delete payload[filter]
      if (operation.name === 'getPublicGoodsList' || operation.name === 'getPublicPlanContents') delete payload.q
      if (operation.name === 'getEventGoodsList') for (const filter of ['q', 'status']) delete payload[filter]
      if (operation.name === 'getEvents')
        for (const filter of ['q', 'type', 'from', 'to', 'status']) delete payload[filter]
      if (operation.name === 'getComments')
        for (const filter of ['q', 'userId', 'planContentId', 'from', 'to']) delete payload[filter]
      if (operation.name === 'getInquiries' || operation.name === 'getPlatformInquiries')
        for (const filter of ['q', 'assigned']) delete payload[filter]
      if (operation.name === 'getFans')
        for (const filter of [
          'q',
          'segment',
          'label',
          'planId',
          'isRestricted',
          'joinedFrom',
          'joinedTo',
          'lifetimeAtLeast',
          'monthsAtLeast',
        ])
          delete payload[filter]
      if (operation.name === 'getSubscribers')
        for (const filter of [
          'q',
          'planId',
          'method',
          'interval',
          'renewsWithin',
          'joinedIn',
          'endedIn',
          'monthsAtLeast',
        ])
          delete payload[filter]
      if (operation.name === 'getAuditLog')
        for (const filter of ['from', 'to', 'topic', 'memberId']) delete payload[filter]
      if (operation.name === 'getSales')
        for (const filter of ['kind', 'method', 'planId', 'goodsId', 'eventId', 'isRefunded']) delete payload[filter]
      if (operation.name === 'getSales')
        Object.assign(payload, { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) })
      // Of the months of a brand; before it was opened nobody was a member.
      if (operation.name === 'getSubscriberSummary') Object.assign(payload, { month: monthText(tokyoMonth(now())) })
      if (operation.name === 'getLedgerEntries') Object.assign(payload, { month: '2026-05' })
      const asked = payload && 'planId' in payload ? { ...payload, planId: `plan_${ids.brandId}1` } : payload
      const by = operation.caller === 'visitor' ? someone : (byWhom[operation.caller] ?? creator)
      const cost = await costOf(owner, async () => {
        const { status, body } = await request(operation, JSON.stringify(asked), by)
        if (status !== 200) throw new Error(`${operation.name} answered ${status}: ${body}`)
      })
      costs.set(operation.name, [...(costs.get(operation.name) ?? []), cost])
    }
    for (const [what, { name, by }] of Object.entries(narrowed)) {
      const { operation } = operations.get(name) ?? expect.fail(name)
      const span = name === 'getSales' ? { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) } : {}
      const asked = JSON.stringify({ ...ids, ...span, ...by, pagination: { limit: 20, offset: 0 } })
      const cost = await costOf(owner, async () => {
        const { status, body } = await request(operation, asked, creator)
        if (status !== 200) throw new Error(`${what} answered ${status}: ${body}`)
      })
      costs.set(what, [...(costs.get(what) ?? []), cost])
    }
  }
  await owner.end()
})

/** The filters of lists, each alone: a filtered list is read by an index that includes the filter's column. */
const narrowed: Record<string, { name: string; by: object }> = {
  'members who joined in a month': { name: 'getSubscribers', by: { tab: 'all', joinedIn: '2025-01' } },
  'members who joined in a month and are there': { name: 'getSubscribers', by: { tab: 'living', joinedIn: '2025-01' } },
  'members who ended in a month': { name: 'getSubscribers', by: { tab: 'ended', endedIn: '2025-01' } },
  'members of many months': { name: 'getSubscribers', by: { tab: 'living', monthsAtLeast: 12 } },
  'fans who joined between two days': {
    name: 'getFans',
    by: { joinedFrom: Date.UTC(2025, 0, 1), joinedTo: Date.UTC(2026, 0, 1) },
  },
  'fans who have paid much': { name: 'getFans', by: { lifetimeAtLeast: 1 } },
  'fans who bought last': { name: 'getFans', by: { sort: '-lastPurchaseAt' } },
  'contents by title': { name: 'getPlanContentsWithPlans', by: { status: 'active', sort: 'name' } },
  'contents published first': { name: 'getPlanContentsWithPlans', by: { status: 'active', sort: 'publishingAt' } },
  'contents by last edit': { name: 'getPlanContentsWithPlans', by: { sort: '-editedAt' } },
  'contents loved most': { name: 'getPlanContentsWithPlans', by: { status: 'active', sort: '-loves' } },
  'contents loved least': { name: 'getPlanContentsWithPlans', by: { status: 'active', sort: 'loves' } },
  'contents opened most': { name: 'getPlanContentsWithPlans', by: { status: 'active', sort: '-viewers' } },
  'contents opened least': { name: 'getPlanContentsWithPlans', by: { status: 'active', sort: 'viewers' } },
  'comments that the brand has not answered': { name: 'getComments', by: { tab: 'unanswered' } },
  'contents with most comments': { name: 'getPlanContentsWithPlans', by: { sort: '-comments' } },
  'orders of a fan': { name: 'getOrders', by: { uid: 'fan_1', isPaid: true } },
  'orders sent between two days': {
    name: 'getOrders',
    by: { shippedFrom: Date.UTC(2024, 11, 31), shippedTo: Date.UTC(2025, 0, 9) },
  },
  'orders sent by a carrier': { name: 'getOrders', by: { carrier: 'yamato' } },
  'orders in one state': { name: 'getOrders', by: { fulfillmentState: ['delivered'] } },
  'orders in one of two states': { name: 'getOrders', by: { fulfillmentState: ['delivered', 'unfulfilled'] } },
  'orders on hold': { name: 'getOrders', by: { fulfillmentState: ['onHold'], paymentState: ['paid'] } },
  'orders sent in part': { name: 'getOrders', by: { needs: 'partSent' } },
  'orders with a failed refund': { name: 'getOrders', by: { needs: 'refundFailed' } },
  'orders in dispute': { name: 'getOrders', by: { needs: 'disputed' } },
  'orders whose address was changed': { name: 'getOrders', by: { needs: 'addressChanged' } },
  'orders of which a parcel came back': { name: 'getOrders', by: { needs: 'cameBack' } },
  'orders of an event': { name: 'getOrders', by: { eventId: 'event_none' } },
  'event goods of an event': { name: 'getEventGoodsList', by: { eventId: 'event_none' } },
  'orders of an amount': { name: 'getOrders', by: { amountFrom: 3600, amountTo: 4000 } },
  'downloads of a fan': { name: 'getDownloadGrants', by: { uid: 'fan_1' } },
  'sales that were refunded': { name: 'getSales', by: { isRefunded: true } },
  'sales of goods': { name: 'getSales', by: { goodsId: 'goods_none' } },
  'sales of event goods by konbini': { name: 'getSales', by: { kind: 'eventGoods', method: 'konbini' } },
  'sales of a plan': { name: 'getSales', by: { planId: 'plan_none' } },
  'sales of an event': { name: 'getSales', by: { eventId: 'event_none' } },
}

test('every read says what it grows with, and nothing else is said', () => {
  expect([...Object.keys(grows), ...Object.keys(stillGrow)].sort()).toEqual(
    reads.map(({ operation }) => operation.name).sort(),
  )
})

describe('the rows of a read cost as much in a large club as in a small one', () => {
  test.each(Object.keys(grows))('%s', (name) => {
    const [small, large] = costs.get(name) ?? []
    if (!small || !large) return expect.fail('not measured')
    // A reason instead of features: nothing that it reads can grow, or it reads nothing.
    if (Array.isArray(grows[name])) expect(large.statements).toBeGreaterThan(0)
    expect(large.pages, `${small.pages} pages become ${large.pages}`).toBeLessThanOrEqual(boundOf(small, large))
  })
})

describe('and so does what a filter finds', () => {
  test.each(Object.keys(narrowed))('%s', (what) => {
    const [small, large] = costs.get(what) ?? []
    if (!small || !large) return expect.fail('not measured')
    expect(large.pages, `${small.pages} pages become ${large.pages}`).toBeLessThanOrEqual(boundOf(small, large))
  })
})

test('control: a read that adds up every row is reported as growing', () => {
  const [small, large] = costs.get('checkRevenue') ?? []
  expect(large?.pages).toBeGreaterThan((small?.pages ?? 0) * 1.5)
})
