import { chakra } from '@chakra-ui/react'
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { FailedState } from '../faces/FailedState'
import { Bone, boneWidths } from '../faces/Skeleton'
import { Link } from '../Link'
import { Picture } from '../Picture'
import { useUiWords } from '../words'
import { Pager, type Paging } from './Pager'
import { Body, Cell, Head, HeadCell, HeadRow, Row, TableFrame } from './parts'

export type Column<Item> = {
  id: string
  /** Spoken and shown; on a phone it stands before the value. */
  header: string
  cell: (item: Item) => ReactNode
  align?: 'start' | 'end'
  width?: string
  /** The one column that names the row and links it. On a phone it heads the card. */
  main?: boolean
  /** Holds buttons or boxes of its own, so it stands above the row's link. */
  control?: boolean
  hideOnPhone?: boolean
  /** Holds a text of any length; all other columns but the main one stay on one line where there is room. */
  wrap?: boolean
}

type DataTableProps<Item> = {
  /** What the table holds, for a screen reader. */
  label: string
  columns: readonly Column<Item>[]
  /** Undefined while the first answer is awaited: the skeleton stands. Old rows stay while new ones come: `stale`. */
  items: readonly Item[] | undefined
  itemId: (item: Item) => string
  itemHref?: (item: Item) => string
  stale?: boolean
  failed?: { onRetry: () => void; requestId?: string; code?: string } | null
  /** An EmptyState: what this is for, and the next step. */
  empty: ReactNode
  paging?: Paging
  skeletonRows?: number
}

const features = tableFeatures({})
type Features = typeof features

export const DataTable = <Item extends object>(props: DataTableProps<Item>) => {
  const { label, columns, items, itemId, itemHref, stale = false, failed, empty, paging, skeletonRows = 6 } = props
  const words = useUiWords()
  const defs = useMemo(() => columns.map(({ id, header }): ColumnDef<Features, Item> => ({ id, header })), [columns])
  const data = useMemo(() => [...(items ?? [])], [items])
  const table = useTable<Features, Item>({ features, columns: defs, data, getRowId: itemId })
  const columnOf = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])

  if (failed) return <FailedState {...failed} />
  if (items && items.length === 0 && (paging === undefined || paging.total === 0)) return <>{empty}</>
  return (
    <>
      <chakra.div overflowX="auto">
        <TableFrame aria-label={label} aria-busy={stale || items === undefined} data-stale={stale}>
          <Head>
            {table.getHeaderGroups().map((group) => (
              <HeadRow key={group.id}>
                {group.headers.map((header) => {
                  const column = columnOf.get(header.column.id)
                  return (
                    <HeadCell
                      key={header.id}
                      scope="col"
                      textAlign={column?.align === 'end' ? 'end' : 'start'}
                      style={{ width: column?.width ?? (column?.main ? '40%' : undefined) }}
                    >
                      {column?.header}
                    </HeadCell>
                  )
                })}
              </HeadRow>
            ))}
          </Head>
          <Body>
            {items === undefined
              ? boneWidths.slice(0, skeletonRows).map((width, i) => (
                  <Row key={width}>
                    {columns.map((column, at) => (
                      <Cell key={column.id} data-main={column.main} data-hide={column.hideOnPhone}>
                        <Bone w={at === 0 ? width : '60%'} ml={column.align === 'end' ? 'auto' : 0} my="14px" />
                        {at === 0 && i === 0 && (
                          <chakra.span srOnly role="status">
                            {words.loading}
                          </chakra.span>
                        )}
                      </Cell>
                    ))}
                  </Row>
                ))
              : table.getRowModel().rows.map((row) => (
                  <Row key={row.id} data-link={itemHref !== undefined}>
                    {row.getAllCells().map((cell) => {
                      const column = columnOf.get(cell.column.id)
                      const inside = column?.cell(row.original)
                      return (
                        <Cell
                          key={cell.id}
                          textAlign={{ base: 'start', lg: column?.align === 'end' ? 'end' : 'start' }}
                          data-main={column?.main}
                          data-hide={column?.hideOnPhone}
                          data-control={column?.control}
                          data-wrap={column?.wrap === true || column?.main === true}
                          data-label={column?.header}
                        >
                          {column?.main && itemHref ? (
                            <RowLink href={itemHref(row.original)}>{inside}</RowLink>
                          ) : (
                            inside
                          )}
                        </Cell>
                      )
                    })}
                  </Row>
                ))}
          </Body>
        </TableFrame>
      </chakra.div>
      {paging && items !== undefined && <Pager paging={paging} />}
    </>
  )
}

/** One link per row; its area reaches over the whole row. */
const RowLink = chakra(Link, {
  base: {
    color: 'inherit',
    textDecoration: 'none',
    display: 'block',
    _focusVisible: { outline: 'none' },
    _after: { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible::after': {
      outline: '2px solid var(--ui-colors-accent)',
      outlineOffset: '-2px',
      borderRadius: 's',
    },
  },
})

const Thumb = chakra('span', {
  base: {
    position: 'relative',
    display: 'block',
    flex: 'none',
    w: '56px',
    h: '40px',
    borderRadius: '8px',
    overflow: 'hidden',
    bg: 'sunken',
    '& img': { w: '100%', h: '100%', objectFit: 'cover' },
    '&[data-empty=true]': { borderWidth: '1px', borderStyle: 'dashed', borderColor: 'borderStrong' },
  },
})

/** A picture, a name and a line under it: what a main column usually holds. */
export const NameCell = ({ name, note, picture }: { name: ReactNode; note?: ReactNode; picture?: string | null }) => (
  <chakra.span display="flex" alignItems="center" gap={3} minW="0">
    {picture !== undefined && (
      <Thumb data-empty={!picture}>
        {picture && <Picture src={picture} alt="" loading="lazy" width={56} height={40} />}
      </Thumb>
    )}
    <chakra.span flex="1" minW={{ base: '0', xl: '150px' }} display="block">
      <chakra.span display="block" fontWeight="bold" lineHeight="1.4" overflowWrap="anywhere">
        {name}
      </chakra.span>
      {note && (
        <chakra.span
          display="block"
          color="muted"
          fontSize="xs"
          lineHeight="1.5"
          overflow="hidden"
          textOverflow="ellipsis"
          whiteSpace="nowrap"
          // The name decides how wide the column is, the note never does.
          contain="inline-size"
        >
          {note}
        </chakra.span>
      )}
    </chakra.span>
  </chakra.span>
)
