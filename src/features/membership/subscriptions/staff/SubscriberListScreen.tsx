import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useId } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { ExportButton } from '#club/exports/ExportButton.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { grouped } from '#kit/number.ts'
import { monthText, tokyoMonth } from '#kit/time.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { PeopleIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Stat, Stats } from '#ui/Stats.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { EmptyList } from '#ui/table/EmptyList.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { useMonthValue, useNumberValue } from '#ui/table/written.ts'
import { CountedAt } from '#ui/text/CountedAt.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { MoneyText, yenText } from '#ui/text/MoneyText.tsx'
import { usePlanFilter } from '../../plans/usePlanFilter'
import { Changes } from './Changes'
import { staffSubscriptions, subscriberTabs } from './contract'
import { statusTones } from './parts'
import { endOfDayText } from './subscriber'
import { SubscriberWords, useSubscriberWords } from './words'

export const SubscriberListScreen = () => (
  <SubscriberWords>
    <SubscriberList />
  </SubscriberWords>
)

type Row = ResultOf<typeof staffSubscriptions.getSubscribers>['subscribers'][number]
type Ids = { tenantId: string; brandId: string }

const methods = ['card', 'konbini', 'comp'] as const
const intervals = ['month', 'year'] as const
const renewals = [7, 30] as const
const mostMonths = 1200

const useSubscribers = (ids: Ids | null, planId: string | undefined) => {
  const [chosenTab, chosenMethod, chosenInterval] = [
    useQueryValue('tab'),
    useQueryValue('method'),
    useQueryValue('interval'),
  ]
  const [renews, day] = [useQueryValue('renews'), useQueryValue('asOf')]
  const method = methods.find((one) => one === chosenMethod)
  const interval = intervals.find((one) => one === chosenInterval)
  const renewsWithin = renewals.find((n) => String(n) === renews)
  const asOf = endOfDayText(day)
  const [joinedIn, endedIn] = [useMonthValue('joinedIn'), useMonthValue('endedIn')]
  const monthsAtLeast = useNumberValue('monthsAtLeast', mostMonths)
  // A filter by month of the end selects the tab of ended memberships, unless another was chosen.
  const usual = endedIn === undefined ? ('living' as const) : ('ended' as const)
  const tab = subscriberTabs.find((one) => one === chosenTab) ?? usual
  const { q, asked } = useListQuery([])
  const filter = ids && {
    ...ids,
    tab,
    ...(q !== '' && { q: [...q].slice(0, 100).join('') }),
    ...(method && { method }),
    ...(interval && { interval }),
    ...(renewsWithin && { renewsWithin }),
    ...(asOf !== null && { asOf }),
    ...(planId && { planId }),
    ...(joinedIn && { joinedIn }),
    ...(endedIn && { endedIn }),
    ...(monthsAtLeast && { monthsAtLeast }),
  }
  const list = useRead(staffSubscriptions.getSubscribers, filter && { ...filter, pagination: asked.pagination })
  return { list, filter, tab, usual, asOf, day }
}

const SubscriberList = () => {
  const words = useSubscriberWords()
  const locale = useLocale()
  const ids = useRouteIds('tenantId', 'brandId')
  const plan = usePlanFilter(ids, words.planFilter)
  const { list, filter, tab, usual, asOf, day } = useSubscribers(ids, plan.planId)
  const columns = useColumns(ids)
  const counts = list.data?.counts
  const total = list.data?.pagination.totalCount
  const people = list.data?.people
  return (
    <Page
      title={asOf === null ? words.title : words.asOfTitle(dateText(asOf, locale))}
      {...(people !== null &&
        people !== undefined &&
        (asOf !== null || people !== total) && { lead: words.asOfPeople(people, total ?? 0) })}
      {...(counts && { count: asOf === null ? counts[usual] : (total ?? 0) })}
      actions={
        <>
          <AsOf day={day} />
          {filter && (
            <ExportButton type="subscribers" operation={staffSubscriptions.exportSubscribers} asked={filter} />
          )}
        </>
      }
    >
      {ids && asOf === null && <Summary ids={ids} />}
      <Card flush>
        {ids && asOf === null && (
          <ListTabs
            label={words.title}
            query="tab"
            names={subscriberTabs}
            chosen={tab}
            usual={usual}
            labels={words.tabs}
            counts={counts}
          />
        )}
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.subscribers}
          itemId={({ subscriptionId }) => subscriptionId}
          itemHref={({ subscriptionId }) => (ids ? routes.subscriber({ ...ids, subscriptionId }) : '')}
          itemName={({ fan }) => fan.displayName || words.noName}
          search={words.search}
          filters={[
            plan.filter,
            {
              name: 'method',
              label: words.filters.method,
              options: [
                { value: '', label: words.methods.all },
                ...methods.map((one) => ({ value: one, label: words.methods[one] })),
              ],
            },
            {
              name: 'interval',
              label: words.filters.interval,
              options: [
                { value: '', label: words.intervals.all },
                ...intervals.map((one) => ({ value: one, label: words.intervals[one] })),
              ],
            },
            {
              name: 'renews',
              label: words.filters.renews,
              options: [
                { value: '', label: words.renews.all },
                ...renewals.map((n) => ({ value: String(n), label: words.renews.n(n) })),
              ],
            },
          ]}
          written={[
            { type: 'month', name: 'joinedIn', label: words.filters.joinedIn },
            { type: 'month', name: 'endedIn', label: words.filters.endedIn },
            {
              type: 'number',
              name: 'monthsAtLeast',
              label: words.filters.monthsAtLeast,
              max: mostMonths,
              said: words.monthsAtLeast,
            },
          ]}
          empty={<EmptyList words={words.empty} filtered={counts && counts.all > 0} icon={<PeopleIcon size={24} />} />}
        />
      </Card>
    </Page>
  )
}

