import { undone } from '#money/ledger/back.ts'
import { type Deferred, type Movement, shipped } from '#money/ledger/ledger.ts'
import { book, entriesOfFact, heldOfOrder } from '#money/ledger/queries.server.ts'
import { reducedOf, reducedWorth, type Taxed } from '#money/ledger/reduced.ts'
import { shareMovement, unshareMovement } from '#money/ledger/share.server.ts'
import { linesOf, type OrderLine, type OrderRow } from '#money/orders/queries.server.ts'
import { type RefundRow, refundsOfOrder } from '#money/orders/refunds.queries.server.ts'
import type { Work } from '#money/orders/work.server.ts'
import type { Db } from '#server/proven.ts'
import { isHandOver, toSend, uncollectedFact } from './fulfillment'
import { type Shipment, shipmentsOf } from './queries.server'

/*
 * Income of goods is recognised when they are shipped (rule: money.recognised); so is what is left when nothing more will be
 * sent.
 */

/**
 * Whether the income of uncollected pieces was recognised at the end of their pick-up hours; they may still be
 * collected.
 */
export const areUncollectedEarned = async (db: Db, order: OrderRow): Promise<boolean> =>
  order.kind === 'eventGoods' && (await entriesOfFact(db, order, uncollectedFact(order.orderId))).length > 0

type Pieces = Shipment['lines']
/** Yen of pieces, by the prices of their lines. */
const worthBy = (lines: readonly Pick<OrderLine, 'lineId' | 'unitPrice'>[]) => {
  const priceOf = new Map(lines.map(({ lineId, unitPrice }) => [lineId, unitPrice]))
  return (pieces: Pieces) =>
    pieces.reduce((sum, { lineId, quantity }) => sum + (priceOf.get(lineId) ?? 0) * quantity, 0)
}
const atReduced = <L extends { unitPrice: number; isReducedTax: boolean }>(lines: readonly L[]): L[] =>
  lines.map((line) => (line.isReducedTax ? line : { ...line, unitPrice: 0 }))
const keptOf = (lines: readonly OrderLine[], gone: Pieces, refunds: readonly RefundRow[]): number => {
  const worth = worthBy(lines)
  const files = lines.filter(({ deliveryMethod }) => deliveryMethod !== 'physical')
  const back = refunds
    .filter(({ state }) => state === 'succeeded')
    .flatMap((refund) =>
      refund.lines.map(({ lineId, quantity, unsent = 0 }) => ({ lineId, quantity: quantity - unsent })),
    )
  return worth([...gone, ...files]) - worth(back)
}

const unsentOf = ({ lines }: RefundRow) => lines.map(({ lineId, unsent = 0 }) => ({ lineId, quantity: unsent }))

type EarnOptions = { but?: Shipment; isVenueClosed?: boolean }
/**
 * What is still open of an order: pieces to be sent or packed, and pending refunds. Uncollected pieces count as nothing
 * once their income was recognised.
 */
const openOf = async (db: Db, order: OrderRow, { but, isVenueClosed }: EarnOptions = {}) => {
  const lines = await linesOf(db, order)
  const isClosed = isVenueClosed ?? (await areUncollectedEarned(db, order))
  const isEarned = ({ isPickUp }: { isPickUp: boolean }) => isClosed && isPickUp
  const shipments = (await shipmentsOf(db, order)).filter(({ fulfillmentId }) => fulfillmentId !== but?.fulfillmentId)
  const packed = shipments.filter(({ state }) => state === 'shipping').flatMap((one) => one.lines)
  const refunds = await refundsOfOrder(db, order)
  const underway = refunds.filter(({ state }) => state === 'requested' || state === 'requiresCustomerAction')
  const priced = lines.map((line) => (isEarned(line) ? { ...line, unitPrice: 0 } : line))
  const worth = worthBy(priced)
  const worthReduced = worthBy(atReduced(priced))
  const left = lines.map((line) => ({ ...line, quantity: toSend(line) }))
  const unsent = left.filter((line) => !isEarned(line))
  const uncollected = left.filter((line) => line.isPickUp && line.quantity > 0)
  const gone = [
    ...shipments.filter(({ state }) => state !== 'shipping').flatMap((one) => one.lines),
    ...uncollected.filter(isEarned),
  ]
  const handed = new Set(lines.flatMap(({ lineId, isPickUp }) => (isPickUp ? [lineId] : [])))
  const isOver = unsent.every(({ quantity }) => quantity === 0) && packed.length === 0 && underway.length === 0
  return {
    lines,
    worth,
    isOver,
    /** Yen that stay deferred: for a parcel, or for a pending refund. */
    waits: worth(unsent) + worth(packed) + underway.reduce((sum, one) => sum + one.unshippedAmount, 0),
    /** What of them is at the reduced rate of the consumption tax. */
    waitsReduced: worthReduced([...unsent, ...packed, ...underway.flatMap(unsentOf)]),
    /** Shipping is earned by what is sent, whatever was picked up. */
    isSending: (pieces: Shipment['lines']) => pieces.some(({ lineId }) => !handed.has(lineId)),
    gone,
    /** Yen of what was handed over for good, less what was given back of it. */
    kept: keptOf(lines, gone, refunds),
    keptReduced: keptOf(atReduced(lines), gone, refunds),
    uncollected,
    mayGoBack: underway.length > 0,
  }
}

