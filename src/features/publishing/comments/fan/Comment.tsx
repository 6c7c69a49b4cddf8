import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import type { PublicComment, PublicReply } from '../contract'
import { Writer } from './Writer'
import { useFanCommentWords } from './words'

const Small = chakra('button', {
  base: {
    minH: '32px',
    px: 2,
    fontSize: '0.8125rem',
    color: 'muted',
    borderRadius: 's',
    cursor: 'pointer',
    _hover: { color: 'text', bg: 'sunken' },
  },
})

export type CommentActs = {
  isSignedIn: boolean
  /** Null: the reader may not comment here. */
  reply: ((parentId: string, content: string, idempotencyKey: string) => Promise<void>) | null
  edit: (commentId: string, content: string, idempotencyKey: string) => Promise<void>
  /** Null: the reader does not moderate comments. */
  pin: ((comment: PublicComment) => Promise<void>) | null
  onAsk: (asked: { kind: 'remove' | 'report'; comment: PublicReply }) => void
}

/** A comment with its replies. */
export const Comment = ({ comment, acts }: { comment: PublicComment; acts: CommentActs }) => {
  const words = useFanCommentWords()
  const [isReplying, setReplying] = useState(false)
  const { isDeleted, isPinned, replies, commentedBy, id, isHeld } = comment
  const name = commentedBy.displayName || words.noName
  const { reply, pin } = acts
  return (
    <li>
      {isDeleted ? (
        <chakra.p color="muted" fontSize="0.875rem" fontStyle="italic" py={1}>
          {words.deleted}
        </chakra.p>
      ) : (
        <Said comment={comment} acts={acts} isPinned={isPinned}>
          {reply && !isHeld && (
            <Small
              type="button"
              aria-expanded={isReplying}
              aria-label={`${words.reply}: ${name}`}
              onClick={() => setReplying(true)}
            >
              {words.reply}
            </Small>
          )}
          {pin && !isHeld && (
            <Small type="button" onClick={() => void pin(comment)}>
              {isPinned ? words.unpin : words.pin}
            </Small>
          )}
        </Said>
      )}
      {(replies.length > 0 || isReplying) && (
        <chakra.div ml={{ base: 5, md: 12 }} mt={3} pl={4} borderLeftWidth="2px" borderColor="border">
          {replies.length > 0 && (
            <chakra.ul display="grid" gap={4} aria-label={isDeleted ? words.repliesToDeleted : words.repliesTo(name)}>
              {replies.map((one) => (
                <li key={one.id}>
                  <Said comment={one} acts={acts} isReply />
                </li>
              ))}
            </chakra.ul>
          )}
          {isReplying && reply && (
            <chakra.div mt={replies.length > 0 ? 4 : 0}>
              <Writer
                label={words.replyLabel(name)}
                placeholder={words.replyPlaceholder}
                send={words.replySend}
                sending={words.sending}
                onCancel={() => setReplying(false)}
                onSend={async (content, key) => {
                  await reply(id, content, key)
                  setReplying(false)
                }}
              />
            </chakra.div>
          )}
        </chakra.div>
      )}
    </li>
  )
}

type SaidProps = {
  comment: PublicReply
  acts: CommentActs
  isReply?: boolean
  isPinned?: boolean
  children?: React.ReactNode
}

const Said = ({
  comment,
  acts: { isSignedIn, edit, onAsk },
  isReply = false,
  isPinned = false,
  children,
}: SaidProps) => {
  const words = useFanCommentWords()
  const [isEditing, setEditing] = useState(false)
  const { id, commentedBy, commentedAt, content, canDelete, canEdit, isBrand, isEdited, isHeld, isMine } = comment
  const name = commentedBy.displayName || words.noName
  return (
    <chakra.div display="flex" gap={3} alignItems="start">
      <Avatar name={name} src={commentedBy.icon} size={isReply ? 28 : 36} tint="brand" />
      <chakra.div minW={0} flex="1">
        <chakra.p fontSize="0.875rem" display="flex" flexWrap="wrap" gap={2} alignItems="baseline">
          <chakra.strong overflowWrap="anywhere">{name}</chakra.strong>
          {isBrand && <Badge tone="info">{words.official}</Badge>}
          {isPinned && <Badge tone="info">{words.isPinned}</Badge>}
          {isMine && <chakra.span color="muted">{words.me}</chakra.span>}
          <chakra.span color="muted" fontSize="0.8125rem">
            <DateText at={commentedAt} short hour />
          </chakra.span>
          {isEdited && (
            <chakra.span color="muted" fontSize="0.8125rem">
              {words.edited}
            </chakra.span>
          )}
        </chakra.p>
        {isEditing ? (
          <chakra.div mt={2}>
            <Writer
              label={words.editLabel}
              text={content}
              send={words.save}
              sending={words.saving}
              onCancel={() => setEditing(false)}
              onSend={async (text, key) => {
                await edit(id, text, key)
                setEditing(false)
              }}
            />
          </chakra.div>
        ) : (
          <>
            <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" mt={0.5}>
              {content}
            </chakra.p>
            {isHeld && (
              <chakra.p fontSize="0.8125rem" color="warn" mt={1}>
                {words.waiting}
              </chakra.p>
            )}
            <chakra.div display="flex" flexWrap="wrap" gap={1} ml={-2} mt={1}>
              {children}
              {canEdit && (
                <Small type="button" onClick={() => setEditing(true)}>
                  {words.edit}
                </Small>
              )}
              {canDelete && (
                <Small type="button" onClick={() => onAsk({ kind: 'remove', comment })}>
                  {words.remove}
                </Small>
              )}
              {isSignedIn && !isMine && !isBrand && (
                <Small type="button" onClick={() => onAsk({ kind: 'report', comment })}>
                  {words.report}
                </Small>
              )}
            </chakra.div>
          </>
        )}
      </chakra.div>
    </chakra.div>
  )
}
