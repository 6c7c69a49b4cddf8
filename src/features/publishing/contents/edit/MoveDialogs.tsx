import { type ReactNode, useEffect, useState } from 'react'
import { useRead } from '#client/useOperation.ts'
import { plans } from '#membership/plans/contract.ts'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { useRuleText } from '#ui/form/state/useZodForm.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { ConfirmMoves } from '#ui/overlay/ConfirmDialog.tsx'
import { useUiWords } from '#ui/words.tsx'
import { longestSchedule, publishingTimeProblem } from '../content'
import type { AdminPlanContent } from '../contract'
import { useContentWords } from '../words'
import { TellSwitch } from './TellMembers'
import type { ContentValues } from './values'

export type Move = 'publish' | 'schedule' | 'revert' | 'remove'

type MoveDialogsProps = {
  asked: Move
  name: string
  content: AdminPlanContent
  values: ContentValues
  ids: { tenantId: string; brandId: string }
  /** When a draft that was made from a day of the calendar is meant to be published. */
  plannedAt: number | null
  /** Whether the members are told of it. */
  tells: boolean
  onTells: (tells: boolean) => void
  onClose: () => void
  onPublish: () => Promise<void>
  onSchedule: (publishingAt: number) => Promise<void>
  onRevert: () => Promise<void>
  onRemove: () => Promise<void>
}

/** Confirmation dialogs of the publishing actions. */
export const MoveDialogs = (props: MoveDialogsProps) => {
  const { asked, name, content, values, ids, onClose } = props
  const words = useContentWords()
  const ui = useUiWords()
  const known = useRead(plans.getPlans, asked === 'publish' ? ids : null).data?.plans ?? []
  const names = known.filter(({ planId }) => values.planIds.includes(planId)).map((plan) => plan.name)
  const of = { planContentId: content.planContentId, viewableBy: values.viewableBy, planIds: values.planIds }
  const tell = <TellSwitch ids={ids} of={of} isWanted={props.tells} onChange={props.onTells} />
  const moves = {
    publish: {
      title: words.publishTitle(name),
      confirm: words.actions.publish,
      tone: 'primary',
      text: (
        <>
          <p>{values.viewableBy === 'allUsers' ? words.publishForAll : words.publishFor(ui.listOf(names))}</p>
          {asked === 'publish' && tell}
        </>
      ),
      run: props.onPublish,
    },
    revert: {
      title: words.revertTitle(name),
      confirm: words.actions.revert,
      tone: 'danger',
      text: words.revertText,
      run: props.onRevert,
    },
    remove: {
      title: words.removeTitle(name),
      confirm: words.actions.remove,
      tone: 'danger',
      text: words.removeText,
      run: props.onRemove,
    },
  } as const
  return (
    <>
      <ConfirmMoves asked={asked} moves={moves} onClose={onClose} />
      {asked === 'schedule' && (
        <ScheduleDialog
          name={name}
          content={content}
          plannedAt={props.plannedAt}
          tell={tell}
          onClose={onClose}
          onSchedule={props.onSchedule}
        />
      )}
    </>
  )
}

const minute = 60_000
const hour = 60 * minute

type ScheduleDialogProps = Pick<MoveDialogsProps, 'name' | 'content' | 'plannedAt' | 'onClose' | 'onSchedule'> & {
  tell: ReactNode
}

const ScheduleDialog = ({ name, content, plannedAt, tell, onClose, onSchedule }: ScheduleDialogProps) => {
  const words = useContentWords()
  const say = useRuleText({ ...words.rules, tooBig: words.rules.tooBigSchedule })
  const [opened] = useState(() => Date.now())
  const [at, setAt] = useState<number | null>(content.publishingAt ?? plannedAt)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // Default: tomorrow at the next full hour.
    setAt((before) => before ?? Math.ceil((opened + 24 * hour) / hour) * hour)
  }, [opened])
  const run = async () => {
    const rule = at === null ? 'required' : publishingTimeProblem(at, Date.now())
    if (at === null || rule) return setProblem(say({ rule: rule ?? 'required' }))
    setBusy(true)
    await onSchedule(at)
    setBusy(false)
  }
  const isScheduled = content.status === 'publishmentScheduled'
  return (
    <AskDialog
      title={isScheduled ? words.rescheduleTitle(name) : words.scheduleTitle(name)}
      confirm={isScheduled ? words.actions.reschedule : words.actions.schedule}
      busy={busy}
      onClose={onClose}
      onConfirm={run}
    >
      <DateTimeField
        label={words.panel.schedule}
        hint={words.panel.scheduleHint}
        value={at}
        onChange={(value) => {
          setAt(value)
          setProblem(undefined)
        }}
        min={opened + 5 * minute}
        max={opened + longestSchedule}
        {...(problem && { error: problem })}
      />
      {!isScheduled && tell}
    </AskDialog>
  )
}
