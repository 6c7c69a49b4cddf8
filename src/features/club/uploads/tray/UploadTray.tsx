import { chakra } from '@chakra-ui/react'
import { useEffect, useId, useRef, useState } from 'react'
import { useHere } from '#client/words.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { UntilWords } from '#ui/faces/UntilWords.tsx'
import { Link } from '#ui/Link.tsx'
import { AlertIcon, CheckIcon, ChevronDownIcon, CloseIcon, UploadIcon } from '#ui/look/icons.tsx'
import { Progress } from '#ui/page/Progress.tsx'
import { percentOf, StopUpload } from './StopUpload'
import { continueUpload, dismissUpload, pauseUpload, resumeUpload } from './tray'
import { isGoing, type Upload, useUploads } from './useUploads'
import { TrayWords, useTrayWords } from './words'

/** In the flow of the page, behind its end: what it stands over can be moved above it. */
const Place = chakra('div', {
  base: {
    position: 'sticky',
    bottom: 0,
    zIndex: 'top',
    display: 'flex',
    justifyContent: 'flex-end',
    px: { base: 0, md: 4 },
    pb: { base: 0, md: 3 },
    pointerEvents: 'none',
  },
})
const Box = chakra('section', {
  base: {
    w: { base: '100%', md: '380px' },
    bg: 'surface',
    borderWidth: { base: '1px 0 0', md: '1px' },
    borderColor: 'borderStrong',
    borderRadius: { base: '0', md: 'l' },
    boxShadow: 'pop',
    pointerEvents: 'auto',
    overflow: 'hidden',
  },
})
const Head = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    w: '100%',
    minH: '44px',
    px: 4,
    textAlign: 'start',
    fontSize: 'sm',
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    _hover: { bg: 'hover' },
  },
})
const Row = chakra('li', {
  base: { display: 'grid', gap: 1.5, px: 4, py: 3, borderTopWidth: '1px', borderColor: 'border', fontSize: 'sm' },
})
const TrayLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '32px',
    color: 'accentText',
    fontWeight: 'semibold',
    textUnderlineOffset: '3px',
    _hover: { textDecoration: 'underline' },
  },
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const needsPeople = ({ step, isOrphan }: Upload) => step === 'failed' || step === 'interrupted' || isOrphan
/** Wide enough that the list hides nothing that is read. */
const startsOpen = () => window.matchMedia('(min-width: 1024px)').matches

/** The files on their way, on every page of the portal. */
export const UploadTray = () => (
  <UntilWords fallback={null}>
    <TrayWords>
      <Tray />
    </TrayWords>
  </UntilWords>
)

