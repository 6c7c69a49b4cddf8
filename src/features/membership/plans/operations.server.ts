import { isClosing } from '#club/brands/closing.queries.server.ts'
import { figuresOrCount } from '#club/brands/statistics.server.ts'
import { editorOf } from '#club/tenants/queries.server.ts'
import { mayEdit, seesMoney } from '#kit/contract.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db } from '#server/proven.ts'
import { archiveNotices, subscriptionJobs } from '../subscriptions/jobs.server'
import { contentsForArchive, membersOfPlan, refundOfTerms } from './archive.queries.server'
import type { AdminPlan, plans } from './contract'
import {
  type ActivePlan,
  activate,
  cancelArchive,
  type DraftPlan,
  draft,
  earliestArchive,
  edit,
  type Plan,
  present,
  scheduleArchive,
  statusAt,
  type Terms,
} from './plan'
import { publicPlans } from './public.server'
import { findPlan, insertPlan, type ListedPlan, lockPlan, plansOf, savePlan } from './queries.server'
import { planFees, planStatistics } from './statistics.server'

const adminPlan = (brand: Brand, plan: Omit<ListedPlan, 'contents'>, now: Instant): AdminPlan => ({
  tenantId: brand.tenantId,
  brandId: brand.brandId,
  planId: plan.planId,
  name: plan.name,
  price: plan.price,
  subscriptionInterval: plan.subscriptionInterval,
  description: plan.description,
  status: statusAt(plan, now),
  archivingAt: plan.archivingAt,
  editedAt: plan.editedAt,
  thumbnail: plan.thumbnail,
})

type Refuse = (code: 'planNotFound' | 'conflict') => never
/** The plan under lock, as the screen knew it. */
const currentPlan = async (
  { db, brand, refuse }: { db: Db; brand: Brand; refuse: Refuse },
  { planId, expectedEditedAt }: { planId: string; expectedEditedAt?: Instant | undefined },
): Promise<Plan> => {
  const plan = (await lockPlan(db, brand, planId)) ?? refuse('planNotFound')
  if (expectedEditedAt !== undefined && expectedEditedAt !== plan.editedAt) return refuse('conflict')
  return plan
}

/** Saves over the state that the move began from; a conflict is unlikely under the lock. */
const saved = async (
  { db, brand, user, refuse }: { db: Db; brand: Brand; user: { uid: string }; refuse: Refuse },
  plan: Plan,
  from: Plan['status'],
) => {
  if (!(await savePlan(db, brand, { ...plan, editedBy: user.uid }, from))) return refuse('conflict')
  return { planId: plan.planId, editedAt: plan.editedAt }
}

const isDraft = (plan: Plan): plan is DraftPlan => plan.status === 'draft'
const isIn =
  (status: 'active' | 'scheduledToBeArchived', now: Instant) =>
  (plan: Plan): plan is ActivePlan =>
    statusAt(plan, now) === status

/** Payloads carry ids beside the terms; a row takes the terms alone. */
const termsOf = ({ name, description, thumbnail, english, price, subscriptionInterval }: Terms): Terms => ({
  name,
  description,
  thumbnail,
  english,
  price,
  subscriptionInterval,
})

/** Two saves within one millisecond still differ, so that a stale one is always seen. */
const laterThan = (plan: Plan, now: Instant) => Math.max(now, plan.editedAt + 1)

