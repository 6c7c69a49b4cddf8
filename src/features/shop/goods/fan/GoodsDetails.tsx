import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanAnswer } from '#client/useFanAnswer.ts'
import { useLocale } from '#client/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Notice } from '#ui/Card.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { Link } from '#ui/Link.tsx'
import { ChevronLeftIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { dateText, hoursText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import { saleOfFan } from '../../eventGoods/windows'
import type { goods, PublicGoodsDetail } from '../contract'
import { WaitPlace } from '../waits/fan/WaitPlace'
import { AddToCart } from './AddToCart'
import { GoodsBadge } from './GoodsCards'
import { FanGoodsWords, useFanGoodsWords } from './words'

// Goods of an event alone have them.
const SaleNotice = dynamic(() => import('./SaleWindows').then((m) => m.SaleNotice))
const SaleWindows = dynamic(() => import('./SaleWindows').then((m) => m.SaleWindows))
// Goods for members alone have them. The place of the button is kept.
const MembersNotice = dynamic(() => import('./MembersOnly').then((m) => m.MembersNotice))
const JoinInstead = dynamic(() => import('./MembersOnly').then((m) => m.JoinInstead), {
  ssr: false,
  loading: () => <chakra.div minH="48px" />,
})

type Brand = { tenantId: string; brandId: string; brandSlug: string; name: string; notice: string }
type Props = { brand: Brand; item: PublicGoodsDetail }

export const GoodsDetails = (props: Props) => (
  <FanGoodsWords>
    <Details {...props} />
  </FanGoodsWords>
)

const Details = ({ brand, item: shown }: Props) => {
  const words = useFanGoodsWords()
  const fan = useKnownFan()
  const { tenantId, brandId, brandSlug } = brand
  // Requested again for a signed-in fan only if the data can depend on the reader: ownership of a digital product, sale
  // windows, membership, or the last pieces in the reader's own checkout.
  const isOwn =
    shown.goodsType === 'digitalGoods' ||
    shown.saleWindows !== undefined ||
    shown.isYours !== undefined ||
    shown.variations.some(({ isSoldOut }) => isSoldOut)
  const { data } = useFanAnswer(
    at<typeof goods>()('getPublicGoods'),
    isOwn && fan ? { tenantId, brandId, goodsId: shown.goodsId } : null,
    { fan, shown: { goods: shown } },
  )
  // Whoever joins comes back to what they wanted to buy.
  const planOf = (planId: string, join?: true) =>
    routes.fanPlan({ brandSlug, planId }, { query: { join, goods: shown.goodsId } })
  const planHref = (planId: string) => planOf(planId)
  const item = data?.goods ?? shown
  // A member is not asked to join while it is not known that they are one.
  const isOther = Boolean(fan && data?.goods.isYours === false)
  return (
    <Wrap pt={{ base: 1, md: 7 }}>
      <chakra.p mb={{ base: 1, md: 3 }} fontSize="0.875rem" color="muted">
        <Link href={routes.fanGoods({ brandSlug })}>
          <chakra.span display="inline-flex" alignItems="center" gap={1} minH="44px">
            <ChevronLeftIcon size={16} />
            {words.backTo(brand.name)}
          </chakra.span>
        </Link>
      </chakra.p>
      <GoodsFace
        item={item}
        action={
          <Action
            brand={brand}
            item={item}
            instead={isOther && <JoinInstead item={item} joinHref={(planId) => planOf(planId, true)} />}
          />
        }
        planHref={planHref}
        eventHref={(eventId) => routes.fanEvent({ brandSlug, eventId })}
      />
    </Wrap>
  )
}

/** `instead`: what stands in the place of the button to add it; false: nothing. */
const Action = ({ brand, item, instead }: Props & { instead: ReactNode }) => {
  const words = useFanGoodsWords()
  if (item.goodsType === 'digitalGoods' && item.purchaseInfo.isPurchased)
    return (
      <BrandLink wide href={new URL(item.purchaseInfo.downloadUrl).pathname}>
        {words.download}
      </BrandLink>
    )
  if (item.goodsType === 'digitalGoods' && !item.purchaseInfo.isPurchased && item.purchaseInfo.awaitedOrderId)
    return (
      <chakra.div display="grid" gap={2}>
        <Notice tone="info">{words.awaited}</Notice>
        <BrandLink wide href={routes.konbini({ orderId: item.purchaseInfo.awaitedOrderId })} data-testid="to-voucher">
          {words.toVoucher}
        </BrandLink>
      </chakra.div>
    )
  const isOpen = item.saleWindows === undefined || saleOfFan(item.saleWindows).open !== null
  if (item.goodsStatus.salesStatus !== 'onSale') return <WaitPlace brand={brand} item={item} />
  if (!isOpen || brand.notice) return null
  const others = item.variations.filter(({ isInCheckout }) => !isInCheckout)
  return (
    <>
      {others.length < item.variations.length && (
        <chakra.div display="grid" gap={2}>
          <Notice tone="info">{words.inCheckout}</Notice>
          <BrandLink wide href={routes.carts()} data-testid="to-checkout">
            {words.toCart}
          </BrandLink>
        </chakra.div>
      )}
      {others.some(({ isSoldOut }) => !isSoldOut) && (
        <AddToCart brand={brand} item={{ ...item, variations: others }} instead={instead} />
      )}
      <WaitPlace brand={brand} item={item} />
    </>
  )
}

const Fact = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '7em minmax(0, 1fr)',
    gap: 3,
    py: 2,
    borderTopWidth: '1px',
    borderColor: 'border',
  },
})

