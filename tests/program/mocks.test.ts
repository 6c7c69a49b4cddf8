import { expect, test } from 'vitest'
import type { ExampleWorld } from '#kit/exampleWorld.ts'
import { mockNow } from '#kit/mock.ts'
import { answerAsMock, examplesIn, mocks } from '#mocks/answer.ts'
import { operations } from '#program/operations.ts'

const context = { uid: 'mock_owner', picture: (name: string) => `http://localhost:3000/mocks/${name}.png` }

/** What the mocks have of everything: each of them finds the row that an example names. */
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const world: ExampleWorld = {
  ...ids,
  ids,
  at: mockNow,
  slug: 'aoi',
  brandName: '葵 — AOI',
  freeSlug: 'minato',
  uid: 'mock_owner',
  email: 'member@tsudoi.test',
  invitation: 'secret',
  memberId: 'member_1',
  owningMember: 'member_1',
  mailToken: 'mock',
  pushDevice: 'device_1',
  viewer: '0123456789abcdef',
  fanId: 'fan_mock_0',
  draftedApplication: 'application_100',
  submittedApplication: 'application_100',
  draftedSlugs: ['hidamari', 'hidamari-jp'],
  submittedSlugs: ['hidamari', 'hidamari-jp'],
  draftPlan: 'plan_draft',
  sparePlan: 'plan_draft',
  binnedPlan: 'plan_binned_1',
  binnedContent: 'content_binned_0',
  activePlan: 'plan_seiza',
  scheduledPlan: 'plan_hajimari',
  heldPlan: 'plan_seiza',
  leavingPlan: 'plan_seiza',
  changingPlan: 'plan_seiza',
  memberSubscription: 'subscription_mock_2',
  owingSubscription: 'subscription_mock_2',
  cardSubscription: 'subscription_mock_1',
  chargedAt: Date.UTC(2026, 11, 24),
  sentMedia: 'media_mock',
  goingMedia: 'media_mock',
  brokenMedia: 'media_mock',
  sendingUpload: 'upload_1',
  sentUpload: 'upload_1',
  draftNews: 'content_1',
  scheduledNews: 'content_1',
  activeNews: 'content_1',
  contentVersion: 'version_1',
  freeNews: 'content_1',
  draftVideo: 'content_1',
  scheduledVideo: 'content_1',
  activeVideo: 'content_1',
  draftShow: 'content_1',
  scheduledShow: 'content_1',
  activeShow: 'content_1',
  liveShow: 'content_1',
  chatMessageId: 'message_1',
  boughtMonth: 'content_1',
  commentId: 'comment_1',
  letter: 'inquiry_1',
  question: 'inquiry_1',
  draftedEvent: 'event_3',
  publishedEvent: 'event_3',
  aheadSchedule: 'schedule_3',
  waitingStreaming: 'streaming_mock',
  liveStreaming: 'streaming_mock',
  awaited: 'order_mock_1',
  paidOrder: 'order_mock_2',
  openOrder: 'order_mock_1',
  lateOrder: 'order_mock_1',
  vainOrder: 'order_mock_1',
  unclaimedOrder: 'order_mock_1',
  unknownPayment: 'pi_mock_0',
  toSend: 'order_mock_2',
  lineToSend: 'line_mock_0',
  sentOrder: 'order_mock_2',
  heldOrder: 'order_mock_2',
  unpaidGoods: 'order_mock_2',
  fulfillmentId: 'fulfillment_mock',
  readImport: 'import_mock',
  appliedImport: 'import_mock',
  exportFile: 'export_mock_1',
  accountFile: 'export_mock_1',
  goodsId: 'goods_0',
  hiddenGoods: 'goods_0',
  songId: 'goods_0',
  variationId: 'variation_0_0',
  otherVariation: 'variation_0_0',
  cartId: 'cart_1',
  cartGoods: 'goods_2',
  cartVariation: 'variation_2_0',
  addressId: 'address_0',
  goodsOrder: 'order_mock_1',
  grantId: 'grant_0',
  eventGoodsId: 'event_goods_1',
  hiddenEventGoods: 'event_goods_1',
  editingDraft: 'draft_0',
  submittedDraft: 'draft_0',
  pickUpOrder: 'order_mock_413',
  pickUpLine: 'line_0',
  month: '2026-10',
  returnedPayout: 'payout_2026-10',
  scheduledPayout: 'payout_desk_0',
  overduePayout: 'payout_desk_0',
  sentPayout: 'payout_desk_0',
  checkedTenant: 'tenant_hoshi',
  checkedDocument: 'document_0_0',
  failedJobId: 'failed_mock_0',
}
const examples = examplesIn(world)

test('every operation of the program has its mock', () => {
  expect([...mocks.keys()].sort()).toEqual([...operations.keys()].sort())
})

for (const [name, { operation, scenarios }] of mocks) {
  test(`${name} answers what its contract says`, () => {
    const answer = answerAsMock(name, examples[name], context)
    if (answer === 'never' || !answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`)
    expect(operation.result.parse(answer.data)).toEqual(answer.data)
  })

  for (const scenario of scenarios.keys()) {
    test(`${name} answers what its contract says in the scenario ${scenario}`, () => {
      const answer = answerAsMock(name, examples[name], { ...context, scenario })
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
    const answer = answerAsMock(name, { ...ids, ...payload }, context)
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
  expect(answerAsMock('getPlans', ids, { ...context, scenario: 'failing' })).toEqual({ ok: false, code: 'internal' })
  expect(answerAsMock('getPlans', ids, { ...context, scenario: 'loading' })).toBe('never')
  expect(answerAsMock('me.get', {}, { ...context, scenario: 'failing' })).toMatchObject({ ok: true })
})
