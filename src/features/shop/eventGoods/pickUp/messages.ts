import type { PushMessage } from '#server/push/message.ts'
import type { EventAhead, PickUpToTell } from './mails'

type Locale = 'ja' | 'en'

const message = (locale: Locale, { brandName, orderId }: PickUpToTell, body: string): PushMessage => ({
  title: brandName.slice(0, 120),
  body: body.slice(0, 400),
  path: `${locale === 'en' ? '/en' : ''}/fc/me/orders/${orderId}`,
  tag: `pick-up ${orderId}`,
  locale,
})
const venuesOf = ({ pieces }: PickUpToTell) => [...new Set(pieces.map(({ venueName }) => venueName))].join(' / ')

export const pickUpOpenMessage = (locale: Locale, told: PickUpToTell): PushMessage =>
  message(
    locale,
    told,
    locale === 'ja'
      ? `ご注文 ${told.orderNumber} の商品を受け取れます（${venuesOf(told)}）`
      : `You can pick up order ${told.orderNumber} (${venuesOf(told)})`,
  )

export const eventTomorrowMessage = (locale: Locale, told: EventAhead): PushMessage =>
  message(
    locale,
    told,
    locale === 'ja'
      ? `明日は「${told.event.title}」です。受け取り用コードをご用意ください`
      : `Tomorrow: ${told.event.title}. Have your pick-up code at hand`,
  )
