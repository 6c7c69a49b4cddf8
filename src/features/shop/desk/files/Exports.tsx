import { useEffect } from 'react'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { exports } from '#club/exports/contract.ts'
import { useExportFile } from '#club/exports/useExportFile.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FileIcon } from '#ui/look/icons.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import type { OrderFormat } from './formats'
import { useOrderFileWords } from './words'

type Row = ResultOf<typeof exports.getExports>['exports'][number]

const tones: Record<Row['state'], Tone> = {
  enqueued: 'info',
  processing: 'info',
  completed: 'ok',
  failed: 'bad',
  expired: 'plain',
}
const isGoing = ({ state }: Row) => state === 'enqueued' || state === 'processing'

export const Exports = ({ ids }: { ids: { tenantId: string; brandId: string } }) => {
  const words = useOrderFileWords()
  const { export: says } = words
  const locale = useLocale()
  const files = useExportFile(ids, words.refusals)
  const { asked } = useListQuery([])
  const list = useRead(exports.getExports, { ...ids, type: 'orders', pagination: asked.pagination })
  const going = list.data?.exports.some(isGoing) === true
  const { reload } = list
  // The file is made meanwhile, and may be left: its rows are counted here.
  useEffect(() => {
    if (!going) return
    const timer = setInterval(reload, 2000)
    return () => clearInterval(timer)
  }, [going, reload])
  const columns: readonly Column<Row>[] = [
    {
      id: 'file',
      header: says.file,
      main: true,
      cell: ({ fileName, format }) => (
        <NameCell name={words.formats[format as OrderFormat] ?? format} note={fileName} />
      ),
    },
    { id: 'state', header: says.state, cell: ({ state }) => <Badge tone={tones[state]}>{says.states[state]}</Badge> },
    { id: 'rows', header: says.rows, align: 'end', cell: ({ rowCount }) => says.progress(rowCount) },
    { id: 'by', header: says.by, hideOnPhone: true, cell: ({ createdByName }) => createdByName },
    {
      id: 'at',
      header: says.at,
      cell: ({ createdAt }) => dateText(createdAt, locale, { short: true, hour: true }),
    },
    {
      id: 'download',
      header: says.download,
      control: true,
      cell: ({ state, exportId, fileName }) =>
        state === 'completed' && (
          <Button
            size="s"
            busy={files.isBusy(exportId)}
            aria-label={says.downloadOf(fileName)}
            onClick={() => files.save(exportId)}
          >
            {says.download}
          </Button>
        ),
    },
  ]
  return (
    <DataTable<Row>
      label={says.label}
      columns={columns}
      list={list}
      items={list.data?.exports}
      itemId={({ exportId }) => exportId}
      empty={<EmptyState icon={<FileIcon size={24} />} title={says.empty} text={says.emptyText} />}
    />
  )
}
