import { and, eq, sql } from 'drizzle-orm'
import { people, serials } from '#club/fans/tables.server.ts'
import { day } from '#kit/time.ts'
import { type Movement, paid, shipped } from '#money/ledger/ledger.ts'
import { type FulfillmentState, orderNumberOf } from '#money/orders/order.ts'
import { orderBuyers, orderEvents, orderLines, orders } from '#money/orders/tables.server.ts'
import { prefectures } from '#shop/carts/addresses/prefectures.ts'
import { type Provider, type ShipmentState, trackingUrlOf } from '#shop/parcels/fulfillment.ts'
import { fulfillmentLines, fulfillments } from '#shop/parcels/tables.server.ts'
import { insertAll } from '../insertAll'
import { bookDemo } from '../money/ledger.server'
import { type Demo, type DemoClub, emailOf, pad, personName } from '../parts'

const fees = { platformFee: 100_000, paymentFee: 36_000 }
const shippingFee = 600

/** How many of each state the demo's shop has: enough for three pages of what is to be done. */
const states: readonly [FulfillmentState, number][] = [
  ['unfulfilled', 46],
  ['preparing', 24],
  ['partiallyShipped', 6],
  ['shipped', 26],
  ['delivered', 60],
  ['onHold', 4],
]
const things = [
  {
    ...{ key: '0', variationKey: '1', name: '夜空のTシャツ', variation: 'M / 紺', price: 3500, isReducedTax: false },
    english: { name: 'Night sky T-shirt', variationName: 'M / navy' },
  },
  {
    ...{ key: '1', variationKey: '0', name: '星座の缶バッジ', variation: '', price: 500, isReducedTax: false },
    english: { name: 'Constellation badge' },
  },
  {
    ...{ key: '2', variationKey: '0', name: 'ツアータオル 2026', variation: '', price: 2200, isReducedTax: false },
    english: { name: 'Tour towel 2026' },
  },
  {
    key: '3',
    variationKey: '0',
    name: '星空のハーブティー',
    variation: 'カモミール',
    price: 1600,
    isReducedTax: true,
    english: { name: 'Starry herbal tea', variationName: 'Camomile' },
  },
] as const
const towns = ['中央一丁目', '本町二丁目', '緑町三丁目', '栄町', '若葉台'] as const
const providers: readonly Provider[] = ['yamato', 'sagawa', 'japanPost']

const nth = <Item>(items: readonly Item[], n: number): Item => {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('A list of the demo is empty.')
  return item
}

