import { type ReactNode, useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import type { SuspensionReason } from '#club/tenants/suspension.ts'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { closing } from '../club/closing/contract'
import { closedByPlatform, closingNotice } from '../club/closing/mails'
import { platform } from '../platform/contract'
import { type Club, Effects, isShort, Message, Reason, saying } from './SuspensionDialogs'
import { SuspensionWords, useSuspensionWords } from './words'

type Props = { club: Club; onClose: () => void }

/** For operators: the club ends as if its owner had closed it, with a reason and its name typed. */
export const CloseClubDialog = (props: Props) => (
  <SuspensionWords>
    <CloseClub {...props} />
  </SuspensionWords>
)

const CloseClub = ({ club, onClose }: Props) => {
  const { close: words, refusals } = useSuspensionWords()
  const attempt = useAttempt(refusals)
  const ahead = useRead(closing.getClosingAsOperator, { tenantId: club.tenantId })
  const write = useWrite(closing.closeTenantAsOperator, { refresh: [platform.getClubs] })
  const [reason, setReason] = useState<SuspensionReason | ''>('')
  const [message, setMessage] = useState('')
  const { tenantId, name } = club
  const run = async () => {
    if (reason === '') return
    const said = { tenantId, typedName: name, reason, ...saying(message) }
    if (!(await attempt(() => write.mutateAsync(said)))) return
    toast({ tone: 'ok', title: words.done })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      title={words.title(name)}
      confirm={words.confirm}
      typed={name}
      disabled={reason === '' || !isShort(message) || !ahead.data}
    >
      {ahead.failed ? (
        <FailedState {...ahead.failed} />
      ) : !ahead.data ? (
        <SkeletonText lines={5} />
      ) : (
        <Ahead club={club} ahead={ahead.data} reason={reason} message={message}>
          <Reason value={reason} onChange={setReason} />
          <Message hint={words.messageHint} value={message} onChange={setMessage} />
        </Ahead>
      )}
    </ConfirmDialog>
  )
}

type AheadProps = {
  club: Club
  ahead: NonNullable<ReturnType<typeof useRead<typeof closing.getClosingAsOperator>>['data']>
  reason: SuspensionReason | ''
  message: string
  children: ReactNode
}

/** What follows and what is asked, then the mails: the one to the owners says the reason, the one to members does not. */
const Ahead = ({ club, ahead, reason, message, children }: AheadProps) => {
  const { close: words } = useSuspensionWords()
  const locale = useLocale()
  const reader = useReader()
  const open = ahead.brands.filter(({ state }) => state === 'open')
  const [members, openOrders] = [sumOf(open, 'members'), sumOf(open, 'openOrders')]
  const closesAt = Math.max(...ahead.brands.map((brand) => brand.closesAt), Date.now())
  const toOwners = ahead.told.locales.map((each) => ({
    letter: closedByPlatform(
      { origin: reader.origin, locale: each },
      { name: club.name, closesAt, reason: reason || 'other', message: message.trim() },
    ),
    locale: each,
  }))
  const toMembers = open.slice(0, 1).map((brand) => ({
    letter: closingNotice(reader, { name: brand.name, closesAt: brand.closesAt, message: '' }, 'now'),
    locale: reader.locale,
  }))
  return (
    <>
      <Effects
        effects={[
          words.now(openOrders),
          words.noRenewals,
          words.kept(members, dateText(closesAt, locale)),
          ...(members > 0 ? [words.told] : []),
          words.stays,
          words.noWayBack,
        ]}
      />
      {children}
      {reason !== '' && (
        <LettersToSend
          count={members + ahead.told.owners}
          letters={members > 0 ? [...toOwners, ...toMembers] : toOwners}
        />
      )}
    </>
  )
}

const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], key: Key) =>
  rows.reduce((sum, row) => sum + row[key], 0)
