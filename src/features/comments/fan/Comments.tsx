import { chakra } from '@chakra-ui/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Person } from '../../../client/identity'
import { useFanAnswer, useFanCall } from '../../../client/useFanAnswer'
import type { CallError } from '../../../kit/callError'
import { grouped } from '../../../kit/number'
import { Avatar } from '../../../ui/Avatar'
import { Button } from '../../../ui/Button'
import { FailedState } from '../../../ui/faces/FailedState'
import { Bone } from '../../../ui/faces/Skeleton'
import { BrandButton } from '../../../ui/fan/BrandButton'
import { inputRecipe } from '../../../ui/form/input'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { DateText } from '../../../ui/text/DateText'
import type { comments as contract, PublicComment } from '../contract'
import { useFanCommentWords } from './words'

const Area = chakra('textarea', inputRecipe)
const perPage = 20
const longest = 1000

type Ids = { tenantId: string; planContentId: string }
type Props = {
  ids: Ids
  fan: Person | null | undefined
  /** As the content says it, until the comments themselves have come. */
  count: number
  loginHref: string
}

type Asked = { kind: 'remove' | 'report'; comment: PublicComment } | null

/** What is said of a content, and where to say something. Stands inside FanCommentWords. */
export const Comments = ({ ids, fan, count, loginHref }: Props) => {
  const words = useFanCommentWords()
  const ask = useFanCall()
  const [shown, setShown] = useState(perPage)
  const [asked, setAsked] = useState<Asked>(null)
  const [said, setSaid] = useState('')
  const answer = useFanAnswer<(typeof contract)['getPublicPlanContentComments']>(
    { base: 'public', name: 'getPublicPlanContentComments' },
    { ...ids, pagination: { limit: Math.min(100, shown), offset: 0 } },
    { fan, shown: null },
  )
  const data = answer.data ?? answer.previous
  const total = data?.totalCount ?? count
  const act = async () => {
    if (!asked) return
    const { kind, comment } = asked
    setAsked(null)
    const payload = { tenantId: ids.tenantId, commentId: comment.id }
    try {
      if (kind === 'remove')
        await ask<(typeof contract)['deleteCommentFromPlanContent']>(
          { base: 'cms', name: 'deleteCommentFromPlanContent' },
          payload,
        )
      else await ask<(typeof contract)['reportComment']>({ base: 'cms', name: 'reportComment' }, payload)
      setSaid(kind === 'remove' ? words.removed : words.reported)
      answer.reload()
    } catch {
      setSaid(words.failedAction)
    }
  }
  return (
    <chakra.section mt={10} aria-label={words.title(grouped(total))}>
      <chakra.h2 fontSize="xl" mb={4}>
        {words.title(grouped(total))}
      </chakra.h2>
      {data?.cannotComment ? (
        <chakra.p color="muted" fontSize="14px" mb={5}>
          {words.cannot[data.cannotComment]}{' '}
          {data.cannotComment === 'signIn' && (
            <chakra.a href={loginHref} color="var(--brand-text)" fontWeight="semibold" textDecoration="underline">
              {words.signIn}
            </chakra.a>
          )}
        </chakra.p>
      ) : (
        data && (
          <Writer
            ids={ids}
            onSent={(isHeld) => {
              setSaid(isHeld ? words.held : words.sent)
              answer.reload()
            }}
          />
        )
      )}
      <chakra.p role="status" fontSize="14px" minH="1.7em" color="muted">
        {said}
      </chakra.p>
      {answer.failed && !data ? (
        <FailedState {...answer.failed} />
      ) : !data ? (
        <Pending />
      ) : data.comments.length === 0 ? (
        <chakra.p color="muted" py={4}>
          {words.empty}
        </chakra.p>
      ) : (
        <>
          <chakra.ul display="grid" gap={5}>
            {data.comments.map((comment) => (
              <Comment key={comment.id} comment={comment} isSignedIn={Boolean(fan)} onAsk={setAsked} />
            ))}
          </chakra.ul>
          {data.comments.length < total && shown < 100 && (
            <chakra.div mt={6} textAlign="center">
              <Button busy={answer.isWaiting} onClick={() => setShown((n) => n + perPage)}>
                {words.more}
              </Button>
            </chakra.div>
          )}
        </>
      )}
      {asked && (
        <ConfirmDialog
          open
          title={asked.kind === 'remove' ? words.removeTitle : words.reportTitle}
          confirm={asked.kind === 'remove' ? words.remove : words.report}
          tone={asked.kind === 'remove' ? 'danger' : 'primary'}
          onClose={() => setAsked(null)}
          onConfirm={() => void act()}
        >
          {asked.kind === 'remove' ? words.removeText : words.reportText}
        </ConfirmDialog>
      )}
    </chakra.section>
  )
}

