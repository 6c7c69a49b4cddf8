import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
import { nameOf, type OnSale } from './onSale'

/** What a fan asked to be told of can be bought. */
export const goodsOnSale = (to: Reader, told: OnSale): Letter => {
  const { brandName, slug, goodsId } = told
  const name = nameOf(told, to.locale)
  const page = pageFor(to, `/fc/${slug}/goods/${goodsId}`)
  return letter(to, {
    ja: [
      `「${name}」を購入できるようになりました（${brandName}）`,
      [
        `お知らせをご希望の「${name}」を、購入できるようになりました。数に限りがある場合があります。`,
        '',
        button('商品を見る', page),
        '',
        'お知らせは今回限りです。次の入荷もお知らせが必要なときは、商品の画面からもう一度お申し込みください。',
      ],
    ],
    en: [
      `${name} can be bought now (${brandName})`,
      [
        `You asked us to tell you: ${name} can be bought now. There may not be many.`,
        '',
        button('See it', page),
        '',
        'This is the only message about it. To be told again, ask once more on its page.',
      ],
    ],
  })
}
