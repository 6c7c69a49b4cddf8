import { formatYen, type Yen } from '#kit/money.ts'

/* Parts of the mails about an order, in the order in which they stand. */

/** An order's values that its mails show. */
export type Bought = { orderNumber: string; brandName: string; item: string; total: Yen }

export const boughtLines = ({ orderNumber, brandName, item, total }: Bought, locale: 'ja' | 'en') =>
  locale === 'ja'
    ? [`ご注文番号: ${orderNumber}`, `ファンクラブ: ${brandName}`, `内容: ${item}`, `金額: ${formatYen(total)}（税込）`]
    : [`Order: ${orderNumber}`, `Fan club: ${brandName}`, `Item: ${item}`, `Amount: ${formatYen(total)} (tax included)`]

export type OrderedItem = { name: string; variationName: string; quantity: number }

/** One line for each item. */
export const itemLines = (items: readonly OrderedItem[]): string[] =>
  items.map(
    ({ name, variationName, quantity }) => `- ${variationName ? `${name} (${variationName})` : name} × ${quantity}`,
  )
