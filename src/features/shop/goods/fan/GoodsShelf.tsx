import { chakra } from '@chakra-ui/react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useAddressQuery, useFanAnswer } from '#client/useFanAnswer.ts'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { ChipLink } from '#ui/fan/ChipLink.tsx'
import { QuietLink } from '#ui/fan/QuietLink.tsx'
import { SearchForm } from '#ui/fan/SearchForm.tsx'
import { BagIcon } from '#ui/look/icons.tsx'
import type { goods } from '../contract'
import {
  endedBelow,
  type FirstGoods,
  filterIn,
  type GoodsFilter,
  goodsPerPage,
  methods,
  mostShown,
  orders,
  queryOf,
} from './filter'
import { GoodsCard, GoodsGrid } from './GoodsCards'
import { FanGoodsWords, useFanGoodsWords } from './words'

type Props = {
  brand: { tenantId: string; brandId: string; brandSlug: string }
  first: FirstGoods
  ended: FirstGoods
}

export const GoodsShelf = (props: Props) => (
  <FanGoodsWords>
    <Shelf {...props} />
  </FanGoodsWords>
)

const getPublicGoodsList = at<typeof goods>()('getPublicGoodsList')

const Shelf = ({ brand, first, ended }: Props) => {
  const words = useFanGoodsWords()
  const { tenantId, brandId, brandSlug } = brand
  const filter = filterIn(useAddressQuery())
  const { method, only, q, event, order, pieces, from } = filter
  const isFirst = Object.keys(queryOf(filter)).length === 0
  const fan = useKnownFan()
  // The page is the same for everybody: who has the last piece in their own checkout asks for the first list as well.
  const isOwn = isFirst && fan && first.list.some(({ variations }) => variations.some(({ isSoldOut }) => isSoldOut))
  const asked = {
    tenantId,
    brandId,
    filterOption: { deliveryMethod: method === 'all' ? null : method, isPurchasableOnly: only },
    ...(q !== '' && { q }),
    ...(event !== '' && { eventId: event }),
    ...(order !== 'newest' && { sort: order }),
  }
  const answer = useFanAnswer(
    getPublicGoodsList,
    isFirst && !isOwn ? null : { ...asked, isEnded: filter.ended, pagination: { limit: pieces, offset: from } },
    { fan: null, shown: null },
  )
  const hasBelow = !filter.ended && !only
  const below = useFanAnswer(
    getPublicGoodsList,
    isFirst || !hasBelow ? null : { ...asked, isEnded: true, pagination: { limit: endedBelow, offset: 0 } },
    { fan: null, shown: null },
  )
  const link = (changes: Partial<GoodsFilter>) =>
    routes.fanGoods({ brandSlug }, { query: queryOf({ ...filter, pieces: goodsPerPage, from: 0, ...changes }) })
  // The previous page stays visible until the next one has loaded, so that nothing jumps.
  const known = isFirst ? isOwn && answer.data : (answer.data ?? answer.previous)
  const shown = known ? { list: known.goodsList, count: known.pagination.totalCount } : first
  const endedKnown = isFirst ? null : (below.data ?? below.previous)
  const gone = endedKnown ? { list: endedKnown.goodsList, count: endedKnown.pagination.totalCount } : ended
  const failed = isFirst ? null : answer.failed
  const isWaiting = !isFirst && answer.isWaiting
  if (first.count + ended.count === 0)
    return (
      <chakra.div py={8}>
        <EmptyState icon={<BagIcon size={24} />} title={words.none} text={words.noneText} />
      </chakra.div>
    )
  return (
    <chakra.section mt={5} aria-label={words.title}>
      <SearchForm label={words.search} q={q} link={(q) => link({ q })} />
      <chakra.nav aria-label={words.filter} display="flex" flexWrap="wrap" gap={2} mb={3}>
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
        {!filter.ended && (
          <ChipLink shallow scroll={false} href={link({ only: !only })} aria-current={only ? 'true' : undefined}>
            {words.purchasableOnly}
          </ChipLink>
        )}
      </chakra.nav>
      <chakra.nav aria-label={words.order} display="flex" flexWrap="wrap" columnGap={4} mb={4}>
        {orders.map((one) => (
          <QuietLink
            key={one}
            shallow
            scroll={false}
            href={link({ order: one })}
            aria-current={order === one ? 'true' : undefined}
          >
            {words.orders[one]}
          </QuietLink>
        ))}
      </chakra.nav>
      {event !== '' && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={3} mb={4}>
          <chakra.h2 fontSize="lg">{words.ofEvent}</chakra.h2>
          <BrandLink look="outline" shallow href={link({ event: '' })}>
            {words.back}
          </BrandLink>
        </chakra.div>
      )}
      {filter.ended && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={3} mb={4}>
          <chakra.h2 fontSize="lg">{words.endedTitle}</chakra.h2>
          <BrandLink look="outline" shallow href={link({ ended: false })}>
            {words.backToSale}
          </BrandLink>
        </chakra.div>
      )}
      <chakra.div aria-live="polite" aria-busy={isWaiting || undefined}>
        {failed ? (
          <FailedState {...failed} />
        ) : shown.list.length === 0 ? (
          <EmptyState icon={<BagIcon size={24} />} title={words.noneFiltered} text={words.noneFilteredText} />
        ) : (
          <GoodsGrid opacity={isWaiting ? 0.6 : 1} data-testid="goods">
            {shown.list.map((item) => (
              <GoodsCard key={item.goodsId} brandSlug={brandSlug} item={item} />
            ))}
          </GoodsGrid>
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
                href={link({ from, pieces: Math.min(mostShown, pieces + goodsPerPage) })}
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
      {hasBelow && !failed && gone.list.length > 0 && (
        <chakra.section mt={12} aria-label={words.endedTitle} data-testid="ended">
          <chakra.h2 fontSize="lg" mb={4}>
            {words.endedTitle}
          </chakra.h2>
          <GoodsGrid>
            {gone.list.map((item) => (
              <GoodsCard key={item.goodsId} brandSlug={brandSlug} item={item} />
            ))}
          </GoodsGrid>
          {gone.count > gone.list.length && (
            <chakra.div mt={6} display="flex" justifyContent="center">
              <BrandLink look="outline" shallow href={link({ ended: true })}>
                {words.allEnded(gone.count)}
              </BrandLink>
            </chakra.div>
          )}
        </chakra.section>
      )}
    </chakra.section>
  )
}
