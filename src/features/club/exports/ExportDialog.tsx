import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import type { Operation, ResultOf } from '#kit/contract.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { exports } from './contract'
import { type Encoding, type ExportType, encodings } from './export'
import { useExportFile } from './useExportFile'
import { ExportWords, useExportWords } from './words'

type Ids = { tenantId: string; brandId: string }

const idsOf = ({ tenantId, brandId }: Ids) => ({ tenantId, brandId })

export type ExportDialogProps = {
  type: Exclude<ExportType, 'orders'>
  operation: Operation
  /** Path ids and filter of the screen. */
  asked: Ids
  onClose: () => void
}

/** Starts an export of the screen's rows; below, the existing files and the progress of running exports. */
export const ExportDialog = (props: ExportDialogProps) => (
  <ExportWords>
    <Shown {...props} />
  </ExportWords>
)

const Shown = ({ type, operation, asked, onClose }: ExportDialogProps) => {
  const words = useExportWords()
  const attempt = useAttempt(words.refusals)
  const list = useRead(exports.getExports, { ...idsOf(asked), type, pagination: { limit: 5, offset: 0 } })
  const make = useWrite(operation, { refresh: [exports.getExports] })
  const [encoding, setEncoding] = useState<Encoding>('utf8bom')
  const [withEmail, setWithEmail] = useState(false)
  const run = () =>
    attempt(async () => {
      await make.mutateAsync({ ...asked, encoding, ...(withEmail && { withEmail }) })
      toast({ tone: 'ok', title: words.started })
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.titles[type]}
      footer={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button look="primary" busy={make.isPending} onClick={run}>
            {words.submit}
          </Button>
        </>
      }
    >
      <Fields fontSize="0.875rem">
        <p>{words.lead}</p>
        <Field label={words.encoding}>
          <Select
            value={encoding}
            options={encodings.map((value) => ({ value, label: words.encodings[value] }))}
            onChange={(event) => setEncoding(event.currentTarget.value as Encoding)}
          />
        </Field>
        {type !== 'sales' && type !== 'ledger' && list.data?.mayIncludeEmail && (
          <Switch
            label={words.withEmail}
            hint={words.withEmailHint}
            checked={withEmail}
            onChange={(event) => setWithEmail(event.currentTarget.checked)}
          />
        )}
        <chakra.p color="muted" fontSize="sm">
          {words.note}
        </chakra.p>
      </Fields>
      <Files ids={idsOf(asked)} list={list} />
    </Dialog>
  )
}

type File = ResultOf<typeof exports.getExports>['exports'][number]
const tones: Record<File['state'], Tone> = {
  enqueued: 'info',
  processing: 'info',
  completed: 'ok',
  failed: 'bad',
  expired: 'plain',
}
const isGoing = ({ state }: File) => state === 'enqueued' || state === 'processing'

type FilesProps = { ids: Ids; list: ReturnType<typeof useRead<typeof exports.getExports>> }
const Files = ({ ids, list }: FilesProps) => {
  const words = useExportWords()
  const files = useExportFile(ids, words.refusals)
  const going = list.data?.exports.some(isGoing) === true
  const { reload } = list
  // Polls while the export runs, to show the number of rows.
  useEffect(() => {
    if (!going) return
    const timer = setInterval(reload, 2000)
    return () => clearInterval(timer)
  }, [going, reload])
  return (
    <chakra.section mt={6}>
      <chakra.h3 fontSize="0.875rem" mb={2}>
        {words.files}
      </chakra.h3>
      {list.failed ? (
        <FailedState {...list.failed} />
      ) : !list.data ? (
        <SkeletonText lines={3} />
      ) : list.data.exports.length === 0 ? (
        <chakra.p color="muted" fontSize="sm">
          {words.none}
        </chakra.p>
      ) : (
        <chakra.ul borderWidth="1px" borderColor="border" borderRadius="m">
          {list.data.exports.map((file) => (
            <chakra.li
              key={file.exportId}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              columnGap={3}
              rowGap={1}
              px={3.5}
              py={2.5}
              fontSize="sm"
              css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border' } }}
            >
              <chakra.span flex="1 1 180px" minW="0">
                <chakra.span display="block" overflowWrap="anywhere" fontWeight="medium">
                  {file.fileName}
                </chakra.span>
                <chakra.span color="muted" fontSize="xs">
                  <DateText at={file.createdAt} short hour /> {file.createdByName}
                </chakra.span>
              </chakra.span>
              <chakra.span color="muted" fontVariantNumeric="tabular-nums">
                {words.rows(file.rowCount)}
              </chakra.span>
              {file.state === 'completed' ? (
                <Button
                  size="s"
                  busy={files.isBusy(file.exportId)}
                  aria-label={words.downloadOf(file.fileName)}
                  onClick={() => files.save(file.exportId)}
                >
                  {words.download}
                </Button>
              ) : (
                <Badge tone={tones[file.state]}>{words.states[file.state]}</Badge>
              )}
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  )
}
