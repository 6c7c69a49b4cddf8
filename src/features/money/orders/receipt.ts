import type { Yen } from '#kit/money.ts'
import { grouped } from '#kit/number.ts'
import { reducedTaxRateAt, taxRateAt, taxWithin } from '#kit/tax.ts'
import type { Instant } from '#kit/time.ts'
import type { Platform } from '#server/payments/platform.ts'

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
  /** What of the goods at the reduced rate has not gone back, as the ledger has it. */
  reducedLeft: Yen
  receiptTo: string | null
  receiptFor: string | null
}
type Line = { name: string; unitPrice: Yen; quantity: number; isReducedTax: boolean }
type Seller = { name: string; legalNotice: string; invoiceNumber: string }
type Shop = Seller & { slug: string; issuedTo: string }

/** A receipt is a document: once it was issued it names the seller and the platform as they were. */
export type ReceiptParties = { shop: Seller; platform: Platform }
export const partiesOf = (
  { receiptParties }: { receiptParties: ReceiptParties | null },
  { name, legalNotice, invoiceNumber }: Seller,
  platform: Platform,
): ReceiptParties => receiptParties ?? { shop: { name, legalNotice, invoiceNumber }, platform }

/**
 * What is left of the club's part by rate, the standard one first (rule: money.reducedTax); a rate at which nothing was sold is left out.
 * Shipping is at the standard rate.
 */
const byRateOf = (order: Paid, lines: readonly Line[], total: Yen, left: Yen) => {
  const [standardRate, reducedRate] = [taxRateAt(order.paidAt), reducedTaxRateAt(order.paidAt)]
  const reduced =
    reducedRate === null
      ? 0
      : lines.reduce((sum, line) => sum + (line.isReducedTax ? line.unitPrice * line.quantity : 0), 0)
  // Neither rate can have more left than was sold at it.
  const reducedLeft = Math.min(Math.max(order.reducedLeft, left - (total - reduced), 0), left, reduced)
  const standard = { rate: standardRate, isReduced: false, amount: left - reducedLeft }
  return [
    ...(total > reduced || reduced === 0 ? [standard] : []),
    ...(reducedRate !== null && reduced > 0 ? [{ rate: reducedRate, isReduced: true, amount: reducedLeft }] : []),
  ].map((one) => ({ ...one, taxIncluded: taxWithin(one.amount, one.rate) }))
}

/**
 * Contents of a Japanese receipt; tax is computed on what is left after refunds. The store fee is the platform's service, so it
 * stands beside the club's invoice with the platform's own number. Refunds take of the club's part first (ledger/back.ts).
 */
export const receiptOf = (order: Paid, lines: readonly Line[], shop: Shop, { name, invoiceNumber }: Platform) => {
  const { konbiniFee } = order
  const taxRate = taxRateAt(order.paidAt)
  const total = order.total - konbiniFee
  const refunded = Math.min(order.refunded, total)
  const fee = konbiniFee - (order.refunded - refunded)
  const byRate = byRateOf(order, lines, total, total - refunded)
  return {
    ...invoiceOf(order, lines, shop),
    total,
    refunded,
    taxRate,
    taxIncluded: byRate.reduce((sum, one) => sum + one.taxIncluded, 0),
    byRate,
    platform: konbiniFee > 0 ? { name, invoiceNumber, fee, taxIncluded: taxWithin(fee, taxRate) } : null,
    received: order.total - order.refunded,
  }
}

const invoiceOf = (order: Paid, lines: readonly Line[], shop: Shop) => ({
  orderId: order.orderId,
  orderNumber: order.orderNumber,
  issuedTo: order.receiptTo ?? shop.issuedTo,
  purpose: order.receiptFor ?? '',
  isAddressed: order.receiptFor !== null,
  brandName: shop.name,
  brandSlug: shop.slug,
  sellerNotice: shop.legalNotice,
  invoiceNumber: shop.invoiceNumber,
  paidAt: order.paidAt,
  paymentMethod: order.paymentMethod,
  lines: lines.map(({ name, unitPrice, quantity, isReducedTax }) => ({
    name,
    unitPrice,
    quantity,
    amount: unitPrice * quantity,
    isReducedTax,
  })),
  subtotal: order.subtotal,
  shippingFee: order.shippingFee,
})

type Receipt = ReturnType<typeof receiptOf>
const yenOf = (amount: number) => `${amount < 0 ? '-' : ''}¥${grouped(Math.abs(amount))}`
const dateOf = (at: Instant) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)

