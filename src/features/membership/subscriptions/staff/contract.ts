import { z } from 'zod'
import { exportLimit, exportMade, exportPayload, keysOf, withEmail } from '#club/exports/contract.ts'
import { adminRoles, brandOutside, brandRead, brandWrite, contract, moneyRoles } from '#kit/contract.ts'
import { searchText } from '#kit/list.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { paymentStates } from '#money/orders/order.ts'
import { statementMonth } from '#money/payouts/revenue/statement.ts'
import { freeDayReasons, freeDayRefusals, mostFreeDays } from '../freeDays'
import { userPlanStatuses } from '../subscription'

const subscriptionId = id
export const subscriberTabs = ['living', 'atRisk', 'leaving', 'ended', 'all'] as const
export type SubscriberTab = (typeof subscriberTabs)[number]

const method = z.enum(['card', 'konbini', 'comp'])
/** A change of plans, to or from another membership of the same fan. */
const changed = z.object({ subscriptionId, planName: z.string(), at: instant })
const row = z.object({
  subscriptionId,
  fan: z.object({
    fanId: id.nullable(),
    displayName: z.string(),
    icon: z.string(),
    memberNumber: z.int().nullable(),
  }),
  planId: id,
  planName: z.string(),
  interval: z.enum(['month', 'year']),
  /** Price at the time of joining. */
  price: z.int(),
  status: z.enum(userPlanStatuses),
  method,
  startedAt: instant,
  paidUntil: instant,
  /** When it is charged again; null where it is not. */
  nextBillingAt: instant.nullable(),
  cancelAppliedAt: instant.nullable(),
  cancelReason: z.string(),
  failedCount: z.int(),
  graceUntil: instant.nullable(),
  endedAt: instant.nullable(),
  endReason: z.string(),
  months: z.int(),
  isFirstMonth: z.boolean(),
  /** The plan that follows at the end of what is paid; null where none is waiting. */
  change: z.object({ planId: id, planName: z.string(), at: instant }).nullable(),
  changedFrom: changed.nullable(),
  changedInto: changed.nullable(),
})
const counts = z.object({ living: z.int(), atRisk: z.int(), leaving: z.int(), ended: z.int(), all: z.int() })

/** Filter of the list and of its export. */
export const subscriberFilter = {
  tab: z.enum(subscriberTabs).optional(),
  planId: id.optional(),
  method: method.optional(),
  interval: z.enum(['month', 'year']).optional(),
  /** Renewed within so many days from now. */
  renewsWithin: z.int().min(1).max(366).optional(),
  /** First and last day of the membership, as months in Tokyo. */
  joinedIn: statementMonth.optional(),
  endedIn: statementMonth.optional(),
  /** Months in which it ran. */
  monthsAtLeast: z.int().min(1).max(1200).optional(),
  /** Members at this moment; `tab` is about the present and is ignored then. */
  asOf: instant.optional(),
  /** A name, or a member number. */
  q: searchText.optional(),
}

