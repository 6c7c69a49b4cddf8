import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { ChartIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Stat, Stats } from '#ui/Stats.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { revenue } from './contract'
import { Blockers, PayoutBadge, StateBadge, useMonthText } from './parts'
import { RevenueWords, useRevenueWords } from './words'

export const RevenueScreen = () => (
  <RevenueWords>
    <Revenue />
  </RevenueWords>
)

type Month = ResultOf<typeof revenue.getRevenueMonths>['months'][number]
type Payout = ResultOf<typeof revenue.getPayouts>['payouts'][number]
type Ids = { tenantId: string; brandId: string }

const Revenue = () => {
  const words = useRevenueWords()
  const locale = useLocale()
  const ids = useRouteIds('tenantId', 'brandId')
  const { asked } = useListQuery([])
  const list = useRead(revenue.getRevenueMonths, ids && { ...ids, pagination: asked.pagination })
  const columns = useColumns()
  const { data } = list
  const shown = (yen: number | undefined) => (yen === undefined ? '—' : yenText(yen))
  return (
    <Page title={words.title} lead={words.lead}>
      {ids && data && <Blockers ids={ids} blockers={data.blockers} />}
      {data?.months.some(({ payout }) => payout?.isOverdue) && (
        <Notice tone="warn" mb={5}>
          <strong>{words.payouts.late}</strong>
          <p>{words.payouts.lateText}</p>
        </Notice>
      )}
      <Stats>
        <Stat label={words.balance.thisMonth} value={shown(data?.balance.thisMonth)} />
        <Stat label={words.balance.unpaid} value={shown(data?.balance.unpaid)} />
        <Stat label={words.balance.scheduled} value={shown(data?.balance.scheduled)} />
        <Stat
          label={words.balance.next}
          value={data ? dateText(data.nextPayoutAt, locale, { short: true }) : '—'}
          note={data && words.payouts.fee(yenText(data.payoutFee))}
        />
      </Stats>
      <chakra.div display="grid" gap={5}>
        <Card flush>
          <DataTable
            label={words.tableLabel}
            columns={columns}
            list={list}
            items={data?.months}
            itemId={({ month }) => month}
            itemHref={({ month }) => (ids ? routes.revenueMonth({ ...ids, month }) : '')}
            empty={<EmptyState icon={<ChartIcon size={24} />} title={words.empty.title} text={words.empty.text} />}
          />
        </Card>
        {ids && <Payouts ids={ids} />}
      </chakra.div>
    </Page>
  )
}

const useColumns = (): readonly Column<Month>[] => {
  const words = useRevenueWords()
  const monthName = useMonthText()
  return [
    {
      id: 'month',
      header: words.columns.month,
      main: true,
      width: '22%',
      cell: ({ month }) => <strong>{monthName(month)}</strong>,
    },
    { id: 'state', header: words.columns.state, cell: ({ state }) => <StateBadge state={state} /> },
    {
      id: 'gross',
      header: words.columns.gross,
      align: 'end',
      hideOnPhone: true,
      cell: ({ grossTotal }) => yenText(grossTotal),
    },
    {
      id: 'fees',
      header: words.columns.fees,
      align: 'end',
      hideOnPhone: true,
      cell: ({ fees }) => yenText(fees === 0 ? 0 : -fees),
    },
    { id: 'net', header: words.columns.net, align: 'end', hideOnPhone: true, cell: ({ net }) => yenText(net) },
    {
      id: 'payable',
      header: words.columns.payable,
      align: 'end',
      cell: ({ payable }) => (
        <>
          <chakra.span display={{ lg: 'none' }}>{words.columns.payable} </chakra.span>
          {yenText(payable)}
        </>
      ),
    },
  ]
}

const [firstPayouts, mostPayouts] = [20, 100]

const Payouts = ({ ids }: { ids: Ids }) => {
  const words = useRevenueWords()
  const locale = useLocale()
  const monthName = useMonthText()
  // The months above have the address's pages.
  const [limit, setLimit] = useState(firstPayouts)
  const list = useRead(revenue.getPayouts, { ...ids, pagination: { limit, offset: 0 } })
  const more = (list.data?.pagination.totalCount ?? 0) > limit
  const [retried, setRetried] = useState<Payout | null>(null)
  const columns: readonly Column<Payout>[] = [
    {
      id: 'month',
      header: words.payouts.columns.month,
      main: true,
      width: '22%',
      cell: ({ month }) => <strong>{monthName(month)}</strong>,
    },
    {
      id: 'state',
      header: words.payouts.columns.state,
      wrap: true,
      cell: ({ state, returnReason, isOverdue }) => (
        <>
          <PayoutBadge state={state} isOverdue={isOverdue} />{' '}
          {returnReason && (
            <chakra.span fontSize="xs" color="muted">
              {words.payouts.reasons[returnReason]}
            </chakra.span>
          )}
        </>
      ),
    },
    {
      id: 'amount',
      header: words.payouts.columns.amount,
      align: 'end',
      cell: ({ amount, fee }) => yenText(amount - fee),
    },
    {
      id: 'account',
      header: words.payouts.columns.account,
      hideOnPhone: true,
      wrap: true,
      cell: ({ bankLabel }) => bankLabel,
    },
    {
      id: 'date',
      header: words.payouts.columns.date,
      cell: ({ scheduledFor }) => dateText(scheduledFor, locale, { short: true }),
    },
  ]
  return (
    <Card title={words.payouts.title} flush>
      <DataTable
        label={words.payouts.label}
        columns={columns}
        list={{ ...list, data: undefined }}
        items={list.data?.payouts}
        itemId={({ payoutId }) => payoutId}
        itemName={({ month }) => monthName(month)}
        actions={(payout) =>
          payout.state === 'returned' && payout.retriedAs === null
            ? [{ key: 'retry', label: words.payouts.retry, onSelect: () => setRetried(payout) }]
            : []
        }
        empty={<EmptyState title={words.payouts.none} />}
        skeletonRows={3}
      />
      {more && limit < mostPayouts && (
        <chakra.div p={4} borderTopWidth="1px" borderColor="border" textAlign="center">
          <Button onClick={() => setLimit(mostPayouts)}>{words.payouts.more}</Button>
        </chakra.div>
      )}
      {retried && <RetryDialog ids={ids} payout={retried} onClose={() => setRetried(null)} />}
    </Card>
  )
}

const RetryDialog = ({ ids, payout, onClose }: { ids: Ids; payout: Payout; onClose: () => void }) => {
  const { payouts: words, refusals } = useRevenueWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(revenue.retryPayout, { refresh: [revenue.getPayouts, revenue.getRevenueMonths] })
  const run = async () => {
    const isDone = await attempt(async () => {
      await write.mutateAsync({ ...ids, payoutId: payout.payoutId })
      toast({ tone: 'ok', title: words.retried })
    })
    if (isDone) onClose()
  }
  return (
    <ConfirmDialog open onClose={onClose} onConfirm={run} title={words.retryTitle} confirm={words.retry} tone="primary">
      {words.retryText}
    </ConfirmDialog>
  )
}
