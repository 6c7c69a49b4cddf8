import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useAsk, useWrite } from '#client/useOperation.ts'
import { exports } from '#club/exports/contract.ts'
import { type Encoding, encodings } from '#club/exports/export.ts'
import type { PayloadOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Checkbox } from '#ui/form/Switch.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { fulfillments } from '../../parcels/contract'
import { mostAtOnce } from '../../parcels/fulfillment'
import { refresh } from '../../parcels/read'
import { type Left, LeftOver, leftOf } from '../LeftOver'
import { AddressCheck, type Checked, isClean } from './AddressCheck'
import { orderFiles } from './contract'
import { type OrderFormat, orderFormats, type SlipType, slipTypes } from './formats'
import { BillingFields, SenderFields, useLabelSender } from './SenderFields'
import { OrderFileWords, useOrderFileWords } from './words'

type OrderSelection = Omit<
  PayloadOf<typeof orderFiles.exportOrders>,
  'format' | 'encoding' | 'slipType' | 'sender' | 'billing'
>
type DialogProps = {
  asked: OrderSelection
  /** Order numbers of the selected orders, as staff see them. */
  numbers?: ReadonlyMap<string, string>
  onClose: () => void
}

/** Makes a file of the orders that were chosen, or of all that the filter finds. */
export const ExportDialog = (props: DialogProps) => (
  <OrderFileWords>
    <Shown {...props} />
  </OrderFileWords>
)

const Shown = ({ asked, numbers = new Map(), onClose }: DialogProps) => {
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
  const sender = useLabelSender({ tenantId, brandId }, format)
  const ask = useAsk()
  const [isChecking, setChecking] = useState(false)
  /** Addresses to look at, found before the file is made; null: not looked for yet. */
  const [checked, setChecked] = useState<Checked | null>(null)
  // The file is on its way: what is pressed from now on makes no second one.
  const [isMade, setMade] = useState(false)
  const [left, setLeft] = useState<readonly Left[]>([])
  const end = async () => {
    onClose()
    await router.push(routes.orderFiles({ tenantId, brandId }))
  }
  const start = async () => {
    const given = sender.take()
    if (given === null) return setChecked(null)
    const label = { ...given, ...(format === 'b2cloud' && { slipType }) }
    return attempt(async () => {
      const { leftOut } = await make.mutateAsync({ ...asked, format, encoding, ...label })
      setMade(true)
      toast({ tone: 'ok', title: leftOut > 0 ? says.startedWithout(leftOut) : says.started })
    })
  }
  const check = async () => {
    if (format === 'standard') return true
    setChecking(true)
    let found: Checked | null = null
    await attempt(async () => {
      found = await ask(orderFiles.checkOrderFile, { ...asked, format })
    })
    setChecking(false)
    setChecked(found)
    return found !== null && isClean(found)
  }
  const run = async () => {
    if (sender.take() === null) return setChecked(null)
    if (!isMade && !checked && !(await check())) return
    if (!isMade && !(await start())) return
    const refused: Left[] = []
    const isPrepared =
      !prepares ||
      !orderIds ||
      (await attempt(async () => {
        const { results } = await prepare.mutateAsync({ tenantId, brandId, orderIds })
        refused.push(...leftOf(results, numbers))
      }))
    if (refused.length > 0) setLeft(refused)
    else if (isPrepared) await end()
  }
  const isBusy = make.isPending || prepare.isPending || isChecking
  if (isMade)
    return (
      <Dialog
        open
        onClose={isBusy ? () => {} : onClose}
        title={says.started}
        size="s"
        footer={
          <>
            <Button look={left.length > 0 ? 'primary' : 'plain'} disabled={isBusy} onClick={end}>
              {says.see}
            </Button>
            {left.length === 0 && (
              <Button look="primary" busy={isBusy} onClick={run}>
                {says.prepare}
              </Button>
            )}
          </>
        }
      >
        <Fields fontSize="0.875rem">
          {left.length > 0 ? (
            <LeftOver ids={{ tenantId, brandId }} left={left} />
          ) : (
            <p>{isBusy ? says.preparing : says.notPrepared}</p>
          )}
        </Fields>
      </Dialog>
    )
  if (checked && !isClean(checked))
    return (
      <Dialog
        open
        onClose={isBusy ? () => {} : onClose}
        title={words.check.title}
        footer={
          <>
            <Button onClick={() => setChecked(null)} disabled={isBusy}>
              {words.check.back}
            </Button>
            <Button busy={isChecking} disabled={make.isPending} onClick={check}>
              {words.check.again}
            </Button>
            <Button look="primary" busy={make.isPending} disabled={isChecking || checked.rows === 0} onClick={run}>
              {words.check.submit(checked.rows)}
            </Button>
          </>
        }
      >
        <AddressCheck ids={{ tenantId, brandId }} checked={checked} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={isBusy ? () => {} : onClose}
      title={says.title}
      size="s"
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {cancel}
          </Button>
          <Button look="primary" busy={isBusy} onClick={run}>
            {says.submit}
          </Button>
        </>
      }
    >
      <Fields fontSize="0.875rem">
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
        <BillingFields sender={sender} />
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
