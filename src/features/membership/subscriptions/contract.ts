import { z } from 'zod'
import { contract, fanOutside, fanRead, fanWrite } from '#kit/contract.ts'
import { yen } from '#kit/money.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { purchaseLimit, purchaseRefusals, returnPath, sessionUrl } from '#money/orders/contract.ts'
import { changeRefusals } from './planChange'
import { endReasons } from './subscription'

const base = {
  planId: id,
  name: z.string(),
  price: yen,
  subscriptionInterval: z.enum(['month', 'year']),
  thumbnail: z.string(),
  description: z.string(),
  brand: z.object({
    id,
    name: z.string(),
    icon: z.string(),
    slug: z.string(),
    accentColor: z.string(),
    /** Beyond the specification: the creator's words to members; empty for whom the plan opens nothing. */
    welcomeLetter: z.string(),
  }),
  /** Beyond the specification: the plan's tenant, and fields of the member's card. */
  tenantId: id,
  paymentMethod: z.enum(['card', 'konbini', 'comp']),
  memberNumber: z.int().nullable(),
  months: z.int().min(0),
  /** Free days that the club gave and that are not over: they are in the date of the next charge. */
  givenDays: z.int().min(0),
  /** Months that the fan has bought and that close when the membership ends. */
  monthsToClose: z.int().min(0),
  /** Store-paying members who can move to a card only: end of the current term, when it would first be charged. */
  nextFrom: instant.optional(),
  /** The plan that the next term is of, where it is another one, and when that begins. */
  change: z
    .object({
      planId: id,
      name: z.string(),
      price: yen,
      subscriptionInterval: z.enum(['month', 'year']),
      at: instant,
      canUndo: z.boolean(),
    })
    .nullable(),
  /** A change to another plan that waits to be paid at a store. */
  changeOrder: z.object({ orderId: id, name: z.string(), total: yen, dueAt: instant.nullable() }).nullable(),
}
const purchasedAt = instant

/** Each state with its own dates (rule: membership.status). */
export const userPlan = z.discriminatedUnion('status', [
  z.object({ ...base, status: z.literal('active'), purchasedAt, expiredAt: instant }),
  z.object({
    ...base,
    status: z.literal('scheduledToCancel'),
    purchasedAt,
    cancelAppliedAt: instant,
    cancelScheduledAt: instant,
    /** Beyond the specification: resumePlanSubscription takes it back. */
    canResume: z.boolean(),
  }),
  z.object({
    ...base,
    status: z.literal('canceled'),
    purchasedAt,
    cancelAppliedAt: instant,
    canceledAt: instant,
    /** Beyond the specification: why it ended; only `user` has left. */
    endReason: z.enum(endReasons),
    /** Beyond the specification: until when who comes back has the number that they had; null without one, and afterwards. */
    numberUntil: instant.nullable(),
  }),
  z.object({
    ...base,
    status: z.literal('scheduledToArchive'),
    purchasedAt,
    archiveScheduledAt: instant,
    expiredAt: instant,
    archivingMessage: z.string(),
  }),
  z.object({ ...base, status: z.literal('archived'), purchasedAt, archivedAt: instant }),
  z.object({
    ...base,
    status: z.literal('paymentIncomplete'),
    purchasedAt,
    expiredAt: instant,
    graceUntil: instant.nullable(),
    /** Beyond the specification: the provider's page where the fan confirms the payment to the card's bank; null unless it asks. */
    authenticationUrl: z.string().nullable(),
  }),
  z.object({
    ...base,
    status: z.literal('requiredKonbiniPayment'),
    purchasedAt,
    latestOrderId: id,
    /** Beyond the specification: that order waits to be paid. Otherwise purchasePlanSubscriptionKonbini makes the next one. */
    isOrderWaiting: z.boolean(),
    /** Beyond the specification: it is for joining. There is nothing to leave or to move yet, only an order to give up. */
    isFirstOrder: z.boolean(),
    /** Beyond the specification: until when a code to pay a first order has to be made; null once there is one. */
    issueBy: instant.nullable(),
    dueAt: instant.nullable(),
  }),
])
export type UserPlan = z.infer<typeof userPlan>

export const cancelReasons = ['tooExpensive', 'notInterested', 'notEnough', 'financial', 'switching', 'other'] as const

