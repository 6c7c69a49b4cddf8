import { z } from 'zod'
import { adminRoles, brandOutside, brandRead, brandWrite, contract, moneyRoles, roles } from '#kit/contract.ts'
import { startOfDay } from '#kit/days.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { day as aDay, instant } from '#kit/time.ts'
import { moveKinds } from '#membership/subscriptions/staff/subscriber.ts'
import { longestDays } from './dashboard'

/** `yyyy-mm-dd`, an existing day (Tokyo time). */
const dayText = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/)
  .refine(
    (text) =>
      new Date(`${text}T00:00:00Z`).toString() !== 'Invalid Date' &&
      new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
  )

/** Public data of a connection; its token never leaves the server. */
const connection = z.object({ connectedAt: instant, connectedBy: z.string(), scope: z.string() })

export const dashboard = contract({
  /** URL that opens a Looker report once; `src` is one of the paths in `reports`. */
  'dashboard/getLookerSignedUrlUrl': brandRead({
    by: 'brandFirestoreId',
    roles: moneyRoles,
    payload: { brandFirestoreId: id, src: text({ min: 1, max: 500 }) },
    result: z.object({ url: z.string() }),
    refusals: ['lookerNotConfigured', 'reportNotOffered'],
  }),
  /** URL of the analytics service's consent page; starts an OAuth attempt, valid for ten minutes. */
  'dashboard/getOAuthRedirectUrl': brandWrite({
    roles: adminRoles,
    audit: [],
    payload: {},
    result: z.object({ redirectUrl: z.string() }),
    refusals: ['oauthNotConfigured'],
    limit: { points: 20, seconds: 3600 },
  }),
  /** Completes the caller's latest OAuth attempt. */
  'dashboard/createOAuthRefreshToken': brandOutside({
    by: 'brandFirestoreId',
    roles: adminRoles,
    audit: [],
    payload: { tenantId: id, brandFirestoreId: id, code: text({ min: 1, max: 2000 }) },
    result: z.object({ connectedAt: instant }),
    refusals: ['oauthNotConfigured', 'oauthNotStarted', 'oauthRefused', 'oauthUnavailable'],
    limit: { points: 20, seconds: 3600 },
  }),
  /**
   * Figures per day; days that were not counted (before the brand existed, or before counting started) are omitted.
   * Money is null for roles that may not see it.
   */
  getBrandStats: brandRead({
    roles,
    payload: { from: dayText, to: dayText },
    check: ({ from, to }, issue) => {
      if (to < from) issue('to', 'invalid')
      else if (startOfDay(to) - startOfDay(from) > longestDays * aDay) issue('to', 'tooBig')
    },
    result: z.object({
      seesMoney: z.boolean(),
      days: z.array(
        z.object({
          day: z.string(),
          members: z.int(),
          mrr: z.int().nullable(),
          joined: z.int(),
          ended: z.object({ voluntary: z.int(), paymentFailed: z.int(), archived: z.int(), other: z.int() }),
          gross: z.object({ plan: z.int(), backNumber: z.int(), goods: z.int(), eventGoods: z.int() }).nullable(),
        }),
      ),
      /** The newest contents, independent of the selected span. */
      contents: z.array(
        z.object({
          planContentId: id,
          name: z.string(),
          type: z.enum(['video', 'news', 'streaming']),
          publishingAt: instant,
          viewers: z.int(),
          loves: z.int(),
          comments: z.int(),
        }),
      ),
    }),
  }),
  /**
   * Recounts one past day. Open to all readers of the figures, because it can only bring them in line with the data.
   */
  recountBrandDay: brandWrite({
    roles: moneyRoles,
    audit: ['day'],
    payload: { day: dayText },
    result: z.object({ changed: z.boolean() }),
    refusals: ['dayNotOver', 'beforeBrand'],
    limit: { points: 30, seconds: 3600 },
  }),
  /** Members behind the figures: those who joined, or left with the reason. */
  getMemberMoves: brandRead({
    roles: moneyRoles,
    payload: {
      from: dayText,
      to: dayText,
      kind: z.enum(moveKinds),
      pagination: paginationRequest.optional(),
    },
    check: ({ from, to }, issue) => {
      if (to < from) issue('to', 'invalid')
      else if (startOfDay(to) - startOfDay(from) > longestDays * aDay) issue('to', 'tooBig')
    },
    result: z.object({
      moves: z.array(
        z.object({
          day: z.string(),
          /** Null if the fan is no longer known. */
          fanId: id.nullable(),
          displayName: z.string(),
          memberNumber: z.int().nullable(),
          reason: z.string(),
        }),
      ),
      /** Whether the caller may open fan pages. */
      seesFans: z.boolean(),
      pagination,
    }),
  }),
  getDashboardConnection: brandRead({
    roles,
    payload: {},
    result: z.object({
      /** Paths for `getLookerSignedUrlUrl`; empty without Looker or without permission. */
      reports: z.array(z.string()),
      isConnectable: z.boolean(),
      canConnect: z.boolean(),
      connection: connection.nullable(),
    }),
  }),
  removeDashboardConnection: brandWrite({
    roles: adminRoles,
    audit: [],
    payload: {},
    result: z.object({}),
    refusals: ['notConnected'],
  }),
})
