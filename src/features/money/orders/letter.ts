import { type English, inLanguage } from '#kit/english.ts'
import { fact, item, type Part } from '#kit/letter.ts'
import { formatYen, type Yen } from '#kit/money.ts'
import { lineName, linesIn } from './order'
import { inStoreOrder, storeName, storeTerminal } from './vouchers/stores'

/* Parts of the mails about an order, in the order in which they stand. */

/** An order's values that its mails show. */
export type Bought = {
  orderNumber: string
  brandName: string
  /** Name of its first line. */
  item: string
  total: Yen
  items?: readonly OrderedItem[]
  shippingFee?: Yen
  konbiniFee?: Yen
  /** Where it is sent; null where nothing is. */
  address?: string | null
  /** Something of it is handed over at a venue. */
  isPickUp?: boolean
}

type Line = Omit<OrderedItem, 'sum'> & { unitPrice: Yen; isPickUp?: boolean | undefined }
type Paid = { orderNumber: string; brandName: string; total: Yen; shippingFee: Yen; konbiniFee: Yen }

/** `address`: where something of it is sent, as far as the mail says so. */
export const boughtFrom = (order: Paid, lines: readonly Line[], address: string | null): Bought => ({
  orderNumber: order.orderNumber,
  brandName: order.brandName,
  item: lines[0]?.name ?? '',
  total: order.total,
  items: lines.map(({ name, variationName, english, quantity, unitPrice }) => ({
    name,
    variationName,
    english,
    quantity,
    sum: unitPrice * quantity,
  })),
  shippingFee: order.shippingFee,
  konbiniFee: order.konbiniFee,
  address,
  isPickUp: lines.some((line) => line.isPickUp),
})

const words = {
  ja: {
    number: 'ご注文番号',
    brand: 'ファンクラブ',
    item: '内容',
    shipping: '送料',
    fee: 'コンビニ払いの手数料',
    total: '金額',
    withTax: (total: string) => `${total}（税込）`,
    address: 'お届け先',
    addressToCome: '（ご注文のお届け先）',
    pickUp: 'お受け取り',
    venue: '会場で、注文の画面のコードをお見せください',
    codes: (terminal: string | null, code: string, confirmation: string) =>
      `${terminal === null ? '' : `「${terminal}」 → `}お支払い番号 ${code}、確認番号 ${confirmation}`,
    codeToCome: '（新しい番号）',
    how: 'お店の端末で次のボタンを選び（セイコーマートではレジで次のようにお伝えになり）、番号を入力して、レジでお支払いください。',
  },
  en: {
    number: 'Order',
    brand: 'Fan club',
    item: 'Item',
    shipping: 'Shipping',
    fee: "The store's fee",
    total: 'Amount',
    withTax: (total: string) => `${total} (tax included)`,
    address: 'Sent to',
    addressToCome: "(the order's address)",
    pickUp: 'Pick-up',
    venue: 'at the venue, with the code on the page of the order',
    codes: (terminal: string | null, code: string, confirmation: string) =>
      `${terminal === null ? '' : `“${terminal}” → `}payment code ${code}, confirmation number ${confirmation}`,
    codeToCome: '(the new number)',
    how: 'Choose the words below on the terminal in the store (at Seicomart say them at the counter), enter the numbers and pay at the counter.',
  },
}

const amountOf = (label: string, yen: Yen = 0): Part[] => (yen > 0 ? [item(label, formatYen(yen))] : [])

export const boughtLines = (bought: Bought, locale: 'ja' | 'en'): Part[] => {
  const { orderNumber, brandName, item: name, total, items, shippingFee, konbiniFee, address, isPickUp } = bought
  const its = words[locale]
  return [
    fact(its.number, orderNumber),
    fact(its.brand, brandName),
    ...(items
      ? [...itemLines(items, locale), ...amountOf(its.shipping, shippingFee), ...amountOf(its.fee, konbiniFee)]
      : [fact(its.item, name)]),
    fact(its.total, its.withTax(formatYen(total))),
    ...(address ? [fact(its.address, address)] : []),
    ...(isPickUp ? [fact(its.pickUp, its.venue)] : []),
  ]
}

/** The same of a mail about the money alone: where goods go is another matter. */
export const paidLines = (bought: Bought, locale: 'ja' | 'en'): Part[] =>
  boughtLines({ ...bought, address: null, isPickUp: false }, locale)

/** A line of an order, with what was kept of its English texts. */
export type OrderedItem = {
  name: string
  variationName: string
  english: English<'name' | 'variationName'>
  quantity: number
  sum?: Yen
}

/** Name of its first line, as a reader of this language is told it. */
export const firstItem = ({ item: name, items = [] }: Bought, locale: 'ja' | 'en'): string =>
  items[0] ? inLanguage(items[0], locale).name : name

/** One line for each item; `sum`: what all pieces of it cost. */
export const itemLines = (items: readonly OrderedItem[], locale: 'ja' | 'en'): Part[] =>
  linesIn(items, locale).map((one) =>
    item(`${lineName(one)} × ${one.quantity}`, one.sum === undefined ? '' : formatYen(one.sum)),
  )

export type VoucherCodes = Record<string, { paymentCode: string; confirmationNumber: string }>

/** In place of the codes of a voucher that is still to be made, in a mail that is shown before it is sent. */
export const codesToCome = (stores: readonly string[], locale: 'ja' | 'en'): VoucherCodes => {
  const code = words[locale].codeToCome
  return Object.fromEntries(stores.map((store) => [store, { paymentCode: code, confirmationNumber: code }]))
}

/** In place of an address, which staff look at by itself: the log says who did. */
export const addressToCome = (locale: 'ja' | 'en') => words[locale].addressToCome

/** How to pay at each store. */
export const voucherLines = (codes: VoucherCodes, locale: 'ja' | 'en'): Part[] => {
  const stores = inStoreOrder(Object.entries(codes).map(([store, code]) => ({ store, ...code })))
  const its = words[locale]
  if (stores.length === 0) return []
  return [
    its.how,
    ...stores.map(({ store, paymentCode, confirmationNumber }) =>
      fact(storeName(store, locale), its.codes(storeTerminal(store), paymentCode, confirmationNumber)),
    ),
  ]
}
