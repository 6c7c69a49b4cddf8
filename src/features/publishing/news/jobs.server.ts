import { z } from 'zod'
import { brandOfShop } from '#club/brands/queries.server.ts'
import type { NoticeKind } from '#club/push/notice.ts'
import { type Addressed, longestWait, pushToFans } from '#club/push/work.server.ts'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { type Letter, type Reader, senderOf } from '#kit/letter.ts'
import { id } from '#kit/text.ts'
import {
  backNumberPeriod,
  day,
  type Instant,
  monthText,
  startOfTokyoMonth,
  tokyoMonth,
  tokyoTomorrow,
} from '#kit/time.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import { mailIdOf, mailJobs } from '#server/mail/jobs.server.ts'
import { stopToken } from '#server/mail/stopToken.ts'
import type { Db } from '#server/proven.ts'
import type { PushMessage } from '#server/push/message.ts'
import { isOpen } from '../contents/access'
import { contentForReader } from '../contents/public/queries.server'
import { accessOfRow } from '../contents/public/reader.server'
import { aheadOf } from '../events/ahead'
import { eventAhead, eventsAhead } from '../events/ahead.queries.server'
import { brandOfStreaming, type Found, streamingById } from '../streamings/queries.server'
import { streamingStatusAt } from '../streamings/streaming'
import {
  archiveReady,
  contentsPublished,
  eventTomorrow,
  liveStarted,
  monthOnSale,
  oneClickUrlOf,
  stopUrlOf,
} from './mails'
import { contentsHere, eventTomorrowHere, liveHere, monthHere, recordingHere } from './messages'
import { claimNotices, contentsToTell, countTold } from './notice.queries.server'
import {
  brandsToTell,
  claimRecording,
  contentsShowing,
  membersToTell,
  plansSellingMonth,
  type Recipient,
  takeMonth,
  untoldRecordings,
} from './queries.server'

declare module '#server/ports.ts' {
  interface Ports {
    /** Whether a fan has paid for goods that wait for them at an event: they are told of both at once, by who sells. */
    picksUpAt: (db: Db, of: { tenantId: string; eventId: string; uid: string }) => Promise<boolean>
  }
}

type NewsContent = { planContentId: string; name: string }
/** Contents in one notice. */
const mostInOne = 20

type BrandIds = { tenantId: string; brandId: string }
type Members = AsyncIterable<Recipient[]>
type Club = Awaited<ReturnType<typeof brandOfShop>>
/** One news: who it is for, and how it reads; null to skip the member. */
type News<Read> = {
  kind: NoticeKind
  /** The same for the same thing: nobody is told of it twice. */
  news: string
  /** When it is no news any more. */
  until: Instant
  members: Members
  /** What of it this member may read. */
  read: (db: Db, member: Recipient) => Promise<Read | null>
  mail: (to: Reader, club: Club, read: Read, stopUrl: string) => Letter
  message: (locale: 'ja' | 'en', club: Club & BrandIds, read: Read) => PushMessage
  /** How many were told, after each page of members. */
  told?: (db: Db, read: readonly Read[]) => Promise<unknown>
}

/** One mail and one message per member, as each has chosen; each page of members in a transaction. */
const tell = async <Read>(
  { db, transaction, origin, now }: Pick<JobContext, 'db' | 'transaction' | 'origin' | 'now'>,
  { tenantId, brandId }: BrandIds,
  { kind, news, until, members, read, mail, message, told }: News<Read>,
) => {
  const club = await brandOfShop(db, { tenantId, brandId })
  const sender = senderOf(club)
  for await (const page of members)
    await transaction(async (tx) => {
      const pushed: Addressed[] = []
      const reads: Read[] = []
      for (const member of page) {
        const { uid, email: to, locale, byMail, byPush } = member
        const own = await read(tx.db, member)
        if (own === null) continue
        reads.push(own)
        if (byPush) pushed.push({ uid, message: message(locale, { ...club, tenantId, brandId }, own) })
        if (!byMail) continue
        const reader = { origin, locale }
        const token = stopToken({ tenantId, brandId, uid })
        const letter = mail(reader, club, own, stopUrlOf(reader, token))
        const oneClickUrl = oneClickUrlOf(reader, token)
        await tx.enqueue(
          mailJobs.sendBulkMail,
          { to, locale, oneClickUrl, sender, ...letter },
          { id: mailIdOf(news, uid) },
        )
      }
      await pushToFans(tx, now, { tenantId, brandId }, { kind, news, until }, pushed)
      await told?.(tx.db, reads)
    })
}

