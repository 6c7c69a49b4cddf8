import { chakra } from '@chakra-ui/react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { BinLink, useMoveToBin, WithBin } from '#club/bin/parts.tsx'
import { useFanPage } from '#club/identity/useFanPage.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { PlusIcon, StarIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Stat, Stats } from '#ui/Stats.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { EmptyList } from '#ui/table/EmptyList.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { CountedAt } from '#ui/text/CountedAt.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useUiWords } from '#ui/words.tsx'
import { type ListedAdminPlan, mostContentsCounted, plans } from './contract'
import { PlanBadge, Trend, usePriceText } from './parts'
import { PlanWords, usePlanWords } from './words'

export const PlanListScreen = () => (
  <PlanWords>
    <WithBin>
      <PlanList />
    </WithBin>
  </PlanWords>
)

const binRefresh = [plans.getPlans, plans.getPlan]
const tabs = ['active', 'draft', 'scheduledToBeArchived', 'archived', 'all'] as const

const PlanList = () => {
  const words = usePlanWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const chosen = useQueryValue('status')
  // Archived plans have a tab of their own.
  const tab = tabs.find((one) => one === chosen) ?? 'current'
  const { q, asked } = useListQuery(['name', 'price', 'editedAt'])
  const list = useRead(plans.getPlans, ids && { ...ids, ...asked, ...(tab !== 'all' && { status: tab }) })
  const statistics = useRead(plans.getPlanStatistics, ids)
  const fees = useRead(plans.getPlanFees, statistics.data?.canSeeFees ? ids : null)
  const columns = useColumns(statistics.data?.plans)
  const { seePage } = useUiWords()
  const pageOf = useFanPage(ids?.brandId)
  const { entry, dialog } = useMoveToBin(ids, 'plan', binRefresh)
  const actionsOf = (plan: ListedAdminPlan) => {
    const page = plan.status === 'active' && pageOf(routes.fanPlan, { planId: plan.planId })
    return [
      { key: 'open', label: list.data?.canEdit ? words.edit : words.open, href: routes.plan(plan) },
      ...(page ? [{ key: 'page', label: seePage, href: page.href }] : []),
      ...(plan.status === 'active' && list.data?.canEdit
        ? [{ key: 'archive', label: words.aside.archive, href: routes.archivePlan(plan), danger: true }]
        : []),
      ...(plan.status === 'draft' && list.data?.canEdit
        ? [entry({ ...plan, name: plan.name || words.unnamed, itemId: plan.planId })]
        : []),
    ]
  }
  const counts = list.data?.counts
  const create = ids && list.data?.canEdit && (
    <LinkButton look="primary" href={routes.newPlan(ids)}>
      <PlusIcon size={16} />
      {words.create}
    </LinkButton>
  )
  const actions = create && (
    <>
      <BinLink ids={ids} kind="plan" />
      {create}
    </>
  )
  return (
    <Page title={words.title} {...(counts && q === '' && { count: counts.current })} actions={actions}>
      <PlanStatistics figures={statistics.data} fees={fees.data} isFailed={statistics.failed !== null} />
      <Card flush>
        {ids && (
          <ListTabs
            label={words.title}
            query="status"
            names={['current', ...tabs]}
            chosen={tab}
            labels={{ ...words.status, current: words.current, all: words.all }}
            counts={counts}
          />
        )}
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.plans}
          itemId={({ planId }) => planId}
          itemHref={(plan) => routes.plan(plan)}
          itemName={({ name }) => name || words.unnamed}
          actions={actionsOf}
          search={words.search}
          empty={
            <EmptyList
              words={words.empty}
              filtered={tab !== 'current' && tab !== 'all'}
              icon={<StarIcon size={24} />}
              action={create}
            />
          }
        />
      </Card>
      {dialog}
    </Page>
  )
}

type Figures = { planId: string; members: number; membersByMonth: number[] }[]

const useColumns = (figures: Figures | undefined): readonly Column<ListedAdminPlan>[] => {
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
      control: true,
      cell: ({ tenantId, brandId, planId, status, contents }) => (
        <>
          {/* A phone shows no headers. */}
          {status !== 'draft' && <chakra.span display={{ lg: 'none' }}>{words.columns.members} </chakra.span>}
          {!figures ? '' : status === 'draft' ? words.none : words.people(of.get(planId)?.members ?? 0)}
          {/* A phone's row has two lines; the plan's own page lists its contents. */}
          {contents > 0 && (
            <chakra.span display={{ base: 'none', lg: 'block' }} color="muted" fontSize="xs">
              <Link href={routes.contents({ tenantId, brandId }, { query: { planId, status: 'all' } })}>
                {words.contents(contents, contents >= mostContentsCounted)}
              </Link>
            </chakra.span>
          )}
        </>
      ),
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

/** The club's members in three numbers; a skeleton of the same size while they load. */
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
