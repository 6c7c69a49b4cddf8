import type { PushMessage } from '#server/push/message.ts'
import type { OnSale } from './mails'

export const goodsOnSaleMessage = (locale: 'ja' | 'en', { slug, brandName, goodsId, name }: OnSale): PushMessage => ({
  title: brandName.slice(0, 120),
  body: (locale === 'ja' ? `「${name}」を購入できるようになりました` : `${name} can be bought now`).slice(0, 400),
  path: `${locale === 'en' ? '/en' : ''}/fc/${slug}/goods/${goodsId}`,
  tag: `goods ${goodsId}`,
  locale,
})
