import { type ReactNode, useState } from 'react'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Radio } from '#ui/form/Switch.tsx'
import { useRuleText } from '#ui/form/state/useZodForm.ts'
import { TextArea } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { ConfirmMoves } from '#ui/overlay/ConfirmDialog.tsx'
import { type AdminEvent, reasonLength } from '../contract'
import { longestSchedule, type NewTime, publishTimeProblem } from '../event'
import { useEventWords } from '../words'

export type Move = 'publish' | 'publishUnlisted' | 'schedule' | 'unpublish' | 'postpone' | 'cancel'

/** What the dialog that cancels an event is given; `run` shows the result, and closes the dialog. */
export type CancelSlot = { title: string; onClose: () => void; run: (cancel: () => Promise<unknown>) => Promise<void> }
type EventIds = { tenantId: string; brandId: string; eventId: string }

/** What the goods of an event add to its screen. Cancelling an event ends their sale, so that it is done with them. */
export type EventSlots = {
  cancelDialog: (ids: EventIds, props: CancelSlot) => ReactNode
  goodsOfPostponed: (ids: EventIds) => ReactNode
  goodsOfCanceled: (ids: EventIds) => ReactNode
}

type MovesProps = {
  ids: { tenantId: string; brandId: string }
  asked: Move | null
  title: string
  event: AdminEvent
  onClose: () => void
  onPublish: (visibility: 'published' | 'unlisted') => Promise<void>
  onSchedule: (publishAt: number) => Promise<void>
  onUnpublish: () => Promise<void>
  onPostpone: (said: { reason: string; times: NewTime[] }) => Promise<void>
  onCancel: CancelSlot['run']
  slots: EventSlots
}

/** Confirmation dialogs of the publishing actions. */
export const EventMoves = (props: MovesProps) => {
  const { ids, asked, title, event, onClose, onPublish, onCancel, slots } = props
  const words = useEventWords()
  const publishing = { title: words.publishTitle(title), confirm: words.form.publish, tone: 'primary' } as const
  const moves = {
    publish: { ...publishing, text: words.publishText, run: () => onPublish('published') },
    publishUnlisted: { ...publishing, text: words.publishUnlistedText, run: () => onPublish('unlisted') },
    unpublish: {
      title: words.unpublishTitle(title),
      confirm: words.moves.unpublish,
      tone: 'danger',
      text: words.unpublishText,
      run: props.onUnpublish,
    },
  } as const
  return (
    <>
      <ConfirmMoves asked={asked} moves={moves} onClose={onClose} />
      {asked === 'schedule' && <ScheduleDialog {...props} />}
      {asked === 'postpone' && <PostponeDialog {...props} />}
      {asked === 'cancel' && slots.cancelDialog({ ...ids, eventId: event.eventId }, { title, onClose, run: onCancel })}
    </>
  )
}

type AskingProps = {
  title: string
  confirm: string
  danger?: boolean
  disabled?: boolean
  onClose: () => void
  /** Returns undefined if the input is incomplete; the dialog then stays open. */
  onConfirm: () => Promise<unknown> | undefined
  children: React.ReactNode
}

const Asking = ({ danger = false, onConfirm, ...asked }: AskingProps) => {
  const words = useEventWords()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  return <AskDialog {...asked} cancel={words.keep} busy={busy} look={danger ? 'danger' : 'primary'} onConfirm={run} />
}

const minute = 60_000
const hour = 60 * minute

const ScheduleDialog = ({ title, event, onClose, onSchedule }: MovesProps) => {
  const words = useEventWords()
  const say = useRuleText(words.rules)
  const [opened] = useState(() => Date.now())
  const [at, setAt] = useState<number | null>(event.publishAt ?? Math.ceil((opened + 24 * hour) / hour) * hour)
  const [problem, setProblem] = useState<string>()
  const run = () => {
    const rule = at === null ? 'required' : publishTimeProblem(at, Date.now())
    if (at !== null && !rule) return onSchedule(at)
    setProblem(say({ rule: rule ?? 'required' }))
  }
  return (
    <Asking title={words.scheduleTitle(title)} confirm={words.form.schedulePublish} onClose={onClose} onConfirm={run}>
      <DateTimeField
        label={words.scheduleAt}
        hint={words.scheduleHint}
        value={at}
        onChange={(value) => {
          setAt(value)
          setProblem(undefined)
        }}
        min={opened + 5 * minute}
        max={opened + longestSchedule}
        {...(problem && { error: problem })}
      />
    </Asking>
  )
}

