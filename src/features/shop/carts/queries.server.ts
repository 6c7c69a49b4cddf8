import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import type { Instant } from '#kit/time.ts'
import { termRuns } from '#membership/subscriptions/queries.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { prepared } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Write } from '#server/db/together.ts'
import type { Db, Fan, PublicBrand } from '#server/proven.ts'
import { pickUpsOf } from '../eventGoods/queries.server'
import { isHandedOver, mostQuantity } from '../goods/goods'
import type { HeldGoods } from '../goods/owned.queries.server'
import { type plansOfGoods, variationsIn } from '../goods/queries.server'
import { type Piece, summed } from '../goods/stock.queries.server'
import { goods, goodsVariations } from '../goods/tables.server'
import type { CartGoods } from './cart'
import { checkedOut, forCart } from './checkouts.queries.server'
import { cartItems, carts } from './tables.server'

export type CartRow = typeof carts.$inferSelect
export type ItemRow = typeof cartItems.$inferSelect
const arg = sql.placeholder

const isCartOfFan = and(eq(carts.cartId, arg('cartId')), eq(carts.uid, arg('uid')))
const brandQuery = prepared((db) =>
  db.select({ tenantId: carts.tenantId, brandId: carts.brandId }).from(carts).where(isCartOfFan).prepare(''),
)
/** Brand of a fan's own cart, for `access.ts`. */
export const brandOfCart = async (db: Db, cartId: string, uid: string) => {
  const [row] = await brandQuery(db).execute({ cartId, uid })
  return row ?? null
}

const lockQuery = prepared((db) => db.select().from(carts).where(isCartOfFan).for('update').prepare(''))
export const lockCart = async (db: Db, { uid }: Fan, cartId: string): Promise<CartRow | undefined> => {
  const [row] = await lockQuery(db).execute({ cartId, uid })
  return row
}

const touchOfCart = prepared((db) =>
  db
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, editedAt: sql`${arg('now')}` })
    .where(and(eq(carts.tenantId, arg('tenantId')), eq(carts.cartId, arg('cartId'))))
    .prepare(''),
)

/** Increments the cart's version, so that a changed cart is bought by a new order. */
export const touchCart = (db: Db, { tenantId, cartId }: Pick<CartRow, 'tenantId' | 'cartId'>, now: Instant) =>
  touchOfCart(db).execute({ tenantId, cartId, now: toTimestamp(now) })

const isItem = ({ tenantId, cartId }: Pick<CartRow, 'tenantId' | 'cartId'>, variationId: string) =>
  and(eq(cartItems.tenantId, tenantId), eq(cartItems.cartId, cartId), eq(cartItems.variationId, variationId))

const putOfItem = prepared((db) =>
  db
    .insert(cartItems)
    .values({
      tenantId: arg('tenantId'),
      cartId: arg('cartId'),
      goodsId: arg('goodsId'),
      variationId: arg('variationId'),
      quantity: arg('quantity'),
      priceSeen: arg('priceSeen'),
      addedAt: arg('addedAt'),
      isPickUp: arg('isPickUp'),
    })
    .onConflictDoUpdate({
      target: [cartItems.tenantId, cartItems.cartId, cartItems.variationId],
      set: {
        quantity: sql`excluded.quantity`,
        priceSeen: sql`excluded.price_seen`,
        isPickUp: sql`excluded.is_pick_up`,
      },
    })
    .prepare(''),
)
export const putItem = (db: Db, item: ItemRow) => putOfItem(db).execute({ ...item })
export const removeItem = (db: Db, cart: CartRow, variationId: string) =>
  db.delete(cartItems).where(isItem(cart, variationId))

export const removeGoods = async (db: Db, { tenantId, cartId }: CartRow, goodsId: string) => {
  const removed = await db
    .delete(cartItems)
    .where(and(eq(cartItems.tenantId, tenantId), eq(cartItems.cartId, cartId), eq(cartItems.goodsId, goodsId)))
    .returning({ variationId: cartItems.variationId })
  return removed.length > 0
}

/**
 * What removes ordered pieces from a cart, as writes that are sent together; pieces added meanwhile stay. The cart is locked first, as by
 * every writer: its items are found by the row that this returns.
 */
