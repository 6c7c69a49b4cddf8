import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { Button, IconButton } from '../Button'
import { UndoIcon } from '../look/icons'
import { Reveal } from '../look/motion'
import { ConfirmDialog } from '../overlay/ConfirmDialog'
import { usePortalWords } from '../portalWords'
import { useOnline } from '../useOnline'
import { useLeaveGuard } from './state/useLeaveGuard'
import { useSaveKey } from './state/useSaveKey'

const Bar = chakra(Reveal, {
  base: {
    position: 'sticky',
    bottom: { base: 'calc(var(--tray, 0px) + 12px)', md: 'calc(var(--tray, 0px) + 20px)' },
    zIndex: 'top',
    mt: 6,
    display: 'flex',
    alignItems: 'center',
    gap: { base: 1.5, md: 2 },
    pl: { base: 3, md: 4 },
    pr: { base: 2, md: 2.5 },
    py: { base: 2, md: 2.5 },
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'borderStrong',
    borderRadius: 'l',
    boxShadow: 'pop',
    // One row on a phone, whatever the buttons say.
    '& button': { px: { base: 3, md: 4 } },
  },
})

type SaveBarProps = {
  /** The result of useZodForm or useStoredForm. */
  form: { formState: { isDirty: boolean }; problems: number; discard: () => void }
  saving?: boolean
  onSave: () => void
  /** The verb, when saving is not all that happens. */
  save?: string
  /** More ways to save, as "Save and publish". */
  children?: ReactNode
}

/**
 * Appears when something changed, shows the number of errors, and guards leaving. Ctrl/⌘ S saves. Without a
 * connection a save waits, and is done when there is one. After a save call `form.saved(values)` before moving on.
 */
export const SaveBar = ({ form, saving = false, onSave, save, children }: SaveBarProps) => {
  const words = usePortalWords()
  const isOnline = useOnline()
  const { isDirty } = form.formState
  const isWaiting = saving && !isOnline
  const guard = useLeaveGuard(isDirty && (!saving || isWaiting))
  useSaveKey(isDirty && !saving ? onSave : null)
  useEffect(() => {
    if (!isDirty) return
    // Toasts stand above the bar.
    document.documentElement.style.setProperty('--save-bar', 'calc(var(--tray, 0px) + 76px)')
    return () => void document.documentElement.style.removeProperty('--save-bar')
  }, [isDirty])
  const [long, short] = isWaiting
    ? [words.savedWhenOnline, words.savedWhenOnlineShort]
    : form.problems > 0
      ? [words.toMend(form.problems), words.toMendShort(form.problems)]
      : [words.unsaved, words.unsavedShort]
  return (
    <>
      <Bar way="rise" open={isDirty}>
        <chakra.span
          role="status"
          mr="auto"
          minW="0"
          fontSize={{ base: 'sm', md: '0.875rem' }}
          fontWeight="semibold"
          lineHeight="1.4"
          color={form.problems > 0 || isWaiting ? 'bad' : undefined}
        >
          <chakra.span display={{ base: 'none', md: 'inline' }}>{long}</chakra.span>
          <chakra.span display={{ md: 'none' }}>{short}</chakra.span>
        </chakra.span>
        <chakra.span display={{ base: 'none', md: 'contents' }}>
          <Button look="quiet" onClick={form.discard} disabled={saving}>
            {words.discard}
          </Button>
        </chakra.span>
        <chakra.span display={{ md: 'none' }}>
          <IconButton label={words.discard} onClick={form.discard} disabled={saving}>
            <UndoIcon />
          </IconButton>
        </chakra.span>
        {children}
        <Button look="primary" onClick={onSave} busy={saving} aria-keyshortcuts="Control+S Meta+S">
          {save ?? words.save}
        </Button>
      </Bar>
      <ConfirmDialog
        open={guard.asked}
        onClose={guard.stay}
        onConfirm={() => {
          form.discard()
          guard.leave()
        }}
        title={words.leaveTitle}
        confirm={words.leave}
        cancel={words.stay}
      >
        {words.leaveText}
      </ConfirmDialog>
    </>
  )
}
