import { fanRoles } from '#club/fans/contract.ts'
import { adminRoles, contentRoles, roles as everyRole, moneyRoles, type Role } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'

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

/** The way from an empty brand to its first member, in its order, with the roles that can go each step. */
export const firstStepRoles = {
  profile: adminRoles,
  legalNotice: adminRoles,
  plan: contentRoles,
  content: contentRoles,
  share: contentRoles,
  bankAccount: payees,
  identity: payees,
} as const satisfies Record<string, Roles>
export type FirstStep = keyof typeof firstStepRoles
export const firstSteps = Object.keys(firstStepRoles) as [FirstStep, ...FirstStep[]]
/** The cards that say the same. */
export const todosOfSteps: Record<FirstStep, readonly TodoKind[]> = {
  profile: ['icon', 'cover', 'description'],
  legalNotice: ['legalNotice'],
  plan: ['firstPlan'],
  content: [],
  share: [],
  bankAccount: ['accountMissing'],
  identity: ['identityMissing'],
}

/** What fans do, with the roles that see who did it. */
export const fanActRoles = {
  joined: moneyRoles,
  commented: everyRole,
  loved: fanRoles,
  asked: adminRoles,
} as const satisfies Record<string, Roles>
export type FanActKind = keyof typeof fanActRoles
export const fanActKinds = Object.keys(fanActRoles) as [FanActKind, ...FanActKind[]]
/** How many acts of fans are shown at once, and how many rows of each kind are looked at for them. */
export const mostFanActs = 20
export const mostLookedAt = 60

/** How many days ahead the home looks, and how many entries it shows. */
export const lookAhead = 30
export const mostUpcoming = 10

type HomeFigure = 'members' | 'mrr' | 'churn' | 'salesToday' | 'sales' | 'newFans'
/** The figures that a role sees, in the rows that they stand in: at most four in one. */
export const figureRowsOf = (role: Role): HomeFigure[][] => {
  const ofMembers: HomeFigure[] = seesMoney(role) ? ['members', 'mrr', 'churn'] : ['members']
  const ofMoney: HomeFigure[] = seesMoney(role) ? ['salesToday', 'sales'] : []
  const others = isOneOf(fanRoles, role) ? [...ofMoney, 'newFans' as const] : ofMoney
  return ofMembers.length + others.length <= 4 ? [[...ofMembers, ...others]] : [ofMembers, others]
}

export const seesMoney = (role: Role) => isOneOf(moneyRoles, role)
/** In hundredths of a percent of the members at the start of the month; null without any. */
export const churnOf = (ended: number, atStart: number): number | null =>
  atStart > 0 ? Math.round((ended / atStart) * 10_000) : null

export type FanAct = {
  kind: FanActKind
  at: Instant
  /** The membership, content or inquiry that it leads to. */
  itemId: string
  /** The fan; empty where the account is gone. */
  name: string
  icon: string
  /** Name of the plan or content, or the subject. */
  about: string
  /** How a comment begins. */
  text: string
  /** A comment that the brand has not answered yet. */
  isUnanswered: boolean
}
/** Acts of one kind, newest first. `back`: how far back its rows were looked at; null where there are no older ones. */
export type LookedAt = { acts: readonly FanAct[]; back: Instant | null }

/**
 * The newest acts of all kinds before a moment, and where those before them are asked for. Nothing older is shown than what was looked
 * at in every kind, so that a page may be short although more follow.
 */
export const newestFanActs = (
  kinds: readonly LookedAt[],
  before: Instant,
): { acts: FanAct[]; next: Instant | null } => {
  const back = Math.max(...kinds.map((one) => one.back ?? Number.NEGATIVE_INFINITY))
  // Rows may end within a moment, whose others come with the next page; where all of them are of that moment the page shows these.
  const from = back + 1 < before ? back + 1 : back
  const all = kinds
    .flatMap(({ acts }) => acts)
    .filter(({ at }) => at >= from)
    .sort((a, b) => b.at - a.at || (a.kind + a.itemId < b.kind + b.itemId ? -1 : 1))
  const last = all[mostFanActs - 1]
  // Those of one moment are not parted: what follows is asked for before it.
  const acts = last ? all.filter(({ at }) => at >= last.at) : all
  if (last && acts.length < all.length) return { acts, next: last.at }
  return { acts, next: back === Number.NEGATIVE_INFINITY ? null : from }
}
