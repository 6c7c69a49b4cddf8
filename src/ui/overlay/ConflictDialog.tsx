import { useUiWords } from '../words'
import { ConfirmDialog } from './ConfirmDialog'

type ConflictDialogProps = { open: boolean; onClose: () => void; onReload: () => void }

/** Somebody else saved first: nothing is overwritten and nothing is thrown away before the reader says so. */
export const ConflictDialog = ({ open, onClose, onReload }: ConflictDialogProps) => {
  const words = useUiWords()
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => {
        onReload()
        onClose()
      }}
      title={words.conflictTitle}
      confirm={words.conflictReload}
      cancel={words.conflictKeep}
    >
      {words.conflictText}
    </ConfirmDialog>
  )
}
