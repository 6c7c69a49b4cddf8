import { button, fact, type Letter, letter, link, type Part, pageFor, type Reader } from '#kit/letter.ts'
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

const parcel = (sent: Sent, locale: 'ja' | 'en'): Part[] => {
  const ja = locale === 'ja'
  const name = nameOf(sent, locale)
  return [
    ...(name === '' ? [] : [fact(ja ? '配送業者' : 'Carrier', name)]),
    ...(sent.trackingNumber === '' ? [] : [fact(ja ? 'お問い合わせ番号' : 'Tracking number', sent.trackingNumber)]),
    ...(sent.trackingUrl === '' ? [] : [button(ja ? '配送状況を見る' : 'Track it', sent.trackingUrl)]),
  ]
}

/** The parcel's tracking is the mail's button, where it has one. */
const orderLink = (label: string, to: Reader, { orderId, trackingUrl }: Sent) =>
  (trackingUrl === '' ? button : link)(label, pageFor(to, `/fc/me/orders/${orderId}`))

export const goodsShipped = (to: Reader, sent: Sent): Letter =>
  letter(to, {
    ja: [
      `商品を発送しました（${sent.brandName} ${sent.orderNumber}）`,
      [
        `${sent.brandName} のグッズを発送しました。到着まで、もうしばらくお待ちください。`,
        '',
        fact('ご注文番号', sent.orderNumber),
        ...itemLines(sent.items),
        '',
        ...parcel(sent, 'ja'),
        '',
        orderLink('ご注文の詳細を見る', to, sent),
      ],
    ],
    en: [
      `Your goods are on their way (${sent.brandName} ${sent.orderNumber})`,
      [
        `Your goods from ${sent.brandName} have been sent.`,
        '',
        fact('Order', sent.orderNumber),
        ...itemLines(sent.items),
        '',
        ...parcel(sent, 'en'),
        '',
        orderLink('See your order', to, sent),
      ],
    ],
  })

export const trackingChanged = (to: Reader, sent: Sent): Letter =>
  letter(to, {
    ja: [
      `お問い合わせ番号が変わりました（${sent.brandName} ${sent.orderNumber}）`,
      [
        'お知らせした配送の情報に変更がありました。お手数ですが、こちらをご利用ください。',
        '',
        fact('ご注文番号', sent.orderNumber),
        ...itemLines(sent.items),
        '',
        ...parcel(sent, 'ja'),
        '',
        orderLink('ご注文の詳細を見る', to, sent),
      ],
    ],
    en: [
      `Your tracking number has changed (${sent.brandName} ${sent.orderNumber})`,
      [
        'What we told you about your parcel has changed. Please use this instead.',
        '',
        fact('Order', sent.orderNumber),
        ...itemLines(sent.items),
        '',
        ...parcel(sent, 'en'),
        '',
        orderLink('See your order', to, sent),
      ],
    ],
  })
