import { chakra } from '@chakra-ui/react'
import { englishText } from '#ui/form/EnglishTexts.tsx'
import { Picture } from '#ui/Picture.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { EventGoodsSaid } from '../contract'
import type { EventGoodsWordsText } from './words.ja'

type With = {
  words: EventGoodsWordsText
  locale: 'ja' | 'en'
  brands: readonly { brandId: string; name: string }[]
  /** Events that the draft refers to, if known. */
  events?: readonly { eventId: string; title: string }[]
  plans?: readonly { planId: string; name: string }[]
}

/** All pictures in order, so that a replaced one is visible. */
export const Pictures = ({ thumbnails }: Pick<EventGoodsSaid, 'thumbnails'>) => (
  <chakra.span display="flex" flexWrap="wrap" gap={2} mt={1} mb={2}>
    {thumbnails.map(({ url, alt }) => (
      <Picture key={url} src={url} alt={alt} width={64} height={64} borderRadius="m" bg="sunken" />
    ))}
  </chakra.span>
)

/** A draft's field as readable text; lists have one item per line. */
export const shownField = (
  name: keyof EventGoodsSaid,
  said: EventGoodsSaid,
  { words, locale, brands, events = [], plans }: With,
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
    case 'eventId':
      return said.eventId === null
        ? none
        : events.find(({ eventId }) => eventId === said.eventId)?.title || said.eventId
    case 'delivery':
      return words.deliveries[said.delivery]
    case 'salesType':
      return locale === 'ja'
        ? { permanent: '通常販売', builtToOrder: '受注生産' }[said.salesType]
        : { permanent: 'Usual sale', builtToOrder: 'Made to order' }[said.salesType]
    case 'english':
      return englishText(said.english ?? {}) || none
    case 'maxPerPerson':
      return said.maxPerPerson === null ? none : String(said.maxPerPerson)
    case 'isReducedTax':
      return said.isReducedTax ? words.drafts.reducedTax : none
    case 'thumbnails':
      return said.thumbnails.map(({ alt }, n) => (alt ? `${n + 1} ${alt}` : `${n + 1}`)).join('\n') || none
    case 'shares':
      return said.shares.map(({ brandId, share }) => `${nameOf(brandId)} ${share / 100}%`).join('\n')
    case 'variations':
      return (
        said.variations
          .filter(({ isHidden }) => !isHidden)
          .map(({ variationName, english, isUnlimited, stockChange, isStopped, maxQuantity, sku }) =>
            [
              variationName || said.name,
              english?.name ?? '',
              isUnlimited ? words.unlimited : stockChange === 0 ? '' : words.drafts.stockMore(stockChange),
              isStopped ? words.drafts.stopped : '',
              maxQuantity === null ? '' : words.drafts.atMost(maxQuantity),
              sku === '' ? '' : words.drafts.sku(sku),
            ]
              .filter(Boolean)
              .join(' · '),
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
          .map(({ audience, planIds, startAt, endAt }) =>
            [
              words.audiences[audience],
              ...(audience === 'plans' && plans
                ? planIds.map((id) => plans.find(({ planId }) => planId === id)?.name ?? id)
                : []),
              `${moment(startAt)} – ${moment(endAt)}`,
            ].join('\n'),
          )
          .join('\n') || none
      )
    default:
      return String(said[name] ?? '') || none
  }
}
