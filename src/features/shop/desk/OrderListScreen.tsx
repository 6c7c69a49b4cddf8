import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { fulfillmentStates, orderKinds, paymentStates } from '#money/orders/order.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { BagIcon, FileIcon } from '#ui/look/icons.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { EmptyList } from '#ui/table/EmptyList.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { usePainted } from '#ui/usePainted.ts'
import { prefectures } from '../carts/addresses/prefectures'
import { providers } from '../parcels/fulfillment'
import { FulfillmentWords, useFulfillmentWords } from '../parcels/words'
import { type OrderTab, orderNeeds, orderSorts, orderTabs, staffOrders } from './contract'
import type { Left } from './LeftOver'
import { OrderBulk } from './OrderBulk'
import type { Prepared } from './PrepareAll'
import { Deadline, GoodsBadge, MoneyNeeds, OrderBadge, useItemsText } from './parts'
import { SavedViews } from './SavedViews'
import { useOrderChoices } from './useOrderChoices'
import { methods, mostYen, periods, useOrderFilter } from './useOrderFilter'
import { StaffOrderWords, useStaffOrderWords } from './words'

// Loaded when they are opened.
const ExportDialog = dynamic(() => import('./files/ExportDialog').then((module) => module.ExportDialog), {
  ssr: false,
})
const LeftOverDialog = dynamic(() => import('./LeftOver').then((module) => module.LeftOverDialog), { ssr: false })
const PrepareAll = dynamic(() => import('./PrepareAll').then((module) => module.PrepareAll), { ssr: false })

export const OrderListScreen = () => (
  <StaffOrderWords>
    <FulfillmentWords>
      <OrderList />
    </FulfillmentWords>
  </StaffOrderWords>
)

type Row = ResultOf<typeof staffOrders.getOrders>['orders'][number]

const tabs: readonly OrderTab[] = ['all', ...orderTabs.filter((tab) => tab !== 'all')]

const useOrders = (ids: { tenantId: string; brandId: string } | null) => {
  const { asked } = useListQuery(orderSorts)
  const filter = useOrderFilter(ids)
  const list = useRead(
    staffOrders.getOrders,
    filter && { ...filter, ...(asked.sort && { sort: asked.sort }), pagination: asked.pagination },
  )
  return { list, tab: filter?.tab ?? 'all', filter }
}

