import { chakra } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { token } from '#client/identity.ts'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { isCallError } from '#kit/callError.ts'
import { confirmationOf } from '#money/orders/confirmation.ts'
import { confirmationFacts, type PaymentMethod } from '#money/orders/order.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { FactList } from '#ui/fan/FactList.tsx'
import { InReach } from '#ui/fan/InReach.tsx'
import { FramedChoice, WaysToPay } from '#ui/fan/WaysToPay.tsx'
import { Link } from '#ui/Link.tsx'
import { CartIcon, PlusIcon } from '#ui/look/icons.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useFailure } from '#ui/useFailure.ts'
import { ItemPicture } from '../../goods/fan/ItemPicture'
import { handingOf } from '../cart'
import { type CartGoods, carts, type PrePurchase } from '../contract'
import { AddressDialog } from './AddressDialog'
import { AddressText } from './AddressesScreen'
import { HandingChoice, nameOf, Row, SummaryRows } from './parts'
import { CartWords, useCartWords } from './words'

/** Address, full price and payment method, confirmed before ordering. */
export const CheckoutScreen = () => (
  <CartWords>
    <Screen />
  </CartWords>
)

const Screen = () => {
  const { checkout: words } = useCartWords()
  const ids = useRouteIds('cartId')
  const { data, failed, reload } = useRead(carts.getPrePurchaseByCart, ids)
  if (failed) return <FailedState {...failed} />
  if (!data) return <SkeletonText lines={8} />
  if (data.goodsList.length === 0)
    return (
      <EmptyState
        icon={<CartIcon size={24} />}
        title={words.notFound}
        action={<LinkButton href={routes.carts()}>{words.back}</LinkButton>}
      />
    )
  return <Checkout key={data.cartId} of={data} reload={reload} />
}

const methods = ['card', 'konbini'] as const

