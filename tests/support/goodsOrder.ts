import { expect } from 'vitest'
import { linesOf, orderById } from '#money/orders/queries.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { addresses } from '#shop/carts/addresses/contract.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, type Person, person } from './club'
import { fileOf } from './file'
import { type Club, checkOut, makeGoods, payCart, put, towel, variation, voucherOf, wallpaper } from './goods'

export type SoldLine = {
  name: string
  unitPrice: number
  quantity: number
  digital?: boolean
  isReducedTax?: boolean
}
type Sold = {
  lines?: SoldLine[]
  shippingFee?: number
  buyer?: Person
  prefecture?: string
  isUnpaid?: boolean
  /** A voucher waits to be paid. */
  isAtStore?: boolean
  isPrepared?: boolean
}

export const twoShirts: SoldLine[] = [
  { name: 'Tシャツ', unitPrice: 3000, quantity: 2 },
  { name: '缶バッジ', unitPrice: 500, quantity: 3 },
]

const home = {
  postalCode: '150-0041',
  town: '渋谷区神南',
  street: '1-2-3',
  building: 'ひだまり荘 201',
  recipientName: '青井 そら',
  recipientPhoneNumber: '090-1234-5678',
}

/** An order of goods, bought by a fan like any other. */
export const goodsOrder = async (of: Club, sold: Sold = {}) => {
  const { lines = twoShirts, shippingFee = 600, prefecture = '東京都' } = sold
  const buyer = sold.buyer ?? (await person())
  await ask(addresses.saveShippingAddress, { ...home, prefecture, isPrefectureConfirmed: true }, buyer)
  let cartId = ''
  for (const line of lines) {
    const rate = { isReducedTax: line.isReducedTax ?? false }
    const values = { name: line.name, price: line.unitPrice, variations: [variation(100)], ...rate }
    const made = await makeGoods(of, line.digital ? wallpaper(values) : towel({ ...values, shippingFee }))
    cartId = (await put(of, buyer, made, line.quantity)).cartId
  }
  if (sold.isAtStore) await voucherOf(cartId, buyer)
  else if (sold.isUnpaid) await checkOut(cartId, buyer)
  else await payCart(cartId, buyer)
  const { rows } = await pool().query(
    'select order_id from orders where uid = $1 order by placed_at desc, order_id limit 1',
    [buyer.uid],
  )
  const order = await orderById(database(), rows[0]?.order_id ?? '')
  if (!order) throw new Error('Nothing was ordered.')
  if (sold.isPrepared) await ask(fulfillments.startPreparing, { ...of.ids, orderIds: [order.orderId] }, of.owner)
  return { ...order, buyer, lines: await linesOf(database(), order), of: { ...of.ids, orderId: order.orderId } }
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

/** Whether an owner is shown where an order goes: the page, the search for who receives it, the file and the button say the same. */
export const isAddressSeen = async (of: Club, orderId: string, recipientName: string): Promise<boolean> => {
  const named = { ...of.ids, orderId }
  const { destination } = (await ask(staffOrders.getOrder, named, of.owner)).order
  const found = await ask(staffOrders.getOrders, { ...of.ids, q: recipientName.replace(' ', '') }, of.owner)
  const label = { ...of.ids, format: 'standard' as const, encoding: 'utf8bom' as const, orderIds: [orderId] }
  const { rows } = await fileOf((await ask(orderFiles.exportOrders, label, of.owner)).exportId)
  const isRevealed = await ask(fulfillments.revealOrderAddress, named, of.owner).then(
    () => true,
    () => false,
  )
  const isFound = found.orders.some((one) => one.orderId === orderId)
  const answers = [destination?.isHidden === false, isFound, rows.join().includes(recipientName), isRevealed]
  expect(new Set(answers).size, answers.join()).toBe(1)
  return isRevealed
}
