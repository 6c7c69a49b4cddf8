import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { accounts } from './contract'
import { useAccountWords } from './words'

/** Asks for another address, which takes the place of the present one once its own link is pressed. */
export const EmailDialog = ({ onClose }: { onClose: () => void }) => {
  const { address: words, refusals } = useAccountWords()
  const attempt = useAttempt(refusals)
  const change = useWrite(accounts.changeMyEmail, { refresh: [accounts.getMyAccount] })
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const send = () =>
    attempt(
      async () => {
        const { sentTo } = await change.mutateAsync({ email: email.trim() })
        toast({ tone: 'ok', title: words.sent(sentTo) })
        onClose()
      },
      {
        onFields: () => {
          setProblem(words.noAddress)
          return 1
        },
      },
    )
  return (
    <AskDialog
      title={words.changeTitle}
      text={words.changeText}
      confirm={words.send}
      busy={change.isPending}
      disabled={email.trim() === ''}
      onClose={onClose}
      onConfirm={send}
    >
      <Field label={words.next} required error={problem}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
      </Field>
    </AskDialog>
  )
}