type Before = Awaited<ReturnType<typeof heldOfOrder>>
type Open = Awaited<ReturnType<typeof openOf>>
const taxedOf = ({ price, reduced = 0 }: { price: number; reduced?: number }): Taxed => ({ price, reduced })
/** Deferred amounts that wait for nothing any more, in yen. */
const restOf = ({ isOver, isSending, waits, waitsReduced, gone }: Open, { waiting }: Before): Deferred => {
  const price = isOver ? waiting.price : Math.max(0, waiting.price - waits)
  return {
    price,
    shipping: isOver || isSending(gone) ? waiting.shipping : 0,
    reduced: reducedOf(price, taxedOf(waiting), (waiting.reduced ?? 0) - waitsReduced),
  }
}

type Booking = { fact: string; sent: Deferred; before: Before; kind?: 'shipped' | 'unshipped' }
/** Recognised when it is recorded, not at a date that was typed: a closed month does not change. */
const earn = async (work: Work, order: OrderRow, { kind = 'shipped', ...of }: Booking, pieces?: Shipment['lines']) => {
  const { tx, newId, fees, now } = work
  const movement: Movement = { ...shipped(of, fees, now), kind }
  await book(tx.db, newId, movement, order)
  await shareMovement(work, order, movement, pieces)
}

/**
 * The names of the facts that a parcel left, or did not: the last one that is booked, and the next. A parcel may have come back by
 * mistake any number of times (`undoReturn`).
 */
const factsOf = async (db: Db, order: OrderRow, what: 'shipped' | 'unshipped', { fulfillmentId }: Shipment) => {
  const nth = (n: number) => (n === 1 ? `${what}:${fulfillmentId}` : `${what}:${fulfillmentId}:${n}`)
  let booked = 0
  while ((await entriesOfFact(db, order, nth(booked + 1))).length > 0) booked += 1
  return { last: nth(Math.max(1, booked)), next: nth(booked + 1) }
}

/** Recognises the income of these pieces; the last parcel recognises all that is left. */
export const earnParcel = async (work: Work, order: OrderRow, shipment: Shipment) => {
  const { db } = work.tx
  const { lines, isOver, isSending, worth } = await openOf(db, order, { but: shipment })
  const before = await heldOfOrder(db, order)
  const { waiting } = before
  const price = isOver ? waiting.price : Math.min(worth(shipment.lines), waiting.price)
  const sent = {
    price,
    shipping: isOver || isSending(shipment.lines) ? waiting.shipping : 0,
    reduced: reducedOf(price, taxedOf(waiting), reducedWorth(lines, shipment.lines)),
  }
  const { next: fact } = await factsOf(db, order, 'shipped', shipment)
  await earn(work, order, { fact, sent, before }, shipment.lines)
}

/**
 * Earns uncollected goods once, after the last hour of their hand-over (rule: money.recognised); they can be handed over or
 * refunded later. Nothing is earned while a refund is pending.
 */
