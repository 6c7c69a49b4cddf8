import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { email as emailAddress } from '#kit/text.ts'
import { troubles } from '#money/orders/payments/unallocated.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { CheckIcon } from '#ui/look/icons.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { waitingMoney } from '../contract'
import { useWaitingMoneyWords } from '../words'

type Row = ResultOf<typeof waitingMoney.getUnallocatedPayments>['payments'][number]
type Asked = { row: Row; action: 'giveBack' | 'note' }

/** Sent in the currency's smallest unit: of most a hundredth. */
const amountText = ({ amount, currency }: Row) => {
  if (currency === 'jpy') return yenText(amount)
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** The card company has taken it back: there is nothing to refund. */
const isAtBank = ({ trouble }: Row) => trouble === 'disputed' || trouble === 'disputeLost'

/** What came between, in words; null for nothing. */
const useTrouble = () => {
  const { unknown: words } = useWaitingMoneyWords()
  return ({ trouble }: Row): { name: string; text: string } | null => {
    const known = troubles.find((one) => one === trouble)
    if (known) return words.troubles[known]
    return trouble === '' ? null : { name: words.refused.name, text: words.refused.text(trouble) }
  }
}

/** What the provider charged, or charges, for nobody that is known. */
export const UnknownPayments = () => {
  const { unknown: words } = useWaitingMoneyWords()
  const list = useRead(waitingMoney.getUnallocatedPayments, { pagination: { limit: 100, offset: 0 } })
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns = useColumns()
  return (
    <Card flush title={words.title} lead={words.lead}>
      <DataTable
        label={words.tableLabel}
        columns={columns}
        // One page: the address holds that of the list above.
        list={list.data ? { ...list, data: { payments: list.data.payments } } : list}
        items={list.data?.payments}
        itemId={({ providerId }) => providerId}
        itemName={({ providerId }) => providerId}
        actions={(row) =>
          row.isAsked
            ? []
            : [
                ...(isAtBank(row)
                  ? []
                  : [
                      {
                        key: 'giveBack',
                        label: words.act[row.kind],
                        onSelect: () => setAsked({ row, action: 'giveBack' as const }),
                      },
                    ]),
                { key: 'note', label: words.note, onSelect: () => setAsked({ row, action: 'note' }) },
              ]
        }
        empty={<EmptyState icon={<CheckIcon size={24} />} {...words.empty} />}
      />
      {asked && <SettleDialog {...asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}

const SettleDialog = ({ row, action, onClose }: Asked & { onClose: () => void }) => {
  const { unknown: words, email: emailLabel, refusals } = useWaitingMoneyWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(waitingMoney.settleUnallocatedPayment, { refresh: [waitingMoney.getUnallocatedPayments] })
  const [reason, setReason] = useState('')
  const [email, setEmail] = useState('')
  const trouble = useTrouble()(row)
  const { providerId, kind, method } = row
  const needsEmail = action === 'giveBack' && kind === 'payment' && method === 'konbini'
  const what = action === 'note' ? 'note' : kind
  const title = what === 'payment' ? words.asks.payment(amountText(row)) : words.asks[what]
  const run = () =>
    attempt(async () => {
      await write.mutateAsync({ providerId, action, reason: reason.trim(), email: needsEmail ? email.trim() : null })
      toast({ tone: 'ok', title: words.done })
      onClose()
    })
  return (
    <AskDialog
      title={title}
      text={
        <>
          {trouble && <chakra.p mb={2}>{trouble.text}</chakra.p>}
          {words.text[what]}
        </>
      }
      confirm={action === 'note' ? words.note : words.act[kind]}
      busy={write.isPending}
      disabled={reason.trim() === '' || (needsEmail && !emailAddress.safeParse(email).success)}
      onClose={onClose}
      onConfirm={run}
    >
      <Field label={words.reason} required>
        <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
      {needsEmail && (
        <Field label={emailLabel} required>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Field>
      )}
    </AskDialog>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const { unknown: words } = useWaitingMoneyWords()
  const locale = useLocale()
  const troubleOf = useTrouble()
  return [
    {
      id: 'what',
      header: words.columns.what,
      main: true,
      width: '30%',
      cell: ({ providerId, kind }) => <NameCell name={providerId} note={words.kinds[kind]} />,
    },
    { id: 'amount', header: words.columns.amount, align: 'end', cell: amountText },
    {
      id: 'order',
      header: words.columns.order,
      wrap: true,
      cell: ({ orderNumber, tenantName }) =>
        orderNumber === null ? words.none : <NameCell name={orderNumber} note={tenantName ?? ''} />,
    },
    {
      id: 'state',
      header: words.columns.state,
      cell: (row) => {
        if (row.isAsked) return <Badge tone="info">{words.asked}</Badge>
        const badge = <Badge tone="warn">{troubleOf(row)?.name ?? words.waiting}</Badge>
        if (row.evidenceDueAt === null) return badge
        return (
          <>
            {badge}
            <chakra.span display="block" mt={1} fontSize="sm" color="muted">
              {words.evidenceUntil(dateText(row.evidenceDueAt, locale, { short: true }))}
            </chakra.span>
          </>
        )
      },
    },
    { id: 'at', header: words.columns.at, cell: ({ arrivedAt }) => <DateText at={arrivedAt} hour /> },
  ]
}
