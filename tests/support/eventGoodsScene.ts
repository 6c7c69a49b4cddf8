import { day } from '#kit/time.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import type { EventGoodsSaid } from '#shop/eventGoods/contract.ts'
import { exampleEventGoods } from '#shop/eventGoods/mock.ts'
import { eventGoods, eventGoodsDrafts } from '#shop/eventGoods/tables.server.ts'
import { goods, goodsVariations } from '#shop/goods/tables.server.ts'
import { newId, type Person } from './club'
import type { Write } from './together'

type Ids = { tenantId: string; brandId: string }

/** The example of event goods, with other values. */
export const tourShirt = (ids: Ids, at: number, values: Partial<EventGoodsSaid> = {}): EventGoodsSaid => ({
  ...exampleEventGoods(ids, at),
  ...values,
})

/** Goods of an event on sale and hidden, drafts in every state, and an order to be picked up. */
export const eventGoodsScene = (
  write: Write,
  ids: Ids,
  fan: Person,
  { at, eventId }: { at: number; eventId: string },
) => {
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
  write(goods, [sold, hidden])
  const variationOf = ({ goodsId }: { goodsId: string }) => ({
    tenantId,
    goodsId,
    variationId: newId('variation'),
    position: 0,
    name: 'M',
    initial: 20,
  })
  const [one, other] = [variationOf(sold), variationOf(hidden)]
  write(goodsVariations, [one, other])
  write(
    eventGoods,
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
  write(eventGoodsDrafts, [editing, submitted])
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
  write(orders, order)
  const lineId = newId('line')
  write(orderLines, {
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
  return {
    eventGoodsId: sold.goodsId,
    hiddenEventGoods: hidden.goodsId,
    editingDraft: editing.draftId,
    submittedDraft: submitted.draftId,
    pickUpOrder: order.orderId,
    pickUpLine: lineId,
  }
}
