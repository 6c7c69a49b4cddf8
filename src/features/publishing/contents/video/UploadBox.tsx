import { chakra } from '@chakra-ui/react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { percentOf, StopUpload } from '#club/uploads/tray/StopUpload.tsx'
import { continueUpload, pauseUpload, resumeUpload } from '#club/uploads/tray/tray.tsx'
import type { Upload } from '#club/uploads/tray/useUploads.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { PauseIcon, PlayIcon, UploadIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Progress } from '#ui/page/Progress.tsx'
import { sizeText } from './sizes'
import { type FileProblem, problemOf } from './useVideoUpload'
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

type UploadBoxProps = {
  /** Called with a file that can be a video. */
  onFile: (file: File) => unknown
  /** What is on its way already. */
  upload?: Upload | null
  disabled?: boolean
}

/** Chooses a video, and shows it on its way. */
export const UploadBox = ({ onFile, upload = null, disabled = false }: UploadBoxProps) => {
  const words = useVideoWords()
  const input = useRef<HTMLInputElement>(null)
  const inputId = useId()
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  /** Chosen while another one has been sent in part, which it would replace. */
  const [other, setOther] = useState<File | null>(null)
  if (upload && upload.step !== 'interrupted') return <Sending upload={upload} />

  const choose = async (file: File | undefined) => {
    if (!file || disabled) return
    const found = problemOf(file)
    setProblem(found)
    if (found) return
    if (upload === null) await onFile(file)
    else if (!(await continueUpload(upload.key, file))) setOther(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }
  return (
    <chakra.div display="grid" gap={3}>
      {upload && (
        <Notice tone="info" role="status">
          <chakra.strong display="block">{words.begunTitle}</chakra.strong>
          {words.begunText(upload.name, percentOf(upload))}
          <chakra.div mt={2}>
            <StopUpload upload={upload} />
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
            void choose(file)
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
      {upload && (
        <ConfirmDialog
          open={other !== null}
          onClose={() => setOther(null)}
          onConfirm={async () => {
            if (other) await onFile(other)
            setOther(null)
          }}
          title={words.otherTitle}
          confirm={words.otherConfirm}
        >
          {words.otherText(other?.name ?? '', upload.name, percentOf(upload))}
        </ConfirmDialog>
      )}
    </chakra.div>
  )
}

const Sending = ({ upload }: { upload: Upload }) => {
  const words = useVideoWords()
  const { key, name, size, sent, rate, step } = upload
  const percent = percentOf(upload)
  const says =
    step === 'elsewhere'
      ? words.elsewhere
      : step === 'offline'
        ? words.offline(percent)
        : step === 'sending' || step === 'sent'
          ? words.sending(percent)
          : words.paused(percent)
  return (
    <chakra.div display="grid" gap={3}>
      <chakra.div fontWeight="semibold" overflowWrap="anywhere">
        {name}
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
        <span>{words.sent(sizeText(sent), sizeText(size))}</span>
        {rate > 0 && <span>{words.rate(sizeText(rate))}</span>}
        {rate > 0 && <span>{words.left(Math.ceil((size - sent) / rate / 60))}</span>}
      </chakra.div>
      {step === 'failed' ? (
        <chakra.div role="alert" color="bad" fontSize="sm">
          {words.failed}
        </chakra.div>
      ) : (
        <chakra.div fontSize="sm" color="muted">
          {step === 'offline' ? words.offlineText : words.goesOn}
        </chakra.div>
      )}
      {step !== 'elsewhere' && step !== 'sent' && (
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          {step === 'sending' || step === 'offline' ? (
            <Button size="s" onClick={() => void pauseUpload(key)}>
              <PauseIcon size={15} />
              {words.pause}
            </Button>
          ) : (
            <Button size="s" look="primary" onClick={() => void resumeUpload(key)}>
              <PlayIcon size={15} />
              {words.resume}
            </Button>
          )}
          <StopUpload upload={upload} />
        </chakra.div>
      )}
    </chakra.div>
  )
}
