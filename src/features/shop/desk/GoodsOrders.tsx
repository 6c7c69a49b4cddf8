import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { staffOrders } from './contract'
import { GoodsBadge, OrderBadge } from './parts'
import { StaffOrderWords, useStaffOrderWords } from './words'

type Props = { ids: { tenantId: string; brandId: string }; goodsId: string }

/** The newest orders of one product, on its own page. */
export const GoodsOrders = (props: Props) => (
  <StaffOrderWords>
    <Newest {...props} />
  </StaffOrderWords>
)

const Newest = ({ ids: { tenantId, brandId }, goodsId }: Props) => {
  const { ofGoods: words } = useStaffOrderWords()
  const ids = { tenantId, brandId }
  const read = useRead(staffOrders.getOrders, { ...ids, goodsId, pagination: { limit: 5, offset: 0 } })
  // Somebody without the role has a page without this card.
  if (read.failed?.code === 'forbidden') return null
  const count = read.data?.counts.all ?? 0
  return (
    <Card
      title={words.title}
      {...(count > 0 && {
        action: (
          <LinkButton size="s" href={routes.orders(ids, { query: { goodsId } })}>
            {words.all(count)}
          </LinkButton>
        ),
      })}
    >
      {read.failed ? (
        <FailedState {...read.failed} />
      ) : !read.data ? (
        <SkeletonText lines={3} />
      ) : count === 0 ? (
        <chakra.p color="muted" fontSize="0.875rem">
          {words.none}
        </chakra.p>
      ) : (
        <chakra.ul fontSize="0.875rem">
          {read.data.orders.map((order) => (
            <chakra.li
              key={order.orderId}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              columnGap={3}
              rowGap={1}
              py={2.5}
              borderTopWidth="1px"
              borderColor="border"
              _first={{ borderTopWidth: 0, pt: 0 }}
              _last={{ pb: 0 }}
            >
              <chakra.span fontWeight="semibold">
                <Link href={routes.order({ ...ids, orderId: order.orderId })}>{order.orderNumber}</Link>
              </chakra.span>
              <chakra.span color="muted">
                <DateText at={order.placedAt} />
              </chakra.span>
              {order.buyerName && <span>{order.buyerName}</span>}
              <chakra.span display="flex" flexWrap="wrap" gap={2} ml={{ md: 'auto' }}>
                <OrderBadge state={order.paymentState} />
                {order.fulfillmentState !== 'notRequired' && <GoodsBadge order={order} />}
              </chakra.span>
              <MoneyText yen={order.total} />
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </Card>
  )
}
