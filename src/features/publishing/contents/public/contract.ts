import { z } from 'zod'
import { brandRead, contract, visitorRead, visitorWrite } from '#kit/contract.ts'
import { searchText } from '#kit/list.ts'
import { yen } from '#kit/money.ts'
import { paginationRequest } from '#kit/pagination.ts'
import { anyId, id } from '#kit/text.ts'
import { backNumberPeriod, instant } from '#kit/time.ts'
import { publicPlan } from '#membership/plans/contract.ts'
import { viewerId } from '../../streamings/contract'
import { eventStates } from '../../streamings/streaming'
import { accessStatuses } from '../access'
import { contentTypes } from '../content'
import { signedCookies } from '../contract'

const planContentId = id
/** Roles that handle fans. */
export const explainRoles = ['owner', 'admin', 'moderator'] as const
const count = z.int().min(0)
const period = backNumberPeriod.nullable()
export const accessStatus = z.enum(accessStatuses)
export const streamingStatus = z.enum(['beforeLive', 'live', 'beforeVOD', 'vod', 'ended'])
/** Not in the specification: the event is cancelled or postponed without a date; null otherwise. */
const eventState = z.enum(eventStates).nullable()
/** End of a recording; null if it has none. */
const expiredAt = instant.nullable()

const card = {
  planContentId,
  name: z.string(),
  description: z.string(),
  /** Not in the specification: what everybody may read of it beforehand; empty: nothing. */
  preview: z.string(),
  thumbnail: z.string(),
  status: accessStatus,
  plans: z.array(z.object({ planId: id, name: z.string() })),
  publishedAt: instant,
  /** Not in the specification. */
  backNumberPeriod: period,
  /** Whether the right to its month is required as well; joining includes the current month. */
  needsMonth: z.boolean(),
  /** Not in the specification: the renewal that opens it for a member whose term does not reach its month yet. */
  opensAt: instant.nullable(),
}
/** Not in the specification: how long it is; of a video null until it has been converted. */
const durationMs = z.int().nullable()
const counts = { countOfLoves: count, countOfComments: count }

/** A content in lists: without text, video or pictures. */
export const planContentItem = z.discriminatedUnion('type', [
  z.object({ ...card, type: z.literal('video'), ...counts, durationMs, clip: z.string() }),
  z.object({ ...card, type: z.literal('news'), ...counts, characters: count, pictures: count }),
  z.object({
    ...card,
    type: z.literal('streaming'),
    details: z.object({ streamingStatus, startAt: instant.nullable(), expiredAt, eventState }),
  }),
])
export type PlanContentItem = z.infer<typeof planContentItem>

/** Filters of content lists; the words that need no plan may stand alone, and without one nothing is filtered. */
export const filterOption = z
  .union([
    z.literal('allContents').transform((type) => ({ type })),
    z.literal('freeContents').transform((type) => ({ type })),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('allContents') }),
      z.object({ type: z.literal('freeContents') }),
      z.object({ type: z.literal('planContents'), planId: id }),
    ]),
  ])
  .nullish()
  .transform((said) => said ?? null)
export type FilterOption = z.infer<typeof filterOption>

const shown = {
  planContentId,
  tenantId: id,
  brand: z.object({ name: z.string(), slug: z.string(), iconThumbnail: z.string(), coverThumbnail: z.string() }),
  planContentName: z.string(),
  planContentDescription: z.string(),
  visibility: z.enum(['allUsers', 'paidUsers']),
  publishedAt: instant,
  /** Not in the specification. */
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
/** A content for readers who may read it. */
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
      /** Null while nothing is being streamed. */
      streamingSource: z.object({ default: source, LL: source.optional() }).nullable(),
      startAt: instant.nullable(),
      expiredAt,
      streamingStatus,
      /** Not in the specification: its event, where that stands in the brand's list. */
      event: z.object({ eventId: id, title: z.string() }).nullable(),
      /** Not in the specification. */
      health: z.enum(['ok', 'noSignal']),
      vodAvailableAt: instant.nullable(),
      notices: z.array(z.object({ noticeId: id, at: instant, text: z.string() })),
      eventState,
      eventReason: z.string(),
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
      /** The caller is a member whose fee is due: it has to be paid, the plan cannot be joined again. */
      isMember: z.boolean(),
    })
    .nullable(),
  month: z.object({ planId: id, planName: z.string(), period: backNumberPeriod, price: yen }).nullable(),
  /** Total price in yen until the content opens. */
  total: z.int().min(0),
})
export type UnlockOption = z.infer<typeof unlockOption>

