import { brandOfShop } from '#club/brands/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { countPieces } from '#money/orders/lines.queries.server.ts'
import { isPaid } from '#money/orders/order.ts'
import type { OrderLine, OrderRow } from '#money/orders/queries.server.ts'
import type { RefundRow } from '#money/orders/refunds.queries.server.ts'
import { mailToFan, note, type Work } from '#money/orders/work.server.ts'
import { earnParcel } from './earn.server'
import { deliveredAfter, type ReturnReason, toSend } from './fulfillment'
import { parcelReturned, returnWithdrawn } from './mails'
import { insertShipment, type Shipment } from './queries.server'
import { insertReturn, isWaiting, parcelOfReturn, type ReturnRow, removeReturn } from './returns.queries.server'
import { awaitDelivery, sentOf, takeBack } from './ship.server'
import { settleGoods } from './state.server'

/* A parcel that a carrier brings back, and a return that was none (rule: goods.returns), under the lock of the order's fan. */

/** Why a return cannot be taken back: something followed from it. Null when it can. */
export const whyNotUndone = (
  { parcel, returnedAt, lines }: ReturnRow,
  { paymentState }: OrderRow,
  sold: readonly OrderLine[],
  refunds: readonly Pick<RefundRow, 'state' | 'requestedAt'>[],
) => {
  if (parcel === null) return 'parcelNotKept' as const
  const isBack = refunds.some(
    ({ state, requestedAt }) => requestedAt >= returnedAt && state !== 'failed' && state !== 'canceled',
  )
  if (isBack || !isPaid(paymentState)) return 'refundedSince' as const
  const waits = new Map(sold.map((line) => [line.lineId, toSend(line)]))
  return lines.every(({ lineId, quantity }) => quantity <= (waits.get(lineId) ?? 0)) ? null : ('sentAgain' as const)
}

export const shownReturn = (one: ReturnRow, order: OrderRow, lines: readonly OrderLine[], refunds: RefundRow[]) => ({
  fulfillmentId: one.fulfillmentId,
  provider: one.provider,
  providerName: one.providerName,
  trackingNumber: one.trackingNumber,
  trackingUrl: one.parcel?.trackingUrl ?? '',
  isDelivered: one.parcel?.state === 'delivered',
  lines: one.lines,
  shippedAt: one.shippedAt,
  returnedAt: one.returnedAt,
  reason: one.reason,
  postage: one.postage,
  note: one.note,
  isWaiting: isWaiting(one, lines),
  mayUndo: whyNotUndone(one, order, lines, refunds) === null,
})

type Return = { uid: string; shippedAt: Instant; reason: ReturnReason; postage: number; note: string }
/** The carrier brought a parcel back: nobody has begun to send its pieces anew. Mails the buyer. */
export const bringBack = async (
  work: Work,
  order: OrderRow,
  shipment: Shipment,
  { uid, ...said }: Return,
): Promise<void> => {
  const { tx, now } = work
  const sent = await sentOf(tx.db, order, shipment)
  await takeBack(work, order, shipment)
  await insertReturn(tx.db, shipment, { ...said, returnedAt: now, createdBy: uid })
  await note(work, order, 'cameBack', { actorUid: uid, detail: said.reason })
  await settleGoods(work, order, 'unfulfilled')
  const { slug } = await brandOfShop(tx.db, order)
  await mailToFan(work, order, (to) => parcelReturned(to, { ...sent, slug, reason: said.reason }))
}

/**
 * The parcel never came back: it is what it was, and its income is recognised again, in the month in which that became known. Its
 * buyer has read that it came back, so a mail corrects this.
 */
export const undoReturn = async (work: Work, order: OrderRow, row: ReturnRow, uid: string): Promise<void> => {
  const { tx, now } = work
  const shipment = parcelOfReturn(row)
  if (!shipment) throw new Error('Only a parcel that was kept can be restored.')
  await removeReturn(tx.db, row)
  await insertShipment(tx.db, shipment)
  await countPieces(tx.db, order, 'sent', shipment.lines)
  await earnParcel(work, order, shipment)
  // The job that waited for it may have run in between, and found no parcel.
  if (shipment.state === 'shipped') await awaitDelivery(work, shipment, Math.max(now - deliveredAfter, row.shippedAt))
  await note(work, order, 'notCameBack', { actorUid: uid, detail: shipment.trackingNumber })
  await settleGoods(work, order)
  const sent = await sentOf(tx.db, order, shipment)
  const { slug } = await brandOfShop(tx.db, order)
  const isDelivered = shipment.state === 'delivered'
  await mailToFan(work, order, (to) => returnWithdrawn(to, { ...sent, slug, isDelivered }))
}
