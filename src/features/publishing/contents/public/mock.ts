import { type MockContext, type Mocks, mockFilm, mockNow, nth, refused } from '#kit/mock.ts'
import { everything } from '#kit/pagination.ts'
import { day, monthText, tokyoMonth } from '#kit/time.ts'
import type { PublicPlan } from '#membership/plans/contract.ts'
import type { AccessStatus } from '../access'
import type { loves } from '../loves/contract'
import type { Explanation, PlanContentItem, PublicPlanContent, publicContents } from './contract'

const names = [
  '冬の弾き語り',
  '新曲ができるまで',
  '制作ノート',
  '旅先からの手紙',
  'スタジオの午後',
  '朝の発声練習',
  '歌詞の夜',
] as const
const plans = [
  { planId: 'plan_seiza', name: '星座プラン' },
  { planId: 'plan_ginga', name: '銀河プラン' },
] as const
const types = ['news', 'video', 'news', 'news', 'streaming'] as const

const many = 34
const isFree = (n: number) => n % 6 === 0
/** A member of the first plan since the current month; older months have to be bought. */
const statusOf = (n: number, uid: string): AccessStatus => {
  if (isFree(n)) return 'freeContents'
  if (uid === '') return n < 5 ? 'requiredPurchasePlan' : 'requiredPurchasePlanAndBackNumber'
  return n < 5 || n % 4 === 1 ? 'available' : 'requiredPurchaseBackNumber'
}
export const mockCard = (n: number, { uid, picture }: MockContext): PlanContentItem => {
  const publishedAt = mockNow - (n * 5 + 1) * day
  const card = {
    planContentId: `content_${n}`,
    name: `${nth(names, n)}（${n + 1}）`,
    description: n % 2 ? 'スタジオで録った音と、その日の話。' : '',
    preview: n % 3 === 1 ? '録り終えた朝、窓を開けたら雪でした。最初のひと息が、いちばんよかった曲の話です。' : '',
    thumbnail: picture(`fan-content-${n}`),
    status: statusOf(n, uid),
    plans: [...plans].slice(n % 2),
    publishedAt,
    backNumberPeriod: tokyoMonth(publishedAt),
    opensAt: null,
    needsMonth: n >= 5 && !isFree(n) && statusOf(n, uid) !== 'available',
  }
  const type = nth(types, n)
  const counts = { countOfLoves: (n * 37) % 240, countOfComments: n === 0 ? 57 : n % 9 }
  if (type === 'video') return { ...card, type, ...counts, durationMs: (n + 2) * 97_000, clip: '' }
  if (type === 'news') return { ...card, type, ...counts, characters: 640 + n * 113, pictures: n % 4 }
  const eventState = n === 9 ? 'canceled' : n === 14 ? 'undated' : null
  const times = { startAt: mockNow + 3 * day, expiredAt: null }
  return { ...card, type, details: { ...times, streamingStatus: 'beforeLive', eventState } }
}
const numberOf = (planContentId: string) => {
  const n = Number(/^content_(\d+)$/.exec(planContentId)?.[1] ?? 'NaN')
  return n < many ? n : null
}

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const row = (type: string, cells: string[]) => ({
  type: 'tableRow',
  content: cells.map((words) => ({ type, content: [paragraph(words)] })),
})
const text = JSON.stringify({
  type: 'doc',
  content: [
    paragraph('寒くなってきましたね。スタジオの窓が白くくもる朝に、新しい曲をひとつ録りました。'),
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '一発録りの理由' }] },
    paragraph('何度も歌い直した日もありますが、この曲だけは、最初のひと息がいちばんよかったのです。'),
    {
      type: 'bulletList',
      content: ['歌は一発録り', '鍵盤は友人に弾いてもらいました'].map((line) => ({
        type: 'listItem',
        content: [paragraph(line)],
      })),
    },
    { type: 'blockquote', content: [paragraph('歌詞は、旅先で書いた手紙から。')] },
    {
      type: 'table',
      content: [
        row('tableHeader', ['曲', '録った日', '録った場所', '使った楽器']),
        row('tableCell', ['朝の波止場', '11月3日', '家の廊下', '古いアップライトピアノ']),
        row('tableCell', ['まだ題名のない曲', '11月9日', 'スタジオ', 'ギターと足音']),
      ],
    },
  ],
})

