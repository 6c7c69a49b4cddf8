import type { CardAtHand } from '#client/atHand.ts'
import { accentOf } from '#kit/color.ts'
import { day } from '#kit/time.ts'
import type { UserPlan } from '../contract'
import type { FanSubscriptionWordsText } from './words.ja'

/** A term that is paid anew ends a little later than it says: who is at a door that day has not seen the next one yet. */
const endOf = (plan: UserPlan): number | null => {
  switch (plan.status) {
    case 'active':
      return plan.expiredAt + day
    case 'scheduledToCancel':
      return plan.cancelScheduledAt
    case 'scheduledToArchive':
      return plan.archiveScheduledAt
    case 'paymentIncomplete':
      return plan.graceUntil ?? plan.expiredAt
    case 'requiredKonbiniPayment':
      return plan.dueAt
    case 'canceled':
    case 'archived':
      return 0
  }
}

export const shownNumber = (memberNumber: number | null) =>
  memberNumber === null ? '' : `No. ${String(memberNumber).padStart(5, '0')}`

/** The member's card (MemberCard.tsx), for where there is no connection. */
export const cardAtHand = (plan: UserPlan, holder: string, words: FanSubscriptionWordsText): CardAtHand => {
  const { accent, onAccent } = accentOf(plan.brand.accentColor).light
  return {
    id: plan.planId,
    brand: plan.brand.name,
    plan: plan.name,
    holder,
    number: shownNumber(plan.memberNumber),
    monthsLabel: words.months,
    months: words.monthsOf(plan.months),
    accent,
    ink: onAccent,
    until: endOf(plan),
  }
}
