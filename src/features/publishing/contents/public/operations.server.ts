import { createHash } from 'node:crypto'
import { dayTextOf } from '#kit/days.ts'
import { everything } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { publicPlans } from '#membership/plans/public.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Cookie, Db, Locale, PublicBrand } from '#server/proven.ts'
import type { Storage } from '#server/storage/types.ts'
import { type BackNumberPlan, onSaleFrom, priceOf, saleStateOf } from '../../backNumbers/backNumber'
import { streamingDetailsOf, streamingPageUrl } from '../../streamings/details.server'
import { deviceOf, playsElsewhere } from '../../streamings/viewers.queries.server'
import { type AccessStatus, conditionsOf, isOpen } from '../access'
import { bodyFor } from '../addresses.server'
import { unlockOptions } from '../unlock'
import { playbackOf } from '../video/playback.server'
import { countView } from '../views/queries.server'
import { cardOf, cardsFor, streamingsOf } from './cards.server'
import type { Explanation, PublicPlanContent, publicContents } from './contract'
import { contentForReader, placeOf, type ReaderRow } from './queries.server'
import { accessOfRow, periodOf } from './reader.server'
import { sellingPlans } from './selling.queries.server'

/** A draft that staff preview has no publishing time yet. */
const publishedAt = ({ publishingAt, editedAt }: ReaderRow) => publishingAt ?? editedAt

type Reader = {
  db: Db
  brand: PublicBrand
  storage: Storage
  locale: Locale
  now: Instant
  origin: string
  setCookie: (cookie: Cookie) => void
}

/** A streaming that was removed or not created yet. */
const unplanned = {
  eventId: null,
  event: null,
  streamingId: null,
  streamingSource: null,
  startAt: null,
  expiredAt: null,
  streamingStatus: 'beforeLive',
  health: 'noSignal',
  vodAvailableAt: null,
  eventState: null,
  eventReason: '',
} as const

/** The content with its body; only to be called after the access check. */
const opened = async (reader: Reader, row: ReaderRow, mayPlay: () => Promise<boolean>): Promise<PublicPlanContent> => {
  const shown = {
    planContentId: row.planContentId,
    tenantId: row.tenantId,
    brand: {
      name: row.brandName,
      slug: row.brandSlug,
      iconThumbnail: row.brandIcon,
      coverThumbnail: row.brandThumbnail,
    },
    planContentName: row.name,
    planContentDescription: row.description,
    visibility: row.viewableBy,
    publishedAt: publishedAt(row),
    thumbnail: row.thumbnail,
    backNumberPeriod: periodOf(row),
  }
  const loved = {
    hasAlreadyLoved: row.hasAlreadyLoved,
    countOfLoves: row.loves,
    countOfComments: row.comments,
  }
  if (row.type === 'streaming') {
    const { streamingId, planContentId } = row
    const named = streamingId !== null && { streamingId, planContentId }
    const details = named ? await streamingDetailsOf(reader, named, { mayPlay }) : null
    const streamingPage = streamingPageUrl(reader.origin, row.brandSlug, planContentId)
    return {
      ...shown,
      type: row.type,
      details: details ?? { ...unplanned, notices: [], streamingPageUrl: streamingPage },
    }
  }
  const { text, imageUrls } = await bodyFor(reader, row)
  if (row.type === 'news') return { ...shown, type: row.type, details: { imageUrls, text }, ...loved }
  const { videoUrl, signedCookies } = await playbackOf(reader, row.mediaId)
  return {
    ...shown,
    type: row.type,
    details: { videoURL: videoUrl, videoThumbnail: row.thumbnail, signedCookies, text },
    ...loved,
  }
}

const nothing = {
  conditions: { hasPlan: false, hasMonth: false },
  backNumberPeriod: null,
  isMonthOver: false,
  plans: [],
  opensAt: null,
  unlockOptions: [],
}

/** Why a reader can read a content or not, and the cheapest ways to open it. */
const explained = async (
  db: Db,
  brand: PublicBrand,
  row: ReaderRow,
  { uid, locale, now }: { uid: string | undefined; locale: Locale; now: Instant },
): Promise<Explanation> => {
  const { content, facts, status, opensAt } = accessOfRow(row, now)
  const { hasPlan, hasMonth } = conditionsOf(content, facts)
  const period = content.backNumberPeriod
  const needsMore = !isOpen(status) && status !== 'unavailable'
  const planIds = row.plans.map(({ planId }) => planId)
  const reader = uid === undefined ? undefined : { uid, now }
  const selling = needsMore ? await sellingPlans(db, brand, { planIds, period, reader, locale }) : []
  const plans = selling.map(({ isOnSale, priceOverride, saleState, ...plan }) => {
    const choice = saleState === null ? null : { priceOverride, saleState }
    const isSold = period !== null && saleStateOf(plan satisfies BackNumberPlan, choice, period, now) === 'onSale'
    return { ...plan, isOnSale, monthPrice: isSold ? priceOf(plan, choice) : null }
  })
  const { backNumberNeedsActivePlan } = row
  return {
    status,
    conditions: { hasPlan, hasMonth },
    backNumberPeriod: period,
    isMonthOver: period !== null && onSaleFrom(period) <= now,
    plans: row.plans.map(({ planId, name }) => ({ planId, name })),
    opensAt,
    unlockOptions: unlockOptions({ status, hasPlan, hasMonth, period, plans, backNumberNeedsActivePlan, now }),
  }
}