export const earnUncollected = async (work: Work, order: OrderRow) => {
  const { db } = work.tx
  if (await areUncollectedEarned(db, order)) return
  const open = await openOf(db, order, { isVenueClosed: true })
  if (open.uncollected.length === 0 || open.mayGoBack) return
  const before = await heldOfOrder(db, order)
  const sent = restOf(open, before)
  if (sent.price === 0) return
  await earn(work, order, { fact: uncollectedFact(order.orderId), sent, before }, open.uncollected)
}

/**
 * What of the money that is still there waits to be sent. Refunds and disputes took of what waited first, so nothing that was
 * handed over counts.
 */
const dueOf = (
  { isOver, isSending, waits, waitsReduced, gone, kept, keptReduced }: Open,
  { price, shipping, reduced = 0, waiting }: Before,
) => ({
  price: isOver ? 0 : Math.max(0, Math.min(waits, price + waiting.price - kept)),
  shipping: isOver || isSending(gone) ? 0 : shipping + waiting.shipping,
  reduced: isOver ? 0 : Math.max(0, Math.min(waitsReduced, reduced + (waiting.reduced ?? 0) - keptReduced)),
})

type Due = ReturnType<typeof dueOf>
/** What waits too little (or too much, below zero), of the price and of the shipping. */
const lackOf = (due: Due, { waiting }: Before) => ({
  price: due.price - waiting.price,
  shipping: due.shipping - waiting.shipping,
})

/** Income that was recognised waits again, by what is lacking. */
const unearn = (
  work: Work,
  order: OrderRow,
  { fact, due, held: before }: { fact: string; due: Due; held: Before },
  pieces?: Shipment['lines'],
) => {
  const { price, shipping } = lackOf(due, before)
  const lacking = due.reduced - (before.waiting.reduced ?? 0)
  const reduced =
    price > 0 ? -reducedOf(price, taxedOf(before), lacking) : reducedOf(-price, taxedOf(before.waiting), -lacking)
  return earn(
    work,
    order,
    { kind: 'unshipped', fact, sent: { price: -price, shipping: -shipping, reduced }, before },
    pieces,
  )
}

/**
 * After a refund of something of an order, or its reversal: recognises deferred amounts that wait for nothing any more. Money that has come
 * back (a dispute that was won) waits where its pieces were stepped back meanwhile. `cause` names the fact in the ledger.
 */
export const earnRest = async (work: Work, order: OrderRow, cause: string) => {
  const { db } = work.tx
  const open = await openOf(db, order)
  const { gone } = open
  const before = await heldOfOrder(db, order)
  const sent = restOf(open, before)
  const pieces = gone.length > 0 ? gone : undefined
  if (sent.price + sent.shipping > 0) return earn(work, order, { fact: `earned:${cause}`, sent, before }, pieces)
  const due = dueOf(open, before)
  const lack = lackOf(due, before)
  if (lack.price > 0 || lack.shipping > 0) await unearn(work, order, { fact: `unearned:${cause}`, due, held: before })
}

/**
 * Reverses the income of a parcel that never left, after its pieces are back: exactly, or by what waits too little or too much,
 * where refunds or disputes have changed it since. A hand-over at a venue that has closed stays recognised: uncollected
 * pieces are, too.
 */
export const unearnParcel = async (work: Work, order: OrderRow, shipment: Shipment) => {
  const { tx, newId, fees, now } = work
  if ((await areUncollectedEarned(tx.db, order)) && isHandOver(shipment, await linesOf(tx.db, order))) return
  const { last: was } = await factsOf(tx.db, order, 'shipped', shipment)
  const { next: fact } = await factsOf(tx.db, order, 'unshipped', shipment)
  const booked = await entriesOfFact(tx.db, order, was)
  const held = await heldOfOrder(tx.db, order)
  const due = dueOf(await openOf(tx.db, order), held)
  const back = lackOf(due, held)
  const bookedOf = (component: 'gross' | 'shippingFee') =>
    booked.reduce((sum, one) => sum + (one.account === 'deferred' && one.component === component ? one.amount : 0), 0)
  if (bookedOf('gross') === back.price && bookedOf('shippingFee') === back.shipping) {
    if (booked.length > 0) await book(tx.db, newId, undone(booked, { kind: 'unshipped', fact, held }, fees, now), order)
    return unshareMovement(work, order, was)
  }
  await unearn(work, order, { fact, due, held }, shipment.lines)
}
