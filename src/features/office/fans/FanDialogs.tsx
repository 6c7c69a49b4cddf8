import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { comments } from '#publishing/comments/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { staffFans } from './contract'
import type { Answer, Ids } from './read'
import { useStaffFanWords } from './words'

type Props = { ids: Ids; read: Answer; onClose: () => void }
const refresh = { refresh: [staffFans.getFan, staffFans.getFans] }

const Reason = ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) => (
  <Field label={label} max={200} value={value}>
    <TextArea rows={2} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  </Field>
)

export const BanDialog = ({ ids, read: { fan }, onClose }: Props) => {
  const { fan: words, refusals } = useStaffFanWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(comments.setCommentBan, refresh)
  const [reason, setReason] = useState('')
  const isBanned = fan.commentBan !== null
  const run = () =>
    attempt(async () => {
      const { tenantId, brandId } = ids
      await write.mutateAsync({ tenantId, brandId, userId: fan.uid, until: isBanned ? null : 'indefinite', reason })
      toast({ tone: 'ok', title: isBanned ? words.unbannedDone : words.bannedDone })
      onClose()
    })
  return (
    <AskDialog
      title={isBanned ? words.unban : words.banTitle}
      text={isBanned ? '' : words.banText}
      confirm={isBanned ? words.unban : words.ban}
      busy={write.isPending}
      look={isBanned ? 'primary' : 'danger'}
      onClose={onClose}
      onConfirm={run}
    >
      {!isBanned && <Reason label={words.reason} value={reason} onChange={setReason} />}
    </AskDialog>
  )
}

export const BlockDialog = ({ ids, read: { fan }, onClose }: Props) => {
  const { fan: words, refusals } = useStaffFanWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(staffFans.blockFan, refresh)
  const [reason, setReason] = useState('')
  const on = !fan.isBlocked
  const run = () =>
    attempt(async () => {
      const { endingMemberships } = await write.mutateAsync({ ...ids, on, reason })
      toast({ tone: 'ok', title: on ? words.blockedDone(endingMemberships) : words.unblockedDone })
      onClose()
    })
  return (
    <AskDialog
      title={on ? words.blockTitle : words.unblock}
      text={on ? words.blockText : ''}
      confirm={on ? words.block : words.unblock}
      busy={write.isPending}
      look={on ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={run}
    >
      {on && <Reason label={words.reason} value={reason} onChange={setReason} />}
    </AskDialog>
  )
}

export const GrantDialog = ({ ids, read: { plans }, onClose }: Props) => {
  const { fan: words, months: monthsText, refusals } = useStaffFanWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const write = useWrite(staffFans.grantComplimentaryTerm, refresh)
  const [planId, setPlan] = useState(plans[0]?.planId ?? '')
  const [months, setMonths] = useState('1')
  const [reason, setReason] = useState('')
  const run = () =>
    attempt(async () => {
      const { until } = await write.mutateAsync({ ...ids, planId, months: Number(months), reason })
      toast({ tone: 'ok', title: words.granted(dateText(until, locale)) })
      onClose()
    })
  return (
    <AskDialog
      title={words.grantTitle}
      text={words.grantText}
      confirm={words.grant}
      busy={write.isPending}
      disabled={reason.trim() === '' || planId === ''}
      onClose={onClose}
      onConfirm={run}
    >
      <Field label={words.plan}>
        <Select
          value={planId}
          onChange={(event) => setPlan(event.currentTarget.value)}
          options={plans.map((plan) => ({ value: plan.planId, label: plan.name }))}
        />
      </Field>
      <Field label={words.grantMonths}>
        <Select
          value={months}
          onChange={(event) => setMonths(event.currentTarget.value)}
          options={[1, 3, 6, 12].map((n) => ({ value: String(n), label: monthsText(n) }))}
        />
      </Field>
      <Reason label={words.reason} value={reason} onChange={setReason} />
    </AskDialog>
  )
}

export const RevealDialog = ({ ids, onClose }: Props) => {
  const { fan: words, none, refusals } = useStaffFanWords()
  const { close } = useUiWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(staffFans.revealFan)
  const [reason, setReason] = useState('')
  const email = write.data?.email
  if (email !== undefined) {
    return (
      <Dialog open size="s" onClose={onClose} title={words.email} footer={<Button onClick={onClose}>{close}</Button>}>
        <Field label={words.email}>
          <TextInput readOnly value={email || none} onFocus={(event) => event.currentTarget.select()} />
        </Field>
      </Dialog>
    )
  }
  return (
    <AskDialog
      title={words.reveal}
      text={words.revealText}
      confirm={words.reveal}
      busy={write.isPending}
      disabled={reason.trim() === ''}
      onClose={onClose}
      onConfirm={() => attempt(() => write.mutateAsync({ ...ids, reason }))}
    >
      <Reason label={words.revealReason} value={reason} onChange={setReason} />
    </AskDialog>
  )
}