const Small = chakra('button', {
  base: {
    minH: '32px',
    px: 2,
    fontSize: '13px',
    color: 'muted',
    borderRadius: 's',
    cursor: 'pointer',
    _hover: { color: 'text', bg: 'sunken' },
  },
})

const Comment = ({
  comment,
  isSignedIn,
  onAsk,
}: {
  comment: PublicComment
  isSignedIn: boolean
  onAsk: (asked: Asked) => void
}) => {
  const words = useFanCommentWords()
  const { commentedBy, commentedAt, content, canDelete, isHeld, isMine } = comment
  const name = commentedBy.displayName || words.noName
  return (
    <chakra.li display="flex" gap={3} alignItems="start">
      <Avatar name={name} src={commentedBy.icon} size={36} tint="brand" />
      <chakra.div minW={0} flex="1">
        <chakra.p fontSize="14px" display="flex" flexWrap="wrap" gap={2} alignItems="baseline">
          <chakra.strong overflowWrap="anywhere">{name}</chakra.strong>
          {isMine && <chakra.span color="muted">{words.me}</chakra.span>}
          <chakra.span color="muted" fontSize="13px">
            <DateText at={commentedAt} short hour />
          </chakra.span>
        </chakra.p>
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" mt={0.5}>
          {content}
        </chakra.p>
        {isHeld && (
          <chakra.p fontSize="13px" color="warn" mt={1}>
            {words.waiting}
          </chakra.p>
        )}
        <chakra.div display="flex" gap={1} ml={-2} mt={1}>
          {canDelete && (
            <Small type="button" onClick={() => onAsk({ kind: 'remove', comment })}>
              {words.remove}
            </Small>
          )}
          {isSignedIn && !isMine && (
            <Small type="button" onClick={() => onAsk({ kind: 'report', comment })}>
              {words.report}
            </Small>
          )}
        </chakra.div>
      </chakra.div>
    </chakra.li>
  )
}

const Writer = ({ ids, onSent }: { ids: Ids; onSent: (isHeld: boolean) => void }) => {
  const words = useFanCommentWords()
  const ask = useFanCall()
  const id = useId()
  const [content, setContent] = useState('')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  // What was typed is sent once, however often a lost answer makes somebody press again.
  const press = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another comment.
  useEffect(() => {
    press.current = ''
  }, [content])
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (content.trim() === '') return setProblem(words.empty1)
    if ([...content].length > longest) return setProblem(words.tooLong(grouped(longest)))
    setSending(true)
    setProblem('')
    press.current ||= crypto.randomUUID()
    try {
      const { isHeld } = await ask<(typeof contract)['postCommentToPlanContent']>(
        { base: 'cms', name: 'postCommentToPlanContent' },
        { ...ids, content },
        { idempotencyKey: press.current },
      )
      setContent('')
      onSent(isHeld)
    } catch (error) {
      const { code } = error as CallError
      const known = code === 'commentBanned' || code === 'commentsDisabled' || code === 'notInAudience'
      setProblem(known ? words.cannot[code] : code === 'tooManyRequests' ? words.tooMany : words.failed)
    } finally {
      setSending(false)
    }
  }
  return (
    <chakra.form onSubmit={(event) => void send(event)} display="grid" gap={2} mb={5} noValidate>
      <chakra.label htmlFor={id} fontSize="14px" fontWeight="semibold">
        {words.label}
      </chakra.label>
      <Area
        id={id}
        rows={3}
        h="auto"
        py={2}
        resize="vertical"
        fieldSizing="content"
        maxH="50dvh"
        placeholder={words.placeholder}
        value={content}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== '' || undefined}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <chakra.p
        id={`${id}-hint`}
        fontSize="13px"
        color={problem ? 'bad' : 'muted'}
        role={problem ? 'alert' : undefined}
      >
        {problem || words.hint(grouped(longest))}
      </chakra.p>
      <div>
        <BrandButton type="submit" aria-busy={isSending || undefined}>
          {isSending ? words.sending : words.send}
        </BrandButton>
      </div>
    </chakra.form>
  )
}

const Pending = () => (
  <chakra.div display="grid" gap={5} aria-hidden>
    {['62%', '81%', '54%'].map((width) => (
      <chakra.div key={width} display="flex" gap={3}>
        <Bone w="36px" h="36px" borderRadius="full" />
        <chakra.div flex="1" display="grid" gap={2} alignContent="center">
          <Bone w="30%" />
          <Bone w={width} />
        </chakra.div>
      </chakra.div>
    ))}
  </chakra.div>
)
