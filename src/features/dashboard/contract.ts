import { z } from 'zod'
import { adminRoles, brandOutside, brandRead, brandWrite, contract, moneyRoles, roles } from '../../kit/contract'
import { pagination, paginationRequest } from '../../kit/pagination'
import { id, text } from '../../kit/text'
import { day as aDay, instant } from '../../kit/time'
import { moveKinds } from '../subscriptions/staff/subscriber'
import { longestDays, startOfDay } from './dashboard'

/** `yyyy-mm-dd`, a day of Tokyo that exists. */
const dayText = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/)
  .refine(
    (text) =>
      new Date(`${text}T00:00:00Z`).toString() !== 'Invalid Date' &&
      new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
  )

/** What a connection is known by; its token never leaves the server. */
const connection = z.object({ connectedAt: instant, connectedBy: z.string(), scope: z.string() })

export const dashboard = contract({
  /** An address that opens one report of Looker once; `src` is a path of the reports that are offered. */
  'dashboard/getLookerSignedUrlUrl': brandRead({
    by: 'brandFirestoreId',
    roles: moneyRoles,
    payload: { brandFirestoreId: id, src: text({ min: 1, max: 500 }) },
    result: z.object({ url: z.string() }),
    refusals: ['lookerNotConfigured', 'reportNotOffered'],
  }),
  /** Where the analytics service asks for consent; begins a try that is good for ten minutes. */
  'dashboard/getOAuthRedirectUrl': brandWrite({
    roles: adminRoles,
    audit: [],
    payload: {},
    result: z.object({ redirectUrl: z.string() }),
    refusals: ['oauthNotConfigured'],
    limit: { points: 20, seconds: 3600 },
  }),
  /** Ends the try of this person that was begun last. */
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
   * Figures of each day; a day that nobody has counted (before the brand, or before counting began) is left out. What the
   * club earns is null for who does not see it.
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
      /** The newest ones, however long the span is. */
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
   * Counts one day that is over again, as its night did. For whoever sees the figures: it can only make them what the facts
   * say, and nothing else is touched.
   */
  recountBrandDay: brandWrite({
    roles: moneyRoles,
    audit: ['day'],
    payload: { day: dayText },
    result: z.object({ changed: z.boolean() }),
    refusals: ['dayNotOver', 'beforeBrand'],
    limit: { points: 30, seconds: 3600 },
  }),
  /** The people behind the figures of these days: who became a member, who is none any more and why. */
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
          /** Null where nothing says who it was any more. */
          fanId: id.nullable(),
          displayName: z.string(),
          memberNumber: z.int().nullable(),
          reason: z.string(),
        }),
      ),
      /** Fans have a page of their own for whoever may read it. */
      seesFans: z.boolean(),
      pagination,
    }),
  }),
  getDashboardConnection: brandRead({
    roles,
    payload: {},
    result: z.object({
      /** Paths for `getLookerSignedUrlUrl`; none where this installation has no Looker or the reader may not see them. */
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
