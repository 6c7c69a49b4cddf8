import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { routes, useLoginHref } from '#client/routes.ts'
import { onWaiting, saveWaiting, type WaitingItem, waitingItems } from '#client/waitingCart.ts'
import { AnchorButton, Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { CartIcon } from '#ui/look/icons.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import { ItemPicture } from '../../goods/fan/ItemPicture'
import { feeText } from '../../goods/fan/MemberPlans'
import { ForMembers } from './ForMembers'
import { nameOf, Row } from './parts'
import { CartWords, useCartWords } from './words'

/** Items that a visitor has chosen, stored in this browser. */
export const WaitingCart = () => (
  <CartWords>
    <Screen />
  </CartWords>
)

const Screen = () => {
  const words = useCartWords()
  const [items, setItems] = useState<WaitingItem[] | null>(null)
  useEffect(() => onWaiting(() => setItems(waitingItems())), [])
  const loginHref = useLoginHref(routes.carts())
  // Most have no account yet; it leads on to the checkout.
  const buyHref = useLoginHref(routes.carts({ query: { join: 'true' } }))
  if (!items) return null
  if (items.length === 0)
    return (
      <EmptyState
        icon={<CartIcon size={24} />}
        title={words.empty}
        text={words.emptyText}
        action={<AnchorButton href={loginHref}>{words.signIn}</AnchorButton>}
      />
    )
  const sumOf = (some: readonly WaitingItem[]) => some.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const isForAll = ({ plans }: WaitingItem) => !Array.isArray(plans)
  /** Where nothing in it can be bought by who is no member: the cheapest plan that opens the first of it. */
  const [toJoin] = items.flatMap(({ brandSlug, goodsId, plans: [plan] = [] }) =>
    plan
      ? [{ plan, href: routes.fanPlan({ brandSlug, planId: plan.planId }, { query: { join: true, goods: goodsId } }) }]
      : [],
  )
  const remove = (item: WaitingItem) =>
    saveWaiting(items.filter((one) => one.goodsId !== item.goodsId || one.variationId !== item.variationId))
  return (
    <Card>
      <Notice tone="info" mb={4}>
        {words.waiting}
      </Notice>
      <ul data-testid="waiting-cart">
        {items.map((item) => {
          const whole = nameOf(item.name, item.variationName)
          return (
            <chakra.li
              key={item.variationId}
              display="flex"
              gap={3.5}
              py={4}
              borderTopWidth="1px"
              borderColor="border"
              _first={{ borderTopWidth: 0, pt: 0 }}
            >
              <ItemPicture src={item.thumbnail} />
              <chakra.div flex="1" minW={0} display="grid" gap={1}>
                <chakra.p fontWeight="semibold" overflowWrap="anywhere" lang={languageOf(whole)}>
                  <Link href={routes.fanGoodsItem(item)}>{whole}</Link>
                </chakra.p>
                {!isForAll(item) && <ForMembers {...item} plans={item.plans ?? []} />}
                <Row alignItems="center">
                  <chakra.span fontSize="0.875rem" color="muted" fontVariantNumeric="tabular-nums">
                    {words.each(yenText(item.price))}
                    {item.quantity}
                  </chakra.span>
                  <Button size="s" look="quiet" onClick={() => remove(item)} aria-label={words.removeOf(whole)}>
                    {words.remove}
                  </Button>
                </Row>
              </chakra.div>
            </chakra.li>
          )
        })}
      </ul>
      <chakra.div mt={4} pt={4} borderTopWidth="1px" borderColor="border" display="grid" gap={3}>
        <Row fontWeight="bold" fontSize="lg">
          <span>{words.subtotal}</span>
          <span>{yenText(sumOf(items))}</span>
        </Row>
        {!items.every(isForAll) && (
          <Row fontWeight="semibold" fontSize="0.875rem">
            <span>{words.notForMembers}</span>
            <span data-testid="cart-buyable">{yenText(sumOf(items.filter(isForAll)))}</span>
          </Row>
        )}
        <chakra.p fontSize="sm" color="muted">
          {words.waitingPrice}
        </chakra.p>
        {items.some(isForAll) || !toJoin ? (
          <AnchorButton href={buyHref} look="primary" size="l" wide data-testid="waiting-buy">
            {words.buyWaiting}
          </AnchorButton>
        ) : (
          <>
            <LinkButton href={toJoin.href} look="primary" size="l" wide data-testid="waiting-join">
              {words.joinFor(toJoin.plan.name, feeText(toJoin.plan, words.per))}
            </LinkButton>
            <AnchorButton href={loginHref} size="l" wide>
              {words.memberLogin}
            </AnchorButton>
          </>
        )}
      </chakra.div>
    </Card>
  )
}