/** Any past day: who was a member then. */
const AsOf = ({ day }: { day: string }) => {
  const words = useSubscriberWords()
  const hrefWith = useHrefWith()
  const { push } = useRouter()
  const id = useId()
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
  return (
    <chakra.div display="flex" alignItems="center" gap={2} flexWrap="wrap">
      <chakra.label
        htmlFor={id}
        display="flex"
        alignItems="center"
        gap={2}
        fontSize="sm"
        color="muted"
        title={words.asOfHint}
      >
        {words.asOf}
        <TextInput
          id={id}
          type="date"
          w="160px"
          max={today}
          value={day}
          onChange={(event) =>
            void push(hrefWith({ asOf: event.currentTarget.value || null, page: null }), undefined, {
              shallow: true,
              scroll: false,
            })
          }
        />
      </chakra.label>
      {day !== '' && (
        <LinkButton href={hrefWith({ asOf: null, page: null })} shallow scroll={false}>
          {words.asOfNow}
        </LinkButton>
      )}
    </chakra.div>
  )
}

const percent = (hundredths: number) => `${(hundredths / 100).toFixed(1)}%`

const Summary = ({ ids }: { ids: Ids }) => {
  const { summary: words, none } = useSubscriberWords()
  const month = monthText(tokyoMonth(Date.now()))
  const { data } = useRead(staffSubscriptions.getSubscriberSummary, { ...ids, month })
  const shown = (value: string | undefined) => value ?? none
  const ended = data?.ended
  return (
    <chakra.div mb={6}>
      <Stats mb={2}>
        <Stat
          label={words.members}
          value={shown(data && grouped(data.members))}
          note={data && ended && words.membersNote(data.membersAtStart, data.joined, ended.total)}
        />
        <Stat
          label={words.churn}
          value={data ? (data.churn === null ? none : percent(data.churn)) : none}
          note={data && ended && words.churnNote(data.lost, data.membersAtStart)}
        />
        <Stat
          label={words.mrr}
          value={shown(data && yenText(data.mrr))}
          note={data && words.committed(yenText(data.committedMrr))}
        />
        <Stat
          label={words.average}
          value={shown(data && words.averageOf((data.averageMonths / 10).toFixed(1)))}
          note={data && words.switched(data.switched)}
        />
      </Stats>
      <CountedAt at={data?.countedAt} />
      <chakra.details fontSize="sm" color="muted">
        <chakra.summary cursor="pointer" w="fit-content" fontWeight="semibold">
          {words.about}
        </chakra.summary>
        <chakra.ul display="grid" gap={1.5} mt={2} pl={5} listStyleType="disc">
          {words.definitions.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {data && data.returned > 0 && <li>{words.returned(data.returned)}</li>}
          {ended && <li>{words.reasons(ended.voluntary, ended.paymentFailed, ended.archived, ended.other)}</li>}
        </chakra.ul>
      </chakra.details>
    </chakra.div>
  )
}

const useColumns = (ids: { tenantId: string; brandId: string } | null): readonly Column<Row>[] => {
  const words = useSubscriberWords()
  const locale = useLocale()
  return [
    {
      id: 'fan',
      header: words.columns.fan,
      main: true,
      width: '27%',
      cell: ({ fan, months, isFirstMonth }) => (
        <NameCell
          media={<Avatar name={fan.displayName} src={fan.icon} size={36} />}
          name={fan.displayName || words.noName}
          {...(fan.memberNumber !== null && { number: words.memberNumber(fan.memberNumber) })}
          note={isFirstMonth ? words.firstMonth : words.months(months)}
        />
      ),
    },
    {
      id: 'plan',
      header: words.columns.plan,
      wrap: true,
      cell: (row) => (
        <>
          {row.planName}
          {ids && <Changes ids={ids} row={row} />}
        </>
      ),
    },
    {
      id: 'status',
      header: words.columns.status,
      cell: ({ status }) => <Badge tone={statusTones[status] ?? 'plain'}>{words.statuses[status]}</Badge>,
    },
    {
      id: 'price',
      header: words.columns.price,
      align: 'end',
      cell: ({ price, interval }) => <MoneyText yen={price} per={words.per[interval]} />,
    },
    {
      id: 'next',
      header: words.columns.next,
      hideOnPhone: true,
      cell: ({ nextBillingAt }) =>
        nextBillingAt === null ? words.none : dateText(nextBillingAt, locale, { short: true }),
    },
    {
      id: 'started',
      header: words.columns.started,
      hideOnPhone: true,
      cell: ({ startedAt }) => dateText(startedAt, locale, { short: true }),
    },
  ]
}
