import { addTokyoMonths, type BackNumberPeriod, type Instant, monthText, startOfTokyoMonth } from '../../kit/time'
import type { ViewableBy } from './content'

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
}
export const ownedMonth = (planId: string, period: BackNumberPeriod): string => `${planId} ${monthText(period)}`
export const noFacts: AccessFacts = { isStaff: false, running: new Set(), months: new Set() }

export type AccessAsked = { now: Instant; backNumberNeedsActivePlan: boolean }

const isArchived = ({ archivingAt }: { archivingAt: Instant | null }, now: Instant) =>
  archivingAt !== null && archivingAt <= now

/** The two conditions of a paid content: a running plan, and the right to its month (none is needed where it has no month). */
export const conditionsOf = ({ plans, backNumberPeriod: period }: AccessedContent, facts: AccessFacts) => {
  const ownsMonth = period !== null && plans.some(({ planId }) => facts.months.has(ownedMonth(planId, period)))
  return {
    hasPlan: plans.some(({ planId }) => facts.running.has(planId)),
    ownsMonth,
    hasMonth: period === null || ownsMonth,
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
  // Nobody can join or buy any more; nobody loses what they paid for (architecture, section 10).
  if (content.plans.every((plan) => isArchived(plan, now))) return ownsMonth ? 'available' : 'unavailable'
  if (content.backNumberPeriod === null || backNumberNeedsActivePlan) {
    if (hasPlan) return 'requiredPurchaseBackNumber'
    return hasMonth ? 'requiredPurchasePlan' : 'requiredPurchasePlanAndBackNumber'
  }
  // A month stands alone.
  return ownsMonth ? 'available' : 'requiredPurchaseBackNumber'
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
  const content = { visibleFrom: 0, viewableBy, backNumberPeriod: period, plans }
  return accessTo(content, { isStaff: false, running, months }, { now: 0, backNumberNeedsActivePlan })
}
