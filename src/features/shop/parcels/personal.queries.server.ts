import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { orders } from '#money/orders/tables.server.ts'
import { becauseOf, fatesOf, kept, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { fulfillments, parcelReturns } from './tables.server'

export const personalOfParcels: PersonalData = {
  // What an order's parcels went to goes with the address of its buyer (accounts, forgetBuyers).
  columns: [
    fatesOf(fulfillments, { wentTo: own, createdBy: kept(becauseOf.record), note: kept(becauseOf.club) }),
    fatesOf(parcelReturns, {
      createdBy: kept(becauseOf.record),
      note: kept(becauseOf.club),
      providerName: kept(becauseOf.club),
      lines: kept(becauseOf.money),
      reason: kept(becauseOf.club),
      parcel: kept(becauseOf.record),
      wentTo: own,
    }),
  ],

  async export(db, { uid }) {
    const rows = await db
      .select({ orderNumber: orders.orderNumber, shippedAt: fulfillments.shippedAt, wentTo: fulfillments.wentTo })
      .from(fulfillments)
      .innerJoin(orders, and(eq(orders.tenantId, fulfillments.tenantId), eq(orders.orderId, fulfillments.orderId)))
      .where(and(eq(orders.uid, uid), isNotNull(fulfillments.wentTo)))
      .orderBy(asc(fulfillments.createdAt))
      .limit(mostCopied)
    const back = await db
      .select({ orderNumber: orders.orderNumber, shippedAt: parcelReturns.shippedAt, wentTo: parcelReturns.wentTo })
      .from(parcelReturns)
      .innerJoin(orders, and(eq(orders.tenantId, parcelReturns.tenantId), eq(orders.orderId, parcelReturns.orderId)))
      .where(and(eq(orders.uid, uid), isNotNull(parcelReturns.wentTo)))
      .orderBy(asc(parcelReturns.shippedAt))
      .limit(mostCopied)
    return { parcelsToFormerAddresses: rows, returnedParcelsToFormerAddresses: back }
  },
}
