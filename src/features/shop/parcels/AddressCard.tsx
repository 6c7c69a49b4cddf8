import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { z } from 'zod'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { postalText } from '#club/postal/postalCode.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { prefectures } from '../carts/addresses/prefectures'
import { addressFields, fulfillments } from './contract'
import type { Ids, Order } from './read'
import { type Address, type Revealed, refresh } from './read'
import { useFulfillmentWords } from './words'

export const AddressText = ({ address }: { address: Address }) => (
  <chakra.address fontStyle="normal" fontSize="0.875rem" lineHeight="1.7" overflowWrap="anywhere">
    {postalText(address.postalCode)}
    <br />
    {address.prefecture}
    {address.town}
    {address.address}
    {address.building && (
      <>
        <br />
        {address.building}
      </>
    )}
    <br />
    <strong>{address.recipientName}</strong>
    <br />
    {address.recipientPhone}
  </chakra.address>
)

/** Shipping address of an order. It is shown on request only, and each view is logged. */
export const AddressCard = ({ ids, order, canShip }: { ids: Ids; order: Order; canShip: boolean }) => {
  const words = useFulfillmentWords()
  const { address: says } = words
  const attempt = useAttempt(words.refusals)
  const reveal = useWrite(fulfillments.revealOrderAddress)
  const [shown, setShown] = useState<Address | null>(null)
  const [sent, setSent] = useState<Revealed['sent']>([])
  const [isEdited, setEdited] = useState(false)
  const locale = useLocale()
  const { destination } = order
  const changedAt = order.needs.addressChangedAt
  if (!destination) return null
  const show = (then?: () => void) =>
    attempt(async () => {
      const found = await reveal.mutateAsync(ids)
      setShown(found.address)
      setSent(found.sent)
      then?.()
    })
  const isOpen = ['unfulfilled', 'preparing', 'partiallyShipped', 'onHold'].includes(order.fulfillmentState)
  return (
    <Card title={says.title}>
      <chakra.div display="grid" gap={3}>
        {changedAt !== null && <Notice tone="warn">{says.changed(dateText(changedAt, locale, { hour: true }))}</Notice>}
        {shown ? (
          <AddressText address={shown} />
        ) : (
          <>
            <Facts items={[{ label: says.prefecture, value: destination.prefecture }]} />
            {destination.isHidden ? (
              <chakra.p fontSize="sm" color="muted">
                {says.hidden}
              </chakra.p>
            ) : (
              canShip && (
                <>
                  <Button onClick={() => show()} busy={reveal.isPending}>
                    {says.show}
                  </Button>
                  <chakra.p fontSize="sm" color="muted">
                    {says.note}
                  </chakra.p>
                </>
              )
            )}
          </>
        )}
        {shown &&
          sent.map(({ fulfillmentId, address }) => {
            const number = order.shipments.find((one) => one.fulfillmentId === fulfillmentId)?.trackingNumber
            return (
              <chakra.div key={fulfillmentId} borderTopWidth="1px" borderColor="border" pt={3}>
                <chakra.p fontSize="xs" color="muted" fontWeight="semibold">
                  {says.sentTo(number ? ` ${number}` : '')}
                </chakra.p>
                <AddressText address={address} />
              </chakra.div>
            )
          })}
        {shown && canShip && isOpen && (
          <Button size="s" onClick={() => setEdited(true)}>
            {says.edit}
          </Button>
        )}
      </chakra.div>
      {isEdited && shown && (
        <AddressDialog
          ids={ids}
          address={shown}
          hasSent={order.shipments.some(({ state }) => state !== 'shipping')}
          onClose={(saved) => {
            setEdited(false)
            // What had left before keeps its address, which is asked for again.
            if (saved) void show()
          }}
        />
      )}
    </Card>
  )
}

const schema = z.object(addressFields)

type DialogProps = { ids: Ids; address: Address; hasSent: boolean; onClose: (saved?: boolean) => void }

const AddressDialog = ({ ids, address, hasSent, onClose }: DialogProps) => {
  const words = useFulfillmentWords()
  const { address: says } = words
  const { cancel } = useUiWords()
  const attempt = useAttempt(words.refusals)
  const update = useWrite(fulfillments.updateOrderAddress, refresh)
  const form = useZodForm<Address>({ schema, values: address, rules: words.fields })
  const { errors } = form.formState
  const send = form.submit(async (values) => {
    const isDone = await attempt(() => update.mutateAsync({ ...ids, ...values }), { onFields: form.showFailure })
    if (!isDone) return
    toast({ tone: 'ok', title: words.done.address })
    onClose(true)
  })
  const text = (name: Exclude<keyof Address, 'prefecture'>, required = true, autoComplete = 'off') => (
    <Field label={says[name]} required={required} error={errors[name]?.message}>
      <TextInput autoComplete={autoComplete} {...form.register(name)} />
    </Field>
  )
  return (
    <Dialog
      open
      onClose={() => onClose()}
      title={says.editTitle}
      footer={
        <>
          <Button onClick={() => onClose()} disabled={update.isPending}>
            {cancel}
          </Button>
          <Button look="primary" type="submit" form="order-address" busy={update.isPending}>
            {says.save}
          </Button>
        </>
      }
    >
      <form id="order-address" onSubmit={send} noValidate>
        {hasSent && (
          <chakra.p mb={4} fontSize="sm" color="muted">
            {says.restOnly}
          </chakra.p>
        )}
        <Fields>
          {text('recipientName')}
          {text('recipientPhone')}
          {text('postalCode')}
          <Field label={says.prefecture} required error={errors.prefecture?.message}>
            <Select
              options={prefectures.map(({ ja }) => ({ value: ja, label: ja }))}
              lang="ja"
              {...form.register('prefecture')}
            />
          </Field>
          {text('town')}
          {text('address', false)}
          {text('building', false)}
        </Fields>
      </form>
    </Dialog>
  )
}
