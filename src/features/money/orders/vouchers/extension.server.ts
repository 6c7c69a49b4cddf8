import type { Instant } from '#kit/time.ts'
import type { Ports } from '#server/ports.ts'
import type { Db } from '#server/proven.ts'
import { kindOf } from '../kinds.server'
import { isExtended, voucherDeadline } from '../order'
import type { KonbiniRow, OrderRow } from '../queries.server'

/* A store's voucher is extended once: by a second one, within the limits of the first (rule: konbini.voucher). */

/** A store takes the money for it now. */
export const isOpenVoucher = (order: OrderRow, konbini: KonbiniRow | undefined, now: Instant): konbini is KonbiniRow =>
  order.paymentState === 'awaitingPayment' &&
  order.intentId !== null &&
  konbini?.state === 'issued' &&
  konbini.expiresAt > now

/**
 * Until when a voucher may be extended; null where it may not be, or gains nothing. The next term of a membership has its own
 * deadline, from which everything else of it is counted.
 */
export const extendableUntil = async (
  { db, ports }: { db: Db; ports: Ports },
  order: OrderRow,
  konbini: KonbiniRow | undefined,
  now: Instant,
): Promise<Instant | null> => {
  if (!isOpenVoucher(order, konbini, now) || isExtended(konbini) || order.subscriptionId !== null) return null
  const until = voucherDeadline(now, [(await kindOf({ ports }, order).endsAt?.(db, order)) ?? null])
  return until !== null && until > konbini.expiresAt ? until : null
}
