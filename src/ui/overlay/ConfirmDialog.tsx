import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '../Button'
import { TextInput } from '../form/TextInput'
import { useUiWords } from '../words'
import { Dialog } from './Dialog'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  /** Runs the action; the dialog stays open and shows progress until the promise ends. The caller closes it. */
  onConfirm: () => unknown
  /** Asks about the thing by name: "Delete 3 contents?" */
  title: string
  /** The affected things, their number, and whether it can be undone. */
  children: ReactNode
  /** The verb on the button. */
  confirm: string
  cancel?: string
  tone?: 'danger' | 'primary'
  /** The name that has to be typed before the button works. */
  typed?: string
  /** What else has to be filled in is not yet. */
  disabled?: boolean
}

export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { open, onClose, onConfirm, title, children, confirm, cancel, tone = 'danger', typed, disabled = false } = props
  const words = useUiWords()
  const id = useId()
  const [answer, setAnswer] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!open) setAnswer('')
  }, [open])
  const run = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  const allowed = !disabled && (typed === undefined || answer.trim() === typed.trim())
  return (
    <Dialog
      open={open}
      onClose={busy ? () => {} : onClose}
      title={title}
      size="s"
      footer={
        <>
          <Button onClick={onClose} disabled={busy} data-autofocus={typed === undefined || undefined}>
            {cancel ?? words.cancel}
          </Button>
          <Button look={tone} onClick={run} busy={busy} disabled={!allowed}>
            {confirm}
          </Button>
        </>
      }
    >
      <chakra.div fontSize="0.875rem" color="muted" display="grid" gap={3}>
        {children}
        {typed !== undefined && (
          <chakra.label htmlFor={id} display="grid" gap={1.5} color="text" fontWeight="semibold">
            {words.typeToConfirm(typed)}
            <TextInput
              id={id}
              data-autofocus
              value={answer}
              autoComplete="off"
              onChange={(event) => setAnswer(event.currentTarget.value)}
            />
          </chakra.label>
        )}
      </chakra.div>
    </Dialog>
  )
}

type ConfirmMovesProps = {
  moves: Record<
    string,
    Pick<ConfirmDialogProps, 'title' | 'confirm' | 'tone'> & { text: ReactNode; run: () => unknown }
  >
  asked: string | null
  onClose: () => void
}

/** One confirmation dialog for each action in `moves`. */
export const ConfirmMoves = ({ moves, asked, onClose }: ConfirmMovesProps) =>
  Object.entries(moves).map(([move, { text, run, ...question }]) => (
    <ConfirmDialog key={move} open={asked === move} onClose={onClose} onConfirm={run} {...question}>
      {text}
    </ConfirmDialog>
  ))
