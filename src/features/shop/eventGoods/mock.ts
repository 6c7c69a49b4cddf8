import { type MockContext, type Mocks, mockFound, mockNow, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { exampleVariation } from '../goods/mock'
import type { EventGoodsDraftRow, EventGoodsItem, EventGoodsSaid, eventGoods, PickUpOrder } from './contract'
import { changedFields, type DraftState, draftStates, isPickedUpBy, isSentBy } from './eventGoods'
import { readCode } from './pickUp/pickUp'

/** A T-shirt of 3,000 yen, handed over at the hall in thirty days, on sale since yesterday for ten days. */
export const exampleEventGoods = (
  { brandId }: { brandId: string },
  at: number,
  eventId: string | null = null,
): EventGoodsSaid => ({
  homeBrandId: brandId,
  eventId,
  name: 'Tour shirt',
  description: 'Black.',
  price: 3000,
  salesType: 'permanent',
  maxPerPerson: null,
  isReducedTax: false,
  thumbnails: [],
  variations: [exampleVariation(20, 'M')],
  shares: [{ brandId, share: 10_000 }],
  delivery: 'pickUp',
  shippingFee: 0,
  shippingTimeText: '',
  pickUp: { venueName: 'Star Hall', windows: [{ from: at + 30 * day, to: at + 30 * day + 5 * 3_600_000 }] },
  windows: [{ audience: 'public', planIds: [], startAt: at - day, endAt: at + 10 * day }],
})

const hour = 3_600_000
const names = ['ツアーTシャツ', '会場限定タオル', 'ペンライト', '公演パンフレット', '銀テープキーホルダー'] as const
const eventNames = [
  { eventId: 'event_3', title: '星空のワンマンライブ' },
  { eventId: 'event_7', title: '夏の野外ツアー' },
]
const brands = [
  { brandId: 'brand_aoi', name: '葵 — AOI' },
  { brandId: 'brand_minato', name: '湊バンド' },
]

const choices = [
  ...eventNames.map((one, n) => ({ ...one, of: 0, startAt: mockNow + (n + 1) * 12 * day })),
  { eventId: 'event_30', title: '港まつりライブ', of: 1, startAt: mockNow + 20 * day },
  { eventId: 'event_31', title: '湊バンド結成10周年記念ツアー 東京公演 2日目', of: 1, startAt: mockNow + 40 * day },
  { eventId: 'event_12', title: '春のワンマンライブ', of: 0, startAt: mockNow - 30 * day },
].flatMap(({ of, ...one }) => {
  const brand = brands[of]
  return brand ? [{ ...one, brandId: brand.brandId, brandName: brand.name }] : []
})

const saidOf = (n: number, { picture }: MockContext): EventGoodsSaid => {
  const delivery = n % 10 === 3 ? 'both' : n % 10 === 5 ? 'digital' : n % 2 === 0 ? 'pickUp' : 'shipping'
  return {
    homeBrandId: 'brand_aoi',
    eventId: n % 3 === 2 ? null : n % 6 === 3 ? 'event_7' : 'event_3',
    name: n < names.length ? (names[n] ?? '') : `${names[n % names.length]}（第${n}弾）`,
    description: '会場でお渡しします。',
    price: [3500, 2200, 3000, 2500, 900][n % 5] ?? 1000,
    salesType: 'permanent',
    maxPerPerson: n % 3 === 0 ? 3 : null,
    isReducedTax: false,
    thumbnails: [{ url: picture(`event-goods-${n}`), alt: '' }],
    variations: ['M', 'L'].map((variationName, m) => ({
      variationId: `variation_e${n}_${m}`,
      variationName,
      sku: '',
      isUnlimited: false,
      stockChange: 0,
      maxQuantity: null,
      isStopped: false,
      isHidden: false,
    })),
    shares:
      n % 2 === 0
        ? [
            { brandId: 'brand_aoi', share: 6000 },
            { brandId: 'brand_minato', share: 4000 },
          ]
        : [{ brandId: 'brand_aoi', share: 10_000 }],
    delivery,
    shippingFee: isSentBy(delivery) ? 600 : 0,
    shippingTimeText: isSentBy(delivery) ? '公演のあと2週間以内に発送' : '',
    ...(delivery === 'digital' && {
      files: [{ fileId: `file_e${n}`, mediaId: `media_e${n}`, name: '公演パンフレット.pdf' }],
    }),
    pickUp: isPickedUpBy(delivery)
      ? {
          venueName: '星空ホール 物販受け取り口',
          windows: [{ from: mockNow + 12 * day, to: mockNow + 12 * day + 5 * hour }],
        }
      : { venueName: '', windows: [] },
    windows: [
      { audience: 'fanClub', planIds: [], startAt: mockNow - 6 * day, endAt: mockNow - 2 * day },
      { audience: 'public', planIds: [], startAt: mockNow - 2 * day, endAt: mockNow + 8 * day },
    ],
  }
}
const itemOf = (n: number, context: MockContext): EventGoodsItem => {
  const said = saidOf(n, context)
  return {
    goodsId: `event_goods_${n}`,
    name: said.name,
    thumbnail: said.thumbnails[0]?.url ?? '',
    price: said.price,
    brandId: said.homeBrandId,
    eventId: said.eventId,
    eventTitle: eventNames.find(({ eventId }) => eventId === said.eventId)?.title ?? '',
    delivery: said.delivery,
    visibility: n % 7 === 4 ? 'hidden' : 'visible',
    salesStatus: n % 6 === 3 ? 'soldOut' : n % 6 === 5 ? 'endOfSale' : 'onSale',
    stock: n % 6 === 3 ? 0 : 120 - n,
    sold: 30 + n * 3,
    draftState: n % 5 === 1 ? 'submitted' : n % 5 === 3 ? 'editing' : null,
    editedAt: mockNow - n * day,
  }
}
const uploadsOf = ({ files = [] }: EventGoodsSaid) =>
  files.map(({ mediaId }) => ({ mediaId, contentType: 'application/pdf', size: 8_400_000 }))
const numberOf = (goodsId: string) => Number(/\d+$/.exec(goodsId)?.[0] ?? 0)

const draftStateOf = (n: number): DraftState =>
  (['submitted', 'editing', 'returned', 'approved'] as const)[n % 4] ?? 'editing'
/** Even ones change existing goods, odd ones are new. */
const draftSaid = (n: number, context: MockContext): EventGoodsSaid => {
  const said = saidOf(n, context)
  return n % 2 === 1
    ? said
    : {
        ...said,
        price: said.price + 300,
        description: `${said.description}\n数に限りがあります。`,
        windows: said.windows.map((window) => ({ ...window, endAt: window.endAt + day })),
        variations: said.variations.map((one, m) => ({ ...one, stockChange: m === 0 ? 50 : 0 })),
      }
}
const draftOf = (n: number, context: MockContext): EventGoodsDraftRow => {
  const [said, now] = [draftSaid(n, context), n % 2 === 1 ? null : saidOf(n, context)]
  const state = draftStateOf(n)
  return {
    draftId: `draft_${n}`,
    goodsId: now && `event_goods_${n}`,
    name: said.name,
    thumbnail: said.thumbnails[0]?.url ?? '',
    brandId: said.homeBrandId,
    state,
    authorName: ['三上 そら', '葵'][n % 2] ?? '',
    reason: state === 'returned' ? '受け取りの時間を、開場の1時間前からにしてください。' : '',
    editedAt: mockNow - n * hour,
    submittedAt: state === 'editing' ? null : mockNow - n * hour,
    changed: state === 'approved' ? [] : changedFields(now, said),
  }
}
const may = { canEdit: true, canDecide: true }

const pickUpOf = (code: string, { picture }: MockContext): PickUpOrder => {
  const orderNumber = /^[A-Z]-\d+$/.test(code) ? code : 'A-000413'
  const isDone = orderNumber.endsWith('9')
  return {
    orderId: `order_mock_${numberOf(orderNumber)}`,
    orderNumber,
    brandName: '葵 — AOI',
    buyerName: '佐藤 葵',
    state: isDone ? 'done' : 'ready',
    handedAt: isDone ? mockNow - hour : null,
    lines: [0, 2].map((n, m) => ({
      lineId: `line_${n}`,
      name: names[n] ?? '',
      variationName: m === 0 ? 'M' : '',
      thumbnail: picture(`event-goods-${n}`),
      quantity: 2 - m,
      handed: isDone ? 2 - m : 0,
      toHand: isDone ? 0 : 2 - m,
    })),
  }
}

const waitingNumbers = Array.from({ length: 12 }, (_, n) => `A-${String(410 + n).padStart(6, '0')}`).filter(
  (orderNumber) => !orderNumber.endsWith('9'),
)
/** Orders whose number ends in 8 were handed over at another desk meanwhile. */
const isHandedElsewhere = (orderId: string) => orderId.endsWith('8')

/** Number of simulated conflicts; each makes the draft newer. */
let beaten = 0

export const eventGoodsMocks: Mocks<typeof eventGoods> = {
  examples: ({
    publishedEvent,
    eventGoodsId,
    hiddenEventGoods,
    editingDraft,
    submittedDraft,
    pickUpOrder,
    pickUpLine,
    tenantId,
    at,
    ids,
  }) => ({
    getEventGoodsList: { tenantId, status: 'onSale', q: 'Tour', pagination: { limit: 20, offset: 0 } },
    getEventGoods: { tenantId, goodsId: eventGoodsId },
    getEventChoices: { tenantId },
    getEventGoodsDrafts: { tenantId, status: 'submitted', pagination: { limit: 20, offset: 0 } },
    getEventGoodsDraft: { tenantId, draftId: editingDraft },
    saveEventGoodsDraft: {
      tenantId,
      draftId: editingDraft,
      said: exampleEventGoods(ids, at, publishedEvent),
      expectedEditedAt: at,
      expectedGoodsEditedAt: at,
    },
    submitEventGoodsDraft: { tenantId, draftId: editingDraft },
    approveEventGoodsDraft: { tenantId, draftId: submittedDraft },
    returnEventGoodsDraft: { tenantId, draftId: submittedDraft, reason: 'Later.' },
    publishEventGoods: { tenantId, goodsId: hiddenEventGoods },
    endEventGoodsSale: { tenantId, goodsId: eventGoodsId },
    getPickUpOrder: { tenantId, code: pickUpOrder },
    getPickUpEvents: { tenantId },
    getPickUpList: { tenantId, eventId: publishedEvent },
    pickUpOrderLines: { tenantId, orderId: pickUpOrder, lines: [{ lineId: pickUpLine, quantity: 1 }] },
  }),
  answers: {
    getEventGoodsList: ({ status = 'all', eventId, q, pagination: page = everything }, context) => {
      const passing = mockFound(
        Array.from({ length: 46 }, (_, n) => itemOf(n, context)).filter(
          (one) =>
            (eventId === undefined || one.eventId === eventId) &&
            (status === 'all' ||
              (status === 'hidden'
                ? one.visibility === 'hidden'
                : one.visibility === 'visible' && one.salesStatus === status)),
        ),
        { q, sort: undefined },
        { texts: ({ name }) => [name], by: {} },
      )
      return {
        eventGoods: passing.slice(page.offset, page.offset + page.limit),
        brands,
        events: eventNames,
        pagination: paginationOf(passing.length, page),
        ...may,
      }
    },
    getEventGoods: ({ goodsId }, context) => {
      const n = numberOf(goodsId)
      if (!goodsId.startsWith('event_goods_')) return refused('goodsNotFound')
      const said = saidOf(n, context)
      return {
        goods: itemOf(n, context),
        said,
        variations: said.variations.map(({ variationId = '', variationName }, m) => ({
          variationId,
          variationName,
          available: 60 - m * 10,
          reserved: m,
          sold: 20 + n,
          isUnlimited: false,
        })),
        draft: n % 5 === 1 ? { ...draftOf(n * 4, context), goodsId } : null,
        uploads: uploadsOf(said),
        brands,
        ...may,
      }
    },
    getEventChoices: () => ({ events: choices }),
    getEventGoodsDrafts: ({ status, pagination: page = everything }, context) => {
      const passing = Array.from({ length: 46 }, (_, n) => draftOf(n, context)).filter(
        ({ state }) => status === undefined || state === status,
      )
      return {
        drafts: passing.slice(page.offset, page.offset + page.limit),
        brands,
        pagination: paginationOf(passing.length, page),
        ...may,
      }
    },
    getEventGoodsDraft: ({ draftId }, context) => {
      if (!/^draft_\d+$/.test(draftId)) return refused('draftNotFound')
      const n = numberOf(draftId)
      return {
        draft: draftOf(n, context),
        said: draftSaid(n, context),
        now: n % 2 === 1 ? null : saidOf(n, context),
        goodsEditedAt: n % 2 === 1 ? null : itemOf(n, context).editedAt,
        isStale: false,
        isOwn: false,
        uploads: uploadsOf(draftSaid(n, context)),
        brands,
        events: eventNames,
        plans: [],
        ...may,
      }
    },
    saveEventGoodsDraft: ({ draftId }) => ({ draftId: draftId ?? 'draft_1', editedAt: mockNow }),
    submitEventGoodsDraft: () => ({ state: draftStates[1] }),
    approveEventGoodsDraft: () => ({ goodsId: 'event_goods_0' }),
    returnEventGoodsDraft: () => ({ state: draftStates[3] }),
    publishEventGoods: ({ goodsId }) => ({ goodsId }),
    endEventGoodsSale: ({ goodsId }) => ({ goodsId }),
    getPickUpOrder: ({ code }, context) => {
      const read = readCode(code)
      return /^([A-Z]-\d+|order_.*)$/.test(read) ? { orders: [pickUpOf(read, context)] } : refused('orderNotFound')
    },
    getPickUpEvents: () => ({ events: choices.map(({ eventId, title, startAt }) => ({ eventId, title, startAt })) }),
    getPickUpList: ({ after }, context) => {
      // Two pages.
      const orders = waitingNumbers.map((one) => pickUpOf(one, context))
      const from = after === undefined ? 0 : orders.findIndex(({ orderId }) => orderId === after) + 1
      const page = orders.slice(from, from + 8)
      return { orders: page, next: from + 8 < orders.length ? (page.at(-1)?.orderId ?? null) : null }
    },
    pickUpOrderLines: ({ orderId, lines, at = mockNow }, context) => {
      if (isHandedElsewhere(orderId)) return refused('alreadyPickedUp')
      const order = pickUpOf(`A-${orderId.replace(/\D/g, '').padStart(6, '0')}`, context)
      const after = order.lines.map((line) => {
        const handed = lines.find(({ lineId }) => lineId === line.lineId)?.quantity ?? 0
        return { ...line, handed: line.handed + handed, toHand: line.toHand - handed }
      })
      const isDone = after.every(({ toHand }) => toHand === 0)
      return { order: { ...order, lines: after, state: isDone ? 'done' : 'ready', handedAt: at } }
    },
  },
  scenarios: {
    empty: {
      getEventGoodsList: ({ pagination: page = everything }) => ({
        eventGoods: [],
        brands,
        events: [],
        pagination: paginationOf(0, page),
        ...may,
      }),
      getEventGoodsDrafts: ({ pagination: page = everything }) => ({
        drafts: [],
        brands,
        pagination: paginationOf(0, page),
        ...may,
      }),
    },
    conflict: {
      approveEventGoodsDraft: () => refused('conflict'),
      getEventGoodsDraft: (payload, context) => {
        const answer = eventGoodsMocks.answers.getEventGoodsDraft(payload, context)
        if ('refusal' in answer || beaten === 0) return answer
        return { ...answer, draft: { ...answer.draft, editedAt: mockNow + beaten } }
      },
      // A save with the newest version succeeds.
      saveEventGoodsDraft: ({ draftId, expectedEditedAt }) => {
        if (draftId && beaten > 0 && expectedEditedAt === mockNow + beaten)
          return { draftId, editedAt: expectedEditedAt }
        beaten += 1
        return refused('conflict')
      },
    },
    readOnly: {
      getEventGoods: (payload, context) => {
        const answer = eventGoodsMocks.answers.getEventGoods(payload, context)
        return 'refusal' in answer ? answer : { ...answer, canEdit: false, canDecide: false }
      },
    },
  },
}
