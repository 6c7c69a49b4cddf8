import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../Button'
import { ImageIcon, TrashIcon, UploadIcon } from '../look/icons'
import { Picture } from '../Picture'
import { Progress } from '../page/Progress'
import { usePortalWords } from '../portalWords'
import { Field } from './Field'
import { pictureTypes } from './picture'
import { useTellUnderway } from './state/useUnderway'
import { TextInput } from './TextInput'

const ImageCrop = dynamic(() => import('./ImageCrop').then((m) => m.ImageCrop), { ssr: false })

const Frame = chakra('div', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    display: 'grid',
    placeItems: 'center',
    bg: 'sunken',
    color: 'muted',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'borderControl',
    borderRadius: 'm',
    transition: 'border-color .12s, background .12s',
    '&[data-over=true]': { borderColor: 'accent', bg: 'accentSubtle', color: 'accentText' },
    '&[data-filled=true]': { borderStyle: 'solid', borderColor: 'border' },
    '& img': { position: 'absolute', inset: 0, w: '100%', h: '100%', objectFit: 'cover' },
  },
})

type ImageFieldProps = {
  label: string
  /** The picture's address; empty without one. */
  value: string
  onChange: (url: string) => void
  /** Sends the file and returns its URL; reports its progress from 0 to 1. */
  upload: (file: File, onProgress: (part: number) => void) => Promise<string>
  /** Width divided by height. Without it the picture is taken as it is. */
  aspect?: number
  /** A small square or round frame for icons, a wide one for covers. */
  shape?: 'wide' | 'square' | 'round'
  maxMegabytes?: number
  alt?: string
  onAltChange?: (alt: string) => void
  /** Told when a picture is on its way and when it is there or given up: a form does not save in between. */
  onBusy?: (busy: boolean) => void
  disabled?: boolean
  hint?: string
  error?: string
  required?: boolean | string
  anchor?: string
  optional?: boolean
}

export const ImageField = (props: ImageFieldProps) => {
  const { label, value, onChange, upload, aspect, shape = 'wide', maxMegabytes = 10, alt, onAltChange } = props
  const words = usePortalWords()
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [picked, setPicked] = useState<{ file: File; url: string } | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  useTellUnderway(progress !== null, props.onBusy)
  // The result is ignored when the picture was replaced or the page left meanwhile.
  const run = useRef(0)
  useEffect(
    () => () => {
      run.current += 1
    },
    [],
  )
  useEffect(() => {
    if (picked) return () => URL.revokeObjectURL(picked.url)
  }, [picked])

  const send = async (file: File) => {
    run.current += 1
    const mine = run.current
    setPicked(null)
    setProgress(0)
    try {
      const url = await upload(file, (part) => mine === run.current && setProgress(part))
      if (mine === run.current) onChange(url)
    } catch {
      if (mine === run.current) setProblem(words.imageFailed)
    } finally {
      if (mine === run.current) {
        setProgress(null)
      }
    }
  }
  const pick = (file: File | undefined) => {
    if (!file) return
    if (!pictureTypes.includes(file.type)) return setProblem(words.imageWrongType)
    if (file.size > maxMegabytes * 1024 * 1024) return setProblem(words.imageTooLarge(maxMegabytes))
    setProblem(undefined)
    if (aspect === undefined) return void send(file)
    setPicked({ file, url: URL.createObjectURL(file) })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!props.disabled) pick(event.dataTransfer.files[0])
  }

  const percent = progress === null ? null : Math.round(progress * 100)
  const small = shape !== 'wide'
  const busy = percent !== null
  return (
    <Field
      group
      label={label}
      hint={props.hint}
      error={problem ?? props.error}
      required={props.required}
      optional={props.optional}
      anchor={props.anchor}
    >
      <chakra.div
        display="flex"
        flexDirection={small ? 'row' : 'column'}
        alignItems={small ? 'center' : 'stretch'}
        gap={3.5}
      >
        <Frame
          data-over={over}
          data-filled={value !== ''}
          style={{ aspectRatio: aspect ?? 16 / 9, borderRadius: shape === 'round' ? '50%' : undefined }}
          w={small ? '104px' : '100%'}
          flex="none"
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {value ? (
            <Picture src={value} sizes={small ? '104px' : '640px'} alt={alt ?? ''} />
          ) : (
            <chakra.div display="grid" justifyItems="center" gap={1} p={3} textAlign="center" fontSize="sm">
              <ImageIcon size={small ? 24 : 30} />
              {!small && <span>{words.imageDrop}</span>}
            </chakra.div>
          )}
          {busy && (
            <chakra.div
              position="absolute"
              inset="0"
              display="grid"
              alignContent="center"
              justifyItems="center"
              gap={2}
              px={4}
              bg="color-mix(in srgb, var(--ui-colors-surface) 85%, transparent)"
              color="text"
              fontSize="sm"
              fontWeight="semibold"
              textAlign="center"
              fontVariantNumeric="tabular-nums"
            >
              {small ? `${percent}%` : words.imageUploading(percent)}
              <chakra.div w="min(220px, 80%)">
                <Progress percent={percent} label={words.imageUploading(percent)} />
              </chakra.div>
            </chakra.div>
          )}
        </Frame>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
          <input
            ref={input}
            id={inputId}
            type="file"
            accept={pictureTypes.join(',')}
            aria-label={label}
            hidden
            onChange={(event) => {
              pick(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
          <Button size="s" onClick={() => input.current?.click()} disabled={busy}>
            <UploadIcon size={15} />
            {value ? words.imageReplace : words.imagePick}
          </Button>
          {value && (
            <Button size="s" look="dangerQuiet" onClick={() => onChange('')} disabled={busy}>
              <TrashIcon size={15} />
              {words.imageRemove}
            </Button>
          )}
          <chakra.span fontSize="xs" color="muted" flexBasis={small ? '100%' : 'auto'}>
            {words.imageRules(maxMegabytes)}
          </chakra.span>
        </chakra.div>
        {value && onAltChange && !small && (
          <Field label={words.imageAlt} hint={words.imageAltHint} optional>
            <TextInput value={alt ?? ''} onChange={(event) => onAltChange(event.currentTarget.value)} />
          </Field>
        )}
      </chakra.div>
      {picked && aspect !== undefined && (
        <ImageCrop
          {...picked}
          aspect={aspect}
          shape={shape === 'round' ? 'round' : 'rect'}
          onDone={send}
          onFail={() => {
            setPicked(null)
            setProblem(words.imageUnreadable)
          }}
          onClose={() => setPicked(null)}
        />
      )}
    </Field>
  )
}