/** By the access rule (contents/access.ts). */
const mayRead = async (db: Db, brand: BrandIds, planContentId: string, uid: string, now: Instant) => {
  const row = await contentForReader(db, brand, planContentId, { uid, now })
  return Boolean(row && isOpen(accessOfRow(row, now).status))
}

/** A live that began so long ago wakes nobody any more. */
const liveIsNewsFor = 3 * (day / 24)
const streamingNews = {
  live: { kind: 'live', mail: liveStarted, message: liveHere, newsFor: liveIsNewsFor },
  vod: { kind: 'archive', mail: archiveReady, message: recordingHere, newsFor: longestWait },
} as const

/**
 * Notifies members who can read the content now, by the access rule (contents/access.ts); for a free content, all
 * members.
 */
const tellOfStreaming = async (context: JobContext, found: Found, status: 'live' | 'vod') => {
  const { db, now } = context
  const { kind, mail, message, newsFor } = streamingNews[status]
  for (const content of await contentsShowing(db, found, found.streamingId, now)) {
    const planIds = content.viewableBy === 'allUsers' ? null : content.planIds
    const shown = { ...content, name: content.name || found.eventTitle }
    await tell<NewsContent>(context, found, {
      ...{ kind, mail, message, until: now + newsFor },
      // Once per streaming, even if several contents show it.
      news: `${status} ${found.streamingId}`,
      members: membersToTell(db, found, { kind, planIds, now }),
      read: async (own, { uid }) => ((await mayRead(own, found, content.planContentId, uid, now)) ? shown : null),
    })
  }
}

type ContentsToTell = Awaited<ReturnType<typeof contentsToTell>>
/** A live that began today, or whose recording has just come or is about to be told of: one thing is one news. */
const tellsOfItself = (streaming: Found, now: Instant) => {
  const isNew = (at: Instant | null) => at !== null && at > now - day
  if (isNew(streaming.startedAt)) return true
  return streamingStatusAt(streaming, now) === 'vod' && (streaming.vodToldAt === null || isNew(streaming.vodToldAt))
}

/** What a live tells of by itself is left out. */
const withoutLive = async (db: Db, contents: ContentsToTell, now: Instant) => {
  const shown: ContentsToTell = []
  for (const content of contents) {
    const streaming = content.streamingId === null ? null : await streamingById(db, content.streamingId)
    if (!streaming || !tellsOfItself(streaming, now)) shown.push(content)
  }
  return shown
}

const ofStreaming = (status: 'live' | 'vod') =>
  job(
    {
      about: (db, { streamingId }) => brandOfStreaming(db, streamingId),
      data: z.object({ streamingId: id }),
      expireInSeconds: 3600,
    },
    async (context, { streamingId }) => {
      const found = await streamingById(context.db, streamingId)
      if (found && streamingStatusAt(found, context.now) === status) await tellOfStreaming(context, found, status)
    },
  )

