import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { Db } from '#server/proven.ts'
import { beforeGivenDays } from './days.queries.server'
import { livingAfter } from './living.queries.server'
import { type SubscriptionRow, subscriptionById } from './queries.server'
import { subscriptions, subscriptionTerms } from './tables.server'

/* What a membership was changed from, and into. */

/** The membership that another one was changed into, and that became of nothing else since. */
export const changedInto = async (
  db: Db,
  { tenantId, subscriptionId, uid }: Pick<SubscriptionRow, 'tenantId' | 'subscriptionId' | 'uid'>,
) => {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.tenantId, tenantId),
        eq(subscriptions.uid, uid),
        eq(subscriptions.changedFromId, subscriptionId),
      ),
    )
    .orderBy(desc(subscriptions.editedAt))
    .limit(1)
  return row as SubscriptionRow | undefined
}

/** What has become of a membership: itself, or what it was changed into. */
export const presentForm = async (db: Db, subscription: SubscriptionRow): Promise<SubscriptionRow> => {
  const into = subscription.endReason === 'switched' ? await changedInto(db, subscription) : undefined
  return into ? presentForm(db, into) : subscription
}

/** The membership and those that were changed into it, the newest first. */
export const changesOf = async (db: Db, subscription: SubscriptionRow): Promise<SubscriptionRow[]> => {
  const former =
    subscription.changedFromId === null ? undefined : await subscriptionById(db, subscription.changedFromId)
  return [subscription, ...(former ? await changesOf(db, former) : [])]
}

/**
 * The paid term that ends a membership's paid time, from its own beginning: within it the plan may have been changed, and days that were
 * given belong to it. Null where that end is not paid for, or the term has not begun.
 */
export const termThatRuns = async (db: Db, subscription: SubscriptionRow, now: Instant) => {
  const ids = (await changesOf(db, subscription)).map(({ subscriptionId }) => subscriptionId)
  const { paidUntil } = subscription
  const paidTo = await beforeGivenDays(db, subscription, paidUntil)
  const [row] = await db
    .select({ from: subscriptionTerms.from })
    .from(subscriptionTerms)
    .where(
      and(
        eq(subscriptionTerms.tenantId, subscription.tenantId),
        inArray(subscriptionTerms.subscriptionId, ids),
        inArray(subscriptionTerms.source, ['card', 'konbini']),
        eq(subscriptionTerms.to, paidTo),
      ),
    )
    .orderBy(asc(subscriptionTerms.from))
    .limit(1)
  return row && row.from <= now ? { from: row.from, to: paidUntil } : null
}

/** Memberships that would go on with this plan, in portions: after this id. */
export const changingToAfter = (db: Db, { tenantId, planId }: { tenantId: string; planId: string }, after: string) =>
  livingAfter(db, tenantId, eq(subscriptions.nextPlanId, planId), after)
