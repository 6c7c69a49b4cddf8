import { chakra } from '@chakra-ui/react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { isPaid, shippableStates } from '#money/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { fulfillments } from '../parcels/contract'
import { isTrackingNumber, providers, trackingNumberOf, trackingUrlOf } from '../parcels/fulfillment'
import { ParcelLetters } from '../parcels/ParcelLetters'
import { refresh } from '../parcels/read'
import { useFulfillmentWords } from '../parcels/words'
import type { staffOrders } from './contract'
import { useItemsText } from './parts'

type Row = ResultOf<(typeof staffOrders)['getOrders']>['orders'][number]
export type TypedNumbers = Readonly<Record<string, string>>
type Props = {
  ids: { tenantId: string; brandId: string }
  chosen: readonly Row[]
  /** By order. Kept by the parent, so that closing the dialog by mistake loses no scanned number. */
  numbers: TypedNumbers
  onNumbers: (numbers: TypedNumbers) => void
  onClose: () => void
  onDone: (results: ResultOf<typeof fulfillments.shipOrders>['results']) => void
}

/** Orders that can be sent now: paid, not on hold, and not sent yet. */
export const isShippable = ({ paymentState, fulfillmentState }: Row) =>
  isPaid(paymentState) && shippableStates.includes(fulfillmentState)

