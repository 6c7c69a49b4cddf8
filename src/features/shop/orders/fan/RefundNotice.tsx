import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useKnownFan } from '#client/useFan.ts'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { Operation } from '#kit/contract.ts'
import { email } from '#kit/text.ts'
import { orders, type RefundQuestion } from '#money/orders/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useFanOrderWords } from './words'

type Props = { orderId: string; refund: RefundQuestion; refresh: Operation }

/** Money that goes back to a bank account: its buyer is being asked for one, or may have the question asked again. */
export const RefundNotice = ({ orderId, refund: { amount, isAsked, until }, refresh }: Props) => {
  const { refund: words } = useFanOrderWords()
  const locale = useLocale()
  const [asking, setAsking] = useState(false)
  const yen = yenText(amount)
  return (
    <Notice tone="warn">
      <chakra.div display="grid" gap={2} justifyItems="start" data-testid="refund-question">
        <span>
          {isAsked ? words.asked(yen) : words.waits(yen)}
          {until !== null && ` ${words.until(dateText(until, locale))}`}
        </span>
        {!isAsked && (
          <Button size="s" onClick={() => setAsking(true)}>
            {words.again}
          </Button>
        )}
      </chakra.div>
      {asking && <AskAgain orderId={orderId} amount={yen} refresh={refresh} onClose={() => setAsking(false)} />}
    </Notice>
  )
}

type DialogProps = { orderId: string; amount: string; refresh: Operation; onClose: () => void }

const AskAgain = ({ orderId, amount, refresh, onClose }: DialogProps) => {
  const { refund: words, refusals } = useFanOrderWords()
  const fan = useKnownFan()
  const attempt = useAttempt(refusals)
  const write = useWrite(orders.askRefundAgain, { refresh: [refresh] })
  const [typed, setTyped] = useState<string | null>(null)
  const address = typed ?? fan?.email ?? ''
  const run = () =>
    attempt(async () => {
      await write.mutateAsync({ orderId, email: address.trim() })
      toast({ tone: 'ok', title: words.sent })
      onClose()
    })
  return (
    <AskDialog
      title={words.againTitle(amount)}
      text={words.againText}
      confirm={words.again}
      busy={write.isPending}
      disabled={!email.safeParse(address).success}
      onClose={onClose}
      onConfirm={run}
    >
      <Field label={words.email} required>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          value={address}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
    </AskDialog>
  )
}
