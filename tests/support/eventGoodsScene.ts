import { day } from '#kit/time.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { database } from '#server/db.ts'
import type { EventGoodsSaid } from '#shop/eventGoods/contract.ts'
import { eventGoods, eventGoodsDrafts } from '#shop/eventGoods/tables.server.ts'
import { goods, goodsVariations } from '#shop/goods/tables.server.ts'
import { newId, type Person } from './club'
import { variation } from './goods'

type Ids = { tenantId: string; brandId: string }

/** A T-shirt of 3,000 yen, handed over at the hall in thirty days, on sale since yesterday for ten days. */
export const tourShirt = ({ brandId }: Ids, at: number, values: Partial<EventGoodsSaid> = {}): EventGoodsSaid => ({
  homeBrandId: brandId,
  eventId: null,
  name: 'Tour shirt',
  description: 'Black.',
  price: 3000,
  salesType: 'permanent',
  maxPerPerson: null,
  thumbnails: [],
  variations: [variation(20, 'M')],
  shares: [{ brandId, share: 10_000 }],
  delivery: 'pickUp',
  shippingFee: 0,
  shippingTimeText: '',
  pickUp: { venueName: 'Star Hall', windows: [{ from: at + 30 * day, to: at + 30 * day + 5 * 3_600_000 }] },
  windows: [{ audience: 'public', planIds: [], startAt: at - day, endAt: at + 10 * day }],
  ...values,
})

/** Goods of an event on sale and hidden, drafts in every state, an order to be picked up, and an example of each operation. */
export const eventGoodsScene = async (ids: Ids, fan: Person, { at, eventId }: { at: number; eventId: string }) => {
  const { tenantId, brandId } = ids
  const said = tourShirt(ids, at, { eventId })
  const row = (visibility: 'visible' | 'hidden') => ({
    ...ids,
    goodsId: newId('goods'),
    visibility,
    name: said.name,
    description: said.description,
    price: said.price,
    goodsType: 'physicalGoods' as const,
    salesType: said.salesType,
    saleStartAt: at - day,
    saleEndAt: at + 10 * day,
    audience: 'public' as const,
    planIds: [],
    shippingTimeText: 'Star Hall',
    thumbnails: [],
    isPickUp: true,
    saleWindows: said.windows,
    shares: said.shares,
    createdAt: at,
    editedAt: at,
  })
  const [sold, hidden] = [row('visible'), row('hidden')]
  await database().insert(goods).values([sold, hidden])
  const variationOf = ({ goodsId }: { goodsId: string }) => ({
    tenantId,
    goodsId,
    variationId: newId('variation'),
    position: 0,
    name: 'M',
    initial: 20,
  })
  const [one, other] = [variationOf(sold), variationOf(hidden)]
  await database().insert(goodsVariations).values([one, other])
  await database()
    .insert(eventGoods)
    .values(
      [sold, hidden].map(({ goodsId }) => ({
        ...ids,
        goodsId,
        delivery: 'pickUp' as const,
        pickUp: said.pickUp,
        createdAt: at,
      })),
    )
  const draft = (state: 'editing' | 'submitted', goodsId: string | null = null) => ({
    tenantId,
    brandId,
    draftId: newId('draft'),
    goodsId,
    payload: said,
    state,
    basedOn: goodsId === null ? null : at,
    authorUid: 'somebody',
    createdAt: at,
    editedAt: at,
    submittedAt: state === 'submitted' ? at : null,
  })
  const [editing, submitted] = [draft('editing', sold.goodsId), draft('submitted')]
  await database().insert(eventGoodsDrafts).values([editing, submitted])
  const order = {
    ...ids,
    orderId: newId('order'),
    orderNumber: newId('number'),
    uid: fan.uid,
    kind: 'eventGoods' as const,
    paymentMethod: 'card' as const,
    paymentState: 'paid' as const,
    fulfillmentState: 'unfulfilled' as const,
    openKey: newId('key'),
    subtotal: 3000,
    total: 3000,
    locale: 'ja' as const,
    placedAt: at,
    paidAt: at,
    editedAt: at,
  }
  await database().insert(orders).values(order)
  const lineId = newId('line')
  await database().insert(orderLines).values({
    tenantId,
    orderId: order.orderId,
    lineId,
    position: 0,
    name: said.name,
    unitPrice: 3000,
    quantity: 1,
    goodsId: sold.goodsId,
    variationId: one.variationId,
    deliveryMethod: 'physical',
    isPickUp: true,
    shares: said.shares,
  })
  const [ofGoods, ofEditing, ofSubmitted] = [
    { tenantId, goodsId: sold.goodsId },
    { tenantId, draftId: editing.draftId },
    { tenantId, draftId: submitted.draftId },
  ]
  return {
    getEventGoodsList: { tenantId, status: 'onSale', q: 'Tour', pagination: { limit: 20, offset: 0 } },
    getEventGoods: ofGoods,
    getEventChoices: { tenantId },
    getEventGoodsDrafts: { tenantId, status: 'submitted', pagination: { limit: 20, offset: 0 } },
    getEventGoodsDraft: ofEditing,
    saveEventGoodsDraft: { ...ofEditing, said, expectedEditedAt: at, expectedGoodsEditedAt: at },
    submitEventGoodsDraft: ofEditing,
    approveEventGoodsDraft: ofSubmitted,
    returnEventGoodsDraft: { ...ofSubmitted, reason: 'Later.' },
    publishEventGoods: { tenantId, goodsId: hidden.goodsId },
    endEventGoodsSale: ofGoods,
    getPickUpOrder: { tenantId, code: order.orderId },
    getPickUpEvents: { tenantId },
    getPickUpList: { tenantId, eventId },
    pickUpOrderLines: { tenantId, orderId: order.orderId, lines: [{ lineId, quantity: 1 }] },
  }
}
