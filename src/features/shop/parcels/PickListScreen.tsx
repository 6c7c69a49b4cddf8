import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { BagIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { WaitingFiles } from '../downloads/WaitingFiles'
import { fulfillments } from './contract'
import { byShelf, givingWays, mostPicked, pickOrders, type pickWays, toPick } from './fulfillment'
import { FulfillmentWords, useFulfillmentWords } from './words'

/** What has to be taken from the shelves: pieces by goods and variation, for all orders that wait. */
export const PickListScreen = () => (
  <FulfillmentWords>
    <PickList />
  </FulfillmentWords>
)

/** On paper only the list stands, black on white in either mode, with a box to tick. */
const printStyles = `@media print {
  header, nav, aside, main > div > a, main button, main select, [data-noprint] { display: none !important }
  main, main > *, body { padding: 0 !important; margin: 0 !important; background: #fff !important; color: #000 !important }
  main section { border: 0 !important; box-shadow: none !important; background: #fff !important }
  main * { color: #000 !important }
  main tr { break-inside: avoid }
  [data-tick] { display: inline-block !important }
}`

/** The orders behind a number, as the list of orders is asked for them. */
const waiting = { payment: toPick.paymentState.join(','), fulfillment: toPick.fulfillmentState.join(',') }

type Row = ResultOf<typeof fulfillments.getPickList>['rows'][number]

const sorted = (rows: readonly Row[], by: (typeof pickOrders)[number], locale: string): readonly Row[] => {
  if (by === 'oldest') return rows
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const nameOf = ({ name, variationName }: Row) => `${name} ${variationName}`
  return rows.toSorted((a, b) =>
    by === 'name' ? compare(nameOf(a), nameOf(b)) : byShelf(locale)(a, b) || compare(nameOf(a), nameOf(b)),
  )
}

type Ids = { tenantId: string; brandId: string }
type Way = (typeof pickWays)[number]
type PickListResult = ReturnType<typeof useRead<typeof fulfillments.getPickList>>

const PickList = () => {
  const { picks: words } = useFulfillmentWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const askedWay = useQueryValue('way')
  const way = givingWays.find((one) => one === askedWay) ?? 'send'
  const list = useRead(fulfillments.getPickList, ids && way !== 'files' ? { ...ids, way } : null)
  const hrefWith = useHrefWith()
  const hasRows = way !== 'files' && list.data !== undefined && list.data.rows.length > 0
  return (
    <Page
      title={words.title}
      lead={words.lead}
      {...(ids && { back: { href: routes.orders(ids), label: words.back } })}
      actions={
        hasRows && (
          <Button look="primary" onClick={() => window.print()}>
            {words.print}
          </Button>
        )
      }
    >
      <style>{printStyles}</style>
      {way !== 'files' && list.data?.isCut && (
        <Notice tone="info" mb={5}>
          {words.cut(mostPicked)}
        </Notice>
      )}
      <Card flush>
        <div data-noprint>
          <Tabs
            label={words.title}
            items={givingWays.map((one) => ({
              label: words.ways[one],
              href: hrefWith({ way: one === 'send' ? null : one }),
              current: way === one,
            }))}
          />
        </div>
        {way === 'files' ? <WaitingFiles ids={ids} /> : <Pieces ids={ids} way={way} list={list} />}
      </Card>
    </Page>
  )
}

const Pieces = ({ ids, way, list }: { ids: Ids | null; way: Way; list: PickListResult }) => {
  const { picks: words } = useFulfillmentWords()
  const locale = useLocale()
  const askedSort = useQueryValue('sort')
  const sort = pickOrders.find((one) => one === askedSort) ?? 'oldest'
  const hrefWith = useHrefWith()
  const router = useRouter()
  const rows = list.data && sorted(list.data.rows, sort, locale)
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      header: words.goods,
      main: true,
      cell: ({ name }) => (
        <chakra.span display="flex" gap={3} alignItems="baseline">
          <chakra.span
            data-tick
            aria-hidden
            display="none"
            flexShrink={0}
            w="12px"
            h="12px"
            borderWidth="1px"
            borderColor="text"
          />
          <NameCell name={name} />
        </chakra.span>
      ),
    },
    { id: 'variation', header: words.variation, cell: ({ variationName }) => variationName },
    { id: 'sku', header: words.sku, cell: ({ sku }) => sku },
    { id: 'pieces', header: words.pieces, align: 'end', cell: ({ pieces }) => <strong>{words.count(pieces)}</strong> },
    {
      id: 'orders',
      header: words.orders,
      align: 'end',
      cell: ({ orders, goodsId }) =>
        ids && (
          <Link href={routes.orders(ids, { query: { ...waiting, goodsId } })} style={{ textDecoration: 'underline' }}>
            {words.orderCount(orders)}
          </Link>
        ),
    },
    { id: 'oldest', header: words.oldest, cell: ({ oldestAt }) => dateText(oldestAt, locale, { short: true }) },
  ]
  return (
    <>
      {rows && rows.length > 0 && (
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap={2}
          px={{ base: 4, md: 4.5 }}
          py={3}
        >
          <chakra.p fontSize="0.875rem" fontWeight="semibold">
            {words.sum(
              rows.reduce((sum, { pieces }) => sum + pieces, 0),
              rows.length,
            )}
          </chakra.p>
          <Select
            aria-label={words.sort}
            w="auto"
            value={sort}
            options={pickOrders.map((value) => ({ value, label: words.sorts[value] }))}
            onChange={(event) => {
              const { value } = event.currentTarget
              void router.replace(hrefWith({ sort: value === 'oldest' ? null : value }), undefined, { shallow: true })
            }}
          />
        </chakra.div>
      )}
      <DataTable
        label={words.title}
        columns={columns}
        list={list}
        items={rows}
        itemId={({ goodsId, variationId }) => `${goodsId} ${variationId}`}
        empty={
          <EmptyState
            icon={<BagIcon size={24} />}
            title={words.none[way]}
            text={words.noneText}
            action={ids && <LinkButton href={routes.orders(ids)}>{words.back}</LinkButton>}
          />
        }
      />
    </>
  )
}
