import { dateText } from '../../../ui/text/DateText'
import { yenText } from '../../../ui/text/MoneyText'
import type { EventGoodsSaid } from '../../eventGoods/contract'
import type { EventGoodsWordsText } from './words.ja'

type With = {
  words: EventGoodsWordsText
  locale: 'ja' | 'en'
  brands: readonly { brandId: string; name: string }[]
}

/** A field of a draft as people read it, line by line where it is a list. */
export const shownField = (
  name: keyof EventGoodsSaid,
  said: EventGoodsSaid,
  { words, locale, brands }: With,
): string => {
  const moment = (at: number) => dateText(at, locale, { hour: true })
  const nameOf = (id: string) => brands.find(({ brandId }) => brandId === id)?.name ?? id
  const none = words.drafts.empties
  switch (name) {
    case 'price':
    case 'shippingFee':
      return yenText(said[name])
    case 'homeBrandId':
      return nameOf(said.homeBrandId)
    case 'delivery':
      return words.deliveries[said.delivery]
    case 'salesType':
      return locale === 'ja'
        ? { permanent: '通常販売', builtToOrder: '受注生産' }[said.salesType]
        : { permanent: 'Usual sale', builtToOrder: 'Made to order' }[said.salesType]
    case 'maxPerPerson':
      return said.maxPerPerson === null ? none : String(said.maxPerPerson)
    case 'thumbnails':
      return String(said.thumbnails.length)
    case 'shares':
      return said.shares.map(({ brandId, share }) => `${nameOf(brandId)} ${share / 100}%`).join('\n')
    case 'variations':
      return (
        said.variations
          .filter(({ isHidden }) => !isHidden)
          .map(({ variationName, isUnlimited, stockChange }) =>
            [
              variationName || said.name,
              isUnlimited ? words.unlimited : stockChange === 0 ? '' : words.drafts.stockMore(stockChange),
            ]
              .filter(Boolean)
              .join(' '),
          )
          .join('\n') || none
      )
    case 'pickUp':
      return (
        [said.pickUp.venueName, ...said.pickUp.windows.map(({ from, to }) => `${moment(from)} – ${moment(to)}`)]
          .filter(Boolean)
          .join('\n') || none
      )
    case 'files':
      return said.files?.map((file) => file.name).join('\n') || none
    case 'windows':
      return (
        said.windows
          .map(({ audience, startAt, endAt }) => `${words.audiences[audience]}\n${moment(startAt)} – ${moment(endAt)}`)
          .join('\n') || none
      )
    default:
      return String(said[name] ?? '') || none
  }
}