const Checkout = ({ of, reload }: { of: PrePurchase; reload: () => void }) => {
  const all = useCartWords()
  const { checkout: words, refusals, notifications, errors: cartErrors } = all
  const locale = useLocale()
  const failure = useFailure(refusals)
  const [chosenMethod, setMethod] = useState<PaymentMethod>('card')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<{ text: string; isAwaited?: boolean } | null>(null)
  const [busy, setBusy] = useState(false)
  const [now] = useState(() => Date.now())
  const key = useRef(crypto.randomUUID())
  const change = useWrite(carts.updateCart, { refresh: [carts.getPrePurchaseByCart, carts.getCarts] })
  const { cartId, goodsList, orderSummary, isShippingRequired, konbiniPaymentFee, cartNotifications } = of
  const known = [...(of.defaultShippingAddress ? [of.defaultShippingAddress] : []), ...of.alternativeShippingAddresses]
  const address = known.find(({ addressId }) => addressId === chosen) ?? known[0]
  const offered = methods.filter((one) => one === 'card' || of.isKonbiniOffered)
  const method = offered.includes(chosenMethod) ? chosenMethod : 'card'
  const fee = method === 'konbini' ? konbiniPaymentFee : 0
  const told = confirmationOf({
    kind: 'goods',
    locale,
    now,
    name: goodsList[0]?.name ?? '',
    pieces: goodsList.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: goodsList.length,
    price: orderSummary.subtotal,
    shippingFee: orderSummary.shippingFee,
    ...handingOf(goodsList),
    endsAt: of.payableUntil,
    method,
    konbiniFee: konbiniPaymentFee,
  })
  const isBlocked =
    of.notice !== '' || cartNotifications.length > 0 || (isShippingRequired && !address) || change.isPending

  /** Changes the delivery of an item; the total is then recalculated. */
  const choose = async ({ goodsId, variation, quantity }: CartGoods, isPickUp: boolean) => {
    setProblem(null)
    key.current = crypto.randomUUID()
    try {
      const line = { goodsId, variationId: variation.variationId, quantity, isPickUp }
      const { errors } = await change.mutateAsync({ cartId, goodsList: [line] })
      const [error] = errors
      if (error) setProblem({ text: cartErrors[error.error] })
    } catch (error) {
      if (!isCallError(error)) throw error
      setProblem({ text: failure.textOf(error) })
    }
  }

  const buy = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const called = { token, idempotencyKey: key.current, locale }
      const agreed = {
        cartId,
        ...(isShippingRequired && address && { addressId: address.addressId }),
        expectedTotal: orderSummary.totalFee + fee,
      }
      const { sessionUrl } =
        method === 'card'
          ? await call<(typeof carts)['purchaseGoodsByCart']>(
              carts.purchaseGoodsByCart,
              { ...agreed, returnPath: routes.myOrders({ query: { type: 'goods' } }) },
              called,
            )
          : await call<(typeof carts)['purchaseGoodsByCartByKonbini']>(
              carts.purchaseGoodsByCartByKonbini,
              agreed,
              called,
            )
      window.location.assign(sessionUrl)
    } catch (error) {
      setBusy(false)
      if (!isCallError(error)) throw error
      // Another press is a new attempt, with a new key.
      key.current = crypto.randomUUID()
      setProblem({ text: failure.textOf(error), isAwaited: error.code === 'awaitingPayment' })
      reload()
    }
  }
  return (
    <>
      {/* The button is in reach from the beginning; so is what keeps it closed. */}
      {cartNotifications.length > 0 && (
        <Notice tone="bad" role="alert">
          <p>{words.trouble}</p>
          {cartNotifications.map(({ status, goodsName, variationId, isForMembers }) => (
            <p key={variationId}>{notifications[isForMembers ? 'membersOnly' : status](goodsName)}</p>
          ))}
        </Notice>
      )}
      {of.notice && <Notice tone="warn">{of.notice}</Notice>}
      {isShippingRequired && (
        <Card title={words.address}>
          <chakra.div display="grid" gap={2} role="radiogroup" aria-label={words.address}>
            {known.length === 0 && <Notice tone="info">{words.noAddress}</Notice>}
            {known.map((one) => (
              <FramedChoice key={one.addressId}>
                <chakra.input
                  type="radio"
                  name="address"
                  value={one.addressId}
                  checked={address?.addressId === one.addressId}
                  onChange={() => setChosen(one.addressId)}
                  accentColor="var(--brand)"
                  mt="5px"
                />
                <span>
                  <chakra.span display="block" fontWeight="semibold" fontSize="0.9375rem">
                    {one.recipientName}
                  </chakra.span>
                  <AddressText address={one} />
                </span>
              </FramedChoice>
            ))}
            <div>
              <Button
                size={known.length === 0 ? 'm' : 's'}
                look={known.length === 0 ? 'primary' : 'plain'}
                onClick={() => setAdding(true)}
                data-testid="add-address"
              >
                <PlusIcon size={15} />
                {known.length === 0 ? words.firstAddress : words.addAddress}
              </Button>
            </div>
          </chakra.div>
        </Card>
      )}
      <Card title={words.items}>
        <chakra.ul display="grid" gap={3} mb={4}>
          {goodsList.map((item) => (
            <chakra.li key={item.variation.variationId} display="grid" gap={2} minW={0}>
              <chakra.div display="flex" gap={3} alignItems="center" minW={0}>
                <ItemPicture src={item.thumbnail} />
                <Row flex="1">
                  <chakra.span fontSize="0.875rem" overflowWrap="anywhere">
                    <span lang={languageOf(nameOf(item.name, item.variation.variationName))}>
                      {nameOf(item.name, item.variation.variationName)}
                    </span>
                    <chakra.span color="muted"> × {item.quantity}</chakra.span>
                  </chakra.span>
                  <chakra.span fontVariantNumeric="tabular-nums">{yenText(item.price * item.quantity)}</chakra.span>
                </Row>
              </chakra.div>
              <HandingChoice
                item={item}
                isBusy={busy || change.isPending}
                onChoose={(isPickUp) => void choose(item, isPickUp)}
              />
            </chakra.li>
          ))}
        </chakra.ul>
        <chakra.p fontSize="0.875rem" mb={4} color="muted">
          <Link href={routes.carts()} style={{ textDecoration: 'underline' }}>
            {words.edit}
          </Link>
        </chakra.p>
        <SummaryRows summary={orderSummary} isSent={isShippingRequired} fee={fee} />
      </Card>
      <Card title={words.how}>
        <chakra.fieldset display="grid" gap={2} mb={4}>
          <chakra.legend srOnly>{words.how}</chakra.legend>
          <WaysToPay
            ways={offered.map((each) => ({
              way: each,
              label: words[each],
              note: each === 'card' ? words.cardNote : words.konbiniNote(yenText(konbiniPaymentFee)),
              testId: `pay-${each}`,
            }))}
            chosen={method}
            onChoose={setMethod}
          />
          {!of.isKonbiniOffered && (
            <chakra.p fontSize="sm" color="muted">
              {words.noKonbini}
            </chakra.p>
          )}
        </chakra.fieldset>
        <FactList facts={confirmationFacts.map((fact) => ({ label: words.terms[fact], text: told[fact] }))} />
        <chakra.div mt={5}>
          <InReach tall>
            <chakra.div display="grid" gap={1.5} pt={{ md: 4 }} borderTopWidth={{ md: '1px' }} borderColor="border">
              {problem && (
                <Notice tone="bad" role="alert">
                  {problem.text}
                  {problem.isAwaited && (
                    <chakra.p mt={1} textDecoration="underline">
                      <Link href={routes.myOrders({ query: { type: 'goods' } })}>{words.toOrders}</Link>
                    </chakra.p>
                  )}
                </Notice>
              )}
              <Row alignItems="baseline" fontWeight="bold">
                <span>{all.total}</span>
                <chakra.span fontSize="xl" fontVariantNumeric="tabular-nums" data-testid="checkout-total">
                  {yenText(orderSummary.totalFee + fee)}
                </chakra.span>
              </Row>
              <chakra.p fontSize="xs" color="muted">
                {isShippingRequired && !address ? words.noAddress : words.agree}
              </chakra.p>
              <Button
                look="primary"
                size="l"
                wide
                onClick={() => void buy()}
                disabled={isBlocked}
                busy={busy}
                data-testid="checkout-buy"
              >
                {method === 'card' ? words.payByCard : words.payAtStore}
              </Button>
            </chakra.div>
          </InReach>
        </chakra.div>
      </Card>
      {isAdding && <AddressDialog address={null} onClose={() => setAdding(false)} onSaved={setChosen} />}
    </>
  )
}