/** The parcels of a morning: one number after the other, as a barcode reader types them. */
export const ShipDialog = ({ ids, chosen, numbers, onNumbers, onClose, onDone }: Props) => {
  const words = useFulfillmentWords()
  const { morning: says } = words
  const { cancel } = useUiWords()
  const itemsText = useItemsText()
  const attempt = useAttempt(words.refusals)
  const ship = useWrite(fulfillments.shipOrders, refresh)
  const [provider, setProvider] = useState<(typeof providers)[number]>('yamato')
  const [providerName, setProviderName] = useState('')
  const [isPlain, setPlain] = useState(false)
  const [notify, setNotify] = useState(true)
  const list = useRef<HTMLUListElement>(null)
  const rows = chosen.filter(isShippable)
  const left = chosen.length - rows.length
  const numberOf = ({ orderId }: Row) => trackingNumberOf(numbers[orderId] ?? '')
  const typed = rows.map(numberOf)
  const problemOf = (row: Row) => {
    const number = numberOf(row)
    if (number === '') return undefined
    if (!isTrackingNumber(provider, number)) return words.fields.invalidTracking()
    return typed.filter((one) => one === number).length > 1 ? says.sameTracking : undefined
  }
  const sent = isPlain ? rows : rows.filter((row) => numberOf(row) !== '')
  const isWrong = !isPlain && rows.some((row) => problemOf(row) !== undefined)
  const told = useRead(
    fulfillments.getParcelMails,
    notify && rows.length > 0 ? { ...ids, orderIds: rows.map(({ orderId }) => orderId) } : null,
  )
  const numberBy = new Map(sent.map((row) => [row.orderId, isPlain ? '' : numberOf(row)]))
  const carried = (told.data?.mails ?? []).flatMap((mail) => {
    const trackingNumber = numberBy.get(mail.orderId)
    if (trackingNumber === undefined || !mail.to.isReachable) return []
    const by = { provider, providerName: provider === 'other' ? providerName.trim() : '' }
    return [{ ...mail, ...by, trackingNumber, trackingUrl: trackingUrlOf(provider, trackingNumber) }]
  })
  const next = (event: KeyboardEvent<HTMLInputElement>, n: number) => {
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || event.nativeEvent.isComposing) return
    event.preventDefault()
    const input = list.current?.querySelectorAll('input')[n + step]
    input?.focus()
    input?.select()
  }
  /** A column of a spreadsheet goes into the rows from here on. */
  const paste = (event: ClipboardEvent<HTMLInputElement>, n: number) => {
    const lines = event.clipboardData.getData('text/plain').trim().split(/\r?\n/)
    if (lines.length < 2) return
    event.preventDefault()
    const more = rows
      .slice(n, n + lines.length)
      .map(({ orderId }, i) => [orderId, (lines[i] ?? '').trim().slice(0, 40)])
    onNumbers({ ...numbers, ...Object.fromEntries(more) })
  }
  const run = () =>
    attempt(async () => {
      const parcels = sent.map((row) => ({ orderId: row.orderId, trackingNumber: isPlain ? '' : numberOf(row) }))
      const { results } = await ship.mutateAsync({ ...ids, provider, providerName, parcels, notify })
      // The numbers of orders that could not be sent stay for the next try.
      const left = results.filter(({ result }) => result !== 'ok')
      onNumbers(Object.fromEntries(left.map(({ orderId }) => [orderId, numbers[orderId] ?? ''])))
      onDone(results)
      onClose()
    })
  return (
    <Dialog
      open
      size="l"
      title={says.title}
      onClose={ship.isPending ? () => {} : onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={ship.isPending}>
            {cancel}
          </Button>
          <Button look="primary" busy={ship.isPending} disabled={sent.length === 0 || isWrong} onClick={run}>
            {says.submit(sent.length)}
          </Button>
        </>
      }
    >
      <Fields fontSize="0.875rem">
        {left > 0 && <Notice tone="plain">{says.others(left)}</Notice>}
        <Field label={words.delivery.provider}>
          <Select
            value={provider}
            options={providers.map((value) => ({ value, label: words.providers[value] }))}
            onChange={(event) => setProvider(event.currentTarget.value as typeof provider)}
          />
        </Field>
        {provider === 'other' && (
          <Field label={words.delivery.providerName}>
            <TextInput
              autoComplete="off"
              maxLength={50}
              value={providerName}
              onChange={(event) => setProviderName(event.currentTarget.value)}
            />
          </Field>
        )}
        <Switch label={says.plain} checked={isPlain} onChange={(event) => setPlain(event.currentTarget.checked)} />
        {!isPlain && <p>{says.lead}</p>}
        <chakra.ul ref={list} display="grid" gap={3} data-testid="ship-rows">
          {rows.map((row, n) => {
            const problem = isPlain ? undefined : problemOf(row)
            return (
              <chakra.li
                key={row.orderId}
                display="grid"
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 220px' }}
                columnGap={4}
                rowGap={1}
                alignItems="center"
              >
                <chakra.span minW={0}>
                  <chakra.span display="block" fontWeight="semibold" fontVariantNumeric="tabular-nums">
                    {row.orderNumber} {row.buyerName}
                  </chakra.span>
                  <chakra.span display="block" color="muted" fontSize="sm" overflowWrap="anywhere">
                    {itemsText(row.items)}
                  </chakra.span>
                </chakra.span>
                {!isPlain && (
                  <chakra.span display="grid" gap={1}>
                    <TextInput
                      aria-label={says.numberOf(row.orderNumber)}
                      aria-invalid={problem ? true : undefined}
                      autoComplete="off"
                      data-autofocus={n === 0 || undefined}
                      inputMode="numeric"
                      maxLength={40}
                      value={numbers[row.orderId] ?? ''}
                      onChange={(event) => onNumbers({ ...numbers, [row.orderId]: event.currentTarget.value })}
                      onKeyDown={(event) => next(event, n)}
                      onPaste={(event) => paste(event, n)}
                    />
                    {problem && (
                      <chakra.span role="alert" color="bad" fontSize="sm">
                        {problem}
                      </chakra.span>
                    )}
                  </chakra.span>
                )}
              </chakra.li>
            )
          })}
        </chakra.ul>
        <Switch
          label={words.delivery.notify}
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
        {notify && told.data && sent.length > 0 && !isWrong && (
          <ParcelLetters
            people={new Set(carried.map(({ to }) => to.uid)).size}
            brandName={told.data.brandName}
            mails={carried}
          />
        )}
      </Fields>
    </Dialog>
  )
}
