import { allInLanguage, type English, inLanguage } from '#kit/english.ts'

export type OnSale = {
  slug: string
  brandName: string
  goodsId: string
  name: string
  english: English<'name'>
  /** What was asked for; empty: whichever of them. */
  variations: readonly { name: string; english: English<'name'> }[]
}

/** Of the goods, as a reader of this language is told it, with what was asked for. */
export const nameOf = (told: Pick<OnSale, 'name' | 'english' | 'variations'>, locale: 'ja' | 'en') => {
  const { name } = inLanguage(told, locale)
  const named = allInLanguage(told.variations, locale).flatMap((one) => one.name || [])
  return named.length === 0 ? name : `${name} (${named.join(', ')})`
}
