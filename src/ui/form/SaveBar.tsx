import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from '../Button'
import { Reveal } from '../look/motion'
import { ConfirmDialog } from '../overlay/ConfirmDialog'
import { useUiWords } from '../words'
import { useLeaveGuard } from './useLeaveGuard'

const Bar = chakra(Reveal, {
  base: {
    position: 'sticky',
    bottom: { base: 3, md: 5 },
    zIndex: 'top',
    mt: 6,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    pl: 4,
    pr: 2.5,
    py: 2.5,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'borderStrong',
    borderRadius: 'l',
    boxShadow: 'pop',
  },
})

type SaveBarProps = {
  dirty: boolean
  saving?: boolean
  onSave: () => void
  onDiscard: () => void
  /** The verb, when saving is not all that happens. */
  save?: string
  /** More ways to save, as "Save and publish". */
  children?: ReactNode
}

/** Appears when something changed, and guards leaving. After a save, reset the form before moving on. */
export const SaveBar = ({ dirty, saving = false, onSave, onDiscard, save, children }: SaveBarProps) => {
  const words = useUiWords()
  const guard = useLeaveGuard(dirty && !saving)
  return (
    <>
      <Bar way="rise" open={dirty}>
        <chakra.span fontSize="14px" fontWeight="semibold" mr="auto" role="status">
          {words.unsaved}
        </chakra.span>
        <Button look="quiet" onClick={onDiscard} disabled={saving}>
          {words.discard}
        </Button>
        {children}
        <Button look="primary" onClick={onSave} busy={saving}>
          {save ?? words.save}
        </Button>
      </Bar>
      <ConfirmDialog
        open={guard.asked}
        onClose={guard.stay}
        onConfirm={guard.leave}
        title={words.leaveTitle}
        confirm={words.leave}
        cancel={words.stay}
      >
        {words.leaveText}
      </ConfirmDialog>
    </>
  )
}
