import type { English } from '#kit/english.ts'
import type { Yen } from '#kit/money.ts'
import { day, endOfTokyoDay, type Instant } from '#kit/time.ts'

export const planStatuses = ['draft', 'active', 'scheduledToBeArchived', 'archived'] as const
export type PlanStatus = (typeof planStatuses)[number]
export type SubscriptionInterval = 'month' | 'year'

export type PlanInEnglish = English<'name' | 'description'>

/** What the creator wrote, beside what readers of this language are told in English. */
export const originalOf = (
  { name, description, english }: { name: string; description: string; english: PlanInEnglish },
  locale: 'ja' | 'en',
) => (locale === 'en' && (english.name || english.description) ? { original: { name, description } } : {})

export type Terms = {
  name: string
  description: string
  thumbnail: string
  /** Unchanged if omitted. */
  english?: PlanInEnglish | undefined
  price: Yen
  subscriptionInterval: SubscriptionInterval
}
/** Fields that may change after activation: fans joined for this price and this interval. */
export type Presentation = Pick<Terms, 'name' | 'description' | 'thumbnail' | 'english'>

type Stored = Terms & {
  planId: string
  english: PlanInEnglish
  editedAt: Instant
  /** The uid of who saved last; older rows have none. */
  editedBy?: string | null
  createdAt: Instant
  archiveMessage: string
  archiveRefunds: boolean
}
export type DraftPlan = Stored & { status: 'draft'; archivingAt: null; activatedAt: null }
export type ActivePlan = Stored & { status: 'active'; archivingAt: Instant | null; activatedAt: Instant }
export type Plan = DraftPlan | ActivePlan

/** Drafts and activation are a person's moves; scheduled and archived follow from `archivingAt` and the clock. */
export const statusAt = (plan: Pick<Plan, 'status' | 'archivingAt'>, now: Instant): PlanStatus => {
  if (plan.status === 'draft') return 'draft'
  if (plan.archivingAt === null) return 'active'
  return plan.archivingAt <= now ? 'archived' : 'scheduledToBeArchived'
}

export const draft = (planId: string, terms: Terms, now: Instant): DraftPlan => ({
  ...terms,
  english: terms.english ?? {},
  planId,
  status: 'draft',
  archivingAt: null,
  activatedAt: null,
  archiveMessage: '',
  archiveRefunds: false,
  createdAt: now,
  editedAt: now,
})

export const edit = (plan: DraftPlan, terms: Terms, now: Instant): DraftPlan => ({
  ...plan,
  ...terms,
  english: terms.english ?? plan.english,
  editedAt: now,
})

export const activate = (plan: DraftPlan, terms: Terms, now: Instant): ActivePlan => ({
  ...plan,
  ...terms,
  english: terms.english ?? plan.english,
  status: 'active',
  activatedAt: now,
  editedAt: now,
})

export const present = (
  plan: ActivePlan,
  { name, description, thumbnail, english = plan.english }: Presentation,
  now: Instant,
): ActivePlan => ({
  ...plan,
  name,
  description,
  thumbnail,
  english,
  editedAt: now,
})

export const scheduleArchive = (
  plan: ActivePlan,
  { archivingAt, message, refunds }: { archivingAt: Instant; message: string; refunds: boolean },
  now: Instant,
): ActivePlan => ({ ...plan, archivingAt, archiveMessage: message, archiveRefunds: refunds, editedAt: now })

export const cancelArchive = (plan: ActivePlan, now: Instant): ActivePlan => ({
  ...plan,
  archivingAt: null,
  archiveMessage: '',
  archiveRefunds: false,
  editedAt: now,
})

/** Members are notified at least this long before (rule: membership.archive). */
export const archiveNotice = 30 * day

/** The earliest archive: the last second of the day on which the notice is over and every paid term has ended (rule: membership.archive). */
export const earliestArchive = (latestTermEnd: Instant | null, now: Instant): Instant => {
  const over = Math.max(latestTermEnd ?? 0, now + archiveNotice)
  const end = endOfTokyoDay(over)
  // Within that last second itself it is not over yet.
  return end < over ? end + day : end
}

/** Our own id of the plan's price, which is the provider's `lookup_key`. A plan's price never changes once it is active. */
export const priceIdOf = ({ planId }: { planId: string }) => `price_${planId}`
/** The plan of such an id; null of another one. */
export const planOfPriceId = (priceId: string): string | null => /^price_(.+)$/.exec(priceId)?.[1] ?? null