const opened = (n: number, context: MockContext): PublicPlanContent => {
  const card = mockCard(n, context)
  const shown = {
    planContentId: card.planContentId,
    tenantId: 'tenant_hoshi',
    brand: {
      name: '葵 — AOI',
      slug: 'aoi',
      iconThumbnail: context.picture('aoi-icon'),
      coverThumbnail: context.picture('aoi-cover'),
    },
    planContentName: card.name,
    planContentDescription: card.description,
    visibility: isFree(n) ? ('allUsers' as const) : ('paidUsers' as const),
    publishedAt: card.publishedAt,
    thumbnail: card.thumbnail,
    backNumberPeriod: card.backNumberPeriod,
  }
  if (card.type === 'streaming') {
    const { eventState } = card.details
    const page = `/fc/aoi/contents/${card.planContentId}`
    const source = eventState === null ? null : { default: { cookie: {}, cors: false, url: '' } }
    const event = { eventId: 'event_3', title: '星空のワンマンライブ' }
    const facts = {
      eventId: event.eventId,
      event,
      streamingId: 'streaming_0',
      streamingPageUrl: page,
      streamingSource: source,
    }
    const eventReason = eventState === null ? '' : '出演者の体調不良のため、お休みをいただきます。'
    return {
      ...shown,
      type: card.type,
      details: { ...facts, ...card.details, eventReason, health: 'ok', vodAvailableAt: null, notices: [] },
    }
  }
  const { countOfLoves, countOfComments } = card
  const loved = { hasAlreadyLoved: false, countOfLoves, countOfComments }
  if (card.type === 'news')
    return { ...shown, type: card.type, details: { imageUrls: [context.picture('news-1')], text }, ...loved }
  const files = { videoURL: mockFilm(context), videoThumbnail: card.thumbnail, signedCookies: {} }
  return { ...shown, type: card.type, details: { ...files, text }, ...loved }
}

/** The content of a live that runs now, or of its recording. */
const streamed = (streamingStatus: 'live' | 'vod', context: MockContext): PublicPlanContent => {
  const content = opened(4, context)
  if (content.type !== 'streaming') return content
  const source = { default: { cookie: {}, cors: false, url: mockFilm(context), liveOffset: 6 } }
  const times = { startAt: mockNow - 3_600_000, expiredAt: mockNow + 7 * 86_400_000 }
  return {
    ...content,
    details: {
      ...content.details,
      ...times,
      streamingStatus,
      streamingSource: source,
      eventState: null,
      eventReason: '',
    },
  }
}

const seiza = ({ uid, picture }: MockContext): PublicPlan => ({
  planId: 'plan_seiza',
  name: '星座プラン',
  description: '毎月の限定動画\n制作ノート（月4回）',
  thumbnail: picture('plan-plan_seiza'),
  status: uid === '' ? 'onSale' : 'purchased',
  prices: [{ price: 1500, subscriptionInterval: 'month', stripePriceId: 'plan_seiza' }],
  archivingAt: null,
  archivedAt: null,
  paymentIncomplete: false,
  archivingMessage: '',
  planContents: [],
})

const isOpen = (status: AccessStatus) => status === 'freeContents' || status === 'available'
const unknown: Explanation = {
  status: 'notfound',
  conditions: { hasPlan: false, hasMonth: false },
  backNumberPeriod: null,
  isMonthOver: false,
  plans: [],
  opensAt: null,
  unlockOptions: [],
}
const explained = (planContentId: string, context: MockContext): Explanation => {
  const n = numberOf(planContentId)
  if (n === null) return unknown
  const { status, plans: opening, backNumberPeriod } = mockCard(n, context)
  const hasPlan = context.uid !== ''
  const hasMonth = status !== 'requiredPurchaseBackNumber' && status !== 'requiredPurchasePlanAndBackNumber'
  const plan = {
    planId: 'plan_seiza',
    name: '星座プラン',
    price: 1500,
    subscriptionInterval: 'month' as const,
    isMember: false,
  }
  const month = backNumberPeriod && {
    planId: 'plan_seiza',
    planName: '星座プラン',
    period: backNumberPeriod,
    price: 800,
  }
  const needed = { plan: hasPlan ? null : plan, month: hasMonth ? null : month }
  return {
    status,
    conditions: { hasPlan, hasMonth },
    backNumberPeriod,
    isMonthOver: backNumberPeriod !== null && monthText(backNumberPeriod) < monthText(tokyoMonth(mockNow)),
    plans: opening,
    opensAt: null,
    unlockOptions: isOpen(status) ? [] : [{ ...needed, total: (needed.plan?.price ?? 0) + (needed.month?.price ?? 0) }],
  }
}

