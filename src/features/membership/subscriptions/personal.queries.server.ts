import { and, asc, eq } from 'drizzle-orm'
import { becauseOf, exported, fatesOf, kept, mostCopied, type PersonalData } from '#server/personal.ts'
import { plans } from '../plans/tables.server'
import { membershipStretches } from './stretches/tables.server'
import { subscriptions, subscriptionTerms } from './tables.server'

export const personalOfSubscriptions: PersonalData = {
  columns: [
    fatesOf(subscriptions, {
      uid: exported(becauseOf.money),
      cancelReason: exported('one of the reasons that the form offers, and no words'),
      moveConfirmation: kept('what was agreed before a payment'),
    }),
    fatesOf(subscriptionTerms, { uid: exported(becauseOf.money) }),
    fatesOf(membershipStretches, { uid: kept('an index of the terms: it says what they say') }),
  ],

  async export(db, { uid }) {
    const memberships = await db
      .select({
        plan: plans.name,
        price: subscriptions.price,
        interval: subscriptions.interval,
        method: subscriptions.method,
        purchasedAt: subscriptions.purchasedAt,
        paidUntil: subscriptions.paidUntil,
        cancelAppliedAt: subscriptions.cancelAppliedAt,
        cancelReason: subscriptions.cancelReason,
        endedAt: subscriptions.endedAt,
      })
      .from(subscriptions)
      .innerJoin(plans, and(eq(plans.tenantId, subscriptions.tenantId), eq(plans.planId, subscriptions.planId)))
      .where(eq(subscriptions.uid, uid))
      .orderBy(asc(subscriptions.purchasedAt))
      .limit(mostCopied)
    const terms = await db
      .select({
        plan: plans.name,
        from: subscriptionTerms.from,
        to: subscriptionTerms.to,
        amount: subscriptionTerms.amount,
        source: subscriptionTerms.source,
      })
      .from(subscriptionTerms)
      .innerJoin(plans, and(eq(plans.tenantId, subscriptionTerms.tenantId), eq(plans.planId, subscriptionTerms.planId)))
      .where(eq(subscriptionTerms.uid, uid))
      .orderBy(asc(subscriptionTerms.from))
      .limit(mostCopied)
    return { memberships, terms }
  },
}
