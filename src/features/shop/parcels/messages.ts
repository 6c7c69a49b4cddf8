import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { PushMessage } from '#server/push/message.ts'
import type { Sent } from './mails'

/** As the mail of a parcel, which names its pieces and where it is. */
export const shippedMessage = (
  locale: 'ja' | 'en',
  { brandName, orderId, orderNumber }: Pick<Sent, 'brandName' | 'orderId' | 'orderNumber'>,
): PushMessage => ({
  title: shortened(brandName, onLockScreen.title),
  body: locale === 'ja' ? `商品を発送しました：ご注文 ${orderNumber}` : `On its way: order ${orderNumber}`,
  path: `${locale === 'en' ? '/en' : ''}/fc/me/orders/${orderId}`,
  tag: `order ${orderId}`,
  locale,
})
