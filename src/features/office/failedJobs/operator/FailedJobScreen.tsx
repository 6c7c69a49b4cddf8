import { useState } from 'react'
import { useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { CheckIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { OperatorsOnly } from '#ui/page/OperatorsOnly.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { failedJobs } from '../contract'
import type { Outcome } from '../failedJob'
import { FailedJobWords, useFailedJobWords } from '../words'

/** Jobs that failed for good, for those who run the platform. */
export const FailedJobScreen = () => (
  <FailedJobWords>
    <Guarded />
  </FailedJobWords>
)

type Row = ResultOf<typeof failedJobs.getFailedJobs>['jobs'][number]
const states = ['waiting', 'all'] as const
const isWaiting = ({ outcome }: Row) => outcome === null

const Guarded = () => {
  const words = useFailedJobWords()
  const { user } = useTenantUser()
  if (user.state !== 'authorized') return null
  return user.isOperator ? <Desk /> : <OperatorsOnly title={words.title} />
}

const Desk = () => {
  const words = useFailedJobWords()
  const state = useQueryValue('state') === 'all' ? 'all' : 'waiting'
  const { asked } = useListQuery([])
  const list = useRead(failedJobs.getFailedJobs, { state, pagination: asked.pagination })
  const write = useWrite(failedJobs.settleFailedJobs, { refresh: [failedJobs.getFailedJobs] })
  const attempt = useAttempt(words.refusals)
  const [left, setLeft] = useState<{ rows: readonly Row[]; clear: () => void } | null>(null)
  const columns = useColumns()
  const settle = (rows: readonly Row[], outcome: Outcome) =>
    attempt(async () => {
      const failedJobIds = rows.filter(isWaiting).map(({ failedJobId }) => failedJobId)
      const { settled } = await write.mutateAsync({ failedJobIds, outcome })
      toast({ tone: 'ok', title: words[outcome](settled) })
    })
  const nothing = () => {}
  const counts = list.data?.counts
  return (
    <Page title={words.title} lead={words.lead} {...(counts && { count: counts.waiting })}>
      <Card flush>
        <ListTabs
          label={words.title}
          query="state"
          names={states}
          chosen={state}
          labels={words.tabs}
          {...(counts && { counts })}
        />
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.jobs}
          itemId={({ failedJobId }) => failedJobId}
          itemName={({ job }) => job}
          bulk={(rows, clear) => (
            <>
              <Button
                size="s"
                busy={write.isPending}
                disabled={!rows.some(isWaiting)}
                onClick={async () => {
                  if (await settle(rows, 'retried')) clear()
                }}
              >
                {words.retry}
              </Button>
              <Button size="s" disabled={!rows.some(isWaiting)} onClick={() => setLeft({ rows, clear })}>
                {words.dismiss}
              </Button>
            </>
          )}
          actions={(row) =>
            isWaiting(row)
              ? [
                  { key: 'retry', label: words.retry, onSelect: () => void settle([row], 'retried') },
                  { key: 'dismiss', label: words.dismiss, onSelect: () => setLeft({ rows: [row], clear: nothing }) },
                ]
              : []
          }
          empty={<EmptyState icon={<CheckIcon size={24} />} {...words.empty} />}
        />
      </Card>
      {left && (
        <ConfirmDialog
          open
          tone="primary"
          onClose={() => setLeft(null)}
          onConfirm={async () => {
            if (await settle(left.rows, 'dismissed')) left.clear()
            setLeft(null)
          }}
          title={words.dismissTitle(left.rows.filter(isWaiting).length)}
          confirm={words.dismiss}
        >
          {words.dismissText}
        </ConfirmDialog>
      )}
    </Page>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const words = useFailedJobWords()
  const locale = useLocale()
  return [
    {
      id: 'job',
      header: words.columns.job,
      main: true,
      width: '23%',
      cell: ({ job, area, tries }) => <NameCell name={words.areas[area]} note={`${job} · ${words.tries(tries)}`} />,
    },
    {
      id: 'club',
      header: words.columns.club,
      wrap: true,
      width: '17%',
      cell: ({ tenantName, brandName }) => [tenantName, brandName].filter(Boolean).join(' · ') || words.platform,
    },
    { id: 'cause', header: words.columns.cause, wrap: true, width: '24%', cell: ({ cause }) => cause || words.noCause },
    {
      id: 'state',
      header: words.columns.state,
      cell: ({ outcome }) => (
        <Badge tone={outcome === null ? 'warn' : outcome === 'retried' ? 'info' : 'plain'}>
          {outcome === null ? words.waiting : words.outcomes[outcome]}
        </Badge>
      ),
    },
    {
      id: 'at',
      header: words.columns.at,
      cell: ({ failedAt }) => dateText(failedAt, locale, { short: true, hour: true }),
    },
  ]
}
