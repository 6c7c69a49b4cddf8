import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LinkButton } from '../Button'
import { EmptyState } from '../faces/EmptyState'
import { FailedState } from '../faces/FailedState'
import { boneWidths } from '../faces/Skeleton'
import { Link } from '../Link'
import { SearchIcon } from '../look/icons'
import type { MenuItem } from '../overlay/Menu'
import { MoreMenu } from '../overlay/MoreMenu'
import { toast } from '../overlay/Toaster'
import { usePortalWords } from '../portalWords'
import { usePagesAhead } from '../usePagesAhead'
import { usePainted } from '../usePainted'
import { BulkBar, type MatchingWords } from './BulkBar'
import { type ListFilter, ListTools } from './ListTools'
import { useRememberedList } from './lastList'
import { Pager, useHrefWith, usePaging } from './Pager'
import { SortLink, TableFrame, Tick } from './parts'
import { useRowKeys } from './useRowKeys'
import { namesOf, type WrittenFilter } from './written'

export type Column<Item> = {
  id: string
  /** For screen readers, and shown; on a phone the value is shown without it. */
  header: string
  cell: (item: Item) => ReactNode
  align?: 'start' | 'end'
  width?: string
  /** The one column that names the row and links it. On a phone it is the first of the row's two lines. */
  main?: boolean
  /** Contains buttons or boxes, so it is placed above the row's link. */
  control?: boolean
  hideOnPhone?: boolean
  /** On a phone on a line of its own, behind the others: badges, whose number differs from row to row. */
  lastOnPhone?: boolean
  /** Holds a text of any length; all other columns but the main one stay on one line where there is room. */
  wrap?: boolean
  /** The name under which the operation sorts by this column: the header becomes a link that does (`sort` in the address). */
  sort?: string
  /** Whether the first press shows the largest first, as for dates and figures. */
  sortsDown?: boolean
}

export type DataTableProps<Item> = {
  /** Name of the table for screen readers. */
  label: string
  columns: readonly Column<Item>[]
  /** Undefined during the first load: a skeleton is shown. Old rows stay while new ones are loading. */
  items: readonly Item[] | undefined
  itemId: (item: Item) => string
  /** Empty where the reader may not open that row. */
  itemHref?: (item: Item) => string
  /** Name of the row in the labels of its menu and checkbox. */
  itemName?: (item: Item) => string
  /** Actions on a row: a menu at its right. */
  actions?: (item: Item) => readonly MenuItem[]
  /** Actions on several rows: each gets a checkbox, and a bar shows these while some are selected. */
  bulk?: (chosen: readonly Item[], clear: () => void, isAll: boolean) => ReactNode
  /** The actions also work on all matching rows of every page: offered once a whole page is selected. */
  matching?: MatchingWords
  /** The read that the rows come from: whether it failed or shows older rows, and how many rows there are on all pages. */
  list?: {
    data?: { pagination?: { totalCount: number }; [name: string]: unknown } | undefined
    isStale: boolean
    failed: { onRetry: () => void; requestId?: string; code?: string } | null
  }
  /** An EmptyState: the purpose of the list, and the next step. A search without results has its own text. */
  empty: ReactNode
  /** Placeholder such as "Search by name"; the text is `q` in the URL. */
  search?: string
  filters?: readonly ListFilter[]
  /** Filters that are no short list of choices: months, days, figures. */
  written?: readonly WrittenFilter[]
  skeletonRows?: number
}

/** As many as a screen shows. */
const firstRows = 10

/** Written out: a table that is laid out as blocks, as on a phone, is no table for a screen reader any more. */
const role = { table: 'table', group: 'rowgroup', row: 'row', header: 'columnheader', cell: 'cell' } as const

/**
 * The list of an index page. Search, filters, order and page stand in the address: read them with `useListQuery` and
 * hand them to the operation. Four faces: skeleton, empty, failed, full; a page past the end says so and leads to the last one. On a
 * phone a row is two lines, with its menu at the right.
 *
 *   const { asked } = useListQuery(['name', 'price'])
 *   const list = useRead(plans.getPlans, ids && { ...ids, ...asked })
 *   <DataTable label columns list={list} items={list.data?.plans} itemId itemHref search={words.search}
 *     empty={<EmptyState ... />} />
 */
