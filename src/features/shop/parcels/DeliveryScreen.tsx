import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useMemo, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Radio, Switch } from '#ui/form/Switch.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { BagIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { LetterText } from '#ui/text/LetterText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { staffOrders } from '../desk/contract'
import { fulfillments, parcelFields } from './contract'
import { isTrackingNumber, providers, trackingNumberOf, trackingUrlOf } from './fulfillment'
import { goodsShipped, type Sent, trackingChanged } from './mails'
import type { Ids, Order } from './read'
import { refresh } from './read'
import { FulfillmentWords, useFulfillmentWords } from './words'

/** One parcel of an order: its contents, tracking number and the mail to the buyer. */
export const DeliveryScreen = () => (
  <FulfillmentWords>
    <Loaded />
  </FulfillmentWords>
)

const Loaded = () => {
  const words = useFulfillmentWords()
  const ids = useRouteIds('tenantId', 'brandId', 'orderId')
  const fulfillmentId = useQueryValue('shipment')
  const read = useRead(staffOrders.getOrder, ids)
  const brand = useMemo(() => ids && { tenantId: ids.tenantId, brandId: ids.brandId }, [ids])
  const title = fulfillmentId ? words.delivery.editTitle : words.delivery.title
  if (!ids || !brand || !read.data) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={title}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(ids && { back: { href: routes.order(ids), label: words.delivery.toOrder } })}
      />
    )
  }
  const { order } = read.data
  const shipment = order.shipments.find((one) => one.fulfillmentId === fulfillmentId)
  const left = order.lines.filter(({ toSend }) => toSend > 0)
  const back = { href: routes.order(ids), label: words.delivery.of(order.orderNumber) }
  const isPaid = order.paymentState === 'paid' || order.paymentState === 'partiallyRefunded'
  const why =
    !isPaid && !shipment ? 'awaitingPayment' : order.fulfillmentState === 'onHold' && !shipment ? 'onHold' : null
  if (why || (!shipment && left.length === 0))
    return (
      <Page title={title} back={back}>
        <Card>
          <EmptyState
            icon={<BagIcon size={24} />}
            title={why ? (words.refusals[why] ?? '') : words.delivery.nothing}
            action={<LinkButton href={routes.order(ids)}>{words.delivery.toOrder}</LinkButton>}
          />
        </Card>
      </Page>
    )
  return <Form key={fulfillmentId} ids={ids} read={read.data} shipment={shipment} title={title} back={back} />
}

type Values = {
  quantities: Record<string, number | null>
  provider: (typeof providers)[number]
  providerName: string
  trackingNumber: string
  trackingUrl: string
  note: string
  isGone: boolean
  shippedAt: number | null
  notify: boolean
}
type FormProps = {
  ids: Ids
  read: ResultOf<(typeof staffOrders)['getOrder']>
  shipment: Order['shipments'][number] | undefined
  title: string
  back: { href: string; label: string }
}

const schemaFor = (lines: Order['lines']) =>
  z
    .object({
      ...parcelFields,
      trackingNumber: z.string().max(60),
      isGone: z.boolean(),
      quantities: z.object(
        Object.fromEntries(lines.map(({ lineId, toSend }) => [lineId, z.int().min(0).max(toSend).nullable()])),
      ),
    })
    .superRefine(({ provider, trackingNumber }, context) => {
      if (!isTrackingNumber(provider, trackingNumberOf(trackingNumber)))
        context.addIssue({ code: 'custom', path: ['trackingNumber'], params: { rule: 'invalidTracking' } })
    })

