import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { type Clubs, isOfClubs, rowsOfAllClubs } from '#club/tenants/clubs.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import { plans } from '../plans/tables.server'
import type { SubscriptionRow } from './queries.server'
import { subscriptions } from './tables.server'

const chargedQuery = prepared((db) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.uid, sql.placeholder('uid')),
        isNull(subscriptions.endedAt),
        isNotNull(subscriptions.providerSubscriptionId),
      ),
    )
    .prepare(''),
)
/** The fan's living memberships that the provider charges, of every club: a card belongs to the person. */
export const chargedSubscriptions = (db: Db, uid: string): Promise<SubscriptionRow[]> =>
  chargedQuery(db).execute({ uid })

/** Living memberships of a club, in portions: after this id. */
export const livingAfter = (
  db: Db,
  tenantId: string,
  which: SQL | undefined,
  after: string,
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.tenantId, tenantId),
        which,
        isNull(subscriptions.endedAt),
        gt(subscriptions.subscriptionId, after),
      ),
    )
    .orderBy(asc(subscriptions.subscriptionId))
    .limit(200)

export const membersOfPlanAfter = (db: Db, { tenantId, planId }: { tenantId: string; planId: string }, after: string) =>
  livingAfter(db, tenantId, eq(subscriptions.planId, planId), after)

/** When a fan last left any plan of the brand; null when never. */
export const lastLeft = async (db: Db, { tenantId, brandId }: { tenantId: string; brandId: string }, uid: string) => {
  const [row] = await db
    .select({ endedAt: subscriptions.endedAt, paidUntil: subscriptions.paidUntil })
    .from(subscriptions)
    .where(and(eq(subscriptions.uid, uid), eq(subscriptions.tenantId, tenantId), eq(subscriptions.brandId, brandId)))
    .orderBy(desc(subscriptions.paidUntil))
    .limit(1)
  return row ? Math.max(row.endedAt ?? 0, row.paidUntil) : null
}

type Joined = Pick<SubscriptionRow, 'tenantId' | 'brandId' | 'uid' | 'subscriptionId' | 'purchasedAt'>
/**
 * When who has come back by this membership had first joined the brand. Null where none of theirs had ended before it, where another
 * one went on, and of those whose money went back.
 */
export const firstJoinedBefore = async (db: Db, { tenantId, brandId, uid, subscriptionId, purchasedAt }: Joined) => {
  const [row] = await db
    .select({
      since:
        sql`min(${subscriptions.purchasedAt}) filter (where ${subscriptions.endReason} not in ('refund', 'dispute'))`.mapWith(
          subscriptions.purchasedAt,
        ) as SQL<Instant | null>,
      isMember: sql<boolean>`coalesce(bool_or(${subscriptions.endedAt} is null or ${subscriptions.endedAt} > ${toTimestamp(purchasedAt)}::timestamptz), false)`,
    })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.uid, uid),
        eq(subscriptions.tenantId, tenantId),
        eq(subscriptions.brandId, brandId),
        ne(subscriptions.subscriptionId, subscriptionId),
        lte(subscriptions.purchasedAt, purchasedAt),
      ),
    )
  return row && !row.isMember ? row.since : null
}

/** Of memberships of some clubs they are named for the plans, too: PostgreSQL may read those first, and would read all. */
const isArchived = (at: SQL, clubs?: Clubs) =>
  subquery`exists (select 1 from ${plans} p where p.tenant_id = ${subscriptions.tenantId} and p.plan_id = ${subscriptions.planId}
    and p.archiving_at <= ${at} ${clubs ? sql`and ${isOfClubs(sql`p.tenant_id`, clubs)}` : sql``})`

/** `endOf` of subscription.ts as SQL: a membership is over at its end, even before a job has stored that. */
const isOver = (at: SQL, clubs?: Clubs) =>
  sql`(${subscriptions.cancelScheduledAt} <= ${at}
    or (${subscriptions.method} = 'konbini' and greatest(${subscriptions.paidUntil}, ${subscriptions.graceUntil}) <= ${at})
    or (${subscriptions.method} = 'comp' and ${subscriptions.paidUntil} <= ${at})
    or ${isArchived(at, clubs)})`

/** The membership of the outer query goes on at a moment, whether it is paid or not. */
export const goesOn = (at: SQL) => and(isNull(subscriptions.endedAt), sql`${isOver(at)} is not true`)

/** Living memberships whose paid time is over. */
const lapsed = (db: Db, now: Instant, which: (clubs: Clubs) => SQL) =>
  rowsOfAllClubs(db, (clubs) =>
    batchesOf<SubscriptionRow>(
      db
        .select()
        .from(subscriptions)
        .where(
          and(
            isOfClubs(subscriptions.tenantId, clubs),
            isNull(subscriptions.endedAt),
            lte(subscriptions.paidUntil, now),
            which(clubs),
            isAfterLast(subscriptions.paidUntil, subscriptions.subscriptionId),
          ),
        )
        .orderBy(asc(subscriptions.paidUntil), asc(subscriptions.subscriptionId))
        .limit(batchSize)
        .prepare(''),
      ({ paidUntil: at, subscriptionId: id }) => ({ at, id }),
    ),
  )

/** Living memberships that the provider should have renewed. */
export const renewalsMissed = (db: Db, now: Instant) =>
  lapsed(db, now, () => isNotNull(subscriptions.providerSubscriptionId))

/** Living memberships that the clock has ended without anybody writing it down. */
export const endedByTime = (db: Db, now: Instant) =>
  lapsed(db, now, (clubs) => isOver(sql`${toTimestamp(now)}::timestamptz`, clubs))

type MembershipKey = { uid: SQL; tenantId: SQL; planId: SQL; at: SQL }

/** Fields of a fan's active membership of a plan; null without one. Access follows from terms alone. */
export const saidOfMembership = <T>(says: SQL, { uid, tenantId, planId, at }: MembershipKey) =>
  subquery<T | null>`(select ${says} from ${subscriptions} where ${and(
    sql`${subscriptions.uid} = ${uid}`,
    sql`${subscriptions.tenantId} = ${tenantId}`,
    sql`${subscriptions.planId} = ${planId}`,
    goesOn(at),
  )})`

/** How far a fan's membership of a plan that goes on is paid; null where there is none. */
export const membershipPaidUntil = (of: MembershipKey) =>
  saidOfMembership(sql`${subscriptions.paidUntil}`, of).mapWith(subscriptions.paidUntil) as SQL<Instant | null>

/** Its payment was refused and is tried again (`paymentIncomplete` of subscription.ts, where the plan goes on). */
export const isRefused = sql`(${subscriptions.paymentFailedAt} is not null and ${subscriptions.cancelScheduledAt} is null)`
