import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { at } from '#client/at.ts'
import type { Person } from '#client/identityProvider.ts'
import { useFanAnswer, useFanCall } from '#client/useFanAnswer.ts'
import { keepComment, takeComment } from '#client/waitingComment.ts'
import { grouped } from '#kit/number.ts'
import { Button } from '#ui/Button.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import type { comments as contract, PublicComment, PublicReply } from '../contract'
import { Comment, type CommentActs } from './Comment'
import { Writer } from './Writer'
import { FanCommentWords, useFanCommentWords } from './words'

const perPage = 20
const mostShown = 100

type Ids = { tenantId: string; planContentId: string }
type Props = {
  ids: Ids
  brandId: string
  fan: Person | null | undefined
  /** The content's own count, shown until the comments have loaded. */
  count: number
  loginHref: string
}

type OpenDialog = { kind: 'remove' | 'report'; comment: PublicReply } | null

/** Where links to the comments of a content lead. */
const commentsAnchor = 'comments'
/** They come after the page, when the browser has already looked for what its address names. */
const showIfAsked = (section: HTMLElement | null) => {
  if (section && window.location.hash === `#${commentsAnchor}`) section.scrollIntoView({ block: 'start' })
}

/** The comments of a content and the form for a new one. Brings its words along, which the page's first scripts need not name. */
export const Comments = (props: Props) => (
  <FanCommentWords>
    <Shown {...props} />
  </FanCommentWords>
)

const Shown = ({ ids, brandId, fan, count, loginHref }: Props) => {
  const words = useFanCommentWords()
  const ask = useFanCall()
  const [shown, setShown] = useState(perPage)
  /** How many newer comments are skipped, because one request returns a limited number. */
  const [passed, setPassed] = useState(0)
  const [asked, setAsked] = useState<OpenDialog>(null)
  const [said, setSaid] = useState('')
  /** What was written before the sign-in and could not be sent. */
  const [unsent, setUnsent] = useState('')
  const answer = useFanAnswer(
    at<typeof contract>()('getPublicPlanContentComments'),
    { ...ids, pagination: { limit: Math.min(mostShown, shown), offset: passed } },
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
      if (kind === 'remove') await ask(at<typeof contract>()('deleteCommentFromPlanContent'), payload)
      else await ask(at<typeof contract>()('reportComment'), payload)
      setSaid(kind === 'remove' ? words.removed : words.reported)
      answer.reload()
    } catch {
      setSaid(words.failedAction)
    }
  }
  const post = async (said: { content: string; parentId?: string }, idempotencyKey: string) => {
    const { isHeld } = await ask(
      at<typeof contract>()('postCommentToPlanContent'),
      { ...ids, ...said },
      { idempotencyKey },
    )
    setSaid(isHeld ? words.held : words.sent)
    answer.reload()
  }
  const cannot = fan ? answer.data?.cannotComment : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known of the fan whether they may write.
  useEffect(() => {
    const text = cannot === undefined ? null : takeComment(ids.planContentId)
    if (!text) return
    const keep = (why: string) => {
      setUnsent(text)
      setSaid(why)
    }
    if (cannot) return keep(words.notSent)
    post({ content: text }, crypto.randomUUID()).catch(() => keep(words.failed))
  }, [cannot, ids.planContentId])
  const signInAndSend = async (text: string) => {
    keepComment(ids.planContentId, text)
    window.location.assign(loginHref)
  }
  const reply: CommentActs['reply'] =
    data && data.cannotComment === null ? (parentId, content, key) => post({ content, parentId }, key) : null
  const edit: CommentActs['edit'] = async (commentId, content, idempotencyKey) => {
    const { isHeld } = await ask(
      at<typeof contract>()('editComment'),
      { tenantId: ids.tenantId, commentId, content },
      { idempotencyKey },
    )
    setSaid(isHeld ? words.savedHeld : words.saved)
    answer.reload()
  }
  const pin = async ({ id: commentId, isPinned }: PublicComment) => {
    try {
      await ask(at<typeof contract>()('pinComment'), { tenantId: ids.tenantId, brandId, commentId, pinned: !isPinned })
      setSaid(isPinned ? words.unpinned : words.pinned)
      answer.reload()
    } catch {
      setSaid(words.failedAction)
    }
  }
  return (
    <chakra.section
      ref={showIfAsked}
      id={commentsAnchor}
      scrollMarginTop="16px"
      mt={10}
      aria-label={words.title(grouped(total))}
    >
      <chakra.h2 fontSize="xl" mb={4}>
        {words.title(grouped(total))}
      </chakra.h2>
      {data?.cannotComment && (
        <chakra.p color="muted" fontSize="0.875rem" mb={3}>
          {words.cannot[data.cannotComment]}
        </chakra.p>
      )}
      {data && (data.cannotComment === null || data.cannotComment === 'signIn') && (
        <Writer
          key={unsent}
          label={words.label}
          placeholder={words.placeholder}
          text={unsent}
          send={data.cannotComment === null ? words.send : words.signInAndSend}
          sending={words.sending}
          onSend={(content, key) => (data.cannotComment === null ? post({ content }, key) : signInAndSend(content))}
        />
      )}
      <chakra.p role="status" fontSize="0.875rem" minH="1.7em" color="muted">
        {said}
      </chakra.p>
      {unsent && data?.cannotComment && (
        <chakra.blockquote
          borderLeftWidth="3px"
          borderColor="borderStrong"
          pl={3}
          mt={2}
          mb={5}
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          {unsent}
        </chakra.blockquote>
      )}
      {passed > 0 && (
        <chakra.div mb={6} textAlign="center">
          <Button busy={answer.isWaiting} onClick={() => setPassed(passed - mostShown)}>
            {words.newer}
          </Button>
        </chakra.div>
      )}
      {data?.totalCount === 0 ? (
        <chakra.p color="muted" py={4}>
          {words.empty}
        </chakra.p>
      ) : (
        data && (
          <chakra.ul display="grid" gap={5}>
            {data.comments.map((comment) => (
              <Comment
                key={comment.id}
                comment={comment}
                acts={{ isSignedIn: Boolean(fan), reply, edit, pin: data.isAdmin ? pin : null, onAsk: setAsked }}
              />
            ))}
          </chakra.ul>
        )
      )}
      {answer.failed ? (
        <FailedState {...answer.failed} />
      ) : !data ? (
        <Pending />
      ) : (
        data.hasMore && (
          <chakra.div mt={6} textAlign="center">
            <Button
              busy={answer.isWaiting}
              onClick={() => (shown < mostShown ? setShown(shown + perPage) : setPassed(passed + mostShown))}
            >
              {shown < mostShown ? words.more : words.older}
            </Button>
          </chakra.div>
        )
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
