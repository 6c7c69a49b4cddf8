import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes } from '../../../client/routes'
import { useWrite } from '../../../client/useOperation'
import type { PayloadOf } from '../../../kit/contract'
import { Button } from '../../../ui/Button'
import { Field, Fields } from '../../../ui/form/Field'
import { Checkbox } from '../../../ui/form/Switch'
import { Select } from '../../../ui/form/TextInput'
import { Dialog } from '../../../ui/overlay/Dialog'
import { toast } from '../../../ui/overlay/Toaster'
import { useAttempt } from '../../../ui/useAttempt'
import { useUiWords } from '../../../ui/words'
import { exports } from '../../exports/contract'
import { type Encoding, encodings } from '../../exports/export'
import { fulfillments } from '../fulfillments/contract'
import { mostAtOnce } from '../fulfillments/fulfillment'
import { refresh } from '../fulfillments/read'
import { orderFiles } from './contract'
import { type OrderFormat, orderFormats, type SlipType, slipTypes } from './formats'
import { SenderFields, useSender } from './SenderFields'
import { OrderFileWords, useOrderFileWords } from './words'

type Asked = Omit<PayloadOf<typeof orderFiles.exportOrders>, 'format' | 'encoding' | 'slipType' | 'sender'>
type DialogProps = { asked: Asked; onClose: () => void }

/** Makes a file of the orders that were chosen, or of all that the filter finds. */
export const ExportDialog = (props: DialogProps) => (
  <OrderFileWords>
    <Shown {...props} />
  </OrderFileWords>
)

const Shown = ({ asked, onClose }: DialogProps) => {
  const words = useOrderFileWords()
  const { export: says } = words
  const { cancel } = useUiWords()
  const router = useRouter()
  const attempt = useAttempt(words.refusals)
  const make = useWrite(orderFiles.exportOrders, { refresh: [exports.getExports] })
  const [format, setFormat] = useState<OrderFormat>('standard')
  const [encoding, setEncoding] = useState<Encoding>('utf8bom')
  const prepare = useWrite(fulfillments.startPreparing, refresh)
  const [prepares, setPrepares] = useState(false)
  const { tenantId, brandId, orderIds } = asked
  const [slipType, setSlipType] = useState<SlipType>('prepaid')
  const sender = useSender({ tenantId, brandId }, format === 'b2cloud')
  const run = async () => {
    const given = format === 'b2cloud' ? sender.take() : undefined
    if (given === null) return
    const isDone = await attempt(async () => {
      const label = format === 'b2cloud' && { slipType, ...(given && { sender: given }) }
      await make.mutateAsync({ ...asked, format, encoding, ...label })
      if (prepares && orderIds) await prepare.mutateAsync({ tenantId, brandId, orderIds })
    })
    if (!isDone) return
    toast({ tone: 'ok', title: says.started })
    onClose()
    await router.push(routes.orderFiles({ tenantId, brandId }))
  }
  return (
    <Dialog
      open
      onClose={make.isPending ? () => {} : onClose}
      title={says.title}
      size="s"
      footer={
        <>
          <Button onClick={onClose} disabled={make.isPending}>
            {cancel}
          </Button>
          <Button look="primary" busy={make.isPending || prepare.isPending} onClick={run}>
            {says.submit}
          </Button>
        </>
      }
    >
      <Fields fontSize="14px">
        <p>{orderIds ? says.chosen(orderIds.length) : says.filtered}</p>
        <Field label={says.format} hint={words.formatHints[format]}>
          <Select
            value={format}
            options={orderFormats.map((value) => ({ value, label: words.formats[value] }))}
            onChange={(event) => setFormat(event.currentTarget.value as OrderFormat)}
          />
        </Field>
        {format === 'standard' && (
          <Field label={says.encoding}>
            <Select
              value={encoding}
              options={encodings.map((value) => ({ value, label: words.encodings[value] }))}
              onChange={(event) => setEncoding(event.currentTarget.value as Encoding)}
            />
          </Field>
        )}
        {format === 'b2cloud' && (
          <>
            <Field label={words.slipType}>
              <Select
                value={slipType}
                options={slipTypes.map((value) => ({ value, label: words.slipTypes[value] }))}
                onChange={(event) => setSlipType(event.currentTarget.value as SlipType)}
              />
            </Field>
            <SenderFields sender={sender} />
          </>
        )}
        {orderIds && orderIds.length <= mostAtOnce && (
          <Checkbox
            label={says.prepares}
            checked={prepares}
            onChange={(event) => setPrepares(event.currentTarget.checked)}
          />
        )}
        <p>{says.note}</p>
      </Fields>
    </Dialog>
  )
}
