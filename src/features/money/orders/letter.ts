import { fact, item, type Part } from '#kit/letter.ts'
import { formatYen, type Yen } from '#kit/money.ts'
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
    pickUp: 'お受け取り',
    venue: '会場で、注文の画面のコードをお見せください',
    codes: (terminal: string | null, code: string, confirmation: string) =>
      `${terminal === null ? '' : `「${terminal}」 → `}お支払い番号 ${code}、確認番号 ${confirmation}`,
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
    pickUp: 'Pick-up',
    venue: 'at the venue, with the code on the page of the order',
    codes: (terminal: string | null, code: string, confirmation: string) =>
      `${terminal === null ? '' : `“${terminal}” → `}payment code ${code}, confirmation number ${confirmation}`,
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
      ? [...itemLines(items), ...amountOf(its.shipping, shippingFee), ...amountOf(its.fee, konbiniFee)]
      : [fact(its.item, name)]),
    fact(its.total, its.withTax(formatYen(total))),
    ...(address ? [fact(its.address, address)] : []),
    ...(isPickUp ? [fact(its.pickUp, its.venue)] : []),
  ]
}

export type OrderedItem = { name: string; variationName: string; quantity: number; sum?: Yen }

/** One line for each item; `sum`: what all pieces of it cost. */
export const itemLines = (items: readonly OrderedItem[]): Part[] =>
  items.map(({ name, variationName, quantity, sum }) =>
    item(
      `${variationName ? `${name} (${variationName})` : name} × ${quantity}`,
      sum === undefined ? '' : formatYen(sum),
    ),
  )

export type VoucherCodes = Record<string, { paymentCode: string; confirmationNumber: string }>

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
