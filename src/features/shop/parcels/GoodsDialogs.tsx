import { type ReactNode, useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { cancellationAhead } from '#money/orders/lettersAhead.ts'
import { Field } from '#ui/form/Field.tsx'
import { Checkbox } from '#ui/form/Switch.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { fulfillments } from './contract'
import { type Ids, type Order, refresh } from './read'
import { useFulfillmentWords } from './words'

type AskedProps = {
  title: string
  text?: ReactNode
  label: string
  confirm: string
  max: number
  lines?: boolean
  tone?: 'primary' | 'danger'
  busy: boolean
  onClose: () => void
  onDone: (text: string) => void
  children?: ReactNode
}

/** A dialog with a required text. */
export const AskText = ({
  title,
  text,
  label,
  confirm,
  max,
  tone = 'primary',
  busy,
  onClose,
  onDone,
  children,
}: AskedProps) => {
  const { rules } = useUiWords()
  const [value, setValue] = useState('')
  const [isTried, setTried] = useState(false)
  const length = [...value].length
  const error = value.trim() === '' ? rules.required() : length > max ? rules.tooLong(max) : undefined
  return (
    <AskDialog
      title={title}
      text={text}
      confirm={confirm}
      busy={busy}
      look={tone}
      onClose={onClose}
      onConfirm={() => {
        setTried(true)
        if (!error) onDone(value)
      }}
    >
      <Field label={label} required max={max} value={value} error={isTried ? error : undefined}>
        <TextArea rows={3} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      </Field>
      {children}
    </AskDialog>
  )
}

type Shipment = Order['shipments'][number]

type StepBack = { ids: Ids; shipment: Shipment; isHandOver: boolean; onClose: () => void }

export const StepBackDialog = ({ ids, shipment, isHandOver, onClose }: StepBack) => {
  const words = useFulfillmentWords()
  const attempt = useAttempt(words.refusals)
  const back = useWrite(fulfillments.stepFulfillmentBack, refresh)
  return (
    <AskText
      title={words.shipments.backTitle}
      text={
        isHandOver
          ? words.handOvers.backText
          : shipment.state === 'delivered'
            ? words.shipments.backTextDelivered
            : words.shipments.backText
      }
      label={words.shipments.reason}
      confirm={isHandOver ? words.handOvers.back : words.shipments.back[shipment.state]}
      max={200}
      tone="danger"
      busy={back.isPending}
      onClose={onClose}
      onDone={async (reason) => {
        const isDone = await attempt(() => back.mutateAsync({ ...ids, fulfillmentId: shipment.fulfillmentId, reason }))
        if (!isDone) return
        toast({ tone: 'ok', title: words.done.back })
        onClose()
      }}
    />
  )
}

type OfOrder = { ids: Ids; order: Order; onClose: () => void }

export const HoldDialog = ({ ids, order, onClose }: OfOrder) => {
  const words = useFulfillmentWords()
  const attempt = useAttempt(words.refusals)
  const hold = useWrite(fulfillments.holdOrder, refresh)
  return (
    <AskText
      title={words.hold.title(order.orderNumber)}
      text={words.hold.text}
      label={words.shipments.reason}
      confirm={words.hold.confirm}
      max={200}
      busy={hold.isPending}
      onClose={onClose}
      onDone={async (reason) => {
        if (!(await attempt(() => hold.mutateAsync({ ...ids, reason })))) return
        toast({ tone: 'ok', title: words.done.held })
        onClose()
      }}
    />
  )
}

export const NoteDialog = ({ ids, onClose }: Omit<OfOrder, 'order'>) => {
  const words = useFulfillmentWords()
  const attempt = useAttempt(words.refusals)
  const add = useWrite(fulfillments.addOrderNote, refresh)
  return (
    <AskText
      title={words.notes.title}
      label={words.notes.label}
      confirm={words.notes.save}
      max={1000}
      busy={add.isPending}
      onClose={onClose}
      onDone={async (note) => {
        if (!(await attempt(() => add.mutateAsync({ ...ids, note })))) return
        toast({ tone: 'ok', title: words.done.noted })
        onClose()
      }}
    />
  )
}

type CancelProps = OfOrder & { refundable: number }

export const CancelDialog = ({ ids, order, refundable, onClose }: CancelProps) => {
  const words = useFulfillmentWords()
  const attempt = useAttempt(words.refusals)
  const cancel = useWrite(fulfillments.cancelOrder, refresh)
  const [restock, setRestock] = useState(true)
  const isPaid = order.paymentState !== 'awaitingPayment'
  const to = useReader(order.buyer)
  const letters = cancellationAhead(to, order, isPaid ? refundable : 0)
  return (
    <AskText
      title={words.cancel.title(order.orderNumber)}
      text={
        isPaid
          ? words.cancel.paid(yenText(refundable), order.buyer.displayName || order.orderNumber)
          : order.konbini?.isOpen
            ? words.cancel.unpaidAtStore
            : words.cancel.unpaid
      }
      label={words.shipments.reason}
      confirm={words.cancel.confirm}
      max={200}
      tone="danger"
      busy={cancel.isPending}
      onClose={onClose}
      onDone={async (reason) => {
        const isDone = await attempt(async () => {
          await cancel.mutateAsync({ ...ids, reason, restock })
          toast({ tone: 'ok', title: words.done.canceled })
        })
        if (isDone) onClose()
      }}
    >
      {isPaid && (
        <Checkbox
          label={words.cancel.restock}
          checked={restock}
          onChange={(event) => setRestock(event.currentTarget.checked)}
        />
      )}
      <LettersToSend
        count={order.buyer.isReachable ? 1 : 0}
        letters={letters.map((letter) => ({ letter, locale: to.locale }))}
      />
    </AskText>
  )
}

export const DeliveredDialog = ({ ids, order, onClose }: OfOrder) => {
  const words = useFulfillmentWords()
  const attempt = useAttempt(words.refusals)
  const mark = useWrite(fulfillments.markDelivered, refresh)
  const { orderId, ...brand } = ids
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`${words.delivery.of(order.orderNumber)}: ${words.next.shipped}`}
      confirm={words.next.shipped}
      onClose={onClose}
      onConfirm={async () => {
        if (await attempt(() => mark.mutateAsync({ ...brand, orderIds: [orderId] })))
          toast({ tone: 'ok', title: words.done.delivered })
        onClose()
      }}
    >
      {order.shipments
        .filter(({ state }) => state === 'shipped')
        .map(({ fulfillmentId, provider, providerName, trackingNumber }) => (
          <p key={fulfillmentId}>
            {provider === 'other' && providerName ? providerName : words.providers[provider]} {trackingNumber}
          </p>
        ))}
    </ConfirmDialog>
  )
}
