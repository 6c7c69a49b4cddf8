import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { daysGiven, freeDaysOf, freeDaysText } from '#membership/subscriptions/freeDays.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { DateText, dateText, monthText } from '#ui/text/DateText.tsx'
import { MoneyText, yenText } from '#ui/text/MoneyText.tsx'
import { AddressCard } from '../parcels/AddressCard'
import { GoodsActions, type GoodsAsked, GoodsDialogs, HeldNotice, NoteButton } from '../parcels/GoodsActions'
import { GoodsLines, Shipments } from '../parcels/GoodsParts'
import { CameBackNotice } from '../parcels/ReturnedParcels'
import type { Ids } from '../parcels/read'
import { FulfillmentWords, useFulfillmentWords } from '../parcels/words'
import { staffOrders } from './contract'
import { MoneyBack } from './moneyBack/MoneyBack'
import { Deadline, GoodsBadge, MoneyNeeds, NotCollectedNotice, OrderBadge } from './parts'
import { VoucherCard } from './VoucherCard'
import { StaffOrderWords, useStaffOrderWords } from './words'

const LateDialog = dynamic(() => import('./OrderDialogs').then((m) => m.LateDialog), { ssr: false })
const RefundDialog = dynamic(() => import('./OrderDialogs').then((m) => m.RefundDialog), { ssr: false })

type OrderIds = { tenantId: string; brandId: string; orderId: string }
type ScreenProps = {
  /** Content of another feature about an order with files, passed in by the page. */
  downloads: (ids: OrderIds) => ReactNode
}
export const OrderScreen = ({ downloads }: ScreenProps) => (
  <StaffOrderWords>
    <FulfillmentWords>
      <LoadedOrder downloads={downloads} />
    </FulfillmentWords>
  </StaffOrderWords>
)

type Answer = ResultOf<typeof staffOrders.getOrder>
type Order = Answer['order']
type OpenDialog = 'refund' | 'acceptLate' | 'refundLate' | GoodsAsked | null

const LoadedOrder = ({ downloads }: ScreenProps) => {
  const words = useStaffOrderWords()
  const ids = useRouteIds('tenantId', 'brandId', 'orderId')
  const read = useRead(staffOrders.getOrder, ids)
  if (!ids || !read.data) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={words.order.waitingTitle}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(ids && { back: { href: routes.orders(ids), label: words.title } })}
      />
    )
  }
  return <OrderPage ids={ids} read={read.data} downloads={downloads} />
}

const OrderPage = ({ ids, read, downloads }: { ids: Ids; read: Answer } & ScreenProps) => {
  const words = useStaffOrderWords()
  const { returns } = useFulfillmentWords()
  const [asked, setAsked] = useState<OpenDialog>(null)
  const { order, canRefund, canResolveLate, canShip, refundable } = read
  const close = () => setAsked(null)
  const late = order.late
  const isGoods = order.kind === 'goods' || order.kind === 'eventGoods'
  const isSent = order.fulfillmentState !== 'notRequired'
  const actions = isGoods && <GoodsActions ids={ids} read={read} ask={setAsked} />
  const refund = canRefund && refundable > 0 && (
    <Button onClick={() => setAsked('refund')}>{words.refund.button}</Button>
  )
  return (
    <Page
      title={words.order.title(order.orderNumber)}
      badge={
        <>
          <OrderBadge state={order.paymentState} />
          <MoneyNeeds needs={order.needs} />
          <Deadline order={order} />
          {isSent && <GoodsBadge order={order} />}
        </>
      }
      back={{ href: routes.orders(ids), label: words.title }}
      actions={
        (refund || actions) && (
          <>
            {refund}
            {actions}
          </>
        )
      }
    >
      <Columns aside={<OrderAside ids={ids} order={order} canShip={canShip} />}>
        {order.konbini?.isOpen && <VoucherCard ids={ids} order={order} konbini={order.konbini} canShip={canShip} />}
        {late && <LateCard late={late} canResolve={canResolveLate} ask={setAsked} />}
        {order.fulfillmentState === 'onHold' && <HeldNotice order={order} />}
        {order.needs.cameBackAt !== null && (
          <CameBackNotice
            ids={ids}
            order={order}
            canShip={canShip}
            since={order.needs.cameBackAt}
            refund={refund && <Button onClick={() => setAsked('refund')}>{returns.refund}</Button>}
          />
        )}
        {order.notCollectedSince !== null && <NotCollectedNotice since={order.notCollectedSince} />}
        {order.buyer.isDeleted && (
          <Notice tone="warn">
            {words.order.buyerDeleted} {order.destination && words.order.addressKept}
          </Notice>
        )}
        <Card title={words.order.lines}>
          <Lines order={order} />
        </Card>
        {isSent && <Shipments ids={ids} order={order} canShip={canShip} />}
        {order.lines.some(({ deliveryMethod }) => deliveryMethod === 'digital') && downloads(ids)}
        <MoneyBack ids={ids} read={read} {...(refund && { onRefund: () => setAsked('refund') })} />
        <Card title={words.order.timeline} action={canShip && <NoteButton onClick={() => setAsked('note')} />}>
          <Timeline order={order} />
        </Card>
      </Columns>
      {asked === 'refund' && <RefundDialog ids={ids} read={read} onClose={close} />}
      <GoodsDialogs asked={asked} ids={ids} read={read} onClose={close} />
      {late && (asked === 'acceptLate' || asked === 'refundLate') && (
        <LateDialog
          ids={ids}
          read={read}
          amount={late.amount - order.refunded}
          action={asked === 'acceptLate' ? 'accept' : 'refund'}
          onClose={close}
        />
      )}
    </Page>
  )
}

