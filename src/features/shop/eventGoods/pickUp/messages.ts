import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { PushMessage } from '#server/push/message.ts'
import type { PickUpAhead, PickUpToTell } from './mails'

type Locale = 'ja' | 'en'

const message = (locale: Locale, { brandName, orderId }: PickUpToTell, body: string): PushMessage => ({
  title: shortened(brandName, onLockScreen.title),
  body,
  path: `${locale === 'en' ? '/en' : ''}/fc/me/orders/${orderId}`,
  tag: `pick-up ${orderId}`,
  locale,
})
const venuesOf = ({ pieces }: PickUpToTell) =>
  shortened([...new Set(pieces.map(({ venueName }) => venueName))].join(' / '), onLockScreen.name)

export const pickUpOpenMessage = (locale: Locale, told: PickUpToTell): PushMessage =>
  message(
    locale,
    told,
    locale === 'ja'
      ? `商品を受け取れます：ご注文 ${told.orderNumber}（${venuesOf(told)}）`
      : `Ready to pick up: order ${told.orderNumber} (${venuesOf(told)})`,
  )

export const eventTomorrowMessage = (locale: Locale, told: PickUpAhead): PushMessage =>
  message(
    locale,
    told,
    locale === 'ja'
      ? `明日は「${shortened(told.event.title, onLockScreen.name)}」です。受け取り用コードをご用意ください`
      : `Tomorrow: ${shortened(told.event.title, onLockScreen.name)} – have your pick-up code at hand`,
  )