type ReasonProps = { value: string; onChange: (value: string) => void; error: string | undefined }
const Reason = ({ value, onChange, error }: ReasonProps) => {
  const words = useEventWords()
  return (
    <Field
      label={words.reason}
      hint={words.reasonHint}
      required
      max={reasonLength}
      value={value}
      {...(error && { error })}
    >
      <TextArea rows={3} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </Field>
  )
}

const PostponeDialog = ({ ids, title, event, onClose, onPostpone, slots }: MovesProps) => {
  const words = useEventWords()
  const say = useRuleText(words.rules)
  const [reason, setReason] = useState('')
  const [isDated, setDated] = useState(false)
  const [times, setTimes] = useState<NewTime[]>(() =>
    event.schedules.map(({ scheduleId, doorsOpenAt, startAt, endAt }) => ({ scheduleId, doorsOpenAt, startAt, endAt })),
  )
  const [problem, setProblem] = useState<{ reason?: string; times?: string }>({})
  /** Opening and end times shift together with the start. */
  const move = (scheduleId: string, to: number | null) =>
    setTimes((before) =>
      before.map((one) => {
        if (one.scheduleId !== scheduleId || to === null) return one
        const by = to - one.startAt
        const along = (at: number | null) => (at === null ? null : at + by)
        return { ...one, startAt: to, doorsOpenAt: along(one.doorsOpenAt), endAt: along(one.endAt) }
      }),
    )
  const run = () => {
    if (reason.trim() === '') return setProblem({ reason: say({ rule: 'required' }) })
    if (isDated && !times.some(({ startAt }) => startAt > Date.now()))
      return setProblem({ times: say({ rule: 'scheduleInPast' }) })
    return onPostpone({ reason, times: isDated ? times : [] })
  }
  return (
    <Asking
      title={words.postponeTitle(title)}
      confirm={words.moves.postpone}
      onClose={onClose}
      onConfirm={() => run() ?? undefined}
    >
      <p>{words.postponeText(isDated)}</p>
      {slots.goodsOfPostponed({ ...ids, eventId: event.eventId })}
      <Reason value={reason} onChange={setReason} error={problem.reason} />
      <Field group label={words.columns.date}>
        <Radio name="dated" checked={!isDated} onChange={() => setDated(false)} label={words.undated} />
        <Radio name="dated" checked={isDated} onChange={() => setDated(true)} label={words.dated} />
      </Field>
      {isDated &&
        times.map(({ scheduleId, startAt }, n) => (
          <DateTimeField
            key={scheduleId}
            label={`${words.form.schedule(n + 1)} ${words.form.startAt}`}
            value={startAt}
            onChange={(value) => move(scheduleId, value)}
            {...(n === 0 && problem.times && { error: problem.times })}
          />
        ))}
    </Asking>
  )
}

type CancelDialogProps = Pick<CancelSlot, 'title' | 'onClose'> & {
  disabled: boolean
  /** What ends with the event. */
  consequences: ReactNode
  onCancel: (said: { reason: string; refundPolicy: string }) => Promise<void>
}

export const CancelDialog = ({ title, disabled, consequences, onClose, onCancel }: CancelDialogProps) => {
  const words = useEventWords()
  const say = useRuleText(words.rules)
  const [reason, setReason] = useState('')
  const [refundPolicy, setRefundPolicy] = useState('')
  const [problem, setProblem] = useState<string>()
  const run = () => {
    if (reason.trim() !== '') return onCancel({ reason, refundPolicy })
    setProblem(say({ rule: 'required' }))
  }
  return (
    <Asking
      title={words.cancelTitle(title)}
      confirm={words.moves.cancel}
      danger
      disabled={disabled}
      onClose={onClose}
      onConfirm={run}
    >
      <p>{words.cancelText}</p>
      {consequences}
      <Reason value={reason} onChange={setReason} error={problem} />
      <Field label={words.refundPolicy} hint={words.refundPolicyHint} optional max={reasonLength} value={refundPolicy}>
        <TextArea rows={2} value={refundPolicy} onChange={(event) => setRefundPolicy(event.currentTarget.value)} />
      </Field>
    </Asking>
  )
}
