import { people } from '../../src/features/fans/tables.server'
import { paid } from '../../src/features/ledger/ledger'
import { book } from '../../src/features/ledger/queries.server'
import type { FulfillmentState, PaymentState } from '../../src/features/orders/order'
import { insertOrder } from '../../src/features/orders/queries.server'
import { orderBuyers } from '../../src/features/orders/tables.server'
import { customers } from '../../src/features/payments/tables.server'
import { day } from '../../src/kit/time'
import { now } from '../../src/server/clock'
import { database, inTransaction } from '../../src/server/db'
import { fees } from '../../src/server/payments/fees'
import { payments } from '../../src/server/payments/provider'
import { control } from '../../src/server/sandbox/control'
import { newId, type Person, person } from './club'

export type SoldLine = { name: string; unitPrice: number; quantity: number; digital?: boolean; variationId?: string }
type Sold = {
  lines?: SoldLine[]
  shippingFee?: number
  paymentState?: PaymentState
  fulfillmentState?: FulfillmentState
  buyer?: Person
  prefecture?: string
  /** Paid at the provider as well, so that it can be given back. */
  isReal?: boolean
  kind?: 'goods' | 'eventGoods'
}

export const twoShirts: SoldLine[] = [
  { name: 'Tシャツ', unitPrice: 3000, quantity: 2 },
  { name: '缶バッジ', unitPrice: 500, quantity: 3 },
]

export const home = {
  recipientName: '青井 そら',
  recipientPhone: '09012345678',
  postalCode: '1500041',
  prefecture: '東京都',
  town: '渋谷区神南',
  address: '1-2-3',
  building: 'ひだまり荘 201',
}

/** An order of goods as a paid checkout leaves it behind. */
export const goodsOrder = async (ids: { tenantId: string; brandId: string }, sold: Sold = {}) => {
  const { lines = twoShirts, shippingFee = 600, paymentState = 'paid', prefecture = home.prefecture } = sold
  const at = now()
  const buyer = sold.buyer ?? (await person())
  const orderId = newId('order')
  const subtotal = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
  const physical = lines.filter(({ digital }) => !digital)
  const fee = physical.length > 0 ? shippingFee : 0
  const total = subtotal + fee
  const isPaid = paymentState === 'paid'
  let intentId: string | null = isPaid ? newId('order').replace('order', 'pi') : null
  if (sold.isReal) {
    const customerId = await payments().createCustomer({ uid: orderId, email: buyer.email, name: '' }, orderId)
    const expiresAt = Math.ceil((at + day) / 1000) * 1000
    const voucher = { amount: total, name: '青井 そら', email: buyer.email, phone: '09012345678', expiresAt }
    const intent = await payments().issueKonbini({ ...voucher, orderId, customerId }, `k${orderId}`)
    await control({ action: 'payAtStore', intent: intent.id })
    await database().insert(customers).values({ uid: buyer.uid, customerId, createdAt: at }).onConflictDoNothing()
    intentId = intent.id
  }
  await database()
    .insert(people)
    .values({ uid: buyer.uid, displayName: '青井 そら', email: buyer.email, createdAt: at, editedAt: at })
    .onConflictDoNothing()
  const made = lines.map((line) => ({
    lineId: newId('line'),
    name: line.name,
    unitPrice: line.unitPrice,
    quantity: line.quantity,
    goodsId: newId('goods'),
    variationId: line.variationId ?? newId('variation'),
    deliveryMethod: line.digital ? ('digital' as const) : ('physical' as const),
  }))
  const order = await inTransaction(async (db) => {
    const row = await insertOrder(
      db,
      {
        ...ids,
        orderId,
        uid: buyer.uid,
        kind: sold.kind ?? 'goods',
        paymentMethod: sold.isReal ? 'konbini' : 'card',
        paymentState,
        fulfillmentState: sold.fulfillmentState ?? (isPaid && physical.length > 0 ? 'unfulfilled' : 'notRequired'),
        openKey: `cart:${orderId}:1`,
        subtotal,
        shippingFee: fee,
        total,
        locale: 'ja',
        intentId,
        placedAt: at - 60_000,
        paidAt: isPaid ? at : null,
        editedAt: at,
      },
      made,
    )
    await db
      .insert(orderBuyers)
      .values({ tenantId: ids.tenantId, orderId, uid: buyer.uid, email: buyer.email, ...home, prefecture })
    if (isPaid) {
      const sale = {
        orderId,
        kind: row.kind,
        subtotal,
        shippingFee: fee,
        konbiniFee: 0,
        total,
        physical: physical.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0),
      }
      await book(db, (noun) => newId(noun), paid(sale, fees(), at), { ...ids, orderId })
    }
    return row
  })
  return { ...order, buyer, lines: made, of: { ...ids, orderId } }
}
export type GoodsOrder = Awaited<ReturnType<typeof goodsOrder>>

/** Everything of an order in one parcel, as the form sends it. */
export const parcel = (order: GoodsOrder, values: object = {}) => ({
  ...order.of,
  lines: order.lines
    .filter(({ deliveryMethod }) => deliveryMethod === 'physical')
    .map(({ lineId, quantity }) => ({ lineId, quantity })),
  provider: 'yamato' as const,
  providerName: '',
  trackingNumber: '1234-5678-9012',
  trackingUrl: '',
  note: '',
  shippedAt: now(),
  notify: true,
  ...values,
})
