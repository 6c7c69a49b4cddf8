import { z } from 'zod'
import { brandRead, contract, visitorRead, visitorWrite } from '../../../kit/contract'
import { yen } from '../../../kit/money'
import { paginationRequest } from '../../../kit/pagination'
import { anyId, id } from '../../../kit/text'
import { backNumberPeriod, instant } from '../../../kit/time'
import { publicPlan } from '../../plans/contract'
import { viewerId } from '../../streamings/contract'
import { accessStatuses } from '../access'
import { signedCookies } from '../contract'

const planContentId = id
/** Who looks after fans asks for them. */
export const explainRoles = ['owner', 'admin', 'moderator'] as const
const count = z.int().min(0)
const period = backNumberPeriod.nullable()
export const accessStatus = z.enum(accessStatuses)
export const streamingStatus = z.enum(['beforeLive', 'live', 'beforeVOD', 'vod', 'ended'])
/** The end of a recording; null where it stays. */
const expiredAt = instant.nullable()

const card = {
  planContentId,
  name: z.string(),
  description: z.string(),
  thumbnail: z.string(),
  status: accessStatus,
  plans: z.array(z.object({ planId: id, name: z.string() })),
  publishedAt: instant,
  /** Ours beside the specification's fields. */
  backNumberPeriod: period,
  /** Whether it takes the right to its month as well: who joins has the running one with it. */
  needsMonth: z.boolean(),
}
const counts = { countOfLoves: count, countOfComments: count }

/** A content as lists show it: never its text, its video or its pictures. */
export const planContentItem = z.discriminatedUnion('type', [
  z.object({ ...card, type: z.literal('video'), ...counts }),
  z.object({ ...card, type: z.literal('news'), ...counts }),
  z.object({
    ...card,
    type: z.literal('streaming'),
    details: z.object({ streamingStatus, startAt: instant.nullable(), expiredAt }),
  }),
])
export type PlanContentItem = z.infer<typeof planContentItem>

/** What lists of contents may be narrowed to (specification, section 7). */
export const filterOption = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('allContents') }),
    z.object({ type: z.literal('freeContents') }),
    z.object({ type: z.literal('planContents'), planId: id }),
  ])
  .nullable()
export type FilterOption = z.infer<typeof filterOption>

const shown = {
  planContentId,
  tenantId: id,
  brand: z.object({ name: z.string(), slug: z.string(), iconThumbnail: z.string(), coverThumbnail: z.string() }),
  planContentName: z.string(),
  planContentDescription: z.string(),
  visibility: z.enum(['allUsers', 'paidUsers']),
  publishedAt: instant,
  /** Ours beside the specification's fields. */
  thumbnail: z.string(),
  backNumberPeriod: period,
}
const loved = { hasAlreadyLoved: z.boolean().default(false), ...counts }
const source = z.object({
  cookie: signedCookies,
  cors: z.boolean(),
  url: z.string(),
  liveOffset: z.number().optional(),
})
/** A content as whoever may read it gets it. */
export const publicPlanContent = z.discriminatedUnion('type', [
  z.object({
    ...shown,
    type: z.literal('video'),
    details: z.object({ videoURL: z.string(), videoThumbnail: z.string(), signedCookies, text: z.string() }),
    ...loved,
  }),
  z.object({
    ...shown,
    type: z.literal('news'),
    details: z.object({ imageUrls: z.array(z.string()), text: z.string() }),
    ...loved,
  }),
  z.object({
    ...shown,
    type: z.literal('streaming'),
    details: z.object({
      eventId: id.nullable(),
      streamingId: id.nullable(),
      streamingPageUrl: z.string(),
      /** Null while nothing is sent. */
      streamingSource: z.object({ default: source, LL: source.optional() }).nullable(),
      startAt: instant.nullable(),
      expiredAt,
      streamingStatus,
      /** Ours beside the specification's fields. */
      health: z.enum(['ok', 'noSignal']),
      vodAvailableAt: instant.nullable(),
      notices: z.array(z.object({ noticeId: id, at: instant, text: z.string() })),
    }),
  }),
])
export type PublicPlanContent = z.infer<typeof publicPlanContent>

const denial = z.enum([
  'notfound',
  'unavailable',
  'requiredPurchasePlan',
  'requiredPurchaseBackNumber',
  'requiredPurchasePlanAndBackNumber',
])

