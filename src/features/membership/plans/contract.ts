import { z } from 'zod'
import { brandRead, brandWrite, contentRoles, contract, moneyRoles, roles, visitorRead } from '#kit/contract.ts'
import { englishTexts } from '#kit/english.ts'
import { editedBy, searchText, sortOf } from '#kit/list.ts'
import { minimumPlanPrice, yen } from '#kit/money.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, pictureUrl, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { planStatuses } from './plan'

export const planNameLength = 80
export const planDescriptionLength = 2000
export const archiveMessageLength = 1000

const planId = id
const name = text({ min: 1, max: planNameLength })
const draftName = text({ max: planNameLength })
const description = text({ max: planDescriptionLength, lines: true })
/** Not in the specification: what fans read on the English site in place of the texts beside it. */
const english = englishTexts({ name: draftName, description })
const price = yen.min(minimumPlanPrice)
const subscriptionInterval = z.enum(['month', 'year'])
/** When a brand that is too large to count at each look was counted; null: now. */
const countedAt = instant.nullable()
/** A sum of prices, which no price's own limit bounds. */
const total = z.int().min(0)

export const draftTerms = {
  name: draftName,
  price,
  subscriptionInterval,
  description,
  thumbnail: pictureUrl,
  english: english.optional(),
}
export const activeTerms = { ...draftTerms, name }
/** An active plan's price and interval are what its members joined for, so they are not among these. */
export const presentation = { name, description, thumbnail: pictureUrl, english: english.optional() }
/** Listed here so that a caller who tries to change them gets an error instead of being ignored. */
const fixed = { price: z.never().optional(), subscriptionInterval: z.never().optional() }
/** The `editedAt` that the screen was loaded with; without it the last write wins. */
const expectedEditedAt = instant.optional()

export const planStatus = z.enum(planStatuses)

export const adminPlan = z.object({
  tenantId: id,
  brandId: id,
  planId,
  name: z.string(),
  price: yen,
  subscriptionInterval,
  description: z.string(),
  status: planStatus,
  archivingAt: instant.nullable(),
  editedAt: instant,
  thumbnail: z.string(),
})
export type AdminPlan = z.infer<typeof adminPlan>

/** A plan's contents are counted up to this. */
export const mostContentsCounted = 1000
const listedPlan = adminPlan.extend({
  /** Contents that the plan opens, in any state. */
  contents: z.int().min(0).max(mostContentsCounted),
})
export type ListedAdminPlan = z.infer<typeof listedPlan>

/** Whether the reader's role may change plans; screens show the answer instead of knowing roles. */
const canEdit = z.boolean()

export const publicPlan = z.object({
  planId,
  name: z.string(),
  description: z.string(),
  thumbnail: z.string(),
  status: z.enum(['onSale', 'purchased', 'waitingForKonbiniPayment']),
  /** One price and one interval a plan; the list is the specification's. */
  prices: z.array(z.object({ price: yen, subscriptionInterval, stripePriceId: z.string() })),
  archivingAt: instant.nullable(),
  archivedAt: instant.nullable(),
  /**
   * Beyond the specification: a member's payment was refused and is tried again, as getActiveMyPlans says. Once the grace is
   * over the plan opens nothing, but the membership goes on.
   */
  paymentIncomplete: z.boolean(),
  /** The creator's message to members of a plan that ends; empty for everybody else. */
  archivingMessage: z.string(),
  /** What the creator wrote, where it is told in English above: the benefits of plans are compared by it (rule: plan.benefits). */
  original: z.object({ name: z.string(), description: z.string() }).optional(),
  planContents: z.array(z.object({ planContentId: id, name: z.string(), thumbnail: z.string() })),
})
export type PublicPlan = z.infer<typeof publicPlan>
export type PlanOnCard = Omit<PublicPlan, 'planContents'>

const contentSummary = z.object({ planContentId: id, name: z.string(), thumbnail: z.string() })

const changed = z.object({ planId })
/** `editedAt`: of the version that was made, which the next change begins from. */
const edited = z.object({ planId, editedAt: instant })

