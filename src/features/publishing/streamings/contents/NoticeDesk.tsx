import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { type AdminStreaming, noticeLength, streamings } from '../contract'
import { useStreamingWords } from './words'

type Props = {
  named: { tenantId: string; brandId: string; streamingId: string }
  streaming: AdminStreaming
}

/** Notices to viewers, newest first. */
export const NoticeDesk = ({ named, streaming: { notices } }: Props) => {
  const words = useStreamingWords()
  const attempt = useAttempt(words.refusals)
  const post = useWrite(streamings.postStreamingNotice, { refresh: [streamings.getStreaming] })
  const [text, setText] = useState('')
  const run = () =>
    attempt(async () => {
      await post.mutateAsync({ ...named, text })
      setText('')
      toast({ tone: 'ok', title: words.posted })
    })
  return (
    <Card title={words.notices}>
      <Fields>
        <Field label={words.notice} hint={words.noticeHint} max={noticeLength} value={text}>
          <TextArea rows={2} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </Field>
        <div>
          <Button onClick={run} busy={post.isPending} disabled={text.trim() === '' || [...text].length > noticeLength}>
            {words.post}
          </Button>
        </div>
        {notices.length === 0 ? (
          <chakra.p fontSize="sm" color="muted">
            {words.noNotices}
          </chakra.p>
        ) : (
          <chakra.ul display="grid" gap={3}>
            {notices.toReversed().map((notice) => (
              <chakra.li key={notice.noticeId} fontSize="0.875rem">
                <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
                  {notice.text}
                </chakra.p>
                <chakra.span fontSize="sm" color="muted">
                  <DateText at={notice.at} hour />
                </chakra.span>
              </chakra.li>
            ))}
          </chakra.ul>
        )}
      </Fields>
    </Card>
  )
}
