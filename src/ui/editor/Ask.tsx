import { useState } from 'react'
import { Button } from '../Button'
import { Field } from '../form/Field'
import { TextInput } from '../form/TextInput'
import { Dialog } from '../overlay/Dialog'
import { useUiWords } from '../words'

export type Question = {
  title: string
  label: string
  hint: string
  apply: string
  value: string
  /** The problem with the input in words; null when it was accepted. */
  take: (answer: string) => Promise<string | null> | string | null
  remove?: { label: string; run: () => void }
  onClose?: () => void
}

/** Asks for one line. */
export const Ask = ({ question, onClose }: { question: Question; onClose: () => void }) => {
  const words = useUiWords()
  const [answer, setAnswer] = useState(question.value)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => {
    question.onClose?.()
    onClose()
  }
  const take = async () => {
    setBusy(true)
    const wrong = await question.take(answer)
    setBusy(false)
    setProblem(wrong)
    if (wrong === null) onClose()
  }
  const { remove } = question
  return (
    <Dialog
      open
      onClose={close}
      title={question.title}
      size="s"
      footer={
        <>
          {remove && (
            <Button
              look="dangerQuiet"
              onClick={() => {
                remove.run()
                onClose()
              }}
            >
              {remove.label}
            </Button>
          )}
          <Button onClick={close}>{words.cancel}</Button>
          <Button look="primary" onClick={take} busy={busy}>
            {question.apply}
          </Button>
        </>
      }
    >
      <Field label={question.label} hint={question.hint} {...(problem && { error: problem })}>
        <TextInput
          data-autofocus
          value={answer}
          autoComplete="off"
          onChange={(event) => setAnswer(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            void take()
          }}
        />
      </Field>
    </Dialog>
  )
}