const Form = ({ ids, read: { order }, shipment, title, back }: FormProps) => {
  const words = useFulfillmentWords()
  const { delivery: says } = words
  const router = useRouter()
  const attempt = useAttempt(words.refusals)
  const create = useWrite(fulfillments.createFulfillment, refresh)
  const update = useWrite(fulfillments.updateFulfillment, refresh)
  const [isEmpty, setEmpty] = useState(false)
  const left = useMemo(() => (shipment ? [] : order.lines.filter(({ toSend }) => toSend > 0)), [order, shipment])
  const [openedAt] = useState(() => Math.floor(Date.now() / 60_000) * 60_000)
  const form = useZodForm<Values>({
    schema: schemaFor(left),
    values: {
      quantities: Object.fromEntries(left.map(({ lineId, toSend }) => [lineId, toSend])),
      provider: shipment?.provider ?? 'yamato',
      providerName: shipment?.providerName ?? '',
      trackingNumber: shipment?.trackingNumber ?? '',
      trackingUrl:
        shipment && shipment.trackingUrl !== trackingUrlOf(shipment.provider, shipment.trackingNumber)
          ? shipment.trackingUrl
          : '',
      note: shipment?.note ?? '',
      isGone: shipment ? shipment.shippedAt !== null : true,
      shippedAt: shipment?.shippedAt ?? openedAt,
      notify: true,
    },
    rules: { ...words.fields, tooBig: says.tooMany },
    keep: `delivery ${ids.orderId} ${shipment?.fulfillmentId ?? ''}`,
  })
  const { errors } = form.formState
  const values = form.watch()
  const hasLeft = shipment !== undefined && shipment.state !== 'shipping'
  const isGone = hasLeft || values.isGone
  // A label can be corrected meanwhile; the parcel leaves when the order is released.
  const isHeld = !hasLeft && order.fulfillmentState === 'onHold'
  const lines = left.flatMap(({ lineId }) => {
    const quantity = values.quantities[lineId] ?? 0
    return quantity > 0 ? [{ lineId, quantity }] : []
  })
  const send = form.submit(async (said) => {
    if (!shipment && lines.length === 0) return setEmpty(true)
    const { quantities: _, isGone: __, ...parcel } = said
    const payload = { ...ids, ...parcel, shippedAt: isGone ? (said.shippedAt ?? openedAt) : null }
    const isDone = await attempt(
      () =>
        shipment
          ? update.mutateAsync({
              ...payload,
              fulfillmentId: shipment.fulfillmentId,
              expectedEditedAt: shipment.editedAt,
            })
          : create.mutateAsync({ ...payload, lines }),
      { onFields: form.showFailure },
    )
    if (!isDone) return
    form.saved(said)
    toast({ tone: 'ok', title: shipment ? words.done.changed : isGone ? words.done.shipped : words.done.labelled })
    await router.push(routes.order(ids))
  })
  return (
    <Page title={title} back={back}>
      <form onSubmit={send} noValidate>
        <Columns
          aside={<Preview ids={ids} order={order} values={values} shipment={shipment} lines={lines} isGone={isGone} />}
        >
          {!shipment && (
            <Card title={says.what}>
              <chakra.ul display="grid" gap={4}>
                {left.map(({ lineId, name, variationName, toSend }) => (
                  <li key={lineId}>
                    <Field
                      label={says.quantity(variationName ? `${name} (${variationName})` : name)}
                      hint={says.left(toSend)}
                      error={errors.quantities?.[lineId]?.message}
                    >
                      <Controller
                        name={`quantities.${lineId}`}
                        control={form.control}
                        render={({ field }) => <NumberInput {...field} width="110px" />}
                      />
                    </Field>
                  </li>
                ))}
              </chakra.ul>
              {isEmpty && lines.length === 0 && (
                <Notice tone="bad" role="alert" mt={4}>
                  {says.atLeastOne}
                </Notice>
              )}
            </Card>
          )}
          <Card title={words.shipments.title}>
            <Fields>
              {isHeld && <Notice tone="warn">{words.refusals.onHold}</Notice>}
              <Field label={says.provider} required>
                <Select
                  options={providers.map((value) => ({ value, label: words.providers[value] }))}
                  {...form.register('provider')}
                />
              </Field>
              {values.provider === 'other' && (
                <Field
                  label={says.providerName}
                  max={50}
                  value={values.providerName}
                  error={errors.providerName?.message}
                >
                  <TextInput autoComplete="off" {...form.register('providerName')} />
                </Field>
              )}
              <Field label={says.number} hint={says.numberHint} error={errors.trackingNumber?.message}>
                <TextInput autoComplete="off" inputMode="numeric" {...form.register('trackingNumber')} />
              </Field>
              <Field label={says.url} hint={says.urlHint} optional error={errors.trackingUrl?.message}>
                <TextInput type="url" autoComplete="off" placeholder="https://" {...form.register('trackingUrl')} />
              </Field>
              {!hasLeft && (
                <Field label={says.when} group>
                  <chakra.div display="grid" gap={2}>
                    <Radio
                      name="isGone"
                      label={says.now}
                      checked={values.isGone}
                      disabled={isHeld && !values.isGone}
                      onChange={() => form.setValue('isGone', true, { shouldDirty: true })}
                    />
                    <Radio
                      name="isGone"
                      label={says.later}
                      checked={!values.isGone}
                      onChange={() => form.setValue('isGone', false, { shouldDirty: true })}
                    />
                  </chakra.div>
                </Field>
              )}
              {isGone && (
                <Controller
                  name="shippedAt"
                  control={form.control}
                  render={({ field }) => (
                    <DateTimeField
                      label={says.shippedAt}
                      value={field.value}
                      onChange={field.onChange}
                      onBlur={field.onBlur}
                      max={Date.now()}
                      {...(errors.shippedAt?.message && { error: errors.shippedAt.message })}
                    />
                  )}
                />
              )}
              <Field label={says.noteLabel} max={200} value={values.note} optional error={errors.note?.message}>
                <TextInput autoComplete="off" {...form.register('note')} />
              </Field>
              {isGone && <Switch label={says.notify} {...form.register('notify')} />}
              <chakra.div display="flex" flexWrap="wrap" gap={2}>
                <Button look="primary" type="submit" busy={create.isPending || update.isPending}>
                  {shipment ? says.submitEdit : isGone ? says.submit : says.submitLabel}
                </Button>
                <LinkButton href={routes.order(ids)}>{says.toOrder}</LinkButton>
              </chakra.div>
            </Fields>
          </Card>
        </Columns>
      </form>
    </Page>
  )
}

