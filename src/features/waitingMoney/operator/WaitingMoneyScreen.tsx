import { useState } from 'react'
import { useRead, useWrite } from '../../../client/useOperation'
import { useLocale } from '../../../client/words'
import type { ResultOf } from '../../../kit/contract'
import { email as emailAddress } from '../../../kit/text'
import { Card } from '../../../ui/Card'
import { EmptyState } from '../../../ui/faces/EmptyState'
import { Field } from '../../../ui/form/Field'
import { TextInput } from '../../../ui/form/TextInput'
import { CheckIcon } from '../../../ui/look/icons'
import { AskDialog } from '../../../ui/overlay/AskDialog'
import { toast } from '../../../ui/overlay/Toaster'
import { OperatorsOnly } from '../../../ui/page/OperatorsOnly'
import { Page } from '../../../ui/page/Page'
import { type Column, DataTable } from '../../../ui/table/DataTable'
import { NameCell } from '../../../ui/table/NameCell'
import { useListQuery } from '../../../ui/table/useListQuery'
import { dateText } from '../../../ui/text/DateText'
import { yenText } from '../../../ui/text/MoneyText'
import { useAttempt } from '../../../ui/useAttempt'
import { useTenantUser } from '../../identity/session'
import { waitingMoney } from '../contract'
import { useWaitingMoneyWords, WaitingMoneyWords } from '../words'

/** Money of deleted people that could not be given back, for those who run the platform. */
export const WaitingMoneyScreen = () => (
  <WaitingMoneyWords>
    <Guarded />
  </WaitingMoneyWords>
)

type Row = ResultOf<typeof waitingMoney.getWaitingMoney>['orders'][number]

const Guarded = () => {
  const words = useWaitingMoneyWords()
  const { user } = useTenantUser()
  if (user.state !== 'authorized') return null
  return user.isOperator ? <Desk /> : <OperatorsOnly title={words.title} />
}

const Desk = () => {
  const words = useWaitingMoneyWords()
  const { asked } = useListQuery([])
  const list = useRead(waitingMoney.getWaitingMoney, { pagination: asked.pagination })
  const [refunded, setRefunded] = useState<Row | null>(null)
  const columns = useColumns()
  return (
    <Page title={words.title} lead={words.lead}>
      <Card flush>
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.orders}
          itemId={({ orderId }) => orderId}
          itemName={({ orderNumber }) => orderNumber}
          actions={(row) => [{ key: 'refund', label: words.refund, onSelect: () => setRefunded(row) }]}
          empty={<EmptyState icon={<CheckIcon size={24} />} {...words.empty} />}
        />
      </Card>
      {refunded && <RefundDialog row={refunded} onClose={() => setRefunded(null)} />}
    </Page>
  )
}

const RefundDialog = ({ row, onClose }: { row: Row; onClose: () => void }) => {
  const words = useWaitingMoneyWords()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(waitingMoney.refundWaitingMoney, { refresh: [waitingMoney.getWaitingMoney] })
  const [email, setEmail] = useState('')
  const { orderId, amount, paymentMethod } = row
  const needsEmail = paymentMethod === 'konbini'
  const run = () =>
    attempt(async () => {
      await write.mutateAsync({ orderId, email: needsEmail ? email.trim() : null })
      toast({ tone: 'ok', title: words.asked })
      onClose()
    })
  return (
    <AskDialog
      title={words.refundTitle(yenText(amount))}
      text={words.refundText[paymentMethod]}
      confirm={words.refund}
      busy={write.isPending}
      disabled={needsEmail && !emailAddress.safeParse(email).success}
      onClose={onClose}
      onConfirm={run}
    >
      {needsEmail && (
        <Field label={words.email} required>
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
  const words = useWaitingMoneyWords()
  const locale = useLocale()
  return [
    {
      id: 'order',
      header: words.columns.order,
      main: true,
      width: '25%',
      cell: ({ orderNumber, placedAt }) => (
        <NameCell name={orderNumber} note={words.placed(dateText(placedAt, locale, { short: true }))} />
      ),
    },
    {
      id: 'club',
      header: words.columns.club,
      wrap: true,
      cell: ({ tenantName, brandName }) => `${tenantName} · ${brandName}`,
    },
    { id: 'amount', header: words.columns.amount, align: 'end', cell: ({ amount }) => yenText(amount) },
    { id: 'method', header: words.columns.method, cell: ({ paymentMethod }) => words.methods[paymentMethod] },
    {
      id: 'at',
      header: words.columns.at,
      cell: ({ failedAt }) => dateText(failedAt, locale, { short: true, hour: true }),
    },
  ]
}
