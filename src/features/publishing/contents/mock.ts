import { type MockContext, type Mocks, mockFilm, mockFound, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day, type Instant, tokyoMonth } from '#kit/time.ts'
import type { ContentStatus, ContentType } from './content'
import type { AdminPlanContent, ContentListItem, contents } from './contract'
import type { news } from './news/contract'

export const exampleContent = (planId: string) => ({
  name: 'Letter from the studio',
  description: 'What was recorded.',
  preview: 'It snowed on the morning after.',
  thumbnail: '',
  viewableBy: 'paidUsers' as const,
  planIds: [planId],
  backNumberPeriod: { year: 2026, month: 11 },
  text: '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Hello."}]}]}',
})

const names = [
  '冬の弾き語り',
  '新曲ができるまで',
  '制作ノート',
  '旅先からの手紙',
  'スタジオの午後',
  '朝の発声練習',
] as const
const plans = [
  { planId: 'plan_seiza', name: '星座プラン' },
  { planId: 'plan_ginga', name: '銀河プラン' },
  { planId: 'plan_suisei', name: '彗星プラン（年払い）' },
] as const
const types = ['news', 'video', 'news', 'streaming'] as const

type Row = Omit<ContentListItem, 'thumbnail'> & { painted: boolean }
const row = (n: number, status: ContentStatus, publishingAt: Instant | null): Row => {
  const type: ContentType = nth(types, n)
  return {
    planContentId: `content_${n}`,
    type,
    name: status === 'draft' && n % 4 === 3 ? '' : `${nth(names, n)}（${n + 1}）`,
    description: n % 2 ? 'スタジオで録った一発録りの音と、その日の話。' : '',
    status,
    viewableBy: n % 6 === 5 ? 'allUsers' : 'paidUsers',
    plans: plans.slice(0, 1 + (n % 3)),
    backNumberPeriod: status === 'active' ? tokyoMonth(publishingAt ?? mockNow) : null,
    publishingAt,
    editedAt: (publishingAt ?? mockNow) - (status === 'publishmentScheduled' ? 30 : 1) * day,
    conversionStatus: type !== 'video' ? 'none' : status === 'draft' && n % 2 === 1 ? 'progressing' : 'completed',
    loves: status === 'active' ? (n * 37) % 1300 : 0,
    viewers: status === 'active' ? (n * 113) % 4200 : 0,
    comments: status === 'active' ? (n * 11) % 90 : 0,
    painted: n % 7 !== 6,
  }
}
const rows: Row[] = [
  ...Array.from({ length: 6 }, (_, n) => row(n, 'draft', null)),
  ...Array.from({ length: 4 }, (_, n) => row(6 + n, 'publishmentScheduled', mockNow + (n * 3 + 1) * day)),
  ...Array.from({ length: 46 }, (_, n) => row(10 + n, 'active', mockNow - (n * 4 + 1) * day)),
]

const shown = ({ painted, ...content }: Row, { picture }: MockContext): ContentListItem => ({
  ...content,
  thumbnail: painted ? picture(`content-${content.planContentId}`) : '',
})

const countsOf = (all: Row[]) => {
  const count = (status: ContentStatus) => all.filter((content) => content.status === status).length
  return {
    all: all.length,
    draft: count('draft'),
    active: count('active'),
    publishmentScheduled: count('publishmentScheduled'),
  }
}

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const text = JSON.stringify({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '今月のこと' }] },
    paragraph('寒くなってきましたね。スタジオの窓が白くくもる朝に、新しい曲をひとつ録りました。'),
    {
      type: 'bulletList',
      content: ['歌は一発録り', '鍵盤は友人に弾いてもらいました'].map((line) => ({
        type: 'listItem',
        content: [paragraph(line)],
      })),
    },
    { type: 'blockquote', content: [paragraph('歌詞は、旅先で書いた手紙から。')] },
  ],
})

/** The draft whose video is on its way. */
export const unsent = 'content_5'
const detailsOf = (
  { planContentId, type, conversionStatus }: Row,
  context: MockContext,
): AdminPlanContent['details'] => {
  const { picture } = context
  if (planContentId === unsent) {
    const nothing = { videoUrl: '', text: '', signedCookies: {}, mediaId: null, clipFromMs: null, clip: '' }
    return { type: 'video', ...nothing }
  }
  if (type === 'video') {
    const videoUrl = conversionStatus === 'completed' ? mockFilm(context) : ''
    return { type, videoUrl, text, signedCookies: {}, mediaId: 'media_mock', clipFromMs: null, clip: '' }
  }
  if (type === 'streaming') {
    const url = 'http://localhost:3000/fc/aoi/contents/content_mock'
    const times = { startAt: mockNow + 3 * day, expiredAt: mockNow + 10 * day }
    return { type, url, text, ...times, streamingId: 'streaming_mock' }
  }
  return { type, imageUrls: [picture('news-1'), picture('news-2')], text }
}

type Written = Parameters<Mocks<typeof news>['answers']['createDraftPlanContentNews']>[0] & { publishingAt?: number }
/** What was written into contents since the page was loaded: forms take over what they read back. */
const written = new Map<string, Partial<Written>>()

