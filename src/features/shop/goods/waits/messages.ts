import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { PushMessage } from '#server/push/message.ts'
import type { OnSale } from './mails'

export const goodsOnSaleMessage = (locale: 'ja' | 'en', { slug, brandName, goodsId, name }: OnSale): PushMessage => ({
  title: shortened(brandName, onLockScreen.title),
  body:
    locale === 'ja'
      ? `「${shortened(name, onLockScreen.name)}」を購入できるようになりました`
      : `${shortened(name, onLockScreen.name)} can be bought now`,
  path: `${locale === 'en' ? '/en' : ''}/fc/${slug}/goods/${goodsId}`,
  tag: `goods ${goodsId}`,
  locale,
})
