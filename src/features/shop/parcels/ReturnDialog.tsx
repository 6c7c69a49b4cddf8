import { chakra } from '@chakra-ui/react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { yen } from '#kit/money.ts'
import { text } from '#kit/text.ts'
import { Field } from '#ui/form/Field.tsx'
import { YenInput } from '#ui/form/NumberInput.tsx'
import { Radio } from '#ui/form/Switch.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { fulfillments } from './contract'
import { type ReturnReason, returnReasons } from './fulfillment'
import { parcelReturned } from './mails'
import { type Ids, type Order, refresh } from './read'
import { useUndoReturn } from './UndoReturn'
import { useFulfillmentWords } from './words'

const schema = z.object({ reason: z.enum(returnReasons), postage: yen, note: text({ max: 200 }) })
type Values = { reason: ReturnReason | null; postage: number | null; note: string }
type Props = { ids: Ids; order: Order; shipment: Order['shipments'][number]; onClose: () => void }

/** The carrier brought this parcel back. */
export const ReturnDialog = ({ ids, order, shipment, onClose }: Props) => {
  const words = useFulfillmentWords()
  const { returns: says } = words
  const attempt = useAttempt(words.refusals)
  const record = useWrite(fulfillments.recordParcelReturn, refresh)
  const undo = useUndoReturn(ids)
  const form = useZodForm<Values>({ schema, values: { reason: null, postage: 0, note: '' } })
  const { errors } = form.formState
  const { reason, note } = form.watch()
  const to = useReader(order.buyer)
  const items = shipment.lines.flatMap(({ lineId, quantity }) => {
    const line = order.lines.find((one) => one.lineId === lineId)
    return line ? [{ name: line.name, variationName: line.variationName, english: line.english, quantity }] : []
  })
  const { orderId, orderNumber, brandName, brandSlug: slug } = { ...order, ...ids }
  const send = form.submit(async ({ reason: why, postage, ...said }) => {
    if (why === null || postage === null) return
    const { fulfillmentId } = shipment
    const recorded = async () => {
      const { returnedAt } = await record.mutateAsync({ ...ids, fulfillmentId, reason: why, postage, ...said })
      const onPress = () => void undo.run({ fulfillmentId, returnedAt })
      toast({ tone: 'ok', title: words.done.cameBack, action: { label: says.undoNow, onPress } })
    }
    if (await attempt(recorded, { onFields: form.showFailure })) onClose()
  })
  return (
    <AskDialog
      title={says.ask}
      text={says.text}
      confirm={says.confirm}
      busy={record.isPending}
      onClose={onClose}
      onConfirm={send}
    >
      <Field label={says.reason} required group error={errors.reason && says.chooseReason}>
        <chakra.div display="grid" gap={2}>
          {returnReasons.map((one) => (
            <Radio
              key={one}
              name="reason"
              label={says.reasons[one]}
              checked={reason === one}
              onChange={() => form.setValue('reason', one, { shouldDirty: true, shouldValidate: true })}
            />
          ))}
        </chakra.div>
      </Field>
      <Field label={says.postage} hint={says.postageHint} required error={errors.postage?.message}>
        <Controller name="postage" control={form.control} render={({ field }) => <YenInput {...field} />} />
      </Field>
      <Field label={words.notes.label} optional max={200} value={note} error={errors.note?.message}>
        <TextInput autoComplete="off" {...form.register('note')} />
      </Field>
      {reason !== null && (
        <LettersToSend
          count={order.buyer.isReachable ? 1 : 0}
          letters={[
            {
              letter: parcelReturned(to, { orderId, orderNumber, brandName, slug, items, reason }),
              locale: to.locale,
            },
          ]}
        />
      )}
    </AskDialog>
  )
}