type LateProps = { late: NonNullable<Order['late']>; canResolve: boolean; ask: (asked: OpenDialog) => void }

/** A late payment without a decision comes first; afterwards the decision is shown. */
const LateCard = ({ late: { amount, arrivedAt, resolution }, canResolve, ask }: LateProps) => {
  const { late: words } = useStaffOrderWords()
  const locale = useLocale()
  const date = dateText(arrivedAt, locale, { hour: true })
  if (resolution !== null) {
    return (
      <Card title={words.resolvedTitle}>
        <chakra.p fontSize="0.875rem">
          {words.arrived(yenText(amount), date)} {words.resolved[resolution]}
        </chakra.p>
      </Card>
    )
  }
  return (
    <chakra.div borderWidth="1px" borderColor="warn" borderRadius="l">
      <Card title={words.title}>
        <chakra.div display="grid" gap={4}>
          <chakra.p fontSize="0.875rem">{words.text(yenText(amount), date)}</chakra.p>
          {canResolve ? (
            <chakra.div display="flex" flexWrap="wrap" gap={2}>
              <Button look="primary" onClick={() => ask('acceptLate')}>
                {words.accept}
              </Button>
              <Button onClick={() => ask('refundLate')}>{words.refund}</Button>
            </chakra.div>
          ) : (
            <chakra.p fontSize="sm" color="muted">
              {words.cannotAct}
            </chakra.p>
          )}
        </chakra.div>
      </Card>
    </chakra.div>
  )
}

const Sum = chakra('div', {
  base: { display: 'flex', justifyContent: 'space-between', gap: 4, fontSize: '0.875rem', minW: 0 },
  variants: { strong: { true: { fontWeight: 'bold', fontSize: 'md' } } },
})

const Lines = ({ order }: { order: Order }) => {
  const words = useStaffOrderWords()
  const locale = useLocale()
  const isGoods = order.kind === 'goods' || order.kind === 'eventGoods'
  const fees = [
    { label: words.order.shippingFee, yen: order.shippingFee },
    { label: words.order.konbiniFee, yen: order.konbiniFee },
  ].filter(({ yen }) => yen > 0)
  return (
    <chakra.div display="grid" gap={3}>
      {isGoods ? (
        <GoodsLines order={order} />
      ) : (
        <chakra.ul display="grid" gap={2} pb={3} borderBottomWidth="1px" borderColor="border">
          {order.lines.map(({ lineId, name, unitPrice, quantity }) => (
            <Sum as="li" key={lineId}>
              <chakra.span minW="0" overflowWrap="anywhere" fontWeight="semibold">
                {quantity === 1 ? name : words.times(name, quantity)}
                <chakra.span display="block" color="muted" fontSize="sm" fontWeight="normal">
                  {words.kinds[order.kind]}
                  {order.period && ` ${words.order.month(monthText(order.period, locale))}`}
                </chakra.span>
              </chakra.span>
              <MoneyText yen={unitPrice * quantity} />
            </Sum>
          ))}
        </chakra.ul>
      )}
      <chakra.dl display="grid" gap={2}>
        {fees.length > 0 &&
          [{ label: words.order.subtotal, yen: order.subtotal }, ...fees].map(({ label, yen }) => (
            <Sum key={label} color="muted">
              <dt>{label}</dt>
              <dd>
                <MoneyText yen={yen} />
              </dd>
            </Sum>
          ))}
        <Sum strong>
          <dt>{words.order.total}</dt>
          <dd>
            <MoneyText yen={order.total} />
          </dd>
        </Sum>
        {order.refunded > 0 && (
          <Sum color="muted">
            <dt>{words.order.refundedSoFar}</dt>
            <dd>
              <MoneyText yen={-order.refunded} />
            </dd>
          </Sum>
        )}
      </chakra.dl>
    </chakra.div>
  )
}

