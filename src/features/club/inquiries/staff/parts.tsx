import { chakra } from '@chakra-ui/react'
import { type FormEvent, Fragment, useRef, useState } from 'react'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { type InquirySummary, type InquiryThread, inquiryLengths } from '../contract'
import type { InquiryState } from '../inquiry'
import { useStaffInquiryWords } from './words'

const tones: Record<InquiryState, Tone> = { new: 'warn', open: 'info', answered: 'ok', closed: 'plain' }
export const StateBadge = ({ state }: { state: InquiryState }) => (
  <Badge tone={tones[state]}>{useStaffInquiryWords().state[state]}</Badge>
)

export const inquiryTabs = ['open', 'answered', 'closed', 'all'] as const
export type InquiryTab = (typeof inquiryTabs)[number]
export const tabOf = (chosen: string): InquiryTab => inquiryTabs.find((one) => one === chosen) ?? 'open'

export const StateTabs = ({ tab, counts }: { tab: InquiryTab; counts: Record<InquiryTab, number> | undefined }) => {
  const words = useStaffInquiryWords()
  return (
    <ListTabs label={words.title} query="status" names={inquiryTabs} chosen={tab} labels={words.tabs} counts={counts} />
  )
}

type Row = InquirySummary & { brandName?: string; tenantName?: string }
export const useInquiryColumns = (): readonly Column<Row>[] => {
  const { columns, nobody, nameless } = useStaffInquiryWords()
  return [
    {
      id: 'subject',
      header: columns.subject,
      main: true,
      cell: ({ subject, fromName, brandName, tenantName }) => (
        <NameCell name={subject} note={brandName ? `${tenantName} / ${brandName}` : fromName || nameless} />
      ),
    },
    { id: 'state', header: columns.state, cell: ({ state }) => <StateBadge state={state} /> },
    {
      id: 'assigned',
      header: columns.assigned,
      hideOnPhone: true,
      cell: ({ assignedTo }) => assignedTo || <chakra.span color="muted">{nobody}</chakra.span>,
    },
    { id: 'at', header: columns.at, cell: ({ lastMessageAt }) => <DateText at={lastMessageAt} short hour /> },
  ]
}

type ThreadProps = {
  inquiry: InquiryThread & { assignments?: readonly { at: number; assignedTo: string }[] }
  /** The side of the current user. */
  ours: 'asker' | 'answerer'
}

/** Messages, oldest first, with the assignments in between. */
export const Thread = ({ inquiry: { messages, assignments = [] }, ours }: ThreadProps) => {
  const words = useStaffInquiryWords()
  const givenBetween = (from: number, to: number) =>
    assignments
      .filter(({ at }) => at >= from && at < to)
      .map(({ at, assignedTo }) => (
        <chakra.li key={`${at} ${assignedTo}`} color="muted" fontSize="sm" textAlign="center" overflowWrap="anywhere">
          {words.given(assignedTo)} <DateText at={at} short hour />
        </chakra.li>
      ))
  return (
    <Card title={words.thread}>
      <chakra.ol display="grid" gap={4}>
        {messages.map(({ messageId, side, name, content, at }, n) => (
          <Fragment key={messageId}>
            <chakra.li
              borderWidth="1px"
              borderColor="border"
              borderRadius="m"
              bg={side === ours ? 'accentSubtle' : 'surface'}
              p={{ base: 3.5, md: 4 }}
              ml={side === ours ? { base: 4, md: 10 } : 0}
              mr={side === ours ? 0 : { base: 4, md: 10 }}
            >
              <chakra.p fontSize="sm" color="muted" mb={1.5}>
                <chakra.strong color="text">{words.by(name)}</chakra.strong> <DateText at={at} short hour />
              </chakra.p>
              <chakra.p fontSize="0.875rem" lineHeight="1.7" whiteSpace="pre-wrap" overflowWrap="anywhere">
                {content}
              </chakra.p>
            </chakra.li>
            {givenBetween(at, messages[n + 1]?.at ?? Number.POSITIVE_INFINITY)}
          </Fragment>
        ))}
      </chakra.ol>
    </Card>
  )
}

/** Form for one answer; the text is kept until it has been sent. */
export const ReplyForm = ({ hint, onSend }: { hint: string; onSend: (content: string) => Promise<boolean> }) => {
  const words = useStaffInquiryWords()
  const [content, setContent] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (content.trim() === '') {
      setProblem(words.required)
      field.current?.focus()
      return
    }
    setBusy(true)
    if (await onSend(content)) setContent('')
    setBusy(false)
  }
  return (
    <Card>
      <chakra.form onSubmit={send} display="grid" gap={3} noValidate>
        <Field label={words.replyLabel} hint={hint} {...(problem && { error: problem })}>
          <TextArea
            ref={field}
            rows={6}
            value={content}
            maxLength={inquiryLengths.content}
            onChange={(event) => {
              setContent(event.currentTarget.value)
              setProblem('')
            }}
          />
        </Field>
        <chakra.div display="flex" justifyContent="flex-end">
          <Button type="submit" look="primary" busy={busy}>
            {words.reply}
          </Button>
        </chakra.div>
      </chakra.form>
    </Card>
  )
}
