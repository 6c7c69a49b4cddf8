import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { routes, useQueryValue, useRouteIds } from '../../client/routes'
import { useRead } from '../../client/useOperation'
import { useLocale } from '../../client/words'
import type { PayloadOf, ResultOf } from '../../kit/contract'
import { addTokyoMonths, day, endOfTokyoDay, startOfTokyoMonth, tokyoMonth } from '../../kit/time'
import { Badge } from '../../ui/Badge'
import { Card, Stat, Stats } from '../../ui/Card'
import { EmptyState } from '../../ui/faces/EmptyState'
import { Bone } from '../../ui/faces/Skeleton'
import { Select } from '../../ui/form/TextInput'
import { Link } from '../../ui/Link'
import { BagIcon } from '../../ui/look/icons'
import { Page } from '../../ui/page/Page'
import { type Column, DataTable } from '../../ui/table/DataTable'
import { FigureCell } from '../../ui/table/FigureCell'
import { NameCell } from '../../ui/table/NameCell'
import { useHrefWith } from '../../ui/table/Pager'
import { useListQuery } from '../../ui/table/useListQuery'
import { dateText } from '../../ui/text/DateText'
import { shortYen, yenText } from '../../ui/text/MoneyText'
import type { exports } from '../exports/contract'
import { orderKinds } from '../orders/order'
import { longestSpan, sales, salesGroups } from './contract'
import { Top, TopEvents } from './TopSales'
import { SalesWords, useSalesWords } from './words'

const chartHeight = 'clamp(280px, 36vw, 440px)'
const BarChart = dynamic(() => import('../../ui/chart/BarChart'), {
  ssr: false,
  loading: () => <Bone h={chartHeight} w="100%" />,
})

type Asked = Omit<PayloadOf<typeof exports.exportSales>, 'encoding'>
/** Makes a file of what is shown; of another noun, so the page hands it over. */
type FileOf = { fileOf?: (asked: Asked) => ReactNode }

export const SalesScreen = ({ fileOf }: FileOf) => (
  <SalesWords>
    <Sales {...(fileOf && { fileOf })} />
  </SalesWords>
)

type Row = ResultOf<typeof sales.getSales>['sales'][number]
type Summary = ResultOf<typeof sales.getSalesSummary>

const periods = ['today', 'week', 'month', 'thisMonth', 'lastMonth', 'quarter', 'year'] as const
const methods = ['card', 'konbini'] as const
const usualGroup = {
  today: 'day',
  week: 'day',
  month: 'day',
  thisMonth: 'day',
  lastMonth: 'day',
  quarter: 'week',
  year: 'month',
  days: 'day',
} as const

/** Whole days of Tokyo, so that list, sums and chart are of the same. */
const spanOf = (period: (typeof periods)[number], now: number) => {
  const end = endOfTokyoDay(now) + 1000
  const month = startOfTokyoMonth(tokyoMonth(now))
  const days = { today: 1, week: 7, month: 30, quarter: 90, year: 365 }
  if (period === 'thisMonth') return { from: month, to: end }
  if (period === 'lastMonth') return { from: addTokyoMonths(month, -1), to: month }
  return { from: end - days[period] * day, to: end }
}

