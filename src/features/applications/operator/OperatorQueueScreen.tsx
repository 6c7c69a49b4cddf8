import { routes, useQueryValue } from '../../../client/routes'
import { useRead } from '../../../client/useOperation'
import { useLocale } from '../../../client/words'
import type { ResultOf } from '../../../kit/contract'
import { day } from '../../../kit/time'
import { Card } from '../../../ui/Card'
import { EmptyState } from '../../../ui/faces/EmptyState'
import { ShieldIcon } from '../../../ui/look/icons'
import { Page } from '../../../ui/page/Page'
import { Tabs } from '../../../ui/page/Tabs'
import { type Column, DataTable, NameCell } from '../../../ui/table/DataTable'
import { usePaging } from '../../../ui/table/Pager'
import { dateText } from '../../../ui/text/DateText'
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
  if (!user.isOperator) {
    return (
      <Page title={words.title}>
        <Card>
          <EmptyState icon={<ShieldIcon size={24} />} title={words.forbidden} />
        </Card>
      </Page>
    )
  }
  return applicationId ? <OperatorDesk key={applicationId} applicationId={applicationId} /> : <QueueList />
}

type Item = ResultOf<typeof applications.getPendingTenants>['items'][number]

/** Drafts are their writers' own business: the queue begins with what was sent. */
const tabs = applicationStatuses.filter((status) => status !== 'draft')

const QueueList = () => {
  const { operator: words, status: names } = useApplicationWords()
  const chosen = useQueryValue('status')
  const isAll = chosen === 'all'
  const status = isAll ? undefined : (tabs.find((one) => one === chosen) ?? 'submitted')
  const { page, size, pagination } = usePaging()
  const read = useRead(applications.getPendingTenants, { pagination, ...(status && { status }) })
  const columns = useColumns()
  const counts = read.data?.counts
  const total = counts && tabs.reduce((sum, tab) => sum + counts[tab], 0)
  return (
    <Page title={words.title} {...(total !== undefined && { count: total })}>
      <Card flush>
        <Tabs
          label={words.title}
          items={[
            ...tabs.map((tab) => ({
              label: names[tab],
              href: routes.operatorTenants({ query: { status: tab === 'submitted' ? '' : tab } }),
              current: status === tab,
              ...(counts && { count: counts[tab] }),
            })),
            {
              label: words.all,
              href: routes.operatorTenants({ query: { status: 'all' } }),
              current: isAll,
              ...(total !== undefined && { count: total }),
            },
          ]}
        />
        <DataTable
          label={words.tableLabel}
          columns={columns}
          items={read.data?.items}
          itemId={(item) => item.applicationId}
          itemHref={({ applicationId }) => routes.operatorTenants({ query: { applicationId } })}
          stale={read.isStale}
          failed={read.failed}
          empty={<EmptyState icon={<ShieldIcon size={24} />} title={words.empty} text={words.emptyText} />}
          {...(read.data && { paging: { page, size, total: read.data.pagination.totalCount } })}
        />
      </Card>
    </Page>
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
      cell: ({ tenantName, brandName }) => <NameCell name={tenantName} note={brandName} />,
    },
    { id: 'applicant', header: columns.applicant, wrap: true, cell: ({ applicantEmail }) => applicantEmail },
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
      cell: ({ submittedAt }) => (submittedAt === null ? '' : dateText(submittedAt, locale, { short: true })),
    },
    {
      id: 'age',
      header: columns.age,
      align: 'end',
      // Whole days by the reader's own clock: a hint at what waits longest, not a figure to settle anything by.
      cell: ({ submittedAt }) =>
        submittedAt === null ? '' : words.age(Math.max(0, Math.floor((Date.now() - submittedAt) / day))),
    },
  ]
}