export const subscriptions = contract({
  purchasePlanSubscription: fanOutside({
    by: 'plan',
    sells: 'always',
    limit: purchaseLimit,
    payload: { tenantId: id, planId: id, returnPath },
    result: sessionUrl,
    refusals: purchaseRefusals,
  }),
  /** Beyond the specification: also the next term of a member, which a suspended club still takes. */
  purchasePlanSubscriptionKonbini: fanOutside({
    by: 'plan',
    sells: 'partly',
    limit: purchaseLimit,
    payload: { tenantId: id, planId: id, returnPath },
    result: sessionUrl,
    refusals: purchaseRefusals,
  }),
  /** active, scheduledToCancel, scheduledToArchive, paymentIncomplete, requiredKonbiniPayment (rule: membership.lists). */
  getActiveMyPlans: fanRead({ payload: {}, result: z.object({ activeMyPlans: z.array(userPlan) }) }),
  /** canceled, archived; the newest 100. */
  getCanceledMyPlans: fanRead({ payload: {}, result: z.object({ canceledMyPlans: z.array(userPlan) }) }),
  getActiveUserPlan: fanRead({
    by: 'plan',
    payload: { planId: id },
    result: z.object({
      userPlan: userPlan.nullable(),
      /** Beyond the specification: when who has come back to the brand had first joined it; null for everybody else. */
      memberSince: instant.nullable(),
    }),
  }),
  changePaymentMethod: fanOutside({
    limit: { points: 10, seconds: 60 },
    payload: { returnUrl: returnPath },
    result: z.object({ customerPortalUrl: z.string() }),
    refusals: ['noCustomer', 'paymentRefused'],
  }),
  /**
   * Beyond the specification: after the fan has changed the card at the provider, renewals that were refused are paid with it at
   * once, those of every club. Answers what became of them; `authentication`: the card's bank wants to be answered first.
   */
  payWithNewCard: fanOutside({
    limit: { points: 10, seconds: 60 },
    payload: {},
    result: z.object({
      renewals: z.array(
        z.object({
          planId: id,
          name: z.string(),
          total: z.int(),
          outcome: z.enum(['paid', 'refused', 'authentication']),
        }),
      ),
    }),
    refusals: ['paymentRefused'],
  }),
  cancelPlanSubscription: fanOutside({
    by: 'plan',
    payload: {
      planId: id,
      cancelAtPeriodEnd: z.boolean().optional(),
      cancelReason: z.enum(cancelReasons).optional(),
    },
    result: z.object({ cancelAtPeriodEnd: z.boolean() }),
    refusals: ['notSubscribed', 'paymentRefused'],
    limit: { points: 20, seconds: 3600 },
  }),
  /** Takes back a cancellation whose day has not come. */
  resumePlanSubscription: fanOutside({
    by: 'plan',
    payload: { planId: id },
    result: z.object({}),
    refusals: [
      'notSubscribed',
      'notCanceling',
      'blocked',
      'endedByClub',
      'planNotOnSale',
      'cardEnded',
      'paymentRefused',
    ],
  }),
  /**
   * What a change of each of the fan's other plans of the brand to this one would be: what is paid for it now, with the numbers that
   * it is reckoned from, and when the next term begins and what it costs (rule: membership.change).
   */
  getPlanSubscriptionChanges: fanRead({
    by: 'plan',
    payload: { planId: id },
    result: z.object({
      changes: z.array(
        z.object({
          planId: id,
          name: z.string(),
          price: yen,
          subscriptionInterval: z.enum(['month', 'year']),
          paymentMethod: z.enum(['card', 'konbini']),
          paidUntil: instant,
          /** Null where it is not offered, for the reason in `refusal`. */
          change: z
            .discriminatedUnion('when', [
              z.object({
                when: z.literal('now'),
                sum: yen,
                until: instant,
                left: z.int(),
                all: z.int(),
                rest: yen.nullable(),
              }),
              z.object({ when: z.literal('atEnd'), at: instant }),
            ])
            .nullable(),
          refusal: z.enum(changeRefusals).nullable(),
        }),
      ),
    }),
  }),
  /** From a plan to another one of the brand: at once where that is dearer per month, else when the paid term ends. */
  changePlanSubscription: fanOutside({
    by: 'plan',
    // A change that costs nothing now is none of it.
    sells: 'partly',
    limit: purchaseLimit,
    payload: {
      planId: id,
      toPlanId: id,
      /** What the fan was shown, without a store's fee; 0 where nothing is paid now. */
      expectedSum: yen.optional(),
      returnPath,
    },
    /** `sessionUrl`: where it is paid; null where it is done, or waits for the term's end. */
    result: z.object({ sessionUrl: z.string().nullable() }),
    refusals: [
      ...changeRefusals,
      'notSubscribed',
      'priceChanged',
      'awaitingPayment',
      'beingPaid',
      'notSelling',
      'tenantSuspended',
      'konbiniUnavailable',
      'paymentRefused',
    ],
  }),
  /** Takes back a change that waits for the term's end. */
  undoPlanSubscriptionChange: fanWrite({
    by: 'plan',
    payload: { planId: id },
    result: z.object({}),
    refusals: ['notSubscribed', 'notChanging', 'tooLateToUndo'],
    limit: { points: 20, seconds: 3600 },
  }),
  /** A member who pays at stores goes on by card: charged first when what is paid has ended. */
  moveSubscriptionToCard: fanOutside({
    by: 'plan',
    limit: { points: 10, seconds: 60 },
    payload: { planId: id, returnPath },
    result: z.object({ sessionUrl: z.string() }),
    refusals: ['notSubscribed', 'alreadyByCard', 'alreadyLeaving', 'planNotOnSale', 'tooLateToMove', 'paymentRefused'],
  }),
})
