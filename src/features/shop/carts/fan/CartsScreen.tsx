import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { dropLeftOut, keptForMembers, type LeftOut as LeftItem, takeLeftOut, waitAgain } from '#client/leftOut.ts'
import { routes, useQueryValue } from '#client/routes.ts'
import { joinWaiting } from '#client/useCart.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { onWaiting, tellCartChanged, type WaitingItem, waitingItems } from '#client/waitingCart.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { CartIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { ItemPicture } from '../../goods/fan/ItemPicture'
import { isSent, lowStock } from '../../goods/goods'
import { type Cart, type CartGoods, carts } from '../contract'
import { ForMembers } from './ForMembers'
import { HandingChoice, nameOf, SummaryRows } from './parts'
import { CartWords, useCartWords } from './words'

/** A fan's carts, one for each brand, with the reasons why items cannot be bought. */
export const CartsScreen = () => (
  <CartWords>
    <Screen />
  </CartWords>
)

const Screen = () => {
  const [gone, setGone] = useState<readonly LeftItem[]>([])
  const [forMembers, setForMembers] = useState<readonly WaitingItem[]>([])
  // The items may still be being added when this page opens.
  useEffect(
    () =>
      onWaiting(() => {
        const more = takeLeftOut()
        setForMembers(keptForMembers())
        if (more.length > 0) setGone((before) => [...before, ...more])
      }),
    [],
  )
  return (
    <>
      <LeftOut
        gone={[...new Set(gone.map(({ name }) => name))]}
        forMembers={forMembers}
        onDrop={(item) => {
          dropLeftOut(item)
          setForMembers(keptForMembers())
        }}
      />
      <Carts isWhole={gone.length + forMembers.length === 0} />
    </>
  )
}

type LeftOutProps = {
  /** Names of what nobody can buy now. */
  gone: readonly string[]
  forMembers: readonly WaitingItem[]
  onDrop: (item: WaitingItem) => void
}