type PreviewProps = {
  ids: Ids
  order: Order
  values: Values
  shipment: Order['shipments'][number] | undefined
  lines: { lineId: string; quantity: number }[]
  isGone: boolean
}

/** The mail as the buyer will read it, by the same words that the program sends. */
const Preview = ({ ids, order, values, shipment, lines, isGone }: PreviewProps) => {
  const { delivery: says } = useFulfillmentWords()
  const number = trackingNumberOf(values.trackingNumber)
  const hasLeft = shipment !== undefined && shipment.state !== 'shipping'
  const isSent = values.notify && isGone && order.buyer.isReachable
  const sent: Sent = {
    orderId: ids.orderId,
    orderNumber: order.orderNumber,
    brandName: order.brandName,
    items: (shipment?.lines ?? lines).flatMap(({ lineId, quantity }) => {
      const line = order.lines.find((one) => one.lineId === lineId)
      return line ? [{ name: line.name, variationName: line.variationName, english: line.english, quantity }] : []
    }),
    provider: values.provider,
    providerName: values.providerName,
    trackingNumber: number,
    trackingUrl: values.trackingUrl || trackingUrlOf(values.provider, number),
  }
  const reader = useReader(order.buyer)
  const { locale } = reader
  const letter = (hasLeft ? trackingChanged : goodsShipped)(reader, sent)
  return (
    <Card title={says.preview} lead={isSent ? says.language[locale] : says.noMail}>
      {isSent && <LetterText letter={letter} locale={locale} />}
    </Card>
  )
}
