import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { PushMessage } from '#server/push/message.ts'
import { nameOf, type OnSale } from './onSale'

export const goodsOnSaleMessage = (locale: 'ja' | 'en', told: OnSale): PushMessage => {
  const { slug, brandName, goodsId } = told
  const name = shortened(nameOf({ ...told, variations: [] }, locale), onLockScreen.name)
  return {
    title: shortened(brandName, onLockScreen.title),
    body: locale === 'ja' ? `購入できるようになりました：${name}` : `Now on sale: ${name}`,
    path: `${locale === 'en' ? '/en' : ''}/fc/${slug}/goods/${goodsId}`,
    tag: `goods ${goodsId}`,
    locale,
  }
}
