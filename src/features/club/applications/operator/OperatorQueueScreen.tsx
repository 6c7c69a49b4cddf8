import { useState } from 'react'
import { routes, useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { ShieldIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { OperatorsOnly } from '#ui/page/OperatorsOnly.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useTenantUser } from '../../identity/session'
import { applicationStatuses } from '../application'
import { applications } from '../contract'
import { StatusBadge } from '../parts'
import { ApplicationWords, useApplicationWords } from '../words'
import { OperatorDesk } from './OperatorDesk'

export const OperatorQueueScreen = () => (
  <ApplicationWords>
    <Queue />
  </ApplicationWords>
)

const Queue = () => {
  const { operator: words } = useApplicationWords()
  const { user } = useTenantUser()
  const applicationId = useQueryValue('applicationId')
  if (user.state !== 'authorized') return null
  if (!user.isOperator) return <OperatorsOnly title={words.title} />
  return applicationId ? <OperatorDesk key={applicationId} applicationId={applicationId} /> : <QueueList />
}

type Item = ResultOf<typeof applications.getPendingTenants>['items'][number]

/** Drafts are private to the applicant: the queue starts with submitted applications. */
const tabs = applicationStatuses.filter((status) => status !== 'draft')

const QueueList = () => {
  const { operator: words, status: names } = useApplicationWords()
  const chosen = useQueryValue('status')
  const status = chosen === 'all' ? undefined : (tabs.find((one) => one === chosen) ?? 'submitted')
  const { asked } = useListQuery(['club', 'submittedAt'])
  const read = useRead(applications.getPendingTenants, { ...asked, ...(status && { status }) })
  const columns = useColumns()
  const counts = read.data?.counts
  const total = counts && tabs.reduce((sum, tab) => sum + counts[tab], 0)
  return (
    <Page title={words.title} {...(total !== undefined && { count: total })}>
      <Card flush>
        <ListTabs
          label={words.title}
          query="status"
          names={[...tabs, 'all']}
          chosen={status ?? 'all'}
          labels={{ ...names, all: words.all }}
          counts={counts && { ...counts, all: total ?? 0 }}
        />
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={read}
          items={read.data?.items}
          itemId={(item) => item.applicationId}
          itemHref={({ applicationId }) => routes.operatorTenants({ query: { applicationId } })}
          itemName={({ tenantName }) => tenantName}
          search={words.search}
          {...(status === 'submitted' && {
            bulk: (chosen: readonly Item[], clear: () => void) => <StartReviews chosen={chosen} onDone={clear} />,
          })}
          empty={<EmptyState icon={<ShieldIcon size={24} />} title={words.empty} text={words.emptyText} />}
        />
      </Card>
    </Page>
  )
}

/** One after the other; applications that another operator has taken meanwhile are skipped. */
const StartReviews = ({ chosen, onDone }: { chosen: readonly Item[]; onDone: () => void }) => {
  const { operator: words, refusals } = useApplicationWords()
  const attempt = useAttempt(refusals)
  const start = useWrite(applications.startApplicationReview, { refresh: [applications.getPendingTenants] })
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    let begun = 0
    for (const { applicationId } of chosen) {
      if (await attempt(() => start.mutateAsync({ applicationId }), { on: { notPending: () => {} } })) begun += 1
    }
    setBusy(false)
    if (begun > 0) toast({ tone: 'ok', title: words.startedSeveral(begun) })
    onDone()
  }
  return (
    <Button look="primary" busy={busy} onClick={() => void run()}>
      {words.startReview}
    </Button>
  )
}

const useColumns = (): readonly Column<Item>[] => {
  const { operator: words } = useApplicationWords()
  const locale = useLocale()
  const { columns } = words
  return [
    {
      id: 'club',
      header: columns.club,
      main: true,
      sort: 'club',
      cell: ({ tenantName, brandName }) => <NameCell name={tenantName} note={brandName} />,
    },
    {
      id: 'applicant',
      header: columns.applicant,
      wrap: true,
      hideOnPhone: true,
      cell: ({ applicantEmail }) => applicantEmail,
    },
    {
      id: 'slugs',
      header: columns.slugs,
      hideOnPhone: true,
      cell: ({ slugChoices }) => (
        <ul>
          {[...new Set(slugChoices)].map((slug) => (
            <li key={slug}>{slug}</li>
          ))}
        </ul>
      ),
    },
    { id: 'status', header: columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      id: 'submitted',
      header: columns.submitted,
      sort: 'submittedAt',
      cell: ({ submittedAt }) => (submittedAt === null ? '' : dateText(submittedAt, locale, { short: true })),
    },
    {
      id: 'age',
      header: columns.age,
      align: 'end',
      // Whole days by the browser's clock: only a hint which application waits longest.
      cell: ({ submittedAt }) =>
        submittedAt === null ? '' : words.age(Math.max(0, Math.floor((Date.now() - submittedAt) / day))),
    },
  ]
}
