import { chakra } from '@chakra-ui/react'
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { at } from '#client/at.ts'
import type { Person } from '#client/identityProvider.ts'
import { useFanAnswer, useFanCall } from '#client/useFanAnswer.ts'
import type { CallError } from '#kit/callError.ts'
import { Button } from '#ui/Button.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { BrandButton, BrandLink } from '#ui/fan/BrandButton.tsx'
import { inputRecipe } from '#ui/form/input.ts'
import { HeartIcon } from '#ui/look/icons.tsx'
import type { ChatMessage, chats, RoomState } from '../contract'
import { lineText } from '../lineText'
import { MessageLine, MessageList } from '../MessageList'
import { type ChatStart, useChat, useTelling } from '../useChat'
import { useLine } from '../useLine'
import { ChatWords, useChatWords } from '../words'
import { RemoveWords } from './RemoveWords'

const Field = chakra('input', inputRecipe)
const longest = 200
const nearEnd = 40
/** Hearts are gathered for so many milliseconds, and sent as one number of at most so many. */
const heartPause = 2000
const mostHearts = 20

export const Panel = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minH: 0,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l',
    overflow: 'hidden',
  },
})
export const PanelHead = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexWrap: 'wrap',
    gap: 2,
    px: 3,
    py: 2,
    borderBottomWidth: '1px',
    borderColor: 'border',
    fontSize: '0.875rem',
  },
})

type Ids = { tenantId: string; planContentId: string }
type Props = {
  ids: Ids
  fan: Person | null | undefined
  loginHref: string
  /** It may not be read any more. */
  onOver: () => void
  /** What the room says of the live; null: nothing for now. */
  onLive: (live: RoomState['live'] | null) => void
}

/** The room of a live beside its player. */
export const LiveChat = (props: Props) => (
  <ChatWords>
    <Read {...props} />
  </ChatWords>
)

const Read = ({ ids, fan, loginHref, onOver, onLive }: Props) => {
  const words = useChatWords()
  const answer = useFanAnswer(at<typeof chats>()('getChat'), ids, { fan, shown: null })
  if (answer.failed)
    return (
      <Panel aria-label={words.title} h="100%" overflowY="auto">
        <FailedState {...answer.failed} />
      </Panel>
    )
  const start = answer.data
  if (!start)
    return (
      <Panel aria-label={words.title} aria-busy h="100%" p={3} gap={3}>
        <Bone w="40%" h="20px" />
        <Bone w="90%" h="16px" />
        <Bone w="75%" h="16px" />
        <Bone w="85%" h="16px" />
      </Panel>
    )
  return <Room key={`${fan?.uid ?? ''} ${ids.planContentId}`} {...{ ids, fan, start, loginHref, onOver, onLive }} />
}

type Start = ChatStart<ChatMessage> & {
  isLive: boolean
  cannotWrite: 'signIn' | 'commentsDisabled' | 'notInAudience' | 'commentBanned' | null
  moderates: { brandId: string; streamingId: string } | null
  held: ChatMessage[]
}
type RoomProps = Props & { start: Start }

