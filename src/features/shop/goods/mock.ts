import type { PayloadOf } from '#kit/contract.ts'
import { inLanguage } from '#kit/english.ts'
import { type MockContext, type Mocks, mockFound, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { type AdminGoods, type GoodsListItem, type GoodsTab, type goods, goodsTabs, type PublicGoods } from './contract'
import { fewLeft, isSoldOut, salesStatusAt } from './goods'
import type { MemberPlan } from './members'

export const exampleVariation = (stock: number | null, name = '') => ({
  variationName: name,
  sku: '',
  isUnlimited: stock === null,
  stockChange: stock ?? 0,
  maxQuantity: null,
  isStopped: false,
  isHidden: false,
})
/** A towel of 2,000 yen, sent for 500, on sale since yesterday; ten in stock unless something else is said. */
export const exampleGoods = (at: number, values: Partial<PayloadOf<(typeof goods)['createGoods']>> = {}) => ({
  name: 'Towel',
  description: 'Soft.',
  price: 2000,
  goodsType: 'physicalGoods' as const,
  visibility: 'visible' as const,
  salesType: 'permanent' as const,
  saleStartDateTime: at - day,
  saleEndDateTime: null,
  audience: 'public' as const,
  planIds: [],
  maxPerPerson: null,
  isReducedTax: false,
  shippingFee: 500,
  shippingTimeText: 'Within a week',
  thumbnails: [],
  variations: [exampleVariation(10)],
  ...values,
})
const exampleLookOfGoods = (at: number) => {
  const { goodsType, visibility, ...look } = exampleGoods(at)
  return look
}

const names: [string, ...string[]] = [
  '星空のタオル',
  'アクリルキーホルダー（全3種）',
  'ライブTシャツ',
  '待受画像セット',
  '直筆サイン入りポスター',
  '卓上カレンダー 2027',
  '弾き語り音源集',
]
type Row = Omit<AdminGoods, 'thumbnails' | 'salesStatus'>
const row = (n: number): Row => {
  const isDigital = n % 7 === 3 || n % 7 === 6
  const isShirt = n % 7 === 2
  const isSold = n % 11 === 4
  const sizes = isShirt ? ['S', 'M', 'L'] : isDigital ? [''] : n % 7 === 1 ? ['星', '月', '海'] : ['']
  return {
    goodsId: `goods_${n}`,
    name: n < 7 ? nth(names, n) : `${nth(names, n)}（第${n}弾）`,
    price: [2800, 900, 3500, 800, 6000, 1800, 1500][n % 7] ?? 1000,
    visibility: n % 13 === 9 ? 'hidden' : 'visible',
    goodsType: isDigital ? 'digitalGoods' : 'physicalGoods',
    salesType: n % 9 === 5 ? 'builtToOrder' : 'permanent',
    saleStartDateTime: n % 10 === 7 ? mockNow + 5 * day : mockNow - (n + 3) * day,
    saleEndDateTime: n % 10 === 8 ? mockNow - day : n % 9 === 5 ? mockNow + 20 * day : null,
    audience: n % 8 === 6 ? 'plans' : 'public',
    planIds: n % 8 === 6 ? ['plan_seiza'] : [],
    editedAt: mockNow - (n + 1) * day,
    description: '旅先で見た星空を描きました。\n洗うほどやわらかくなる、今治の生地です。',
    english: n === 0 ? { name: 'Starry sky towel', description: 'Drawn on the road. Imabari cotton.' } : {},
    maxPerPerson: n % 5 === 0 ? 5 : null,
    isReducedTax: false,
    shippingFee: isDigital ? 0 : 500,
    shippingTimeText: isDigital ? '' : '1週間以内に発送',
    files: isDigital
      ? [
          {
            fileId: `file_${n}_0`,
            mediaId: `media_${n}_0`,
            name: '歌詞と写真.pdf',
            contentType: 'application/pdf',
            size: 2_400_000,
          },
          {
            fileId: `file_${n}_1`,
            mediaId: `media_${n}_1`,
            name: '流れ星.wav',
            contentType: 'audio/wav',
            size: 38_600_000,
          },
        ]
      : [],
    variations: sizes.map((variationName, m) => {
      const initial = 60 - m * 10
      const isFew = n === 11 || (n === 2 && m === 2)
      const sold = isSold ? initial : isDigital ? 31 : isFew ? initial - 3 : 12 + m * 3 + n
      const isUnlimited = isDigital || n % 9 === 5
      return {
        variationId: `variation_${n}_${m}`,
        variationName,
        english: n === 1 ? { name: nth(['Star', 'Moon', 'Sea'], m) } : {},
        sku: isDigital ? '' : `AO-${String(n).padStart(3, '0')}${variationName}`,
        isUnlimited,
        maxQuantity: null,
        isStopped: false,
        isHidden: false,
        initial: isUnlimited ? 0 : initial,
        adjusted: 0,
        available: (isUnlimited ? 0 : initial) - Math.min(sold, isUnlimited ? sold : initial) - (isSold ? 0 : 1),
        reserved: isSold ? 0 : 1,
        sold: Math.min(sold, isUnlimited ? sold : initial),
      }
    }),
  }
}
const rows = Array.from({ length: 46 }, (_, n) => row(n)).map((one) => ({
  ...one,
  variations: one.variations.map((variation) => ({
    ...variation,
    available: variation.isUnlimited ? variation.available : Math.max(0, variation.available),
  })),
}))

const windowOf = ({ saleStartDateTime, saleEndDateTime }: Row) => ({
  saleStartAt: saleStartDateTime,
  saleEndAt: saleEndDateTime,
})
const statusOf = (one: Row) => salesStatusAt(windowOf(one), one.variations, mockNow)
const picturesOf = ({ goodsId, name }: Row, { picture }: MockContext) =>
  [0, 1, 2].map((n) => ({ url: picture(`${goodsId}-${n}`), alt: n === 0 ? name : '' }))
const adminOf = (one: Row, context: MockContext): AdminGoods => ({
  ...one,
  salesStatus: statusOf(one),
  thumbnails: picturesOf(one, context),
})
const inTab = (one: Row, tab: GoodsTab) =>
  tab === 'all' ||
  (tab === 'hidden' ? one.visibility === 'hidden' : one.visibility === 'visible' && statusOf(one) === tab)
const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0)
const listItem = (one: Row, context: MockContext): GoodsListItem => ({
  goodsId: one.goodsId,
  name: one.name,
  price: one.price,
  visibility: one.visibility,
  salesStatus: statusOf(one),
  goodsType: one.goodsType,
  salesType: one.salesType,
  saleStartDateTime: one.saleStartDateTime,
  saleEndDateTime: one.saleEndDateTime,
  audience: one.audience,
  editedAt: one.editedAt,
  thumbnail: picturesOf(one, context)[0]?.url ?? '',
  countOfVariations: one.variations.length,
  stock: one.variations.some(({ isUnlimited }) => isUnlimited)
    ? null
    : sum(one.variations.map(({ available }) => available)),
  reserved: sum(one.variations.map(({ reserved }) => reserved)),
  sold: sum(one.variations.map((each) => each.sold)),
  income: one.price * sum(one.variations.map((each) => each.sold)),
})
const publicOf = (one: Row, context: MockContext): PublicGoods => {
  const { name, description } = inLanguage(one, context.locale ?? 'ja')
  const shown = {
    goodsId: one.goodsId,
    name,
    price: one.price,
    goodsStatus: { visibility: 'visible' as const, salesStatus: statusOf(one) },
    variations: one.variations.map((variation) => ({
      variationId: variation.variationId,
      variationName: inLanguage({ name: variation.variationName, english: variation.english }, context.locale ?? 'ja')
        .name,
      isSoldOut: isSoldOut(variation),
      ...(fewLeft(variation) && { remainingStocks: fewLeft(variation) ?? 0 }),
      ...(one.goodsType === 'digitalGoods' && { maxQuantity: 1 }),
    })),
    thumbnails: picturesOf(one, context),
    description,
    salesType: one.salesType,
    saleStartDateTime: one.saleStartDateTime,
    saleEndDateTime: one.saleEndDateTime,
    audience: one.audience,
    ...(one.goodsType === 'physicalGoods' && one.maxPerPerson !== null && { maxPerPerson: one.maxPerPerson }),
  }
  const { goodsType, shippingFee, shippingTimeText } = one
  return goodsType === 'physicalGoods'
    ? { ...shown, goodsType, shippingFee, shippingTimeText }
    : { ...shown, goodsType, purchaseInfo: { isPurchased: false } }
}

