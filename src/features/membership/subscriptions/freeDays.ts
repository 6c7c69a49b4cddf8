import { day, type Instant } from '#kit/time.ts'
import { changeEndsBefore } from './planChange'
import { endOf, type Membership } from './subscription'

/* Days that a club gives to a member who pays by card: the next charge comes so much later (rule: membership.freeDays). */

export const freeDayReasons = ['liveFailed', 'contentLate', 'siteTrouble', 'inconvenience', 'thanks'] as const
export type FreeDayReason = (typeof freeDayReasons)[number]

/** As the member and the staff read them. */
export const freeDayReasonNames: Record<FreeDayReason, { ja: string; en: string }> = {
  liveFailed: { ja: 'ライブ配信の不具合のお詫び', en: 'An apology for a live that failed' },
  contentLate: { ja: 'コンテンツの公開が遅れたお詫び', en: 'An apology for contents that came late' },
  siteTrouble: { ja: 'サイトの不具合のお詫び', en: 'An apology for trouble with the site' },
  inconvenience: { ja: 'ご不便をおかけしたお詫び', en: 'An apology for the inconvenience' },
  thanks: { ja: '日頃の応援への感謝', en: 'Thanks for your support' },
}

/** The most that a club gives to a member within a year, at once or little by little. */
export const mostFreeDays = 90
export const freeDaysWithin = 365 * day

export const freeDayRefusals = [
  'alreadyEnded',
  'notByCard',
  'alreadyLeaving',
  'planEnding',
  'renewalFailed',
  'renewalOpen',
  'tooManyDays',
] as const
export type FreeDayRefusal = (typeof freeDayRefusals)[number]

/** Why a member is not given so many days; null where they are. `given`: those of the last year. */
export const whyNotGiven = (
  membership: Membership & { providerSubscriptionId: string | null },
  plan: { archivingAt: Instant | null },
  { days, given, now }: { days: number; given: number; now: Instant },
): FreeDayRefusal | null => {
  if (endOf(membership, plan, now)) return 'alreadyEnded'
  if (membership.method !== 'card') return 'notByCard'
  if (membership.cancelScheduledAt !== null || membership.providerSubscriptionId === null) return 'alreadyLeaving'
  if (plan.archivingAt !== null) return 'planEnding'
  if (membership.paymentFailedAt !== null) return 'renewalFailed'
  if (membership.paidUntil - now < changeEndsBefore) return 'renewalOpen'
  return given + days > mostFreeDays ? 'tooManyDays' : null
}

export type FreeDays = { days: number; reason: FreeDayReason; note: string }

/** The entry of an order's history: what paid for the term that became longer. */
export const daysGiven = 'daysGiven'
/** As its detail keeps them. */
export const detailOfFreeDays = ({ days, reason, note }: FreeDays): string => `${days} ${reason} ${note}`
export const freeDaysOf = (detail: string): FreeDays | null => {
  const [, days, name, note = ''] = /^(\d+) (\w+) ?([\s\S]*)$/.exec(detail) ?? []
  const reason = freeDayReasons.find((one) => one === name)
  return reason ? { days: Number(days), reason, note } : null
}

export const daysText = (days: number, locale: 'ja' | 'en'): string =>
  locale === 'ja' ? `${days}日` : days === 1 ? '1 day' : `${days} days`

/** How many, why, and what staff noted: one line of a history. */
export const freeDaysText = ({ days, reason, note }: FreeDays, locale: 'ja' | 'en'): string =>
  [daysText(days, locale), freeDayReasonNames[reason][locale], ...(note === '' ? [] : [note])].join(' · ')
