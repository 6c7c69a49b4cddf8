import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { NewId } from '../../../kit/ids'
import type { Instant } from '../../../kit/time'
import type { Db } from '../../../server/context'
import { toTimestamp } from '../../../server/db/columns'
import { plans } from '../../plans/tables.server'
import { subscriptionTerms } from '../../subscriptions/tables.server'
import { rememberFan } from '../queries.server'
import { fans } from '../tables.server'

type BrandIds = { tenantId: string; brandId: string }

/** What a fan has paid for, or got back (negative): price and shipping, without the fee of a store. */
export const addPaid = async (
  db: Db,
  brand: BrandIds,
  uid: string,
  {
    amount,
    isGoods,
    isSale,
    at,
    newId,
  }: { amount: number; isGoods: boolean; isSale: boolean; at: Instant; newId: NewId },
) => {
  const add = () =>
    db
      .update(fans)
      .set({
        lifetimeAmount: sql`${fans.lifetimeAmount} + ${amount}`,
        ...(isGoods && { goodsAmount: sql`${fans.goodsAmount} + ${amount}` }),
        ...(isSale && {
          orderCount: sql`${fans.orderCount} + 1`,
          lastPurchaseAt: sql`greatest(${fans.lastPurchaseAt}, ${toTimestamp(at)}::timestamptz)`,
        }),
      })
      .where(and(eq(fans.tenantId, brand.tenantId), eq(fans.brandId, brand.brandId), eq(fans.uid, uid)))
      .returning({ uid: fans.uid })
  if ((await add()).length > 0) return
  await rememberFan(db, brand, uid, { newId, now: at })
  await add()
}

/**
 * Since when and until when a fan is a member of the brand, and in how many months a term of theirs began; of all its fans
 * where nobody is named. A term that was voided counts until that moment.
 */
const recount = (db: Db, which: SQL) =>
  db.execute(sql`
    update fans f set joined_at = t.joined_at, member_until = t.member_until, total_months = coalesce(t.months, 0)
    from (
      select f.tenant_id, f.brand_id, f.uid, min(s.starts_at) as joined_at, max(s.ends) as member_until,
        count(distinct date_trunc('month', s.starts_at at time zone 'Asia/Tokyo'))::int as months
      from ${fans} f
      left join lateral (
        select t.starts_at, least(t.ends_at, coalesce(t.voided_at, t.ends_at)) as ends
        from ${subscriptionTerms} t join ${plans} p on p.tenant_id = t.tenant_id and p.plan_id = t.plan_id
        where t.uid = f.uid and t.tenant_id = f.tenant_id and p.brand_id = f.brand_id and t.source <> 'grace'
          and (t.voided_at is null or t.voided_at > t.starts_at)
      ) s on true
      where ${which}
      group by 1, 2, 3
    ) t
    where f.tenant_id = t.tenant_id and f.brand_id = t.brand_id and f.uid = t.uid`)

export const recountMember = async (
  db: Db,
  { tenantId, planId }: { tenantId: string; planId: string },
  uid: string,
) => {
  await recount(
    db,
    sql`f.tenant_id = ${tenantId} and f.uid = ${uid}
      and f.brand_id = (select brand_id from ${plans} where tenant_id = ${tenantId} and plan_id = ${planId})`,
  )
}

export const recountMembers = async (db: Db, { tenantId, brandId }: BrandIds) => {
  await recount(db, sql`f.tenant_id = ${tenantId} and f.brand_id = ${brandId}`)
}