/** One way to open a content: a plan to join, a month to buy, or both. */
export const unlockOption = z.object({
  plan: z
    .object({
      planId: id,
      name: z.string(),
      price: yen,
      subscriptionInterval: z.enum(['month', 'year']),
      /** Whoever asks is a member of it whose fee is due: there is nothing to join, but a fee to pay. */
      isMember: z.boolean(),
    })
    .nullable(),
  month: z.object({ planId: id, planName: z.string(), period: backNumberPeriod, price: yen }).nullable(),
  /** What is paid before the content opens. */
  total: z.int().min(0),
})
export type UnlockOption = z.infer<typeof unlockOption>

const explanation = {
  status: z.union([accessStatus, z.literal('notfound')]),
  /** Of a paid content: which of its two conditions are met. */
  conditions: z.object({ hasPlan: z.boolean(), hasMonth: z.boolean() }),
  backNumberPeriod: period,
  /** Whether that month is over: until then who pays for it as a member has it, and afterwards it is sold where it is. */
  isMonthOver: z.boolean(),
  plans: z.array(z.object({ planId: id, name: z.string() })),
  /** A fee that is due, then cheapest first; empty where nothing opens it. */
  unlockOptions: z.array(unlockOption),
}
export type Explanation = z.infer<z.ZodObject<typeof explanation>>

export const changeFrequencies = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const

export const publicContents = contract({
  /** Newest first; without a `pagination` the newest 100. */
  getPublicPlanContents: visitorRead({
    by: 'brand',
    payload: { filterOption, pagination: paginationRequest.optional() },
    result: z.object({ planContents: z.array(planContentItem), hasMore: z.boolean() }),
  }),
  getPublicPlanContent: visitorRead({
    by: 'maybeContent',
    setsCookies: true,
    /** `viewer` is the device that asks, as in `noteWatching`: of a live streaming an account's third gets no source. */
    payload: { tenantId: anyId, planContentId: anyId, viewer: viewerId.optional() },
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), planContent: publicPlanContent }),
      z.object({ ok: z.literal(false), status: denial }),
    ]),
  }),
  /** A content as a list shows it, with the plans that open it and may be joined. */
  getPublicPlanContentWithPlans: visitorRead({
    by: 'brand',
    payload: { planContentId },
    result: z.object({ planContent: planContentItem, plans: z.array(publicPlan) }),
    refusals: ['contentNotFound'],
  }),
  getPlanContentMetadata: visitorRead({
    by: 'maybeContent',
    payload: { tenantId: anyId, planContentId: anyId },
    result: z.object({ name: z.string(), thumbnail: z.string(), description: z.string() }).nullable(),
  }),
  /** The pages of every brand for search engines: paths without language, at most 20,000. */
  getFanclubSitemapInfo: visitorRead({
    payload: {},
    result: z
      .object({
        urls: z.array(
          z.object({
            path: z.string(),
            lastModifiedAt: instant,
            changefreq: z.enum(changeFrequencies),
            priority: z.number().positive().max(1),
          }),
        ),
      })
      .nullable(),
  }),
  /** Why whoever asks may read a content or not, and what would open it. */
  explainMyAccess: visitorRead({
    by: 'maybeContent',
    payload: { tenantId: id, planContentId },
    result: z.object(explanation),
  }),
  /** The same for any fan at any moment, as its staff ask; without a fan, for a visitor. */
  explainAccess: brandRead({
    roles: explainRoles,
    payload: {
      planContentId,
      uid: z
        .string()
        .min(1)
        .max(128)
        .regex(/^[\w-]+$/)
        .optional(),
      at: instant.optional(),
    },
    result: z.object({
      ...explanation,
      /** Of a moment that is over: what the fan had then, of the content, its plans, the brand and its staff as they are today. */
      isPast: z.boolean(),
    }),
    refusals: ['contentNotFound'],
  }),
  /** Counts a reader once a day. `viewer` is a random text that a browser keeps for a day; whoever is signed in needs none. */
  noteContentView: visitorWrite({
    by: 'content',
    payload: {
      tenantId: id,
      planContentId,
      viewer: z
        .string()
        .regex(/^[0-9a-f-]{16,36}$/)
        .optional(),
    },
    result: z.object({}),
    limit: { points: 120, seconds: 60 },
  }),
})
