import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../Button'
import { Link } from '../Link'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../look/icons'
import { useUiWords } from '../words'

type Toast = {
  id: number
  tone: 'ok' | 'bad' | 'info'
  title: string
  text?: string
  /** Where everybody sees what has been done: a path without language, and the address to hand on. */
  page?: { href: string; address: string } | undefined
  /** What can be done about it: taking it back, or going there. */
  action?: { label: string; onPress: () => void }
  link?: { label: string; href: string }
}

let toasts: readonly Toast[] = []
let lastId = 0
const none: readonly Toast[] = []
const listeners = new Set<() => void>()
const change = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}
const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id))

/** Shows the result of the last action, one message at a time. Errors of a field are shown at the field instead. */
export const toast = (message: Omit<Toast, 'id'>) => {
  lastId += 1
  change([{ ...message, id: lastId }])
}

/** Adds a way on to the message that is shown; without one it is a message of its own. */
export const toastWayOn = (title: string, link: NonNullable<Toast['link']>) => {
  const shown = toasts.at(-1)
  if (shown) change([{ ...shown, link }])
  else toast({ tone: 'ok', title, link })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const Stack = chakra('section', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    // A popover is in the browser's top layer, above an open dialog.
    inset: 'auto 0 calc(var(--save-bar, 0px) + 16px) 0',
    m: '0 auto',
    p: 0,
    w: 'min(440px, calc(100vw - 32px))',
    overflow: 'visible',
    bg: 'transparent',
    color: 'text',
    pointerEvents: 'none',
  },
})
const Box = chakra('div', {
  base: {
    display: 'flex',
    gap: 3,
    alignItems: 'flex-start',
    pl: 4,
    pr: 2,
    py: 3,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'm',
    boxShadow: 'pop',
    animation: 'rise .16s ease-out',
    pointerEvents: 'auto',
  },
})

export const Toaster = () => {
  const words = useUiWords()
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  const stack = useRef<HTMLElement>(null)
  const newest = shown.at(-1)?.id
  useEffect(() => {
    const element = stack.current
    if (!element || newest === undefined || !('showPopover' in element)) return
    // Shown again with every message: otherwise it would be under dialogs opened since.
    element.showPopover()
    return () => element.hidePopover()
  }, [newest])
  return (
    <Stack ref={stack} popover="manual" aria-label={words.notices} aria-live="polite" aria-relevant="additions">
      {shown.map((message) => (
        <ToastBox key={message.id} message={message} />
      ))}
    </Stack>
  )
}

const marks = { ok: CheckIcon, bad: AlertIcon, info: InfoIcon }

const ToastBox = ({ message: { id, tone, title, text, page, action, link } }: { message: Toast }) => {
  const words = useUiWords()
  const Mark = marks[tone]
  useEffect(() => {
    // A failure has to be read; good news may pass.
    const isPressed = page || action || link
    const timer = setTimeout(() => dismiss(id), tone === 'bad' || isPressed ? 12_000 : 5_000)
    return () => clearTimeout(timer)
  }, [id, tone, page, action, link])
  return (
    <Box role={tone === 'bad' ? 'alert' : undefined}>
      <chakra.span color={tone} mt="3px">
        <Mark />
      </chakra.span>
      <chakra.div flex="1" minW="0" fontSize="0.875rem">
        <chakra.p fontWeight="semibold">{title}</chakra.p>
        {text && <chakra.p color="muted">{text}</chakra.p>}
        {action && (
          <Button
            look="link"
            fontSize="0.875rem"
            onClick={() => {
              dismiss(id)
              action.onPress()
            }}
          >
            {action.label}
          </Button>
        )}
        {link && (
          <chakra.span color="accentText" fontWeight="semibold">
            <Link href={link.href} onClick={() => dismiss(id)}>
              {link.label}
            </Link>
          </chakra.span>
        )}
        {page && (
          <chakra.div display="flex" gap={4} mt={1}>
            <chakra.span color="accentText" fontWeight="semibold">
              <Link href={page.href} onClick={() => dismiss(id)}>
                {words.seePage}
              </Link>
            </chakra.span>
            <CopyAddress address={page.address} />
          </chakra.div>
        )}
      </chakra.div>
      <IconButton label={words.close} size="s" onClick={() => dismiss(id)}>
        <CloseIcon size={15} />
      </IconButton>
    </Box>
  )
}

const CopyAddress = ({ address }: { address: string }) => {
  const words = useUiWords()
  const [copied, setCopied] = useState(false)
  const run = async () => {
    await navigator.clipboard.writeText(address)
    setCopied(true)
  }
  return (
    <Button look="link" fontSize="0.875rem" onClick={() => void run()}>
      {copied ? words.copied : words.copyAddress}
    </Button>
  )
}
