import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useEffect } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { ExportButton } from '#club/exports/ExportButton.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { orderKinds } from '#money/orders/order.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { BagIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Stat, Stats } from '#ui/Stats.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { FigureCell } from '#ui/table/FigureCell.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { askedOf, methods, periods, rowsAnchor, rowsOf } from './asked'
import { sales, salesGroups } from './contract'
import { Figure } from './Figure'
import { SalesChart } from './SalesChart'
import { Top, TopEvents } from './TopSales'
import { SalesWords, useSalesWords } from './words'

export const SalesScreen = () => (
  <SalesWords>
    <Sales />
  </SalesWords>
)

type Row = ResultOf<typeof sales.getSales>['sales'][number]
type Summary = ResultOf<typeof sales.getSalesSummary>

const useSales = (ids: { tenantId: string; brandId: string } | null) => {
  const query = {
    period: useQueryValue('period'),
    from: useQueryValue('from'),
    to: useQueryValue('to'),
    group: useQueryValue('group'),
    kind: useQueryValue('kind'),
    method: useQueryValue('method'),
    item: useQueryValue('item'),
    eventId: useQueryValue('eventId'),
    refunded: useQueryValue('refunded'),
  }
  const { filter, listed, ...chosen } = askedOf(query, Date.now())
  const { asked } = useListQuery([])
  const summary = useRead(sales.getSalesSummary, ids && { ...ids, ...filter, groupBy: chosen.group })
  const list = useRead(sales.getSales, ids && { ...ids, ...filter, ...listed, pagination: asked.pagination })
  const isRefunded = listed.isRefunded === true
  return { summary, list, filter: ids && { ...ids, ...filter, ...listed }, isRefunded, ...chosen }
}

/** Scrolls to a figure's rows once they are loaded: the height of what is above them changes until then. */
const useShownRows = (isThere: boolean) => {
  const { asPath } = useRouter()
  useEffect(() => {
    if (isThere && asPath.endsWith(`#${rowsAnchor}`)) document.getElementById(rowsAnchor)?.scrollIntoView()
  }, [isThere, asPath])
}

const Sales = () => {
  const words = useSalesWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const { summary, list, filter, period, group, days, isRefunded } = useSales(ids)
  const locale = useLocale()
  const columns = useColumns(isRefunded)
  useShownRows(summary.data !== undefined && list.data !== undefined && !summary.isStale && !list.isStale)
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
          {filter && <ExportButton type="sales" operation={sales.exportSales} asked={filter} />}
        </>
      }
    >
      <Totals summary={summary.data} />
      <chakra.div display="grid" gap={5}>
        <chakra.div display="grid" gap={5} gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' }}>
          <Card title={words.chart}>
            <SalesChart summary={summary.data} group={group} span={filter} />
          </Card>
          <Card title={words.top}>
            <Top summary={summary.data} />
            <TopEvents summary={summary.data} />
          </Card>
        </chakra.div>
        <chakra.div id={rowsAnchor} minW="0">
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
              written={[{ type: 'days', from: 'from', to: 'to', label: words.days }]}
              empty={<EmptyState icon={<BagIcon size={24} />} title={words.empty.title} text={words.empty.text} />}
            />
          </Card>
        </chakra.div>
      </chakra.div>
    </Page>
  )
}

type ChoiceProps = {
  name: string
  label: string
  value: string
  options: { value: string; label: string }[]
  /** Other query parameters that a new choice removes. */
  clears?: readonly string[]
}
/** Kept in the URL, so that it can be shared and works with the back button. */
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
  const { totals } = words
  if (!summary) {
    return (
      <Stats>
        {[totals.gross, totals.refunds, totals.net, totals.orders].map((label) => (
          <Stat key={label} label={label} value="—" />
        ))}
      </Stats>
    )
  }
  const { gross, refunds, net, orders } = summary
  return (
    <Stats>
      <Stat
        label={totals.gross}
        value={<Figure yen={gross} rows={rowsOf.gross()} about={totals.gross} />}
        note={words.grossNote}
      />
      <Stat
        label={totals.refunds}
        value={refunds === null ? '—' : <Figure yen={-refunds} rows={rowsOf.refunds()} about={totals.refunds} />}
        note={refunds === null ? words.noRefunds : words.refundsNote}
      />
      <Stat label={totals.net} value={net === null ? '—' : yenText(net)} note={words.netNote} />
      <Stat
        label={totals.orders}
        value={<Figure yen={orders} text={words.count(orders)} rows={rowsOf.gross()} about={totals.orders} />}
      />
    </Stats>
  )
}

const useColumns = (isRefunded: boolean): readonly Column<Row>[] => {
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
          number={orderNumber}
          {...(given > 0 && { note: words.given(yenText(given)) })}
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
      header: isRefunded ? words.totals.refunds : words.columns.gross,
      align: 'end',
      cell: ({ gross, refunded }) => {
        const [sold, back] = [yenText(gross), yenText(refunded ?? 0)]
        if (isRefunded && refunded) return <FigureCell figure={back} note={words.sold(sold)} hidesNoteOnPhone />
        return <FigureCell figure={sold} note={refunded ? words.back(back) : null} />
      },
    },
    {
      id: 'paidAt',
      header: isRefunded ? words.columns.refundedAt : words.columns.paidAt,
      cell: ({ paidAt, refundedAt }) => {
        const [sold, back] = [paidAt, refundedAt ?? paidAt].map((at) => dateText(at, locale, { short: true }))
        return refundedAt === null ? (
          sold
        ) : (
          <FigureCell figure={back ?? ''} note={words.sold(sold ?? '')} hidesNoteOnPhone />
        )
      },
    },
  ]
}
