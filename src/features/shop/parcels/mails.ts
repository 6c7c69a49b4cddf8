import { type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
import { itemLines, type OrderedItem } from '#money/orders/letter.ts'
import { type Provider, providerNames } from './fulfillment'

export type Sent = {
  orderId: string
  orderNumber: string
  brandName: string
  /** Contents of the parcel. */
  items: readonly OrderedItem[]
  provider: Provider
  providerName: string
  trackingNumber: string
  trackingUrl: string
}

const nameOf = ({ provider, providerName }: Sent, locale: 'ja' | 'en') =>
  provider === 'other' ? providerName : providerNames[provider][locale]

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
        ...itemLines(sent.items),
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
        ...itemLines(sent.items),
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
        ...itemLines(sent.items),
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
        ...itemLines(sent.items),
        '',
        ...parcel(sent, 'en'),
        '',
        `Your order: ${orderPage(to, sent)}`,
      ],
    ],
  })
