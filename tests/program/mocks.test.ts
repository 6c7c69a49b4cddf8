import { expect, test } from 'vitest'
import { exports } from '#club/exports/contract.ts'
import { answerAsMock, mocks } from '#mocks/answer.ts'
import { operations } from '#program/operations.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'

const context = { uid: 'mock_owner', picture: (name: string) => `http://localhost:3000/mocks/${name}.png` }

/** Payloads by field: enough of each kind that every mock finds the row that it is asked for. */
const form = {
  tenantName: 'ひだまりクラブ',
  applicantType: 'individual',
  legalName: '佐藤 葵',
  legalNameKana: 'サトウ アオイ',
  representativeName: '',
  postalCode: '1500041',
  address: '東京都渋谷区神南 1-2-3',
  phone: '09012345678',
  email: 'applicant@example.test',
  brandName: 'ひだまり',
  slugChoices: ['hidamari', 'hidamari-jp'],
  category: 'music',
  description: '月に二度の動画を届けます。',
  snsUrls: [],
  expectedPlanPrice: 500,
}
const fields = {
  tenantId: 'tenant_hoshi',
  brandId: 'brand_aoi',
  brandSlug: 'aoi',
  planId: 'plan_seiza',
  applicationId: 'application_100',
  memberId: 'member_1',
  invitation: 'secret',
  form,
  name: '星座プラン',
  price: 1500,
  subscriptionInterval: 'month',
  description: '',
  thumbnail: '',
  brandThumbnail: '',
  brandIcon: '',
  archivingAt: 2_000_000_000_000,
  agreedTermsVersion: '2026-11',
  source: 'https://youtu.be/dQw4w9WgXcQ',
  slug: 'hidamari',
  body: 'こんにちは',
  message: 'こんにちは',
  visibility: 'public',
  reasonCode: 'other',
  tenantName: 'ひだまりクラブ',
  brandSlugs: ['hidamari', 'hidamari-jp'],
  email: 'somebody@example.test',
  role: 'editor',
  brandIds: null,
  type: 'image',
  fileName: 'picture.png',
  contentType: 'image/png',
  size: 1000,
  planContentId: 'content_1',
  mediaId: 'media_mock',
  viewableBy: 'paidUsers',
  planIds: ['plan_seiza'],
  backNumberPeriod: null,
  imageUrls: [],
  text: '',
  publishingAt: 2_000_000_000_000,
  from: 1,
  to: 2_000_000_000_000,
  eventId: 'event_3',
  streamingId: 'streaming_mock',
  scheduleId: 'schedule_3',
  scheduledStartAt: 2_000_000_000_000,
  visibilityOnReady: 'auto',
  availableAt: null,
  expiredAt: 'indefinite',
  title: 'ライブ',
  catchCopy: '',
  keyVisualUrl: '',
  eventType: 'live',
  performers: [],
  performerLine: '',
  schedules: [],
  audience: 'public',
  contact: '',
  notes: '',
  publishAt: 2_000_000_000_000,
  refundPolicy: '',
  times: [],
  target: 'content',
  targetId: 'content_1',
  runAt: 2_000_000_000_000,
  autoStart: true,
  viewer: '0123456789abcdef',
  uploadId: 'upload_1',
  numOfParts: 3,
  parts: [{ partNumber: 1, etag: 'x' }],
  orderId: 'order_mock_1',
  paymentType: 'card',
  phone: '09012345678',
  amount: 500,
  reason: 'twice',
  filterOption: null,
  year: 2026,
  period: { year: 2026, month: 10 },
  priceOverride: null,
  saleState: 'onSale',
  commentId: 'comment_1',
  content: 'こんにちは',
  ids: ['comment_1'],
  userId: 'fan_1',
  until: null,
  words: ['転売'],
  displayName: '佐藤 葵',
  goodsId: 'goods_0',
  grantId: 'grant_0',
  goodsType: 'physicalGoods',
  salesType: 'permanent',
  saleStartDateTime: 1_000_000,
  saleEndDateTime: null,
  maxPerPerson: null,
  shippingFee: 500,
  shippingTimeText: '1週間以内に発送',
  thumbnails: [],
  variations: [
    {
      variationName: '',
      sku: '',
      isUnlimited: false,
      stockChange: 10,
      maxQuantity: null,
      isStopped: false,
      isHidden: false,
    },
  ],
  variationId: 'variation_0_0',
  delta: 1,
  cartId: 'cart_1',
  goodsList: [{ goodsId: 'goods_2', quantity: 1 }],
  quantity: 1,
  addressId: 'address_0',
  postalCode: '1500041',
  prefecture: '東京都',
  town: '渋谷区神南',
  street: '1-2-3',
  building: '',
  recipientName: '佐藤 葵',
  recipientPhoneNumber: '09012345678',
  icon: '',
  fanId: 'fan_mock_0',
  fanIds: ['fan_mock_0'],
  labels: ['常連'],
  label: '常連',
  on: true,
  note: '',
  months: 3,
  days: 7,
  subscriptionId: 'subscription_mock_2',
  month: '2026-10',
  groupBy: 'week',
  format: 'pdf',
  payoutId: 'payout_2026-10',
  payoutIds: ['payout_desk_0'],
  bankCode: '0001',
  branchCode: '110',
  accountType: 'ordinary',
  accountNumber: '1234567',
  holderName: 'サトウ アオイ',
  holderType: 'individual',
  kigou: '11940',
  bangou: '12345671',
  q: '',
  documents: [{ kind: 'front', contentType: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB' }],
  documentId: 'document_0_0',
  outcome: 'verified',
}

const ofGoods = {
  tenantId: fields.tenantId,
  brandId: fields.brandId,
  orderId: 'order_mock_2',
  orderIds: ['order_mock_2'],
  fulfillmentId: 'fulfillment_mock',
  lines: [{ lineId: 'line_mock_0', quantity: 1 }],
  provider: 'yamato',
  providerName: '',
  trackingNumber: '1234-5678-9012',
  parcels: [{ orderId: 'order_mock_2', trackingNumber: '1234-5678-9012' }],
  trackingUrl: '',
  note: 'x',
  shippedAt: 1_700_000_000_000,
  notify: true,
  reason: 'x',
  restock: true,
  kind: 'shipped',
  recipientName: '青井 そら',
  recipientPhone: '09012345678',
  postalCode: '1500041',
  prefecture: '東京都',
  town: '渋谷区神南',
  address: '1-2-3',
  building: '',
}

const ofEvent = {
  tenantId: 'tenant_hoshi',
  goodsId: 'event_goods_1',
  draftId: 'draft_0',
  orderId: 'order_mock_413',
  code: 'A-000413',
  reason: 'x',
  lines: [{ lineId: 'line_0', quantity: 1 }],
  said: {
    homeBrandId: 'brand_aoi',
    eventId: null,
    name: 'x',
    description: '',
    price: 500,
    salesType: 'permanent',
    maxPerPerson: null,
    thumbnails: [],
    variations: [],
    shares: [{ brandId: 'brand_aoi', share: 10_000 }],
    delivery: 'shipping',
    shippingFee: 0,
    shippingTimeText: '',
    pickUp: { venueName: '', windows: [] },
    windows: [],
  },
}

/** What was promised to members cannot be sent again: these refuse a price. */
const payloadFor = (name: string) => {
  const { price, subscriptionInterval, ...presentation } = fields
  const ids = { tenantId: fields.tenantId, brandId: fields.brandId }
  if (name in fulfillments) return ofGoods
  if (name === 'getPickUpList') return { tenantId: fields.tenantId, eventId: 'event_3' }
  if (name in eventGoods) return ofEvent
  if (name in orderFiles || name in exports || /^export(Fans|Subscribers|Sales)$/.test(name)) {
    const { tenantId, brandId } = fields
    return {
      tenantId,
      brandId,
      importId: 'import_mock',
      exportId: 'export_mock_1',
      fileName: 'a.csv',
      size: 10,
      notify: true,
      format: 'standard',
      encoding: 'sjis',
      ...(name === 'exportSales' && { from: 1_780_000_000_000, to: 1_795_000_000_000 }),
    }
  }
  if (name === 'refundOrder')
    return { tenantId: fields.tenantId, brandId: fields.brandId, orderId: 'order_mock_2', amount: 500, reason: 'twice' }
  if (name === 'getPublicEvents') return { ...fields, period: 'ahead' }
  if (name === 'resolveLatePayment') return { ...fields, action: 'accept' }
  if (['createGoods', 'setGoodsVisibility'].includes(name)) return { ...fields, visibility: 'visible' }
  if (name === 'moderateComments') return { ...fields, action: 'hide' }
  if (name === 'pinComment') return { ...fields, pinned: true }
  if (name === 'getFanClubOrderHistory') return { filterOption: { orderItemType: null } }
  if (name === 'getOrders') return { tenantId: fields.tenantId, brandId: fields.brandId }
  if (name === 'getPlanContentsWithPlans') return { tenantId: fields.tenantId, brandId: fields.brandId }
  if (name === 'getGoodsList') return { tenantId: fields.tenantId, brandId: fields.brandId }
  if (
    ['getFans', 'getSubscribers', 'getPayoutDesk', 'getIdentityChecks', 'getLedgerEntries', 'getAuditLog'].includes(
      name,
    )
  )
    return { tenantId: fields.tenantId, brandId: fields.brandId, month: fields.month }
  if (name === 'getSales' || name === 'getSalesSummary')
    return {
      tenantId: fields.tenantId,
      brandId: fields.brandId,
      from: 1_780_000_000_000,
      to: 1_795_000_000_000,
      groupBy: 'week',
    }
  if (name === 'markNotificationsSeen') return { ...fields, until: 1_790_000_000_000 }
  if (name === 'setNewsByMail' || name === 'setEmailVisible') return { ...ids, isOn: false }
  if (name === 'stopNewsByMail') return { token: 'mock' }
  if (name === 'uploadMyIcon') return { contentType: 'image/png', data: 'A'.repeat(16) }
  if (name === 'saveNotificationSettings') return { ...fields, byMail: ['orderPaid'] }
  if (name === 'getMyAccountFile') return { exportId: 'export_mock_1' }
  if (name === 'deleteMyAccount') return { typedEmail: 'member@tsudoi.test' }
  if (name === 'search') return { ...fields, q: '星' }
  if (name === 'createBrand') return { ...fields, slug: 'minato' }
  if (name === 'closeTenant') return { ...fields, typedName: 'Hoshi Club' }
  if (name === 'closeBrand') return { ...fields, typedName: '葵 — AOI' }
  if (name === 'correctStatement') return { ...fields, amount: -500 }
  if (name === 'markPayoutReturned') return { ...fields, reason: 'other', fee: 880 }
  if (name === 'normalizeHolderKana') return { ...fields, text: 'サトウ アオイ' }
  if (name === 'getEvents') return { tenantId: fields.tenantId, brandId: fields.brandId }
  if (name === 'postStreamingNotice') return { ...presentation, text: 'まもなく始まります。' }
  if (name === 'publishEvent') return { ...presentation, visibility: 'published' }
  if (name === 'startMultipartUpload') {
    return { ...fields, purpose: 'video', fileName: 'live.mp4', contentType: 'video/mp4' }
  }
  if (name === 'getSignedUrlForPlanContentVideoUpload') return { ...fields, fileName: 'live.mp4' }
  if (name === 'getFailedJobs') return {}
  if (name === 'settleFailedJobs') return { failedJobIds: ['failed_mock_0'], outcome: 'retried' }
  if (name === 'getInquiries' || name === 'getPlatformInquiries') return ids
  if (name === 'createInquiry') return { ...ids, subject: '質問', content: 'こんにちは' }
  if (/Inquir/.test(name))
    return {
      ...ids,
      inquiryId: 'inquiry_1',
      content: 'こんにちは',
      state: 'closed',
      memberId: null,
      operatorEmail: null,
    }
  if (name === 'getMemberMoves') return { ...ids, from: '2026-10-01', to: '2026-10-31', kind: 'ended' }
  if (name === 'recountBrandDay') return { ...ids, day: '2026-10-01' }
  if (name === 'getBrandStats') return { ...ids, from: '2026-10-01', to: '2026-10-31' }
  if (name.startsWith('dashboard/'))
    return { ...ids, brandFirestoreId: 'brand_aoi', src: '/embed/dashboards/1', code: 'abc' }
  if (name === 'contactCreator') {
    return { ...fields, fromName: '佐藤 葵', from: 'somebody@example.test', subject: '質問', content: 'こんにちは' }
  }
  const isPromised = name === 'updateActivePlan' || name === 'updateScheduledToBeArchivedPlan'
  return isPromised ? presentation : { ...presentation, price, subscriptionInterval }
}

test('every operation of the program has its mock', () => {
  expect([...mocks.keys()].sort()).toEqual([...operations.keys()].sort())
})

for (const [name, { operation, scenarios }] of mocks) {
  test(`${name} answers what its contract says`, () => {
    const answer = answerAsMock(name, payloadFor(name), context)
    if (answer === 'never' || !answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`)
    expect(operation.result.parse(answer.data)).toEqual(answer.data)
  })

  for (const scenario of scenarios.keys()) {
    test(`${name} answers what its contract says in the scenario ${scenario}`, () => {
      const answer = answerAsMock(name, payloadFor(name), { ...context, scenario })
      if (answer === 'never') throw new Error('no answer')
      if (answer.ok) expect(operation.result.parse(answer.data)).toEqual(answer.data)
      else {
        const stale = operation.fresh ? ['signInAgain'] : []
        expect([...operation.refusals, ...stale, 'internal', 'forbidden']).toContain(answer.code)
      }
    })
  }
}

test('lists are long enough for three pages, and know their filters', () => {
  const list = (name: string, payload: object) => {
    const answer = answerAsMock(name, { ...payloadFor(name), ...payload }, context)
    if (answer === 'never' || !answer.ok) throw new Error('refused')
    return answer.data as { pagination: { totalPage: number; currentPage: number }; plans?: { status: string }[] }
  }
  const pagination = { limit: 20, offset: 20 }
  for (const name of [
    'getPlans',
    'getTenantMembers',
    'getPendingTenants',
    'getPlanContentsWithPlans',
    'getEvents',
    'getGoodsList',
  ]) {
    expect(list(name, { pagination }).pagination, name).toMatchObject({ totalPage: expect.any(Number), currentPage: 2 })
    expect(list(name, { pagination }).pagination.totalPage, name).toBeGreaterThanOrEqual(3)
  }
  const drafts = list('getPlans', { status: 'draft' }).plans
  expect(drafts?.length).toBeGreaterThan(0)
  expect(drafts?.every(({ status }) => status === 'draft')).toBe(true)
})

test('failing and loading are everywhere, but not for who somebody is', () => {
  expect(answerAsMock('getPlans', fields, { ...context, scenario: 'failing' })).toEqual({ ok: false, code: 'internal' })
  expect(answerAsMock('getPlans', fields, { ...context, scenario: 'loading' })).toBe('never')
  expect(answerAsMock('me.get', {}, { ...context, scenario: 'failing' })).toMatchObject({ ok: true })
})
