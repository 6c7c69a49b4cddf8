import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { BagIcon, PlusIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { EmptyList } from '#ui/table/EmptyList.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { type EventGoodsItem, eventGoods } from '../contract'
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
  const chosen = useQueryValue('status')
  const tab = tabs.find((one) => one === chosen) ?? 'all'
  const { q, asked } = useListQuery([])
  const wanted = useQueryValue('eventId')
  const eventId = /^[\w-]{1,64}$/.test(wanted) ? wanted : ''
  const list = useRead(
    eventGoods.getEventGoodsList,
    ids && { ...ids, status: tab, pagination: asked.pagination, ...(q && { q }), ...(eventId && { eventId }) },
  )
  const names = new Map(list.data?.brands.map(({ brandId, name }) => [brandId, name]))
  const known = list.data?.events ?? []
  // An event that is not in the list of options takes its title from the rows.
  const titleOf = (id: string) => list.data?.eventGoods.find((one) => one.eventId === id)?.eventTitle || id
  const events =
    eventId === '' || known.some((one) => one.eventId === eventId)
      ? known
      : [...known, { eventId, title: titleOf(eventId) }]
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
      wrap: true,
      width: '150px',
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
        <ListTabs label={words.title} query="status" names={tabs} chosen={tab} labels={words.tabs} />
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.eventGoods}
          itemId={({ goodsId }) => goodsId}
          itemHref={({ goodsId }) => (ids ? routes.eventGoodsItem({ ...ids, goodsId }) : '')}
          itemName={({ name }) => name}
          search={words.search}
          filters={[
            {
              name: 'eventId',
              label: words.event,
              options: [
                { value: '', label: words.allEvents },
                ...events.map((one) => ({ value: one.eventId, label: one.title || one.eventId })),
              ],
            },
          ]}
          empty={
            <EmptyList
              words={words.empty}
              filtered={tab !== 'all' || q !== ''}
              icon={<BagIcon size={24} />}
              action={create}
            />
          }
        />
      </Card>
    </Page>
  )
}
