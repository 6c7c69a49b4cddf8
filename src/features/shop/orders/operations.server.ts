import { brandOfShop } from '#club/brands/queries.server.ts'
import { disputedOf } from '#money/orders/disputes.queries.server.ts'
import { type FulfillmentState, isPayable, lineName, linesIn, shippableStates } from '#money/orders/order.ts'
import { buyerOf, konbiniOf, linesOf, type OrderLine, type OrderRow, orderOfFan } from '#money/orders/queries.server.ts'
import { refundQuestion } from '#money/orders/refund.ts'
import { refundsOfOrder } from '#money/orders/refunds.queries.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Db } from '#server/proven.ts'
import { shownAddress } from '../carts/addresses/address'
import { downloadPageOf, shownGrant } from '../downloads/download'
import { grantsOfOrder } from '../downloads/queries.server'
import { codeOf, pickUpStateOf } from '../eventGoods/pickUp/pickUp'
import { pickUpsOf } from '../eventGoods/queries.server'
import { shippingTextsOf } from '../goods/queries.server'
import { isHandOver, providerNames } from '../parcels/fulfillment'
import { shipmentsOf } from '../parcels/queries.server'
import { isWaiting, returnsOf } from '../parcels/returns.queries.server'
import type { goodsOrders } from './contract'

type Places = Awaited<ReturnType<typeof pickUpsOf>>
/** Where the lines that are picked up are handed over, by goods. */
const placesOf = (db: Db, order: OrderRow, lines: readonly OrderLine[]): Promise<Places> => {
  const goodsIds = lines.flatMap(({ isPickUp, goodsId }) => (isPickUp && goodsId !== null ? [goodsId] : []))
  return goodsIds.length > 0 ? pickUpsOf(db, order, goodsIds) : Promise.resolve(new Map())
}

/** The pickup code with venue and time; goods of the same venue are listed together. */
const pickUpOf = (order: OrderRow, lines: readonly OrderLine[], placed: Places) => {
  const mine = lines.filter(({ isPickUp }) => isPickUp)
  if (mine.length === 0) return null
  const venues = Map.groupBy(mine, ({ goodsId }) => JSON.stringify(placed.get(goodsId ?? '') ?? null))
  return {
    code: codeOf(order.orderId),
    state: pickUpStateOf(order, lines),
    venues: [...venues.values()].flatMap((group) => {
      const place = placed.get(group[0]?.goodsId ?? '')
      const items = group.map(lineName)
      return place ? [{ ...place, items }] : []
    }),
  }
}

const downloadUrlOf = (origin: string, { orderId, goodsId }: OrderLine) =>
  goodsId === null ? `${origin}/fc/me/orders/${orderId}` : downloadPageOf(origin, { orderId, goodsId })

/** Paid, and no carrier has it yet. */
const inPreparation = { providerName: '', trackingNumber: '', trackingUrl: '', shippingStatus: 'preparing' as const }

const isToBeSent = (state: FulfillmentState) => state === 'onHold' || shippableStates.includes(state)

