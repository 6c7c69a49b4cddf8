import { z } from 'zod'
import { brandRead, brandWrite, contentRoles, contract, fanOutside, roles, visitorRead } from '#kit/contract.ts'
import { yen } from '#kit/money.ts'
import { paginationRequest } from '#kit/pagination.ts'
import { id } from '#kit/text.ts'
import { backNumberPeriod, instant } from '#kit/time.ts'
import { purchaseLimit, purchaseRefusals, returnPath, sessionUrl } from '#money/orders/contract.ts'
import { filterOption, planContentItem } from '../contents/public/contract'
import { saleStates } from './backNumber'

const planId = id
const year = z.int().min(1970).max(9999)
const saleState = z.enum(saleStates)

/** A month of a plan as it is sold, and whether the caller owns it. */
const month = {
  planId,
  planName: z.string(),
  backNumberPeriod,
  price: yen,
  saleState,
  /** Paid for as a member, or bought. */
  isOwned: z.boolean(),
  /** Whether its contents can be read now: owned, and with a running plan if the brand requires one. */
  isReadable: z.boolean(),
}
const backNumber = z.object({ ...month, planContents: z.array(planContentItem) })
export const calendarMonth = z.object({ ...month, countOfContents: z.int().min(0) })
export type CalendarMonth = z.infer<typeof calendarMonth>

export const planOpening = z.object({
  /** The newest contents of this month, and those of no month. */
  planContents: z.array(z.object({ planContentId: id, name: z.string(), thumbnail: z.string() })),
  /** How many more there are. */
  more: z.int().min(0),
  /** Prices of earlier months that have contents; null where there are none. */
  earlier: z.object({ least: yen, most: yen }).nullable(),
})
export type PlanOpening = z.infer<typeof planOpening>

export const backNumbers = contract({
  /** The month of a plan that the content belongs to. */
  purchasePlanBackNumber: fanOutside({
    by: 'plan',
    sells: 'always',
    limit: purchaseLimit,
    payload: {
      tenantId: id,
      planId: id,
      planContentId: id,
      paymentType: z.enum(['card', 'konbini']),
      returnPath,
      /** Beyond the specification: joins the plan as well, in the same payment, so that the month opens at once. */
      withPlan: z.boolean().optional(),
      /** Beyond the specification: what the buyer was shown to pay in all. */
      expectedTotal: yen.optional(),
    },
    result: sessionUrl,
    refusals: [
      ...purchaseRefusals,
      'contentNotFound',
      'noBackNumber',
      'currentMonth',
      'notForSale',
      'priceChanged',
      'planNotOnSale',
      'alreadySubscribed',
    ],
  }),
  /**
   * Months with their contents, the latest month first. A page counts contents (100 without `pagination`): a month can
   * continue on the next page.
   */
  getPublicPlanBackNumbers: visitorRead({
    kept: 'withCounts',
    by: 'brand',
    payload: { filterOption, pagination: paginationRequest.optional() },
    result: z.object({
      planBackNumbers: z.array(z.object({ backNumberPeriod, planContents: z.array(planContentItem) })),
      hasMore: z.boolean(),
    }),
  }),
  /** Each plan that opens the content, with the sale of the content's month in that plan. */
  getPublicPlanContentWithBackNumbers: visitorRead({
    kept: 'withCounts',
    by: 'content',
    payload: { tenantId: id, planContentId: id },
    result: z.object({ planContent: planContentItem, planBackNumbers: z.array(backNumber) }),
    refusals: ['contentNotFound'],
  }),
  /** Newest contents first; 100 without `pagination`. */
  getPublicPlanBackNumber: visitorRead({
    kept: 'withCounts',
    by: 'brand',
    payload: { planId, period: backNumberPeriod, pagination: paginationRequest.optional() },
    result: z.object({
      planBackNumber: backNumber.extend({
        needsActivePlan: z.boolean(),
        hasPlan: z.boolean(),
        canJoin: z.boolean(),
        /** What joining the plan costs, for each of its intervals. */
        planPrice: yen,
        subscriptionInterval: z.enum(['month', 'year']),
        /** Latest possible payment time, because the plan ends; null without such an end. */
        payableUntil: instant.nullable(),
      }),
      /** Whether the month has contents beyond this page. */
      hasMore: z.boolean(),
    }),
    refusals: ['planNotFound'],
  }),
  /**
   * A year of a plan, by months that have contents. Without `planId` the first plan on sale, without `year` the newest
   * one.
   */
  getPublicBackNumberCalendar: visitorRead({
    kept: true,
    by: 'brand',
    payload: { planId: planId.optional(), year: year.optional() },
    result: z.object({
      /** Null if the brand has no plan that can be shown. */
      planId: planId.nullable(),
      year,
      plans: z.array(z.object({ planId, name: z.string() })),
      months: z.array(calendarMonth),
      /** The first and the last year with contents; null where there are none. */
      years: z.object({ first: year, last: year }).nullable(),
      needsActivePlan: z.boolean(),
      hasPlan: z.boolean(),
    }),
    refusals: ['planNotFound'],
  }),
  /** Beyond the specification: what joining the plan opens today, and what the months before it cost. */
  getPublicPlanOpening: visitorRead({
    kept: true,
    by: 'brand',
    payload: { planId },
    result: planOpening,
    refusals: ['planNotFound'],
  }),
  /** A year of a plan for its creators: months that have contents or settings. */
  getPlanBackNumbersAdmin: brandRead({
    roles,
    payload: { planId, year },
    result: z.object({
      planName: z.string(),
      /** Price of a month without a price of its own. */
      defaultPrice: yen,
      months: z.array(
        z.object({
          period: backNumberPeriod,
          countOfContents: z.int().min(0),
          price: yen,
          priceOverride: yen.nullable(),
          saleState,
          /** The stored setting; `saleState` also depends on the clock and on archiving. */
          chosenSaleState: z.enum(['onSale', 'notForSale']),
          onSaleFrom: instant,
          /** Null where the reader's role does not see what the club earns. */
          buyers: z.int().min(0).nullable(),
          income: z.int().min(0).nullable(),
        }),
      ),
      canEdit: z.boolean(),
    }),
    refusals: ['planNotFound'],
  }),
  updateBackNumber: brandWrite({
    roles: contentRoles,
    audit: ['planId', 'period', 'priceOverride', 'saleState'],
    payload: {
      planId,
      period: backNumberPeriod,
      /** Null: the plan's default price applies. */
      priceOverride: yen.min(500).nullable(),
      saleState: z.enum(['onSale', 'notForSale']),
    },
    result: z.object({}),
    refusals: ['planNotFound'],
  }),
})
