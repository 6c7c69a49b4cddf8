import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useRef, useState } from 'react'
import { routes, useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { UploadIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { orderFiles } from './contract'
import { ImportPreview, Part, refresh } from './ImportPreview'
import { largestImport } from './tracking'
import { useOrderFileWords } from './words'

type Ids = { tenantId: string; brandId: string }
type Import = ResultOf<(typeof orderFiles)['getTrackingImports']>['imports'][number]

/**
 * A file is chosen, looked at, then applied: nothing is sent before somebody has seen what would be. The one that is looked
 * at stands in the address, so that it can be left and come back to.
 */
export const Imports = ({ ids }: { ids: Ids }) => {
  const router = useRouter()
  const importId = useQueryValue('importId')
  const open = (id?: string) =>
    void router.push(routes.orderFiles(ids, { query: { tab: 'imports', importId: id } }), undefined, { shallow: true })
  return (
    <>
      {isId(importId) ? (
        <ImportPreview key={importId} ids={ids} importId={importId} onClose={() => open()} />
      ) : (
        <Choose ids={ids} onRead={open} />
      )}
      <Earlier ids={ids} opened={importId} />
    </>
  )
}

const isId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text)

const templateOf = (words: { order: string; carrier: string; number: string }, carrier: string) =>
  `data:text/csv;charset=utf-8,%EF%BB%BF${encodeURIComponent(
    `${words.order},${words.carrier},${words.number}\r\nA-000001,${carrier},123456789012\r\n`,
  )}`

const Choose = ({ ids, onRead }: { ids: Ids; onRead: (importId: string) => void }) => {
  const words = useOrderFileWords()
  const { import: says } = words
  const attempt = useAttempt(words.refusals)
  const start = useWrite(orderFiles.startTrackingImport)
  const look = useWrite(orderFiles.previewTrackingImport, refresh)
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const send = async (file: File) => {
    if (file.size > largestImport) return toast({ tone: 'bad', title: says.tooLarge })
    setBusy(true)
    await attempt(async () => {
      const { importId, url, headers } = await start.mutateAsync({
        ...ids,
        fileName: file.name || 'tracking.csv',
        size: Math.max(1, file.size),
      })
      // Browsers set Content-Length themselves and forbid scripts to.
      const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-length$/i.test(name)))
      const sent = await fetch(url, { method: 'PUT', headers: own, body: file }).catch(() => null)
      if (!sent?.ok) return toast({ tone: 'bad', title: says.sendFailed })
      await look.mutateAsync({ ...ids, importId })
      onRead(importId)
    })
    setBusy(false)
    if (input.current) input.current.value = ''
  }
  return (
    <Part>
      <chakra.p maxW="720px">{says.lead}</chakra.p>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={4}>
        <Button look="primary" busy={isBusy} onClick={() => input.current?.click()}>
          <UploadIcon size={16} />
          {isBusy ? says.reading : says.choose}
        </Button>
        <chakra.input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          data-testid="tracking-file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file) void send(file)
          }}
        />
        <chakra.a
          href={templateOf({ order: '注文番号', carrier: '配送業者', number: '伝票番号' }, 'ヤマト運輸')}
          download="tracking.csv"
          color="accentText"
          fontWeight="semibold"
        >
          {says.template}
        </chakra.a>
      </chakra.div>
    </Part>
  )
}

const states: Record<Import['state'], Tone> = { waiting: 'plain', read: 'info', applied: 'ok', undone: 'plain' }

const Earlier = ({ ids, opened }: { ids: Ids; opened: string }) => {
  const words = useOrderFileWords()
  const { import: says } = words
  const locale = useLocale()
  const attempt = useAttempt(words.refusals)
  const { asked } = useListQuery([])
  const list = useRead(orderFiles.getTrackingImports, { ...ids, pagination: asked.pagination })
  const undo = useWrite(orderFiles.undoTrackingImport, refresh)
  const [undone, setUndone] = useState<Import | null>(null)
  const columns: readonly Column<Import>[] = [
    { id: 'file', header: says.file, main: true, cell: ({ fileName }) => fileName },
    { id: 'state', header: says.state, cell: ({ state }) => <Badge tone={states[state]}>{says.states[state]}</Badge> },
    {
      id: 'count',
      header: says.count,
      align: 'end',
      cell: ({ appliedCount, rowCount }) => says.of(appliedCount, rowCount),
    },
    { id: 'by', header: says.by, hideOnPhone: true, cell: ({ createdByName }) => createdByName },
    { id: 'at', header: says.at, cell: ({ createdAt }) => dateText(createdAt, locale, { short: true, hour: true }) },
    {
      id: 'acts',
      header: says.acts,
      control: true,
      cell: (row) => (
        <chakra.span display="inline-flex" gap={2}>
          {row.state !== 'waiting' && row.importId !== opened && (
            <LinkButton
              size="s"
              shallow
              href={routes.orderFiles(ids, { query: { tab: 'imports', importId: row.importId } })}
              aria-label={says.openOf(row.fileName)}
            >
              {says.open}
            </LinkButton>
          )}
          {row.canUndo && (
            <Button size="s" aria-label={says.undoOf(row.fileName)} onClick={() => setUndone(row)}>
              {says.undo}
            </Button>
          )}
        </chakra.span>
      ),
    },
  ]
  return (
    <>
      <chakra.h2 fontSize="1rem" px={{ base: 4, md: 5 }} pt={5} pb={3} borderTopWidth="1px" borderColor="border">
        {says.listTitle}
      </chakra.h2>
      <DataTable<Import>
        label={says.label}
        columns={columns}
        list={list}
        items={list.data?.imports}
        itemId={({ importId }) => importId}
        empty={<EmptyState icon={<UploadIcon size={24} />} title={says.empty} text={says.emptyText} />}
      />
      {undone && (
        <ConfirmDialog
          open
          title={says.undoTitle(undone.fileName)}
          confirm={says.undo}
          onClose={() => setUndone(null)}
          onConfirm={async () => {
            await attempt(async () => {
              const { undone: n, kept } = await undo.mutateAsync({ ...ids, importId: undone.importId })
              toast({ tone: 'ok', title: says.undone(n, kept) })
            })
            setUndone(null)
          }}
        >
          {says.undoText(undone.appliedCount)}
        </ConfirmDialog>
      )}
    </>
  )
}
