import { routes, useQueryValue, useRouteIds } from '../../../client/routes'
import { useRead } from '../../../client/useOperation'
import { LinkButton } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { EmptyState } from '../../../ui/faces/EmptyState'
import { BagIcon, PlusIcon } from '../../../ui/look/icons'
import { Page } from '../../../ui/page/Page'
import { Tabs } from '../../../ui/page/Tabs'
import { type Column, DataTable } from '../../../ui/table/DataTable'
import { NameCell } from '../../../ui/table/NameCell'
import { useHrefWith } from '../../../ui/table/Pager'
import { useListQuery } from '../../../ui/table/useListQuery'
import { MoneyText } from '../../../ui/text/MoneyText'
import { type EventGoodsItem, eventGoods } from '../../eventGoods/contract'
import { DraftBadge, SaleBadge } from './parts'
import { EventGoodsWords, useEventGoodsWords } from './words'

export const EventGoodsListScreen = () => (
  <EventGoodsWords>
    <List />
  </EventGoodsWords>
)

const tabs = ['all', 'onSale', 'beforeSale', 'soldOut', 'endOfSale', 'hidden'] as const

const List = () => {
  const words = useEventGoodsWords()
  const ids = useRouteIds('tenantId')
  const hrefWith = useHrefWith()
  const chosen = useQueryValue('status')
  const tab = tabs.find((one) => one === chosen) ?? 'all'
  const { page, size, q, asked } = useListQuery([])
  const list = useRead(
    eventGoods.getEventGoodsList,
    ids && { ...ids, status: tab, pagination: asked.pagination, ...(q && { q }) },
  )
  const names = new Map(list.data?.brands.map(({ brandId, name }) => [brandId, name]))
  const create = ids && list.data?.canEdit && (
    <LinkButton look="primary" href={routes.newEventGoods(ids)}>
      <PlusIcon size={16} />
      {words.create}
    </LinkButton>
  )
  const columns: readonly Column<EventGoodsItem>[] = [
    {
      id: 'name',
      header: words.columns.goods,
      main: true,
      cell: ({ name, thumbnail, eventTitle, brandId }) => (
        <NameCell name={name} note={[eventTitle, names.get(brandId)].filter(Boolean).join(' · ')} picture={thumbnail} />
      ),
    },
    { id: 'status', header: words.columns.status, cell: (item) => <SaleBadge item={item} /> },
    { id: 'price', header: words.columns.price, cell: ({ price }) => <MoneyText yen={price} /> },
    {
      id: 'delivery',
      header: words.columns.delivery,
      hideOnPhone: true,
      cell: ({ delivery }) => words.deliveries[delivery],
    },
    {
      id: 'stock',
      header: words.columns.stock,
      hideOnPhone: true,
      cell: ({ stock }) => (stock === null ? words.unlimited : stock),
    },
    { id: 'sold', header: words.columns.sold, hideOnPhone: true, cell: ({ sold }) => sold },
    {
      id: 'draft',
      header: words.columns.draft,
      cell: ({ draftState }) => (draftState ? <DraftBadge state={draftState} /> : null),
    },
  ]
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        ids && (
          <>
            <LinkButton href={routes.pickUp(ids)}>{words.toDesk}</LinkButton>
            <LinkButton href={routes.eventGoodsDrafts(ids)}>{words.toDrafts}</LinkButton>
            {create}
          </>
        )
      }
    >
      <Card flush>
        <Tabs
          label={words.title}
          items={tabs.map((one) => ({
            label: words.tabs[one],
            href: hrefWith({ status: one === 'all' ? null : one, page: null }),
            current: tab === one,
          }))}
        />
        <DataTable
          label={words.tableLabel}
          columns={columns}
          items={list.data?.eventGoods}
          itemId={({ goodsId }) => goodsId}
          itemHref={({ goodsId }) => (ids ? routes.eventGoodsItem({ ...ids, goodsId }) : '')}
          itemName={({ name }) => name}
          search={words.search}
          stale={list.isStale}
          failed={list.failed}
          empty={
            tab !== 'all' || q ? (
              <EmptyState title={words.empty.filtered} text={words.empty.filteredText} />
            ) : (
              <EmptyState
                icon={<BagIcon size={24} />}
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
