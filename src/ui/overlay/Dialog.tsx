import { chakra } from '@chakra-ui/react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '../Button'
import { CloseIcon } from '../look/icons'
import { useUiWords } from '../words'

// The browser's own <dialog>: it keeps the focus inside, makes the rest inert, closes on Escape and gives the focus back.
const Modal = chakra('dialog', {
  base: {
    color: 'text',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    boxShadow: 'pop',
    p: 0,
    '&::backdrop': { bg: 'var(--ui-colors-scrim)', animation: 'fade .14s ease-out' },
    '&[open]': { display: 'flex', flexDirection: 'column' },
  },
  variants: {
    place: {
      center: {
        m: 'auto',
        w: 'calc(100vw - 32px)',
        maxH: 'calc(100dvh - 32px)',
        borderRadius: 'l',
        animation: 'rise .16s ease-out',
      },
      // Its upper edge stays where it is, however tall it becomes.
      top: {
        m: '12dvh auto auto',
        w: 'calc(100vw - 32px)',
        maxH: 'calc(88dvh - 16px)',
        borderRadius: 'l',
        animation: 'rise .16s ease-out',
      },
      start: {
        m: 0,
        mr: 'auto',
        h: '100dvh',
        maxH: '100dvh',
        w: 'min(304px, calc(100vw - 48px))',
        maxW: 'none',
        borderWidth: '0 1px 0 0',
        animation: 'slide .16s ease-out',
      },
      end: {
        m: 0,
        ml: 'auto',
        h: '100dvh',
        maxH: '100dvh',
        w: 'min(440px, 100vw)',
        maxW: 'none',
        borderWidth: '0 0 0 1px',
        animation: 'fade .16s ease-out',
      },
    },
    size: { s: { maxW: '440px' }, m: { maxW: '560px' }, l: { maxW: '760px' }, none: {} },
  },
})

/**
 * The child with `data-autofocus` gets the focus; React's own autoFocus runs before the dialog is open. Otherwise the first field that is
 * asked for (`data-asks`), where that opens no keyboard over the dialog.
 */
const begins = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>('[data-autofocus]') ??
  (window.matchMedia?.('(hover: hover)').matches
    ? dialog.querySelector<HTMLElement>(
        '[data-asks] :is(input:not([type=file], [hidden], :disabled), textarea:not(:disabled), select:not(:disabled))',
      )
    : null)

/** Milliseconds within which two presses may be meant as one. */
const doublePress = 500

type FrameProps = {
  open: boolean
  onClose: () => void
  /** Name of the dialog for screen readers when it shows no title. */
  label?: string
  labelledBy?: string
  place?: 'center' | 'top' | 'start' | 'end'
  size?: 's' | 'm' | 'l' | 'none'
  children: ReactNode
}

export const DialogFrame = ({
  open,
  onClose,
  label,
  labelledBy,
  place = 'center',
  size = 'm',
  children,
}: FrameProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const openedAt = useRef(0)
  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog || dialog.open) return
    const before = document.activeElement
    dialog.showModal()
    openedAt.current = performance.now()
    begins(dialog)?.focus()
    return () => {
      dialog.close()
      // The dialog has already left the page by now, so the browser does not give the focus back by itself.
      if (before instanceof HTMLElement) before.focus()
    }
  }, [open])
  if (!open) return null
  /** The second half of a double press on what has opened the dialog: it means nothing that stands here now. */
  const isOfOpening = ({ detail, timeStamp }: MouseEvent) => detail > 1 && timeStamp - openedAt.current < doublePress
  return (
    <Modal
      ref={ref}
      place={place}
      size={place === 'center' || place === 'top' ? size : 'none'}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && !isOfOpening(event)) onClose()
      }}
      onClickCapture={(event) => {
        if (!isOfOpening(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {children}
    </Modal>
  )
}

const Head = chakra('div', { base: { display: 'flex', alignItems: 'flex-start', gap: 3, pl: 5, pr: 3, pt: 4, pb: 2 } })
const Body = chakra('div', { base: { px: 5, py: 2, overflowY: 'auto', flex: 1 } })
const Foot = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2, px: 5, pt: 3, pb: 5 },
})

type DialogProps = Omit<FrameProps, 'label' | 'labelledBy'> & { title: string; footer?: ReactNode }

export const Dialog = ({ title, footer, children, ...frame }: DialogProps) => {
  const words = useUiWords()
  const id = useId()
  return (
    <DialogFrame {...frame} labelledBy={id}>
      <Head>
        <chakra.h2 id={id} fontSize="lg" flex="1" pt="3px">
          {title}
        </chakra.h2>
        <IconButton label={words.close} size="s" onClick={frame.onClose}>
          <CloseIcon />
        </IconButton>
      </Head>
      <Body>{children}</Body>
      {footer ? <Foot>{footer}</Foot> : <chakra.div h={4} />}
    </DialogFrame>
  )
}
