import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useAsk, useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { postalText } from '#club/postal/postalCode.ts'
import type { Operation } from '#kit/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { historyStatus, lineName } from '#money/orders/order.ts'
import { Badge } from '#ui/Badge.tsx'
import { AnchorButton, Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { ItemPicture } from '../../goods/fan/ItemPicture'
import { goodsOrders, type OrderDetail } from '../contract'
import { DisputeNotice } from './DisputeNotice'
import { PaymentBadge } from './PaymentBadge'
import { RefundNotice } from './RefundNotice'
import { FanOrderWords, useFanOrderWords } from './words'

/** An order of goods, for the fan who placed it. */
type ScreenProps = {
  /** Content of other features about an order, such as its downloads, passed in by the page. */
  more: (order: OrderDetail, shownBy: readonly Operation[]) => ReactNode
}
export const OrderScreen = ({ more }: ScreenProps) => (
  <FanOrderWords>
    <Screen more={more} />
  </FanOrderWords>
)

const Screen = ({ more }: ScreenProps) => {
  const ids = useRouteIds('orderId')
  const { data, failed } = useRead(goodsOrders.getOrderDetail, ids)
  if (failed) return <FailedState {...failed} />
  if (!data) return <SkeletonText lines={8} />
  return <Detail order={data.orderDetail} more={more} />
}

const Row = chakra('div', { base: { display: 'flex', justifyContent: 'space-between', gap: 4, minW: 0 } })

const Detail = ({ order, more }: { order: OrderDetail } & ScreenProps) => {
  const { detail: words, history, refusals } = useFanOrderWords()
  const ask = useAsk()
  const attempt = useAttempt(refusals)
  const { orderId, orderedGoods, orderSummary, konbiniFee, refunded, shippingAddress, shipments, returns } = order
  const status = historyStatus[order.paymentState]
  const brandSlug = orderedGoods[0]?.bransSlug
  // Items that are handed over at a venue have a card of their own.
  const isSent = order.fulfillmentState !== 'notRequired' && !(order.pickUp && !shippingAddress)
  const pay = () =>
    attempt(async () => {
      const { paymentUrl } = await ask(orders.getOrderPaymentUrl, { orderId })
      window.location.assign(paymentUrl)
    })
  // Where the parcels are is what one comes to read, once there are some.
  const isUnderway = shipments.length + returns.length > 0
  const delivery = shippingAddress && (
    <Card title={words.delivery}>
      <chakra.div display="grid" gap={3} fontSize="0.875rem">
        <div>
          <chakra.p fontWeight="semibold">{shippingAddress.recipientName}</chakra.p>
          <chakra.p color="muted" overflowWrap="anywhere">
            {postalText(shippingAddress.postalCode)} {shippingAddress.address}
          </chakra.p>
        </div>
        {returns.map((one) => (
          <CameBack key={one.fulfillmentId} parcel={one} brandSlug={brandSlug} />
        ))}
        {shipments.length + returns.length === 0 && order.shippingProviderInfo?.shippingStatus === 'preparing' && (
          <chakra.p borderTopWidth="1px" borderColor="border" pt={3}>
            {words.preparing}
          </chakra.p>
        )}
        {shipments.length > 0 && (
          <chakra.ul display="grid" gap={4} borderTopWidth="1px" borderColor="border" pt={3}>
            {shipments.map((one) => (
              <chakra.li key={one.fulfillmentId} display="grid" gap={1.5} justifyItems="start">
                <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
                  <strong>{one.providerName}</strong>
                  <chakra.span overflowWrap="anywhere">{one.trackingNumber}</chakra.span>
                  <Badge tone={one.shippingStatus === 'shipping' ? 'info' : 'ok'}>
                    {words.parcel[one.shippingStatus]}
                  </Badge>
                </chakra.div>
                <chakra.p color="muted" fontSize="sm">
                  {one.items.map(({ name, variationName, quantity }) => (
                    <chakra.span
                      display="block"
                      key={`${name} ${variationName}`}
                      lang={languageOf(name + variationName)}
                    >
                      {lineName({ name, variationName })} × {quantity}
                    </chakra.span>
                  ))}
                  {one.shippedAt !== null && <DateText at={one.shippedAt} />}
                </chakra.p>
                {one.wentTo && (
                  <chakra.p fontSize="sm" overflowWrap="anywhere">
                    {words.wentTo(
                      `${one.wentTo.recipientName} ${postalText(one.wentTo.postalCode)} ${one.wentTo.address}`,
                    )}
                  </chakra.p>
                )}
                {one.trackingUrl && (
                  <AnchorButton size="s" href={one.trackingUrl}>
                    {words.track}
                  </AnchorButton>
                )}
              </chakra.li>
            ))}
          </chakra.ul>
        )}
      </chakra.div>
    </Card>
  )
  // At the venue the code is what one opens the page for, until everything was handed over.
  const isToPickUp = order.pickUp?.state === 'ready'
  const given = more(order, [goodsOrders.getOrderDetail])
  return (
    <>
      {isToPickUp && given}
      <Card
        title={words.number(order.orderNumber)}
        lead={brandSlug ? <Link href={routes.fanBrand({ brandSlug })}>{order.brandName}</Link> : order.brandName}
      >
        <chakra.div display="flex" flexWrap="wrap" gap={2} alignItems="center" mb={3}>
          <PaymentBadge status={status} of={{ ...order, isLate: order.paymentState === 'paidLate' }} />
          {isSent &&
            status === 'active' &&
            (returns.length > 0 ? (
              <Badge tone="warn">{words.returned.badge}</Badge>
            ) : (
              <Badge tone="info">{words.fulfillment[order.fulfillmentState]}</Badge>
            ))}
        </chakra.div>
        <Facts
          wide
          items={[
            { label: words.placedAt, value: <DateText at={order.placedAt} hour /> },
            {
              label: words.method,
              value: `${history.method[order.paymentInfo.paymentMethod]}${order.paymentInfo.paymentNumber ? ` (${order.paymentInfo.paymentNumber})` : ''}`,
            },
          ]}
        />
        {order.refund && (
          <chakra.div mt={4}>
            <RefundNotice orderId={orderId} refund={order.refund} refresh={goodsOrders.getOrderDetail} />
          </chakra.div>
        )}
        {order.isDisputed && (
          <chakra.div mt={4}>
            <DisputeNotice brandSlug={undefined} />
          </chakra.div>
        )}
        {(order.isPayable || order.hasReceipt || brandSlug) && (
          <chakra.div display="flex" flexWrap="wrap" gap={2} mt={4}>
            {order.isPayable && (
              <Button look="primary" onClick={() => void pay()}>
                {history.pay}
              </Button>
            )}
            {order.hasReceipt && <LinkButton href={routes.myReceipt({ orderId })}>{history.receipt}</LinkButton>}
            {brandSlug && <LinkButton href={routes.fanContact({ brandSlug })}>{words.contact}</LinkButton>}
          </chakra.div>
        )}
      </Card>
      {isUnderway && delivery}
      {!isToPickUp && given}
      <Card title={words.items}>
        <chakra.ul display="grid" gap={4} mb={4} data-testid="order-lines">
          {orderedGoods.map((item) => (
            <Line key={`${item.id} ${item.variation.variationId}`} item={item} />
          ))}
        </chakra.ul>
        <chakra.dl display="grid" gap={1.5} fontSize="0.875rem" borderTopWidth="1px" borderColor="border" pt={3}>
          <Row>
            <chakra.dt color="muted">{words.subtotal}</chakra.dt>
            <dd>
              <MoneyText yen={orderSummary.subtotal} />
            </dd>
          </Row>
          {/* Before it is paid nothing waits to be sent, and the sum has to add up all the same. */}
          {(isSent || orderSummary.shippingFee > 0) && (
            <Row>
              <chakra.dt color="muted">{words.shipping}</chakra.dt>
              <dd>
                <MoneyText yen={orderSummary.shippingFee} />
              </dd>
            </Row>
          )}
          {konbiniFee > 0 && (
            <Row>
              <chakra.dt color="muted">{words.fee}</chakra.dt>
              <dd>
                <MoneyText yen={konbiniFee} />
              </dd>
            </Row>
          )}
          <Row fontWeight="bold" fontSize="lg" pt={1}>
            <dt>{words.total}</dt>
            <dd>
              <MoneyText yen={orderSummary.totalFee + konbiniFee} />
            </dd>
          </Row>
          {refunded > 0 && (
            <Row>
              <chakra.dt color="muted">{words.refunded}</chakra.dt>
              <dd>
                <MoneyText yen={refunded} />
              </dd>
            </Row>
          )}
        </chakra.dl>
      </Card>
      {!isUnderway && delivery}
    </>
  )
}

type BackProps = { parcel: OrderDetail['returns'][number]; brandSlug: string | undefined }

/** A parcel that came back, until it is sent again or refunded: why, and what its buyer can do. */
const CameBack = ({ parcel: { returnedAt, reason, items }, brandSlug }: BackProps) => {
  const { returned: words } = useFanOrderWords().detail
  const locale = useLocale()
  return (
    <Notice tone="warn">
      <chakra.div display="grid" gap={2} justifyItems="start">
        <strong>{words.text(dateText(returnedAt, locale), words.reasons[reason])}</strong>
        <chakra.ul overflowWrap="anywhere">
          {items.map((item) => (
            <li key={`${item.name} ${item.variationName}`} lang={languageOf(item.name + item.variationName)}>
              {lineName(item)} × {item.quantity}
            </li>
          ))}
        </chakra.ul>
        <p>{reason === 'unknownAddress' ? words.check : words.next}</p>
        {brandSlug && (
          <LinkButton size="s" href={routes.fanContact({ brandSlug })}>
            {words.write}
          </LinkButton>
        )}
      </chakra.div>
    </Notice>
  )
}

const Line = ({ item }: { item: OrderDetail['orderedGoods'][number] }) => {
  const { detail: words } = useFanOrderWords()
  const { id, bransSlug: brandSlug, name, price, thumbnail, deliveryInfo, variation, quantity } = item
  return (
    <chakra.li display="flex" gap={3.5} minW={0}>
      <ItemPicture src={thumbnail} size={64} />
      <chakra.div flex="1" minW={0} display="grid" gap={0.5} alignContent="start">
        <Row>
          <chakra.span fontWeight="semibold" overflowWrap="anywhere" lang={languageOf(name)}>
            <Link href={routes.fanGoodsItem({ brandSlug, goodsId: id })}>{name}</Link>
          </chakra.span>
          <MoneyText yen={price * quantity} />
        </Row>
        <chakra.p fontSize="sm" color="muted" display="flex" flexWrap="wrap" columnGap={3}>
          {variation.variationName && <span lang={languageOf(variation.variationName)}>{variation.variationName}</span>}
          <span>{words.pieces(quantity)}</span>
          {deliveryInfo.type === 'physical' && deliveryInfo.deliveryTimeText && (
            <span>{deliveryInfo.deliveryTimeText}</span>
          )}
          {deliveryInfo.type === 'digital' && <span>{words.digital}</span>}
        </chakra.p>
      </chakra.div>
    </chakra.li>
  )
}
