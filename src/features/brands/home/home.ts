import { adminRoles, contentRoles, moneyRoles, type Role } from '../../../kit/contract'

type Roles = readonly Role[]
const shippers: Roles = ['owner', 'admin', 'shipper']
const moderators: Roles = ['owner', 'admin', 'moderator']
const payees: Roles = ['owner']

/**
 * What may wait for somebody, the most urgent first, each with the roles that can do something about it: nobody is told of
 * what they may not open.
 */
export const todoRoles = {
  latePayments: adminRoles,
  ordersTodo: shippers,
  paymentsAtRisk: adminRoles,
  commentsHeld: moderators,
  commentsReported: moderators,
  requestsOpen: adminRoles,
  accountErrored: payees,
  accountMissing: payees,
  identityFailed: payees,
  identityMissing: payees,
  legalNotice: adminRoles,
  stockLow: [...contentRoles, 'shipper'],
  firstPlan: contentRoles,
  planDrafts: contentRoles,
  contentDrafts: contentRoles,
  icon: adminRoles,
  cover: adminRoles,
  description: adminRoles,
} as const satisfies Record<string, Roles>
export type TodoKind = keyof typeof todoRoles
export const todoKinds = Object.keys(todoRoles) as [TodoKind, ...TodoKind[]]

export const isOneOf = (roles: Roles, role: Role) => roles.includes(role)
export const mayDo = (kind: TodoKind, role: Role) => isOneOf(todoRoles[kind], role)

export const upcomingKinds = [
  'content',
  'publishEvent',
  'event',
  'streaming',
  'planArchive',
  'saleStart',
  'saleEnd',
  'monthFinal',
  'payout',
] as const
export type UpcomingKind = (typeof upcomingKinds)[number]

/** How far ahead the home looks, in days, and how much of it it shows. */
export const lookAhead = 30
export const mostUpcoming = 10

export const seesMoney = (role: Role) => isOneOf(moneyRoles, role)
/** In hundredths of a percent of who was there at the month's start; null where nobody was. */
export const churnOf = (ended: number, atStart: number): number | null =>
  atStart > 0 ? Math.round((ended / atStart) * 10_000) : null
