import { inLanguage } from '#kit/english.ts'
import { type MockContext, type Mocks, mockFound, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { asDocument } from '../contents/document'
import type { AdminEvent, EventListItem, events, PublicEvent } from './contract'
import type { EventStatus } from './event'

export const exampleSchedule = (at: number) => ({
  doorsOpenAt: at + 10 * day - 3_600_000,
  startAt: at + 10 * day,
  endAt: at + 10 * day + 7_200_000,
  venue: { name: 'Hall', address: 'Shibuya 1-2-3', mapUrl: 'https://example.com/map' },
})
export const exampleEvent = (planId: string) => ({
  title: 'Winter concert',
  catchCopy: 'Songs.',
  description: 'Two parts.',
  keyVisualUrl: 'https://example.com/visual.png',
  eventType: 'live' as const,
  performers: [{ name: 'Aoi', imageUrl: '', profile: 'Voice.' }],
  performerLine: 'Aoi',
  audience: 'plans' as const,
  planIds: [planId],
  contact: 'info@example.test',
  notes: 'Be early.',
})

const titles = ['冬のワンマンライブ', 'オンライン交流会', '新曲リリース記念会', '弾き語りの夜', '撮影会と朗読'] as const
const types = ['live', 'online', 'release', 'hybrid', 'meetup'] as const
const venues = ['渋谷 星のホール', '', '下北沢 月の書店', '横浜 港のライブハウス', '吉祥寺 森のスタジオ'] as const
const hour = 3_600_000

type Row = Omit<AdminEvent, 'keyVisualUrl'> & { painted: boolean }
const row = (n: number, status: EventStatus): Row => {
  const startAt = status === 'ended' ? mockNow - (n - 9) * 21 * day : mockNow + (n + 2) * 6 * day + 7 * hour
  const isDraft = status === 'draft'
  const title = isDraft && n % 2 ? '' : `${nth(titles, n)}（第${60 - n}回）`
  const endAt = startAt + 3 * hour
  const venue = { name: nth(venues, n), address: '東京都渋谷区神南 1-2-3', mapUrl: '' }
  return {
    eventId: `event_${n}`,
    title,
    catchCopy: n % 2 ? '' : '静かな夜に、歌を。',
    eventType: nth(types, n),
    status,
    startAt: title ? startAt : null,
    endAt: title ? endAt : null,
    venueName: title ? venue.name : '',
    audience: n % 3 === 1 ? 'fanClub' : 'public',
    visibility: isDraft ? 'draft' : status === 'scheduled' ? 'scheduled' : 'published',
    publishAt: isDraft ? null : status === 'scheduled' ? mockNow + 2 * day : mockNow - 30 * day,
    editedAt: mockNow - (n + 1) * day,
    description: asDocument('新しいアルバムの曲を中心に、二部構成でお届けします。\n終演後に短いお話の時間があります。'),
    english:
      n === 3
        ? {
            title: 'A night of songs',
            catchCopy: 'Voice and guitar.',
            description: 'Two parts, and a short talk after.',
          }
        : {},
    performers: [
      { name: '葵', imageUrl: '', profile: '歌とギター。' },
      { name: '湊', imageUrl: '', profile: '' },
    ],
    performerLine: '葵、湊（鍵盤）',
    schedules: title ? [{ scheduleId: `schedule_${n}`, doorsOpenAt: startAt - hour, startAt, endAt, venue }] : [],
    contact: 'info@example.test',
    notes: '開演後の入場は、曲の合間にご案内します。',
    postponement:
      status === 'postponed'
        ? { reason: '会場の設備の点検のため', at: mockNow - day, startedAt: startAt, isDated: false }
        : null,
    cancellation:
      status === 'canceled'
        ? { reason: '出演者の体調不良のため', refundPolicy: '代金は全額お返しします。', at: mockNow - day }
        : null,
    planIds: [],
    painted: !isDraft,
  }
}
const first: EventStatus[] = [
  'draft',
  'draft',
  'scheduled',
  'published',
  'published',
  'published',
  'postponed',
  'canceled',
  'published',
  'published',
]
const rows = [
  ...first.map((status, n) => row(n, status)),
  ...Array.from({ length: 40 }, (_, n) => row(10 + n, 'ended')),
]

const isCurrent = ({ status }: Row) => status !== 'ended' && status !== 'canceled'
const visual = ({ painted, eventId }: Row, { picture }: MockContext) => (painted ? picture(`event-${eventId}`) : '')
const listItem = (event: Row, context: MockContext): EventListItem => {
  const { eventId, title, catchCopy, eventType, status, startAt, endAt, venueName, audience } = event
  const { visibility, publishAt, editedAt } = event
  return {
    ...{ eventId, title, catchCopy, eventType, status, startAt, endAt, venueName, audience },
    ...{ visibility, publishAt, editedAt, keyVisualUrl: visual(event, context) },
  }
}
const told = (event: Row, { locale = 'ja' }: MockContext): Row => ({ ...event, ...inLanguage(event, locale) })
const publicItem = (event: Row, context: MockContext) => {
  const { visibility: _, publishAt: __, editedAt: ___, ...item } = listItem(told(event, context), context)
  return item
}
const adminEvent = ({ painted: _, ...event }: Row, keyVisualUrl: string): AdminEvent => ({ ...event, keyVisualUrl })
const publicEvent = (event: Row, context: MockContext): PublicEvent => {
  const { performers, performerLine, schedules, contact, notes, postponement, cancellation } = event
  return {
    ...publicItem(event, context),
    ...{
      description: asDocument(told(event, context).description),
      performers,
      performerLine,
      schedules,
      contact,
      notes,
      postponement,
      cancellation,
    },
    plans: [],
    lives:
      event.eventId === 'event_3'
        ? [{ planContentId: 'content_4', name: '開演前の楽屋から（生配信）', startAt: mockNow + 3 * day }]
        : [],
  }
}

const countsOf = (all: Row[]) => {
  const count = (status: EventStatus) => all.filter((event) => event.status === status).length
  return {
    all: all.length,
    current: all.filter(isCurrent).length,
    draft: count('draft'),
    scheduled: count('scheduled'),
    published: count('published'),
    postponed: count('postponed'),
    canceled: count('canceled'),
    ended: count('ended'),
  }
}

const me = { name: '星野 あおい', isMe: true }
const other = { name: '鈴木 陽菜', isMe: false }
const orders = {
  title: (event: Row) => event.title,
  startAt: (event: Row) => event.startAt ?? Number.MAX_SAFE_INTEGER,
  editedAt: (event: Row) => event.editedAt,
}
const saved = ({ eventId }: { eventId: string }) => ({ eventId, editedAt: mockNow })

type Answer<Name extends keyof typeof events> = Mocks<typeof events>['answers'][Name]
const list: Answer<'getEvents'> = ({ status, type, q, sort, pagination = everything }, context) => {
  const found = mockFound(rows, { q, sort }, { texts: ({ title, catchCopy }) => [title, catchCopy], by: orders })
  const chosen = found.filter(
    (event) =>
      (!type || event.eventType === type) &&
      (status === 'current' ? isCurrent(event) : !status || event.status === status),
  )
  return {
    events: chosen
      .slice(pagination.offset, pagination.offset + pagination.limit)
      .map((event) => listItem(event, context)),
    pagination: paginationOf(chosen.length, pagination),
    canEdit: true,
    counts: countsOf(rows),
  }
}
const one: Answer<'getEvent'> = ({ eventId }, context) => {
  const event = rows.find((each) => each.eventId === eventId)
  return event
    ? { event: adminEvent(event, visual(event, context)), canEdit: true, editedBy: me }
    : refused('eventNotFound')
}

export const eventMocks: Mocks<typeof events> = {
  examples: ({ activePlan, draftedEvent, publishedEvent, aheadSchedule, at, ids }) => ({
    getEvents: {
      ...ids,
      status: 'current',
      type: 'live',
      from: at,
      to: at + 30 * day,
      q: 'Winter',
      sort: '-startAt',
      pagination: { limit: 20, offset: 0 },
    },
    getEvent: { ...ids, eventId: draftedEvent },
    createDraftEvent: { ...ids, ...exampleEvent(activePlan), schedules: [exampleSchedule(at)] },
    updateEvent: {
      ...ids,
      eventId: publishedEvent,
      ...exampleEvent(activePlan),
      schedules: [{ ...exampleSchedule(at), scheduleId: aheadSchedule }],
    },
    publishEvent: { ...ids, eventId: draftedEvent, visibility: 'unlisted' },
    scheduleEvent: { ...ids, eventId: draftedEvent, publishAt: at + 2 * day },
    unpublishEvent: { ...ids, eventId: publishedEvent },
    postponeEvent: {
      ...ids,
      eventId: publishedEvent,
      reason: 'Snow.',
      times: [{ scheduleId: aheadSchedule, doorsOpenAt: null, startAt: at + 20 * day, endAt: null }],
    },
    duplicateEvent: { ...ids, eventId: publishedEvent },
    getPublicEvents: { ...ids, period: 'ahead', pagination: { limit: 20, offset: 0 } },
    getPublicEvent: { ...ids, eventId: publishedEvent },
  }),
  answers: {
    getEvents: list,
    getEvent: one,
    createDraftEvent: () => saved({ eventId: 'event_0' }),
    updateEvent: saved,
    publishEvent: saved,
    scheduleEvent: saved,
    unpublishEvent: saved,
    postponeEvent: saved,
    duplicateEvent: () => saved({ eventId: 'event_0' }),
    getPublicEvents: ({ period, pagination = everything }, context) => {
      const shown = rows.filter(
        ({ status }) => status !== 'draft' && status !== 'scheduled' && (status === 'ended') === (period === 'past'),
      )
      return {
        events: shown
          .slice(pagination.offset, pagination.offset + pagination.limit)
          .map((event) => publicItem(event, context)),
        pagination: paginationOf(shown.length, pagination),
      }
    },
    getPublicEvent: ({ eventId }, context) => {
      const event = rows.find((each) => each.eventId === eventId && each.visibility === 'published')
      return event ? { event: publicEvent(event, context) } : refused('eventNotFound')
    },
  },
  scenarios: {
    empty: {
      getEvents: ({ pagination = everything }) => ({
        events: [],
        pagination: paginationOf(0, pagination),
        canEdit: true,
        counts: countsOf([]),
      }),
      getPublicEvents: ({ pagination = everything }) => ({ events: [], pagination: paginationOf(0, pagination) }),
    },
    moderator: {
      getEvents: (payload, context) => {
        const answer = list(payload, context)
        return 'refusal' in answer ? answer : { ...answer, canEdit: false }
      },
      getEvent: (payload, context) => {
        const answer = one(payload, context)
        return 'refusal' in answer ? answer : { ...answer, canEdit: false, editedBy: other }
      },
    },
    conflict: {
      getEvent: (payload, context) => {
        const answer = one(payload, context)
        if ('refusal' in answer || !isBeaten) return answer
        return { ...answer, event: { ...answer.event, title: 'ほかの人の題', editedAt: mockNow }, editedBy: other }
      },
      updateEvent: (payload) => {
        if (isBeaten) return saved(payload)
        isBeaten = true
        return refused('conflict')
      },
    },
    overtaken: {
      getEvent: (payload, context) => {
        const answer = one(payload, context)
        if ('refusal' in answer || !isBeaten) return answer
        return { ...answer, event: { ...answer.event, title: 'ほかの人の題', editedAt: mockNow + 1 }, editedBy: other }
      },
      updateEvent: (payload) => {
        isBeaten = true
        return saved(payload)
      },
    },
  },
}
/** Simulates another user's save, before the first one here or right after it. */
let isBeaten = false