export const planHandlers: Handlers<typeof plans> = {
  async getPlans({ db, brand, member, now, fees }, { status, q, sort, pagination: page = everything }) {
    const { rows, counts } = await plansOf(db, brand, { status, q, sort, page, now })
    return {
      plans: rows.map((plan) => ({ ...adminPlan(brand, plan, now), contents: plan.contents })),
      pagination: paginationOf(counts[status ?? 'all'], page),
      canEdit: mayEdit(member.role),
      counts,
      fees,
    }
  },

  async getPlan({ db, brand, user, member, now, refuse }, { planId }) {
    const plan = (await findPlan(db, brand, planId)) ?? refuse('planNotFound')
    return {
      plan: { ...adminPlan(brand, plan, now), english: plan.english },
      canEdit: mayEdit(member.role),
      editedBy: await editorOf(db, brand, plan.editedBy, user),
    }
  },

  async getPlanStatistics({ db, brand, member, now }) {
    const figures = await figuresOrCount(db, brand, 'planStatistics', () => planStatistics(db, brand, now))
    return { ...figures, canSeeFees: seesMoney(member.role) }
  },

  getPlanFees: ({ db, brand, now }) => figuresOrCount(db, brand, 'planFees', () => planFees(db, brand, now)),

  async createDraftPlan({ db, brand, user, now, newId }, terms) {
    const plan = draft(newId('plan'), termsOf(terms), now)
    await insertPlan(db, brand, { ...plan, editedBy: user.uid })
    return { planId: plan.planId }
  },

  async createActivePlan({ db, brand, user, now, newId, refuse }, payload) {
    if (await isClosing(db, brand)) return refuse('brandClosing')
    const terms = termsOf(payload)
    const plan = activate(draft(newId('plan'), terms, now), terms, now)
    await insertPlan(db, brand, { ...plan, editedBy: user.uid })
    return { planId: plan.planId }
  },

  async activateDraftPlan(context, payload) {
    const { db, brand, now, refuse } = context
    if (await isClosing(db, brand)) return refuse('brandClosing')
    const plan = await currentPlan(context, payload)
    if (!isDraft(plan)) return refuse('planNotDraft')
    return saved(context, activate(plan, termsOf(payload), laterThan(plan, now)), 'draft')
  },

  async updateDraftPlan(context, payload) {
    const { now, refuse } = context
    const plan = await currentPlan(context, payload)
    if (!isDraft(plan)) return refuse('planNotDraft')
    return saved(context, edit(plan, termsOf(payload), laterThan(plan, now)), 'draft')
  },

  async updateActivePlan(context, payload) {
    const { now, refuse } = context
    const plan = await currentPlan(context, payload)
    if (!isIn('active', now)(plan)) return refuse('planNotActive')
    return saved(context, present(plan, payload, laterThan(plan, now)), 'active')
  },

  async updateScheduledToBeArchivedPlan(context, payload) {
    const { now, refuse } = context
    const plan = await currentPlan(context, payload)
    if (!isIn('scheduledToBeArchived', now)(plan)) return refuse('planNotScheduled')
    return saved(context, present(plan, payload, laterThan(plan, now)), 'active')
  },

  async getPlanForArchive({ db, brand, now, refuse }, { planId, archivingAt: asked }) {
    const plan = (await findPlan(db, brand, planId)) ?? refuse('planNotFound')
    if (statusAt(plan, now) !== 'active') return refuse('planNotActive')
    const { members, latestEnd } = await membersOfPlan(db, brand, planId, now)
    const previewOfArchivingAt = earliestArchive(latestEnd, now)
    const archivingAt = previewOfArchivingAt
    const contents = await contentsForArchive(db, brand, planId, { now, archivingAt })
    const earliest = earliestArchive(null, now)
    const isYearly = plan.subscriptionInterval === 'year'
    const given = isYearly && (await refundOfTerms(db, brand, planId, Math.max(asked ?? earliest, earliest)))
    return {
      planName: plan.name,
      planPrice: plan.price,
      subscriptionInterval: plan.subscriptionInterval,
      planContentsToBeDraft: contents.toBeDraft,
      totalCountOfPlanContents: contents.total,
      countOfPlanContentsToStayActive: contents.stay,
      previewOfArchivingAt,
      membersCount: members,
      refund: given ? { ...given, previewOfArchivingAt: earliest } : null,
      editedAt: plan.editedAt,
    }
  },

  async scheduleToArchivePlan(context, payload) {
    const { db, brand, now, refuse } = context
    const plan = await currentPlan(context, payload)
    if (!isIn('active', now)(plan)) return refuse('planNotActive')
    const { latestEnd } = await membersOfPlan(db, brand, plan.planId, now)
    const { archivingAt } = payload
    const refunds = payload.refundRemainingMonths === true && plan.subscriptionInterval === 'year'
    const earliest = earliestArchive(refunds ? null : latestEnd, now)
    if (archivingAt < earliest)
      return refuse('archiveDateTooEarly', [{ field: 'archivingAt', rule: 'tooSmall', limit: earliest }])
    const scheduled = scheduleArchive(
      plan,
      { archivingAt, message: payload.messageToMembers ?? '', refunds },
      laterThan(plan, now),
    )
    const done = await saved(context, scheduled, 'active')
    const { planId } = plan
    await context.enqueue(subscriptionJobs.stopPlan, { planId, archivingAt, decidedAt: now })
    for (const [when, at] of archiveNotices(archivingAt, now))
      await context.enqueue(subscriptionJobs.tellMembersOfArchive, { planId, archivingAt, when }, { at })
    if (refunds)
      await context.enqueue(subscriptionJobs.refundRemainingMonths, { planId, archivingAt }, { at: archivingAt })
    return { ...done, archivingAt }
  },

  async cancelScheduledArchive(context, payload) {
    const { db, brand, now, refuse } = context
    if (await isClosing(db, brand)) return refuse('brandClosing')
    const plan = await currentPlan(context, payload)
    if (!isIn('scheduledToBeArchived', now)(plan)) return refuse('planNotScheduled')
    const done = await saved(context, cancelArchive(plan, laterThan(plan, now)), 'active')
    await context.enqueue(subscriptionJobs.resumePlan, { planId: plan.planId, calledOffAt: now })
    return done
  },

  async getPublicPlans({ db, now, locale, user, brand }) {
    return { plans: await publicPlans(db, brand, { uid: user?.uid, locale, now }) }
  },

  async getPublicPlan({ db, now, locale, user, brand, refuse }, { planId }) {
    const [plan] = await publicPlans(db, brand, { uid: user?.uid, planId, locale, now })
    return { plan: plan ?? refuse('planNotFound') }
  },
}