export const leftOfCart = (
  { tenantId }: { tenantId: string },
  cartId: string,
  pieces: readonly Piece[],
  now: Instant,
): Write[] => {
  const left = summed(pieces).map(({ variationId: variation_id, quantity }) => ({ variation_id, quantity }))
  const piece = sql`jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as piece (variation_id text, quantity integer)`
  const isItsItem = sql`i.tenant_id = ${tenantId} and i.cart_id = touched.cart_id and i.variation_id = piece.variation_id`
  return [
    {
      name: 'touched',
      write: sql`update ${carts} c set version = c.version + 1, edited_at = ${toTimestamp(now)}::timestamptz
        where c.tenant_id = ${tenantId} and c.cart_id = ${cartId} returning c.cart_id`,
    },
    sql`delete from ${cartItems} i using touched, ${piece} where ${isItsItem} and i.quantity <= piece.quantity`,
    sql`update ${cartItems} i set quantity = i.quantity - piece.quantity from touched, ${piece}
      where ${isItsItem} and i.quantity > piece.quantity`,
  ]
}

// --- Contents of carts -----------------------------------------------------------------------------------------------

/** Columns needed to show an item and to check whether it can be bought. */
const goodsColumns = {
  goodsId: goods.goodsId,
  name: goods.name,
  description: goods.description,
  english: goods.english,
  price: goods.price,
  goodsType: goods.goodsType,
  salesType: goods.salesType,
  visibility: goods.visibility,
  saleStartAt: goods.saleStartAt,
  saleEndAt: goods.saleEndAt,
  audience: goods.audience,
  planIds: goods.planIds,
  maxPerPerson: goods.maxPerPerson,
  isReducedTax: goods.isReducedTax,
  shippingFee: goods.shippingFee,
  shippingTimeText: goods.shippingTimeText,
  thumbnails: goods.thumbnails,
  isPickUp: goods.isPickUp,
  isPickUpOffered: goods.isPickUpOffered,
  saleWindows: goods.saleWindows,
  shares: goods.shares,
}
const itemColumns = {
  ...goodsColumns,
  isPickUpChosen: cartItems.isPickUp,
  variationId: goodsVariations.variationId,
  variationName: goodsVariations.name,
  variationEnglish: goodsVariations.english,
  isStopped: goodsVariations.isStopped,
  isHidden: goodsVariations.isHidden,
  isUnlimited: goodsVariations.isUnlimited,
  maxQuantity: goodsVariations.maxQuantity,
  available: goodsVariations.available,
  reserved: goodsVariations.reserved,
  sold: goodsVariations.sold,
  quantity: cartItems.quantity,
  priceSeen: cartItems.priceSeen,
}
const itemsIn = (db: Db) =>
  db
    .select({ list: jsonList(itemColumns, sql`${cartItems.addedAt}, ${cartItems.variationId}`).as('list') })
    .from(cartItems)
    .innerJoin(
      goodsVariations,
      and(eq(goodsVariations.tenantId, cartItems.tenantId), eq(goodsVariations.variationId, cartItems.variationId)),
    )
    .innerJoin(goods, and(eq(goods.tenantId, cartItems.tenantId), eq(goods.goodsId, cartItems.goodsId)))
    .where(and(eq(cartItems.tenantId, carts.tenantId), eq(cartItems.cartId, carts.cartId)))
    .as('items')

