import { routes, useQueryValue, useRouteIds } from '../../client/routes'
import { useRead } from '../../client/useOperation'
import { useLocale } from '../../client/words'
import { LinkButton } from '../../ui/Button'
import { Card, Stat, Stats } from '../../ui/Card'
import { EmptyState } from '../../ui/faces/EmptyState'
import { PlusIcon, StarIcon } from '../../ui/look/icons'
import { Page } from '../../ui/page/Page'
import { Tabs } from '../../ui/page/Tabs'
import { type Column, DataTable, NameCell } from '../../ui/table/DataTable'
import { usePaging } from '../../ui/table/Pager'
import { dateText } from '../../ui/text/DateText'
import { yenText } from '../../ui/text/MoneyText'
import { type AdminPlan, plans } from './contract'
import { PlanBadge, Trend, usePriceText } from './parts'
import { planStatuses } from './plan'
import { PlanWords, usePlanWords } from './words'

export const PlanListScreen = () => (
  <PlanWords>
    <PlanList />
  </PlanWords>
)

const tabs = ['active', 'draft', 'scheduledToBeArchived', 'archived'] as const

const PlanList = () => {
  const words = usePlanWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const chosen = useQueryValue('status')
  const status = planStatuses.find((one) => one === chosen)
  const { page, size, pagination } = usePaging()
  const list = useRead(plans.getPlans, ids && { ...ids, pagination, ...(status && { status }) })
  const statistics = useRead(plans.getPlanStatistics, ids)
  const fees = useRead(plans.getPlanFees, statistics.data?.canSeeFees ? ids : null)
  const columns = useColumns(statistics.data?.plans)
  const counts = list.data?.counts
  const create = ids && list.data?.canEdit && (
    <LinkButton look="primary" href={routes.newPlan(ids)}>
      <PlusIcon size={16} />
      {words.create}
    </LinkButton>
  )
  return (
    <Page title={words.title} {...(counts && { count: counts.all })} actions={create}>
      <PlanStatistics figures={statistics.data} fees={fees.data} isFailed={statistics.failed !== null} />
      <Card flush>
        {ids && (
          <Tabs
            label={words.title}
            items={[
              { label: words.all, href: routes.plans(ids), current: !status, ...(counts && { count: counts.all }) },
              ...tabs.map((tab) => ({
                label: words.status[tab],
                href: routes.plans(ids, { query: { status: tab } }),
                current: status === tab,
                ...(counts && { count: counts[tab] }),
              })),
            ]}
          />
        )}
        <DataTable
          label={words.tableLabel}
          columns={columns}
          items={list.data?.plans}
          itemId={({ planId }) => planId}
          itemHref={(plan) => routes.plan(plan)}
          stale={list.isStale}
          failed={list.failed}
          empty={
            status ? (
              <EmptyState title={words.empty.filtered} text={words.empty.filteredText} />
            ) : (
              <EmptyState
                icon={<StarIcon size={24} />}
                title={words.empty.title}
                text={words.empty.text}
                action={create}
              />
            )
          }
          {...(list.data && { paging: { page, size, total: list.data.pagination.totalCount } })}
        />
      </Card>
    </Page>
  )
}

type Figures = { planId: string; members: number; membersByMonth: number[] }[]

const useColumns = (figures: Figures | undefined): readonly Column<AdminPlan>[] => {
  const words = usePlanWords()
  const locale = useLocale()
  const priceText = usePriceText()
  const of = new Map(figures?.map((row) => [row.planId, row]))
  return [
    {
      id: 'name',
      header: words.columns.plan,
      main: true,
      cell: (plan) => (
        <NameCell
          name={plan.name || words.unnamed}
          note={plan.description.replaceAll('\n', '・')}
          picture={plan.thumbnail}
        />
      ),
    },
    { id: 'status', header: words.columns.status, cell: (plan) => <PlanBadge plan={plan} /> },
    { id: 'price', header: words.columns.price, align: 'end', cell: priceText },
    {
      id: 'members',
      header: words.columns.members,
      align: 'end',
      cell: ({ planId, status }) => {
        if (!figures) return ''
        return status === 'draft' ? words.none : words.people(of.get(planId)?.members ?? 0)
      },
    },
    {
      id: 'trend',
      header: words.columns.trend,
      hideOnPhone: true,
      cell: ({ planId }) => {
        const row = of.get(planId)
        return row ? <Trend values={row.membersByMonth} /> : null
      },
    },
    { id: 'edited', header: words.columns.edited, cell: ({ editedAt }) => dateText(editedAt, locale, { short: true }) },
  ]
}

type Statistics = {
  members: number
  membersAtMonthStart: number
  leftThisMonth: number
  canSeeFees: boolean
}
type Fees = { feesThisMonth: number; feesLastMonthToDate: number }

const percentText = (part: number) => `${part < 0 ? '−' : '＋'}${Math.abs(part * 100).toFixed(1)}%`

/** The club's members in three numbers; a skeleton of the same size stands until they come. */
type StatisticsProps = { figures: Statistics | undefined; fees: Fees | undefined; isFailed: boolean }

const PlanStatistics = ({ figures, fees, isFailed }: StatisticsProps) => {
  const { stats, people, none } = usePlanWords()
  if (!figures) {
    const value = isFailed ? none : '…'
    return (
      <Stats aria-hidden>
        <Stat label={stats.members} value={value} note=" " />
        <Stat label={stats.fees} value={value} note=" " />
        <Stat label={stats.churn} value={value} note=" " />
      </Stats>
    )
  }
  const { members, membersAtMonthStart, leftThisMonth, canSeeFees } = figures
  const gained = members - membersAtMonthStart
  const feeChange = fees && fees.feesLastMonthToDate > 0 ? fees.feesThisMonth / fees.feesLastMonthToDate - 1 : null
  const churn = membersAtMonthStart > 0 ? leftThisMonth / membersAtMonthStart : 0
  return (
    <Stats>
      <Stat
        label={stats.members}
        value={people(members)}
        note={stats.sinceMonthStart(gained)}
        tone={gained >= 0 ? 'ok' : 'warn'}
      />
      {canSeeFees && (
        <Stat
          label={stats.fees}
          value={fees ? yenText(fees.feesThisMonth) : '…'}
          note={feeChange === null ? stats.feesNote : stats.comparedToLastMonth(percentText(feeChange))}
          tone={feeChange === null ? 'muted' : feeChange >= 0 ? 'ok' : 'warn'}
        />
      )}
      <Stat
        label={stats.churn}
        value={`${(churn * 100).toFixed(1)}%`}
        note={stats.churnNote(leftThisMonth, membersAtMonthStart)}
      />
    </Stats>
  )
}
