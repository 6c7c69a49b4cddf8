import { z } from 'zod'
import { adminRoles, brandOutside, brandRead, brandWrite, contract, moneyRoles, roles } from '../../kit/contract'
import { id, text } from '../../kit/text'
import { instant } from '../../kit/time'

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
