import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { Badge } from '#ui/Badge.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { FileIcon } from '#ui/look/icons.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { downloads } from './contract'
import { mostWaiting, waitedFor } from './download'
import { DownloadWords, useDownloadWords } from './words'

type Ids = { tenantId: string; brandId: string }
type Row = ResultOf<typeof downloads.getWaitingFiles>['rows'][number]

/** Beside what must be sent and handed over: files that were paid for and that nobody has loaded down, with a way on. */
export const WaitingFiles = (props: { ids: Ids | null }) => (
  <DownloadWords>
    <Table {...props} />
  </DownloadWords>
)

const paid = 'paid,partiallyRefunded'
const underlined = { textDecoration: 'underline' }

const Table = ({ ids }: { ids: Ids | null }) => {
  const { waiting: words } = useDownloadWords()
  const locale = useLocale()
  const list = useRead(downloads.getWaitingFiles, ids)
  const columns: readonly Column<Row>[] = [
    { id: 'name', header: words.goods, main: true, cell: ({ name }) => <NameCell name={name} /> },
    {
      id: 'state',
      header: words.state,
      cell: ({ waiting, stopped }) => (
        <chakra.span display="inline-flex" flexWrap="wrap" gap={1}>
          {stopped > 0 && <Badge tone="warn">{words.stopped(stopped)}</Badge>}
          {waiting > 0 && <Badge tone="plain">{words.waiting(waiting)}</Badge>}
        </chakra.span>
      ),
    },
    { id: 'oldest', header: words.oldest, cell: ({ oldestAt }) => dateText(oldestAt, locale, { short: true }) },
    { id: 'next', header: words.next, cell: (row) => ids && <WaysOn ids={ids} row={row} /> },
  ]
  const isEmpty = list.data?.rows.length === 0
  return (
    <>
      {!isEmpty && (
        <chakra.p px={{ base: 4, md: 4.5 }} py={3} fontSize="0.875rem" color="muted">
          {words.lead(waitedFor / day)} {list.data?.isCut && words.cut(mostWaiting)}
        </chakra.p>
      )}
      <DataTable
        label={words.goods}
        columns={columns}
        list={list}
        items={list.data?.rows}
        itemId={({ goodsId }) => goodsId}
        empty={<EmptyState icon={<FileIcon size={24} />} title={words.none} text={words.noneText} />}
      />
    </>
  )
}

/** The goods' page has its files, and beneath them who has loaded them down and why one is stopped. */
const WaysOn = ({ ids, row }: { ids: Ids; row: Row }) => {
  const { waiting: words } = useDownloadWords()
  const { goodsId, isOfEvent } = row
  const page = isOfEvent ? routes.eventGoodsItem({ ...ids, goodsId }) : routes.goodsItem({ ...ids, goodsId })
  const orders = routes.orders(ids, { query: { payment: paid, goodsId } })
  const ways = [
    ...(row.stopped > 0 ? [{ href: page, label: words.reopen }] : []),
    ...(row.waiting > 0 ? [{ href: orders, label: words.orders }] : []),
  ]
  return (
    <chakra.span display="grid" gap={1}>
      {ways.map(({ href, label }) => (
        <Link key={label} href={href} style={underlined}>
          {label}
        </Link>
      ))}
    </chakra.span>
  )
}
