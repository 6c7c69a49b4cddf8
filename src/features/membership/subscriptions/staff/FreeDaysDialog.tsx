import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import { useBrandName } from '#club/identity/session.tsx'
import type { Operation, ResultOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { Facts } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select, TextArea } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { daysText, type FreeDayReason, freeDayReasonNames, freeDayReasons } from '../freeDays'
import { staffSubscriptions } from './contract'
import { freeDaysGiven } from './mails'
import { useSubscriberWords } from './words'

type Props = {
  ids: { tenantId: string; brandId: string; subscriptionId: string }
  read: ResultOf<typeof staffSubscriptions.getSubscriber>
  refresh: readonly Operation[]
  onClose: () => void
}

/** How many days, why, what becomes of the next charge, and the mail that says so. */
export const FreeDaysDialog = ({ ids, read: { subscriber, to, freeDaysLeft }, refresh, onClose }: Props) => {
  const { one: words, refusals } = useSubscriberWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const write = useWrite(staffSubscriptions.giveFreeDays, { refresh })
  const [reader, brandName] = [useReader(to), useBrandName(ids.brandId)]
  const [days, setDays] = useState<number | null>(Math.min(7, freeDaysLeft))
  const [reason, setReason] = useState<FreeDayReason>('liveFailed')
  const [note, setNote] = useState('')
  // As it was when the dialog was opened: a charge that moves meanwhile is refused, and not moved twice.
  const [seenAt] = useState(subscriber.paidUntil)
  const isWhole = days !== null && Number.isInteger(days) && days >= 1 && days <= freeDaysLeft
  const movedTo = seenAt + (isWhole ? days : 0) * day
  const letter = freeDaysGiven(reader, {
    ...{ brandName, item: subscriber.planName, days: isWhole ? days : 0, reason },
    ...{ until: movedTo, chargedAt: movedTo },
  })
  const date = (at: number) => dateText(at, locale)
  const run = () =>
    attempt(async () => {
      if (!isWhole) return
      const { nextBillingAt } = await write.mutateAsync({ ...ids, days, reason, note, nextBillingAt: seenAt })
      toast({ tone: 'ok', title: words.given(daysText(days, locale), date(nextBillingAt)) })
      onClose()
    })
  return (
    <AskDialog
      title={words.giveDaysTitle}
      text={words.giveDaysText(freeDaysLeft)}
      confirm={words.giveDays}
      busy={write.isPending}
      disabled={!isWhole}
      onClose={onClose}
      onConfirm={run}
    >
      <Field label={words.days} {...(days !== null && !isWhole && { error: words.daysFrom(freeDaysLeft) })}>
        <NumberInput value={days} onChange={setDays} width="120px" />
      </Field>
      <Field label={words.why}>
        <Select
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as FreeDayReason)}
          options={freeDayReasons.map((one) => ({ value: one, label: freeDayReasonNames[one][locale] }))}
        />
      </Field>
      <Field label={words.note} optional max={200} value={note}>
        <TextArea rows={2} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </Field>
      {isWhole && (
        <chakra.div display="grid" gap={4}>
          <Facts items={[{ label: words.next, value: words.movesFrom(date(seenAt), date(movedTo)) }]} />
          <LettersToSend count={to.isReachable ? 1 : 0} letters={[{ letter, locale: reader.locale }]} />
        </chakra.div>
      )}
    </AskDialog>
  )
}