const OrderList = () => {
  const words = useStaffOrderWords()
  const fulfillmentWords = useFulfillmentWords()
  const { providers: carrierNames } = fulfillmentWords
  const ids = useRouteIds('tenantId', 'brandId')
  const { list, tab, filter } = useOrders(ids)
  const [exported, setExported] = useState<readonly Row[] | 'all' | null>(null)
  const [outcome, setOutcome] = useState<{ done: number; left: Left[] } | null>(null)
  const [preparing, setPreparing] = useState<(Prepared & { clear: () => void }) | null>(null)
  const columns = useColumns()
  // Those of a dialog: each answer would render the list again while it is waited for.
  const choices = useOrderChoices(usePainted(list.data !== undefined) ? ids : null, list.data?.canShip)
  const hrefWith = useHrefWith()
  const { asPath } = useRouter()
  const counts = list.data?.counts
  const canShip = list.data?.canShip === true
  // Older ones stand in no choice: they come from the page of the goods.
  const isOther = (known: typeof choices.goods, asked: string | undefined) =>
    asked !== undefined && known !== null && !known.some(({ value }) => value === asked)
  const isOfOtherGoods = isOther(choices.goods, filter?.goodsId)
  const isOfOtherEvent = isOther(choices.events, filter?.eventId)
  return (
    <Page
      title={words.title}
      {...(counts && { count: counts.all })}
      actions={
        ids && (
          <>
            <SavedViews ids={ids} />
            {canShip && <LinkButton href={routes.pickList(ids)}>{fulfillmentWords.picks.title}</LinkButton>}
            {canShip && (
              <Menu
                items={[
                  { key: 'export', label: words.export, onSelect: () => setExported('all') },
                  { key: 'import', label: words.import, href: routes.orderFiles(ids, { query: { tab: 'imports' } }) },
                  { key: 'files', label: words.files, href: routes.orderFiles(ids) },
                ]}
                opener={(opener) => (
                  <Button {...opener}>
                    <chakra.span display={{ base: 'none', md: 'grid' }}>
                      <FileIcon size={16} />
                    </chakra.span>
                    {words.csv}
                  </Button>
                )}
              />
            )}
          </>
        )
      }
    >
      {filter && 'uid' in filter && (
        <Notice tone="info" mb={5}>
          {words.ofOneFan} <Link href={hrefWith({ uid: null, paid: null, page: null })}>{words.ofAll}</Link>
        </Notice>
      )}
      {isOfOtherGoods && (
        <Notice tone="info" mb={5}>
          {words.ofOneGoods} <Link href={hrefWith({ goodsId: null, page: null })}>{words.ofAll}</Link>
        </Notice>
      )}
      {isOfOtherEvent && (
        <Notice tone="info" mb={5}>
          {words.ofOneEvent} <Link href={hrefWith({ eventId: null, page: null })}>{words.ofAll}</Link>
        </Notice>
      )}
      <Card flush>
        {ids && (
          <ListTabs label={words.title} query="tab" names={tabs} chosen={tab} labels={words.tabs} counts={counts} />
        )}
        <DataTable<Row>
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.orders}
          itemId={({ orderId }) => orderId}
          itemHref={({ orderId }) => (ids ? routes.order({ ...ids, orderId }) : '')}
          itemName={({ orderNumber }) => orderNumber}
          search={list.data?.findsByEmail ? words.searchWithEmail : words.search}
          filters={[
            {
              name: 'needs',
              label: words.filters.needs,
              options: [
                { value: '', label: words.needs.any },
                ...orderNeeds.map((one) => ({ value: one, label: words.needs.only[one] })),
              ],
            },
          ]}
          written={[
            {
              type: 'choice',
              name: 'kind',
              label: words.filters.kind,
              any: words.allKinds,
              options: orderKinds.map((one) => ({ value: one, label: words.kinds[one] })),
            },
            {
              type: 'choice',
              name: 'method',
              label: words.filters.method,
              any: words.allMethods,
              options: methods.map((one) => ({ value: one, label: words.methods[one] })),
            },
            {
              type: 'choice',
              name: 'period',
              label: words.filters.period,
              any: words.periods.all,
              options: periods.map((one) => ({ value: one, label: words.periods[one] })),
            },
            {
              type: 'choice',
              name: 'dateField',
              label: words.filters.dateField,
              any: words.dateFields.placedAt,
              options: [{ value: 'paidAt', label: words.dateFields.paidAt }],
            },
            { type: 'days', from: 'from', to: 'to', label: words.filters.days },
            { type: 'days', from: 'shippedFrom', to: 'shippedTo', label: words.filters.shipped },
            {
              type: 'choices',
              name: 'payment',
              label: words.filters.payment,
              options: paymentStates.map((one) => ({ value: one, label: words.states[one] })),
            },
            {
              type: 'choices',
              name: 'fulfillment',
              label: words.filters.fulfillment,
              options: fulfillmentStates.map((one) => ({ value: one, label: words.goodsStates[one] })),
            },
            {
              type: 'choice',
              name: 'eventId',
              label: words.filters.event,
              any: words.anyEvent,
              options: choices.events ?? [],
            },
            {
              type: 'choice',
              name: 'goodsId',
              label: words.filters.goods,
              any: words.anyGoods,
              options: choices.goods ?? [],
            },
            {
              type: 'choice',
              name: 'carrier',
              label: words.filters.carrier,
              any: words.anyCarrier,
              options: providers.map((one) => ({ value: one, label: carrierNames[one] })),
            },
            {
              type: 'choice',
              name: 'prefecture',
              label: words.filters.prefecture,
              any: words.allPrefectures,
              options: prefectures.map(({ ja }) => ({ value: ja, label: ja })),
            },
            {
              type: 'choice',
              name: 'tracking',
              label: words.filters.tracking,
              any: words.trackings.all,
              options: (['yes', 'no'] as const).map((one) => ({ value: one, label: words.trackings[one] })),
            },
            {
              type: 'choice',
              name: 'late',
              label: words.filters.late,
              any: words.lates.all,
              options: [{ value: 'only', label: words.lates.only }],
            },
            {
              type: 'amounts',
              from: 'amountFrom',
              to: 'amountTo',
              max: mostYen,
              label: words.filters.amount,
              words: words.amounts,
            },
          ]}
          {...(ids &&
            canShip && {
              matching: words.matching,
              bulk: (chosen: readonly Row[], clear: () => void, isAll: boolean) => (
                <OrderBulk
                  ids={ids}
                  chosen={chosen}
                  clear={clear}
                  isAll={isAll}
                  onExport={setExported}
                  onLeft={(done, left) => setOutcome({ done, left })}
                  slipsHref={routes.packingSlips(ids, { query: { ...queryIn(asPath), of: 'matching' } })}
                  onPrepareAll={() =>
                    filter && setPreparing({ filter, total: list.data?.pagination.totalCount ?? 0, clear })
                  }
                />
              ),
            })}
          empty={<EmptyList words={words.empty} filtered={counts && counts.all > 0} icon={<BagIcon size={24} />} />}
        />
      </Card>
      {ids && outcome && <LeftOverDialog ids={ids} {...outcome} onClose={() => setOutcome(null)} />}
      {preparing && (
        <PrepareAll
          {...preparing}
          onClose={() => setPreparing(null)}
          onChanged={() => {
            preparing.clear()
            list.reload()
          }}
        />
      )}
      {filter && exported && (
        <ExportDialog
          {...(exported === 'all'
            ? { asked: filter }
            : {
                asked: {
                  tenantId: filter.tenantId,
                  brandId: filter.brandId,
                  orderIds: exported.map(({ orderId }) => orderId),
                },
                numbers: new Map(exported.map(({ orderId, orderNumber }) => [orderId, orderNumber])),
              })}
          onClose={() => setExported(null)}
        />
      )}
    </Page>
  )
}

