import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { PushMessage } from '#server/push/message.ts'
import type { OnSale } from './mails'

export const goodsOnSaleMessage = (locale: 'ja' | 'en', { slug, brandName, goodsId, name }: OnSale): PushMessage => ({
  title: shortened(brandName, onLockScreen.title),
  body:
    locale === 'ja'
      ? `購入できるようになりました：${shortened(name, onLockScreen.name)}`
      : `Now on sale: ${shortened(name, onLockScreen.name)}`,
  path: `${locale === 'en' ? '/en' : ''}/fc/${slug}/goods/${goodsId}`,
  tag: `goods ${goodsId}`,
  locale,
})