/** Days that the address names, both among them. */
const daysOf = (from: string, to: string) => {
  const at = (text: string) => (/^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00+09:00`) : Number.NaN)
  const [first, last] = [at(from), at(to)]
  return first <= last && last - first < longestSpan - day ? { from: first, to: last + day } : null
}

const useSales = (ids: { tenantId: string; brandId: string } | null) => {
  const [chosenPeriod, chosenGroup] = [useQueryValue('period'), useQueryValue('group')]
  const [chosenKind, chosenMethod, item] = [useQueryValue('kind'), useQueryValue('method'), useQueryValue('item')]
  const eventId = useQueryValue('eventId')
  const isRefunded = useQueryValue('refunded') === 'only'
  const days = daysOf(useQueryValue('from'), useQueryValue('to'))
  const period = days ? 'days' : (periods.find((one) => one === chosenPeriod) ?? 'month')
  const group = salesGroups.find((one) => one === chosenGroup) ?? usualGroup[period]
  const kind = orderKinds.find((one) => one === chosenKind)
  const method = methods.find((one) => one === chosenMethod)
  const isId = (text: string) => /^[\w-]{1,64}$/.test(text)
  const { asked } = useListQuery([])
  const filter = {
    ...(days ?? spanOf(period === 'days' ? 'month' : period, Date.now())),
    ...(kind && { kind }),
    ...(method && { method }),
    ...(isId(item) && (item.startsWith('goods') ? { goodsId: item } : { planId: item })),
    ...(isId(eventId) && { eventId }),
  }
  const listed = isRefunded ? { isRefunded } : {}
  const summary = useRead(sales.getSalesSummary, ids && { ...ids, ...filter, groupBy: group })
  const list = useRead(sales.getSales, ids && { ...ids, ...filter, ...listed, pagination: asked.pagination })
  return { summary, list, filter: ids && { ...ids, ...filter, ...listed }, period, group, days }
}

const Sales = ({ fileOf }: FileOf) => {
  const words = useSalesWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const { summary, list, filter, period, group, days } = useSales(ids)
  const locale = useLocale()
  const columns = useColumns()
  const items = summary.data?.items ?? []
  return (
    <Page
      title={words.title}
      badge={<Badge tone="info">{words.badge}</Badge>}
      lead={words.lead}
      actions={
        <>
          <Choice
            name="period"
            label={words.periods.label}
            value={period}
            clears={['from', 'to']}
            options={[
              ...(days
                ? [
                    {
                      value: 'days',
                      label: words.daysOf(
                        dateText(days.from, locale, { short: true }),
                        dateText(days.to - day, locale, { short: true }),
                      ),
                    },
                  ]
                : []),
              ...periods.map((one) => ({ value: one, label: words.periods[one] })),
            ]}
          />
          <Choice
            name="group"
            label={words.groups.label}
            value={group}
            options={salesGroups.map((one) => ({ value: one, label: words.groups[one] }))}
          />
          {filter && fileOf?.(filter)}
        </>
      }
    >
      <Totals summary={summary.data} />
      <chakra.div display="grid" gap={5}>
        <chakra.div display="grid" gap={5} gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' }}>
          <Card title={words.chart}>
            <Chart summary={summary.data} group={group} />
          </Card>
          <Card title={words.top}>
            <Top summary={summary.data} />
            <TopEvents summary={summary.data} />
          </Card>
        </chakra.div>
        <Card title={words.list} flush>
          <DataTable
            label={words.tableLabel}
            columns={columns}
            list={list}
            items={list.data?.sales}
            itemId={({ orderId, paidAt }) => `${orderId} ${paidAt}`}
            itemHref={({ orderId, orderBrandId }) =>
              ids && orderBrandId !== null ? routes.order({ ...ids, brandId: orderBrandId, orderId }) : ''
            }
            itemName={({ orderNumber }) => orderNumber}
            filters={[
              {
                name: 'kind',
                label: words.filters.kind,
                options: [
                  { value: '', label: words.all.kind },
                  ...orderKinds.map((one) => ({ value: one, label: words.kinds[one] })),
                ],
              },
              {
                name: 'method',
                label: words.filters.method,
                options: [
                  { value: '', label: words.all.method },
                  ...methods.map((one) => ({ value: one, label: words.methods[one] })),
                ],
              },
              {
                name: 'item',
                label: words.filters.item,
                options: [
                  { value: '', label: words.all.item },
                  ...[...new Map(items.map((one) => [one.itemId, one.name]))].map(([value, label]) => ({
                    value,
                    label,
                  })),
                ],
              },
              {
                name: 'eventId',
                label: words.filters.event,
                options: [
                  { value: '', label: words.all.event },
                  ...(summary.data?.soldEvents ?? []).map((one) => ({ value: one.eventId, label: one.title })),
                ],
              },
              {
                name: 'refunded',
                label: words.filters.refunded,
                options: [
                  { value: '', label: words.all.refunded },
                  { value: 'only', label: words.refundedOnly },
                ],
              },
            ]}
            empty={<EmptyState icon={<BagIcon size={24} />} title={words.empty.title} text={words.empty.text} />}
          />
        </Card>
      </chakra.div>
    </Page>
  )
}

type ChoiceProps = {
  name: string
  label: string
  value: string
  options: { value: string; label: string }[]
  /** What else leaves the address with a new choice. */
  clears?: readonly string[]
}
/** Stands in the address, so that it can be sent and gone back to. */
const Choice = ({ name, label, value, options, clears = [] }: ChoiceProps) => {
  const hrefWith = useHrefWith()
  const { push } = useRouter()
  return (
    <Select
      w="auto"
      aria-label={label}
      value={value}
      options={options}
      onChange={(event) =>
        void push(
          hrefWith({
            ...Object.fromEntries(clears.map((one) => [one, null])),
            [name]: event.currentTarget.value,
            page: null,
          }),
          undefined,
          {
            shallow: true,
            scroll: false,
          },
        )
      }
    />
  )
}

const Totals = ({ summary }: { summary: Summary | undefined }) => {
  const words = useSalesWords()
  const hrefWith = useHrefWith()
  const shown = (yen: number | null | undefined) => (yen === undefined || yen === null ? '—' : yenText(yen))
  return (
    <Stats>
      <Stat label={words.totals.gross} value={shown(summary?.gross)} note={words.grossNote} />
      <Stat
        label={words.totals.refunds}
        value={
          summary?.refunds ? (
            <Link
              href={hrefWith({ refunded: 'only', page: null })}
              aria-label={words.refundedRows(yenText(-summary.refunds))}
            >
              {yenText(-summary.refunds)}
            </Link>
          ) : (
            shown(summary?.refunds)
          )
        }
        note={summary?.refunds === null ? words.noRefunds : words.refundsNote}
      />
      <Stat label={words.totals.net} value={shown(summary?.net)} />
      <Stat label={words.totals.orders} value={summary ? words.count(summary.orders) : '—'} />
    </Stats>
  )
}

const Cell = chakra('td', { base: { py: 1, px: 2, textAlign: 'end', fontVariantNumeric: 'tabular-nums' } })
const Head = chakra('th', { base: { py: 1, px: 2, textAlign: 'end', fontWeight: 'semibold', color: 'muted' } })

const Chart = ({ summary, group }: { summary: Summary | undefined; group: (typeof salesGroups)[number] }) => {
  const words = useSalesWords()
  const locale = useLocale()
  if (!summary) return <Bone h="280px" w="100%" />
  const kinds = orderKinds
    .map((kind, shade) => ({ key: kind, label: words.kinds[kind], shade }))
    .filter(({ key }) => summary.byKind[key] !== 0)
  const label = (date: string) => {
    const [, month = '', dayOfMonth = ''] = date.split('-')
    if (group === 'month') return date.slice(0, 7)
    return `${Number(month)}/${Number(dayOfMonth)}`
  }
  const spoken = (date: string) => {
    const text = dateText(Date.parse(`${date}T12:00:00+09:00`), locale)
    return group === 'month' ? date.slice(0, 7) : group === 'week' ? words.weekOf(text) : text
  }
  return (
    <>
      <BarChart
        height={chartHeight}
        points={summary.points.map((point) => ({ label: label(point.day), ...point.gross }))}
        kinds={kinds}
        format={yenText}
        short={shortYen(locale)}
      />
      <chakra.details mt={3} fontSize="sm">
        <chakra.summary cursor="pointer" color="muted" w="fit-content" fontWeight="semibold">
          {words.showTable}
        </chakra.summary>
        <chakra.div overflow="auto" maxH="320px" mt={2} tabIndex={0} role="group" aria-label={words.chartTable}>
          <chakra.table w="100%" aria-label={words.chartTable}>
            <thead>
              <tr>
                <Head scope="col" textAlign="start">
                  {words.day}
                </Head>
                {kinds.map((kind) => (
                  <Head key={kind.key} scope="col">
                    {kind.label}
                  </Head>
                ))}
                {summary.refunds !== null && <Head scope="col">{words.totals.refunds}</Head>}
              </tr>
            </thead>
            <tbody>
              {summary.points.map((point) => (
                <tr key={point.day}>
                  <Head scope="row" textAlign="start" whiteSpace="nowrap">
                    {spoken(point.day)}
                  </Head>
                  {kinds.map((kind) => (
                    <Cell key={kind.key}>{yenText(point.gross[kind.key])}</Cell>
                  ))}
                  {summary.refunds !== null && <Cell>{yenText(point.refunds === 0 ? 0 : -point.refunds)}</Cell>}
                </tr>
              ))}
            </tbody>
          </chakra.table>
        </chakra.div>
      </chakra.details>
    </>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const words = useSalesWords()
  const locale = useLocale()
  return [
    {
      id: 'item',
      header: words.columns.item,
      main: true,
      cell: ({ item, orderNumber, given, state }) => (
        <NameCell
          name={item || orderNumber}
          note={given === 0 ? orderNumber : `${orderNumber} · ${words.given(yenText(given))}`}
          mark={
            state === 'refunded' ? (
              <Badge tone="plain">{words.refunded}</Badge>
            ) : state === 'partiallyRefunded' ? (
              <Badge tone="plain">{words.partly}</Badge>
            ) : undefined
          }
        />
      ),
    },
    { id: 'kind', header: words.columns.kind, hideOnPhone: true, cell: ({ kind }) => words.kinds[kind] },
    {
      id: 'buyer',
      header: words.columns.buyer,
      cell: ({ buyerName, sharedBy }) => (sharedBy === '' ? buyerName || words.noName : words.sharedBy(sharedBy)),
    },
    { id: 'method', header: words.columns.method, hideOnPhone: true, cell: ({ method }) => words.methods[method] },
    {
      id: 'gross',
      header: words.columns.gross,
      align: 'end',
      cell: ({ gross, refunded }) => (
        <FigureCell figure={yenText(gross)} note={refunded ? words.back(yenText(refunded)) : null} />
      ),
    },
    {
      id: 'paidAt',
      header: words.columns.paidAt,
      cell: ({ paidAt }) => dateText(paidAt, locale, { short: true }),
    },
  ]
}
