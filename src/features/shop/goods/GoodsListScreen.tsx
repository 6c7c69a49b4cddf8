import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { BinLink, useMoveToBin, WithBin } from '#club/bin/parts.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { BagIcon, PlusIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { EmptyList } from '#ui/table/EmptyList.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { type GoodsListItem, goods, goodsTabs } from './contract'
import { goodsTypes } from './goods'
import { GoodsStateBadge, useGoodsPage } from './parts'
import { GoodsWords, useGoodsWords } from './words'

export const GoodsListScreen = () => (
  <GoodsWords>
    <WithBin>
      <GoodsList />
    </WithBin>
  </GoodsWords>
)

const binRefresh = [goods.getGoodsList, goods.getGoods]

const GoodsList = () => {
  const words = useGoodsWords()
  const router = useRouter()
  const ids = useRouteIds('tenantId', 'brandId')
  const attempt = useAttempt(words.refusals)
  const chosen = useQueryValue('tab')
  const tab = goodsTabs.find((one) => one === chosen) ?? 'all'
  const chosenType = useQueryValue('type')
  const goodsType = goodsTypes.find((one) => one === chosenType)
  const isLow = useQueryValue('stock') === 'low'
  const { q, asked } = useListQuery(['name', 'price', 'saleStartAt', 'createdAt'])
  const list = useRead(
    goods.getGoodsList,
    ids && { ...ids, ...asked, tab, ...(goodsType && { goodsType }), ...(isLow && { isLow }) },
  )
  const duplicate = useWrite(goods.duplicateGoods, { refresh: [goods.getGoodsList] })
  const { seePage } = useUiWords()
  const pageOf = useGoodsPage(ids?.brandId)
  const { entry, dialog } = useMoveToBin(ids, 'goods', binRefresh)
  const columns = useColumns(list.data?.seesMoney ?? true)
  const counts = list.data?.counts
  const canEdit = list.data?.canEdit
  const create = ids && canEdit && (
    <LinkButton look="primary" href={routes.goodsItem({ ...ids, goodsId: 'new' })}>
      <PlusIcon size={16} />
      {words.create}
    </LinkButton>
  )
  const actions = create && (
    <>
      <BinLink ids={ids} kind="goods" />
      {create}
    </>
  )
  const copy = ({ goodsId }: GoodsListItem) =>
    attempt(async () => {
      if (!ids) return
      const made = await duplicate.mutateAsync({ ...ids, goodsId })
      toast({ tone: 'ok', title: words.duplicated })
      await router.push(routes.goodsItem({ ...ids, goodsId: made.goodsId }))
    })
  const hrefOf = ({ goodsId }: GoodsListItem) => (ids ? routes.goodsItem({ ...ids, goodsId }) : '')
  const actionsOf = (item: GoodsListItem) => {
    const fanPage = pageOf(item)
    return [
      { key: 'open', label: canEdit ? words.edit : words.open, href: hrefOf(item) },
      ...(fanPage ? [{ key: 'page', label: seePage, href: fanPage.href }] : []),
      ...(canEdit ? [{ key: 'copy', label: words.duplicate, onSelect: () => void copy(item) }] : []),
      ...(canEdit ? [entry({ ...item, itemId: item.goodsId })] : []),
    ]
  }
  const isFiltered = q !== '' || goodsType !== undefined || isLow
  return (
    <Page title={words.title} {...(counts && !isFiltered && { count: counts.all })} actions={actions}>
      <Card flush>
        {ids && (
          <ListTabs
            label={words.title}
            query="tab"
            names={['all', ...goodsTabs.filter((one) => one !== 'all')]}
            chosen={tab}
            labels={words.tabs}
            counts={counts}
          />
        )}
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.goodsList}
          itemId={({ goodsId }) => goodsId}
          itemHref={hrefOf}
          itemName={({ name }) => name}
          actions={actionsOf}
          search={words.search}
          filters={[
            {
              name: 'type',
              label: words.filters.type,
              options: [
                { value: '', label: words.allTypes },
                ...goodsTypes.map((one) => ({ value: one, label: words.types[one] })),
              ],
            },
            {
              name: 'stock',
              label: words.filters.stock,
              options: [
                { value: '', label: words.allStock },
                { value: 'low', label: words.lowStock },
              ],
            },
          ]}
          empty={
            <EmptyList
              words={words.empty}
              filtered={isFiltered || (counts && counts.all > 0)}
              icon={<BagIcon size={24} />}
              action={create}
            />
          }
        />
      </Card>
      {dialog}
    </Page>
  )
}

const useColumns = (seesMoney: boolean): readonly Column<GoodsListItem>[] => {
  const words = useGoodsWords()
  const locale = useLocale()
  return [
    {
      id: 'name',
      header: words.columns.goods,
      main: true,
      sort: 'name',
      cell: ({ name, thumbnail, goodsType, salesType, countOfVariations }) => (
        <NameCell
          name={name}
          note={[
            words.types[goodsType],
            ...(salesType === 'builtToOrder' ? [words.salesTypes.builtToOrder] : []),
            ...(countOfVariations > 1 ? [words.variations(countOfVariations)] : []),
          ].join(' · ')}
          picture={thumbnail}
        />
      ),
    },
    { id: 'status', header: words.columns.status, cell: (item) => <GoodsStateBadge goods={item} /> },
    {
      id: 'price',
      header: words.columns.price,
      align: 'end',
      sort: 'price',
      sortsDown: true,
      cell: ({ price }) => <MoneyText yen={price} />,
    },
    {
      id: 'stock',
      header: words.columns.stock,
      align: 'end',
      cell: ({ stock, reserved }) => (
        <>
          {/* A phone shows no headers. */}
          <chakra.span display={{ lg: 'none' }}>{words.columns.stock} </chakra.span>
          {stock === null ? words.unlimited : stock}
          {reserved > 0 && (
            <chakra.span display={{ base: 'none', lg: 'block' }} fontSize="xs" color="muted">
              {words.reserved(reserved)}
            </chakra.span>
          )}
        </>
      ),
    },
    { id: 'sold', header: words.columns.sold, align: 'end', hideOnPhone: true, cell: ({ sold }) => sold },
    ...(seesMoney
      ? [
          {
            id: 'income',
            header: words.columns.income,
            align: 'end' as const,
            hideOnPhone: true,
            cell: ({ income }: GoodsListItem) => income !== null && <MoneyText yen={income} />,
          },
        ]
      : []),
    {
      id: 'start',
      header: words.columns.start,
      sort: 'saleStartAt',
      sortsDown: true,
      hideOnPhone: true,
      cell: ({ saleStartDateTime }) => dateText(saleStartDateTime, locale, { short: true }),
    },
  ]
}
