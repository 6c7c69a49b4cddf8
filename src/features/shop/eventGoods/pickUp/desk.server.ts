import { linesOf, lockFan, type OrderLine, orderById } from '#money/orders/queries.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Db, Member, Tenant } from '#server/proven.ts'
import { linesOfOrders } from '../../parcels/queries.server'
import { ship, whyNotShip } from '../../parcels/ship.server'
import { pickUpEventsOf } from '../choices.queries.server'
import type { eventGoods } from '../contract'
import { isEventOf } from '../queries.server'
import { deskPage, handedAtOf, pickUpStateOf, readCode, toHand } from './pickUp'
import { type DeskOrder, ordersByCode, ordersWaitingAt } from './queries.server'

const withLines = ({ order, brandName, buyerName, handedAt }: DeskOrder, lines: readonly OrderLine[]) => ({
  orderId: order.orderId,
  orderNumber: order.orderNumber,
  brandName,
  buyerName,
  state: pickUpStateOf(order, lines),
  handedAt: handedAt === null ? null : new Date(handedAt).getTime(),
  lines: lines
    .filter(({ isPickUp }) => isPickUp)
    .map((line) => ({
      lineId: line.lineId,
      name: line.name,
      variationName: line.variationName,
      thumbnail: line.thumbnail,
      quantity: line.quantity,
      handed: line.fulfilledQuantity,
      toHand: toHand(line),
    })),
})
const shown = async (db: Db, found: DeskOrder) => withLines(found, await linesOf(db, found.order))

const oneOf = async (db: Db, tenant: Tenant, member: Member, orderId: string) =>
  (await ordersByCode(db, tenant, member, orderId)).find(({ order }) => order.orderId === orderId)

type Desk = Pick<
  Handlers<typeof eventGoods>,
  'getPickUpOrder' | 'getPickUpEvents' | 'getPickUpList' | 'pickUpOrderLines'
>

/** The desk at the venue: looks up a code and records the pieces that were handed over. */
export const pickUpHandlers: Desk = {
  async getPickUpOrder({ db, tenant, member, refuse }, { code }) {
    const found = await ordersByCode(db, tenant, member, readCode(code))
    if (found.length === 0) return refuse('orderNotFound')
    return { orders: await Promise.all(found.map((one) => shown(db, one))) }
  },

  async getPickUpEvents({ db, tenant, member, now }) {
    return { events: await pickUpEventsOf(db, tenant, member, now) }
  },

  async getPickUpList({ db, tenant, member, refuse }, { eventId, after = '' }) {
    if (!(await isEventOf(db, tenant, eventId))) return refuse('eventNotFound')
    const { found, next } = await ordersWaitingAt(db, tenant, member, { eventId, after, limit: deskPage })
    const lines = await linesOfOrders(
      db,
      tenant,
      found.map(({ order }) => order.orderId),
    )
    const orders = found
      // Others could not be handed over: they are not paid, on hold, or refunded.
      .filter(({ order }) => whyNotShip(order) === null)
      .map((one) => withLines(one, lines.get(one.order.orderId) ?? []))
      .filter(({ state }) => state === 'ready')
    return { orders, next }
  },

  async pickUpOrderLines(context, { orderId, lines: asked, at }) {
    const { db, tenant, member, user, now, refuse } = context
    const seen = (await oneOf(db, tenant, member, orderId)) ?? refuse('orderNotFound')
    // The fan's lock serializes two desks that scan the same code, and all other changes of this fan's orders.
    await lockFan(db, seen.order.uid)
    const order = (await orderById(db, orderId)) ?? refuse('orderNotFound')
    const lines = new Map((await linesOf(db, order)).map((line) => [line.lineId, line]))
    const state = pickUpStateOf(order, [...lines.values()])
    if (state === 'done') return refuse('alreadyPickedUp')
    if (state === 'unpaid') return refuse('awaitingPayment')
    if (state !== 'ready') return refuse('nothingToPickUp')
    for (const { lineId, quantity } of asked) {
      const line = lines.get(lineId)
      if (!line?.isPickUp) return refuse('lineNotFound')
      if (toHand(line) === 0 && line.fulfilledQuantity > 0) return refuse('alreadyPickedUp')
      if (toHand(line) < quantity) return refuse('notEnough')
    }
    const why = whyNotShip(order)
    if (why) return refuse(why === 'nothingToShip' ? 'nothingToPickUp' : why)
    const work = workOf(context, context)
    const parcel = {
      lines: asked,
      provider: 'other' as const,
      providerName: '会場でのお渡し',
      trackingNumber: '',
      trackingUrl: '',
      note: '',
      shippedAt: handedAtOf(at, now),
    }
    const handed = await ship(work, order, parcel, { uid: user.uid, notify: false })
    if (handed === 'notEnough' || handed === 'lineNotFound') return refuse(handed)
    const found = (await oneOf(db, tenant, member, orderId)) ?? refuse('orderNotFound')
    return { order: await shown(db, found) }
  },
}
