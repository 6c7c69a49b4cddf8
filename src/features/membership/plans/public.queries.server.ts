import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { orders } from '#money/orders/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, PublicBrand } from '#server/proven.ts'
import { isRefused, saidOfMembership } from '../subscriptions/living.queries.server'
import { termRuns } from '../subscriptions/queries.server'
import { subscriptionTerms } from '../subscriptions/tables.server'
import { newestContents } from './contents.queries.server'
import { ofNamedBrand } from './queries.server'
import { plans } from './tables.server'

const arg = sql.placeholder

const publicPlansQuery = ({ byFan, one }: { byFan: boolean; one: boolean }) =>
  prepared((db) => {
    const fans = {
      uid: sql`${arg('uid')}`,
      tenantId: sql`${plans.tenantId}`,
      planId: sql`${plans.planId}`,
      at: sql`${arg('now')}::timestamptz`,
    }
    // An unpaid membership opens nothing, but exists: it can be paid, and not joined again.
    const held = byFan
      ? subquery<boolean>`(exists (select 1 from ${subscriptionTerms} where ${and(
          eq(subscriptionTerms.tenantId, plans.tenantId),
          eq(subscriptionTerms.planId, plans.planId),
          eq(subscriptionTerms.uid, arg('uid')),
          termRuns(arg('now')),
        )}) or ${saidOfMembership(sql`true`, fans)} is not null)`
      : sql<boolean>`false`
    const isRefusedOf = byFan ? saidOfMembership<boolean>(isRefused, fans) : sql<boolean | null>`null::boolean`
    const isAwaited = byFan
      ? subquery<boolean>`exists (select 1 from ${orders} where ${and(
          eq(orders.uid, arg('uid')),
          // The partial index of what is open, by the thing that it is for.
          eq(orders.openKey, sql`'plan:' || ${plans.planId}`),
          eq(orders.paymentState, 'awaitingPayment'),
          eq(orders.paymentMethod, 'konbini'),
          isNull(orders.subscriptionId),
        )})`
      : sql<boolean>`false`
    const shown = newestContents(db)
    return db
      .select({
        planId: plans.planId,
        name: plans.name,
        description: plans.description,
        english: plans.english,
        thumbnail: plans.thumbnail,
        price: plans.price,
        subscriptionInterval: plans.subscriptionInterval,
        archivingAt: plans.archivingAt,
        archiveMessage: plans.archiveMessage,
        held,
        isRefused: isRefusedOf,
        isAwaited,
        contents: shown.list,
      })
      .from(plans)
      .innerJoinLateral(shown, sql`true`)
      .where(
        and(
          ofNamedBrand,
          one ? eq(plans.planId, arg('planId')) : undefined,
          eq(plans.status, 'active'),
          // A plan that ends, or has ended, keeps its page, but is on no list.
          one ? undefined : byFan ? or(isNull(plans.archivingAt), held) : isNull(plans.archivingAt),
        ),
      )
      .orderBy(plans.price, plans.activatedAt, plans.planId)
      .limit(100)
      .prepare('')
  })

const publicPlansQueries = {
  visitor: { all: publicPlansQuery({ byFan: false, one: false }), one: publicPlansQuery({ byFan: false, one: true }) },
  fan: { all: publicPlansQuery({ byFan: true, one: false }), one: publicPlansQuery({ byFan: true, one: true }) },
}

/**
 * Plans that everybody may join, and those that this fan holds although they are no longer sold; of each the newest
 * published contents, at most 12.
 */
export const publicPlansOf = (
  db: Db,
  { tenantId, brandId }: PublicBrand,
  { uid, planId, now }: { uid: string | undefined; planId?: string; now: Instant },
) =>
  publicPlansQueries[uid === undefined ? 'visitor' : 'fan'][planId === undefined ? 'all' : 'one'](db).execute({
    tenantId,
    brandId,
    uid,
    planId,
    now: toTimestamp(now),
  })
