import { type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
import { type Provider, providerNames } from './fulfillment'

export type Sent = {
  orderId: string
  orderNumber: string
  brandName: string
  /** Contents of the parcel. */
  items: readonly { name: string; variationName: string; quantity: number }[]
  provider: Provider
  providerName: string
  trackingNumber: string
  trackingUrl: string
}

const nameOf = ({ provider, providerName }: Sent, locale: 'ja' | 'en') =>
  provider === 'other' ? providerName : providerNames[provider][locale]

const contents = (sent: Sent) =>
  sent.items.map(
    ({ name, variationName, quantity }) => `- ${variationName ? `${name} (${variationName})` : name} × ${quantity}`,
  )

const parcel = (sent: Sent, locale: 'ja' | 'en') => {
  const ja = locale === 'ja'
  const name = nameOf(sent, locale)
  return [
    ...(name === '' ? [] : [ja ? `配送業者: ${name}` : `Carrier: ${name}`]),
    ...(sent.trackingNumber === ''
      ? []
      : [ja ? `お問い合わせ番号: ${sent.trackingNumber}` : `Tracking number: ${sent.trackingNumber}`]),
    ...(sent.trackingUrl === '' ? [] : [ja ? `配送状況: ${sent.trackingUrl}` : `Track it: ${sent.trackingUrl}`]),
  ]
}

const orderPage = (to: Reader, { orderId }: Sent) => pageFor(to, `/fc/me/orders/${orderId}`)

export const goodsShipped = (to: Reader, sent: Sent): Letter =>
  letter(to, {
    ja: [
      `商品を発送しました（${sent.orderNumber}）`,
      [
        `${sent.brandName} のグッズを発送しました。到着まで、もうしばらくお待ちください。`,
        '',
        `ご注文番号: ${sent.orderNumber}`,
        ...contents(sent),
        '',
        ...parcel(sent, 'ja'),
        '',
        `ご注文の詳細: ${orderPage(to, sent)}`,
      ],
    ],
    en: [
      `Your goods are on their way (${sent.orderNumber})`,
      [
        `Your goods from ${sent.brandName} have been sent.`,
        '',
        `Order: ${sent.orderNumber}`,
        ...contents(sent),
        '',
        ...parcel(sent, 'en'),
        '',
        `Your order: ${orderPage(to, sent)}`,
      ],
    ],
  })

export const trackingChanged = (to: Reader, sent: Sent): Letter =>
  letter(to, {
    ja: [
      `お問い合わせ番号が変わりました（${sent.orderNumber}）`,
      [
        'お知らせした配送の情報に変更がありました。お手数ですが、こちらをご利用ください。',
        '',
        `ご注文番号: ${sent.orderNumber}`,
        ...contents(sent),
        '',
        ...parcel(sent, 'ja'),
        '',
        `ご注文の詳細: ${orderPage(to, sent)}`,
      ],
    ],
    en: [
      `Your tracking number has changed (${sent.orderNumber})`,
      [
        'What we told you about your parcel has changed. Please use this instead.',
        '',
        `Order: ${sent.orderNumber}`,
        ...contents(sent),
        '',
        ...parcel(sent, 'en'),
        '',
        `Your order: ${orderPage(to, sent)}`,
      ],
    ],
  })

type Canceled = Pick<Sent, 'orderNumber' | 'brandName' | 'items'> & {
  /** It waited to be paid at a store: its code is dead, and nothing goes back. */
  hasCode?: boolean
}
export const orderCanceled = (to: Reader, { orderNumber, brandName, items, hasCode = false }: Canceled): Letter => {
  const lines = contents({ items } as Sent)
  return letter(to, {
    ja: [
      `ご注文が取り消されました（${orderNumber}）`,
      [
        hasCode
          ? `${brandName} の都合により、次のご注文を取り消しました。お知らせしたお支払い番号はご利用いただけませんので、コンビニでのお支払いは不要です。`
          : `${brandName} の都合により、次のご注文を取り消しました。お支払いいただいた金額は返金します。`,
        '',
        `ご注文番号: ${orderNumber}`,
        ...lines,
      ],
    ],
    en: [
      `Your order was cancelled (${orderNumber})`,
      [
        hasCode
          ? `${brandName} has cancelled this order. The payment code that you had no longer works: there is nothing to pay at the store.`
          : `${brandName} has cancelled this order. What you paid will be refunded.`,
        '',
        `Order: ${orderNumber}`,
        ...lines,
      ],
    ],
  })
}
