import { chakra } from '@chakra-ui/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { at } from '#client/at.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import type { CallError } from '#kit/callError.ts'
import type { ResultOf } from '#kit/contract.ts'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { joinedParts } from '../chat'
import type { ChatChanges, ChatMessage, chats } from '../contract'
import { MessageList } from '../MessageList'
import { useRoom } from '../useChat'
import { ChatWords, useChatWords } from '../words'
import { Panel, PanelHead } from './LiveChat'
import { RemoveWords } from './RemoveWords'

/** Milliseconds of the recording that are shown before a moment that was jumped to, and kept ready after it. */
const before = 60_000
const ahead = 20_000
const mostShown = 100
/** Milliseconds until a part that was lost is asked for again; twice, and then three times as many, where it is lost again. */
const pause = 5000

type Ids = { tenantId: string; planContentId: string }
type Part = ResultOf<typeof chats.getArchivedChat> & { from: number }
type Props = {
  ids: Ids
  /** Milliseconds of the recording that have been played. */
  moment: number
  /** It may not be read any more. */
  onOver: () => void
}

/** What was written during the live, at its moment of the recording; what is taken away leaves it at once. */
export const ArchivedChat = (props: Props) => (
  <ChatWords>
    <Shown {...props} />
  </ChatWords>
)

const Shown = ({ ids, moment, onOver }: Props) => {
  const words = useChatWords()
  const ask = useFanCall()
  const [part, setPart] = useState<Part | null>(null)
  const [failed, setFailed] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isReading = useRef(false)
  const losses = useRef(0)
  const isJump = part === null || moment < part.from || (part.next !== null && moment > part.next)
  const isNext = part !== null && part.next !== null && moment + ahead > part.next
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the same.
  useEffect(() => {
    if (isReading.current || !(isJump || isNext)) return
    isReading.current = true
    const from = isJump ? Math.max(0, Math.floor(moment) - before) : (part?.next ?? 0)
    ask(at<typeof chats>()('getArchivedChat'), { ...ids, from })
      .then(
        (answer) => {
          losses.current = 0
          setFailed(null)
          setPart((known) => (isJump || !known ? { ...answer, from } : joinedParts(known, answer)))
        },
        (error: CallError) => setFailed(error),
      )
      .finally(() => {
        isReading.current = false
      })
  }, [isJump, isNext, part, attempt])
  // With a known part there is no button to press: it goes on by itself.
  useEffect(() => {
    if (failed === null || part === null) return
    losses.current++
    const timer = setTimeout(() => setAttempt((n) => n + 1), pause * Math.min(3, losses.current))
    return () => clearTimeout(timer)
  }, [failed, part])
  // Kept beside the parts: one that was asked for before a word was taken away may come after it.
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const { state } = useRoom<typeof chats.followChat, ChatChanges>(
    at<typeof chats>()('followChat'),
    ids,
    part?.cursor ?? null,
    ({ isWhole, removed }) => {
      // So much was missed that it is not told one by one: what is there is read again.
      if (isWhole) setPart(null)
      if (removed.length > 0) setGone((before) => new Set([...before, ...removed]))
    },
  )
  useEffect(() => {
    if (state === 'over') onOver()
  }, [state, onOver])
  const [said, setSaid] = useState('')
  const moderates = part?.moderates ?? null
  const remove = async ({ id: messageId }: ChatMessage) => {
    if (moderates === null) return
    try {
      const payload = { tenantId: ids.tenantId, ...moderates, messageId, action: 'remove' as const }
      await ask(at<typeof chats>()('moderateChatMessage'), payload)
      setGone((before) => new Set([...before, messageId]))
      setSaid(words.removed)
    } catch {
      setSaid(words.failedAction)
    }
  }
  const latest = useRef(remove)
  latest.current = remove
  const mayRemove = moderates !== null && state !== 'over'
  const endOf = useCallback(
    (message: ChatMessage) =>
      mayRemove && <RemoveWords message={message} onRemove={() => void latest.current(message)} />,
    [mayRemove],
  )
  const messages = (part?.messages ?? []).filter((one) => one.moment <= moment && !gone.has(one.id)).slice(-mostShown)
  const isEmpty = part !== null && part.from === 0 && part.messages.length === 0 && part.next === null
  return (
    <Panel aria-label={words.archived} h="100%" aria-busy={(part === null && !failed) || undefined}>
      <PanelHead>
        <chakra.h2 fontSize="0.9375rem">{words.archived}</chakra.h2>
        {part && <chakra.span color="muted">{words.hearts(part.hearts)}</chakra.span>}
      </PanelHead>
      {failed && part === null ? (
        <chakra.div overflowY="auto">
          <FailedState code={failed.code} requestId={failed.requestId} onRetry={() => setAttempt((n) => n + 1)} />
        </chakra.div>
      ) : part === null ? (
        <chakra.div p={3} display="grid" gap={3}>
          <Bone w="90%" h="16px" />
          <Bone w="75%" h="16px" />
        </chakra.div>
      ) : (
        <MessageList
          label={words.archived}
          messages={messages}
          empty={<p>{isEmpty ? words.emptyArchive : words.archiveText}</p>}
          endOf={endOf}
        />
      )}
      <chakra.p role="status" px={3} pb={2} fontSize="0.8125rem" color="muted" _empty={{ display: 'none' }}>
        {said}
      </chakra.p>
    </Panel>
  )
}