export const goodsOrderHandlers: Handlers<typeof goodsOrders> = {
  async getOrderDetail({ db, fan, now, locale, origin, refuse }, { orderId }) {
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    if (order.kind !== 'goods' && order.kind !== 'eventGoods') return refuse('orderNotFound')
    const [lines, shop, buyer, konbini, refunds] = [
      linesIn(await linesOf(db, order), locale),
      await brandOfShop(db, order),
      await buyerOf(db, order),
      await konbiniOf(db, order),
      await refundsOfOrder(db, order),
    ]
    const texts = await shippingTextsOf(
      db,
      order,
      lines.flatMap(({ goodsId }) => (goodsId ? [goodsId] : [])),
    )
    const places = await placesOf(db, order, lines)
    const isOpen = order.paymentState === 'paid' || order.paymentState === 'partiallyRefunded'
    const lineOf = new Map(lines.map((line) => [line.lineId, line]))
    // `pickUp` describes items handed over at the venue, which have no carrier. A parcel may still be on its way.
    const parcels = (await shipmentsOf(db, order)).filter((one) => !isHandOver(one, lines))
    const itemsOf = (pieces: readonly { lineId: string; quantity: number }[]) =>
      pieces.flatMap(({ lineId, quantity }) => {
        const line = lineOf.get(lineId)
        return line ? [{ name: line.name, variationName: line.variationName, quantity }] : []
      })
    const returns = (await returnsOf(db, order)).filter((one) => isOpen && isWaiting(one, lines))
    const shipments = parcels.map((one) => ({
      fulfillmentId: one.fulfillmentId,
      providerName: one.provider === 'other' ? one.providerName : providerNames[one.provider][locale],
      trackingNumber: one.trackingNumber,
      trackingUrl: one.trackingUrl,
      shippingStatus: one.state,
      shippedAt: one.shippedAt,
      wentTo: one.wentTo && shownAddress({ ...one.wentTo, addressId: orderId, isDefault: false }),
      items: itemsOf(one.lines),
    }))
    const last = shipments.at(-1)
    const isSent = buyer !== undefined && buyer.recipientName !== ''
    const [store] = Object.values(konbini?.stores ?? {})
    return {
      orderDetail: {
        orderId,
        orderedGoods: lines.map((line) => ({
          id: line.goodsId ?? line.lineId,
          bransSlug: shop.slug,
          name: line.name,
          price: line.unitPrice,
          thumbnail: line.thumbnail,
          deliveryInfo:
            line.deliveryMethod === 'digital'
              ? { type: 'digital' as const, downloadUrl: isOpen ? downloadUrlOf(origin, line) : '' }
              : {
                  type: 'physical' as const,
                  deliveryTimeText:
                    (line.isPickUp && places.get(line.goodsId ?? '')?.venueName) ||
                    (texts.get(line.goodsId ?? '') ?? ''),
                },
          variation: { variationId: line.variationId ?? line.lineId, variationName: line.variationName },
          quantity: line.quantity,
        })),
        shippingAddress: isSent ? shownAddress({ ...buyer, addressId: orderId, isDefault: false }) : null,
        paymentInfo: {
          paymentMethod: order.paymentMethod,
          ...(store && { paymentNumber: store.paymentCode }),
        },
        shippingProviderInfo: last
          ? {
              providerName: last.providerName,
              trackingNumber: last.trackingNumber,
              trackingUrl: last.trackingUrl,
              shippingStatus: last.shippingStatus,
            }
          : isSent && isOpen && isToBeSent(order.fulfillmentState)
            ? inPreparation
            : null,
        shipments,
        returns: returns.map(({ fulfillmentId, returnedAt, reason, lines: pieces }) => ({
          fulfillmentId,
          returnedAt,
          reason,
          items: itemsOf(pieces),
        })),
        pickUp: pickUpOf(order, lines, places),
        downloads: (await grantsOfOrder(db, order)).map((row) => ({
          ...shownGrant(row, now),
          goodsName: lines.find(({ goodsId }) => goodsId === row.goodsId)?.name ?? row.goodsName,
        })),
        orderSummary: {
          subtotal: order.subtotal,
          shippingFee: order.shippingFee,
          totalFee: order.subtotal + order.shippingFee,
        },
        orderNumber: order.orderNumber,
        brandName: shop.name,
        placedAt: order.placedAt,
        paidAt: order.paidAt,
        expiresAt: order.expiresAt,
        paymentState: order.paymentState,
        fulfillmentState: order.fulfillmentState,
        konbiniFee: order.konbiniFee,
        refunded: order.refunded,
        refund: refundQuestion(order, refunds),
        isDisputed: (await disputedOf(db, fan, [order])).size > 0,
        isPayable: isPayable(order, now),
        hasReceipt: order.paidAt !== null,
      },
    }
  },
}
