import dynamic from 'next/dynamic'
import { routes } from '#client/routes.ts'
import { useWrite } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { shippableStates } from '#money/orders/order.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import type { MenuItem } from '#ui/overlay/Menu.tsx'
import { MoreMenu } from '#ui/overlay/MoreMenu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { usePortalWords } from '#ui/portalWords.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import type { staffOrders } from '../desk/contract'
import { fulfillments } from './contract'
import { isHandOver } from './fulfillment'
import type { Ids, Order } from './read'
import { refresh } from './read'
import { useFulfillmentWords } from './words'

const CancelDialog = dynamic(() => import('./GoodsDialogs').then((m) => m.CancelDialog), { ssr: false })
const DeliveredDialog = dynamic(() => import('./GoodsDialogs').then((m) => m.DeliveredDialog), { ssr: false })
const HoldDialog = dynamic(() => import('./GoodsDialogs').then((m) => m.HoldDialog), { ssr: false })
const NoteDialog = dynamic(() => import('./GoodsDialogs').then((m) => m.NoteDialog), { ssr: false })

export type GoodsAsked = 'hold' | 'cancel' | 'note' | 'delivered'
type Answer = ResultOf<(typeof staffOrders)['getOrder']>
type ActionsProps = { ids: Ids; read: Answer; ask: (asked: GoodsAsked) => void }

/** The next step of an order, and the others behind a menu. */
export const GoodsActions = ({ ids, read: { order, canShip, canCancel, canRelease }, ask }: ActionsProps) => {
  const words = useFulfillmentWords()
  const { rowActions } = usePortalWords()
  const attempt = useAttempt(words.refusals)
  const prepare = useWrite(fulfillments.startPreparing, refresh)
  const release = useWrite(fulfillments.releaseOrder, refresh)
  const resend = useWrite(fulfillments.resendOrderMail, refresh)
  const { orderId, ...brand } = ids
  const state = order.fulfillmentState
  const isShippable = shippableStates.includes(state)
  const mail = (kind: 'purchaseDone' | 'shipped') => async () => {
    if (await attempt(() => resend.mutateAsync({ ...ids, kind }))) toast({ tone: 'ok', title: words.done.mail })
  }
  const hasLeft = order.shipments.some((one) => one.state !== 'shipping' && !isHandOver(one, order.lines))
  const hasToSend = order.lines.some((line) => line.toSend > 0)
  const isPaid = order.paymentState === 'paid' || order.paymentState === 'partiallyRefunded'
  const items: MenuItem[] = canShip
    ? [
        ...(state === 'unfulfilled' && isPaid && hasToSend
          ? [{ key: 'ship', label: words.shipments.add, href: routes.deliveryDetails(ids) }]
          : []),
        ...(isShippable && isPaid ? [{ key: 'hold', label: words.actions.hold, onSelect: () => ask('hold') }] : []),
        ...(state !== 'notRequired'
          ? [{ key: 'slip', label: words.actions.slip, href: routes.packingSlips(brand, { query: { ids: orderId } }) }]
          : []),
        ...(isPaid ? [{ key: 'done', label: words.actions.resendDone, onSelect: mail('purchaseDone') }] : []),
        ...(hasLeft ? [{ key: 'sent', label: words.actions.resendShipped, onSelect: mail('shipped') }] : []),
        ...(canCancel
          ? [{ key: 'cancel', label: words.actions.cancel, danger: true, onSelect: () => ask('cancel') }]
          : []),
      ]
    : []
  return (
    <>
      {canShip && isPaid && hasToSend && state === 'unfulfilled' && (
        <Button
          look="primary"
          busy={prepare.isPending}
          onClick={async () => {
            if (await attempt(() => prepare.mutateAsync({ ...brand, orderIds: [orderId] })))
              toast({ tone: 'ok', title: words.done.prepared })
          }}
        >
          {words.next.unfulfilled}
        </Button>
      )}
      {canShip && isPaid && (state === 'preparing' || state === 'partiallyShipped') && hasToSend && (
        <LinkButton look="primary" href={routes.deliveryDetails(ids)}>
          {words.next[state]}
        </LinkButton>
      )}
      {canShip && state === 'shipped' && (
        <Button look="primary" onClick={() => ask('delivered')}>
          {words.next.shipped}
        </Button>
      )}
      {canRelease && (
        <Button
          look="primary"
          busy={release.isPending}
          onClick={async () => {
            if (await attempt(() => release.mutateAsync(ids))) toast({ tone: 'ok', title: words.done.released })
          }}
        >
          {words.next.onHold}
        </Button>
      )}
      {items.length > 0 && <MoreMenu look="plain" label={rowActions(order.orderNumber)} items={items} />}
    </>
  )
}

export const NoteButton = ({ onClick }: { onClick: () => void }) => {
  const { notes } = useFulfillmentWords()
  return (
    <Button size="s" onClick={onClick}>
      {notes.title}
    </Button>
  )
}

/** Why nothing may leave at the moment. */
export const HeldNotice = ({ order }: { order: Order }) => {
  const { held } = useFulfillmentWords()
  const last = order.timeline.findLast(({ what }) => ['held', 'heldForRefund', 'heldForDispute'].includes(what))
  const isLost = order.disputes.some(({ state }) => state === 'lost')
  const automatic: Partial<Record<string, string>> = {
    heldForRefund: held.forRefund,
    heldForDispute: isLost ? held.forLostDispute : held.forDispute,
  }
  const why = last?.detail ? held.text(last.detail) : held.none
  return (
    <Notice tone="warn">
      <strong>{held.title}</strong> {automatic[last?.what ?? ''] ?? why}
    </Notice>
  )
}

type DialogsProps = {
  asked: string | null
  ids: Ids
  read: Answer
  onClose: () => void
}

export const GoodsDialogs = ({ asked, ids, read: { order, refundable }, onClose }: DialogsProps) => {
  if (asked === 'hold') return <HoldDialog ids={ids} order={order} onClose={onClose} />
  if (asked === 'note') return <NoteDialog ids={ids} onClose={onClose} />
  if (asked === 'delivered') return <DeliveredDialog ids={ids} order={order} onClose={onClose} />
  if (asked !== 'cancel') return null
  return <CancelDialog ids={ids} order={order} refundable={refundable} onClose={onClose} />
}
