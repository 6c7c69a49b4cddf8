import { adminRoles, contentRoles, moneyRoles, type Role } from '#kit/contract.ts'
import { day, type Instant } from '#kit/time.ts'
import { fanActRoles } from '../home/home'

type Roles = readonly Role[]
const shippers: Roles = ['owner', 'admin', 'shipper']
const payees: Roles = ['owner', 'accountant']
/** Who prepares goods of events. */
const drafters: Roles = ['owner', 'admin', 'editor', 'shipper']

/** Kinds of staff notifications, each with the roles that may see it. */
export const notificationRoles = {
  orderPaid: shippers,
  orderExpired: shippers,
  latePayment: adminRoles,
  refundFailed: adminRoles,
  disputeOpened: adminRoles,
  disputeDue: adminRoles,
  restUnsent: shippers,
  memberJoined: moneyRoles,
  memberLeft: moneyRoles,
  commentHeld: ['owner', 'admin', 'moderator'],
  commented: fanActRoles.commented,
  loved: fanActRoles.loved,
  requestReceived: adminRoles,
  payoutSent: payees,
  payoutReturned: payees,
  draftSubmitted: adminRoles,
  draftReturned: drafters,
  draftApproved: drafters,
  scheduleFailed: contentRoles,
  jobFailed: adminRoles,
  invitationDeclined: adminRoles,
  clubClosed: adminRoles,
} as const satisfies Record<string, Roles>
export type NotificationKind = keyof typeof notificationRoles
export const notificationKinds = Object.keys(notificationRoles) as [NotificationKind, ...NotificationKind[]]

export const kindsOf = (role: Role): NotificationKind[] =>
  notificationKinds.filter((kind) => (notificationRoles[kind] as Roles).includes(role))

/** How far back the bell looks, how many of each kind it reads, and how many it shows. */
export const lookBack = 14 * day
export const mostOfKind = 20
export const mostShown = 50
/** What stands behind # in the address that opens the settings of the mails. */
export const mailSettings = 'mails'

/** Why something did not happen at the moment that it was scheduled for: the `detail` of a `scheduleFailed`. */
export type ScheduleProblem = 'plansArchived' | 'notStarted'
/** A live streaming that has not begun this long after its time is missed. */
export const startIsLate = 15 * 60_000

export type Notification = {
  kind: NotificationKind
  at: Instant
  /** Id of the order, comment or other item; empty where only the list can be opened. */
  itemId: string
  /** Name of the person or content, or order number. */
  name: string
  /** Plan, amount, number or reason. */
  detail: string
}

/** Members get mails about the kinds that they chose and that their role may see. */
export const mailedKinds = (role: Role, chosen: readonly string[]): NotificationKind[] =>
  kindsOf(role).filter((kind) => chosen.includes(kind))
