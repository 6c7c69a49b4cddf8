import { chakra } from '@chakra-ui/react'
import { useEffect, useSyncExternalStore } from 'react'
import { IconButton } from '../Button'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../look/icons'
import { useUiWords } from '../words'

type Toast = { id: number; tone: 'ok' | 'bad' | 'info'; title: string; text?: string }

let toasts: readonly Toast[] = []
let lastId = 0
const none: readonly Toast[] = []
const listeners = new Set<() => void>()
const change = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}
const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id))

/** Says what has just happened. At most three stand at once. */
export const toast = (message: Omit<Toast, 'id'>) => {
  lastId += 1
  change([...toasts.slice(-2), { ...message, id: lastId }])
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
    right: { base: 4, md: 6 },
    left: { base: 4, md: 'auto' },
    // Under the top bar: at the bottom they would lie on the save bar.
    top: '68px',
    display: 'grid',
    gap: 2.5,
    w: { md: '380px' },
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
  return (
    <Stack aria-label={words.notices} aria-live="polite" aria-relevant="additions">
      {shown.map((message) => (
        <ToastBox key={message.id} message={message} />
      ))}
    </Stack>
  )
}

const marks = { ok: CheckIcon, bad: AlertIcon, info: InfoIcon }

const ToastBox = ({ message: { id, tone, title, text } }: { message: Toast }) => {
  const words = useUiWords()
  const Mark = marks[tone]
  useEffect(() => {
    // A failure has to be read; good news may pass.
    const timer = setTimeout(() => dismiss(id), tone === 'bad' ? 12_000 : 5_000)
    return () => clearTimeout(timer)
  }, [id, tone])
  return (
    <Box role={tone === 'bad' ? 'alert' : undefined}>
      <chakra.span color={tone} mt="3px">
        <Mark />
      </chakra.span>
      <chakra.div flex="1" minW="0" fontSize="14px">
        <chakra.p fontWeight="semibold">{title}</chakra.p>
        {text && <chakra.p color="muted">{text}</chakra.p>}
      </chakra.div>
      <IconButton label={words.close} size="s" onClick={() => dismiss(id)}>
        <CloseIcon size={15} />
      </IconButton>
    </Box>
  )
}
