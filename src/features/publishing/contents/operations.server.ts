import { editorOf } from '#club/tenants/queries.server.ts'
import { mayEdit, type Role } from '#kit/contract.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Cookie, Db, Locale } from '#server/proven.ts'
import type { Storage } from '#server/storage/types.ts'
import { revertToDraft, scheduleTo } from '../events/changes.server'
import { eventStatusAt } from '../events/event'
import { eventsBetween, lockEvent } from '../events/queries.server'
import { streamingPageUrl } from '../streamings/details.server'
import { findStreaming, streamingsBetween } from '../streamings/queries.server'
import { bodyFor, englishFor } from './addresses.server'
import { binContent } from './bin.server'
import { changeContent, createContent, isDraft, isScheduled } from './changes.server'
import { asRead, type Content, copyOf, publish, reschedule, revert } from './content'
import { type AdminPlanContent, contentNameLength, type contents } from './contract'
import { type ContentFilter, countOf, countsOf, listOf } from './list/queries.server'
import { sortedList } from './list/sort.queries.server'
import { explainRoles } from './public/contract'
import { dueBetween, findContent, lockContent } from './queries.server'
import { videoJobs } from './video/jobs.server'
import { playbackOf } from './video/playback.server'

const mayExplain = (role: Role) => explainRoles.some((one) => one === role)

type Reader = {
  db: Db
  brand: Brand
  storage: Storage
  now: Instant
  origin: string
  setCookie: (cookie: Cookie) => void
}

/** Locks an event that is scheduled to be announced. */
const scheduledEvent = async (
  {
    db,
    brand,
    now,
    refuse,
  }: { db: Db; brand: Brand; now: Instant; refuse: (code: 'eventNotFound' | 'notScheduled') => never },
  eventId: string,
) => {
  const event = (await lockEvent(db, brand, eventId)) ?? refuse('eventNotFound')
  if (eventStatusAt(event, now) !== 'scheduled') return refuse('notScheduled')
}
const detailsOf = async (reader: Reader, content: Content): Promise<AdminPlanContent['details']> => {
  const { text, imageUrls } = await bodyFor(reader, content)
  const { type, mediaId, clipFromMs, clip } = content
  if (type === 'video') return { type, text, mediaId, clipFromMs, clip, ...(await playbackOf(reader, mediaId)) }
  if (type === 'streaming') {
    const { streamingId, planContentId } = content
    const found = streamingId === null ? undefined : await findStreaming(reader.db, reader.brand, streamingId)
    const url = streamingPageUrl(reader.origin, reader.brand.slug, planContentId)
    return {
      type,
      url,
      text,
      startAt: found?.scheduledStartAt ?? null,
      expiredAt: found?.expiredAt ?? null,
      streamingId,
    }
  }
  return { type, imageUrls, text }
}

/** A copy's name, cut to the length that a name may have. */
const copyName = (name: string, locale: Locale): string => {
  if (name === '') return ''
  const rest = (added: string) => [...name].slice(0, contentNameLength - [...added].length).join('')
  return locale === 'ja' ? `${rest('のコピー')}のコピー` : `Copy of ${rest('Copy of ')}`
}

type Listed = { plans: { archivingAt: string | null }[] }
const plansOf = ({ plans }: Listed) =>
  plans.map(({ archivingAt }) => ({ archivingAt: archivingAt === null ? null : Date.parse(archivingAt) }))

