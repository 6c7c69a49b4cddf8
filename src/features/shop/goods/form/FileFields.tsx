import { chakra } from '@chakra-ui/react'
import { type DragEvent, useRef, useState } from 'react'
import { percentOf, StopUpload } from '#club/uploads/tray/StopUpload.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { ChevronDownIcon, FileIcon, TrashIcon, UploadIcon } from '#ui/look/icons.tsx'
import { Progress } from '#ui/page/Progress.tsx'
import { sizeText } from '#ui/text/sizeText.ts'
import { fileNameLength, mostFiles } from '../../downloads/download'
import { useGoodsWords } from '../words'
import { useFileUploads } from './useFileUploads'
import type { GoodsValues } from './values'

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '20px minmax(0, 1fr)', md: '20px minmax(0, 1fr) 76px auto' },
    columnGap: 3,
    rowGap: 1,
    alignItems: 'center',
    py: 2.5,
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
})
const Target = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 3,
    px: 4,
    py: 5,
    color: 'muted',
    fontSize: 'sm',
    bg: 'sunken',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'borderControl',
    borderRadius: 'm',
    '&[data-over=true]': { borderColor: 'accent', bg: 'accentSubtle', color: 'accentText' },
  },
})

type Props = {
  form: ZodForm<GoodsValues>
  ids: { tenantId: string; brandId: string }
  onUpload: (busy: boolean) => void
}
const accepted = '.zip,.pdf,.epub,.mp3,.m4a,.wav,.flac,.mp4,.m4v,.png,.jpg,.jpeg'

/** Files of a digital product, in the order shown to buyers. */
export const FileFields = ({ form, ids, onUpload }: Props) => {
  const { files: words } = useGoodsWords()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const files = form.watch('files')
  const write = (next: GoodsValues['files']) => form.setValue('files', next, { shouldDirty: true, shouldTouch: true })
  const replacing = useRef<HTMLInputElement>(null)
  const [replaced, setReplaced] = useState<string | undefined>()
  const { going, refused, add, dismiss } = useFileUploads(
    ids,
    (sent, replaces) => {
      const known = form.getValues('files')
      const isThere = replaces !== undefined && known.some(({ mediaId }) => mediaId === replaces)
      // A replaced file keeps its name and its buyers.
      const next = ({ mediaId, size, contentType }: typeof sent) =>
        known.map((each) => (each.mediaId === replaces ? { ...each, mediaId, size, contentType } : each))
      write(isThere ? next(sent) : [...known, sent])
    },
    onUpload,
  )
  const sending = [...going, ...refused]
  const swap = (n: number) => {
    const [one, other] = [files[n], files[n - 1]]
    if (one && other) write(files.map((each, place) => (place === n - 1 ? one : place === n ? other : each)))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void add([...event.dataTransfer.files])
  }
  const error = form.formState.errors.files?.message
  return (
    <Card title={words.title} lead={words.hint}>
      {files.length + sending.length > 0 && (
        <chakra.ul mb={4}>
          {files.map(({ mediaId, name, size }, n) => (
            <Row key={mediaId}>
              <chakra.span color="muted">
                <FileIcon size={18} />
              </chakra.span>
              <TextInput
                aria-label={words.name(n + 1)}
                maxLength={fileNameLength}
                value={name}
                onChange={(event) => {
                  const typed = event.currentTarget.value
                  write(files.map((each, place) => (place === n ? { ...each, name: typed } : each)))
                }}
              />
              <chakra.span
                color="muted"
                fontSize="sm"
                fontVariantNumeric="tabular-nums"
                textAlign={{ md: 'end' }}
                gridColumnStart={{ base: 2, md: 'auto' }}
              >
                {sizeText(size)}
              </chakra.span>
              <chakra.span display="flex" gap={1} gridColumnStart={{ base: 2, md: 'auto' }}>
                <IconButton label={words.up(n + 1)} disabled={n === 0} onClick={() => swap(n)}>
                  <chakra.span display="grid" transform="rotate(180deg)">
                    <ChevronDownIcon size={16} />
                  </chakra.span>
                </IconButton>
                <IconButton label={words.down(n + 1)} disabled={n === files.length - 1} onClick={() => swap(n + 1)}>
                  <ChevronDownIcon size={16} />
                </IconButton>
                <IconButton
                  label={words.replace(n + 1)}
                  onClick={() => {
                    setReplaced(mediaId)
                    replacing.current?.click()
                  }}
                >
                  <UploadIcon size={16} />
                </IconButton>
                <IconButton label={words.remove(n + 1)} onClick={() => write(files.filter((_, place) => place !== n))}>
                  <TrashIcon size={16} />
                </IconButton>
              </chakra.span>
            </Row>
          ))}
          {sending.map((one) => {
            const { key, name, problem } = one
            const percent = percentOf(one)
            return (
              <Row key={key}>
                <chakra.span color="muted">
                  <UploadIcon size={18} />
                </chakra.span>
                <chakra.div minW={0} display="grid" gap={1.5}>
                  <chakra.span fontSize="0.875rem" overflowWrap="anywhere">
                    {name}
                  </chakra.span>
                  {problem ? (
                    <chakra.span role="alert" color="bad" fontSize="sm">
                      {words.problems[problem]}
                    </chakra.span>
                  ) : (
                    <Progress percent={percent} label={words.sending(name)} />
                  )}
                </chakra.div>
                <chakra.span
                  color="muted"
                  fontSize="sm"
                  fontVariantNumeric="tabular-nums"
                  textAlign={{ md: 'end' }}
                  gridColumnStart={{ base: 2, md: 'auto' }}
                >
                  {problem ? '' : `${percent}%`}
                </chakra.span>
                <chakra.span gridColumnStart={{ base: 2, md: 'auto' }}>
                  {going.includes(one) ? (
                    <StopUpload upload={one} />
                  ) : (
                    <Button size="s" onClick={() => dismiss(key)}>
                      {words.dismiss}
                    </Button>
                  )}
                </chakra.span>
              </Row>
            )
          })}
        </chakra.ul>
      )}
      <input
        ref={replacing}
        type="file"
        accept={accepted}
        aria-label={words.add}
        hidden
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])].slice(0, 1)
          event.currentTarget.value = ''
          void add(chosen, replaced)
        }}
      />
      {files.length < mostFiles && (
        <Target
          data-over={over}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            ref={input}
            type="file"
            multiple
            accept={accepted}
            aria-label={words.add}
            hidden
            onChange={(event) => {
              const chosen = [...(event.currentTarget.files ?? [])]
              event.currentTarget.value = ''
              void add(chosen)
            }}
          />
          <Button onClick={() => input.current?.click()}>
            <UploadIcon size={16} />
            {words.add}
          </Button>
          <span>{words.rules}</span>
        </Target>
      )}
      {error && (
        <chakra.p role="alert" color="bad" fontSize="sm" mt={3}>
          {error}
        </chakra.p>
      )}
    </Card>
  )
}
