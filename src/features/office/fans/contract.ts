import { z } from 'zod'
import { exportLimit, exportMade, exportPayload, keysOf, withEmail } from '#club/exports/contract.ts'
import { fanRoles } from '#club/fans/contract.ts'
import { adminRoles, brandRead, brandWrite, contract } from '#kit/contract.ts'
import { searchText, sortOf } from '#kit/list.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { backNumberPeriod, instant } from '#kit/time.ts'
import { userPlanStatuses } from '#membership/subscriptions/subscription.ts'
import { orderKinds, paymentStates } from '#money/orders/order.ts'
import { labelLength, mostLabels, noteLength, segments } from './fan'

const fanId = id
const label = text({ min: 1, max: labelLength }).transform((value) => value.normalize('NFKC').trim())
const segment = z.enum(segments)

const fanRow = z.object({
  fanId,
  uid: z.string(),
  displayName: z.string(),
  icon: z.string(),
  memberNumber: z.int().nullable(),
  segment,
  planNames: z.array(z.string()),
  firstSeenAt: instant,
  joinedAt: instant.nullable(),
  totalMonths: z.int(),
  /** Null for roles that may not see payments. */
  lifetimeAmount: z.int().nullable(),
  lastPurchaseAt: instant.nullable(),
  lastActiveAt: instant,
  labels: z.array(z.string()),
  isBanned: z.boolean(),
  isBlocked: z.boolean(),
})
const counts = z.object({
  all: z.int(),
  subscriber: z.int(),
  formerSubscriber: z.int(),
  buyer: z.int(),
  follower: z.int(),
})
const monthState = z.enum(['paid', 'backNumber', 'missing'])

/** Filter of the list and of its export. */
export const fanFilter = {
  segment: segment.optional(),
  /** Only current members of this plan. */
  planId: id.optional(),
  label: label.optional(),
  /** Only fans who may not comment or are blocked. */
  isRestricted: z.boolean().optional(),
  monthsAtLeast: z.int().min(1).max(1200).optional(),
  /** Ignored for roles that may not see payments. */
  lifetimeAtLeast: z.int().min(1).max(99_999_999).optional(),
  joinedFrom: instant.optional(),
  joinedTo: instant.optional(),
  /** First seen at this moment or later. */
  seenFrom: instant.optional(),
  /** Part of a name, or a member number. */
  q: searchText.optional(),
}

export const staffFans = contract({
  getFans: brandRead({
    roles: fanRoles,
    payload: {
      ...fanFilter,
      sort: sortOf(['firstSeenAt', 'totalMonths', 'lifetimeAmount', 'lastPurchaseAt', 'memberNumber']).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      fans: z.array(fanRow),
      counts,
      /** Labels of the fans that were edited last, as filter options. */
      labels: z.array(z.string()),
      pagination,
      seesMoney: z.boolean(),
      /** The search takes an e-mail address, too. */
      findsByEmail: z.boolean(),
    }),
  }),
  getFan: brandRead({
    roles: fanRoles,
    payload: { fanId },
    result: z.object({
      fan: fanRow.extend({
        memberNumberIssuedAt: instant.nullable(),
        continuousMonths: z.int(),
        goodsAmount: z.int().nullable(),
        orderCount: z.int(),
        commentCount: z.int(),
        note: z.string(),
        /** For owner and admins, where the fan agreed; otherwise empty. */
        email: z.string(),
        commentBan: z.object({ until: instant.nullable(), reason: z.string() }).nullable(),
        blocked: z.object({ at: instant, byName: z.string(), reason: z.string() }).nullable(),
        editedAt: instant,
        memberships: z.array(
          z.object({
            subscriptionId: id,
            planId: id,
            planName: z.string(),
            status: z.enum(userPlanStatuses),
            method: z.enum(['card', 'konbini', 'comp']),
            purchasedAt: instant,
            paidUntil: instant,
          }),
        ),
        /** For each plan that the fan was a member of or bought a month of: each month from the first until now. */
        calendars: z.array(
          z.object({
            planId: id,
            planName: z.string(),
            months: z.array(z.object({ period: backNumberPeriod, state: monthState })),
          }),
        ),
        /** Newest orders; empty for roles that may not see payments. */
        orders: z.array(
          z.object({
            orderId: id,
            orderNumber: z.string(),
            kind: z.enum(orderKinds),
            name: z.string(),
            total: z.int(),
            paymentState: z.enum(paymentStates),
            placedAt: instant,
          }),
        ),
      }),
      /** Plans for complimentary terms. */
      plans: z.array(z.object({ planId: id, name: z.string() })),
      canReveal: z.boolean(),
      canGrant: z.boolean(),
      seesMoney: z.boolean(),
    }),
    refusals: ['fanNotFound'],
  }),
  updateFan: brandWrite({
    roles: fanRoles,
    audit: ['fanId', 'labels'],
    payload: {
      fanId,
      labels: z.array(label).max(mostLabels),
      note: text({ max: noteLength, lines: true }),
      expectedEditedAt: instant.optional(),
    },
    result: z.object({ editedAt: instant }),
    refusals: ['fanNotFound', 'conflict'],
  }),
  /** Adds a label to several fans, or removes it. */
  labelFans: brandWrite({
    roles: fanRoles,
    audit: ['fanIds', 'label', 'on'],
    payload: { fanIds: z.array(fanId).min(1).max(100), label, on: z.boolean() },
    result: z.object({ changed: z.int() }),
    refusals: ['fanNotFound', 'tooManyLabels'],
  }),
  /** A blocked fan can neither buy nor comment; their memberships end with the paid period. */
  blockFan: brandWrite({
    roles: fanRoles,
    audit: ['fanId', 'on', 'reason'],
    payload: { fanId, on: z.boolean(), reason: text({ max: 200, lines: true }).optional() },
    result: z.object({ endingMemberships: z.int() }),
    refusals: ['fanNotFound'],
  }),
  /** Returns the fan's e-mail address; each access is audited. */
  revealFan: brandWrite({
    roles: adminRoles,
    audit: ['fanId', 'reason'],
    payload: { fanId, reason: text({ min: 1, max: 200 }) },
    result: z.object({ email: z.string() }),
    refusals: ['fanNotFound'],
    limit: { points: 60, seconds: 3600 },
  }),
  /** A free membership term. */
  grantComplimentaryTerm: brandWrite({
    roles: adminRoles,
    audit: ['fanId', 'planId', 'months', 'reason'],
    payload: { fanId, planId: id, months: z.int().min(1).max(12), reason: text({ min: 1, max: 200 }) },
    result: z.object({ subscriptionId: id, until: instant }),
    refusals: ['fanNotFound', 'planNotFound', 'alreadyMember', 'planNotOnSale', 'fanBlocked'],
  }),
  /** Exports the rows of the screen, with the same filter. */
  exportFans: brandWrite({
    roles: fanRoles,
    audit: ['encoding', 'withEmail', ...keysOf(fanFilter)],
    payload: { ...exportPayload, withEmail, ...fanFilter },
    result: exportMade,
    refusals: ['emailNotAllowed'],
    limit: exportLimit,
  }),
})
