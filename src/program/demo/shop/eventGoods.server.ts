import { and, eq } from 'drizzle-orm'
import { serials } from '#club/fans/tables.server.ts'
import { day } from '#kit/time.ts'
import { paid, sharedOut, shipped } from '#money/ledger/ledger.ts'
import { distribute, weightsOf } from '#money/ledger/shares.ts'
import { orderNumberOf } from '#money/orders/order.ts'
import { orderEvents, orderLines, orders } from '#money/orders/tables.server.ts'
import type { EventGoodsSaid } from '#shop/eventGoods/contract.ts'
import { type DraftState, isPickedUpBy, isSentBy } from '#shop/eventGoods/eventGoods.ts'
import { eventGoods, eventGoodsDrafts } from '#shop/eventGoods/tables.server.ts'
import { goods, goodsVariations, stockMoves } from '#shop/goods/tables.server.ts'
import { fulfillmentLines, fulfillments } from '#shop/parcels/tables.server.ts'
import { palettes } from '../drawings/drawings'
import { insertAll } from '../insertAll'
import { bookDemo } from '../money/ledger.server'
import { type Demo, type DemoClub, pad } from '../parts'
import { demoEventId } from '../publishing/events.server'
import { cities, citiesInEnglish, kinds, subjects } from './tour'

const fees = { platformFee: 100_000, paymentFee: 36_000 }
const hour = 3_600_000