const isUnseen = (row: ReaderRow, now: Instant) => row.visibleFrom > now && !row.isStaff

type Status = Exclude<AccessStatus, 'freeContents' | 'available'>

export const publicContentHandlers: Handlers<typeof publicContents> = {
  async getPublicPlanContents(
    { db, brand, user, locale, now, refuse },
    { filterOption, type: only, q, beside, first, pagination: page = everything },
  ) {
    const than = beside && ((await placeOf(db, brand, beside.planContentId, now)) ?? refuse('contentNotFound'))
    const filter = beside && than ? { type: beside.are, than } : filterOption
    const reader = { uid: user?.uid, locale, now }
    const listed = await cardsFor(db, brand, { filter, only, q, page, ...reader })
    if (!first?.length || page.offset > 0) return listed
    const named = await cardsFor(db, brand, { filter: { type: 'named', planContentIds: first }, ...reader })
    const isNamed = new Set(named.planContents.map(({ planContentId }) => planContentId))
    const planContents = [
      ...named.planContents.toSorted((a, b) => first.indexOf(a.planContentId) - first.indexOf(b.planContentId)),
      ...listed.planContents.filter(({ planContentId }) => !isNamed.has(planContentId)),
    ]
    return {
      planContents: planContents.slice(0, page.limit),
      hasMore: listed.hasMore || planContents.length > page.limit,
    }
  },

  async getPublicPlanContent(context, { planContentId, viewer }) {
    const { db, brand, user, locale, now } = context
    const row = brand && (await contentForReader(db, brand, planContentId, { uid: user?.uid, locale, now }))
    if (!brand || !row) return { ok: false, status: 'notfound' }
    const { status } = accessOfRow(row, now)
    if (!isOpen(status)) return { ok: false, status: status satisfies Status }
    // A request without a device id counts as one more device.
    const mayPlay = async () =>
      !user || row.isStaff || !(await playsElsewhere(db, user.uid, deviceOf(user.uid, viewer ?? ''), now))
    return { ok: true, planContent: await opened({ ...context, brand }, row, mayPlay) }
  },

  async getPublicPlanContentWithPlans({ db, brand, user, locale, now, refuse }, { planContentId }) {
    const reader = { uid: user?.uid, locale, now }
    const row = (await contentForReader(db, brand, planContentId, reader)) ?? refuse('contentNotFound')
    if (isUnseen(row, now)) return refuse('contentNotFound')
    const { status, opensAt } = accessOfRow(row, now)
    const all = await publicPlans(db, brand, reader)
    return {
      planContent: cardOf(row, {
        status,
        opensAt,
        streamings: await streamingsOf(db, brand, [row], now),
        now,
        publishedAt: publishedAt(row),
      }),
      plans: all.filter(({ planId }) => row.plans.some((plan) => plan.planId === planId)),
    }
  },

  async getPlanContentMetadata({ db, brand, locale, now }, { planContentId }) {
    const row = brand && (await contentForReader(db, brand, planContentId, { uid: undefined, locale, now }))
    if (!row || isUnseen(row, now) || accessOfRow(row, now).status === 'unavailable') return null
    return { name: row.name, thumbnail: row.thumbnail, description: row.description }
  },

  async explainMyAccess({ db, brand, user, locale, now }, { planContentId }) {
    const row = brand && (await contentForReader(db, brand, planContentId, { uid: user?.uid, locale, now }))
    if (!brand || !row) return { status: 'notfound', ...nothing }
    // Of an unpublished content nothing but `unavailable` is revealed.
    if (isUnseen(row, now)) return { status: 'unavailable', ...nothing }
    return explained(db, brand, row, { uid: user?.uid, locale, now })
  },

  async explainAccess({ db, brand, now, refuse }, { planContentId, uid, at = now }) {
    const isPast = at < now
    const row =
      (await contentForReader(db, brand, planContentId, { uid, now: at, isPast })) ?? refuse('contentNotFound')
    const why = await explained(db, brand as unknown as PublicBrand, row, { uid, locale: 'ja', now: at })
    // Today's offers do not apply to a past moment.
    return { ...why, unlockOptions: isPast ? [] : why.unlockOptions, isPast }
  },

  async noteContentView({ db, brand, user, now }, { planContentId, viewer }) {
    const day = dayTextOf(now)
    // The hash contains the day, so that readers cannot be followed from day to day.
    const hash = createHash('sha256').update(`${day} ${user?.uid ?? viewer ?? ''}`)
    const counted = { planContentId, uid: user?.uid, day, viewer: hash.digest('base64url').slice(0, 22), now }
    if (user || viewer) await countView(db, brand, counted)
    return {}
  },
}