const Room = ({ ids, fan, start, loginHref, onOver, onLive }: RoomProps) => {
  const words = useChatWords()
  const ask = useFanCall()
  const { chat, line, change } = useChat(at<typeof chats>()('followChat'), ids, start, () => {
    // What waited may have been removed in what was missed.
    ask(at<typeof chats>()('getChat'), ids).then(
      (now) => setHeld(now.held),
      () => {},
    )
  })
  const isOver = line.state === 'over'
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  useTelling(chat.room.live, line, onLive)
  const [held, setHeld] = useState(start.held)
  const [said, setSaid] = useState('')
  /** Written here: an author takes back the own words. */
  const [written, setWritten] = useState<ReadonlySet<string>>(new Set(start.held.map(({ id }) => id)))
  const { messages, room, removed } = chat
  // What waited is shown by the room once it is published.
  const waiting = held.filter(({ id }) => !messages.some((one) => one.id === id) && !removed.includes(id))
  const remove = async (message: ChatMessage) => {
    const messageId = message.id
    try {
      if (start.moderates)
        await ask(at<typeof chats>()('moderateChatMessage'), {
          ...{ tenantId: ids.tenantId, ...start.moderates },
          ...{ messageId, action: 'remove' },
        })
      else await ask(at<typeof chats>()('deleteChatMessage'), { ...ids, messageId })
      setHeld((before) => before.filter(({ id }) => id !== messageId))
      change((before) => ({ ...before, messages: before.messages.filter(({ id }) => id !== message.id) }))
      setSaid(words.removed)
    } catch {
      setSaid(words.failedAction)
    }
  }
  const latest = useRef(remove)
  latest.current = remove
  const moderates = start.moderates !== null
  const endOf = useCallback(
    (message: ChatMessage) =>
      !isOver &&
      (moderates || written.has(message.id)) && (
        <RemoveWords message={message} onRemove={() => void latest.current(message)} />
      ),
    [isOver, moderates, written],
  )
  const post = async (text: string, idempotencyKey: string) => {
    const { messageId, isHeld, saidAt } = await ask(
      at<typeof chats>()('postChatMessage'),
      { ...ids, text },
      { idempotencyKey },
    )
    const own = { id: messageId, text, name: fan?.displayName ?? '', icon: '', isBrand: false, saidAt, moment: 0 }
    setWritten((before) => new Set([...before, messageId]))
    if (isHeld) setHeld((before) => [...before, own])
    else if (!start.moderates)
      change((before) =>
        // The room may have told of it before the answer came, and of its removal too.
        before.removed.includes(messageId) || before.messages.some(({ id }) => id === messageId)
          ? before
          : { ...before, messages: [...before.messages, own] },
      )
  }
  return (
    <Panel aria-label={words.title} h="100%">
      <PanelHead>
        <chakra.h2 fontSize="0.9375rem">{words.title}</chakra.h2>
        <chakra.span color="muted" fontVariantNumeric="tabular-nums">
          {words.viewers(room.viewers)}
        </chakra.span>
      </PanelHead>
      <Pinned room={room} />
      <MessageList
        label={words.title}
        messages={[...messages, ...waiting].toSorted((a, b) => a.saidAt - b.saidAt)}
        empty={
          <>
            <p>{words.empty}</p>
            {start.cannotWrite === null && <p>{words.emptyText}</p>}
          </>
        }
        noteOf={({ id }) => (waiting.some((one) => one.id === id) ? words.held : undefined)}
        endOf={endOf}
      />
      <chakra.p role="status" px={3} fontSize="0.8125rem" color="muted" _empty={{ display: 'none' }}>
        {lineText(line, words) || said}
      </chakra.p>
      <chakra.div p={3} pt={2} display="grid" gap={2} borderTopWidth="1px" borderColor="border">
        <Hearts ids={ids} hearts={room.hearts} may={start.isLive && Boolean(fan) && !isOver} />
        {isOver ? null : !fan || start.cannotWrite === 'signIn' ? (
          <>
            <chakra.p fontSize="0.875rem">{words.cannot.signIn}</chakra.p>
            <BrandLink href={loginHref}>{words.login}</BrandLink>
          </>
        ) : start.cannotWrite ? (
          <chakra.p fontSize="0.875rem" color="muted">
            {words.cannot[start.cannotWrite]}
          </chakra.p>
        ) : start.isLive ? (
          <Writer slowSeconds={start.moderates ? 0 : room.slowSeconds} onSend={post} />
        ) : (
          <chakra.p fontSize="0.875rem" color="muted">
            {words.notLive}
          </chakra.p>
        )}
      </chakra.div>
    </Panel>
  )
}

export const Pinned = ({ room: { pinned } }: { room: RoomState }) => {
  const words = useChatWords()
  if (!pinned) return null
  return (
    // A long one leaves room for the words below it, and is read on by scrolling.
    <chakra.section
      aria-label={words.pinned}
      tabIndex={0}
      flexShrink={0}
      maxH={{ base: '92px', lg: '180px' }}
      overflowY="auto"
      px={3}
      py={2}
      bg="sunken"
      borderBottomWidth="1px"
      borderColor="border"
    >
      <chakra.p fontSize="0.75rem" color="muted" mb={1}>
        {words.pinned}
      </chakra.p>
      <MessageLine message={pinned} />
    </chakra.section>
  )
}