const texts = {
  ja: {
    title: '領収書',
    number: (number: string) => `注文番号 ${number}`,
    paidAt: (date: string) => `お支払い日 ${date}`,
    to: (name: string) => `${name} 様`,
    purpose: (text: string) => `但し ${text}`,
    invoice: (number: string) => `登録番号 ${number}`,
    sum: '領収金額（税込）',
    items: '内訳',
    subtotal: '小計',
    shipping: '送料',
    fee: 'コンビニ手数料',
    platform: (name: string) => `${name}の役務`,
    total: '合計（税込）',
    refunded: '返金額',
    tax: (rate: number) => `${rate}%対象のうち消費税`,
    rate: (rate: number, isReduced: boolean, isAfterRefund: boolean) => {
      const notes = [isReduced && '軽減税率', isAfterRefund && '返金後'].filter(Boolean).join('、')
      return `${rate}%対象${notes && `（${notes}）`}`
    },
    taxOf: 'うち消費税',
    reducedNote: '※は軽減税率対象',
    method: 'お支払い方法',
    methods: { card: 'クレジットカード', konbini: 'コンビニ' },
    received: '上記の金額を領収いたしました。',
  },
  en: {
    title: 'Receipt (領収書)',
    number: (number: string) => `Order ${number}`,
    paidAt: (date: string) => `Paid on ${date}`,
    to: (name: string) => `To: ${name}`,
    purpose: (text: string) => `For: ${text}`,
    invoice: (number: string) => `Registration number ${number}`,
    sum: 'Amount received (tax included)',
    items: 'Items',
    subtotal: 'Subtotal',
    shipping: 'Shipping',
    fee: 'Store fee',
    platform: (name: string) => `Service of ${name}`,
    total: 'Total (tax included)',
    refunded: 'Refunded',
    tax: (rate: number) => `Consumption tax within (${rate}%)`,
    rate: (rate: number, isReduced: boolean, isAfterRefund: boolean) =>
      `Total at ${rate}%${isReduced ? ' (reduced rate)' : ''}${isAfterRefund ? ', after refunds' : ''}`,
    taxOf: 'Consumption tax within',
    reducedNote: '※ Reduced tax rate (※は軽減税率対象)',
    method: 'Paid by',
    methods: { card: 'Card', konbini: 'Convenience store' },
    received: 'We have received the amount above.',
  },
}

/** A receipt on paper (server/pdf), with the fields of a qualified invoice. */
export const receiptPaper = (receipt: Receipt, locale: 'ja' | 'en', now: Instant) => {
  const words = texts[locale]
  const { shippingFee, refunded, platform } = receipt
  const hasReduced = receipt.byRate.some(({ isReduced }) => isReduced)
  const sums = [
    { label: words.subtotal, value: yenOf(receipt.subtotal) },
    ...(shippingFee > 0 ? [{ label: words.shipping, value: yenOf(shippingFee) }] : []),
    { label: words.total, value: yenOf(receipt.total), isStrong: true },
    ...(refunded > 0 ? [{ label: words.refunded, value: yenOf(-refunded) }] : []),
    ...(hasReduced
      ? receipt.byRate.flatMap(({ rate, isReduced, amount, taxIncluded }) => [
          { label: words.rate(rate, isReduced, refunded > 0), value: yenOf(amount) },
          { label: words.taxOf, value: yenOf(taxIncluded), isIndented: true },
        ])
      : [{ label: words.tax(receipt.taxRate), value: yenOf(receipt.taxIncluded) }]),
    { label: words.method, value: words.methods[receipt.paymentMethod] },
  ]
  return {
    title: words.title,
    lines: [words.number(receipt.orderNumber), words.paidAt(dateOf(receipt.paidAt))],
    to: receipt.issuedTo ? [words.to(receipt.issuedTo)] : [],
    from: [
      receipt.brandName,
      ...receipt.sellerNotice.split('\n').slice(0, 8),
      ...(receipt.invoiceNumber ? [words.invoice(receipt.invoiceNumber)] : []),
    ],
    sum: { label: words.sum, value: yenOf(receipt.received) },
    sections: [
      {
        title: words.items,
        rows: receipt.lines.map(({ name, quantity, amount, isReducedTax }) => ({
          label: `${name}${hasReduced && isReducedTax ? ' ※' : ''} × ${quantity}`,
          value: yenOf(amount),
        })),
      },
      { rows: sums },
      ...(platform
        ? [
            {
              title: words.platform(platform.name),
              rows: [
                { label: words.fee, value: yenOf(platform.fee), isStrong: true },
                { label: words.tax(receipt.taxRate), value: yenOf(platform.taxIncluded) },
                ...(platform.invoiceNumber ? [{ label: words.invoice(platform.invoiceNumber), value: '' }] : []),
              ],
            },
          ]
        : []),
    ],
    notes: [
      ...(hasReduced ? [words.reducedNote] : []),
      ...(receipt.purpose ? [words.purpose(receipt.purpose)] : []),
      words.received,
    ],
    author: receipt.brandName,
    madeAt: now,
  }
}
