import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { orders } from '#money/orders/contract.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { AlertIcon, CheckIcon } from '#ui/look/icons.tsx'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { GoodsThanks } from './GoodsThanks'
import { KonbiniForm } from './KonbiniForm'
import { KonbiniVoucher } from './KonbiniVoucher'
import type { KonbiniPayment } from './read'
import { FanOrderWords, useFanOrderWords } from './words'

/** An order that is paid at a store: the form for its codes, the codes, and what has become of it. */
export const KonbiniScreen = () => (
  <FanOrderWords>
    <Screen />
  </FanOrderWords>
)

const Screen = () => {
  const ids = useRouteIds('orderId')
  const { data, failed, reload } = useRead(orders.getKonbiniPayment, ids)
  const isWaiting = data?.state === 'issued' && data.paymentState === 'awaitingPayment'
  useEffect(() => {
    if (!isWaiting) return
    // The store informs the provider, and the provider informs us, within seconds.
    const timer = setInterval(reload, 5000)
    return () => clearInterval(timer)
  }, [isWaiting, reload])
  // The form is long, and its button its end: what follows is read from its beginning, until when to pay.
  const state = data?.state
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'creating' && state === 'issued') window.scrollTo(0, 0)
    before.current = state
  }, [state])
  if (failed) return <FailedState {...failed} />
  if (!data) return <SkeletonText lines={8} />
  return (
    <>
      <Summary payment={data} />
      <State payment={data} isWaiting={isWaiting} reload={reload} />
    </>
  )
}

const Row = chakra('div', { base: { display: 'flex', justifyContent: 'space-between', gap: 4, minW: 0 } })

const Summary = ({ payment }: { payment: KonbiniPayment }) => {
  const { konbini: words } = useFanOrderWords()
  const { items, brand, orderNumber, konbiniPaymentFee, shippingFee, total } = payment
  return (
    <Card
      title={<Link href={routes.fanBrand({ brandSlug: brand.slug })}>{brand.name}</Link>}
      lead={`${words.order} ${orderNumber}`}
    >
      <chakra.dl display="grid" gap={1.5} fontSize="0.875rem">
        {items.map(({ name, price, quantity }, i) => (
          // An order's lines never change.
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have one name
          <Row key={i}>
            <chakra.dt overflowWrap="anywhere">{quantity > 1 ? `${name} × ${quantity}` : name}</chakra.dt>
            <dd>
              <MoneyText yen={price * quantity} />
            </dd>
          </Row>
        ))}
        {shippingFee > 0 && (
          <Row color="muted">
            <dt>{words.shipping}</dt>
            <dd>
              <MoneyText yen={shippingFee} />
            </dd>
          </Row>
        )}
        <Row color="muted">
          <dt>{words.fee}</dt>
          <dd>
            <MoneyText yen={konbiniPaymentFee} />
          </dd>
        </Row>
        <Row fontWeight="bold" fontSize="lg" borderTopWidth="1px" borderColor="border" pt={2} mt={1}>
          <dt>{words.total}</dt>
          <dd data-testid="konbini-total">
            <MoneyText yen={total} />
          </dd>
        </Row>
      </chakra.dl>
    </Card>
  )
}

/** Where a kind of sale is bought, and who has paid is thanked. */
const pages: Record<string, RegExp> = { plan: /^\/fc\/[^/]+\/plans\/[^/]/, backNumber: /^\/fc\/[^/]+\/back-numbers\?/ }

const State = ({ payment, isWaiting, reload }: { payment: KonbiniPayment; isWaiting: boolean; reload: () => void }) => {
  const { konbini: words } = useFanOrderWords()
  const { state, paymentState } = payment
  if (paymentState === 'awaitingPayment' && state === 'creating')
    return <KonbiniForm payment={payment} onOver={reload} />
  if (isWaiting) return <KonbiniVoucher payment={payment} onOver={reload} />
  const isPaid = paymentState === 'paid' || paymentState === 'partiallyRefunded'
  const ended =
    paymentState === 'paidLate'
      ? 'late'
      : paymentState === 'refunded'
        ? 'refunded'
        : state === 'expired' || state === 'canceled' || state === 'failed'
          ? state
          : 'expired'
  const how = ended === 'expired' && payment.stores.length === 0 ? 'lapsed' : ended
  const back = payment.returnPath.replace(/^\/en(?=\/)/, '') || null
  const isGoods = payment.kind === 'goods' || payment.kind === 'eventGoods'
  const { orderId, brand } = payment
  const after =
    payment.kind === 'backNumber'
      ? {
          text: words.paidMonthText,
          href: routes.fanBackNumbers({ brandSlug: brand.slug }),
          label: words.toMonths,
        }
      : { text: words.paidText, href: routes.myPlans(), label: words.toPlans }
  // Who has joined on the page of a plan is welcomed there, and who has bought a month thanked on its page, as after a card.
  const welcome =
    isPaid && back && pages[payment.kind]?.test(back)
      ? `${back}${back.includes('?') ? '&' : '?'}paid=${encodeURIComponent(orderId)}`
      : null
  const shop = isGoods
    ? { href: routes.fanGoods({ brandSlug: brand.slug }), label: words.toShop(brand.name) }
    : { href: routes.fanPlans({ brandSlug: brand.slug }), label: words.toBrand(brand.name) }
  if (isPaid && isGoods)
    return (
      <Card title={words.paid}>
        <chakra.div display="grid" gap={4} data-testid="konbini-paid">
          <GoodsThanks orderId={orderId}>
            <div>
              <LinkButton href={shop.href}>{shop.label}</LinkButton>
            </div>
          </GoodsThanks>
        </chakra.div>
      </Card>
    )
  return (
    <Card>
      <chakra.div data-testid={isPaid ? 'konbini-paid' : 'konbini-closed'}>
        <EmptyState
          icon={isPaid ? <CheckIcon size={24} /> : <AlertIcon size={24} />}
          title={isPaid ? words.paid : words[how]}
          text={isPaid ? after.text : words[`${how}Text`]}
          action={
            <>
              {welcome && (
                <LinkButton href={welcome} look="primary">
                  {words.toWelcome}
                </LinkButton>
              )}
              {isPaid && (
                <LinkButton href={after.href} {...(!welcome && { look: 'primary' })}>
                  {after.label}
                </LinkButton>
              )}
              {welcome ? null : back ? (
                <LinkButton href={back}>{words.back}</LinkButton>
              ) : (
                <LinkButton href={shop.href}>{shop.label}</LinkButton>
              )}
            </>
          }
        />
      </chakra.div>
    </Card>
  )
}