export const memberNewsJobs = jobs({
  tellOfLive: ofStreaming('live'),
  tellOfRecording: ofStreaming('vod'),
  /**
   * A recording can become available in several ways (conversion, staff, its time, a published content), so it is
   * polled for.
   */
  findNewArchives: job(
    { about: 'platform', data: z.object({}), cron: '*/5 * * * *' },
    async ({ db, transaction, now }) => {
      const { attempt, end } = eachOnItsOwn('findNewArchives')
      for await (const clubs of clubsInBatches(db))
        for (const { tenantId, streamingId } of await untoldRecordings(db, clubs, now))
          await attempt(streamingId, () =>
            transaction(async (tx) => {
              if (await claimRecording(tx.db, { tenantId, streamingId }, now))
                await tx.enqueue(memberNewsJobs.tellOfRecording, { streamingId })
            }),
          )
      end()
    },
  ),
  /**
   * Notifies of the past month, which is on sale from its end. Runs each morning, because its contents may be published
   * later.
   */
  findNewBackNumbers: job(
    { about: 'platform', data: z.object({}), cron: '0 10 * * *' },
    async ({ db, transaction, now }) => {
      const period = tokyoMonth(startOfTokyoMonth(tokyoMonth(now)) - day)
      const tell = (brand: BrandIds) =>
        transaction(async (tx) => {
          if (await takeMonth(tx.db, brand, period))
            await tx.enqueue(memberNewsJobs.tellOfBackNumber, { ...brand, period })
        })
      const { attempt, end } = eachOnItsOwn('findNewBackNumbers')
      for await (const clubs of clubsInBatches(db)) {
        const untold = await brandsToTell(db, clubs, period)
        if (untold.length === 0) continue
        const selling = new Set((await plansSellingMonth(db, untold, period, now)).map(({ brandId }) => brandId))
        for (const brand of untold) if (selling.has(brand.brandId)) await attempt(brand.brandId, () => tell(brand))
      }
      end()
    },
  ),
  tellOfBackNumber: job(
    {
      about: async (_, of) => of,
      data: z.object({ tenantId: id, brandId: id, period: backNumberPeriod }),
      expireInSeconds: 3600,
    },
    async (context, { period, ...brand }) => {
      const { db, now } = context
      const planIds = (await plansSellingMonth(db, [brand], period, now)).map(({ planId }) => planId)
      if (planIds.length === 0) return
      const kind = 'archive'
      await tell(context, brand, {
        ...{ kind, mail: monthOnSale, message: monthHere, until: now + longestWait },
        news: `month ${brand.brandId} ${monthText(period)}`,
        members: membersToTell(db, brand, { kind, planIds: null, now, lacks: { planIds, period } }),
        read: async () => period,
      })
    },
  ),
  /** In the early evening, of what begins tomorrow in Tokyo. */
  findEventsTomorrow: job(
    { about: 'platform', data: z.object({}), cron: '0 18 * * *' },
    async ({ db, transaction, now }) => {
      const { each, end } = eachOnItsOwn('findEventsTomorrow')
      await each(
        eventsAhead(db, { ...tokyoTomorrow(now), now }),
        ({ eventId }) => eventId,
        ({ tenantId, brandId, eventId }) =>
          transaction((tx) => tx.enqueue(memberNewsJobs.tellOfEventTomorrow, { tenantId, brandId, eventId })),
      )
      end()
    },
  ),
  /** Who picks something up there is told of that instead (shop/eventGoods/pickUp). */
  tellOfEventTomorrow: job(
    { about: async (_, of) => of, data: z.object({ tenantId: id, brandId: id, eventId: id }), expireInSeconds: 3600 },
    async (context, { eventId, ...brand }) => {
      const { db, now, ports } = context
      const event = await eventAhead(db, { ...brand, eventId }, { ...tokyoTomorrow(now), now })
      if (!event) return
      const kind = 'event'
      const told = { eventId, ...aheadOf(event) }
      await tell(context, brand, {
        ...{ kind, mail: eventTomorrow, message: eventTomorrowHere, until: event.startAt },
        news: `event ${eventId} ${event.startAt}`,
        members: membersToTell(db, brand, { kind, planIds: event.audience === 'plans' ? event.planIds : null, now }),
        read: async (own, { uid }) => ((await ports.picksUpAt(own, { ...brand, eventId, uid })) ? null : told),
      })
    },
  ),
  /** A while after a content of which members are to be told can be read: what has gathered by then is one notice. */
  findContentsToTell: job(
    { about: async (_, of) => of, data: z.object({ tenantId: id, brandId: id }) },
    async ({ transaction, now }, brand) =>
      transaction(async (tx) => {
        const ids = await claimNotices(tx.db, brand, now)
        for (let at = 0; at < ids.length; at += mostInOne)
          await tx.enqueue(memberNewsJobs.tellOfContents, { ...brand, contentIds: ids.slice(at, at + mostInOne) })
      }),
  ),
  tellOfContents: job(
    {
      about: async (_, of) => of,
      data: z.object({ tenantId: id, brandId: id, contentIds: z.array(id).min(1).max(mostInOne) }),
      expireInSeconds: 3600,
    },
    async (context, { contentIds, ...brand }) => {
      const { db, now } = context
      const contents = await withoutLive(db, await contentsToTell(db, brand, contentIds, now), now)
      if (contents.length === 0) return
      const kind = 'content'
      const told = new Map(contents.map(({ planContentId }) => [planContentId, 0]))
      await tell(context, brand, {
        ...{ kind, mail: contentsPublished, message: contentsHere, until: now + longestWait },
        news: `contents ${contentIds.join(' ')}`,
        members: membersToTell(db, brand, { kind, planIds: null, now }),
        read: async (own, { uid }) => {
          const open: NewsContent[] = []
          for (const { planContentId, name } of contents)
            if (await mayRead(own, brand, planContentId, uid, now)) open.push({ planContentId, name })
          return open.length > 0 ? open : null
        },
        told: (own, reads) => {
          for (const { planContentId } of reads.flat()) told.set(planContentId, (told.get(planContentId) ?? 0) + 1)
          return countTold(own, brand, told)
        },
      })
    },
  ),
})
