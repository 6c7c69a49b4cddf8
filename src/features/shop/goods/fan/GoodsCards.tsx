import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { Badge } from '#ui/Badge.tsx'
import { Link } from '#ui/Link.tsx'
import { Picture } from '#ui/Picture.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { PublicGoods } from '../contract'
import { lowStock } from '../goods'
import { statusTones } from './statusTones'
import { useFanGoodsWords } from './words'

export const GoodsGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(3, minmax(0, 1fr))',
      lg: 'repeat(4, minmax(0, 1fr))',
    },
    columnGap: { base: 3, md: 4.5 },
    rowGap: { base: 5, md: 7 },
  },
})

type Status = PublicGoods['goodsStatus']['salesStatus']
/** Pieces that are left in all variations, once they are few; otherwise null. */
const fewIn = ({ variations }: PublicGoods): number | null => {
  const open = variations.filter(({ isSoldOut }) => !isSoldOut)
  const pieces = open.reduce((sum, { remainingStocks = Number.POSITIVE_INFINITY }) => sum + remainingStocks, 0)
  return open.length > 0 && pieces <= lowStock ? pieces : null
}
export const GoodsBadge = ({ status }: { status: Status }) => {
  const words = useFanGoodsWords()
  return <Badge tone={statusTones[status]}>{words.status[status]}</Badge>
}

export const GoodsCard = ({ brandSlug, item }: { brandSlug: string; item: PublicGoods }) => {
  const words = useFanGoodsWords()
  const { goodsId, name, price, goodsStatus, thumbnails, goodsType, salesType, audience } = item
  const isOpen = goodsStatus.salesStatus === 'onSale'
  const isKept =
    item.variations.some(({ isInCheckout }) => isInCheckout) &&
    item.variations.every(({ isInCheckout, isSoldOut }) => isInCheckout || isSoldOut)
  const notes = [
    ...(goodsType === 'digitalGoods' ? [words.digital] : []),
    ...(salesType === 'builtToOrder' ? [words.builtToOrder] : []),
    ...(audience === 'plans' ? [words.membersOnly] : []),
    ...(isOpen && item.maxPerPerson ? [words.perPerson(item.maxPerPerson)] : []),
  ]
  const few = isOpen && !isKept ? fewIn(item) : null
  return (
    <chakra.article minW={0} position="relative">
      <chakra.div
        position="relative"
        aspectRatio="1"
        borderRadius="l"
        overflow="hidden"
        bg="linear-gradient(135deg, color-mix(in oklab, var(--brand) 30%, white), color-mix(in oklab, var(--brand) 55%, white))"
      >
        {thumbnails[0] && (
          <Picture
            src={thumbnails[0].url}
            sizes="(min-width: 1024px) 250px, (min-width: 768px) 33vw, 50vw"
            w="100%"
            h="100%"
            position="absolute"
            inset={0}
            opacity={isOpen ? 1 : 0.62}
          />
        )}
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={0.5} pt={2.5} justifyItems="start">
        {!isOpen && <GoodsBadge status={goodsStatus.salesStatus} />}
        {isOpen && isKept && <Badge tone="info">{words.kept}</Badge>}
        <chakra.h2
          lang={languageOf(name)}
          fontSize={{ base: '0.875rem', md: '0.9375rem' }}
          fontWeight="semibold"
          lineHeight="1.5"
          overflowWrap="anywhere"
          // A phrase would not be broken, however narrow the card is.
          wordBreak="normal"
          // Makes the whole card clickable.
          css={{ '& a::after': { content: '""', position: 'absolute', inset: 0 } }}
        >
          <Link href={routes.fanGoodsItem({ brandSlug, goodsId })}>{name}</Link>
        </chakra.h2>
        <chakra.p fontWeight="bold" fontVariantNumeric="tabular-nums">
          {yenText(price)}
        </chakra.p>
        {few !== null && (
          <chakra.p fontSize="sm" fontWeight="semibold" color="warn">
            {words.left(few)}
          </chakra.p>
        )}
        {notes.length > 0 && (
          <chakra.p fontSize="sm" color="muted">
            {notes.join(' · ')}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.article>
  )
}
