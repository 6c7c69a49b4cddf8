import { addTokyoMonths, type BackNumberPeriod, type Instant, monthText, startOfTokyoMonth } from '#kit/time.ts'
import type { FormerPeriod, ViewableBy } from './content'

/*
 * The only rule for who may read a content; used by lists, pages, comments, loves and the editor's preview. Its inputs
 * are read by facts/queries.server.ts.
 */
export const accessStatuses = [
  'freeContents',
  'available',
  'unavailable',
  'requiredPurchasePlan',
  'requiredPurchaseBackNumber',
  'requiredPurchasePlanAndBackNumber',
] as const
/** Status of an existing content for a reader. */
export type AccessStatus = (typeof accessStatuses)[number]

export type AccessedContent = {
  planContentId: string
  /** `visibleFrom` of content.ts: Infinity for a draft. */
  visibleFrom: Instant
  viewableBy: ViewableBy
  backNumberPeriod: BackNumberPeriod | null
  plans: readonly { planId: string; archivingAt: Instant | null }[]
}

/** Facts about a reader, limited to the contents at hand. Empty for visitors. */
export type AccessFacts = {
  /** Staff of the brand in a role that may read all contents. */
  isStaff: boolean
  /** Plans with a term that runs now, including grace. */
  running: ReadonlySet<string>
  /** Months that the reader has paid for as a member or bought (keys by `ownedMonth`). */
  months: ReadonlySet<string>
  /** Rights from before a content's month was changed (`formerPeriods`), by planContentId. */
  kept: ReadonlyMap<string, FormerRight>
}
/** `month`: had the content's former month; `membership`: had a running plan while the content had no month. */
export type FormerRight = 'month' | 'membership'
export const ownedMonth = (planId: string, period: BackNumberPeriod): string => `${planId} ${monthText(period)}`
export const noFacts: AccessFacts = { isStaff: false, running: new Set(), months: new Set(), kept: new Map() }

export type AccessAsked = { now: Instant; backNumberNeedsActivePlan: boolean }

const isArchived = ({ archivingAt }: { archivingAt: Instant | null }, now: Instant) =>
  archivingAt !== null && archivingAt <= now

/** The two conditions of a paid content: a running plan, and the right to its month (not needed without a month). */
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
  // If all plans are archived, nobody can join or buy any more; earlier rights remain (rule: months.access).
  const isOver = content.plans.every((plan) => isArchived(plan, now))
  const standsAlone = isOver || !backNumberNeedsActivePlan
  if (ownsMonth && standsAlone) return 'available'
  if (isOver) return 'unavailable'
  if (content.backNumberPeriod !== null && standsAlone) return 'requiredPurchaseBackNumber'
  if (hasPlan) return 'requiredPurchaseBackNumber'
  return hasMonth ? 'requiredPurchasePlan' : 'requiredPurchasePlanAndBackNumber'
}

/** Whether the reader may get the body. */
export const isOpen = (status: AccessStatus): status is 'freeContents' | 'available' =>
  status === 'freeContents' || status === 'available'

export type PaidTerm = { from: Instant; to: Instant; source: string; voidedAt: Instant | null }

/**
 * Whether a term pays for a month: it overlaps the month. A grace term never pays; a voided term ends when it was
 * voided, and pays for nothing if that was at its start. `paysForMonth` of facts/queries.server.ts is the same rule in
 * SQL.
 */
export const paysMonth = ({ from, to, source, voidedAt }: PaidTerm, period: BackNumberPeriod): boolean => {
  const start = startOfTokyoMonth(period)
  const end = Math.min(to, voidedAt ?? to)
  return source !== 'grace' && end > from && from < addTokyoMonths(start, 1) && end > start
}

/** Whether a fan had a month, or a running plan, that a content required before its month was changed; terms and
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

/**
 * Status for a type of viewer: `member` joined one of the plans in the content's month, `monthOwner` only bought the
 * month.
 */
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