/** Items that a visitor had chosen and that could not be added to a cart after signing in. */
const LeftOut = ({ gone, forMembers, onDrop }: LeftOutProps) => {
  const words = useCartWords()
  if (gone.length + forMembers.length === 0) return null
  return (
    <Notice tone="warn" role="alert" mb={4} display="grid" gap={2}>
      {gone.length > 0 && (
        <div>
          <p>{words.leftOut}</p>
          <ul>
            {gone.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {forMembers.map((item) => {
        const whole = nameOf(item.name, item.variationName)
        return (
          <div key={item.variationId}>
            <chakra.div display="flex" justifyContent="space-between" alignItems="center" gap={3}>
              <chakra.strong lang={languageOf(whole)} overflowWrap="anywhere">
                <Link href={routes.fanGoodsItem(item)}>{whole}</Link>
              </chakra.strong>
              <Button size="s" look="quiet" onClick={() => onDrop(item)} aria-label={words.dropOf(whole)}>
                {words.remove}
              </Button>
            </chakra.div>
            <ForMembers {...item} plans={item.plans ?? []} />
            <p>{words.leftOutMembers}</p>
          </div>
        )
      })}
    </Notice>
  )
}

const Carts = ({ isWhole }: { isWhole: boolean }) => {
  const words = useCartWords()
  const { locale, replace } = useRouter()
  // A visitor's way to the checkout, with an account in between.
  const wantsToBuy = useQueryValue('join') === 'true' && isWhole
  // Items chosen before signing in are added first, so that no empty cart is shown meanwhile.
  const [isJoined, setJoined] = useState(() => waitingItems().length + keptForMembers().length === 0)
  useEffect(() => {
    waitAgain()
    void joinWaiting(locale).then(() => setJoined(true))
  }, [locale])
  const { data, failed } = useRead(carts.getCarts, isJoined ? {} : null)
  const checkoutId = wantsToBuy && data && waitingItems().length === 0 ? onlyBuyable(data.carts) : null
  useEffect(() => {
    if (checkoutId) void replace(routes.checkout({ cartId: checkoutId }))
  }, [checkoutId, replace])
  if (failed) return <FailedState {...failed} />
  if (!data || checkoutId) return <SkeletonText lines={8} />
  if (data.carts.length === 0)
    return (
      <EmptyState
        icon={<CartIcon size={24} />}
        title={words.empty}
        text={words.emptyText}
        action={<LinkButton href={routes.myPlans()}>{words.toMyPlans}</LinkButton>}
      />
    )
  return data.carts.map((cart) => <OneCart key={cart.cartId} cart={cart} />)
}

/** The one cart that there is, if nothing in it needs a decision. */
const onlyBuyable = ([cart, ...others]: readonly Cart[]): string | null =>
  cart && others.length === 0 && cart.cartNotifications.length === 0 && cart.notice === '' ? cart.cartId : null

const OneCart = ({ cart }: { cart: Cart }) => {
  const words = useCartWords()
  const attempt = useAttempt(words.refusals)
  const { cartId, brandSlug, brandName, cartNotifications, goodsList, orderSummary, freeShippingOver } = cart
  const refresh = { refresh: [carts.getCarts] }
  const update = useWrite(carts.updateCart, refresh)
  const isBusy = update.isPending
  type Line = { goodsId: string; variationId: string; quantity: number; isPickUp?: boolean }
  const set = (lines: Line[], done?: string) =>
    attempt(async () => {
      const { errors } = await update.mutateAsync({ cartId, goodsList: lines })
      tellCartChanged()
      const [error] = errors
      if (error) toast({ tone: 'bad', title: words.errors[error.error] })
      else if (done) toast({ tone: 'ok', title: done })
    })
  const isToBeSent = goodsList.some(isSent)
  const missing = freeShippingOver === null ? 0 : freeShippingOver - orderSummary.subtotal
  const changed = cartNotifications.filter(({ status }) => status === 'priceChanged')
  const gone = cartNotifications.filter(({ status }) => status !== 'priceChanged')
  /** Removes items that cannot be bought, and reduces quantities to the available stock. */
  const keepBuyable = () =>
    set(
      goodsList.flatMap(({ goodsId, variation: { variationId }, remainingStocks = 0 }) => {
        const problem = gone.find((one) => one.variationId === variationId)
        if (!problem) return []
        return [{ goodsId, variationId, quantity: problem.status === 'stockShortage' ? remainingStocks : 0 }]
      }),
      words.keptBuyable,
    )
  return (
    <Card title={<Link href={routes.fanGoods({ brandSlug })}>{words.shopOf(brandName)}</Link>}>
      {cartNotifications.length > 0 && (
        <Notice tone="warn" role="alert" mb={4} display="grid" gap={1.5} justifyItems="start">
          {cartNotifications.map(({ status, goodsName, variationId, isForMembers }) => (
            <p key={variationId}>{words.notifications[isForMembers ? 'membersOnly' : status](goodsName)}</p>
          ))}
          {changed.length > 0 && (
            <Button
              size="s"
              disabled={isBusy}
              onClick={() =>
                void set(
                  goodsList
                    .filter(({ variation }) => changed.some(({ variationId }) => variationId === variation.variationId))
                    .map(({ goodsId, variation, quantity }) => ({
                      goodsId,
                      variationId: variation.variationId,
                      quantity,
                    })),
                )
              }
            >
              {words.acceptPrice}
            </Button>
          )}
          {gone.length > 0 && (
            <Button size="s" disabled={isBusy} onClick={() => void keepBuyable()}>
              {words.keepBuyable}
            </Button>
          )}
        </Notice>
      )}
      <chakra.ul opacity={isBusy ? 0.7 : 1} data-testid="cart">
        {goodsList.map((item) => (
          <Item
            key={item.variation.variationId}
            item={item}
            brandSlug={brandSlug}
            isBusy={isBusy}
            closed={gone.find(({ variationId }) => variationId === item.variation.variationId)}
            onHanding={(isPickUp) =>
              void set([
                {
                  goodsId: item.goodsId,
                  variationId: item.variation.variationId,
                  quantity: item.quantity,
                  isPickUp,
                },
              ])
            }
            onQuantity={(quantity) =>
              void set(
                [{ goodsId: item.goodsId, variationId: item.variation.variationId, quantity }],
                quantity === 0 ? words.removed : undefined,
              )
            }
          />
        ))}
      </chakra.ul>
      <chakra.div mt={4} pt={4} borderTopWidth="1px" borderColor="border" display="grid" gap={3}>
        <SummaryRows summary={orderSummary} isSent={isToBeSent} buyable={cart.buyableSummary} />
        {isToBeSent && missing > 0 && orderSummary.shippingFee > 0 && (
          <chakra.p fontSize="sm" color="muted">
            {words.freeOver(yenText(missing))}
          </chakra.p>
        )}
        {cart.notice && <Notice tone="warn">{cart.notice}</Notice>}
        {/* On a phone the way on stands first, beside one another at the right. */}
        <chakra.div display="grid" gap={2} gridTemplateColumns={{ md: '1fr 1fr' }} mt={1}>
          <chakra.div order={{ md: 2 }}>
            {cartNotifications.length === 0 && cart.notice === '' ? (
              <LinkButton look="primary" size="l" wide href={routes.checkout({ cartId })} data-testid="to-checkout">
                {words.toCheckout}
              </LinkButton>
            ) : (
              <Button look="primary" size="l" wide disabled>
                {words.toCheckout}
              </Button>
            )}
          </chakra.div>
          <LinkButton size="l" wide href={routes.fanGoods({ brandSlug })}>
            {words.more}
          </LinkButton>
        </chakra.div>
      </chakra.div>
    </Card>
  )
}

const most = 20

type ItemProps = {
  item: CartGoods
  brandSlug: string
  isBusy: boolean
  /** Why it cannot be bought. */
  closed: Cart['cartNotifications'][number] | undefined
  onQuantity: (quantity: number) => void
  onHanding: (isPickUp: boolean) => void
}

const Item = ({ item, brandSlug, isBusy, closed, onQuantity, onHanding }: ItemProps) => {
  const words = useCartWords()
  const {
    name,
    variation,
    price,
    quantity,
    remainingStocks,
    goodsType,
    thumbnail,
    goodsId,
    shippingTimeText,
    isPickUp,
  } = item
  const whole = nameOf(name, variation.variationName)
  const limit = Math.max(quantity, Math.min(variation.maxQuantity ?? most, most))
  const isLow = remainingStocks !== undefined && remainingStocks <= lowStock
  return (
    <chakra.li
      display="flex"
      gap={3.5}
      py={4}
      borderTopWidth="1px"
      borderColor="border"
      _first={{ borderTopWidth: 0, pt: 0 }}
    >
      <ItemPicture src={thumbnail} />
      <chakra.div flex="1" minW={0} display="grid" gap={1.5}>
        <chakra.div
          display="flex"
          flexWrap={{ base: 'wrap', sm: 'nowrap' }}
          justifyContent="space-between"
          columnGap={3}
        >
          <chakra.p fontWeight="semibold" lineHeight="1.5" overflowWrap="anywhere" lang={languageOf(whole)}>
            <Link href={routes.fanGoodsItem({ brandSlug, goodsId })}>{whole}</Link>
          </chakra.p>
          <chakra.p fontWeight="bold" fontVariantNumeric="tabular-nums">
            {yenText(price * quantity)}
          </chakra.p>
        </chakra.div>
        <chakra.p fontSize="sm" color="muted" display="flex" flexWrap="wrap" columnGap={3} _empty={{ display: 'none' }}>
          {shippingTimeText && item.pickUpVenue === undefined && (
            <span>{isPickUp ? words.pickUp(shippingTimeText) : words.sentWithin(shippingTimeText)}</span>
          )}
          {isLow && <chakra.span color="warn">{words.left(remainingStocks)}</chakra.span>}
        </chakra.p>
        {closed?.isForMembers && (
          <ForMembers brandSlug={brandSlug} goodsId={goodsId} plans={closed.plans ?? []} isAnyPlan={!closed.plans} />
        )}
        <HandingChoice item={item} isBusy={isBusy} onChoose={onHanding} />
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          columnGap={3}
          rowGap={1}
        >
          {goodsType === 'physicalGoods' ? (
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} fontSize="0.875rem" color="muted">
              <chakra.span whiteSpace="nowrap">{words.each(yenText(price))}</chakra.span>
              <Select
                w="84px"
                aria-label={words.quantityOf(whole)}
                value={String(quantity)}
                disabled={isBusy}
                onChange={(event) => onQuantity(Number(event.currentTarget.value))}
                options={Array.from({ length: limit }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }))}
              />
            </chakra.div>
          ) : (
            <chakra.span fontSize="sm" color="muted">
              {words.digital}
            </chakra.span>
          )}
          <Button
            size="s"
            look="quiet"
            disabled={isBusy}
            onClick={() => onQuantity(0)}
            aria-label={words.removeOf(whole)}
          >
            {words.remove}
          </Button>
        </chakra.div>
      </chakra.div>
    </chakra.li>
  )
}