const terms = { price: 1500, subscriptionInterval: 'month' as const }
const memberPlans: MemberPlan[] = [{ planId: 'plan_seiza', name: '星座プラン', ...terms }]

/** One of the goods belongs to an event, and is sold to members first. */
/** What is sold for an event. */
const ofEvent = 'goods_16'
const mockEvent = { eventId: 'event_3', title: '星空のワンマンライブ' }
const windowsOf = ({ goodsId }: Row, { uid }: MockContext) => {
  const [began, turn] = [mockNow - day, mockNow + 2 * day]
  return goodsId !== ofEvent
    ? {}
    : {
        saleWindows: [
          {
            audience: 'plans' as const,
            plans: memberPlans,
            startAt: began - 2 * day,
            endAt: began,
            state: 'over' as const,
            isYours: uid !== '',
          },
          {
            audience: 'fanClub' as const,
            plans: [],
            startAt: began,
            endAt: turn,
            state: 'open' as const,
            isYours: uid !== '',
          },
          {
            audience: 'public' as const,
            plans: [],
            startAt: turn,
            endAt: turn + 7 * day,
            state: 'coming' as const,
            isYours: true,
          },
        ],
      }
}

const list = (all: readonly Row[], { limit, offset }: { limit: number; offset: number }) =>
  all.slice(offset, offset + limit)