export const saved = ({ planContentId, ...fields }: { planContentId: string } & Partial<Written>) => {
  written.set(planContentId, { ...written.get(planContentId), ...fields })
  return { planContentId }
}
const copied = () => {
  written.delete('content_0')
  return { planContentId: 'content_0' }
}
/** Empty but for what was said. */
const created = (fields: Written) => saved({ ...copied(), description: '', preview: '', english: {}, ...fields })

const orders = {
  name: ({ name }: Row) => name,
  publishingAt: ({ publishingAt }: Row) => publishingAt ?? Number.POSITIVE_INFINITY,
  editedAt: ({ editedAt }: Row) => editedAt,
  viewers: ({ viewers }: Row) => viewers,
  loves: ({ loves }: Row) => loves,
  comments: ({ comments }: Row) => comments,
}

type Answer<Name extends keyof typeof contents> = Mocks<typeof contents>['answers'][Name]
const list: Answer<'getPlanContentsWithPlans'> = (
  { status, type, planId, month, q, sort, pagination = everything },
  context,
) => {
  const chosen = rows.filter(
    (one) =>
      (!status || one.status === status) &&
      (!type || one.type === type) &&
      (!planId || one.plans.some((plan) => plan.planId === planId)) &&
      (!month || (one.backNumberPeriod?.year === month.year && one.backNumberPeriod.month === month.month)) &&
      (!q || one.name.includes(q)),
  )
  const sorted = mockFound(chosen, { sort }, { texts: () => [''], by: orders })
  return {
    planContents: sorted
      .slice(pagination.offset, pagination.offset + pagination.limit)
      .map((one) => shown(one, context)),
    pagination: paginationOf(chosen.length, pagination),
    canEdit: true,
    counts: countsOf(rows),
  }
}
const read: Answer<'getPrivatePlanContent'> = ({ planContentId }, context) => {
  const found = rows.find((one) => one.planContentId === planContentId)
  if (!found) return refused('contentNotFound')
  const {
    plans: opening,
    conversionStatus: _,
    loves: __,
    comments: ___,
    viewers: ____,
    ...content
  } = shown(found, context)
  return {
    planContent: {
      ...content,
      preview:
        content.viewableBy === 'paidUsers'
          ? '録り終えた朝、窓を開けたら雪でした。最初のひと息が、いちばんよかった曲の話です。'
          : '',
      english: {},
      planIds: opening.map((plan) => plan.planId),
      periodFollows: false,
      commentPolicy: 'enabled',
      commentAudience: 'all',
      details: detailsOf(found, context),
    },
    canEdit: true,
    canExplain: true,
    editedBy: { name: '星野 あおい', isMe: true },
  }
}
const one: Answer<'getPrivatePlanContent'> = (payload, context) => {
  const answer = read(payload, context)
  const kept = written.get(payload.planContentId)
  if ('refusal' in answer || !kept) return answer
  const { planContent } = answer
  const { name = planContent.name, viewableBy = planContent.viewableBy, planIds = planContent.planIds } = kept
  const { description = planContent.description, preview = planContent.preview, text = planContent.details.text } = kept
  const { english = planContent.english, backNumberPeriod = planContent.backNumberPeriod } = kept
  const { periodFollows = planContent.periodFollows } = kept
  const planned = kept.publishingAt && { status: 'publishmentScheduled' as const, publishingAt: kept.publishingAt }
  const { details: before } = planContent
  const details =
    before.type === 'news' ? { ...before, text, imageUrls: kept.imageUrls ?? before.imageUrls } : { ...before, text }
  return {
    ...answer,
    planContent: {
      ...{ ...planContent, name, description, preview, english, viewableBy, planIds },
      ...{ backNumberPeriod, periodFollows, details },
      ...planned,
      ...(kept.publishingAt &&
        periodFollows && { backNumberPeriod: tokyoMonth(kept.publishingAt), periodFollows: false }),
    },
  }
}

/** Simulates another user's save at the first stale save. */
let isOvertaken = false
const overtaken = () => {
  isOvertaken = true
  return refused('conflict')
}