export const DataTable = <Item extends object>(props: DataTableProps<Item>) => {
  const { label, columns, list, items, itemId, itemHref, itemName, actions, bulk, empty } = props
  const { search, filters, written, matching, skeletonRows = 6 } = props
  const { isStale = false, failed } = list ?? {}
  const total = list?.data?.pagination?.totalCount
  const { page, size } = usePaging()
  const words = usePortalWords()
  const router = useRouter()
  useRememberedList(router.asPath)
  const hrefWith = useHrefWith()
  const nameOf = (item: Item) => itemName?.(item) ?? itemId(item)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [allOf, setAllOf] = useState<string | null>(null)
  const clearChosen = () => {
    setChosen(new Set())
    setAllOf(null)
  }
  const frame = useRef<HTMLTableElement>(null)
  useRowKeys(frame, bulk !== undefined && itemHref !== undefined)
  /** The box that was pressed last: with Shift all rows from there on follow. */
  const pressed = useRef<string | null>(null)
  const choose = (ids: readonly string[], on: boolean) => {
    if (!on) setAllOf(null)
    setChosen((before) => {
      const next = new Set(before)
      for (const id of ids) on ? next.add(id) : next.delete(id)
      return next
    })
  }

  const all: readonly Column<Item>[] = [
    ...(bulk
      ? [
          {
            id: 'select',
            header: words.selectAll,
            control: true,
            cell: (item: Item) => (
              <Tick
                aria-label={words.selectRow(nameOf(item))}
                checked={chosen.has(itemId(item))}
                onChange={(event) => {
                  const ids = (items ?? []).map(itemId)
                  const [from, to] = [pressed.current ? ids.indexOf(pressed.current) : -1, ids.indexOf(itemId(item))]
                  const isRange = from >= 0 && (event.nativeEvent as Partial<MouseEvent>).shiftKey === true
                  choose(
                    isRange ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [itemId(item)],
                    event.currentTarget.checked,
                  )
                  pressed.current = itemId(item)
                }}
              />
            ),
          },
        ]
      : []),
    ...columns,
    ...(actions
      ? [
          {
            id: 'actions',
            header: words.actionsHeader,
            align: 'end' as const,
            control: true,
            cell: (item: Item) => {
              const offered = actions(item)
              if (offered.length === 0) return null
              return <MoreMenu size="s" label={words.rowActions(nameOf(item))} items={offered} />
            },
          },
        ]
      : []),
  ]
  const data = items ?? []

  // Rows may have gone since somebody looked at this page, or the address is an old one.
  const last = Math.max(1, Math.ceil((total ?? 0) / size))
  const isPastEnd = !isStale && items?.length === 0 && total !== undefined && total > 0 && page > last
  const lastHref = hrefWith({ page: last === 1 ? null : last })
  const { replace } = router
  useEffect(() => {
    if (!isPastEnd) return
    toast({ tone: 'info', title: words.pageGone, text: words.pageGoneText })
    void replace(lastHref, undefined, { shallow: true, scroll: false })
  }, [isPastEnd, lastHref, replace, words])

  const q = typeof router.query.q === 'string' ? router.query.q : ''
  const narrowing = [...(filters ?? []).map(({ name }) => name), ...(written ?? []).flatMap(namesOf)]
  const isNarrowed = q !== '' || narrowing.some((name) => router.query[name])
  const clear = Object.fromEntries(['q', 'page', ...narrowing].map((name) => [name, null]))
  const sorted = typeof router.query.sort === 'string' ? router.query.sort : ''
  const sorts = columns.flatMap(({ sort, header }) => (sort ? [{ name: sort, label: header }] : []))
  const isEmpty = items !== undefined && items.length === 0 && !isPastEnd
  const hasTools =
    (search !== undefined || (filters?.length ?? 0) + (written?.length ?? 0) > 0) && !(isEmpty && !isNarrowed)
  const shown = data.filter((item) => chosen.has(itemId(item)))
  const pageIds = data.map(itemId)
  const isWaiting = items === undefined || isPastEnd
  const isPageChosen = pageIds.length > 0 && pageIds.every((id) => chosen.has(id))
  const hasMore = matching !== undefined && total !== undefined && total > data.length && isPageChosen && !isStale
  // Only for the current URL: another page or filter is another query.
  const isAll = hasMore && allOf === router.asPath

  const line = (item: Item) => {
    const id = itemId(item)
    return (
      <tr key={id} role={role.row} data-link={itemHref !== undefined} data-chosen={chosen.has(id) || undefined}>
        {all.map((column) => {
          const inside = column.cell(item)
          return (
            <td
              key={column.id}
              role={role.cell}
              data-align={column.align}
              data-main={column.main}
              data-hide={column.hideOnPhone}
              data-last={column.lastOnPhone}
              data-control={column.control}
              data-place={column.id === 'actions' || column.id === 'select' ? column.id : undefined}
              data-wrap={column.wrap === true || column.main === true}
            >
              {column.main && itemHref?.(item) ? (
                <Link data-row-link href={itemHref(item)}>
                  {inside}
                </Link>
              ) : (
                inside
              )}
            </td>
          )
        })}
      </tr>
    )
  }
  // A list that has been asked for shows what can be seen before the rest is made; one that is come back to keeps its height.
  const [isBack] = useState(items !== undefined)
  const isWhole = usePainted(items !== undefined) || isBack
  // All rows lead to the same page.
  const firstHref = data[0] && itemHref?.(data[0])
  usePagesAhead(firstHref ? [firstHref] : [])
  const drawn = isWhole ? data : data.slice(0, firstRows)
  // Rows that stay while others are asked for are not rendered again: with their cells' styles that takes longer than the answer.
  const before = useRef<{ items: readonly Item[] | undefined; chosen: ReadonlySet<string>; body: ReactNode }>(null)
  const isKept = isStale && isWhole && before.current?.items === items && before.current?.chosen === chosen
  const body = isKept ? before.current?.body : drawn.map(line)
  useEffect(() => {
    before.current = { items, chosen, body }
  })

  return (
    <>
      {hasTools && <ListTools search={search} filters={filters} written={written} sorts={sorts} />}
      {failed ? (
        <FailedState {...failed} />
      ) : isEmpty ? (
        isNarrowed ? (
          <EmptyState
            icon={<SearchIcon size={24} />}
            title={q === '' ? words.nothingFoundText : words.nothingFound(q)}
            text={q === '' ? undefined : words.nothingFoundText}
            action={
              <LinkButton href={hrefWith(clear)} shallow scroll={false}>
                {words.showAll}
              </LinkButton>
            }
          />
        ) : (
          empty
        )
      ) : (
        <chakra.div overflowX="auto">
          <TableFrame
            ref={frame}
            role={role.table}
            aria-label={label}
            aria-busy={isStale || isWaiting}
            data-stale={isStale}
          >
            <thead role={role.group}>
              <tr role={role.row}>
                {all.map((column) => (
                  <th
                    key={column.id}
                    role={role.header}
                    scope="col"
                    data-align={column.align}
                    style={{
                      width: column.width ?? (column.main ? '40%' : column.id === 'select' ? '44px' : undefined),
                    }}
                    aria-sort={column.sort ? orderOf(column.sort, sorted) : undefined}
                  >
                    {column.id === 'select' ? (
                      <Tick
                        aria-label={words.selectAll}
                        checked={isPageChosen}
                        onChange={(event) => choose(pageIds, event.currentTarget.checked)}
                      />
                    ) : column.sort ? (
                      <SortLink
                        href={hrefWith({ sort: nextSort(column.sort, sorted, column.sortsDown), page: null })}
                        order={orderOf(column.sort, sorted)}
                        align={column.align}
                        label={words.sortBy(column.header)}
                      >
                        {column.header}
                      </SortLink>
                    ) : column.id === 'actions' ? (
                      <chakra.span srOnly>{column.header}</chakra.span>
                    ) : (
                      column.header
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role={role.group}>
              {isWaiting
                ? boneWidths.slice(0, skeletonRows).map((width, i) => (
                    <tr key={width} role={role.row}>
                      {columns.map((column, at) => (
                        <td key={column.id} role={role.cell} data-main={column.main} data-hide={column.hideOnPhone}>
                          <span data-pending data-align={column.align} style={{ width: column.main ? width : '60%' }} />
                          {at === 0 && i === 0 && (
                            <chakra.span srOnly role="status">
                              {words.loading}
                            </chakra.span>
                          )}
                        </td>
                      ))}
                    </tr>
                  ))
                : body}
            </tbody>
          </TableFrame>
        </chakra.div>
      )}
      {bulk && (
        <BulkBar
          count={shown.length}
          onClear={clearChosen}
          {...(!isPageChosen && { onPage: () => choose(pageIds, true) })}
          {...(hasMore && {
            beyond: { total, isAll, words: matching, onAll: (on) => setAllOf(on ? router.asPath : null) },
          })}
        >
          {bulk(shown, clearChosen, isAll)}
        </BulkBar>
      )}
      {bulk && itemHref && !isWaiting && !isEmpty && !failed && (
        // A phone has no keys.
        <chakra.p
          display={{ base: 'none', lg: 'block' }}
          px={4.5}
          py={2.5}
          borderTopWidth="1px"
          borderColor="border"
          fontSize="xs"
          color="muted"
        >
          {words.rowKeys}
        </chakra.p>
      )}
      {total !== undefined && !failed && !isWaiting && !isEmpty && <Pager total={total} />}
    </>
  )
}

const orderOf = (name: string, sorted: string) =>
  sorted === name ? 'ascending' : sorted === `-${name}` ? 'descending' : 'none'

/** One way, the other way, the list's own order again. */
const nextSort = (name: string, sorted: string, sortsDown = false) => {
  const [first, second] = sortsDown ? [`-${name}`, name] : [name, `-${name}`]
  return sorted === first ? second : sorted === second ? null : first
}
