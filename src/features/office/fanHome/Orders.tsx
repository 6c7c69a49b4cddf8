import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { type Going, isTheirs } from '#shop/orders/going.ts'
import { Badge } from '#ui/Badge.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import type { HomeOfFan } from './Clubs'
import { BrandLink, Name, Part, Rows, Small } from './parts'
import { useFanHomeWords } from './words'

export type OrderOfHome = HomeOfFan['orders'][number]

const isGoods = ({ kind }: OrderOfHome) => kind === 'goods' || kind === 'eventGoods'
/** A voucher has a page of its own; other payments and refunds are made from the history. */
export const hrefOf = (order: OrderOfHome): string => {
  const { orderId, going, paymentMethod } = order
  if (going === 'pay' && paymentMethod === 'konbini') return routes.konbini({ orderId })
  return isGoods(order) && going !== 'pay' && going !== 'refund' ? routes.myOrder({ orderId }) : routes.myOrders()
}

const tones = { pay: 'warn', refund: 'warn', pickUp: 'ok', download: 'ok', sent: 'info', preparing: 'plain' } as const

/** Orders of goods and back numbers of which something is awaited; memberships stand among the payments. */
export const Orders = ({ orders }: { orders: readonly OrderOfHome[] }) => {
  const words = useFanHomeWords()
  const locale = useLocale()
  const shown = orders
    .filter(({ kind }) => kind !== 'plan')
    .toSorted((a, b) => Number(isTheirs(b.going)) - Number(isTheirs(a.going)))
  if (shown.length === 0) return null
  const whenOf = ({ going, dueAt, sentAt, placedAt }: OrderOfHome) => {
    if (going === 'pay' && dueAt !== null) return words.dueBy(dateText(dueAt, locale, { short: true, hour: true }))
    if (going === 'sent' && sentAt !== null) return words.sentOn(dateText(sentAt, locale, { short: true }))
    return words.orderedOn(dateText(placedAt, locale, { short: true }))
  }
  const labelOf = (going: Going) => (isTheirs(going) ? words.does[going as keyof typeof words.does] : words.does.see)
  return (
    <Part id="orders" title={words.orders} all={{ href: routes.myOrders(), label: words.allOrders }}>
      <Rows
        data-testid="my-going-orders"
        css={{ smDown: { '& > li': { flexDirection: 'column', alignItems: 'flex-start', gap: 2 } } }}
      >
        {shown.map((order) => {
          const [first = '', ...others] = order.items
          const name = others.length > 0 ? `${first} ${words.more(others.length)}` : first
          return (
            <li key={order.orderId}>
              <chakra.div flex="1" minW="0" display="grid" gap={0.5}>
                <chakra.div display="flex" flexWrap="wrap" columnGap={2} rowGap={1} alignItems="center">
                  <Badge tone={tones[order.going]}>{words.going[order.going]}</Badge>
                  <Small>{whenOf(order)}</Small>
                </chakra.div>
                <Name>
                  <Link href={hrefOf(order)}>{name}</Link>
                </Name>
                <chakra.div display="flex" flexWrap="wrap" columnGap={3} alignItems="center">
                  <BrandLink brand={order.brand} />
                  <Small>
                    <MoneyText yen={order.total} /> · {order.orderNumber}
                  </Small>
                </chakra.div>
              </chakra.div>
              <LinkButton
                size="s"
                href={hrefOf(order)}
                aria-label={`${labelOf(order.going)}: ${name}`}
                {...(isTheirs(order.going) && { look: 'primary' as const })}
              >
                {labelOf(order.going)}
              </LinkButton>
            </li>
          )
        })}
      </Rows>
    </Part>
  )
}