const cartsQuery = prepared((db) => {
  const items = itemsIn(db)
  return db
    .select({
      cartId: carts.cartId,
      version: carts.version,
      tenantId: carts.tenantId,
      brandId: carts.brandId,
      brandSlug: brands.slug,
      brandName: brands.name,
      freeShippingOver: brands.freeShippingOver,
      isSuspended: sql<boolean>`${tenants.suspendedAt} is not null`,
      items: items.list,
      checkout: checkedOut.as('checkout'),
    })
    .from(carts)
    .innerJoin(brands, and(eq(brands.tenantId, carts.tenantId), eq(brands.brandId, carts.brandId)))
    .innerJoin(tenants, eq(tenants.tenantId, carts.tenantId))
    .innerJoinLateral(items, sql`true`)
    .where(and(eq(carts.uid, arg('uid')), sql`(${arg('cartId')}::text is null or ${carts.cartId} = ${arg('cartId')})`))
    .orderBy(sql`${carts.editedAt} desc`, asc(carts.cartId))
    .limit(100)
    .prepare('')
})
type CartWithCheckout = Awaited<ReturnType<ReturnType<typeof cartsQuery>['execute']>>[number]
export type StoredCart = Omit<CartWithCheckout, 'checkout'>
const storedCart = ({ checkout, ...cart }: CartWithCheckout): StoredCart => ({
  ...cart,
  items: forCart(cart.items, checkout),
})
/** `isPickUp`: how this fan receives the item. `pickUpVenue`: only if the goods offer both ways. */
export type CartItem = StoredCart['items'][number] & { pickUpVenue?: string } & Pick<CartGoods, 'closed'> & {
    /** Of goods for members of some plans that this fan is none of: those of the plans that are on sale. */
    openedBy?: Awaited<ReturnType<typeof plansOfGoods>>
  }
/** `held`: which of its digital goods the fan has, or is about to pay for. */
export type FilledCart = Omit<StoredCart, 'items'> & { items: CartItem[]; held?: HeldGoods }

/** Adds the delivery choice to each item. */
export const filled = async (db: Db, cart: StoredCart): Promise<FilledCart> => {
  const offered = cart.items.filter(({ isPickUpOffered }) => isPickUpOffered).map(({ goodsId }) => goodsId)
  const places = offered.length > 0 ? await pickUpsOf(db, cart, offered) : new Map<string, { venueName: string }>()
  const items = cart.items.map((item) => {
    const venue = places.get(item.goodsId)?.venueName
    const isPickUp = isHandedOver(item, item.isPickUpChosen)
    return { ...item, isPickUp, ...(venue !== undefined && { pickUpVenue: venue }) }
  })
  return { ...cart, items }
}

/** The fan's carts, last used first; without empty ones. */
export const cartsOf = async (db: Db, { uid }: Fan): Promise<FilledCart[]> => {
  const rows = await cartsQuery(db).execute({ uid, cartId: null })
  return Promise.all(rows.filter(({ items }) => items.length > 0).map((cart) => filled(db, storedCart(cart))))
}

export const filledCart = async (db: Db, { uid }: Fan, cartId: string): Promise<FilledCart | undefined> => {
  const [row] = await cartsQuery(db).execute({ uid, cartId })
  return row && filled(db, storedCart(row))
}

// --- Adding goods ----------------------------------------------------------------------------------------------------

/**
 * The fan's cart of this brand, created where there is none: locked until the transaction ends, its version
 * incremented.
 */
const holdOfCart = prepared((db) =>
  db
    .insert(carts)
    .values({
      tenantId: arg('tenantId'),
      brandId: arg('brandId'),
      cartId: arg('cartId'),
      uid: arg('uid'),
      version: 1,
      createdAt: arg('at'),
      editedAt: arg('at'),
    })
    .onConflictDoUpdate({
      target: [carts.uid, carts.tenantId, carts.brandId],
      set: { version: sql`${carts.version} + 1`, editedAt: sql`excluded.edited_at` },
    })
    .prepare(''),
)