const found = (goodsId: string) => rows.find((one) => one.goodsId === goodsId)
const changed = ({ goodsId }: { goodsId: string }) => ({ goodsId })
const isShown = ({ visibility }: Row) => visibility === 'visible'

export const goodsMocks: Mocks<typeof goods> = {
  examples: ({ goodsId, hiddenGoods, variationId, at, ids }) => ({
    getGoodsList: {
      ...ids,
      tab: 'onSale',
      goodsType: 'physicalGoods',
      q: 'Towel',
      sort: '-createdAt',
      pagination: { limit: 20, offset: 0 },
    },
    getGoods: { ...ids, goodsId },
    createGoods: { ...ids, ...exampleGoods(at, { thumbnails: [{ url: 'https://example.com/a.png', alt: 'A' }] }) },
    updateGoods: { ...ids, goodsId, ...exampleLookOfGoods(at), variations: [{ ...exampleVariation(5), variationId }] },
    setGoodsVisibility: { ...ids, goodsId: hiddenGoods, visibility: 'hidden' },
    adjustStock: { ...ids, variationId, delta: 3, reason: 'Found some.' },
    duplicateGoods: { ...ids, goodsId },
    getPublicGoodsList: {
      ...ids,
      filterOption: { deliveryMethod: 'physical', isPurchasableOnly: true },
      q: 'Towel',
      sort: '-price',
      isEnded: false,
      pagination: { limit: 20, offset: 0 },
    },
    getPublicGoods: { ...ids, goodsId },
    getGoodsMetadataById: { goodsId },
  }),
  answers: {
    getGoodsList: ({ tab = 'all', goodsType, isLow, q, sort, pagination: page = everything }, context) => {
      const passing = mockFound(
        rows.filter(
          (one) =>
            (goodsType === undefined || one.goodsType === goodsType) && (!isLow || listItem(one, context).stock === 0),
        ),
        { q, sort },
        {
          texts: ({ name }) => [name],
          by: {
            name: ({ name }) => name,
            price: ({ price }) => price,
            saleStartAt: ({ saleStartDateTime }) => saleStartDateTime,
            createdAt: ({ editedAt }) => editedAt,
          },
        },
      )
      const tabbed = passing.filter((one) => inTab(one, tab))
      const counts = Object.fromEntries(
        goodsTabs.map((one) => [one, passing.filter((each) => inTab(each, one)).length]),
      ) as Record<GoodsTab, number>
      return {
        goodsList: list(tabbed, page).map((one) => listItem(one, context)),
        counts,
        pagination: paginationOf(tabbed.length, page),
        canEdit: true,
        seesMoney: true,
      }
    },
    getGoods: ({ goodsId }, context) => {
      const one = found(goodsId)
      if (!one) return refused('goodsNotFound')
      return {
        goods: adminOf(one, context),
        canEdit: true,
        editedBy: { name: '葵', isMe: true },
        stockMoves: [
          { reason: 'sale' as const, quantity: 1, orderNumber: 'A-000412', note: '' },
          { reason: 'reserve' as const, quantity: 2, orderNumber: 'A-000413', note: '' },
          { reason: 'adjust' as const, quantity: -2, orderNumber: '', note: '棚卸しで2枚の不良' },
          { reason: 'initial' as const, quantity: 60, orderNumber: '', note: '' },
        ].map((move, n) => ({
          ...move,
          at: mockNow - (n + 1) * day,
          variationName: one.variations[0]?.variationName ?? '',
        })),
      }
    },
    createGoods: () => ({ goodsId: 'goods_0' }),
    updateGoods: ({ goodsId }) => ({ goodsId, editedAt: found(goodsId)?.editedAt ?? mockNow }),
    setGoodsVisibility: changed,
    adjustStock: ({ delta }) => ({ stock: 40 + delta }),
    duplicateGoods: () => ({ goodsId: 'goods_9' }),
    getPublicGoodsList: ({ filterOption, q = '', sort, isEnded, eventId, pagination: page = everything }, context) => {
      const type = filterOption?.deliveryMethod
      const passing = rows
        .filter(isShown)
        .filter((one) => !type || one.goodsType === (type === 'physical' ? 'physicalGoods' : 'digitalGoods'))
        .filter((one) => !filterOption?.isPurchasableOnly || statusOf(one) === 'onSale')
        .filter(({ goodsId }) => eventId === undefined || (eventId === mockEvent.eventId && goodsId === ofEvent))
        .filter((one) => isEnded === undefined || (statusOf(one) === 'endOfSale') === isEnded)
        .filter(({ name }) => q.split(/\s+/).every((word) => name.toLowerCase().includes(word.toLowerCase())))
      if (sort?.endsWith('price')) passing.sort((a, b) => (sort === 'price' ? a.price - b.price : b.price - a.price))
      return {
        goodsList: list(passing, page).map((one) => publicOf(one, context)),
        pagination: paginationOf(passing.length, page),
      }
    },
    getPublicGoods: ({ goodsId }, context) => {
      const one = found(goodsId)
      if (!one) return refused('goodsNotFound')
      const free = one.goodsType === 'physicalGoods' && { freeShippingOver: 10_000 }
      const windows = windowsOf(one, context)
      const event = 'saleWindows' in windows ? mockEvent : null
      const isYours = context.uid !== '' && context.uid !== 'mock_newcomer'
      const members = one.audience === 'plans' ? { plans: memberPlans, isYours } : { plans: [] }
      return { goods: { ...publicOf(one, context), ...members, event, ...free, ...windows } }
    },
    getGoodsMetadataById: ({ goodsId }, context) => {
      const one = found(goodsId)
      return one
        ? { name: one.name, thumbnail: picturesOf(one, context)[0]?.url ?? '', description: one.description }
        : null
    },
  },
  scenarios: {
    empty: {
      getGoodsList: ({ pagination: page = everything }) => ({
        goodsList: [],
        counts: Object.fromEntries(goodsTabs.map((one) => [one, 0])) as Record<GoodsTab, number>,
        ...{ pagination: paginationOf(0, page), canEdit: true, seesMoney: true },
      }),
      getPublicGoodsList: ({ pagination: page = everything }) => ({ goodsList: [], pagination: paginationOf(0, page) }),
    },
    food: {
      getGoods: (payload, context) => {
        const answer = goodsMocks.answers.getGoods(payload, context)
        if ('refusal' in answer) return answer
        const name = '星空クッキー（12枚入り）'
        const description = '星の形に焼きました。\n原材料：小麦粉、バター、砂糖、卵'
        return { ...answer, goods: { ...answer.goods, name, description, price: 1080, isReducedTax: true } }
      },
    },
    conflict: {
      getGoods: (payload, context) => {
        const answer = goodsMocks.answers.getGoods(payload, context)
        if ('refusal' in answer || !isBeaten) return answer
        const variations = answer.goods.variations.map((one, n) => (n === 0 ? { ...one, available: 40 } : one))
        const goods = { ...answer.goods, name: 'Starry towel', variations, editedAt: mockNow }
        return { ...answer, goods, editedBy: { name: '鈴木 陽菜', isMe: false } }
      },
      updateGoods: () => {
        isBeaten = true
        return refused('conflict')
      },
      setGoodsVisibility: () => refused('conflict'),
    },
    readOnly: {
      getGoodsList: (payload, context) => {
        const answer = goodsMocks.answers.getGoodsList(payload, context)
        return 'refusal' in answer ? answer : { ...answer, canEdit: false }
      },
      getGoods: (payload, context) => {
        const answer = goodsMocks.answers.getGoods(payload, context)
        return 'refusal' in answer ? answer : { ...answer, canEdit: false }
      },
    },
  },
}
/** Simulates another user's save before the first stale save. */
let isBeaten = false