/** The filter as the address has it, whatever page of the list is shown. */
const queryIn = (asPath: string) => {
  const { page: _, size: __, ...query } = Object.fromEntries(new URLSearchParams(asPath.split('#')[0]?.split('?')[1]))
  return query
}

const useColumns = (): readonly Column<Row>[] => {
  const words = useStaffOrderWords()
  const locale = useLocale()
  const itemsText = useItemsText()
  return [
    {
      id: 'order',
      header: words.columns.order,
      main: true,
      cell: ({ orderNumber, kind, items }) => (
        <NameCell name={itemsText(items) || orderNumber} number={orderNumber} note={words.kinds[kind]} />
      ),
    },
    {
      id: 'state',
      header: words.columns.state,
      lastOnPhone: true,
      cell: (order) => (
        <chakra.span
          display="inline-flex"
          flexDirection={{ lg: 'column' }}
          alignItems={{ base: 'center', lg: 'start' }}
          flexWrap="wrap"
          gap={1}
        >
          <OrderBadge state={order.paymentState} />
          <MoneyNeeds needs={order.needs} />
          <Deadline order={order} />
        </chakra.span>
      ),
    },
    {
      id: 'goods',
      header: words.columns.goods,
      lastOnPhone: true,
      cell: (order) => (order.fulfillmentState === 'notRequired' ? '' : <GoodsBadge order={order} />),
    },
    { id: 'buyer', header: words.columns.buyer, cell: ({ buyerName }) => buyerName || words.noName },
    {
      id: 'total',
      header: words.columns.total,
      align: 'end',
      sort: 'total',
      sortsDown: true,
      cell: ({ total }) => yenText(total),
    },
    {
      id: 'placedAt',
      header: words.columns.placedAt,
      sort: 'placedAt',
      cell: ({ placedAt }) => dateText(placedAt, locale, { short: true }),
    },
  ]
}
