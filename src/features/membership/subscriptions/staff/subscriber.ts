import { day, endOfTokyoDay, type Instant } from '#kit/time.ts'
import type { cancelReasons } from '../contract'
import { endOf, type Membership, type UserPlanStatus } from '../subscription'

/** Reason for the end of a membership: the fan's answer, or that the club ended it. */
export type CancelReason = (typeof cancelReasons)[number] | 'blocked' | 'staff'

/** A fan is reminded of a payment at most this often. */
export const remindEvery = 3 * day

export const remindableFrom = ({ remindedAt }: { remindedAt: Instant | null }, now: Instant): Instant | null =>
  remindedAt !== null && remindedAt + remindEvery > now ? remindedAt + remindEvery : null

export const isAtRisk = (status: UserPlanStatus) =>
  status === 'paymentIncomplete' || status === 'requiredKonbiniPayment'

/** A card that renews by itself is charged at its own date, whatever days were given. */
export const renewsByItself = (held: Membership & { providerSubscriptionId: string | null }) =>
  held.providerSubscriptionId !== null && held.cancelScheduledAt === null

export const nextBilling = (
  membership: Membership,
  plan: { archivingAt: Instant | null },
  now: Instant,
): Instant | null => {
  if (membership.method === 'comp' || membership.cancelScheduledAt !== null || plan.archivingAt !== null) return null
  return endOf(membership, plan, now) ? null : membership.paidUntil
}

/** Monthly value of a membership: a yearly price divided by twelve, rounded down. */
export const monthlyWorth = ({ price, interval }: { price: number; interval: 'month' | 'year' }) =>
  interval === 'year' ? Math.floor(price / 12) : price

/** Members who joined, and those who left: for any reason or for one. */
export const moveKinds = ['joined', 'ended', 'voluntary', 'paymentFailed', 'archived', 'other'] as const
export type MoveKind = (typeof moveKinds)[number]

/** The last moment of a day of Tokyo, `yyyy-mm-dd`; null for what is none. */
export const endOfDayText = (text: string): Instant | null => {
  const noon = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T12:00:00+09:00`) : Number.NaN
  return Number.isNaN(noon) ? null : endOfTokyoDay(noon) + 999
}