export const publicContentMocks: Mocks<typeof publicContents> = {
  examples: ({ uid, viewer, activePlan, activeNews, freeNews, tenantId, at, ids }) => ({
    getPublicPlanContents: {
      ...ids,
      filterOption: { type: 'planContents', planId: activePlan },
      type: 'news',
      q: 'Letter',
    },
    getPublicPlanContent: { tenantId, planContentId: freeNews },
    getPublicPlanContentWithPlans: { ...ids, planContentId: activeNews },
    getPlanContentMetadata: { tenantId, planContentId: activeNews },
    explainMyAccess: { tenantId, planContentId: activeNews },
    explainAccess: { ...ids, planContentId: activeNews, uid, at },
    noteContentView: { tenantId, planContentId: freeNews, viewer: viewer },
  }),
  answers: {
    getPublicPlanContents: ({ filterOption, type, q = '', beside, pagination = everything }, context) => {
      const every = Array.from({ length: many }, (_, n) => mockCard(n, context))
      if (beside) {
        const place = numberOf(beside.planContentId)
        if (place === null) return refused('contentNotFound')
        const those = beside.are === 'older' ? every.slice(place + 1) : every.slice(0, place).reverse()
        return { planContents: those.slice(0, pagination.limit), hasMore: those.length > pagination.limit }
      }
      const words = q.toLowerCase().split(/\s+/)
      const all = every
        .filter((card) => type === undefined || card.type === type)
        .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
        .filter(
          (card) =>
            filterOption === null ||
            filterOption.type === 'allContents' ||
            (filterOption.type === 'freeContents'
              ? card.status === 'freeContents'
              : card.plans.some(({ planId }) => planId === filterOption.planId)),
        )
      const end = pagination.offset + pagination.limit
      return { planContents: all.slice(pagination.offset, end), hasMore: all.length > end }
    },
    getPublicPlanContent: ({ planContentId }, context) => {
      const n = numberOf(planContentId)
      if (n === null) return { ok: false, status: 'notfound' }
      const { status } = mockCard(n, context)
      if (status === 'freeContents' || status === 'available') return { ok: true, planContent: opened(n, context) }
      return { ok: false, status }
    },
    getPublicPlanContentWithPlans: ({ planContentId }, context) => {
      const n = numberOf(planContentId)
      return n === null ? refused('contentNotFound') : { planContent: mockCard(n, context), plans: [seiza(context)] }
    },
    getPlanContentMetadata: ({ planContentId }, context) => {
      const n = numberOf(planContentId)
      if (n === null) return null
      const { name, thumbnail, description } = mockCard(n, context)
      return { name, thumbnail, description }
    },
    explainMyAccess: ({ planContentId }, context) => explained(planContentId, context),
    explainAccess: ({ planContentId, uid = '', at = mockNow }, context) => ({
      ...explained(planContentId, { ...context, uid }),
      ...(at < mockNow && { unlockOptions: [] }),
      isPast: at < mockNow,
    }),
    noteContentView: () => ({}),
  },
  scenarios: {
    empty: { getPublicPlanContents: () => ({ planContents: [], hasMore: false }) },
    onAir: { getPublicPlanContent: (_, context) => ({ ok: true, planContent: streamed('live', context) }) },
    archived: { getPublicPlanContent: (_, context) => ({ ok: true, planContent: streamed('vod', context) }) },
  },
}

export const loveMocks: Mocks<typeof loves> = {
  examples: ({ freeNews, tenantId }) => ({
    lovePlanContent: { tenantId, planContentId: freeNews },
    unLovePlanContent: { tenantId, planContentId: freeNews },
  }),
  answers: {
    lovePlanContent: () => ({ hasAlreadyLoved: true, countOfLoves: 1 }),
    unLovePlanContent: () => ({ hasAlreadyLoved: false, countOfLoves: 0 }),
  },
  scenarios: {},
}
