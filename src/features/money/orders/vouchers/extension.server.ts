import type { Instant } from '#kit/time.ts'
import { planById } from '#membership/plans/queries.server.ts'
import type { Db } from '#server/proven.ts'
import { lastPaymentOf } from '#shop/carts/cart.ts'
import { saleEndsOf } from '#shop/goods/queries.server.ts'
import { isExtended, voucherDeadline } from '../order'
import { type KonbiniRow, linesOf, type OrderRow } from '../queries.server'

/* A store's voucher is extended once: by a second one, within the limits of the first (records, 2.11). */

/** A store takes the money for it now. */
export const isOpenVoucher = (order: OrderRow, konbini: KonbiniRow | undefined, now: Instant): konbini is KonbiniRow =>
  order.paymentState === 'awaitingPayment' &&
  order.intentId !== null &&
  konbini?.state === 'issued' &&
  konbini.expiresAt > now

/** When the ordered thing ends: no voucher is valid longer. */
const endOf = async (db: Db, order: OrderRow): Promise<Instant | null> => {
  if (order.planId !== null) return (await planById(db, order.planId))?.archivingAt ?? null
  const goodsIds = (await linesOf(db, order)).flatMap(({ goodsId }) => (goodsId === null ? [] : [goodsId]))
  return lastPaymentOf(await saleEndsOf(db, order, goodsIds))
}

/**
 * Until when a voucher may be extended; null where it may not be, or gains nothing. The next term of a membership has its own
 * deadline, from which everything else of it is counted.
 */
export const extendableUntil = async (
  db: Db,
  order: OrderRow,
  konbini: KonbiniRow | undefined,
  now: Instant,
): Promise<Instant | null> => {
  if (!isOpenVoucher(order, konbini, now) || isExtended(konbini) || order.subscriptionId !== null) return null
  const until = voucherDeadline(now, [await endOf(db, order)])
  return until !== null && until > konbini.expiresAt ? until : null
}
