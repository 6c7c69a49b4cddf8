import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { routes, useQueryValue, useShownQueryValue } from '#client/routes.ts'
import { useAsk, useRead } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { FileIcon } from '#ui/look/icons.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { ItemPicture } from '../../goods/fan/ItemPicture'
import { DisputeNotice } from './DisputeNotice'
import { GoodsThanks } from './GoodsThanks'
import { PaymentBadge } from './PaymentBadge'
import { RefundNotice } from './RefundNotice'
import { FanOrderWords, useFanOrderWords } from './words'

type Item = ResultOf<(typeof orders)['getFanClubOrderHistory']>['historyItems'][number]
const size = 20
const kinds = ['plan', 'goods'] as const

/** A fan's orders, newest first, with payment links for unpaid ones and receipts for paid ones. */
export const OrdersScreen = () => (
  <FanOrderWords>
    <Screen />
  </FanOrderWords>
)

const Screen = () => {
  const { history: words } = useFanOrderWords()
  const ui = useUiWords()
  const { isReady } = useRouter()
  const asked = useQueryValue('type')
  const type = kinds.find((kind) => kind === asked) ?? null
  const page = Math.max(1, Math.trunc(Number(useQueryValue('page'))) || 1)
  const paid = useShownQueryValue('paid')
  const { data, failed, isStale, reload } = useRead(
    orders.getFanClubOrderHistory,
    isReady ? { filterOption: { orderItemType: type }, pagination: { limit: size, offset: (page - 1) * size } } : null,
  )
  const tab = (label: string, kind: (typeof kinds)[number] | null) => ({
    label,
    href: routes.myOrders(kind ? { query: { type: kind } } : {}),
    current: type === kind,
  })
  const list = (
    <Card flush>
      <Tabs label={words.filter} items={[tab(words.all, null), tab(words.plan, 'plan'), tab(words.goods, 'goods')]} />
      {failed ? (
        <FailedState {...failed} />
      ) : !data ? (
        <chakra.div p={5}>
          <SkeletonText lines={8} />
        </chakra.div>
      ) : data.historyItems.length === 0 && page > 1 ? (
        <EmptyState title={ui.pageGone} action={<LinkButton href={tab('', type).href}>{ui.firstPage}</LinkButton>} />
      ) : data.historyItems.length === 0 ? (
        <EmptyState icon={<FileIcon size={24} />} title={words.empty} text={words.emptyText} />
      ) : (
        <chakra.ul opacity={isStale ? 0.6 : 1} data-testid="orders">
          {data.historyItems.map((item) => (
            <Row key={item.orderId} item={item} isPaying={item.orderId === paid} />
          ))}
        </chakra.ul>
      )}
      {data && data.pagination.totalPage > 1 && <Pages page={page} total={data.pagination.totalPage} type={type} />}
    </Card>
  )
  if (!paid) return list
  return (
    <GoodsThanks orderId={paid} onPaid={reload}>
      {list}
    </GoodsThanks>
  )
}

/** `isPaying`: its buyer has just come from paying it. */
const Row = ({ item, isPaying }: { item: Item; isPaying: boolean }) => {
  const { history: words, refusals } = useFanOrderWords()
  const ask = useAsk()
  const attempt = useAttempt(refusals)
  const isPayable = item.isPayable && !isPaying
  const name = item.items.map((one) => one.name).join(' / ')
  // The address is requested on press: a card's page expires.
  const pay = () =>
    attempt(async () => {
      const { paymentUrl } = await ask(orders.getOrderPaymentUrl, { orderId: item.orderId })
      window.location.assign(paymentUrl)
    })
  return (
    <chakra.li
      display="flex"
      gap={3.5}
      px={{ base: 4, md: 5 }}
      py={4}
      borderTopWidth="1px"
      borderColor="border"
      _first={{ borderTopWidth: 0 }}
    >
      <ItemPicture src={item.thumbnail} size={64} />
      <chakra.div flex="1" minW={0} display="grid" gap={1.5} alignContent="start">
        <chakra.div display="flex" flexWrap="wrap" gap={2} alignItems="center" justifyContent="space-between">
          <chakra.span fontWeight="semibold" overflowWrap="anywhere" lang={languageOf(name)}>
            {name}
          </chakra.span>
          <chakra.span fontWeight="bold">
            <MoneyText yen={item.totalPrice} />
          </chakra.span>
        </chakra.div>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          columnGap={3}
          rowGap={1}
          alignItems="center"
          color="muted"
          fontSize="sm"
        >
          <PaymentBadge status={item.status} of={item} />
          <DateText at={item.purchasedAt} />
          <Link href={routes.fanBrand({ brandSlug: item.brandSlug })}>{item.brandName}</Link>
          <span>
            {words.method[item.paymentMethod]}
            {item.paymentMode === 'subscription' && ` · ${words.renewal}`}
          </span>
          <span>{item.orderNumber}</span>
        </chakra.div>
        {item.refund && (
          <RefundNotice orderId={item.orderId} refund={item.refund} refresh={orders.getFanClubOrderHistory} />
        )}
        {item.isDisputed && <DisputeNotice brandSlug={item.brandSlug} />}
        {(isPayable || item.hasReceipt || item.hasOrderDetail) && (
          <chakra.div display="flex" flexWrap="wrap" gap={2} mt={1}>
            {isPayable && (
              <Button
                look="primary"
                size="s"
                onClick={() => void pay()}
                aria-label={`${words.pay}: ${name}`}
                data-testid="order-pay"
              >
                {words.pay}
              </Button>
            )}
            {item.hasOrderDetail && (
              <LinkButton size="s" href={routes.myOrder({ orderId: item.orderId })} aria-label={words.openOf(name)}>
                {words.open}
              </LinkButton>
            )}
            {item.hasReceipt && (
              <LinkButton
                size="s"
                href={routes.myReceipt({ orderId: item.orderId })}
                aria-label={words.receiptOf(name)}
              >
                {words.receipt}
              </LinkButton>
            )}
          </chakra.div>
        )}
      </chakra.div>
    </chakra.li>
  )
}

const Pages = ({ page, total, type }: { page: number; total: number; type: string | null }) => {
  const { history: words } = useFanOrderWords()
  const at = (to: number) => routes.myOrders({ query: { type, page: to === 1 ? null : to } })
  return (
    <chakra.nav
      aria-label={words.pages}
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap={3}
      px={5}
      py={3}
      borderTopWidth="1px"
      borderColor="border"
    >
      {page > 1 ? (
        <LinkButton size="s" href={at(page - 1)}>
          {words.newer}
        </LinkButton>
      ) : (
        <span />
      )}
      <chakra.span fontSize="sm" color="muted" fontVariantNumeric="tabular-nums">
        {words.pageOf(Math.min(page, total), total)}
      </chakra.span>
      {page < total ? (
        <LinkButton size="s" href={at(page + 1)}>
          {words.older}
        </LinkButton>
      ) : (
        <span />
      )}
    </chakra.nav>
  )
}
