import { chakra } from '@chakra-ui/react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useAsk, useRead, useWrite } from '#client/useOperation.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { inputRecipe } from '#ui/form/input.ts'
import { MoreIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { comments } from '../../comments/contract'
import { mostHeld, slowModes } from './chat'
import { chats, type DeskMessage } from './contract'
import { lineText } from './lineText'
import { MessageLine, MessageList } from './MessageList'
import { Figures, isRare, type SignalFigures, signalItems } from './Signal'
import { useChat, withEarlier } from './useChat'
import { useLine } from './useLine'
import { useChatWords } from './words'

const Choice = chakra('select', inputRecipe)
const Input = chakra('input', inputRecipe)

type Named = { tenantId: string; brandId: string; streamingId: string }
type Props = {
  named: Named
  isLive: boolean
  signal: SignalFigures | null
  /** The content at which staff write as the brand; null: the streaming is shown by none. */
  planContentId: string | null
}

/** Chat, viewers, hearts and the signal in one column, for whoever sits at the live. */
export const ChatDesk = (props: Props) => {
  const words = useChatWords()
  const read = useRead(chats.getChatDesk, props.named)
  const ask = useAsk()
  // Read again as a whole: the room begins anew with what is answered then.
  const [again, setAgain] = useState<{ n: number; start: Start } | null>(null)
  const { tenantId, brandId, streamingId } = props.named
  const readAgain = useCallback(async () => {
    const start = await ask(chats.getChatDesk, { tenantId, brandId, streamingId }).catch(() => null)
    if (start) setAgain((before) => ({ n: (before?.n ?? 0) + 1, start }))
  }, [ask, tenantId, brandId, streamingId])
  if (read.failed) return <FailedState {...read.failed} />
  if (!read.data)
    return (
      <chakra.div role="status" aria-label={words.deskTitle}>
        <Bone w="100%" h="320px" />
      </chakra.div>
    )
  return (
    <Desk
      key={`${streamingId} ${again?.n ?? 0}`}
      {...props}
      start={again?.start ?? read.data}
      onWhole={() => void readAgain()}
    />
  )
}

type Start = NonNullable<ReturnType<typeof useRead<typeof chats.getChatDesk>>['data']>
type DeskProps = Props & { start: Start; onWhole: () => void }

const Desk = ({ named, isLive, signal, planContentId, start, onWhole }: DeskProps) => {
  const words = useChatWords()
  const attempt = useAttempt(words.refusals)
  const ask = useAsk()
  const { chat, line, change } = useChat<DeskMessage, typeof chats.followChatDesk>(
    chats.followChatDesk,
    named,
    { ...start, messages: [...start.held, ...start.messages] },
    onWhole,
  )
  const moderate = useWrite(chats.moderateChatMessage)
  const pin = useWrite(chats.pinChatMessage)
  const ban = useWrite(comments.setCommentBan)
  const [banned, setBanned] = useState<DeskMessage | null>(null)
  const { room, from } = chat
  const held = chat.messages.filter(({ status }) => status === 'held')
  const messages = chat.messages.filter(({ status }) => status !== 'held')
  const isAnswered = start.held.length === mostHeld && held.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last one is answered.
  useEffect(() => {
    if (isAnswered) onWhole()
  }, [isAnswered])
  /** The moment before which nothing was said; null: it was not reached yet. */
  const [first, setFirst] = useState(start.hasEarlier ? null : from)
  const [isReading, setReading] = useState(false)
  const readEarlier = async () => {
    setReading(true)
    await attempt(async () => {
      const { messages: earlier, hasEarlier } = await ask(chats.getChatDesk, { ...named, before: from })
      change((before) => withEarlier(before, earlier))
      if (!hasEarlier) setFirst(earlier[0]?.moment ?? from)
    })
    setReading(false)
  }
  const act = (work: () => Promise<unknown>, done: string) =>
    void attempt(async () => {
      await work()
      toast({ tone: 'ok', title: done })
    })
  const does = (message: DeskMessage) => {
    const of = { ...named, messageId: message.id }
    return {
      onPublish: () => act(() => moderate.mutateAsync({ ...of, action: 'publish' }), words.published),
      onRemove: () => act(() => moderate.mutateAsync({ ...of, action: 'remove' }), words.removed),
      onPin: () => act(() => pin.mutateAsync(of), words.pinDone),
      onBan: () => setBanned(message),
    }
  }
  const latest = useRef(does)
  latest.current = does
  const { canModerate } = start
  const actsOf = useCallback(
    (message: DeskMessage) => (
      <chakra.span display="inline-flex" flexWrap="wrap" justifyContent="flex-end" gap={1} maxW="100%">
        <Acts
          message={message}
          onPublish={() => latest.current(message).onPublish()}
          onRemove={() => latest.current(message).onRemove()}
          onPin={() => latest.current(message).onPin()}
          onBan={() => latest.current(message).onBan()}
        />
      </chakra.span>
    ),
    [],
  )
  return (
    <Card title={words.deskTitle}>
      <chakra.div display="grid" gap={3}>
        <Figures
          items={[
            { label: words.viewersNow, value: room.viewers.toLocaleString() },
            { label: words.heartsSum, value: room.hearts.toLocaleString() },
            ...signalItems(signal, words),
          ]}
        />
        {isRare(signal) && <Notice tone="warn">{words.keyframesRare}</Notice>}
        {line.state !== 'open' && (
          <Notice tone="warn" role="status">
            {lineText(line, words)}
          </Notice>
        )}
        {start.canModerate ? (
          <SlowMode named={named} seconds={room.slowSeconds} />
        ) : (
          <chakra.p color="muted" fontSize="sm">
            {words.readOnly}
          </chakra.p>
        )}
        {room.pinned && (
          <chakra.section aria-label={words.pinned} bg="sunken" borderRadius="m" p={3} fontSize="sm">
            <chakra.p color="muted">{words.pinned}</chakra.p>
            <chakra.p overflowWrap="anywhere">
              {room.pinned.name || words.noName}: {room.pinned.text}
            </chakra.p>
            {start.canModerate && (
              <Button
                size="s"
                mt={2}
                onClick={() => act(() => pin.mutateAsync({ ...named, messageId: null }), words.unpinDone)}
              >
                {words.unpin}
              </Button>
            )}
          </chakra.section>
        )}
        {held.length > 0 && (
          <chakra.section aria-label={words.waiting} borderWidth="1px" borderColor="border" borderRadius="m">
            <chakra.p px={3} pt={2}>
              <Badge tone="warn">{words.waitingCount(held.length)}</Badge>
            </chakra.p>
            <chakra.ul
              tabIndex={0}
              aria-label={words.waiting}
              maxH="220px"
              overflowY="auto"
              px={3}
              py={2}
              display="grid"
              gap={2.5}
              listStyleType="none"
            >
              {held.map((message) => (
                <li key={message.id}>
                  <MessageLine message={message} {...(canModerate && { acts: actsOf(message) })} />
                </li>
              ))}
            </chakra.ul>
          </chakra.section>
        )}
        <chakra.div
          display="flex"
          flexDirection="column"
          h="420px"
          borderWidth="1px"
          borderColor="border"
          borderRadius="m"
          overflow="hidden"
        >
          <MessageList
            label={words.title}
            messages={messages}
            empty={<p>{words.empty}</p>}
            actsOf={canModerate ? actsOf : undefined}
            before={
              (first === null || from > first) && (
                <Button size="s" look="quiet" busy={isReading} onClick={() => void readEarlier()}>
                  {words.earlier}
                </Button>
              )
            }
          />
        </chakra.div>
        {isLive && planContentId !== null && <Say tenantId={named.tenantId} planContentId={planContentId} />}
      </chakra.div>
      <ConfirmDialog
        open={banned !== null}
        onClose={() => setBanned(null)}
        onConfirm={async () => {
          const { userId = '' } = banned ?? {}
          const { tenantId, brandId } = named
          await attempt(async () => {
            await ban.mutateAsync({ tenantId, brandId, userId, until: 'indefinite' })
            toast({ tone: 'ok', title: words.banDone })
          })
          setBanned(null)
        }}
        title={words.banTitle(banned?.name || words.noName)}
        confirm={words.ban}
      >
        {words.banText}
      </ConfirmDialog>
    </Card>
  )
}

type ActsProps = Record<'onPublish' | 'onRemove' | 'onPin' | 'onBan', () => void> & { message: DeskMessage }

/** What is wanted at once is one press away; the rest opens beside it, so that a full room stays readable. */
const Acts = ({ message: { name, status, isBrand }, onPublish, onRemove, onPin, onBan }: ActsProps) => {
  const words = useChatWords()
  const [isOpen, setOpen] = useState(false)
  const of = (act: string) => `${act} (${name || words.noName})`
  const isHeld = status === 'held'
  const hasMore = !isHeld || !isBrand
  return (
    <>
      {isHeld && (
        <Button size="s" aria-label={of(words.publish)} onClick={onPublish}>
          {words.publish}
        </Button>
      )}
      <Button size="s" look="dangerQuiet" aria-label={of(words.remove)} onClick={onRemove}>
        {words.remove}
      </Button>
      {hasMore && (
        <IconButton
          size="s"
          label={words.more(name || words.noName)}
          aria-expanded={isOpen}
          onClick={() => setOpen((before) => !before)}
        >
          <MoreIcon size={16} />
        </IconButton>
      )}
      {isOpen && !isHeld && (
        <Button size="s" aria-label={of(words.pin)} onClick={onPin}>
          {words.pin}
        </Button>
      )}
      {isOpen && !isBrand && (
        <Button size="s" look="dangerQuiet" aria-label={of(words.ban)} onClick={onBan}>
          {words.ban}
        </Button>
      )}
    </>
  )
}

const SlowMode = ({ named, seconds }: { named: Named; seconds: number }) => {
  const words = useChatWords()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(chats.setSlowMode)
  const id = useId()
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap={3} fontSize="sm">
      <label htmlFor={id}>{words.slowMode}</label>
      <Choice
        id={id}
        w="auto"
        h="36px"
        value={write.isPending ? write.variables.seconds : seconds}
        onChange={(event) => {
          const chosen = slowModes.find((one) => one === Number(event.currentTarget.value)) ?? 0
          void attempt(async () => {
            await write.mutateAsync({ ...named, seconds: chosen })
            toast({ tone: 'ok', title: words.slowSaved })
          })
        }}
      >
        {slowModes.map((one) => (
          <option key={one} value={one}>
            {words.slowModes(one)}
          </option>
        ))}
      </Choice>
    </chakra.div>
  )
}

const Say = ({ tenantId, planContentId }: { tenantId: string; planContentId: string }) => {
  const words = useChatWords()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(chats.postChatMessage)
  const line = useLine((text) => attempt(() => write.mutateAsync({ tenantId, planContentId, text })))
  return (
    <chakra.form
      display="flex"
      gap={2}
      onSubmit={(event) => {
        event.preventDefault()
        void line.submit()
      }}
    >
      <Input
        flex="1"
        minW={0}
        aria-label={words.label}
        placeholder={words.placeholder}
        maxLength={200}
        value={line.text}
        onChange={(event) => line.write(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" aria-busy={line.isSending || undefined}>
        {words.send}
      </Button>
    </chakra.form>
  )
}
