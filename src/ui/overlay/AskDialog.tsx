import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from '../Button'
import { Fields } from '../form/Field'
import { useUiWords } from '../words'
import { Dialog } from './Dialog'

type AskDialogProps = {
  title: string
  text?: ReactNode
  /** The verb on the button. */
  confirm: string
  cancel?: string
  /** The dialog stays open and shows progress. */
  busy: boolean
  look?: 'primary' | 'danger'
  disabled?: boolean
  onClose: () => void
  onConfirm: () => unknown
  children?: ReactNode
}

/** Asks for some fields before it acts. Where a yes is enough: ConfirmDialog. */
export const AskDialog = (props: AskDialogProps) => {
  const { title, text, confirm, cancel, busy, look = 'primary', disabled, onClose, onConfirm, children } = props
  const words = useUiWords()
  return (
    <Dialog
      open
      size="s"
      onClose={busy ? () => {} : onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancel ?? words.cancel}
          </Button>
          <Button look={look} busy={busy} disabled={disabled} onClick={() => void onConfirm()}>
            {confirm}
          </Button>
        </>
      }
    >
      <Fields data-asks>
        {text && (
          <chakra.div color="muted" fontSize="0.875rem">
            {text}
          </chakra.div>
        )}
        {children}
      </Fields>
    </Dialog>
  )
}
