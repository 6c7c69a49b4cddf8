import type { Page } from '@playwright/test'
import { answerAsMock, mocks } from '#mocks/answer.ts'
import { prefectures } from '#shop/carts/addresses/prefectures.ts'
import { textsIn } from './texts'

/** Everything that the mocks may say: what is Japanese in it is data, and stays so on an English screen. */
const gather = () => {
  const pagination = { limit: 100, offset: 0 }
  const context = { uid: 'mock_owner', picture: (name: string) => name }
  const ids = {
    tenantId: 'tenant_hoshi',
    brandId: 'brand_aoi',
    brandSlug: 'aoi',
    invitation: 'secret',
    orderId: 'order_mock_1',
    pagination,
  }
  const questions = [
    ids,
    ...['plan_seiza', 'plan_haru', 'plan_hajimari', 'plan_archived'].map((planId) => ({ ...ids, planId })),
    { ...ids, applicationId: 'application_100' },
    { ...ids, planContentId: 'content_10' },
    { ...ids, planContentId: 'content_11' },
    { ...ids, streamingId: 'streaming_mock' },
    ...['event_3', 'event_6', 'event_7'].map((eventId) => ({ ...ids, eventId })),
    ...[
      'order_mock_2',
      'order_mock_3',
      'order_mock_6',
      'order_mock_9',
      'order_mock_18',
      'order_mock_26',
      'order_mock_12',
      'order_mock_54',
      'order_mock_new',
    ].map((orderId) => ({
      ...ids,
      orderId,
    })),
    ...[0, 2, 4, 6, 7, 9, 16].map((n) => ({ ...ids, goodsId: `goods_${n}` })),
    ...['event_goods_0', 'event_goods_1', 'event_goods_4'].map((goodsId) => ({ ...ids, goodsId })),
    ...['draft_0', 'draft_2', 'draft_3'].map((draftId) => ({ ...ids, draftId })),
    { ...ids, code: 'A-000413' },
    { ...ids, cartId: 'cart_1', userId: 'mock_owner' },
    ...['content_0', 'content_9'].map((planContentId) => ({ ...ids, planContentId })),
    { ...ids, orderIds: ['order_mock_2', 'order_mock_4'] },
    { ...ids, importId: 'import_mock_0' },
    { ...ids, fanId: 'fan_mock_0' },
    ...['inquiry_1', 'inquiry_2'].map((inquiryId) => ({ ...ids, inquiryId })),
    { ...ids, from: '2026-10-01', to: '2026-10-31' },
    ...['subscription_mock_1', 'subscription_mock_6'].map((subscriptionId) => ({ ...ids, subscriptionId })),
    { ...ids, month: '2026-09' },
    { ...ids, from: 1_780_000_000_000, to: 1_800_000_000_000, groupBy: 'day' },
    { ...ids, filterOption: null },
    ...['星', '1', '101'].map((q) => ({ ...ids, q })),
  ]
  const answers = [...mocks.keys()].flatMap((name) =>
    questions.map((payload) => JSON.stringify(answerAsMock(name, payload, context))),
  )
  // Food of the scenarios of both tax rates.
  const food = '星空クッキー（12枚入り） 星の形に焼きました 原材料 小麦粉 バター 砂糖 卵'
  // Most operations answer most questions alike.
  return `${[...new Set(answers)].join(' ')} ${food} 星野 あおい はじめ 運営 ${prefectures.map(({ ja }) => ja).join(' ')}`
}
/** Gathered by the first test that asks: the process that only lists the tests does not. */
let data: string | undefined
const known = new Map<string, boolean>()
const isData = (word: string) => {
  data ??= gather()
  const before = known.get(word)
  if (before !== undefined) return before
  const found = data.includes(word)
  known.set(word, found)
  return found
}

/** Texts, labels and titles of the page that are Japanese and no data. What says of itself that it is Japanese is left out. */
export const japaneseIn = async (page: Page): Promise<string[]> => {
  const texts = await textsIn(page)
  return texts.filter((text) => {
    const words = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]+/gu)
    if (words) return words.some((word) => !isData(word))
    return /[、。・「」（）：　]/.test(text)
  })
}