/** Orders of goods in every state that staff meet, with their parcels, addresses and places in the ledger. */
export const demoGoodsOrders = async ({ db, at }: Demo, { tenantId, brand: { brandId, slug } }: DemoClub) => {
  const [series] = await db
    .select({ last: serials.last })
    .from(serials)
    .where(and(eq(serials.tenantId, tenantId), eq(serials.brandId, brandId), eq(serials.series, 'order')))
  const before = series?.last ?? 0
  const wanted = states.flatMap(([state, count]) => Array.from({ length: count }, () => state))
  const made = wanted.map((state, n) => {
    const isOld = state === 'delivered'
    // The newest orders wait; what was done about others is over, and delivered ones are older.
    const least = state === 'unfulfilled' ? 3_600_000 : day
    const placedAt = at - (isOld ? 20 * day + n * (day / 3) : (n % 40) * (day / 7) + least)
    const orderId = `order_${slug}_goods_${pad(n)}`
    const chosen = [nth(things, n), nth(things, n + 1)].slice(0, 1 + (n % 2))
    const lines = chosen.map((thing, position) => {
      const quantity = 1 + ((n + position) % 3)
      const hasLeft = ['shipped', 'delivered'].includes(state) || (state === 'partiallyShipped' && position === 0)
      const sent = hasLeft ? (state === 'partiallyShipped' ? Math.max(1, quantity - 1) : quantity) : 0
      return { ...thing, position, quantity, sent, lineId: `line_${slug}_goods_${pad(n)}_${position}` }
    })
    const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    return { n, state, orderId, placedAt, paidAt: placedAt + 60_000, lines, subtotal, total: subtotal + shippingFee }
  })
  const uidOf = (n: number) => `demo_buyer_${slug}_${pad(n % 60)}`
  insertAll(
    db,
    people,
    Array.from({ length: 60 }, (_, n) => n).map((n) => ({
      uid: uidOf(n),
      displayName: personName(n + 31),
      email: emailOf(uidOf(n)),
      createdAt: at,
      editedAt: at,
    })),
    sql`on conflict do nothing`,
  )
  insertAll(
    db,
    orders,
    made.map(({ n, state, orderId, placedAt, paidAt, subtotal, total }) => ({
      tenantId,
      brandId,
      orderId,
      orderNumber: orderNumberOf(before + n + 1),
      uid: uidOf(n),
      kind: 'goods' as const,
      paymentMethod: 'card' as const,
      paymentState: 'paid' as const,
      fulfillmentState: state,
      ...(state === 'onHold' && { heldFrom: 'unfulfilled' as const }),
      openKey: `demo:goods:${n}`,
      subtotal,
      shippingFee,
      total,
      locale: 'ja' as const,
      placedAt,
      paidAt,
      editedAt: paidAt,
    })),
  )
  insertAll(
    db,
    orderLines,
    made
      .flatMap(({ orderId, lines }) => lines.map((line) => ({ orderId, ...line })))
      .map(({ orderId, lineId, position, key, variationKey, price, isReducedTax, quantity, sent, ...named }) => ({
        tenantId,
        orderId,
        lineId,
        position,
        name: named.name,
        variationName: named.variation,
        english: named.english,
        goodsId: `goods_${slug}_${key}`,
        variationId: `variation_${slug}_${key}_${variationKey}`,
        unitPrice: price,
        isReducedTax,
        quantity,
        deliveryMethod: 'physical' as const,
        fulfilledQuantity: sent,
      })),
  )
  insertAll(
    db,
    orderBuyers,
    made.map(({ n, orderId }) => ({
      tenantId,
      orderId,
      uid: uidOf(n),
      recipientName: personName((n % 60) + 31),
      recipientPhone: `090${String(10_000_000 + n * 7919).slice(0, 8)}`,
      postalCode: String(1_000_000 + n * 6151).slice(0, 7),
      prefecture: nth(prefectures, n * 7).ja,
      town: `星野市${nth(towns, n)}`,
      address: `${1 + (n % 9)}-${1 + (n % 14)}`,
      building: n % 3 === 0 ? `コーポひだまり ${101 + (n % 9)}` : '',
    })),
  )
  const parcels = made.flatMap((order) => {
    const lines = order.lines.filter(({ sent }) => sent > 0)
    if (lines.length === 0) return []
    const state: ShipmentState = order.state === 'delivered' ? 'delivered' : 'shipped'
    const provider = nth(providers, order.n)
    const trackingNumber = String(100_000_000_000 + order.n * 7919)
    const shippedAt = order.paidAt + day / 2
    return [{ order, lines, state, provider, trackingNumber, shippedAt, fulfillmentId: `fulfillment_${order.orderId}` }]
  })
  insertAll(
    db,
    fulfillments,
    parcels.map(({ order, state, provider, trackingNumber, shippedAt, fulfillmentId }) => ({
      tenantId,
      orderId: order.orderId,
      fulfillmentId,
      state,
      provider,
      trackingNumber,
      trackingUrl: trackingUrlOf(provider, trackingNumber),
      createdBy: 'demo_shipper_hoshi',
      createdAt: shippedAt,
      shippedAt,
      deliveredAt: state === 'delivered' ? shippedAt + 2 * day : null,
      editedAt: shippedAt,
    })),
  )
  insertAll(
    db,
    fulfillmentLines,
    parcels
      .flatMap(({ fulfillmentId, lines }) => lines.map(({ lineId, sent }) => ({ fulfillmentId, lineId, sent })))
      .map(({ fulfillmentId, lineId, sent }) => ({ tenantId, fulfillmentId, lineId, quantity: sent })),
  )
  const events = made.flatMap(({ orderId, state, placedAt, paidAt }) => [
    { orderId, what: 'placed', at: placedAt, detail: '', actorUid: '' },
    { orderId, what: 'paid', at: paidAt, detail: '', actorUid: '' },
    ...(state === 'unfulfilled' || state === 'onHold'
      ? []
      : [{ orderId, what: 'preparing', at: paidAt + day / 4, detail: '', actorUid: 'demo_shipper_hoshi' }]),
    ...(state === 'onHold'
      ? [{ orderId, what: 'held', at: paidAt + day / 8, detail: '番地の確認中です', actorUid: 'demo_shipper_hoshi' }]
      : []),
  ])
  const sentEvents = parcels.flatMap(({ order: { orderId }, state, shippedAt, trackingNumber }) => [
    { orderId, what: 'shipped', at: shippedAt, detail: trackingNumber, actorUid: 'demo_shipper_hoshi' },
    ...(state === 'delivered'
      ? [{ orderId, what: 'delivered', at: shippedAt + 2 * day, detail: '', actorUid: '' }]
      : []),
  ])
  insertAll(
    db,
    orderEvents,
    [...events, ...sentEvents].map((event) => ({
      ...event,
      tenantId,
      eventId: `event_${event.orderId}_${event.what}`,
    })),
  )
  const ofOrder = (orderId: string, movement: Movement) => ({
    orderId,
    movementId: `movement_${orderId}_${movement.kind}`,
    movement,
  })
  const ofReduced = (lines: (typeof made)[number]['lines'], pieces: 'quantity' | 'sent') =>
    lines.reduce((sum, line) => sum + (line.isReducedTax ? line.price * line[pieces] : 0), 0)
  const sales = made.map(({ orderId, lines, subtotal, total, paidAt }) => {
    const food = ofReduced(lines, 'quantity')
    const reduced = { subtotal: food, deferred: food }
    const sale = { orderId, kind: 'goods' as const, subtotal, deferred: subtotal, shippingFee, konbiniFee: 0, total }
    return ofOrder(orderId, paid({ ...sale, reduced }, fees, paidAt))
  })
  const sendings = parcels.map(({ order: { orderId }, lines, fulfillmentId, shippedAt }) => {
    const price = lines.reduce((sum, line) => sum + line.price * line.sent, 0)
    const of = {
      fact: `shipped:${fulfillmentId}`,
      sent: { price, shipping: shippingFee, reduced: ofReduced(lines, 'sent') },
      before: { price: 0, platformFee: 0 },
    }
    return ofOrder(orderId, shipped(of, fees, shippedAt))
  })
  const booked = [...sales, ...sendings]
  bookDemo(db, { tenantId, brandId, kind: 'goods' }, booked)
  await db
    .update(serials)
    .set({ last: before + made.length })
    .where(and(eq(serials.tenantId, tenantId), eq(serials.brandId, brandId), eq(serials.series, 'order')))
}