const explanation = {
  status: z.union([accessStatus, z.literal('notfound')]),
  /** Paid contents only: which of the two conditions are met. */
  conditions: z.object({ hasPlan: z.boolean(), hasMonth: z.boolean() }),
  backNumberPeriod: period,
  /** Whether that month is over: before its end joining the plan includes it, afterwards it can only be bought. */
  isMonthOver: z.boolean(),
  plans: z.array(z.object({ planId: id, name: z.string() })),
  /** The renewal that opens it for a member whose term does not reach its month yet. */
  opensAt: instant.nullable(),
  /** A due fee first, then cheapest first; empty if nothing opens the content. */
  unlockOptions: z.array(unlockOption),
}
export type Explanation = z.infer<z.ZodObject<typeof explanation>>

export const publicContents = contract({
  /** Newest first; 100 without `pagination`. */
  getPublicPlanContents: visitorRead({
    kept: 'withCounts',
    by: 'brand',
    payload: {
      filterOption,
      /** Not in the specification: contents of one type. */
      type: z.enum(contentTypes).optional(),
      /** Not in the specification: words of the name, all of which it contains. */
      q: searchText.optional(),
      /**
       * Not in the specification: the contents of the brand before or after one of them, nearest first. `filterOption` is
       * not looked at then.
       */
      beside: z.object({ planContentId, are: z.enum(['newer', 'older']) }).optional(),
      /** Not in the specification: contents that stand before all others, where they are public. */
      first: z.array(id).max(10).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({ planContents: z.array(planContentItem), hasMore: z.boolean() }),
    refusals: ['contentNotFound'],
  }),
  getPublicPlanContent: visitorRead({
    by: 'maybeContent',
    setsCookies: true,
    /**
     * `viewer` is the device id, as in `noteWatching`: the third device of an account gets no source of a live
     * streaming.
     */
    payload: { tenantId: anyId, planContentId: anyId, viewer: viewerId.optional() },
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), planContent: publicPlanContent }),
      z.object({ ok: z.literal(false), status: denial }),
    ]),
  }),
  /** A content as in lists, with the plans that open it and can be joined. */
  getPublicPlanContentWithPlans: visitorRead({
    kept: 'withCounts',
    by: 'brand',
    payload: { planContentId },
    result: z.object({ planContent: planContentItem, plans: z.array(publicPlan) }),
    refusals: ['contentNotFound'],
  }),
  getPlanContentMetadata: visitorRead({
    kept: true,
    by: 'maybeContent',
    payload: { tenantId: anyId, planContentId: anyId },
    result: z.object({ name: z.string(), thumbnail: z.string(), description: z.string() }).nullable(),
  }),
  /** Why the caller can read a content or not, and what would open it. */
  explainMyAccess: visitorRead({
    kept: true,
    by: 'maybeContent',
    payload: { tenantId: id, planContentId },
    result: z.object(explanation),
  }),
  /** The same for any fan at any moment, for staff; without `uid`, for a visitor. */
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
      /** `at` is in the past: the fan's rights are as of then; content, plans, brand and staff are as of today. */
      isPast: z.boolean(),
    }),
    refusals: ['contentNotFound'],
  }),
  /**
   * Counts each reader once a day, and none of the brand's staff. `viewer` is a random text that the browser keeps for a day; not needed when signed
   * in.
   */
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
