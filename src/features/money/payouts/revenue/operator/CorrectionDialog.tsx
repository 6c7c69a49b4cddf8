import { useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { isCallError } from '#kit/callError.ts'
import { formatYen } from '#kit/money.ts'
import { Notice } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { monthAfter } from '../../../ledger/ledger'
import { statementCorrected } from '../../bankAccounts/mails'
import { payoutDesk } from '../contract'
import { useMonthText } from '../parts'
import { useRevenueWords } from '../words'

const reasonLength = 200
const most = 99_999_999
const mostMonths = 24

type CorrectionProps = {
  row: { tenantId: string; brandId: string; brandName: string; month: string }
  onClose: () => void
}

/** Corrects a mistake of a final month in one that is still open. */
export const CorrectionDialog = ({ row, onClose }: CorrectionProps) => {
  const { desk: words, refusals } = useRevenueWords()
  const monthName = useMonthText()
  const attempt = useAttempt(refusals)
  const write = useWrite(payoutDesk.correctStatement, { refresh: [payoutDesk.getPayoutDesk] })
  // Months before may have been carried over into this one, and have no payout of their own.
  const [month, setMonth] = useState(row.month)
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const isRight =
    amount !== null &&
    Number.isInteger(amount) &&
    amount !== 0 &&
    Math.abs(amount) <= most &&
    reason.trim() !== '' &&
    [...reason].length <= reasonLength
  const { tenantId, brandId, brandName } = row
  const { origin } = useReader()
  const { data: counted } = useRead(payoutDesk.getCorrectionMonth, { tenantId, brandId })
  const [isAbove, setAbove] = useState(false)
  const run = (confirmsAmount = false) =>
    attempt(async () => {
      const said = { tenantId, brandId, month, amount: amount ?? 0, reason }
      const made = await write
        .mutateAsync({ ...said, ...(confirmsAmount && { confirmsAmount }) })
        .catch((error: unknown) => {
          if (isCallError(error) && error.code === 'aboveMonth') return null
          throw error
        })
      if (!made) return setAbove(true)
      const { countsIn } = made
      toast({ tone: 'ok', title: words.corrected(monthName(countsIn)) })
      onClose()
    })
  return (
    <AskDialog
      title={words.correctTitle(row.brandName, monthName(month))}
      text={words.correctText}
      confirm={isAbove ? words.correctAbove : words.correct}
      busy={write.isPending}
      disabled={!isRight}
      onClose={onClose}
      onConfirm={() => run(isAbove)}
    >
      <Field label={words.correctMonth} required>
        <Select
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
          options={Array.from({ length: mostMonths }, (_, n) => monthAfter(row.month, -n)).map((value) => ({
            value,
            label: monthName(value),
          }))}
        />
      </Field>
      <Field label={words.correctAmount} required>
        <NumberInput
          value={amount}
          onChange={(value) => {
            setAmount(value)
            setAbove(false)
          }}
        />
      </Field>
      <Field label={words.correctReason} required max={reasonLength} value={reason}>
        <TextInput value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
      {isRight && counted && (
        <LettersToSend
          count={counted.owners}
          letters={counted.locales.map((locale) => ({
            letter: statementCorrected(
              { origin, locale },
              {
                ...{ tenantId, brandId, brandName, month, amount: formatYen(amount), reason: reason.trim() },
                countsIn: counted.countsIn,
              },
            ),
            locale,
          }))}
        />
      )}
      {isAbove && (
        <Notice tone="warn" role="alert" mt={3}>
          {words.correctIsAbove(yenText(amount ?? 0), monthName(month))}
        </Notice>
      )}
    </AskDialog>
  )
}
