import { chakra } from '@chakra-ui/react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useAddressQuery, useFanAnswer } from '#client/useFanAnswer.ts'
import { Badge } from '#ui/Badge.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { ChipLink } from '#ui/fan/ChipLink.tsx'
import { Link } from '#ui/Link.tsx'
import { BagIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { goods, PublicGoods } from '../contract'
import { lowStock } from '../goods'
import { FanGoodsWords, useFanGoodsWords } from './words'

const Grid = chakra('div', {
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
const tones = { beforeSale: 'info', onSale: 'ok', soldOut: 'plain', endOfSale: 'plain' } as const

export const GoodsBadge = ({ status }: { status: Status }) => {
  const words = useFanGoodsWords()
  return <Badge tone={tones[status]}>{words.status[status]}</Badge>
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

type Props = {
  brand: { tenantId: string; brandId: string; brandSlug: string }
  first: readonly PublicGoods[]
  firstCount: number
}

export const GoodsShelf = (props: Props) => (
  <FanGoodsWords>
    <Shelf {...props} />
  </FanGoodsWords>
)

const pageSize = 24
/** The maximum per request. */
const mostShown = 96
const methods = ['all', 'physical', 'digital'] as const

type Filter = { method: (typeof methods)[number]; only: boolean; pieces: number; from: number }
const filterIn = (query: URLSearchParams | null): Filter => {
  const pieces = Math.trunc(Number(query?.get('pieces') ?? pageSize)) || pageSize
  return {
    method: methods.find((one) => one === query?.get('method')) ?? 'all',
    only: query?.get('buyable') === 'true',
    pieces: Math.max(pageSize, Math.min(mostShown, pieces)),
    from: Math.max(0, Math.trunc(Number(query?.get('from'))) || 0),
  }
}

const Shelf = ({ brand, first, firstCount }: Props) => {
  const words = useFanGoodsWords()
  const { tenantId, brandId, brandSlug } = brand
  const filter = filterIn(useAddressQuery())
  const { method, only, pieces, from } = filter
  const isFirst = method === 'all' && !only && pieces === pageSize && from === 0
  const pagination = { limit: pieces, offset: from }
  const fan = useKnownFan()
  // The page is the same for everybody: who has the last piece in their own checkout asks for the first list as well.
  const isOwn = isFirst && fan && first.some(({ variations }) => variations.some(({ isSoldOut }) => isSoldOut))
  const answer = useFanAnswer(
    at<typeof goods>()('getPublicGoodsList'),
    isFirst && !isOwn
      ? null
      : {
          tenantId,
          brandId,
          filterOption: { deliveryMethod: method === 'all' ? null : method, isPurchasableOnly: only },
          pagination,
        },
    { fan: null, shown: null },
  )
  const link = (changes: Partial<Filter>) => {
    const next = { ...filter, pieces: pageSize, from: 0, ...changes }
    return routes.fanGoods(
      { brandSlug },
      {
        query: {
          ...(next.method !== 'all' && { method: next.method }),
          ...(next.only && { buyable: true }),
          ...(next.pieces > pageSize && { pieces: next.pieces }),
          ...(next.from > 0 && { from: next.from }),
        },
      },
    )
  }
  // The previous page stays visible until the next one has loaded, so that nothing jumps.
  const known = isFirst ? isOwn && answer.data : (answer.data ?? answer.previous)
  const shown = known
    ? { list: known.goodsList, count: known.pagination.totalCount }
    : { list: first, count: firstCount }
  const failed = isFirst ? null : answer.failed
  const isWaiting = !isFirst && answer.isWaiting
  if (firstCount === 0)
    return (
      <chakra.div py={8}>
        <EmptyState icon={<BagIcon size={24} />} title={words.none} text={words.noneText} />
      </chakra.div>
    )
  return (
    <chakra.section mt={5} aria-label={words.title}>
      <chakra.nav aria-label={words.filter} display="flex" flexWrap="wrap" gap={2} mb={5}>
        {methods.map((one) => (
          <ChipLink
            key={one}
            shallow
            scroll={false}
            href={link({ method: one })}
            aria-current={method === one ? 'true' : undefined}
          >
            {words.filters[one]}
          </ChipLink>
        ))}
        <ChipLink shallow scroll={false} href={link({ only: !only })} aria-current={only ? 'true' : undefined}>
          {words.purchasableOnly}
        </ChipLink>
      </chakra.nav>
      <chakra.div aria-live="polite" aria-busy={isWaiting || undefined}>
        {failed ? (
          <FailedState {...failed} />
        ) : shown.list.length === 0 ? (
          <EmptyState icon={<BagIcon size={24} />} title={words.noneFiltered} text={words.noneFilteredText} />
        ) : (
          <Grid opacity={isWaiting ? 0.6 : 1} data-testid="goods">
            {shown.list.map((item) => (
              <GoodsCard key={item.goodsId} brandSlug={brandSlug} item={item} />
            ))}
          </Grid>
        )}
      </chakra.div>
      {!failed && (
        <chakra.div mt={8} display="flex" flexWrap="wrap" justifyContent="center" gap={3}>
          {from > 0 && (
            <BrandLink look="outline" shallow href={link({ from: from - mostShown, pieces: mostShown })}>
              {words.before}
            </BrandLink>
          )}
          {from + shown.list.length < shown.count &&
            (pieces < mostShown ? (
              <BrandLink
                look="outline"
                shallow
                scroll={false}
                href={link({ from, pieces: Math.min(mostShown, pieces + pageSize) })}
              >
                {words.more}
              </BrandLink>
            ) : (
              <BrandLink look="outline" shallow href={link({ from: from + mostShown, pieces: mostShown })}>
                {words.after}
              </BrandLink>
            ))}
        </chakra.div>
      )}
    </chakra.section>
  )
}
