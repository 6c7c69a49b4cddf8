import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { orders, receiptForLength, receiptToLength } from '#money/orders/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { useReveal } from '#ui/form/state/useReveal.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useFanOrderWords } from './words'

/** Addressee and purpose of a receipt, which are asked for once and confirmed. */
export const ReceiptAddressForm = ({ orderId, name }: { orderId: string; name: string }) => {
  const { receipt, refusals } = useFanOrderWords()
  const { address: words } = receipt
  const attempt = useAttempt(refusals)
  const write = useWrite(orders.addressReceipt, { refresh: [orders.getOrderReceipt] })
  const [issuedTo, setIssuedTo] = useState(name)
  const [purpose, setPurpose] = useState('')
  const [wrong, setWrong] = useState<{ issuedTo?: true; purpose?: true }>({})
  const [isAsked, setAsked] = useState(false)
  const reveal = useReveal()
  const checks = orders.addressReceipt.payload.shape
  const check = () => {
    const found = {
      ...(!checks.issuedTo.safeParse(issuedTo).success && { issuedTo: true as const }),
      ...(!checks.purpose.safeParse(purpose).success && { purpose: true as const }),
    }
    setWrong(found)
    if (Object.keys(found).length > 0) return reveal()
    setAsked(true)
  }
  return (
    <div className="screen">
      <Card title={words.title} lead={words.lead}>
        <form
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            check()
          }}
        >
          <Fields>
            <Field
              label={words.issuedTo}
              hint={words.issuedToHint}
              required
              {...(wrong.issuedTo && { error: words.needIssuedTo })}
            >
              <TextInput
                name="issuedTo"
                autoComplete="organization"
                maxLength={receiptToLength}
                value={issuedTo}
                onChange={(event) => setIssuedTo(event.currentTarget.value)}
              />
            </Field>
            <Field
              label={words.purpose}
              hint={words.purposeHint}
              {...(wrong.purpose && { error: words.purposeTooLong })}
            >
              <TextInput
                name="purpose"
                maxLength={receiptForLength}
                value={purpose}
                onChange={(event) => setPurpose(event.currentTarget.value)}
              />
            </Field>
            <Button type="submit">{words.fix}</Button>
          </Fields>
        </form>
      </Card>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          await attempt(() => write.mutateAsync({ orderId, issuedTo, purpose }))
          setAsked(false)
        }}
        title={words.confirm}
        confirm={words.fix}
        tone="primary"
      >
        {words.confirmText(issuedTo.trim(), purpose.trim())}
      </ConfirmDialog>
    </div>
  )
}
