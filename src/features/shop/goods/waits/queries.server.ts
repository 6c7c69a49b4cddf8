import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import type { English } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Fan, PublicBrand } from '#server/proven.ts'
import type { SaleWindow } from '../../eventGoods/windows'
import { hasStatus } from '../queries.server'
import { goods, goodsVariations, goodsWaits } from '../tables.server'

type GoodsIds = { tenantId: string; goodsId: string }
type Waited = { goodsId: string; variationId: string }

const isOf = ({ tenantId }: { tenantId: string }, { uid }: Fan, goodsId: string) =>
  and(eq(goodsWaits.tenantId, tenantId), eq(goodsWaits.goodsId, goodsId), eq(goodsWaits.uid, uid))

export const waitsOf = async (db: Db, brand: PublicBrand, fan: Fan, goodsId: string): Promise<string[]> => {
  const rows = await db
    .select({ variationId: goodsWaits.variationId })
    .from(goodsWaits)
    .where(isOf(brand, fan, goodsId))
    .orderBy(asc(goodsWaits.variationId))
    .limit(100)
  return rows.map(({ variationId }) => variationId)
}

export const addWait = async (db: Db, { tenantId }: PublicBrand, { uid }: Fan, waited: Waited, now: Instant) => {
  await db
    .insert(goodsWaits)
    .values({ tenantId, uid, ...waited, askedAt: now })
    .onConflictDoNothing()
}

export const removeWait = (db: Db, brand: PublicBrand, fan: Fan, { goodsId, variationId }: Waited) =>
  db.delete(goodsWaits).where(and(isOf(brand, fan, goodsId), eq(goodsWaits.variationId, variationId)))

// --- Telling ---------------------------------------------------------------------------------------------------------

const hasWaits = subquery`exists (select 1 from ${goodsWaits} w where w.tenant_id = ${goods.tenantId} and w.goods_id = ${goods.goodsId})`
/** What a row waits for can be bought; with `hasStatus('onSale')` of its goods. */
const canBeBought = or(
  eq(goodsWaits.variationId, ''),
  subquery`exists (select 1 from ${goodsVariations} v where v.tenant_id = ${goodsWaits.tenantId} and v.goods_id = ${goodsWaits.goodsId}
    and v.variation_id = ${goodsWaits.variationId} and not v.is_hidden and not v.is_stopped and (v.is_unlimited or v.available > 0))`,
)

export type AwaitedGoods = GoodsIds & {
  brandId: string
  name: string
  english: English<'name'>
  slug: string
  brandName: string
  saleWindows: SaleWindow[] | null
}

const awaitedIn = (status: SQL) => and(eq(goods.visibility, 'visible'), hasWaits, status)

/** Goods of these clubs that fans wait for and that are on sale now. */
export const awaitedOnSale = (db: Db, clubs: Clubs, now: Instant): Promise<AwaitedGoods[]> =>
  db
    .select({
      tenantId: goods.tenantId,
      goodsId: goods.goodsId,
      brandId: goods.brandId,
      name: goods.name,
      english: goods.english,
      slug: brands.slug,
      brandName: brands.name,
      saleWindows: goods.saleWindows,
    })
    .from(goods)
    .innerJoin(brands, and(eq(brands.tenantId, goods.tenantId), eq(brands.brandId, goods.brandId)))
    .innerJoin(tenants, eq(tenants.tenantId, goods.tenantId))
    .where(
      and(
        isOfClubs(goods.tenantId, clubs),
        // Who waits is told once the club goes on.
        isNull(tenants.suspendedAt),
        awaitedIn(hasStatus('onSale', sql`${toTimestamp(now)}::timestamptz`)),
        or(sql`${brands.closesAt} is null`, gt(brands.closesAt, now)),
      ),
    )
    .orderBy(asc(goods.tenantId), asc(goods.goodsId))

/** Some of those who wait for what can be bought of these goods, by uid, after the last one. */
export const waitingFor = async (db: Db, { tenantId, goodsId }: GoodsIds, after: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ uid: goodsWaits.uid })
    .from(goodsWaits)
    .where(
      and(eq(goodsWaits.tenantId, tenantId), eq(goodsWaits.goodsId, goodsId), gt(goodsWaits.uid, after), canBeBought),
    )
    .orderBy(asc(goodsWaits.uid))
    .limit(100)
  return rows.map(({ uid }) => uid)
}

/** Forgets what these people asked for and can be bought now; answers what each row asked for, for whoever deletes it first. */
export const takeWaits = (db: Db, { tenantId, goodsId }: GoodsIds, uids: readonly string[]) =>
  db
    .delete(goodsWaits)
    .where(
      and(
        eq(goodsWaits.tenantId, tenantId),
        eq(goodsWaits.goodsId, goodsId),
        inArray(goodsWaits.uid, [...uids]),
        canBeBought,
      ),
    )
    .returning({ uid: goodsWaits.uid, variationId: goodsWaits.variationId, askedAt: goodsWaits.askedAt })

type VariationName = { name: string; english: English<'name'> }

export const variationNames = async (
  db: Db,
  { tenantId, goodsId }: GoodsIds,
): Promise<ReadonlyMap<string, VariationName>> => {
  const rows = await db
    .select({
      variationId: goodsVariations.variationId,
      name: goodsVariations.name,
      english: goodsVariations.english,
    })
    .from(goodsVariations)
    .where(and(eq(goodsVariations.tenantId, tenantId), eq(goodsVariations.goodsId, goodsId)))
  return new Map(rows.map(({ variationId, ...names }) => [variationId, names]))
}

/** Of goods whose sale is over nobody is told any more. */
export const dropEnded = (db: Db, clubs: Clubs, now: Instant) =>
  db.execute(sql`delete from ${goodsWaits} where ${isOfClubs(goodsWaits.tenantId, clubs)}
    and (${goodsWaits.tenantId}, ${goodsWaits.goodsId}) in (select ${goods.tenantId}, ${goods.goodsId} from ${goods}
      where ${isOfClubs(goods.tenantId, clubs)} and ${hasStatus('endOfSale', sql`${toTimestamp(now)}::timestamptz`)})`)