export const contentMocks: Mocks<typeof contents> = {
  examples: ({ activePlan, draftNews, scheduledNews, activeNews, at, ids }) => ({
    getPlanContentsWithPlans: {
      ...ids,
      status: 'active',
      type: 'news',
      planId: activePlan,
      month: { year: 2026, month: 11 },
      q: 'Letter',
      sort: '-loves',
      pagination: { limit: 20, offset: 0 },
    },
    getPrivatePlanContent: { ...ids, planContentId: activeNews },
    getScheduledActions: { ...ids, from: at, to: at + 31 * day },
    rescheduleAction: { ...ids, target: 'content', targetId: scheduledNews, runAt: at + 8 * day },
    cancelScheduledAction: { ...ids, target: 'content', targetId: scheduledNews },
    revertPlanContentToDraft: { ...ids, planContentId: activeNews },
    publishPlanContent: { ...ids, planContentId: draftNews },
    copyPlanContent: { ...ids, planContentId: activeNews },
    deletePlanContent: { ...ids, planContentId: draftNews },
    reschedulePlanContentPublishment: { ...ids, planContentId: scheduledNews, publishingAt: at + 6 * day },
  }),
  answers: {
    getPlanContentsWithPlans: list,
    getPrivatePlanContent: one,
    getScheduledActions: ({ from, to }) => ({
      actions: rows
        .flatMap(({ planContentId, type, name, status, publishingAt, editedAt }) =>
          publishingAt !== null && publishingAt >= from && publishingAt < to
            ? [{ action: 'publish' as const, planContentId, type, name, status, runAt: publishingAt, editedAt }]
            : [],
        )
        .sort((a, b) => a.runAt - b.runAt),
      others: [
        {
          kind: 'publishEvent' as const,
          eventId: 'event_2',
          planContentId: null,
          name: '新曲リリース記念会',
          runAt: mockNow + 2 * day,
          editedAt: mockNow - day,
        },
        {
          kind: 'event' as const,
          eventId: 'event_3',
          planContentId: null,
          name: '弾き語りの夜',
          runAt: mockNow + 6 * day,
          editedAt: null,
        },
        {
          kind: 'streaming' as const,
          eventId: 'event_3',
          planContentId: 'content_11',
          name: '冬のワンマンライブの配信',
          runAt: mockNow + 6 * day,
          editedAt: null,
        },
      ].filter(({ runAt }) => runAt >= from && runAt < to),
      canEdit: true,
    }),
    rescheduleAction: ({ targetId }) => ({ targetId }),
    cancelScheduledAction: ({ targetId }) => ({ targetId }),
    revertPlanContentToDraft: saved,
    publishPlanContent: ({ planContentId }) => {
      const found = rows.find((each) => each.planContentId === planContentId)
      return found?.name === '' ? refused('incomplete') : { planContentId }
    },
    copyPlanContent: copied,
    deletePlanContent: () => ({}),
    reschedulePlanContentPublishment: saved,
  },
  scenarios: {
    empty: {
      getPlanContentsWithPlans: ({ pagination = everything }) => ({
        planContents: [],
        pagination: paginationOf(0, pagination),
        canEdit: true,
        counts: countsOf([]),
      }),
      getScheduledActions: () => ({ actions: [], others: [], canEdit: true }),
    },
    moderator: {
      getPlanContentsWithPlans: (payload, context) => ({ ...list(payload, context), canEdit: false }),
      getPrivatePlanContent: (payload, context) => {
        const answer = one(payload, context)
        return 'refusal' in answer ? answer : { ...answer, canEdit: false }
      },
    },
    conflict: {
      getPrivatePlanContent: (payload, context) => {
        const answer = one(payload, context)
        return 'refusal' in answer || !isOvertaken
          ? answer
          : {
              ...answer,
              planContent: { ...answer.planContent, name: 'ほかの人の題', editedAt: mockNow },
              editedBy: { name: '鈴木 陽菜', isMe: false },
            }
      },
      revertPlanContentToDraft: () => refused('conflict'),
      reschedulePlanContentPublishment: () => refused('conflict'),
    },
  },
}

export const newsMocks: Mocks<typeof news> = {
  examples: ({ activePlan, draftNews, scheduledNews, activeNews, at, ids }) => ({
    createDraftPlanContentNews: { ...ids, ...exampleContent(activePlan), imageUrls: [] },
    createActivePlanContentNews: { ...ids, ...exampleContent(activePlan), imageUrls: [] },
    createPublishmentScheduledPlanContentNews: {
      ...ids,
      ...exampleContent(activePlan),
      imageUrls: [],
      publishingAt: at + 6 * day,
    },
    updatePlanContentNewsAsDraft: { ...ids, planContentId: draftNews, ...exampleContent(activePlan), imageUrls: [] },
    updatePlanContentNewsAsActive: { ...ids, planContentId: activeNews, ...exampleContent(activePlan), imageUrls: [] },
    scheduleToPublishPlanContentNews: {
      ...ids,
      planContentId: draftNews,
      ...exampleContent(activePlan),
      imageUrls: [],
      publishingAt: at + 6 * day,
    },
    updatePublishmentScheduledPlanContentNews: {
      ...ids,
      planContentId: scheduledNews,
      ...exampleContent(activePlan),
      imageUrls: [],
    },
  }),
  answers: {
    createDraftPlanContentNews: created,
    createActivePlanContentNews: created,
    createPublishmentScheduledPlanContentNews: created,
    updatePlanContentNewsAsDraft: saved,
    updatePlanContentNewsAsActive: saved,
    scheduleToPublishPlanContentNews: saved,
    updatePublishmentScheduledPlanContentNews: saved,
  },
  scenarios: {
    conflict: {
      updatePlanContentNewsAsDraft: () => refused('conflict'),
      updatePlanContentNewsAsActive: overtaken,
      updatePublishmentScheduledPlanContentNews: () => refused('conflict'),
    },
  },
}
