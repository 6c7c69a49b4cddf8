import { routes, useQueryValue, useRouteIds } from '../../client/routes'
import { useRead } from '../../client/useOperation'
import { useLocale } from '../../client/words'
import { LinkButton } from '../../ui/Button'
import { Card, Stat, Stats } from '../../ui/Card'
import { EmptyState } from '../../ui/faces/EmptyState'
import { PlusIcon, StarIcon } from '../../ui/look/icons'
import { Page } from '../../ui/page/Page'
import { Tabs } from '../../ui/page/Tabs'
import { type Column, DataTable } from '../../ui/table/DataTable'
import { NameCell } from '../../ui/table/NameCell'
import { useHrefWith } from '../../ui/table/Pager'
import { useListQuery } from '../../ui/table/useListQuery'
import { CountedAt } from '../../ui/text/CountedAt'
import { dateText } from '../../ui/text/DateText'
import { yenText } from '../../ui/text/MoneyText'
import { type AdminPlan, plans } from './contract'
import { PlanBadge, Trend, useBrandSlug, usePriceText } from './parts'
import { PlanWords, usePlanWords } from './words'

export const PlanListScreen = () => (
  <PlanWords>
    <PlanList />
  </PlanWords>
)

const tabs = ['active', 'draft', 'scheduledToBeArchived', 'archived', 'all'] as const

const PlanList = () => {
  const words = usePlanWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const chosen = useQueryValue('status')
  // What is over stands behind its own tab.
  const tab = tabs.find((one) => one === chosen) ?? 'current'
  const { page, size, q, asked } = useListQuery(['name', 'price', 'editedAt'])
  const hrefWith = useHrefWith()
  const list = useRead(plans.getPlans, ids && { ...ids, ...asked, ...(tab !== 'all' && { status: tab }) })
  const statistics = useRead(plans.getPlanStatistics, ids)
  const fees = useRead(plans.getPlanFees, statistics.data?.canSeeFees ? ids : null)
  const columns = useColumns(statistics.data?.plans)
  const slug = useBrandSlug(ids?.brandId)
  const actionsOf = (plan: AdminPlan) => [
    { key: 'open', label: list.data?.canEdit ? words.edit : words.open, href: routes.plan(plan) },
    ...(plan.status === 'active' && slug
      ? [{ key: 'page', label: words.form.seePage, href: routes.fanPlan({ brandSlug: slug, planId: plan.planId }) }]
      : []),
    ...(plan.status === 'active' && list.data?.canEdit
      ? [{ key: 'archive', label: words.aside.archive, href: routes.archivePlan(plan), danger: true }]
      : []),
  ]
  const counts = list.data?.counts
  const create = ids && list.data?.canEdit && (
    <LinkButton look="primary" href={routes.newPlan(ids)}>
      <PlusIcon size={16} />
      {words.create}
    </LinkButton>
  )
  return (
    <Page title={words.title} {...(counts && q === '' && { count: counts.current })} actions={create}>
      <PlanStatistics figures={statistics.data} fees={fees.data} isFailed={statistics.failed !== null} />
      <Card flush>
        {ids && (
          <Tabs
            label={words.title}
            items={[
              {
                label: words.current,
                href: hrefWith({ status: null, page: null }),
                current: tab === 'current',
                ...(counts && { count: counts.current }),
              },
              ...tabs.map((one) => ({
                label: one === 'all' ? words.all : words.status[one],
                href: hrefWith({ status: one, page: null }),
                current: tab === one,
                ...(counts && { count: counts[one] }),
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
          itemName={({ name }) => name || words.unnamed}
          actions={actionsOf}
          search={words.search}
          stale={list.isStale}
          failed={list.failed}
          empty={
            tab !== 'current' && tab !== 'all' ? (
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
      sort: 'name',
      cell: (plan) => (
        <NameCell
          name={plan.name || words.unnamed}
          note={plan.description.replaceAll('\n', '・')}
          picture={plan.thumbnail}
        />
      ),
    },
    { id: 'status', header: words.columns.status, cell: (plan) => <PlanBadge plan={plan} /> },
    { id: 'price', header: words.columns.price, align: 'end', sort: 'price', cell: priceText },
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
    {
      id: 'edited',
      header: words.columns.edited,
      sort: 'editedAt',
      sortsDown: true,
      hideOnPhone: true,
      cell: ({ editedAt }) => dateText(editedAt, locale, { short: true }),
    },
  ]
}

type Statistics = {
  members: number
  membersAtMonthStart: number
  leftThisMonth: number
  canSeeFees: boolean
  countedAt: number | null
}
type Fees = { feesThisMonth: number; feesLastMonthToDate: number }

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
    <>
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
            note={feeChange === null ? stats.feesNote : stats.comparedToLastMonth(feeChange * 100)}
            tone={feeChange === null ? 'muted' : feeChange >= 0 ? 'ok' : 'warn'}
          />
        )}
        <Stat
          label={stats.churn}
          value={`${(churn * 100).toFixed(1)}%`}
          note={stats.churnNote(leftThisMonth, membersAtMonthStart)}
        />
      </Stats>
      <CountedAt at={figures.countedAt} />
    </>
  )
}