/** Their detail is what a person wrote, or a parcel's number. */
const written = [
  'note',
  'held',
  'shipped',
  'labelPrinted',
  'trackingChanged',
  'delivered',
  'notDelivered',
  'notShipped',
  'notPickedUp',
  'notCameBack',
  'canceledByStaff',
  'cancelAsked',
  'downloadStopped',
  'downloadReset',
  'downloadSuspended',
  'downloadResumed',
]

const Timeline = ({ order }: { order: Order }) => {
  const words = useStaffOrderWords()
  const locale = useLocale()
  /** Free text, an amount, a reason that has words, or nothing that can be shown. */
  const detailText = (what: string, detail: string) => {
    if (written.includes(what)) return detail
    if (what === daysGiven) {
      const given = freeDaysOf(detail)
      return given ? freeDaysText(given, locale) : ''
    }
    return /^\d+$/.test(detail) ? yenText(Number(detail)) : (words.details[detail] ?? '')
  }
  return (
    <chakra.ol display="grid" gap={4}>
      {order.timeline.map(({ at, what, actorName, detail }, i) => (
        <chakra.li
          // Events only ever come to the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: they carry no id
          key={i}
          display="grid"
          gap={0.5}
          pl={4}
          borderLeftWidth="2px"
          borderColor="borderStrong"
          fontSize="0.875rem"
        >
          <chakra.span whiteSpace="pre-line" overflowWrap="anywhere">
            <strong>{words.events[what] ?? words.otherEvent}</strong> {detailText(what, detail)}
          </chakra.span>
          <chakra.span color="muted" fontSize="sm">
            <DateText at={at} hour /> {actorName && words.order.by(actorName)}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ol>
  )
}

const OrderAside = ({ ids, order, canShip }: { ids: Ids; order: Order; canShip: boolean }) => {
  const words = useStaffOrderWords()
  const { order: says } = words
  const when = (label: string, at: number | null) => (at === null ? [] : [{ label, value: <DateText at={at} hour /> }])
  const { buyer, konbini, planId, receipt } = order
  return (
    <>
      <Card title={says.aside}>
        <chakra.div display="grid" gap={4}>
          <Facts
            items={[
              { label: says.state, value: <OrderBadge state={order.paymentState} /> },
              ...(order.fulfillmentState === 'notRequired'
                ? []
                : [{ label: words.columns.goods, value: <GoodsBadge order={order} /> }]),
              { label: says.number, value: order.orderNumber },
              { label: says.kind, value: words.kinds[order.kind] },
              { label: says.method, value: words.methods[order.paymentMethod] },
              ...(konbini ? [{ label: says.voucher, value: says.voucherStates[konbini.state] ?? konbini.state }] : []),
              ...when(says.placedAt, order.placedAt),
              ...when(says.expiresAt, order.paymentState === 'awaitingPayment' ? order.expiresAt : null),
              ...when(says.paidAt, order.paidAt),
              ...when(says.closedAt, order.closedAt),
              ...(order.note ? [{ label: says.note, value: order.note }] : []),
            ]}
          />
          {planId && <LinkButton href={routes.plan({ ...ids, planId })}>{says.seePlan}</LinkButton>}
        </chakra.div>
      </Card>
      <AddressCard ids={ids} order={order} canShip={canShip} />
      <Card title={says.buyer}>
        <Facts
          items={[
            { label: says.name, value: buyer.displayName || words.noName },
            ...(buyer.memberNumber === null ? [] : [{ label: says.memberNumber, value: String(buyer.memberNumber) }]),
            ...(buyer.email ? [{ label: says.email, value: buyer.email }] : []),
            ...(receipt?.issuedTo ? [{ label: says.receiptTo, value: receipt.issuedTo }] : []),
            ...(receipt?.purpose ? [{ label: says.receiptFor, value: receipt.purpose }] : []),
          ]}
        />
        <chakra.div display="flex" flexWrap="wrap" gap={2} mt={4}>
          {buyer.fanId !== null && (
            <LinkButton size="s" href={routes.fan({ ...ids, fanId: buyer.fanId })}>
              {says.seeFan}
            </LinkButton>
          )}
          <LinkButton size="s" href={routes.orders(ids, { query: { uid: buyer.uid } })}>
            {says.seeOrders}
          </LinkButton>
        </chakra.div>
      </Card>
    </>
  )
}
