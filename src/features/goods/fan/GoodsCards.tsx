import { chakra } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { call } from '../../../client/call'
import { routes } from '../../../client/routes'
import { Badge } from '../../../ui/Badge'
import { EmptyState } from '../../../ui/faces/EmptyState'
import { BrandButton } from '../../../ui/fan/BrandButton'
import { Link } from '../../../ui/Link'
import { BagIcon } from '../../../ui/look/icons'
import { Picture } from '../../../ui/Picture'
import { yenText } from '../../../ui/text/MoneyText'
import type { goods, PublicGoods } from '../contract'
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
const tones = { beforeSale: 'info', onSale: 'ok', soldOut: 'plain', endOfSale: 'plain' } as const

export const GoodsBadge = ({ status }: { status: Status }) => {
  const words = useFanGoodsWords()
  return <Badge tone={tones[status]}>{words.status[status]}</Badge>
}

export const GoodsCard = ({ brandSlug, item }: { brandSlug: string; item: PublicGoods }) => {
  const words = useFanGoodsWords()
  const { goodsId, name, price, goodsStatus, thumbnails, goodsType, salesType, audience } = item
  const isOpen = goodsStatus.salesStatus === 'onSale'
  const notes = [
    ...(goodsType === 'digitalGoods' ? [words.digital] : []),
    ...(salesType === 'builtToOrder' ? [words.builtToOrder] : []),
    ...(audience === 'plans' ? [words.membersOnly] : []),
  ]
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
      <chakra.div display="grid" gap={0.5} pt={2.5} justifyItems="start">
        {!isOpen && <GoodsBadge status={goodsStatus.salesStatus} />}
        <chakra.h2
          fontSize={{ base: '14px', md: '15px' }}
          fontWeight="semibold"
          lineHeight="1.5"
          overflowWrap="anywhere"
          // The whole card is the link, whatever of it is pressed.
          css={{ '& a::after': { content: '""', position: 'absolute', inset: 0 } }}
        >
          <Link href={routes.fanGoodsItem({ brandSlug, goodsId })}>{name}</Link>
        </chakra.h2>
        <chakra.p fontWeight="bold" fontVariantNumeric="tabular-nums">
          {yenText(price)}
        </chakra.p>
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
const methods = ['all', 'physical', 'digital'] as const
const Chip = chakra('button', {
  base: {
    minH: '40px',
    px: 4,
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'borderStrong',
    fontSize: '14px',
    fontWeight: 'semibold',
    color: 'muted',
    cursor: 'pointer',
    '&[aria-pressed=true]': { borderColor: 'var(--brand-text)', color: 'var(--brand-text)', bg: 'var(--brand-subtle)' },
  },
})

const Shelf = ({ brand, first, firstCount }: Props) => {
  const words = useFanGoodsWords()
  const { tenantId, brandId, brandSlug } = brand
  const [filter, setFilter] = useState<{ method: (typeof methods)[number]; only: boolean }>({
    method: 'all',
    only: false,
  })
  const [shown, setShown] = useState({ list: first, count: firstCount })
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const latest = useRef(0)
  const load = async (asked: typeof filter, before: readonly PublicGoods[]) => {
    const turn = ++latest.current
    setState('loading')
    try {
      // The name stands for the contract, which would bring zod into the first paint.
      const operation = { base: 'public', name: 'getPublicGoodsList' } as const
      const payload = {
        tenantId,
        brandId,
        filterOption: { deliveryMethod: asked.method === 'all' ? null : asked.method, isPurchasableOnly: asked.only },
        pagination: { limit: pageSize, offset: before.length },
      }
      const answer = await call<(typeof goods)['getPublicGoodsList']>(operation, payload, { token: async () => '' })
      if (turn !== latest.current) return
      setShown({ list: [...before, ...answer.goodsList], count: answer.pagination.totalCount })
      setState('idle')
    } catch {
      if (turn === latest.current) setState('failed')
    }
  }
  const choose = (changes: Partial<typeof filter>) => {
    const next = { ...filter, ...changes }
    setFilter(next)
    void load(next, [])
  }
  if (firstCount === 0)
    return (
      <chakra.div py={8}>
        <EmptyState icon={<BagIcon size={24} />} title={words.none} text={words.noneText} />
      </chakra.div>
    )
  return (
    <chakra.section mt={5} aria-label={words.title}>
      <chakra.div role="group" aria-label={words.filter} display="flex" flexWrap="wrap" gap={2} mb={5}>
        {methods.map((method) => (
          <Chip key={method} type="button" aria-pressed={filter.method === method} onClick={() => choose({ method })}>
            {words.filters[method]}
          </Chip>
        ))}
        <Chip type="button" aria-pressed={filter.only} onClick={() => choose({ only: !filter.only })}>
          {words.purchasableOnly}
        </Chip>
      </chakra.div>
      {shown.list.length === 0 && state === 'idle' ? (
        <EmptyState icon={<BagIcon size={24} />} title={words.noneFiltered} text={words.noneFilteredText} />
      ) : (
        <Grid opacity={state === 'loading' ? 0.6 : 1} data-testid="goods">
          {shown.list.map((item) => (
            <GoodsCard key={item.goodsId} brandSlug={brandSlug} item={item} />
          ))}
        </Grid>
      )}
      {state === 'failed' && (
        <chakra.p role="alert" mt={4} textAlign="center">
          {words.moreFailed}
        </chakra.p>
      )}
      {shown.list.length < shown.count && (
        <chakra.div mt={8} display="grid" justifyItems="center">
          <BrandButton look="outline" onClick={() => void load(filter, shown.list)} disabled={state === 'loading'}>
            {words.more}
          </BrandButton>
        </chakra.div>
      )}
    </chakra.section>
  )
}