/** Hearts are gathered: a hundred presses are a few calls, and the sum shows them at once. */
const Hearts = ({ ids, hearts, may }: { ids: Ids; hearts: number; may: boolean }) => {
  const words = useChatWords()
  const ask = useFanCall()
  const [own, setOwn] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const gathered = useRef(0)
  // The room's sum holds them as soon as it moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new sum.
  useEffect(() => setOwn(gathered.current), [hearts])
  const send = useRef(async () => {})
  send.current = async () => {
    const count = Math.min(mostHearts, gathered.current)
    gathered.current = 0
    timer.current = undefined
    // A heart that did not arrive is no loss that anybody has to be told of.
    await ask(at<typeof chats>()('sendHearts'), { ...ids, hearts: count }).catch(() => {})
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const press = () => {
    if (gathered.current >= mostHearts) return
    gathered.current++
    setOwn((before) => before + 1)
    timer.current ??= setTimeout(() => void send.current(), heartPause)
  }
  const sum = words.hearts(hearts + own)
  return may ? (
    <div>
      <Button size="s" onClick={press}>
        <chakra.span color="bad" display="inline-flex">
          <HeartIcon size={15} />
        </chakra.span>
        <chakra.span srOnly>{words.heart} </chakra.span>
        <chakra.span fontVariantNumeric="tabular-nums">{sum}</chakra.span>
      </Button>
    </div>
  ) : (
    <chakra.p fontSize="0.875rem" color="muted">
      {sum}
    </chakra.p>
  )
}

type WriterProps = { slowSeconds: number; onSend: (text: string, idempotencyKey: string) => Promise<void> }

const Writer = ({ slowSeconds, onSend }: WriterProps) => {
  const words = useChatWords()
  const id = useId()
  const [problem, setProblem] = useState('')
  // The same text keeps its key, so that a lost answer does not post it twice.
  const press = useRef('')
  const send = async (said: string) => {
    if ([...said].length > longest) {
      setProblem(words.tooLong(longest))
      return false
    }
    setProblem('')
    press.current ||= crypto.randomUUID()
    try {
      await onSend(said, press.current)
      press.current = ''
      return true
    } catch (error) {
      const { code, fields } = error as CallError
      const wait = fields?.find(({ rule }) => rule === 'tooFast')?.limit
      const known: Record<string, string> = {
        ...words.cannot,
        tooFast: wait ? words.wait(wait) : words.refusals.tooFast,
        tooManyRequests: words.tooMany,
        notLive: words.notLive,
      }
      // A refusal answers this press; the next one is another.
      if (code !== 'unreachable') press.current = ''
      setProblem(known[code] ?? words.failed)
      return false
    }
  }
  const { text, write, submit, isSending } = useLine(send)
  const left = longest - [...text].length
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const hint = problem || (left <= nearEnd ? words.left(left) : slowSeconds > 0 ? words.slow(slowSeconds) : '')
  return (
    <chakra.form onSubmit={onSubmit} display="grid" gap={1} noValidate>
      <chakra.div display="flex" gap={2}>
        <Field
          id={id}
          aria-label={words.label}
          placeholder={words.placeholder}
          autoComplete="off"
          enterKeyHint="send"
          flex="1"
          minW={0}
          value={text}
          aria-describedby={`${id}-hint`}
          aria-invalid={problem !== '' || left < 0 || undefined}
          onChange={(event) => {
            write(event.currentTarget.value)
            press.current = ''
          }}
        />
        <BrandButton
          type="submit"
          w="auto"
          minW="76px"
          minH="44px"
          px={2}
          flexShrink={0}
          aria-busy={isSending || undefined}
        >
          {isSending ? words.sending : words.send}
        </BrandButton>
      </chakra.div>
      <chakra.p
        id={`${id}-hint`}
        fontSize="0.8125rem"
        color={problem || left < 0 ? 'bad' : 'muted'}
        role={problem ? 'alert' : undefined}
        _empty={{ display: 'none' }}
      >
        {hint}
      </chakra.p>
    </chakra.form>
  )
}