export const staffSubscriptions = contract({
  getSubscribers: brandRead({
    roles: moneyRoles,
    payload: {
      ...subscriberFilter,
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      subscribers: z.array(row),
      counts,
      /** With `asOf`, and for those who are members now: number of people with these memberships, counted like the figures. */
      people: z.int().nullable(),
      pagination,
      canEdit: z.boolean(),
    }),
  }),
  getSubscriber: brandRead({
    roles: moneyRoles,
    payload: { subscriptionId },
    result: z.object({
      subscriber: row.extend({
        remindedAt: instant.nullable(),
        terms: z.array(
          z.object({
            termId: id,
            from: instant,
            to: instant,
            amount: z.int(),
            source: z.enum(['card', 'konbini', 'comp', 'extension', 'grace', 'carryOver']),
            voidedAt: instant.nullable(),
          }),
        ),
        orders: z.array(
          z.object({
            orderId: id,
            orderNumber: z.string(),
            total: z.int(),
            paymentState: z.enum(paymentStates),
            placedAt: instant,
          }),
        ),
        /** Free days that moved the next charge, the newest first. */
        freeDays: z.array(
          z.object({
            at: instant,
            days: z.int(),
            reason: z.enum(freeDayReasons),
            note: z.string(),
            actorName: z.string(),
          }),
        ),
      }),
      /** Who reads the mails that are sent from here. */
      to: z.object({
        locale: z.enum(['ja', 'en']),
        displayName: z.string(),
        /** Has an address that mails go to. */
        isReachable: z.boolean(),
      }),
      canRemind: z.boolean(),
      /** When the next reminder may be sent; null where nothing is to be reminded of, or at once. */
      remindableFrom: instant.nullable(),
      canExtend: z.boolean(),
      /** How many free days can be given now: none where the next charge is not the club's to move. */
      freeDaysLeft: z.int().min(0),
      canCancel: z.boolean(),
    }),
    refusals: ['subscriberNotFound'],
  }),
  /** The figures of a month (rule: membership.figures); of the current one as of now. */
  getSubscriberSummary: brandRead({
    roles: moneyRoles,
    snapshot: true,
    payload: { month: statementMonth },
    result: z.object({
      month: z.string(),
      /** People with any plan of the brand: when the month began, and at its end or now. */
      membersAtStart: z.int(),
      members: z.int(),
      /** Became members in the month: `membersAtStart` + `joined` - `ended.total` is `members`. */
      joined: z.int(),
      /** Of those who joined: came back within seven days. */
      returned: z.int(),
      ended: z.object({
        total: z.int(),
        voluntary: z.int(),
        paymentFailed: z.int(),
        archived: z.int(),
        other: z.int(),
      }),
      /** Of those who ended: were members when the month began. */
      lost: z.int(),
      /** Moved from one plan to another: neither new nor lost. */
      switched: z.int(),
      /** In hundredths of a percent of the members at the month's start; null where there were none. */
      churn: z.int().nullable(),
      mrr: z.int(),
      /** Without members who have cancelled. */
      committedMrr: z.int(),
      /** Tenths of a month. */
      averageMonths: z.int(),
      /** When a brand that is too large to count at each look was counted; null: now. */
      countedAt: instant.nullable(),
    }),
  }),
  remindPayment: brandWrite({
    roles: adminRoles,
    audit: ['subscriptionId'],
    payload: { subscriptionId },
    result: z.object({ remindedAt: instant }),
    refusals: ['subscriberNotFound', 'nothingToRemind', 'remindedLately'],
    limit: { points: 60, seconds: 3600 },
  }),
  extendTerm: brandWrite({
    roles: adminRoles,
    audit: ['subscriptionId', 'days', 'reason'],
    payload: { subscriptionId, days: z.int().min(1).max(366), reason: text({ min: 1, max: 200 }) },
    result: z.object({ paidUntil: instant }),
    refusals: ['subscriberNotFound', 'alreadyEnded', 'renewsByItself', 'planEnding', 'tooLong'],
  }),
  /**
   * Beyond the specification: free days for a member who pays by card. The next charge comes so much later (rule:
   * membership.freeDays). `nextBillingAt`: the charge as it was shown, so that days are given once.
   */
  giveFreeDays: brandOutside({
    roles: adminRoles,
    audit: ['subscriptionId', 'days', 'reason', 'note'],
    payload: {
      subscriptionId,
      days: z.int().min(1).max(mostFreeDays),
      reason: z.enum(freeDayReasons),
      note: text({ max: 200 }).optional(),
      nextBillingAt: instant,
    },
    result: z.object({ nextBillingAt: instant }),
    refusals: ['subscriberNotFound', 'chargeMoved', ...freeDayRefusals, 'paymentRefused'],
    limit: { points: 60, seconds: 3600 },
  }),
  cancelSubscriptionByStaff: brandOutside({
    roles: adminRoles,
    fresh: true,
    audit: ['subscriptionId', 'reason'],
    payload: { subscriptionId, reason: text({ min: 1, max: 200 }) },
    result: z.object({ endsAt: instant }),
    refusals: ['subscriberNotFound', 'alreadyEnded', 'alreadyLeaving', 'paymentRefused'],
  }),
  /** Exports the rows of the screen, with the same filter. */
  exportSubscribers: brandWrite({
    roles: moneyRoles,
    audit: ['encoding', 'withEmail', ...keysOf(subscriberFilter)],
    payload: { ...exportPayload, withEmail, ...subscriberFilter },
    result: exportMade,
    refusals: ['emailNotAllowed'],
    limit: exportLimit,
  }),
})
