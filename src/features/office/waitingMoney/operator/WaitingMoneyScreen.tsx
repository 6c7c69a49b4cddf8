import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { email as emailAddress } from '#kit/text.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { CheckIcon } from '#ui/look/icons.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { OperatorsOnly } from '#ui/page/OperatorsOnly.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { waitingMoney } from '../contract'
import { useWaitingMoneyWords, WaitingMoneyWords } from '../words'
import { ProviderBalance } from './ProviderBalance'
import { UnknownPayments } from './UnknownPayments'

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
      <ProviderBalance />
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
      <chakra.div mt={6}>
        <UnknownPayments />
      </chakra.div>
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
