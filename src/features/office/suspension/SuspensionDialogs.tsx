import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import {
  type SuspensionReason,
  suspensionMessageLength,
  suspensionReasonNames,
  suspensionReasons,
} from '#club/tenants/suspension.ts'
import type { Letter, Reader } from '#kit/letter.ts'
import { payoutDesk } from '#money/payouts/revenue/contract.ts'
import { Field } from '#ui/form/Field.tsx'
import { Select, TextArea } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { platform } from '../platform/contract'
import { suspension } from './contract'
import { clubGoesOn, clubSuspended } from './mails'
import { SuspensionWords, useSuspensionWords } from './words'

export type Club = { tenantId: string; name: string }
type Props = { club: Club; onClose: () => void }

const refresh = { refresh: [platform.getClubs] }

/** Their words come with them: the list of clubs does not wait. */
export const SuspendDialog = (props: Props) => (
  <SuspensionWords>
    <Suspend {...props} />
  </SuspensionWords>
)
export const ResumeDialog = (props: Props) => (
  <SuspensionWords>
    <Resume {...props} />
  </SuspensionWords>
)

export const Effects = ({ effects }: { effects: readonly string[] }) => (
  <chakra.ul pl={5} display="grid" gap={1.5} listStyleType="disc">
    {effects.map((effect) => (
      <li key={effect}>{effect}</li>
    ))}
  </chakra.ul>
)

/** The mail to the owners, in each of the languages that they read. */
const ToOwners = ({ tenantId, write }: { tenantId: string; write: (to: Reader) => Letter }) => {
  const { origin } = useReader()
  const { data: told } = useRead(payoutDesk.getPayoutOwners, { tenantId })
  if (!told) return null
  return (
    <LettersToSend
      count={told.owners}
      letters={told.locales.map((locale) => ({ letter: write({ origin, locale }), locale }))}
    />
  )
}

type MessageProps = { hint: string; value: string; onChange: (message: string) => void }
export const Message = ({ hint, value, onChange }: MessageProps) => {
  const words = useSuspensionWords()
  return (
    <Field label={words.message} hint={hint} max={suspensionMessageLength} value={value}>
      <TextArea rows={4} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </Field>
  )
}

type ReasonProps = { value: SuspensionReason | ''; onChange: (reason: SuspensionReason | '') => void }
export const Reason = ({ value, onChange }: ReasonProps) => {
  const words = useSuspensionWords()
  const locale = useLocale()
  return (
    <Field label={words.reason} required>
      <Select
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as SuspensionReason | '')}
        options={[
          { value: '', label: words.chooseReason },
          ...suspensionReasons.map((one) => ({ value: one, label: suspensionReasonNames[one][locale] })),
        ]}
      />
    </Field>
  )
}

export const isShort = (message: string) => [...message.trim()].length <= suspensionMessageLength
export const saying = (message: string) => (message.trim() === '' ? {} : { message: message.trim() })

const Suspend = ({ club, onClose }: Props) => {
  const words = useSuspensionWords()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(suspension.suspendTenant, refresh)
  const [reason, setReason] = useState<SuspensionReason | ''>('')
  const [message, setMessage] = useState('')
  const { tenantId, name } = club
  const run = async () => {
    if (reason === '') return
    const isDone = await attempt(() => write.mutateAsync({ tenantId, reason, ...saying(message) }))
    if (!isDone) return
    toast({ tone: 'ok', title: words.suspended })
    onClose()
  }
  return (
    <AskDialog
      title={words.suspendTitle(name)}
      text={<Effects effects={words.effects} />}
      confirm={words.suspend}
      look="danger"
      busy={write.isPending}
      disabled={reason === '' || !isShort(message)}
      onClose={onClose}
      onConfirm={run}
    >
      <Reason value={reason} onChange={setReason} />
      <Message hint={words.messageHint} value={message} onChange={setMessage} />
      {reason !== '' && (
        <ToOwners
          tenantId={tenantId}
          write={(to) => clubSuspended(to, { tenantId, name, reason, message: message.trim() })}
        />
      )}
    </AskDialog>
  )
}

const Resume = ({ club, onClose }: Props) => {
  const words = useSuspensionWords()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(suspension.resumeTenant, refresh)
  const [message, setMessage] = useState('')
  const { tenantId, name } = club
  const run = async () => {
    if (!(await attempt(() => write.mutateAsync({ tenantId, ...saying(message) })))) return
    toast({ tone: 'ok', title: words.resumed })
    onClose()
  }
  return (
    <AskDialog
      title={words.resumeTitle(name)}
      text={<Effects effects={words.resumeEffects} />}
      confirm={words.resume}
      busy={write.isPending}
      disabled={!isShort(message)}
      onClose={onClose}
      onConfirm={run}
    >
      <Message hint={words.resumeHint} value={message} onChange={setMessage} />
      <ToOwners tenantId={tenantId} write={(to) => clubGoesOn(to, { tenantId, name, message: message.trim() })} />
    </AskDialog>
  )
}