/** Goods of the tour: on sale, ended and in preparation; drafts in every state, and orders ready for pick-up. */
export const demoEventGoods = async ({ db, at, picture }: Demo, club: DemoClub) => {
  const { tenantId, brand } = club
  const { brandId, slug } = brand
  const many = club.seasons > 0
  const [editor, owner] = [club.members[1]?.uid ?? club.members[0]?.uid ?? '', club.members[0]?.uid ?? '']
  const pictures = subjects.map((subject, n) =>
    picture(`tour-${slug}-${n}`, subject, [640, 640], palettes[(n + 2) % palettes.length] ?? palettes[0]),
  )
  const made = Array.from({ length: many ? 45 : 4 }, (_, n) => {
    const kind = kinds[n % kinds.length] ?? kinds[0]
    const place = Math.floor(n / kinds.length) % cities.length
    const [city, cityInEnglish] = [cities[place] ?? cities[0], citiesInEnglish[place] ?? citiesInEnglish[0]]
    const isOver = n >= 10 && n % 3 === 1
    const delivery = n % 8 === 3 ? 'both' : n % 4 === 3 ? 'shipping' : 'pickUp'
    const [startAt, endAt] = isOver ? [at - 40 * day, at - 12 * day - n * hour] : [at - 3 * day, at + 9 * day]
    // Every fifth one is still sold to members only.
    const turnsAt = !isOver && n % 5 === 4 ? startAt + 5 * day : startAt + day
    const pickUpAt = (isOver ? at - 6 * day : at + 14 * day) - ((at + 9 * hour) % day) + 8 * hour
    const said: EventGoodsSaid = {
      homeBrandId: brandId,
      eventId: demoEventId(slug, isOver ? 'past_0000' : many ? 'next_1' : 'next_0'),
      name: `${kind.name}（${city}）`,
      description: kind.text,
      english: { name: `${kind.english.name} (${cityInEnglish})`, description: kind.english.text },
      price: kind.price,
      salesType: 'permanent',
      maxPerPerson: n % 5 === 2 ? 4 : null,
      thumbnails: [{ url: pictures[n % kinds.length] ?? '', alt: kind.name }],
      variations: kind.variations.map((variationName, m) => ({
        variationId: `variation_${slug}_e${n}_${m}`,
        variationName,
        english: { name: kind.english.variations[m] ?? '' },
        sku: '',
        isUnlimited: false,
        stockChange: 0,
        maxQuantity: null,
        isStopped: false,
        isHidden: false,
      })),
      shares:
        club.second && n % 3 !== 2
          ? [
              { brandId, share: 6500 },
              { brandId: club.second.brand.brandId, share: 3500 },
            ]
          : [{ brandId, share: 10_000 }],
      delivery,
      shippingFee: isSentBy(delivery) ? 600 : 0,
      shippingTimeText: isSentBy(delivery) ? '公演のあと2週間以内に発送' : '',
      pickUp: isPickedUpBy(delivery)
        ? { venueName: `${city}公演 物販受け取り口`, windows: [{ from: pickUpAt, to: pickUpAt + 5 * hour }] }
        : { venueName: '', windows: [] },
      windows: [
        { audience: 'fanClub', planIds: [], startAt, endAt: turnsAt },
        { audience: 'public', planIds: [], startAt: turnsAt, endAt },
      ],
    }
    const createdAt = at - (n * 2 + 4) * day
    return {
      n,
      goodsId: `goods_${slug}_e${n}`,
      said,
      startAt,
      endAt,
      createdAt,
      isOver,
      pickUpAt,
      isHidden: n % 13 === 5,
    }
  })

  const ofSeries = and(eq(serials.tenantId, tenantId), eq(serials.brandId, brandId), eq(serials.series, 'order'))
  const [series] = await db.select({ last: serials.last }).from(serials).where(ofSeries)
  const before = series?.last ?? 0
  const accounts = ['demo_member', 'demo_fan']
  // Two kinds per order; all are picked up in Tokyo.
  const waiting = Array.from({ length: many ? 12 : 2 }, (_, n) => ({
    things: [made[n % 2], made[2]].flatMap((one) => (one ? [one] : [])),
    placedAt: at - 2 * day + n * hour,
    handedAt: null as number | null,
  }))
  const handed = made
    .filter(({ isOver, said }) => isOver && said.delivery === 'pickUp')
    .slice(0, 5)
    .flatMap((one) =>
      [0, 1, 2].map((m) => ({
        things: [one],
        placedAt: at - 30 * day + (one.n * 3 + m) * hour,
        // The last of each kind was not collected.
        handedAt: m === 2 ? null : one.pickUpAt + (m + 1) * 600_000,
      })),
    )
  const sold = [...waiting, ...handed].map(({ things, placedAt, handedAt }, n) => {
    const lines = things.map((one, position) => ({
      one,
      position,
      quantity: 1 + ((n + position) % 2),
      lineId: `line_${slug}_event_${pad(n)}_${position}`,
      variationId: one.said.variations[0]?.variationId ?? '',
      variationName: one.said.variations[0]?.variationName ?? '',
    }))
    const total = lines.reduce((sum, { one, quantity }) => sum + one.said.price * quantity, 0)
    const uid = n < 2 && slug === 'aoi' ? (accounts[n] ?? '') : `demo_buyer_${slug}_${pad(n % 60)}`
    const orderId = `order_${slug}_event_${pad(n)}`
    const fulfillmentId = orderId.replace('order', 'fulfillment')
    return { n, uid, lines, total, placedAt, paidAt: placedAt + 60_000, handedAt, orderId, fulfillmentId }
  })
  const pieces = sold.flatMap(({ orderId, fulfillmentId, placedAt, paidAt, handedAt, lines }) =>
    lines.map((line) => ({ ...line, orderId, fulfillmentId, placedAt, paidAt, handedAt })),
  )

  insertAll(
    db,
    goods,
    made.map(({ goodsId, said, startAt, endAt, createdAt, isHidden }) => ({
      tenantId,
      brandId,
      goodsId,
      visibility: isHidden ? ('hidden' as const) : ('visible' as const),
      name: said.name,
      description: said.description,
      english: said.english ?? {},
      price: said.price,
      goodsType: 'physicalGoods' as const,
      salesType: said.salesType,
      saleStartAt: startAt,
      saleEndAt: endAt,
      audience: 'public' as const,
      planIds: [],
      maxPerPerson: said.maxPerPerson,
      shippingFee: said.shippingFee,
      shippingTimeText: isSentBy(said.delivery) ? said.shippingTimeText : said.pickUp.venueName,
      thumbnails: said.thumbnails,
      isPickUp: said.delivery === 'pickUp',
      isPickUpOffered: said.delivery === 'both',
      saleWindows: said.windows,
      shares: said.shares,
      createdAt,
      editedAt: createdAt,
      editedBy: owner,
    })),
  )
  const variations = made.flatMap(({ n, goodsId, said }) =>
    said.variations.map(({ variationId = '', variationName, english }, position) => {
      const sum = pieces
        .filter((piece) => piece.variationId === variationId)
        .reduce((total, { quantity }) => total + quantity, 0)
      return {
        tenantId,
        goodsId,
        variationId,
        position,
        name: variationName,
        english: english ?? {},
        initial: 60 + ((n * 17 + position * 7) % 90) + sum,
        sold: sum,
      }
    }),
  )
  insertAll(db, goodsVariations, variations)
  insertAll(
    db,
    eventGoods,
    made.map(({ goodsId, said, createdAt }) => ({
      tenantId,
      goodsId,
      brandId,
      eventId: said.eventId,
      delivery: said.delivery,
      pickUp: said.pickUp,
      createdAt,
    })),
  )
  insertAll(
    db,
    orders,
    sold.map(({ n, uid, orderId, total, placedAt, paidAt, handedAt }) => ({
      tenantId,
      brandId,
      orderId,
      orderNumber: orderNumberOf(before + n + 1),
      uid,
      kind: 'eventGoods' as const,
      paymentMethod: 'card' as const,
      paymentState: 'paid' as const,
      fulfillmentState: handedAt === null ? ('unfulfilled' as const) : ('delivered' as const),
      openKey: `demo:event:${n}`,
      subtotal: total,
      total,
      locale: 'ja' as const,
      placedAt,
      paidAt,
      editedAt: handedAt ?? paidAt,
    })),
  )
  insertAll(
    db,
    orderLines,
    pieces.map(({ orderId, lineId, position, one, variationId, variationName, quantity, handedAt }) => ({
      tenantId,
      orderId,
      lineId,
      position,
      name: one.said.name,
      english: {
        name: one.said.english?.name,
        variationName: one.said.variations.find((each) => each.variationId === variationId)?.english?.name,
      },
      thumbnail: one.said.thumbnails[0]?.url ?? '',
      unitPrice: one.said.price,
      quantity,
      goodsId: one.goodsId,
      variationId,
      variationName,
      deliveryMethod: 'physical' as const,
      isPickUp: true,
      fulfilledQuantity: handedAt === null ? 0 : quantity,
      shares: one.said.shares,
    })),
  )
  insertAll(
    db,
    orderEvents,
    sold.map(({ orderId, paidAt }) => ({
      tenantId,
      orderId,
      eventId: orderId.replace('order', 'event'),
      at: paidAt,
      what: 'paid',
    })),
  )
  if (handed.length > 0) {
    insertAll(
      db,
      fulfillments,
      sold.flatMap(({ orderId, fulfillmentId, handedAt }) =>
        handedAt === null
          ? []
          : [
              {
                tenantId,
                orderId,
                fulfillmentId,
                state: 'delivered' as const,
                provider: 'other' as const,
                providerName: '会場でのお渡し',
                createdBy: owner,
                createdAt: handedAt,
                shippedAt: handedAt,
                deliveredAt: handedAt,
                editedAt: handedAt,
              },
            ],
      ),
    )
    insertAll(
      db,
      fulfillmentLines,
      pieces.flatMap(({ fulfillmentId, lineId, quantity, handedAt }) =>
        handedAt === null ? [] : [{ tenantId, fulfillmentId, lineId, quantity }],
      ),
    )
  }
  insertAll(
    db,
    stockMoves,
    [
      ...variations.map(({ goodsId, variationId, initial }) => ({
        moveId: `stock_${variationId}`,
        goodsId,
        variationId,
        at: at - 100 * day,
        reason: 'initial' as const,
        quantity: initial,
        orderId: null,
      })),
      ...pieces.flatMap(({ lineId, orderId, one: { goodsId }, variationId, quantity, placedAt, paidAt }) =>
        (
          [
            ['reserve', placedAt],
            ['sale', paidAt],
          ] as const
        ).map(([reason, moment]) => ({
          moveId: `stock_${lineId}_${reason}`,
          goodsId,
          variationId,
          at: moment,
          reason,
          quantity,
          orderId,
        })),
      ),
    ].map((move) => ({ ...move, tenantId })),
  )
  const booked = sold.map(({ orderId, total, paidAt }) => ({
    orderId,
    movementId: orderId.replace('order', 'movement'),
    movement: paid(
      { orderId, kind: 'eventGoods', subtotal: total, deferred: total, shippingFee: 0, konbiniFee: 0, total },
      fees,
      paidAt,
    ),
  }))
  // Handed over pieces are earned and shared between brands.
  const earned = sold.flatMap(({ orderId, fulfillmentId, total, handedAt, lines }) => {
    if (handedAt === null) return []
    const soldLines = lines.map(({ lineId, one, quantity }) => ({
      lineId,
      unitPrice: one.said.price,
      quantity,
      shares: one.said.shares,
    }))
    const weights = weightsOf(brandId, soldLines)
    const sent = { price: total, shipping: 0 }
    const movement = shipped(
      { fact: `shipped:${fulfillmentId}`, sent, before: { price: 0, platformFee: 0 } },
      fees,
      handedAt,
    )
    const movementId = orderId.replace('order', 'movement')
    const shared = sharedOut(movement, (amount) => distribute(amount, weights), handedAt)
    return [
      { orderId, movementId: `${movementId}_handed`, movement },
      ...(shared.entries.length > 0 ? [{ orderId, movementId: `${movementId}_shared`, movement: shared }] : []),
    ]
  })
  bookDemo(db, { tenantId, brandId, kind: 'eventGoods' }, [...booked, ...earned])
  await db
    .update(serials)
    .set({ last: before + sold.length })
    .where(ofSeries)

  const states: readonly DraftState[] = ['submitted', 'editing', 'returned', 'approved']
  insertAll(
    db,
    eventGoodsDrafts,
    Array.from({ length: many ? 44 : 3 }, (_, n) => {
      const state = states[n % states.length] ?? 'editing'
      const of = made[n % made.length]
      if (!of) throw new Error('There are event goods.')
      // Every other draft changes existing goods, which have one draft each.
      const changes = n % 2 === 0 && n < made.length
      const editedAt = at - n * 5 * hour
      const isDecided = state === 'returned' || state === 'approved'
      const variationsOf = of.said.variations.map(({ variationId, ...one }, m) => ({
        ...one,
        ...(changes && variationId !== undefined && { variationId }),
        stockChange: changes ? (m === 0 ? 50 : 0) : 80,
      }))
      return {
        tenantId,
        brandId,
        draftId: `draft_${slug}_${n}`,
        goodsId: changes || state === 'approved' ? of.goodsId : null,
        payload: {
          ...of.said,
          ...(changes ? { price: of.said.price + 300 } : { name: `追加公演 ${of.said.name}` }),
          variations: variationsOf,
        },
        state,
        basedOn: changes ? of.createdAt : null,
        authorUid: editor,
        reason: state === 'returned' ? '受け取りの時間を、開場の1時間前からにしてください。' : '',
        createdAt: editedAt - day,
        editedAt,
        submittedAt: state === 'editing' ? null : editedAt,
        decidedBy: isDecided ? owner : null,
        decidedAt: isDecided ? editedAt + hour : null,
      }
    }),
  )
}
