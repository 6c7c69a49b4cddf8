import { addTokyoMonths, type BackNumberPeriod, type Instant, monthText, startOfTokyoMonth } from '../../kit/time'
import type { FormerPeriod, ViewableBy } from './content'

/*
 * The one rule of who may read a content. Nothing else decides it: lists, pages, comments, loves and the editor's preview
 * all ask here, and what they ask from the database are the facts below (public/queries.server.ts).
 */
export const accessStatuses = [
  'freeContents',
  'available',
  'unavailable',
  'requiredPurchasePlan',
  'requiredPurchaseBackNumber',
  'requiredPurchasePlanAndBackNumber',
] as const
/** Of a content that exists. */
export type AccessStatus = (typeof accessStatuses)[number]

export type AccessedContent = {
  planContentId: string
  /** `visibleFrom` of content.ts: Infinity for a draft. */
  visibleFrom: Instant
  viewableBy: ViewableBy
  backNumberPeriod: BackNumberPeriod | null
  plans: readonly { planId: string; archivingAt: Instant | null }[]
}

/** What is known of a reader, for the contents at hand alone. A visitor has none of it. */
export type AccessFacts = {
  /** Works for the brand in a role that reads its contents. */
  isStaff: boolean
  /** Plans on which a term of theirs runs at this moment, grace included. */
  running: ReadonlySet<string>
  /** Months of plans that they have paid for as a member or bought (`ownedMonth`). */
  months: ReadonlySet<string>
  /** What they had of a content before its month was changed (`formerPeriods`), by planContentId. */
  kept: ReadonlyMap<string, FormerRight>
}
/** `month`: a month that the content had; `membership`: a running plan while it had none. */
export type FormerRight = 'month' | 'membership'
export const ownedMonth = (planId: string, period: BackNumberPeriod): string => `${planId} ${monthText(period)}`
export const noFacts: AccessFacts = { isStaff: false, running: new Set(), months: new Set(), kept: new Map() }

export type AccessAsked = { now: Instant; backNumberNeedsActivePlan: boolean }

const isArchived = ({ archivingAt }: { archivingAt: Instant | null }, now: Instant) =>
  archivingAt !== null && archivingAt <= now

/** The two conditions of a paid content: a running plan, and the right to its month (none is needed where it has no month). */
export const conditionsOf = (
  { planContentId, plans, backNumberPeriod: period }: AccessedContent,
  { running, months, kept }: AccessFacts,
) => {
  const right = kept.get(planContentId)
  const hasBought = period !== null && plans.some(({ planId }) => months.has(ownedMonth(planId, period)))
  const ownsMonth = hasBought || right === 'month'
  return {
    hasPlan: plans.some(({ planId }) => running.has(planId)),
    ownsMonth,
    hasMonth: period === null || ownsMonth || right === 'membership',
  }
}

export const accessTo = (
  content: AccessedContent,
  facts: AccessFacts,
  { now, backNumberNeedsActivePlan }: AccessAsked,
): AccessStatus => {
  const isPublished = content.visibleFrom <= now
  if (content.viewableBy === 'allUsers' && isPublished) return 'freeContents'
  if (facts.isStaff) return 'available'
  if (!isPublished) return 'unavailable'
  const { hasPlan, ownsMonth, hasMonth } = conditionsOf(content, facts)
  if (hasPlan && hasMonth) return 'available'
  // Where all plans are archived nobody can join or buy any more; nobody loses what they paid for (architecture, section 10).
  const isOver = content.plans.every((plan) => isArchived(plan, now))
  const standsAlone = isOver || !backNumberNeedsActivePlan
  if (ownsMonth && standsAlone) return 'available'
  if (isOver) return 'unavailable'
  if (content.backNumberPeriod !== null && standsAlone) return 'requiredPurchaseBackNumber'
  if (hasPlan) return 'requiredPurchaseBackNumber'
  return hasMonth ? 'requiredPurchasePlan' : 'requiredPurchasePlanAndBackNumber'
}

/** Whether the body may be given away. */
export const isOpen = (status: AccessStatus): status is 'freeContents' | 'available' =>
  status === 'freeContents' || status === 'available'

export type PaidTerm = { from: Instant; to: Instant; source: string; voidedAt: Instant | null }

/**
 * Whether a term pays for a month: it runs in a part of it. A grace gives no month; a voided term ends at that moment,
 * and one that is voided at its beginning gives nothing. `paysForMonth` of public/queries.server.ts says the same in SQL.
 */
export const paysMonth = ({ from, to, source, voidedAt }: PaidTerm, period: BackNumberPeriod): boolean => {
  const start = startOfTokyoMonth(period)
  const end = Math.min(to, voidedAt ?? to)
  return source !== 'grace' && end > from && from < addTokyoMonths(start, 1) && end > start
}

/** Whether a fan had a month, or a running plan, that a content asked for before its month was changed; terms and
 * purchases are those of the content's plans. */
export const formerRightOf = (
  { period, until }: FormerPeriod,
  terms: readonly PaidTerm[],
  purchases: readonly { period: BackNumberPeriod; paidAt: Instant }[],
): FormerRight | null => {
  if (period === null)
    return terms.some(
      ({ from, to, voidedAt }) => (voidedAt === null || voidedAt > until) && from <= until && to > until,
    )
      ? 'membership'
      : null
  const hasPaid = terms.some((term) => term.from < until && paysMonth(term, period))
  const hasBought = purchases.some((bought) => bought.paidAt < until && monthText(bought.period) === monthText(period))
  return hasPaid || hasBought ? 'month' : null
}

// --- The editor's preview ---------------------------------------------------------------------------------------------------

export const viewers = ['visitor', 'member', 'monthOwner'] as const
export type Viewer = (typeof viewers)[number]

type Previewed = { viewableBy: ViewableBy; planIds: readonly string[]; backNumberPeriod: BackNumberPeriod | null }

/** What a viewer of this kind is answered: a member is one of a chosen plan since its month, an owner only bought the month. */
export const accessOfViewer = (
  viewer: Viewer,
  { viewableBy, planIds, backNumberPeriod: period }: Previewed,
  backNumberNeedsActivePlan = true,
): AccessStatus => {
  const plans = planIds.map((planId) => ({ planId, archivingAt: null }))
  const months = new Set(period && viewer !== 'visitor' ? planIds.map((planId) => ownedMonth(planId, period)) : [])
  const running = new Set(viewer === 'member' ? planIds : [])
  const content = { planContentId: '', visibleFrom: 0, viewableBy, backNumberPeriod: period, plans }
  return accessTo(content, { ...noFacts, running, months }, { now: 0, backNumberNeedsActivePlan })
}