type FaceProps = {
  item: PublicGoodsDetail
  action: ReactNode
  planHref: (planId: string) => string
  eventHref: (eventId: string) => string
}

/** Details of goods, used by the fan page and the portal's preview. */
export const GoodsFace = ({ item, action, planHref, eventHref }: FaceProps) => {
  const words = useFanGoodsWords()
  const locale = useLocale()
  const status = item.goodsStatus.salesStatus
  return (
    <chakra.article
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1.1fr) minmax(0, 1fr)' }}
      gap={{ base: 4, md: 10 }}
      alignItems="start"
    >
      <Pictures pictures={item.thumbnails} name={item.name} />
      {/* On a phone the button is in sight under a square picture. */}
      <chakra.div display="grid" gap={{ base: 3, md: 4 }}>
        <chakra.div display="flex" flexWrap="wrap" gap={2} alignItems="center" _empty={{ display: 'none' }}>
          {/* What can be bought says so by its button, which is in sight then. */}
          {status !== 'onSale' && <GoodsBadge status={status} />}
          {item.goodsType === 'digitalGoods' && <Badge>{words.digital}</Badge>}
          {item.goodsType === 'digitalGoods' && item.purchaseInfo.isPurchased && <Badge tone="ok">{words.owned}</Badge>}
          {item.salesType === 'builtToOrder' && <Badge>{words.builtToOrder}</Badge>}
          {item.audience === 'plans' && <Badge tone="info">{words.membersOnly}</Badge>}
        </chakra.div>
        <chakra.h1 lang={languageOf(item.name)} fontSize={{ base: '1.375rem', md: '1.625rem' }} overflowWrap="anywhere">
          {item.name}
        </chakra.h1>
        <chakra.p fontSize="2xl" fontWeight="bold" fontVariantNumeric="tabular-nums" lineHeight="1.3">
          {yenText(item.price)}{' '}
          <chakra.span fontSize="sm" fontWeight="medium" color="muted">
            {words.taxIncluded}
          </chakra.span>
        </chakra.p>
        {item.saleWindows ? (
          status !== 'soldOut' && <SaleNotice windows={item.saleWindows} />
        ) : (
          <PlainSale item={item} planHref={planHref} />
        )}
        {action}
        {item.saleWindows && <SaleWindows windows={item.saleWindows} planHref={planHref} />}
        <chakra.dl fontSize="0.875rem">
          {item.event && (
            <Fact>
              <chakra.dt color="muted">{words.event}</chakra.dt>
              <chakra.dd color="var(--brand-text)" fontWeight="semibold" lang={languageOf(item.event.title)}>
                <Link href={eventHref(item.event.eventId)}>{item.event.title}</Link>
              </chakra.dd>
            </Fact>
          )}
          {item.pickUp?.isChoice && (
            <Fact>
              <chakra.dt color="muted">{words.handing}</chakra.dt>
              <dd>{words.handingChoice}</dd>
            </Fact>
          )}
          {item.pickUp && (
            <Fact>
              <chakra.dt color="muted">{words.pickUp}</chakra.dt>
              <dd>
                <span lang={languageOf(item.pickUp.venueName)}>{item.pickUp.venueName}</span>
                <chakra.ul fontVariantNumeric="tabular-nums">
                  {item.pickUp.windows.map(({ from, to }) => (
                    <li key={from}>{hoursText(from, to, locale)}</li>
                  ))}
                </chakra.ul>
              </dd>
            </Fact>
          )}
          {item.goodsType === 'physicalGoods' && !item.isPickUp && (
            <>
              <Fact>
                <chakra.dt color="muted">{words.shippingFee}</chakra.dt>
                <dd>
                  {item.shippingFee === 0 ? words.free : yenText(item.shippingFee)}
                  {item.freeShippingOver && (
                    <chakra.span display="block" color="muted">
                      {words.freeFrom(yenText(item.freeShippingOver))}
                    </chakra.span>
                  )}
                </dd>
              </Fact>
              {item.shippingTimeText && (
                <Fact>
                  <chakra.dt color="muted">{words.shippingTime}</chakra.dt>
                  <dd lang={languageOf(item.shippingTimeText)}>{item.shippingTimeText}</dd>
                </Fact>
              )}
            </>
          )}
          {item.salesType === 'builtToOrder' && (
            <Fact>
              <chakra.dt color="muted">{words.builtToOrder}</chakra.dt>
              <dd>{words.builtToOrderText}</dd>
            </Fact>
          )}
        </chakra.dl>
        {item.description && (
          <chakra.section aria-label={words.about}>
            <chakra.h2 fontSize="lg" mb={2}>
              {words.about}
            </chakra.h2>
            <chakra.p lang={languageOf(item.description)} whiteSpace="pre-wrap" overflowWrap="anywhere">
              {item.description}
            </chakra.p>
          </chakra.section>
        )}
      </chakra.div>
    </chakra.article>
  )
}

