import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { hoursText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { ItemPicture } from '../../goods/fan/ItemPicture'
import { goodsOrders, type OrderDetail } from '../contract'
import { boughtIn, nextOfOrder } from '../thanks'
import { useAskedAgain } from './useAskedAgain'
import { useFanOrderWords } from './words'

type Props = {
  orderId: string
  /** The payment has been confirmed while this was shown. */
  onPaid?: () => void
  /** What stands below, shown once its place is known. */
  children: ReactNode
}

/** Shown on return from the payment page; the payment may be confirmed to us a moment later. */
export const GoodsThanks = ({ orderId, onPaid, children }: Props) => {
  const { history: words } = useFanOrderWords()
  const { data, failed, reload } = useRead(goodsOrders.getOrderDetail, { orderId })
  const order = data?.orderDetail
  const isAwaited = order?.paymentState === 'awaitingPayment'
  const isPaid = order !== undefined && order.paidAt !== null
  const { hasAsked } = useAskedAgain(isAwaited, reload)
  useEffect(() => {
    if (isPaid && hasAsked) onPaid?.()
  }, [isPaid, hasAsked, onPaid])
  if (failed || (order && !isAwaited && !isPaid)) return children
  const next = order && nextOfOrder(order)
  return (
    <>
      <Notice tone={isPaid ? 'ok' : 'info'} role="status" data-testid="goods-thanks">
        <chakra.div display="grid" gap={3} justifyItems="start">
          <chakra.div display="grid" gap={3} w="100%">
            <chakra.div display="flex" alignItems="center" minH="1.6em">
              {order ? <strong>{words.thanks}</strong> : <Bone w="45%" h="14px" />}
            </chakra.div>
            <Bought order={order} />
          </chakra.div>
          {/* Two lines of a phone, whichever of both is said. */}
          <chakra.p minH="3.2em">{next && (isPaid ? words.thanksNext[next] : words.confirming)}</chakra.p>
          {next && (
            <LinkButton href={routes.myOrder({ orderId })} look={isPaid ? 'primary' : 'plain'} data-testid="order-next">
              {isPaid ? words.openNext[next] : words.open}
            </LinkButton>
          )}
        </chakra.div>
      </Notice>
      {order && children}
    </>
  )
}

/** The goods in a line with their picture, and how they come: undefined while that loads. */
const Bought = ({ order }: { order: OrderDetail | undefined }) => {
  const { history: words } = useFanOrderWords()
  const locale = useLocale()
  const bought = order && boughtIn(order)
  return (
    <chakra.div display="flex" gap={3.5} minW={0} color="text">
      <ItemPicture src={bought?.thumbnail ?? ''} size={64} />
      <chakra.div flex="1" minW={0} display="grid" gap={1} alignContent="start" overflowWrap="anywhere">
        {!bought && (
          <>
            <Bone w="70%" mt={1} />
            <Bone w="48%" mt={2} />
          </>
        )}
        {bought && (
          <>
            <chakra.p fontWeight="semibold" lang={languageOf(bought.name)}>
              {words.bought(bought.name, bought.quantity, bought.others)}
            </chakra.p>
            <chakra.dl display="grid" gap={1}>
              {bought.sent && bought.sent.times.length > 0 && (
                <Fact label={words.sentWithin}>
                  <span lang={languageOf(bought.sent.times[0] ?? '')}>{bought.sent.times.join(' / ')}</span>
                </Fact>
              )}
              {bought.sent && (
                <Fact label={words.sentTo}>
                  <span lang={languageOf(bought.sent.address)}>{bought.sent.address}</span>
                </Fact>
              )}
              {bought.venues.map(({ venueName, windows }) => (
                <Fact key={JSON.stringify([venueName, windows])} label={words.pickedUp}>
                  <span lang={languageOf(venueName)}>{venueName}</span>
                  {windows.map(({ from, to }) => (
                    <chakra.span key={from} display="block" fontVariantNumeric="tabular-nums">
                      {hoursText(from, to, locale)}
                    </chakra.span>
                  ))}
                </Fact>
              ))}
            </chakra.dl>
          </>
        )}
      </chakra.div>
    </chakra.div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <chakra.dt fontSize="xs" color="muted">
      {label}
    </chakra.dt>
    <chakra.dd fontSize="sm">{children}</chakra.dd>
  </div>
)
