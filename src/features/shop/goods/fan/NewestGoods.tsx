import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Link } from '#ui/Link.tsx'
import { Picture } from '#ui/Picture.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'

export type GoodsOnTop = {
  goodsId: string
  name: string
  price: number
  thumbnail: string
  /** Why it cannot be bought now, in the words of the page; null: it can. */
  closed: { word: string; tone: Tone } | null
}

/** A few goods, on the page of a brand or of an event. */
export const NewestGoods = ({ brandSlug, list }: { brandSlug: string; list: readonly GoodsOnTop[] }) => (
  <chakra.ul
    display="grid"
    gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
    columnGap={{ base: 3, md: 4.5 }}
    rowGap={5}
  >
    {list.map(({ goodsId, name, price, thumbnail, closed }) => (
      <li key={goodsId}>
        <Link href={routes.fanGoodsItem({ brandSlug, goodsId })}>
          <chakra.span display="block" aspectRatio="1" borderRadius="l" overflow="hidden" bg="sunken" mb={2}>
            {thumbnail && (
              <Picture
                src={thumbnail}
                sizes="(min-width: 768px) 250px, 50vw"
                w="100%"
                h="100%"
                opacity={closed ? 0.62 : 1}
              />
            )}
          </chakra.span>
          {closed && (
            <Badge tone={closed.tone} mb={1}>
              {closed.word}
            </Badge>
          )}
          <chakra.span
            lang={languageOf(name)}
            display="block"
            fontSize="0.875rem"
            fontWeight="semibold"
            lineHeight="1.5"
            wordBreak="normal"
          >
            {name}
          </chakra.span>
          <chakra.span fontWeight="bold" fontVariantNumeric="tabular-nums">
            {yenText(price)}
          </chakra.span>
        </Link>
      </li>
    ))}
  </chakra.ul>
)
