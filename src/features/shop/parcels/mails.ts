import { button, fact, type Letter, letter, link, type Part, pageFor, type Reader } from '#kit/letter.ts'
import { itemLines, type OrderedItem } from '#money/orders/letter.ts'
import { type Provider, providerNames, type ReturnReason } from './fulfillment'

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
        ...itemLines(sent.items, 'ja'),
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
        ...itemLines(sent.items, 'en'),
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
        ...itemLines(sent.items, 'ja'),
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
        ...itemLines(sent.items, 'en'),
        '',
        ...parcel(sent, 'en'),
        '',
        orderLink('See your order', to, sent),
      ],
    ],
  })

const because: Record<'ja' | 'en', Record<ReturnReason, string>> = {
  ja: {
    refused: 'お届けの際に、お受け取りにならなかったとのことです。',
    unknownAddress: 'お届け先が見つからなかったとのことです。',
    notPickedUp: '保管期限までに、お受け取りがなかったとのことです。',
    damaged: 'お届けの途中で、荷物が傷んだとのことです。ご迷惑をおかけして申し訳ありません。',
  },
  en: {
    refused: 'The carrier tells us that the parcel was not accepted when it was brought to you.',
    unknownAddress: 'The carrier tells us that it could not find the address.',
    notPickedUp: 'The carrier tells us that nobody collected the parcel before its time was over.',
    damaged: 'The carrier tells us that the parcel was damaged on its way. We are sorry about that.',
  },
}
/** Whatever the reason, nobody has to do anything but answer. */
const next: Record<'ja' | 'en', Record<ReturnReason, string>> = {
  ja: {
    refused: 'もう一度お送りするか、ご返金するかを確認しています。ご希望があれば、お問い合わせからお知らせください。',
    unknownAddress:
      'ご注文のページで、お届け先をお確かめください。直すところがあれば、お問い合わせからお知らせください。確認してから、もう一度お送りします。',
    notPickedUp:
      'もう一度お送りするか、ご返金するかを確認しています。お受け取りになれる日時などのご希望があれば、お問い合わせからお知らせください。',
    damaged: '代わりの商品をお送りするか、ご返金するかを確認しています。決まりましたら、あらためてお知らせします。',
  },
  en: {
    refused: 'We are looking at whether to send it again or to refund it. If you have a wish, please write to us.',
    unknownAddress:
      'Please check the address on the page of your order. If anything in it is wrong, write to us: we send the parcel again once we know.',
    notPickedUp:
      'We are looking at whether to send it again or to refund it. If there are days that suit you, please write to us.',
    damaged: 'We are looking at whether to send you another one or to refund it, and will write to you again.',
  },
}

const contactLink = (label: string, to: Reader, { slug }: { slug: string }) =>
  link(label, pageFor(to, `/fc/${slug}/contact`))

/** The parcel did not come back after all: takes `parcelReturned` back, and says where the parcel is. */
export const returnWithdrawn = (to: Reader, sent: Sent & { slug: string; isDelivered: boolean }): Letter =>
  letter(to, {
    ja: [
      `訂正：荷物は戻ってきていません（${sent.brandName} ${sent.orderNumber}）`,
      [
        `先に「お送りした荷物が戻ってきました」とお知らせしましたが、${sent.brandName} の記録の誤りでした。申し訳ありません。`,
        sent.isDelivered
          ? '荷物は戻ってきておらず、お届け済みです。お手元にない場合は、お手数ですがお知らせください。'
          : '荷物は戻ってきておらず、これまでどおりお届けします。お手続きは要りません。',
        '',
        fact('ご注文番号', sent.orderNumber),
        ...itemLines(sent.items, 'ja'),
        '',
        ...parcel(sent, 'ja'),
        '',
        orderLink('ご注文の詳細を見る', to, sent),
        contactLink('ファンクラブに問い合わせる', to, sent),
      ],
    ],
    en: [
      `Correction: your parcel did not come back (${sent.brandName} ${sent.orderNumber})`,
      [
        `We told you that your parcel came back to us. That was a mistake in the records of ${sent.brandName}, and we are sorry.`,
        sent.isDelivered
          ? 'It did not come back: it was delivered to you. If you do not have it, please write to us.'
          : 'It did not come back, and is on its way to you as before. There is nothing that you need to do.',
        '',
        fact('Order', sent.orderNumber),
        ...itemLines(sent.items, 'en'),
        '',
        ...parcel(sent, 'en'),
        '',
        orderLink('See your order', to, sent),
        contactLink('Write to the club', to, sent),
      ],
    ],
  })

type Returned = Pick<Sent, 'orderId' | 'orderNumber' | 'brandName' | 'items'> & { slug: string; reason: ReturnReason }
export const parcelReturned = (
  to: Reader,
  { orderId, orderNumber, brandName, items, slug, reason }: Returned,
): Letter => {
  const order = (label: string) => button(label, pageFor(to, `/fc/me/orders/${orderId}`))
  return letter(to, {
    ja: [
      `お送りした荷物が戻ってきました（${brandName} ${orderNumber}）`,
      [
        `${brandName} からお送りした荷物が、配送業者から戻ってきました。${because.ja[reason]}`,
        next.ja[reason],
        '',
        fact('ご注文番号', orderNumber),
        ...itemLines(items, 'ja'),
        '',
        order('ご注文の詳細を見る'),
        contactLink('ファンクラブに問い合わせる', to, { slug }),
      ],
    ],
    en: [
      `Your parcel came back to us (${brandName} ${orderNumber})`,
      [
        `The parcel that ${brandName} sent you came back. ${because.en[reason]}`,
        next.en[reason],
        '',
        fact('Order', orderNumber),
        ...itemLines(items, 'en'),
        '',
        order('See your order'),
        contactLink('Write to the club', to, { slug }),
      ],
    ],
  })
}