export const plans = contract({
  getPlans: brandRead({
    roles,
    payload: {
      /** `current`: all but the archived ones. */
      status: z.enum([...planStatuses, 'current']).optional(),
      q: searchText.optional(),
      sort: sortOf(['name', 'price', 'editedAt']).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      plans: z.array(listedPlan),
      pagination,
      canEdit,
      counts: z.object({
        all: z.int(),
        current: z.int(),
        draft: z.int(),
        active: z.int(),
        scheduledToBeArchived: z.int(),
        archived: z.int(),
      }),
      /** Of each sale: rates in millionths, and what a fan pays on top at a store, in yen. */
      fees: z.object({ platformFee: z.int(), paymentFee: z.int(), konbini: z.int() }),
    }),
  }),
  getPlan: brandRead({
    roles,
    payload: { planId },
    result: z.object({ plan: adminPlan.extend({ english }), canEdit, editedBy }),
    refusals: ['planNotFound'],
  }),
  /** Members now and at the end of each of the last 12 months, oldest first; the figures beside the list of plans. */
  getPlanStatistics: brandRead({
    roles,
    payload: {},
    result: z.object({
      plans: z.array(z.object({ planId, members: z.int(), membersByMonth: z.array(z.int()) })),
      members: z.int(),
      membersAtMonthStart: z.int(),
      leftThisMonth: z.int(),
      countedAt,
      /** Whether `getPlanFees` would answer the reader. */
      canSeeFees: z.boolean(),
    }),
  }),
  /** Membership fees of this month so far, and of the last one up to the same moment. */
  getPlanFees: brandRead({
    roles: moneyRoles,
    payload: {},
    result: z.object({ feesThisMonth: total, feesLastMonthToDate: total, countedAt }),
  }),
  createDraftPlan: brandWrite({ roles: contentRoles, audit: ['name'], payload: draftTerms, result: changed }),
  createActivePlan: brandWrite({
    roles: contentRoles,
    audit: ['name'],
    payload: activeTerms,
    result: changed,
    refusals: ['brandClosing'],
  }),
  activateDraftPlan: brandWrite({
    roles: contentRoles,
    audit: ['planId', 'name'],
    payload: { planId, ...activeTerms, expectedEditedAt },
    result: edited,
    refusals: ['planNotFound', 'planNotDraft', 'conflict', 'brandClosing'],
  }),
  updateDraftPlan: brandWrite({
    roles: contentRoles,
    audit: ['planId', 'name'],
    payload: { planId, ...draftTerms, expectedEditedAt },
    result: edited,
    refusals: ['planNotFound', 'planNotDraft', 'conflict'],
  }),
  updateActivePlan: brandWrite({
    roles: contentRoles,
    audit: ['planId', 'name'],
    payload: { planId, ...presentation, ...fixed, expectedEditedAt },
    result: edited,
    refusals: ['planNotFound', 'planNotActive', 'conflict'],
  }),
  updateScheduledToBeArchivedPlan: brandWrite({
    roles: contentRoles,
    audit: ['planId', 'name'],
    payload: { planId, ...presentation, ...fixed, expectedEditedAt },
    result: edited,
    refusals: ['planNotFound', 'planNotScheduled', 'conflict'],
  }),
  /** Effects of archiving, and the earliest moment for it. */
  getPlanForArchive: brandRead({
    roles,
    payload: {
      planId,
      /** With a moment, the result includes the refunds for it. */
      archivingAt: instant.optional(),
    },
    result: z.object({
      planName: z.string(),
      planPrice: yen,
      planContentsToBeDraft: z.array(contentSummary),
      totalCountOfPlanContents: z.int(),
      countOfPlanContentsToStayActive: z.int(),
      previewOfArchivingAt: instant,
      subscriptionInterval,
      membersCount: z.int(),
      /**
       * Yearly plans only: the earliest moment when months that have not begun are refunded, and how many terms and how
       * much that would be, by the terms that are paid today.
       */
      refund: z.object({ previewOfArchivingAt: instant, countOfTerms: z.int(), amount: total }).nullable(),
      editedAt: instant,
    }),
    refusals: ['planNotFound', 'planNotActive'],
  }),
  scheduleToArchivePlan: brandWrite({
    roles: contentRoles,
    audit: ['planId', 'archivingAt', 'refundRemainingMonths'],
    payload: {
      planId,
      archivingAt: instant,
      /** Yearly plans only: they may then end before their last term. A monthly plan has nothing to refund. */
      refundRemainingMonths: z.boolean().optional(),
      messageToMembers: text({ max: archiveMessageLength, lines: true }).optional(),
      expectedEditedAt,
    },
    result: z.object({ planId, archivingAt: instant }),
    refusals: ['planNotFound', 'planNotActive', 'archiveDateTooEarly', 'conflict'],
  }),
  cancelScheduledArchive: brandWrite({
    roles: contentRoles,
    audit: ['planId'],
    payload: { planId, expectedEditedAt },
    result: changed,
    refusals: ['planNotFound', 'planNotScheduled', 'conflict', 'brandClosing'],
  }),
  getPublicPlans: visitorRead({
    kept: true,
    by: 'brand',
    payload: {},
    result: z.object({ plans: z.array(publicPlan) }),
  }),
  getPublicPlan: visitorRead({
    kept: true,
    by: 'brand',
    payload: { planId },
    result: z.object({ plan: publicPlan }),
    refusals: ['planNotFound'],
  }),
})
