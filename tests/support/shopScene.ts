import { uploads } from '#club/uploads/tables.server.ts'
import { day } from '#kit/time.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { exampleAddress } from '#shop/carts/mock.ts'
import { cartItems, carts, shippingAddresses } from '#shop/carts/tables.server.ts'
import { downloadGrants, goodsFiles } from '#shop/downloads/tables.server.ts'
import { goods, goodsVariations } from '#shop/goods/tables.server.ts'
import { newId, type Person } from './club'
import type { Write } from './together'

type Ids = { tenantId: string; brandId: string }

/** A shop with two goods, a fan's filled cart and address. */
export const shopScene = (write: Write, ids: Ids, fan: Person, at: number) => {
  const { tenantId } = ids
  const row = (values: Partial<typeof goods.$inferInsert> = {}) => ({
    ...ids,
    goodsId: newId('goods'),
    visibility: 'visible' as const,
    name: 'Towel',
    description: 'Soft.',
    price: 2000,
    goodsType: 'physicalGoods' as const,
    salesType: 'permanent' as const,
    saleStartAt: at - day,
    audience: 'public' as const,
    planIds: [],
    shippingFee: 500,
    shippingTimeText: 'Within a week',
    thumbnails: [{ url: 'https://example.com/towel.png', alt: 'Towel' }],
    createdAt: at,
    editedAt: at,
    ...values,
  })
  const [shown, hidden] = [row(), row({ visibility: 'hidden' })]
  const song = row({ name: 'Song', goodsType: 'digitalGoods' })
  write(goods, [shown, hidden, song])
  const stocked = ({ goodsId }: { goodsId: string }) => ({
    tenantId,
    goodsId,
    variationId: newId('variation'),
    position: 0,
    name: '',
    initial: 10,
  })
  const [one, other, ofHidden] = [stocked(shown), { ...stocked(shown), name: 'L' }, stocked(hidden)]
  write(goodsVariations, [one, other, ofHidden, { ...stocked(song), initial: 0, isUnlimited: true }])
  const cart = { ...ids, cartId: newId('cart'), uid: fan.uid, version: 1, createdAt: at, editedAt: at }
  write(carts, cart)
  write(cartItems, {
    tenantId,
    cartId: cart.cartId,
    goodsId: shown.goodsId,
    variationId: one.variationId,
    quantity: 1,
    priceSeen: 2000,
    addedAt: at,
  })
  const { street, recipientPhoneNumber, ...said } = exampleAddress
  const address = {
    ...said,
    address: street,
    recipientPhone: recipientPhoneNumber,
    uid: fan.uid,
    addressId: newId('address'),
    isDefault: false,
    createdAt: at,
    editedAt: at,
  }
  write(shippingAddresses, address)
  const order = {
    ...ids,
    orderId: newId('order'),
    orderNumber: newId('number'),
    uid: fan.uid,
    kind: 'goods' as const,
    paymentMethod: 'card' as const,
    paymentState: 'paid' as const,
    fulfillmentState: 'unfulfilled' as const,
    openKey: newId('key'),
    subtotal: 2000,
    shippingFee: 500,
    total: 2500,
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
    name: 'Towel',
    unitPrice: 2000,
    quantity: 1,
    goodsId: shown.goodsId,
    variationId: one.variationId,
    deliveryMethod: 'physical',
  })
  const mediaId = newId('media')
  write(uploads, {
    ...ids,
    mediaId,
    kind: 'goodsFile',
    fileName: 'song.pdf',
    contentType: 'application/pdf',
    size: 100,
    key: `private/${tenantId}/${mediaId}.pdf`,
    state: 'ready',
    createdBy: 'staff',
    createdAt: at,
  })
  const file = {
    tenantId,
    goodsId: song.goodsId,
    fileId: newId('file'),
    mediaId,
    name: 'Song',
    position: 0,
    addedAt: at,
  }
  write(goodsFiles, file)
  const grant = {
    ...ids,
    grantId: newId('grant'),
    uid: fan.uid,
    orderId: order.orderId,
    lineId,
    goodsId: song.goodsId,
    fileId: file.fileId,
    maxDownloads: 10,
    createdAt: at,
  }
  write(downloadGrants, grant)
  return {
    goodsId: shown.goodsId,
    hiddenGoods: hidden.goodsId,
    songId: song.goodsId,
    variationId: one.variationId,
    otherVariation: other.variationId,
    cartId: cart.cartId,
    cartGoods: shown.goodsId,
    cartVariation: one.variationId,
    addressId: address.addressId,
    goodsOrder: order.orderId,
    grantId: grant.grantId,
  }
}
