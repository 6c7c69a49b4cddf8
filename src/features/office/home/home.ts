import { adminRoles, contentRoles, moneyRoles, type Role } from '#kit/contract.ts'

type Roles = readonly Role[]
const shippers: Roles = ['owner', 'admin', 'shipper']
const moderators: Roles = ['owner', 'admin', 'moderator']
const payees: Roles = ['owner']

/** Kinds of open tasks, most urgent first, with the roles that can handle them: other roles do not see the card. */
export const todoRoles = {
  latePayments: adminRoles,
  disputesOpen: adminRoles,
  refundsFailed: adminRoles,
  ordersTodo: shippers,
  ordersPartSent: shippers,
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

/** How many days ahead the home looks, and how many entries it shows. */
export const lookAhead = 30
export const mostUpcoming = 10

export const seesMoney = (role: Role) => isOneOf(moneyRoles, role)
/** In hundredths of a percent of the members at the start of the month; null without any. */
export const churnOf = (ended: number, atStart: number): number | null =>
  atStart > 0 ? Math.round((ended / atStart) * 10_000) : null
