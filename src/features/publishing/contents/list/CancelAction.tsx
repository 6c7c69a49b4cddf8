import { useWrite } from '#client/useOperation.ts'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { events } from '../../events/contract'
import { contents } from '../contract'
import { useContentWords } from '../words'

/** Reads to refresh after a scheduled action was moved or cancelled. */
export const changed = [
  contents.getScheduledActions,
  contents.getPlanContentsWithPlans,
  contents.getPrivatePlanContent,
  events.getEvent,
  events.getEvents,
]

type Props = {
  ids: { tenantId: string; brandId: string }
  target: 'content' | 'event'
  targetId: string
  editedAt: number
  name: string
  onClose: () => void
}

/** Confirms cancelling a scheduled publication, which makes it a draft again. */
export const CancelAction = ({ ids, target, targetId, editedAt, name, onClose }: Props) => {
  const { calendar: words, refusals } = useContentWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(contents.cancelScheduledAction, { refresh: changed })
  const run = async () => {
    await attempt(async () => {
      await write.mutateAsync({ ...ids, target, targetId, expectedEditedAt: editedAt })
      toast({ tone: 'ok', title: words.canceled })
    })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={words.cancelTitle(name)}
      confirm={words.cancelConfirm}
      onClose={onClose}
      onConfirm={run}
    >
      {words.cancelText}
    </ConfirmDialog>
  )
}
