import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { ParcelLetters } from '../../parcels/ParcelLetters'
import { useFulfillmentWords } from '../../parcels/words'
import { staffOrders } from '../contract'
import { orderFiles } from './contract'
import { isProblem } from './tracking'
import { useOrderFileWords } from './words'

type Ids = { tenantId: string; brandId: string }
type Import = ResultOf<(typeof orderFiles)['getTrackingImport']>
type Line = Import['rows'][number]

export const refresh = {
  refresh: [orderFiles.getTrackingImports, orderFiles.getTrackingImport, staffOrders.getOrders, staffOrders.getOrder],
}

export const Part = chakra('div', {
  base: { display: 'grid', gap: 4, px: { base: 4, md: 5 }, py: { base: 4, md: 5 }, fontSize: '0.875rem' },
})

const toneOf = (result: Line['result']): Tone => (result === 'ok' ? 'ok' : isProblem(result) ? 'warn' : 'plain')
const tabs = ['all', 'problems'] as const

type PreviewProps = { ids: Ids; importId: string; onClose: () => void }

/** An import with its rows: what would be done with each, or why nothing is done with it any more. */
export const ImportPreview = ({ ids, importId, onClose }: PreviewProps) => {
  const { import: says } = useOrderFileWords()
  const { providers } = useFulfillmentWords()
  const list = useRead(orderFiles.getTrackingImport, { ...ids, importId })
  const tab = useQueryValue('rows') === 'problems' ? 'problems' : 'all'
  const { data } = list
  const problems = data?.rows.filter(({ result }) => isProblem(result))
  const columns: readonly Column<Line>[] = [
    { id: 'order', header: says.order, main: true, cell: ({ orderNumber }) => orderNumber || '—' },
    {
      id: 'result',
      header: says.result,
      cell: ({ result }) => <Badge tone={toneOf(result)}>{says.results[result]}</Badge>,
    },
    { id: 'buyer', header: says.buyer, cell: ({ buyer }) => buyer || '—' },
    { id: 'carrier', header: says.carrier, cell: ({ provider }) => providers[provider] },
    { id: 'number', header: says.number, cell: ({ trackingNumber }) => trackingNumber },
    { id: 'day', header: says.shippedOn, cell: ({ shippedOn }) => shippedOn?.replaceAll('-', '/') ?? says.today },
    { id: 'line', header: says.line, align: 'end', hideOnPhone: true, cell: ({ line }) => line },
  ]
  if (list.failed)
    return (
      <>
        <FailedState {...list.failed} />
        <Part justifyItems="center">
          <Button onClick={onClose}>{says.again}</Button>
        </Part>
      </>
    )
  return (
    <>
      {data && <Outcome ids={ids} data={data} onClose={onClose} />}
      {data && data.rows.length > 0 && (
        <ListTabs
          label={says.previewTitle(data.fileName)}
          query="rows"
          names={tabs}
          chosen={tab}
          labels={says.rowTabs}
          counts={{ all: data.rows.length, problems: problems?.length ?? 0 }}
        />
      )}
      {data?.state !== 'waiting' && (
        <DataTable<Line>
          label={says.previewTitle(data?.fileName ?? '')}
          columns={columns}
          items={tab === 'problems' ? problems : data?.rows}
          itemId={({ line }) => String(line)}
          empty={<EmptyState title={tab === 'problems' ? says.noProblems : says.noRows} />}
        />
      )}
    </>
  )
}

const Outcome = ({ ids, data, onClose }: { ids: Ids; data: Import; onClose: () => void }) => {
  const words = useOrderFileWords()
  const { import: says } = words
  const locale = useLocale()
  const attempt = useAttempt(words.refusals)
  const apply = useWrite(orderFiles.applyTrackingImport, refresh)
  const [notify, setNotify] = useState(true)
  const { importId, state, counts, createdAt, appliedAt, appliedCount } = data
  const on = dateText(appliedAt ?? createdAt, locale, { short: true, hour: true })
  const run = async () => {
    const isDone = await attempt(async () => {
      const { applied } = await apply.mutateAsync({ ...ids, importId, notify })
      toast({ tone: 'ok', title: says.applied(applied) })
    })
    if (isDone) onClose()
  }
  return (
    <Part>
      <chakra.h2 fontSize="1rem" overflowWrap="anywhere">
        {says.previewTitle(data.fileName)}
      </chakra.h2>
      {state === 'read' ? (
        <>
          <chakra.p color="muted">{says.opened.read(on)}</chakra.p>
          <p>{says.counts(counts.ok, counts.others)}</p>
          <Switch label={says.notify} checked={notify} onChange={(event) => setNotify(event.currentTarget.checked)} />
          {notify && counts.ok > 0 && (
            <ParcelLetters people={data.mails.people} brandName={data.mails.brandName} mails={data.mails.first} />
          )}
        </>
      ) : (
        <Notice tone={state === 'waiting' ? 'warn' : 'info'}>
          {state === 'waiting' ? says.opened.waiting : says.opened[state](on, appliedCount)}
        </Notice>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        {state === 'read' && (
          <Button look="primary" busy={apply.isPending} disabled={counts.ok === 0} onClick={run}>
            {says.apply(counts.ok)}
          </Button>
        )}
        <Button onClick={onClose} disabled={apply.isPending}>
          {says.again}
        </Button>
      </chakra.div>
    </Part>
  )
}