/** Adds pieces of visible goods to the locked cart; returns the goods and the cart as it was before. */
const addingOf = prepared((db) => {
  const variations = variationsIn(db)
  const items = itemsIn(db)
  const isWanted = and(
    eq(goods.tenantId, arg('tenantId')),
    eq(goods.brandId, arg('brandId')),
    eq(goods.goodsId, arg('goodsId')),
  )
  const isOwn = and(eq(carts.uid, arg('uid')), eq(carts.tenantId, goods.tenantId), eq(carts.brandId, goods.brandId))
  const put = db.$with('put', {}).as(sql`
    insert into ${cartItems} as i (tenant_id, cart_id, goods_id, variation_id, quantity, price_seen, added_at)
    select ${goods.tenantId}, ${carts.cartId}, ${goods.goodsId}, ${goodsVariations.variationId}, ${arg('quantity')}::int,
      ${goods.price}, ${carts.editedAt} from ${goods}
    join ${goodsVariations} on ${goodsVariations.tenantId} = ${goods.tenantId} and ${goodsVariations.goodsId} = ${goods.goodsId}
    join ${carts} on ${isOwn}
    where ${isWanted} and ${goods.visibility} = 'visible' and ${goodsVariations.variationId} = ${arg('variationId')}
    on conflict (tenant_id, cart_id, variation_id) do update
      set quantity = i.quantity + excluded.quantity, price_seen = excluded.price_seen
      where i.quantity + excluded.quantity <= ${sql.raw(String(mostQuantity))}
    returning quantity`)
  return db
    .with(put)
    .select({
      goods: goodsColumns,
      variations: variations.list,
      brandName: brands.name,
      freeShippingOver: brands.freeShippingOver,
      cartId: carts.cartId,
      version: carts.version,
      items: items.list,
      checkout: checkedOut.as('checkout'),
      quantity: subquery<number | null>`(select quantity from put)`.as('put_quantity'),
    })
    .from(goods)
    .innerJoin(brands, and(eq(brands.tenantId, goods.tenantId), eq(brands.brandId, goods.brandId)))
    .innerJoin(carts, isOwn)
    .innerJoinLateral(variations, sql`true`)
    .innerJoinLateral(items, sql`true`)
    .where(isWanted)
    .prepare('')
})
type AddedRow = Awaited<ReturnType<ReturnType<typeof addingOf>['execute']>>[number]

/** `cartId`: id for a new cart if the fan has none. */
export type Adding = { cartId: string; goodsId: string; variationId: string; quantity: number }
type Added = {
  goods: AddedRow['goods']
  variations: AddedRow['variations']
  /** The cart before the change. */
  cart: StoredCart
  /** Quantity in the cart afterwards; null if nothing could be added. */
  quantity: number | null
}

/**
 * Adds pieces to the fan's cart; returns the goods and the cart as it was before, by which the caller decides whether
 * they may be added (a refusal rolls back). The cart is locked first, so that the effects of all earlier calls are
 * seen; both statements are sent together.
 */
export const addPieces = async (
  db: Db,
  { tenantId, brandId, slug }: PublicBrand,
  { uid }: Fan,
  { cartId, ...adding }: Adding,
  now: Instant,
): Promise<Added | undefined> => {
  const of = { tenantId, brandId, uid }
  const [, [row]] = await Promise.all([
    holdOfCart(db).execute({ ...of, cartId, at: now }),
    addingOf(db).execute({ ...of, ...adding }),
  ])
  if (!row) return
  const { goods: wanted, variations, quantity, ...cart } = row
  return {
    goods: wanted,
    variations: forCart(variations, row.checkout),
    // Nothing is added where it is (`sells` of the contract).
    cart: storedCart({ ...cart, tenantId, brandId, brandSlug: slug, isSuspended: false }),
    quantity,
  }
}

/** Pieces in all carts of a fan. */
export const countInCarts = async (db: Db, { uid }: Fan): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${cartItems.quantity}), 0)::int` })
    .from(carts)
    .innerJoin(cartItems, and(eq(cartItems.tenantId, carts.tenantId), eq(cartItems.cartId, carts.cartId)))
    .where(eq(carts.uid, uid))
  return row?.count ?? 0
}

/** Whether the fan has a running term of one of these plans. */
export const isMemberOf = async (
  db: Db,
  { tenantId }: { tenantId: string },
  { uid }: { uid: string },
  planIds: readonly string[],
  now: Instant,
): Promise<boolean> => {
  if (planIds.length === 0) return false
  const rows = await db
    .select({ planId: subscriptionTerms.planId })
    .from(subscriptionTerms)
    .where(
      and(
        eq(subscriptionTerms.uid, uid),
        eq(subscriptionTerms.tenantId, tenantId),
        inArray(subscriptionTerms.planId, [...planIds]),
        ne(subscriptionTerms.source, 'grace'),
        termRuns(now),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Takes goods that are gone for good out of all carts of the club. */
export const removeFromCarts = (db: Db, { tenantId }: { tenantId: string }, goodsId: string) =>
  db.delete(cartItems).where(and(eq(cartItems.tenantId, tenantId), eq(cartItems.goodsId, goodsId)))