const Tray = () => {
  const words = useTrayWords()
  const here = useHere().split('?', 1)[0]
  // A video's own editor shows it on its way.
  const uploads = useUploads().filter(({ href, purpose }) => purpose !== 'video' || href !== here)
  const isShown = uploads.length > 0
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(startsOpen)
  const listId = useId()
  useEffect(() => {
    const element = place.current
    if (!element || !isShown) return
    const root = document.documentElement.style
    // Bars at the lower edge, messages and what the keyboard moves to stand above it.
    const tell = () => {
      root.setProperty('--tray', `${element.offsetHeight}px`)
      root.scrollPaddingBottom = `${element.offsetHeight + 16}px`
    }
    const watching = new ResizeObserver(tell)
    watching.observe(element)
    return () => {
      watching.disconnect()
      root.removeProperty('--tray')
      root.scrollPaddingBottom = ''
    }
  }, [isShown])

  const going = uploads.filter((one) => isGoing(one) || one.step === 'elsewhere')
  const stopped = uploads.some(needsPeople)
  const isOffline = going.some(({ step }) => step === 'offline')
  const percent = percentOf({ sent: sum(going.map(({ sent }) => sent)), size: sum(going.map(({ size }) => size)) })
  const rate = sum(going.map((one) => one.rate))
  const left = rate > 0 ? Math.ceil(sum(going.map(({ size, sent }) => size - sent)) / rate / 60) : null
  const state = stopped ? words.needsYou : isOffline ? words.noLine : going.length === 0 ? words.allDone : null
  const Mark = stopped || isOffline ? AlertIcon : going.length === 0 ? CheckIcon : UploadIcon
  const tone = stopped ? 'bad' : isOffline ? 'warn' : going.length === 0 ? 'ok' : 'accentText'
  if (!isShown) return null
  return (
    <Place ref={place}>
      <Box aria-label={words.title} position="relative">
        <Head
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          title={isOpen ? words.collapse : words.expand}
          onClick={() => setOpen(!isOpen)}
        >
          <chakra.span color={tone} flexShrink={0} display="grid">
            <Mark size={17} />
          </chakra.span>
          <chakra.span minW={0} flex="1" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
            {state ?? words.summary(going.length, percent)}
            {!isOpen && uploads.length === 1 && (
              <chakra.span color="muted" fontWeight="normal">
                {' '}
                {uploads[0]?.name}
              </chakra.span>
            )}
          </chakra.span>
          {state === null && left !== null && (
            <chakra.span color="muted" fontWeight="normal" flexShrink={0}>
              {words.left(left)}
            </chakra.span>
          )}
          <chakra.span display="grid" color="muted" transform={isOpen ? undefined : 'rotate(180deg)'}>
            <ChevronDownIcon size={16} />
          </chakra.span>
        </Head>
        {!isOpen && going.length > 0 && <Progress percent={percent} label={words.title} />}
        {/* Numbers are not read aloud with every change; what they lead to is. */}
        <chakra.span role="status" srOnly>
          {state}
        </chakra.span>
        <chakra.ul id={listId} hidden={!isOpen} maxH="min(45dvh, 340px)" overflowY="auto" position="relative">
          {isOpen && uploads.map((upload) => <UploadRow key={upload.key} upload={upload} />)}
        </chakra.ul>
      </Box>
    </Place>
  )
}

const UploadRow = ({ upload }: { upload: Upload }) => {
  const words = useTrayWords()
  const input = useRef<HTMLInputElement>(null)
  const [isOther, setOther] = useState(false)
  const { key, name, size, sent, rate, step, href, isOrphan } = upload
  const percent = percentOf(upload)
  const isBad = needsPeople(upload) || isOther
  const isOver = step === 'done' || isOrphan
  const says = isOrphan ? words.orphan : isOther ? words.otherFile : words.steps[step]
  const choose = async (file: File | undefined) => file && setOther(!(await continueUpload(key, file)))
  return (
    <Row>
      <chakra.div display="flex" alignItems="center" gap={2}>
        <chakra.span flex="1" minW={0} fontWeight="semibold" overflowWrap="anywhere">
          {name}
        </chakra.span>
        {!isOver && (
          <chakra.span color="muted" fontVariantNumeric="tabular-nums" flexShrink={0}>
            {percent}%
          </chakra.span>
        )}
        {isOver && (
          <IconButton label={words.dismiss(name)} size="s" onClick={() => void dismissUpload(key)}>
            <CloseIcon size={14} />
          </IconButton>
        )}
      </chakra.div>
      {!isOver && step !== 'sent' && <Progress percent={percent} label={name} />}
      <chakra.div color={isBad ? 'bad' : 'muted'}>
        {says}
        {step === 'sending' && rate > 0 && words.beside(words.left(Math.ceil((size - sent) / rate / 60)))}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1}>
        {!isOrphan && <TrayLink href={href}>{words.open}</TrayLink>}
        {(step === 'sending' || step === 'offline') && (
          <Button look="link" fontSize="sm" minH="32px" onClick={() => void pauseUpload(key)}>
            {words.pause}
          </Button>
        )}
        {(step === 'paused' || step === 'failed') && (
          <Button look="link" fontSize="sm" minH="32px" onClick={() => void resumeUpload(key)}>
            {step === 'paused' ? words.resume : words.again}
          </Button>
        )}
        {step === 'interrupted' && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={words.choose}
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? []
                event.currentTarget.value = ''
                void choose(file)
              }}
            />
            <Button look="link" fontSize="sm" minH="32px" onClick={() => input.current?.click()}>
              {words.choose}
            </Button>
          </>
        )}
        {!isOver && step !== 'elsewhere' && (
          <chakra.span ml="auto">
            <StopUpload upload={upload} />
          </chakra.span>
        )}
      </chakra.div>
    </Row>
  )
}
