import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import type { Instant } from '#kit/time.ts'
import { day } from '#kit/time.ts'
import { orders } from '#money/orders/tables.server.ts'
import type { Db, Fan } from '#server/proven.ts'

const year = 365 * day
const mostMonths = 60

/** Months of back numbers that a fan has paid for in the last year, the latest payment first. */
export const monthsBought = async (db: Db, { uid }: Fan, now: Instant) => {
  const rows = await db
    .select({
      orderId: orders.orderId,
      brand: { slug: brands.slug, name: brands.name, icon: brands.icon },
      year: orders.periodYear,
      month: orders.periodMonth,
      total: orders.total,
      refunded: orders.refunded,
      paidAt: orders.paidAt,
    })
    .from(orders)
    .innerJoin(brands, and(eq(brands.tenantId, orders.tenantId), eq(brands.brandId, orders.brandId)))
    .where(
      and(
        eq(orders.uid, uid),
        eq(orders.kind, 'backNumber'),
        inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
        gt(orders.placedAt, now - year),
      ),
    )
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(mostMonths)
  return rows.flatMap(({ orderId, brand, year, month, total, refunded, paidAt }) =>
    year === null || month === null || paidAt === null
      ? []
      : [{ orderId, brand, period: { year, month }, total: total - refunded, paidAt }],
  )
}
