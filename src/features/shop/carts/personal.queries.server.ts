import { and, eq, sql } from 'drizzle-orm'
import { fatesOf, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { goods } from '../goods/tables.server'
import { cartItems, carts, shippingAddresses } from './tables.server'

export const personalOfCarts: PersonalData = {
  columns: [
    fatesOf(carts, { uid: own }),
    fatesOf(shippingAddresses, {
      uid: own,
      recipientName: own,
      recipientPhone: own,
      postalCode: own,
      prefecture: own,
      town: own,
      address: own,
      building: own,
    }),
  ],

  async export(db, { uid }) {
    const addresses = await db.select().from(shippingAddresses).where(eq(shippingAddresses.uid, uid)).limit(mostCopied)
    const inCarts = await db
      .select({ goods: goods.name, quantity: cartItems.quantity, addedAt: cartItems.addedAt })
      .from(carts)
      .innerJoin(cartItems, and(eq(cartItems.tenantId, carts.tenantId), eq(cartItems.cartId, carts.cartId)))
      .innerJoin(goods, and(eq(goods.tenantId, cartItems.tenantId), eq(goods.goodsId, cartItems.goodsId)))
      .where(eq(carts.uid, uid))
      .limit(mostCopied)
    return { addresses, carts: inCarts }
  },

  async forget(db, { uid }) {
    await db.delete(shippingAddresses).where(eq(shippingAddresses.uid, uid))
    await db.execute(sql`delete from ${cartItems} i using ${carts} c
      where c.uid = ${uid} and i.tenant_id = c.tenant_id and i.cart_id = c.cart_id`)
    await db.delete(carts).where(eq(carts.uid, uid))
  },
}
