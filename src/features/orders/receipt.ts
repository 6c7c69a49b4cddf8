import type { Yen } from '../../kit/money'
import type { Instant } from '../../kit/time'

/** Consumption tax of digital services and goods; prices hold it. */
export const taxRate = 10

/** The tax within an amount, rounded down once per receipt as invoices ask. */
export const taxWithin = (amount: Yen): Yen => Math.floor((amount * taxRate) / (100 + taxRate))

type Paid = {
  orderId: string
  orderNumber: string
  paymentMethod: 'card' | 'konbini'
  paidAt: Instant
  subtotal: Yen
  shippingFee: Yen
  konbiniFee: Yen
  total: Yen
  refunded: Yen
}
type Line = { name: string; unitPrice: Yen; quantity: number }
type Shop = { name: string; legalNotice: string; invoiceNumber: string; issuedTo: string }

/** What a Japanese receipt says of an order; the tax is that of what was kept. */
export const receiptOf = (order: Paid, lines: readonly Line[], shop: Shop) => ({
  orderId: order.orderId,
  orderNumber: order.orderNumber,
  issuedTo: shop.issuedTo,
  brandName: shop.name,
  sellerNotice: shop.legalNotice,
  invoiceNumber: shop.invoiceNumber,
  paidAt: order.paidAt,
  paymentMethod: order.paymentMethod,
  lines: lines.map(({ name, unitPrice, quantity }) => ({ name, unitPrice, quantity, amount: unitPrice * quantity })),
  subtotal: order.subtotal,
  shippingFee: order.shippingFee,
  konbiniFee: order.konbiniFee,
  total: order.total,
  refunded: order.refunded,
  taxRate,
  taxIncluded: taxWithin(order.total - order.refunded),
})
