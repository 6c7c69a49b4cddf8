import { chakra } from '@chakra-ui/react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { sentBytes } from '#client/partsUpload.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { PauseIcon, PlayIcon, UploadIcon } from '#ui/look/icons.tsx'
import { Progress } from '#ui/page/Progress.tsx'
import { sizeText } from './sizes'
import { type UploadState, useVideoUpload } from './useVideoUpload'
import { useVideoWords } from './words'

const Target = chakra('div', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    gap: 3,
    px: 4,
    py: 8,
    textAlign: 'center',
    color: 'muted',
    bg: 'sunken',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'borderControl',
    borderRadius: 'm',
    '&[data-over=true]': { borderColor: 'accent', bg: 'accentSubtle', color: 'accentText' },
  },
})

const accepted = '.mp4,.m4v,.mov,.qt,.webm,.mkv,.ts,.mts,.m2ts'
const percentOf = (sent: number, all: number) => (all === 0 ? 0 : Math.floor((sent / all) * 100))

type UploadBoxProps = {
  ids: { tenantId: string; brandId: string }
  /** Identifies the upload within the brand: the content's id, or "new". */
  place: string
  /** Called when the upload is complete; an error is shown as a failure that can be retried. */
  onDone: (mediaId: string) => Promise<unknown>
  disabled?: boolean
}

/** Chooses a video and uploads it in parts, with pause and resume. */
export const UploadBox = ({ ids, place, onDone, disabled = false }: UploadBoxProps) => {
  const words = useVideoWords()
  const { state, begin, pause, giveUp } = useVideoUpload(ids, place, onDone)
  const input = useRef<HTMLInputElement>(null)
  const inputId = useId()
  const [over, setOver] = useState(false)
  if (state.step === 'done') return null
  if (state.step !== 'idle') return <Sending state={state} onPause={pause} onResume={begin} onStop={giveUp} />

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !disabled) void begin(file)
  }
  const { begun, problem } = state
  return (
    <chakra.div display="grid" gap={3}>
      {begun && (
        <Notice tone="info" role="status">
          <chakra.strong display="block">{words.begunTitle}</chakra.strong>
          {words.begunText(begun.fileName, percentOf(sentBytes(begun), begun.size))}
          <chakra.div mt={2}>
            <Button size="s" onClick={giveUp}>
              {words.forgetBegun}
            </Button>
          </chakra.div>
        </Notice>
      )}
      <Target
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <UploadIcon size={28} />
        <input
          ref={input}
          id={inputId}
          type="file"
          accept={accepted}
          aria-label={words.video}
          hidden
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            if (file) void begin(file)
          }}
        />
        <Button look="primary" onClick={() => input.current?.click()} disabled={disabled}>
          {words.pick}
        </Button>
        <chakra.div fontSize="sm">{words.drop}</chakra.div>
        <chakra.div fontSize="xs">{words.rules}</chakra.div>
      </Target>
      {problem && (
        <chakra.div role="alert" color="bad" fontSize="sm">
          {words.problems[problem]}
        </chakra.div>
      )}
    </chakra.div>
  )
}

type SendingProps = {
  state: Extract<UploadState, { file: File }>
  onPause: () => void
  onResume: (file: File) => void
  onStop: () => void
}

const Sending = ({ state, onPause, onResume, onStop }: SendingProps) => {
  const words = useVideoWords()
  const { file, sent, step } = state
  const percent = percentOf(sent, file.size)
  const rate = step === 'sending' ? state.rate : 0
  const says = step === 'sending' ? words.sending(percent) : words.paused(percent)
  return (
    <chakra.div display="grid" gap={3}>
      <chakra.div fontWeight="semibold" overflowWrap="anywhere">
        {file.name}
      </chakra.div>
      <Progress percent={percent} label={says} />
      <chakra.div
        display="flex"
        flexWrap="wrap"
        columnGap={4}
        fontSize="sm"
        color="muted"
        fontVariantNumeric="tabular-nums"
      >
        <chakra.span fontWeight="semibold" color="text">
          {says}
        </chakra.span>
        <span>{words.sent(sizeText(sent), sizeText(file.size))}</span>
        {rate > 0 && <span>{words.rate(sizeText(rate))}</span>}
        {rate > 0 && <span>{words.left(Math.ceil((file.size - sent) / rate / 60))}</span>}
      </chakra.div>
      {step === 'failed' && (
        <chakra.div role="alert" color="bad" fontSize="sm">
          {words.failed}
        </chakra.div>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        {step === 'sending' ? (
          <Button size="s" onClick={onPause}>
            <PauseIcon size={15} />
            {words.pause}
          </Button>
        ) : (
          <Button size="s" look="primary" onClick={() => onResume(file)}>
            <PlayIcon size={15} />
            {words.resume}
          </Button>
        )}
        <Button size="s" look="dangerQuiet" onClick={onStop}>
          {words.stop}
        </Button>
      </chakra.div>
    </chakra.div>
  )
}
