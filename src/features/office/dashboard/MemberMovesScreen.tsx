import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { dayTextOf, startOfDay } from '#kit/days.ts'
import { day } from '#kit/time.ts'
import { moveKinds } from '#membership/subscriptions/staff/subscriber.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { ChartIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { dashboard } from './contract'
import { DashboardWords, useDashboardWords } from './words'

/** Members behind the dashboard's figures for joins and cancellations. */
export const MemberMovesScreen = () => (
  <DashboardWords>
    <Moves />
  </DashboardWords>
)

type Row = ResultOf<typeof dashboard.getMemberMoves>['moves'][number]
const dayOf = (text: string) => (/^20\d\d-\d\d-\d\d$/.test(text) ? text : null)

const Moves = () => {
  const words = useDashboardWords()
  const { moves } = words
  const locale = useLocale()
  const ids = useRouteIds('tenantId', 'brandId')
  const chosen = useQueryValue('kind')
  const kind = moveKinds.find((one) => one === chosen) ?? 'joined'
  const [first, last] = [dayOf(useQueryValue('from')), dayOf(useQueryValue('to'))]
  const to = last ?? dayTextOf(Date.now())
  const from = first ?? dayTextOf(startOfDay(to) - 29 * day)
  const { asked } = useListQuery([])
  const list = useRead(dashboard.getMemberMoves, ids && { ...ids, kind, from, to, pagination: asked.pagination })
  const total = list.data?.pagination.totalCount
  const text = (one: string) => dateText(startOfDay(one), locale, { short: true })
  const columns: readonly Column<Row>[] = [
    {
      id: 'fan',
      header: moves.columns.fan,
      main: true,
      cell: ({ displayName, memberNumber }) => (
        <NameCell
          name={displayName || moves.noName}
          {...(memberNumber !== null && { number: moves.memberNumber(memberNumber) })}
        />
      ),
    },
    { id: 'day', header: moves.columns.day, cell: (row) => text(row.day) },
    ...(kind === 'joined'
      ? []
      : [{ id: 'reason', header: moves.columns.reason, cell: ({ reason }: Row) => moves.reasons[reason] ?? reason }]),
  ]
  return (
    <Page
      title={moves.title}
      lead={from === to ? text(from) : moves.span(text(from), text(to))}
      {...(total !== undefined && { count: total })}
      {...(ids && { back: { href: routes.dashboard(ids), label: words.title } })}
    >
      <Card flush>
        <ListTabs label={moves.title} query="kind" names={moveKinds} chosen={kind} labels={moves.kinds} />
        <DataTable
          label={moves.title}
          columns={columns}
          list={list}
          items={list.data?.moves}
          itemId={(row) => `${row.day} ${row.fanId ?? row.displayName}`}
          itemName={({ displayName }) => displayName || moves.noName}
          {...(ids &&
            list.data?.seesFans && {
              itemHref: ({ fanId }: Row) => (fanId === null ? '' : routes.fan({ ...ids, fanId })),
            })}
          empty={<EmptyState icon={<ChartIcon size={24} />} title={moves.empty.title} text={moves.empty.text} />}
        />
      </Card>
    </Page>
  )
}
