import { chakra } from '@chakra-ui/react'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import type { ApplicationStatus } from './application'
import type { Application } from './contract'
import { useApplicationWords } from './words'

const tones: Record<ApplicationStatus, Tone> = {
  draft: 'plain',
  submitted: 'info',
  inReview: 'info',
  changesRequested: 'warn',
  approved: 'ok',
  rejected: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
}

export const StatusBadge = ({ status }: { status: ApplicationStatus }) => (
  <Badge tone={tones[status]}>{useApplicationWords().status[status]}</Badge>
)

type ThreadProps = { thread: Application['thread']; empty: string; reader: 'applicant' | 'operator' }

/** Messages, oldest first; the reader's own are aligned to the right. */
export const Thread = ({ thread, empty, reader }: ThreadProps) => {
  const { start, operator } = useApplicationWords()
  if (thread.length === 0) return <chakra.p color="muted">{empty}</chakra.p>
  return (
    <chakra.ol listStyleType="none" display="grid" gap={3}>
      {thread.map((message) => {
        const isMine = message.author === reader
        const isInternal = message.visibility === 'internal'
        return (
          <chakra.li
            key={message.messageId}
            justifySelf={isMine ? 'end' : 'start'}
            maxW="min(560px, 92%)"
            bg={isInternal ? 'warnSubtle' : isMine ? 'accentSubtle' : 'sunken'}
            borderRadius="l"
            px={4}
            py={3}
          >
            <chakra.p fontSize="xs" color="muted" fontWeight="semibold">
              {isInternal
                ? operator.internal
                : isMine
                  ? start.fromMe
                  : message.author === 'operator'
                    ? start.fromOperator
                    : operator.applicant}{' '}
              <chakra.span ml={1.5}>
                <DateText at={message.at} hour />
              </chakra.span>
            </chakra.p>
            <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
              {message.body}
            </chakra.p>
          </chakra.li>
        )
      })}
    </chakra.ol>
  )
}
