import { chakra } from '@chakra-ui/react'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import type { ChatMessage } from './contract'
import { useChatWords } from './words'

/** Milliseconds between two readings aloud, of at most so many lines: a full room would never let its reader rest. */
const aloudEvery = 4000
const mostAloud = 3

const Scroll = chakra('div', {
  base: {
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    flex: '1',
    minH: 0,
    px: 3,
    py: 2,
    display: 'flex',
    flexDirection: 'column',
    gap: 2.5,
  },
})

type MessageProps = {
  message: ChatMessage
  note?: string
  /** What staff can do, beside the words. */
  acts?: ReactNode
  /** A small thing that stands at the end of the words. */
  end?: ReactNode
}

export const MessageLine = ({ message: { name, icon, text, isBrand }, note, acts, end }: MessageProps) => {
  const words = useChatWords()
  return (
    <chakra.div
      display="flex"
      // Where it does not fit beside them, what staff can do stands below the words.
      flexWrap={acts ? 'wrap' : 'nowrap'}
      justifyContent="flex-end"
      gap={2}
      alignItems="flex-start"
      fontSize="0.875rem"
      lineHeight="1.5"
    >
      <Avatar name={name || words.noName} src={icon} size={24} shape={isBrand ? 'square' : 'round'} />
      <chakra.div flex={acts ? '1 1 140px' : '1'} minW={0}>
        <chakra.span color="muted" fontSize="0.8125rem" fontWeight="semibold" mr={1.5} overflowWrap="anywhere">
          {name || words.noName}
        </chakra.span>
        {isBrand && (
          <chakra.span mr={1.5}>
            <Badge tone="info">{words.official}</Badge>
          </chakra.span>
        )}
        <chakra.span overflowWrap="anywhere">{text}</chakra.span>
        {end}
        {note && (
          <chakra.span display="block" color="muted" fontSize="0.8125rem">
            {note}
          </chakra.span>
        )}
      </chakra.div>
      {acts}
    </chakra.div>
  )
}

type Props<M extends ChatMessage> = {
  label: string
  messages: readonly M[]
  empty: ReactNode
  noteOf?: (message: M) => string | undefined
  /** The same function as long as it gives the same: each line is drawn again for another one. */
  actsOf?: ((message: M) => ReactNode) | undefined
  endOf?: ((message: M) => ReactNode) | undefined
  /** Stands before the oldest message. */
  before?: ReactNode
}

type RowProps = {
  message: ChatMessage
  note: string | undefined
  actsOf: ((message: never) => ReactNode) | undefined
  endOf: ((message: never) => ReactNode) | undefined
}
/** Twice a second something is new in a full room: what was there is not drawn again. */
const Row = memo(({ message, note, actsOf, endOf }: RowProps) => (
  <MessageLine
    message={message}
    acts={actsOf?.(message as never)}
    end={endOf?.(message as never)}
    {...(note && { note })}
  />
))

/**
 * Messages, the newest at the bottom. Whoever has scrolled up stays there. Readers of the screen get the newest lines, a few at a time:
 * the list itself is silent, or each line of a full room would be read.
 */
export const MessageList = <M extends ChatMessage>({ label, messages, empty, before, ...of }: Props<M>) => {
  const words = useChatWords()
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const last = messages.at(-1)?.id
  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }
  // Before it is painted: of a full list a line leaves at the top with each that comes, and all others would be seen to jump.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new message.
  useLayoutEffect(() => {
    if (isAtEnd) toEnd()
  }, [last, isAtEnd])
  // What is read back comes above what was at the top: the reader stays at that. Elsewhere the browser sees to it.
  const first = messages[0]?.id
  const height = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other first message.
  useLayoutEffect(() => {
    const { current } = box
    if (current && !isAtEnd && current.scrollTop === 0) current.scrollTop = current.scrollHeight - height.current
  }, [first])
  useLayoutEffect(() => {
    height.current = box.current?.scrollHeight ?? 0
  })
  const follows = useRef(isAtEnd)
  follows.current = isAtEnd
  useEffect(() => {
    // A turned phone, a pinned line or a hint below makes the list another size: who was at its end stays there.
    const watched = new ResizeObserver(() => {
      if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight
    })
    if (box.current) watched.observe(box.current)
    return () => watched.disconnect()
  }, [])
  return (
    <chakra.div position="relative" display="flex" flexDirection="column" flex="1" minH={0}>
      <Scroll
        ref={box}
        role="log"
        aria-label={label}
        aria-live="off"
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < 48)
        }
      >
        {before && (
          <chakra.div alignSelf="center" flexShrink={0} css={{ overflowAnchor: 'none' }}>
            {before}
          </chakra.div>
        )}
        {messages.length === 0 ? (
          <chakra.div m="auto" textAlign="center" color="muted" fontSize="0.875rem">
            {empty}
          </chakra.div>
        ) : (
          messages.map((message) => (
            <Row key={message.id} message={message} note={of.noteOf?.(message)} actsOf={of.actsOf} endOf={of.endOf} />
          ))
        )}
      </Scroll>
      <Aloud messages={messages} />
      {!isAtEnd && (
        <chakra.div position="absolute" bottom={2} insetX={0} display="flex" justifyContent="center">
          <Button size="s" onClick={toEnd}>
            {words.newest}
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  )
}

/** Lines that were taken away leave it too; who listens is not told of a line that goes. */
const Aloud = ({ messages }: { messages: readonly ChatMessage[] }) => {
  const words = useChatWords()
  const [said, setSaid] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(messages)
  latest.current = messages
  useEffect(() => {
    let known = new Set(latest.current.map(({ id }) => id))
    const timer = setInterval(() => {
      const fresh = latest.current.filter(({ id }) => !known.has(id))
      known = new Set(latest.current.map(({ id }) => id))
      if (fresh.length > 0) setSaid(new Set(fresh.slice(-mostAloud).map(({ id }) => id)))
    }, aloudEvery)
    return () => clearInterval(timer)
  }, [])
  return (
    <chakra.div srOnly aria-live="polite" aria-relevant="additions">
      {messages
        .filter(({ id }) => said.has(id))
        .map(({ id, name, text }) => (
          <p key={id}>{`${name || words.noName}: ${text}`}</p>
        ))}
    </chakra.div>
  )
}