/** Period of sale and audience of shop goods. */
const PlainSale = ({ item, planHref }: Pick<FaceProps, 'item' | 'planHref'>) => {
  const words = useFanGoodsWords()
  const locale = useLocale()
  const { goodsStatus, saleStartDateTime, saleEndDateTime } = item
  const status = goodsStatus.salesStatus
  return (
    <>
      {status === 'beforeSale' && (
        <Notice tone="info">{words.startsAt(dateText(saleStartDateTime, locale, { hour: true }))}</Notice>
      )}
      {status === 'endOfSale' && <Notice tone="plain">{words.ended}</Notice>}
      {status === 'onSale' && saleEndDateTime !== null && (
        <Notice tone="plain">{words.endsAt(dateText(saleEndDateTime, locale, { hour: true }))}</Notice>
      )}
      {item.audience === 'plans' && <MembersNotice item={item} planHref={planHref} />}
    </>
  )
}

/** Square, from edge to edge on a phone; they are swiped, by the browser alone. */
const Pictures = ({ pictures, name }: { pictures: PublicGoodsDetail['thumbnails']; name: string }) => {
  const words = useFanGoodsWords()
  return (
    <chakra.section aria-label={words.pictures} minW={0} mx={{ base: -5, md: 0 }}>
      <chakra.ul
        // Reached by the keyboard where there is more than one to see.
        tabIndex={pictures.length > 1 ? 0 : undefined}
        display="flex"
        overflowX="auto"
        scrollSnapType="x mandatory"
        scrollbarWidth="none"
        borderRadius={{ md: 'l' }}
        bg="linear-gradient(135deg, color-mix(in oklab, var(--brand) 30%, white), color-mix(in oklab, var(--brand) 55%, white))"
      >
        {/* One picture may stand twice: its place tells it apart. */}
        {[...pictures.keys()].map((n) => (
          <chakra.li key={n} position="relative" flex="0 0 100%" aspectRatio="1" scrollSnapAlign="start">
            <Picture
              src={pictures[n]?.url ?? ''}
              alt={pictures[n]?.alt || name}
              sizes="(min-width: 768px) 540px, 100vw"
              loading={n === 0 ? 'eager' : 'lazy'}
              fetchPriority={n === 0 ? 'high' : undefined}
              w="100%"
              h="100%"
            />
            {pictures.length > 1 && (
              <chakra.span
                position="absolute"
                right={3}
                bottom={3}
                px={2.5}
                borderRadius="full"
                bg="rgb(20 16 28 / .72)"
                color="white"
                fontSize="xs"
                fontVariantNumeric="tabular-nums"
                aria-hidden
              >
                {n + 1} / {pictures.length}
              </chakra.span>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