export const contentHandlers: Handlers<typeof contents> = {
  async getPlanContentsWithPlans(context, { pagination: page = everything, sort, ...said }) {
    const { db, inOwnPlans, brand, member, now } = context
    const filter: ContentFilter = {
      status: said.status,
      type: said.type,
      planId: said.planId,
      month: said.month,
      q: said.q,
    }
    const isFiltered = said.type || said.planId || said.month || said.q
    const look = (seen: Db) =>
      Promise.all([
        sort ? sortedList(seen, brand, filter, { sort, page, now }) : listOf(seen, brand, filter, { page, now }),
        isFiltered ? countOf(seen, brand, filter, now) : null,
      ])
    const [[rows, filtered], counts] = await Promise.all([
      // What is asked for may be common or rare.
      isFiltered || sort || said.status ? inOwnPlans(look) : look(db),
      countsOf(db, brand, now),
    ])
    return {
      planContents: rows.map((row) => {
        const { periodYear: year, periodMonth: month } = row
        const backNumberPeriod = year === null || month === null ? null : { year, month }
        const read = asRead({ ...row, backNumberPeriod } as unknown as Content, plansOf(row), now)
        return {
          planContentId: row.planContentId,
          type: row.type,
          name: row.name,
          description: row.description,
          thumbnail: row.thumbnail,
          status: read.status,
          viewableBy: row.viewableBy,
          plans: row.plans.map(({ planId, name }) => ({ planId, name })),
          backNumberPeriod: read.backNumberPeriod,
          publishingAt: read.publishingAt,
          editedAt: row.editedAt,
          conversionStatus: row.conversionStatus ?? ('none' as const),
          loves: row.loves,
          comments: row.comments,
          viewers: row.viewers,
        }
      }),
      pagination: paginationOf(filtered ?? counts[said.status ?? 'all'], page),
      canEdit: mayEdit(member.role),
      counts,
    }
  },

  async getPrivatePlanContent(context, { planContentId }) {
    const { db, brand, member, user, now, refuse } = context
    const found = (await findContent(db, brand, planContentId)) ?? refuse('contentNotFound')
    const content = asRead(found.content, found.plans, now)
    return {
      planContent: {
        planContentId: content.planContentId,
        type: content.type,
        name: content.name,
        description: content.description,
        preview: content.preview,
        english: await englishFor(context, content.english),
        thumbnail: content.thumbnail,
        status: content.status,
        viewableBy: content.viewableBy,
        planIds: [...content.planIds],
        backNumberPeriod: content.backNumberPeriod,
        periodFollows: content.periodFollows,
        publishingAt: content.publishingAt,
        commentPolicy: content.commentPolicy,
        commentAudience: content.commentAudience,
        editedAt: content.editedAt,
        details: await detailsOf(context, content),
      },
      canEdit: mayEdit(member.role),
      canExplain: mayExplain(member.role),
      editedBy: await editorOf(db, brand, content.editedBy, user),
    }
  },

  async getScheduledActions({ db, brand, member, now }, range) {
    const [rows, announced, streamed] = await Promise.all([
      dueBetween(db, brand, range),
      eventsBetween(db, brand, { ...range, now }),
      streamingsBetween(db, brand, range),
    ])
    return {
      others: [
        ...announced.map((one) => ({
          ...one,
          planContentId: null,
          editedAt: one.kind === 'publishEvent' ? one.editedAt : null,
        })),
        ...streamed.map((one) => ({ ...one, kind: 'streaming' as const, editedAt: null })),
      ].sort((a, b) => a.runAt - b.runAt),
      actions: rows.flatMap((row) => {
        const read = asRead(row as unknown as Content, plansOf(row), now)
        if (read.publishingAt === null) return []
        const { planContentId, type, name, editedAt } = row
        return {
          action: 'publish' as const,
          planContentId,
          type,
          name,
          status: read.status,
          runAt: read.publishingAt,
          editedAt,
        }
      }),
      canEdit: mayEdit(member.role),
    }
  },

  async rescheduleAction(context, { target, targetId, runAt, expectedEditedAt }) {
    const { now, refuse } = context
    if (target === 'content') {
      await changeContent(context, null, { planContentId: targetId, expectedEditedAt }, (content) =>
        isScheduled(content) ? reschedule(content, runAt, now) : refuse('notScheduled'),
      )
      return { targetId }
    }
    await scheduledEvent(context, targetId)
    await scheduleTo(context, { eventId: targetId, publishAt: runAt, expectedEditedAt })
    return { targetId }
  },

  async cancelScheduledAction(context, { target, targetId, expectedEditedAt }) {
    const { now, refuse } = context
    if (target === 'content') {
      await changeContent(context, null, { planContentId: targetId, expectedEditedAt }, (content) =>
        isScheduled(content) ? revert(content, now) : refuse('notScheduled'),
      )
      return { targetId }
    }
    await scheduledEvent(context, targetId)
    await revertToDraft(context, { eventId: targetId, expectedEditedAt })
    return { targetId }
  },

  revertPlanContentToDraft: (context, payload) =>
    changeContent(context, null, payload, (content) =>
      isDraft(content) ? context.refuse('alreadyDraft') : revert(content, context.now),
    ),

  publishPlanContent: (context, payload) =>
    changeContent(context, null, payload, (content) =>
      isDraft(content) ? publish(content, {}, context.now) : context.refuse('notDraft'),
    ),

  async copyPlanContent(context, { planContentId }) {
    const { db, brand, locale, now, enqueue, refuse } = context
    const { content } = (await findContent(db, brand, planContentId)) ?? refuse('contentNotFound')
    const english = { ...content.english, name: copyName(content.english.name ?? '', 'en') }
    const said = { ...copyOf(content, copyName(content.name, locale), now), english }
    const copy = await createContent(context, content.type, said)
    if (content.clipFromMs !== null) await enqueue(videoJobs.cutClip, copy)
    return copy
  },

  async deletePlanContent({ db, brand, user, now, refuse }, { planContentId, expectedEditedAt }) {
    const { content } = (await lockContent(db, brand, planContentId)) ?? refuse('contentNotFound')
    if (expectedEditedAt !== undefined && content.editedAt !== expectedEditedAt) return refuse('conflict')
    await binContent({ db, brand, user, now }, content)
    return {}
  },

  reschedulePlanContentPublishment: (context, payload) =>
    changeContent(context, null, payload, (content) =>
      isScheduled(content) ? reschedule(content, payload.publishingAt, context.now) : context.refuse('notScheduled'),
    ),
}
