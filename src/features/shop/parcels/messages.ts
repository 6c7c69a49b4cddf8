import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { PushMessage } from '#server/push/message.ts'
import type { Sent } from './mails'

/** As the mail of a parcel, which names its pieces and where it is. */
export const shippedMessage = (
  locale: 'ja' | 'en',
  { brandName, orderId, orderNumber }: Pick<Sent, 'brandName' | 'orderId' | 'orderNumber'>,
): PushMessage => ({
  title: shortened(brandName, onLockScreen.title),
  body:
    locale === 'ja'
      ? `ご注文 ${orderNumber} の商品を発送しました`
      : `Your goods are on their way (order ${orderNumber})`,
  path: `${locale === 'en' ? '/en' : ''}/fc/me/orders/${orderId}`,
  tag: `order ${orderId}`,
  locale,
})
