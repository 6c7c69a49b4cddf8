import { brandRow } from '#club/brands/queries.server.ts'
import { type Instant, tokyoMonth } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db } from '#server/proven.ts'
import { changeContent, createContent, editsOf, isActive, isDraft, isScheduled } from '../../contents/changes.server'
import { type Content, editActive, editDraft, editScheduled, publish, schedule } from '../../contents/content'
import { contentNameLength } from '../../contents/contract'
import { asDocument } from '../../contents/document'
import { draft, type EventTerms } from '../../events/event'
import { findEvent, insertEvent, moveEventOfLive, nameEventOfLive } from '../../events/queries.server'
import { findStreaming, insertStreaming, lockStreaming, setStreaming } from '../queries.server'
import { expiryProblem, newStreamKey, streamingStatusAt, usualVod } from '../streaming'
import type { streamingContents } from './contract'

type Times = { startAt?: Instant | undefined; expiredAt?: Instant | 'indefinite' | undefined }
type Fields = { field: string; rule: string; limit?: number }[]
type Context = {
  db: Db
  brand: Brand
  now: Instant
  refuse: (code: 'streamingNotFound' | 'startInPast' | 'alreadyStarted' | 'expiryTooEarly', fields?: Fields) => never
}

/** The times belong to the streaming; changing them through a content follows the same rules. */
const setTimes = async ({ db, brand, now, refuse }: Context, streamingId: string | null, said: Times) => {
  if (streamingId === null || (said.startAt === undefined && said.expiredAt === undefined)) return
  const found = (await lockStreaming(db, brand, streamingId)) ?? refuse('streamingNotFound')
  const scheduledStartAt = said.startAt ?? found.scheduledStartAt
  const isMoved = scheduledStartAt !== found.scheduledStartAt
  if (isMoved && streamingStatusAt(found, now) !== 'beforeLive') return refuse('alreadyStarted')
  if (isMoved && scheduledStartAt <= now) return refuse('startInPast', [{ field: 'startAt', rule: 'startInPast' }])
  const expiredAt =
    said.expiredAt === undefined ? found.expiredAt : said.expiredAt === 'indefinite' ? null : said.expiredAt
  const problem =
    isMoved && expiredAt !== null && expiredAt <= scheduledStartAt
      ? { rule: 'beforeStart', limit: scheduledStartAt }
      : expiryProblem({ ...found, scheduledStartAt }, expiredAt, now)
  if (problem) return refuse('expiryTooEarly', [{ field: 'expiredAt', ...problem }])
  await setStreaming(db, found, { scheduledStartAt, expiredAt })
  if (isMoved) await moveEventOfLive(db, brand, found.eventId, scheduledStartAt)
}

type Changing = Parameters<typeof changeContent>[0] & Context
type Payload = Times & { planContentId: string; name?: string | undefined; expectedEditedAt?: Instant | undefined }

/** Changes the content, then the times of its streaming. */
const change = async <C extends Changing>(context: C, payload: Payload, move: (content: Content) => Content) => {
  let streamingId: string | null = null
  const changed = await changeContent(context, 'streaming', payload, (content) => {
    streamingId = content.streamingId
    return move(content)
  })
  await setTimes(context, streamingId, payload)
  if (streamingId !== null && payload.name) await nameEventOfLive(context.db, context.brand, streamingId, payload.name)
  return changed
}

type Live = { name: string; viewableBy: 'allUsers' | 'paidUsers'; planIds: readonly string[]; thumbnail: string }
/** The event of a live that was made without one. */
const eventOfLive = (
  { name, viewableBy, planIds, thumbnail }: Live,
  { scheduleId, startAt }: { scheduleId: string; startAt: Instant },
): EventTerms => ({
  ...{
    title: name,
    catchCopy: '',
    description: asDocument(''),
    english: {},
    keyVisualUrl: thumbnail,
    eventType: 'online',
  },
  ...{ performers: [], performerLine: '', contact: '', notes: '' },
  schedules: [{ scheduleId, doorsOpenAt: null, startAt, endAt: null, venue: { name: '', address: '', mapUrl: '' } }],
  audience: viewableBy === 'paidUsers' ? 'plans' : 'public',
  planIds,
})

/** The name of a content, from the title of its event. */
const cut = (title: string) => [...title].slice(0, contentNameLength).join('')

export const streamingContentHandlers: Handlers<typeof streamingContents> = {
  async prepareLive(context, { name, viewableBy, planIds, startAt: wanted }) {
    const { db, brand, user, now, newId, refuse } = context
    if (wanted !== 'now' && wanted <= now) return refuse('startInPast', [{ field: 'startAt', rule: 'startInPast' }])
    const startAt = wanted === 'now' ? now : wanted
    const { thumbnail } = await brandRow(db, brand)
    const [eventId, scheduleId, streamingId] = [newId('event'), newId('schedule'), newId('streaming')]
    const terms = eventOfLive({ name, viewableBy, planIds, thumbnail }, { scheduleId, startAt })
    const event = draft(eventId, terms, now)
    // Without an editor: lists of events leave it out until it has one.
    await insertEvent(db, brand, event)
    await insertStreaming(db, brand, {
      ...{ streamingId, eventId, scheduleId, streamKey: newStreamKey(newId), scheduledStartAt: startAt },
      ...{ autoStart: true, expiredAt: startAt + usualVod, createdAt: now, createdBy: user.uid },
    })
    const { planContentId } = await createContent(
      context,
      'streaming',
      {
        ...{ streamingId, name, viewableBy, planIds, thumbnail },
        backNumberPeriod: viewableBy === 'paidUsers' ? tokyoMonth(startAt) : null,
      },
      (made) => publish(made, {}, now),
    )
    return { planContentId, streamingId }
  },

  async createDraftPlanContentStreaming(context, { streamingId, eventId }) {
    const { db, brand, refuse } = context
    const found = (await findStreaming(db, brand, streamingId)) ?? refuse('streamingNotFound')
    const event = (await findEvent(db, brand, eventId)) ?? refuse('streamingNotFound')
    if (found.eventId !== eventId) return refuse('streamingNotFound')
    return createContent(context, 'streaming', {
      streamingId,
      name: cut(event.title),
      english: { name: cut(event.english.title ?? '') },
      thumbnail: event.keyVisualUrl,
      backNumberPeriod: tokyoMonth(found.scheduledStartAt),
    })
  },

  updatePlanContentStreamingAsDraft: (context, payload) =>
    change(context, payload, (content) =>
      isDraft(content) ? editDraft(content, editsOf(payload), context.now) : context.refuse('notDraft'),
    ),

  updatePlanContentStreamingAsActive: (context, payload) =>
    change(context, payload, (content) =>
      isActive(content)
        ? editActive(content, editsOf(payload), context.now)
        : publish(content, editsOf(payload), context.now),
    ),

  scheduleToPublishPlanContentStreaming: (context, payload) =>
    change(context, payload, (content) => {
      const said = { ...editsOf(payload), publishingAt: payload.publishingAt }
      return isDraft(content) ? schedule(content, said, context.now) : context.refuse('notDraft')
    }),

  updatePublishmentScheduledPlanContentStreaming: (context, payload) =>
    change(context, payload, (content) =>
      isScheduled(content) ? editScheduled(content, editsOf(payload), context.now) : context.refuse('notScheduled'),
    ),
}
